# Shuffles as many decks as `colddeck exec` asks for. To be copied.
# Gives `shuffle` the deck 0, 1, ..., cards - 1 each time, after R's generator got the seed of `colddeck exec`.
# `shuffle` returns the shuffled deck.
colddeck_exec <- function(cards, shuffle) {
  input <- file("stdin")
  asked <- suppressWarnings(as.numeric(scan(input, "", n = 2, quiet = TRUE)))
  close(input)
  if (anyNA(asked[1:2])) {
    stop("Standard input must give the number of decks and a seed, as `colddeck exec` does.", call. = FALSE)
  }
  left <- asked[1]
  set.seed(asked[2])
  # R writes only text to its own standard output. What cat gets may be bytes.
  output <- pipe("cat", "wb")
  while (left > 0) {
    # A call of writeBin is slow, so it writes many decks.
    many <- min(left, 1000)
    decks <- replicate(many, shuffle(seq_len(cards) - 1L))
    # Two bytes for each card, the lower one first: --format u16.
    writeBin(as.integer(decks), output, size = 2, endian = "little")
    left <- left - many
  }
  close(output)
}
