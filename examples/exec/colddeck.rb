# Shuffles as many decks as `colddeck exec` asks for. To be copied.
module Colddeck
  # Gives the block the deck 0, 1, ..., cards - 1 each time, and a generator that has the seed of `colddeck exec`.
  # The block returns the shuffled deck.
  def self.exec(cards)
    asked = /\A(\d+) (\d+)$/.match($stdin.gets.to_s) or
      abort "Standard input must give the number of decks and a seed, as `colddeck exec` does."
    decks, seed = asked.captures.map(&:to_i)
    random = Random.new(seed)
    $stdout.binmode
    decks.times do
      deck = yield (0...cards).to_a, random
      # Two bytes for each card, the lower one first: --format u16.
      $stdout.write(deck.pack("v*"))
    end
  end
end
