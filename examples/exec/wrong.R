# Swaps each card with any card: 52^52 equally likely ways for 52! orders.
source("colddeck.R")

colddeck_exec(52, function(deck) {
  # All are drawn by one call, since 52 calls take long.
  others <- sample(52, replace = TRUE)
  for (a in 1:52) {
    card <- deck[a]
    deck[a] <- deck[others[a]]
    deck[others[a]] <- card
  }
  deck
})
