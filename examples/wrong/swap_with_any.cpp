// Every card is swapped with any card. c++ -O2 swap_with_any.cpp -o swap_with_any && ./swap_with_any [decks]
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <utility>

int main(int argc, char** argv) {
    std::mt19937_64 random{std::random_device{}()};
    std::uniform_int_distribution<int> any{0, 51};
    for (long n = argc > 1 ? std::atol(argv[1]) : 2000; n > 0; --n) {
        int deck[52];
        std::iota(deck, deck + 52, 0);
        for (int i = 0; i < 52; ++i) std::swap(deck[i], deck[any(random)]);
        for (int i = 0; i < 52; ++i) std::printf("%d%c", deck[i], i < 51 ? ' ' : '\n');
    }
}
