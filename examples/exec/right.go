package main

import "math/rand"

// The Shuffle of Go's library.
func main() {
	Exec(52, func(deck []uint16, random *rand.Rand) {
		random.Shuffle(len(deck), func(a, b int) { deck[a], deck[b] = deck[b], deck[a] })
	})
}
