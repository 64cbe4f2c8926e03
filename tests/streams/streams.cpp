// What std::mt19937 and std::default_random_engine give with the standard library's distributions and std::shuffle, in
// the lines of `colddeck emit --like c++` and `--like c++-default`. Arguments as those of streams.py:
//
//     streams c++|c++-default SEED TRIALS:WHAT...
//     streams version     the library and its version, and which engine the default one is
//
// GCC 16 makes doubles in another way, unless told:
#define _GLIBCXX_USE_OLD_GENERATE_CANONICAL 1

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <numeric>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

static void print(const std::vector<int>& items) {
    for (std::size_t at = 0; at < items.size(); ++at) std::printf(at ? " %d" : "%d", items[at]);
    std::printf("\n");
}

// A riffle after Gilbert, Shannon and Reeds: a coin for each place, true for the lower packet.
template <class Engine> static std::vector<int> riffled(Engine& engine, int cards) {
    std::bernoulli_distribution coin(0.5);
    std::vector<bool> coins;
    std::generate_n(std::back_inserter(coins), cards, [&] { return coin(engine); });
    int upper = 0, lower = static_cast<int>(std::count(coins.begin(), coins.end(), false));
    std::vector<int> deck;
    for (bool from_lower : coins) deck.push_back(from_lower ? lower++ : upper++);
    return deck;
}

template <class Engine> static void draw(std::uint32_t seed, const std::string& what, std::uint64_t number) {
    Engine engine(seed);
    const std::string kind = what.substr(what.find(':') + 1);
    std::vector<int> items;
    for (long trials = std::atol(what.c_str()); trials > 0; --trials) {
        if (kind == "doubles") {
            std::printf("%.17g\n", std::uniform_real_distribution<double>()(engine));
        } else if (kind.rfind("ints", 0) == 0 && number <= 1000) {
            // As dice are thrown: signed, and of 32 bits.
            std::printf("%d\n", std::uniform_int_distribution<>(0, static_cast<int>(number) - 1)(engine));
        } else if (kind.rfind("ints", 0) == 0) {
            const auto most = static_cast<std::uint32_t>(number - 1);
            std::printf("%lu\n", static_cast<unsigned long>(std::uniform_int_distribution<std::uint32_t>(0, most)(engine)));
        } else if (kind.rfind("shuffle", 0) == 0) {
            items.resize(number);
            std::iota(items.begin(), items.end(), 0);
            std::shuffle(items.begin(), items.end(), engine);
            print(items);
        } else if (kind.rfind("riffle", 0) == 0) {
            print(riffled(engine, static_cast<int>(number)));
        } else {
            std::fprintf(stderr, "found %s; accepted: doubles, ints, shuffle, riffle\n", kind.c_str());
            std::exit(2);
        }
    }
}

int main(int count, char** arguments) {
    if (count == 2 && !std::strcmp(arguments[1], "version")) {
#ifdef __GLIBCXX__
        std::printf("libstdc++ of GCC %d, of %d", static_cast<int>(_GLIBCXX_RELEASE), static_cast<int>(__GLIBCXX__));
#else
        std::printf("not libstdc++");
#endif
        using Default = std::default_random_engine;
        const char* name = std::is_same<Default, std::minstd_rand0>::value ? "minstd_rand0"
                           : std::is_same<Default, std::mt19937>::value    ? "mt19937"
                                                                           : "neither minstd_rand0 nor mt19937";
        std::printf("; its default_random_engine is %s\n", name);
        return 0;
    }
    if (count < 4) return std::fprintf(stderr, "streams c++|c++-default SEED TRIALS:WHAT...\n"), 2;
    const auto seed = static_cast<std::uint32_t>(std::strtoull(arguments[2], nullptr, 10));
    for (int at = 3; at < count; ++at) {
        const std::string what = arguments[at];
        std::printf("= %s\n", what.c_str());
        const std::size_t last = what.rfind(':');
        const std::uint64_t number = std::strtoull(what.c_str() + last + 1, nullptr, 10);
        if (!std::strcmp(arguments[1], "c++")) draw<std::mt19937>(seed, what, number);
        else draw<std::default_random_engine>(seed, what, number);
    }
}
