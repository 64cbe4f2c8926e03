/* The peer in plain C: the same work as `colddeck run` for one routine, as a careful programmer
 * would write it, with ordinary arrays and loops. It is the peer that colddeck's speed is a ratio to.
 *
 *     gcc -O3 -march=native plain.c -o plain
 *     ./plain ROUTINE DECKS [CARDS [SEED]] [--matrix]
 *
 * Each of so many decks starts sorted and goes through the routine's shuffles, from left to right;
 * its cards are tallied in the position matrix m[position][card], its rising sequences in a
 * histogram. At the end one line of JSON is printed; `seconds` is the time of that loop alone, and
 * `processor_seconds` what of it the processor spent here. With --matrix the whole matrix comes along.
 *
 * Letters: S ideal shuffle, C cut, G riffle (Gilbert-Shannon-Reeds), R riffle with limited streaks,
 * H Hindu shuffle with packets of 7 to 12 cards.
 */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_CARDS = 256, STREAK_LIMIT = 4, SMALLEST_PACKET = 7, LARGEST_PACKET = 12 };

typedef uint8_t Card;

/* ---- xoshiro256++ (Blackman and Vigna, 2021), seeded by SplitMix64 (Steele, Lea and Flood, 2014) */

static uint64_t state[4];

static inline uint64_t rotate_left(uint64_t word, int by) {
    return (word << by) | (word >> (64 - by));
}

static inline uint64_t next_word(void) {
    uint64_t word = rotate_left(state[0] + state[3], 23) + state[0];
    uint64_t shifted = state[1] << 17;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= shifted;
    state[3] = rotate_left(state[3], 45);
    return word;
}

static void seed_words(uint64_t seed) {
    for (int i = 0; i < 4; i++) {
        seed += 0x9e3779b97f4a7c15;
        uint64_t word = seed;
        word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
        word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
        state[i] = word ^ (word >> 31);
    }
}

/* Uniform on 0..bound, without bias: one multiplication, hardly ever a division (Lemire, 2019). */
static inline uint32_t below(uint32_t bound) {
    uint64_t product = (next_word() >> 32) * bound;
    if ((uint32_t)product < bound) {
        uint32_t biased = -bound % bound;
        while ((uint32_t)product < biased)
            product = (next_word() >> 32) * bound;
    }
    return product >> 32;
}

/* The number of heads among `count` fair coins. */
static inline int heads_of(int count) {
    int heads = 0;
    for (; count > 64; count -= 64)
        heads += __builtin_popcountll(next_word());
    return heads + __builtin_popcountll(next_word() >> (64 - count));
}

/* ---- the shuffles, from one array to another */

static void ideal(Card *deck, int cards) {
    for (int last = cards - 1; last > 0; last--) {
        int other = below(last + 1);
        Card card = deck[last];
        deck[last] = deck[other];
        deck[other] = card;
    }
}

/* The last k cards go to the top. */
static void cut(Card *to, const Card *from, int cards) {
    int moved = below(cards);
    memcpy(to, from + cards - moved, moved);
    memcpy(to + moved, from, cards - moved);
}

/* A fair coin for each place says from which packet its card comes. */
static void riffle(Card *to, const Card *from, int cards) {
    uint64_t coins[MAX_CARDS / 64];
    int lower = 0;
    for (int start = 0; start < cards; start += 64) {
        uint64_t word = next_word();
        if (cards - start < 64)
            word >>= 64 - (cards - start);
        coins[start / 64] = word;
        lower += __builtin_popcountll(word);
    }
    const Card *top = from, *bottom = from + cards - lower;
    for (int place = 0; place < cards; place++) {
        if (coins[place / 64] >> (place % 64) & 1)
            to[place] = *bottom++;
        else
            to[place] = *top++;
    }
}

/* A card comes from a packet with probability proportional to the packet's size, but not more than
 * STREAK_LIMIT in a row from one of them; the first streak of the riffle is free, and the draw of a
 * card that the limit decides is made all the same. Once a packet is empty, the other one follows. */
