# The shuffle of Ruby's arrays.
require_relative "colddeck"

Colddeck.exec(52) { |deck, random| deck.shuffle(random: random) }
