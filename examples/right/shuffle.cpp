// std::shuffle with a 64-bit Mersenne Twister. c++ -O2 shuffle.cpp -o shuffle && ./shuffle [decks]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>

int main(int argc, char** argv) {
    std::mt19937_64 random{std::random_device{}()};
    for (long n = argc > 1 ? std::atol(argv[1]) : 2000; n > 0; --n) {
        int deck[52];
        std::iota(deck, deck + 52, 0);
        std::shuffle(deck, deck + 52, random);
        for (int i = 0; i < 52; ++i) std::printf("%d%c", deck[i], i < 51 ? ' ' : '\n');
    }
}
