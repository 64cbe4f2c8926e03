// std::shuffle of C++'s library.
#include "colddeck.hpp"
#include <algorithm>

int main() {
    colddeck::exec(52, [](auto &deck, auto &random) { std::shuffle(deck.begin(), deck.end(), random); });
}
