package main

import "math/rand"

// Swaps each card with any card: 52^52 equally likely ways for 52! orders.
func main() {
	Exec(52, func(deck []uint16, random *rand.Rand) {
		for a := range deck {
			b := random.Intn(len(deck))
			deck[a], deck[b] = deck[b], deck[a]
		}
	})
}
