// Swaps each card with any card: 52^52 equally likely ways for 52! orders.
#include "colddeck.hpp"

int main() {
    colddeck::exec(52, [](auto &deck, auto &random) {
        std::uniform_int_distribution<int> any(0, 51);
        for (auto &card : deck) std::swap(card, deck[any(random)]);
    });
}