static void limited_riffle(Card *to, const Card *from, int cards) {
    int middle = heads_of(cards);
    int top = 0, bottom = middle, place = 0;
    int packet = -1, streak = 0, limit = MAX_CARDS;
    while (top < middle && bottom < cards) {
        int above = middle - top, under = cards - bottom;
        int pick = (int)below(above + under) >= above;
        if (pick == packet && streak == limit)
            pick = !pick;
        if (pick == packet) {
            streak++;
        } else {
            if (packet >= 0)
                limit = STREAK_LIMIT;
            packet = pick;
            streak = 1;
        }
        to[place++] = pick ? from[bottom++] : from[top++];
    }
    memcpy(to + place, from + top, middle - top);
    place += middle - top;
    memcpy(to + place, from + bottom, cards - bottom);
}

/* Packets go from the top onto a new pile, the last one with what is left. */
static void hindu(Card *to, const Card *from, int cards) {
    int start = 0;
    while (start < cards) {
        int size = SMALLEST_PACKET + (int)below(LARGEST_PACKET - SMALLEST_PACKET + 1);
        if (size > cards - start)
            size = cards - start;
        memcpy(to + cards - start - size, from + start, size);
        start += size;
    }
}

/* ---- what is counted */

static uint64_t matrix[MAX_CARDS * MAX_CARDS];
static uint64_t rising[MAX_CARDS];

static void tally(const Card *deck, int cards) {
    Card position[MAX_CARDS];
    for (int place = 0; place < cards; place++) {
        matrix[place * cards + deck[place]]++;
        position[deck[place]] = place;
    }
    int descents = 0;
    for (int card = 1; card < cards; card++)
        descents += position[card] < position[card - 1];
    rising[descents]++;
}

static void count_decks(const char *routine, uint64_t decks, int cards) {
    Card one[MAX_CARDS], other[MAX_CARDS];
    for (uint64_t i = 0; i < decks; i++) {
        Card *deck = one, *next = other;
        for (int card = 0; card < cards; card++)
            deck[card] = card;
        for (const char *letter = routine; *letter; letter++) {
            switch (*letter) {
                case 'S': ideal(deck, cards); continue; /* in place */
                case 'C': cut(next, deck, cards); break;
                case 'G': riffle(next, deck, cards); break;
                case 'R': limited_riffle(next, deck, cards); break;
                case 'H': hindu(next, deck, cards); break;
            }
            Card *done = next;
            next = deck;
            deck = done;
        }
        tally(deck, cards);
    }
}

/* ---- the command line */

static double now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec + 1e-9 * time.tv_nsec;
}

static void print_list(const char *name, const uint64_t *values, int count) {
    printf("\"%s\": [", name);
    for (int i = 0; i < count; i++)
        printf("%s%llu", i ? ", " : "", (unsigned long long)values[i]);
    printf("]");
}

int main(int count, char **arguments) {
    int whole_matrix = count > 1 && !strcmp(arguments[count - 1], "--matrix");
    count -= whole_matrix;
    long cards = count > 3 ? atol(arguments[3]) : 40;
    if (count < 3 || count > 5 || strspn(arguments[1], "SCGRH") != strlen(arguments[1])
        || cards < 2 || cards > MAX_CARDS) {
        fprintf(stderr, "usage: plain ROUTINE DECKS [CARDS [SEED]] [--matrix]; letters S C G R H, cards 2 to 256\n");
        return 2;
    }
    const char *routine = arguments[1];
    uint64_t decks = strtoull(arguments[2], NULL, 10);
    seed_words(count > 4 ? strtoull(arguments[4], NULL, 10) : 1);

    double start = now(CLOCK_MONOTONIC), busy = now(CLOCK_PROCESS_CPUTIME_ID);
    count_decks(routine, decks, cards);
    double seconds = now(CLOCK_MONOTONIC) - start;
    busy = now(CLOCK_PROCESS_CPUTIME_ID) - busy;

    uint64_t sum = 0;
    for (long cell = 0; cell < cards * cards; cell++)
        sum += matrix[cell];
    double sequences = 0;
    for (int descents = 0; descents < cards; descents++)
        sequences += (descents + 1.0) * rising[descents];
    printf("{\"seconds\": %.6f, \"processor_seconds\": %.6f, ", seconds, busy);
    printf("\"sum\": %llu, \"rising\": %.6f, ", (unsigned long long)sum, sequences / decks);
    uint64_t corners[] = {matrix[0], matrix[cards - 1], matrix[(cards - 1) * cards], matrix[cards * cards - 1]};
    print_list("corners", corners, 4);
    printf(", ");
    print_list("histogram", rising, cards);
    if (whole_matrix) {
        printf(", ");
        print_list("matrix", matrix, cards * cards);
    }
    printf("}\n");
    return 0;
}
