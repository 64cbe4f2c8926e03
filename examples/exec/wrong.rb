# Swaps each card with any card: 52^52 equally likely ways for 52! orders.
require_relative "colddeck"

Colddeck.exec(52) do |deck, random|
  deck.each_index do |a|
    b = random.rand(deck.size)
    deck[a], deck[b] = deck[b], deck[a]
  end
end
