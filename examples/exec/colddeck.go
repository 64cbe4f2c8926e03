package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"math/rand"
	"os"
)

// Exec shuffles as many decks as `colddeck exec` asks for. To be copied.
// It gives shuffle the deck 0, 1, ..., cards-1 each time, and a generator that has the seed of `colddeck exec`.
func Exec(cards int, shuffle func([]uint16, *rand.Rand)) {
	var decks, seed int64
	if _, err := fmt.Scan(&decks, &seed); err != nil {
		panic(err)
	}
	random := rand.New(rand.NewSource(seed))
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	deck := make([]uint16, cards)
	for ; decks > 0; decks-- {
		for card := range deck {
			deck[card] = uint16(card)
		}
		shuffle(deck, random)
		// Two bytes for each card, the lower one first: --format u16.
		binary.Write(out, binary.LittleEndian, deck)
	}
}
