// Shuffles as many decks as `colddeck exec` asks for. To be copied.
#pragma once
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <numeric>
#include <random>
#include <vector>

namespace colddeck {
// Gives `shuffle` the deck 0, 1, ..., cards - 1 each time, and a generator that has the seed of `colddeck exec`.
template <class Shuffle> void exec(std::uint16_t cards, Shuffle shuffle) {
    std::uint64_t decks = 0, seed = 0;
    std::cin >> decks >> seed;
    std::mt19937_64 random(seed);
    std::vector<std::uint16_t> deck(cards);
    std::vector<unsigned char> bytes(2 * cards);
    while (decks-- > 0) {
        std::iota(deck.begin(), deck.end(), 0);
        shuffle(deck, random);
        // Two bytes for each card, the lower one first: --format u16.
        for (std::size_t place = 0; place < deck.size(); place++) {
            bytes[2 * place] = deck[place] & 255;
            bytes[2 * place + 1] = deck[place] >> 8;
        }
        if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) < bytes.size()) return;
    }
}
}
