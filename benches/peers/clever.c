/* The peer of a clever programmer: the same work as plain.c for decks of up to 64 cards, with the tricks that a processor
 * has for bits. The deck is kept as six words, word b with bit b of the card at each place: a riffle deposits the bits of
 * both packets where its coins say, a cut turns the words, a packet is moved by a shift. Several draws come from one word,
 * and cards are tallied in small numbers first.
 *
 *     gcc -O3 -march=native clever.c -o clever
 *     ./clever ROUTINE DECKS [CARDS [SEED]]
 */

#include "common.h"

enum { MOST = 64, FLUSHED = 65535 };

/* Several draws from one word: the first below bounds[0], and so on, each without bias (Brackett-Rozinsky and Lemire, 2024,
 * Batched ranged random integer generation). The product of the bounds is below 2^32. */
static inline void batch(const uint32_t *bounds, int count, uint32_t *draws) {
    uint64_t all = 1;
    for (int i = 0; i < count; i++)
        all *= bounds[i];
    for (;;) {
        uint64_t rest = next_word();
        for (int i = 0; i < count; i++) {
            unsigned __int128 product = (unsigned __int128)rest * bounds[i];
            draws[i] = product >> 64;
            rest = (uint64_t)product;
        }
        if (rest >= all || rest >= -all % all)
            return;
    }
}

static void ideal(Card *deck, int cards) {
    uint32_t bounds[4], draws[4];
    for (int last = cards - 1; last > 0;) {
        int count = last < 4 ? last : 4;
        for (int i = 0; i < count; i++)
            bounds[i] = last + 1 - i;
        batch(bounds, count, draws);
        for (int i = 0; i < count; i++, last--) {
            Card card = deck[last];
            deck[last] = deck[draws[i]];
            deck[draws[i]] = card;
        }
    }
}

/* ---- decks as words of bits */

enum { BITS = 6 };

typedef struct {
    uint64_t bit[BITS];
} Planes;

#ifdef __BMI2__
#include <immintrin.h>
#define deposit _pdep_u64
#else
/* Puts the lowest bits of a word where the mask has ones. */
static inline uint64_t deposit(uint64_t word, uint64_t mask) {
    uint64_t found = 0;
    for (; mask; mask &= mask - 1, word >>= 1)
        found |= (mask & -mask) * (word & 1);
    return found;
}
#endif

static inline uint64_t low(int count) { return count ? ~0ull >> (64 - count) : 0; }

static void from_cards(Planes *to, const Card *deck, int cards) {
    memset(to, 0, sizeof *to);
    for (int place = 0; place < cards; place++)
        for (int b = 0; b < BITS; b++)
            to->bit[b] |= (uint64_t)(deck[place] >> b & 1) << place;
}

/* Eight cards at once: bit b of each goes to bit b of its byte. */
static void to_cards(Card *deck, const Planes *from) {
    for (int start = 0; start < MOST; start += 8) {
        uint64_t eight = 0;
        for (int b = 0; b < BITS; b++)
            eight |= deposit(from->bit[b] >> start, 0x0101010101010101ull << b);
        memcpy(deck + start, &eight, 8);
    }
}

/* The cards of the lower packet, which has as many as the mask has ones, go where these are. */
static inline void interleave(Planes *deck, uint64_t lower, int cards) {
    int cut = cards - __builtin_popcountll(lower);
    for (int b = 0; b < BITS; b++) {
        uint64_t bits = deck->bit[b], under = cut < 64 ? bits >> cut : 0;
        deck->bit[b] = deposit(bits, ~lower & low(cards)) | deposit(under, lower);
    }
}

static void cut(Planes *deck, int cards) {
    uint32_t bound = cards, moved;
    batch(&bound, 1, &moved);
    for (int b = 0; b < BITS && moved; b++) {
        uint64_t bits = deck->bit[b];
        deck->bit[b] = bits >> (cards - moved) | (bits << moved & low(cards));
    }
}

static void riffle(Planes *deck, int cards) {
    interleave(deck, next_word() >> (64 - cards), cards);
}

static void limited_riffle(Planes *deck, int cards) {
    int above = __builtin_popcountll(next_word() >> (64 - cards)), under = cards - above;
    int place = 0, packet = -1, streak = 0, limit = MAX_CARDS;
    uint64_t lower = 0;
    while (above && under) {
        uint32_t bound = above + under, draw;
        batch(&bound, 1, &draw);
        int pick = draw >= (uint32_t)above;
        pick ^= (pick == packet) & (streak == limit);
        int same = pick == packet;
        limit = !same & (packet >= 0) ? STREAK_LIMIT : limit;
        streak = same ? streak + 1 : 1;
        packet = pick;
        lower |= (uint64_t)pick << place++;
        under -= pick;
        above -= 1 - pick;
    }
    if (under)
        lower |= low(under) << place;
    interleave(deck, lower, cards);
}

static void hindu(Planes *deck, int cards) {
    const uint32_t span = LARGEST_PACKET - SMALLEST_PACKET + 1, bounds[4] = {span, span, span, span};
    uint32_t draws[4];
    Planes to = {{0}};
    int drawn = 4;
    for (int start = 0; start < cards;) {
        if (drawn == 4) {
            batch(bounds, 4, draws);
            drawn = 0;
        }
        int size = SMALLEST_PACKET + (int)draws[drawn++];
        size = size < cards - start ? size : cards - start;
        for (int b = 0; b < BITS; b++)
            to.bit[b] |= (deck->bit[b] >> start & low(size)) << (cards - start - size);
        start += size;
    }
    *deck = to;
}

/* ---- what is counted */

/* Small numbers, which are added up before one can overflow. */
static uint16_t small[MOST * MOST];
static int pending;

static void flush(int cards) {
    for (int cell = 0; cell < cards * cards; cell++) {
        matrix[cell] += small[cell];
        small[cell] = 0;
    }
    pending = 0;
}

static void tally(const Card *deck, int cards) {
    Card position[MOST];
    uint16_t *row = small;
    for (int place = 0; place < cards; place++, row += cards) {
        row[deck[place]]++;
        position[deck[place]] = place;
    }
    int descents = 0;
    for (int card = 1; card < cards; card++)
        descents += position[card] < position[card - 1];
    rising[descents]++;
    if (++pending == FLUSHED)
        flush(cards);
}

static void count_decks(const char *routine, uint64_t decks, int cards) {
    if (cards > MOST) {
        fprintf(stderr, "clever: at most %d cards\n", MOST);
        exit(2);
    }
    Card deck[MOST];
    Planes sorted, planes;
    for (int card = 0; card < cards; card++)
        deck[card] = card;
    from_cards(&sorted, deck, cards);
    for (uint64_t i = 0; i < decks; i++) {
        planes = sorted;
        for (const char *letter = routine; *letter; letter++) {
            switch (*letter) {
                case 'C': cut(&planes, cards); break;
                case 'G': riffle(&planes, cards); break;
                case 'R': limited_riffle(&planes, cards); break;
                case 'H': hindu(&planes, cards); break;
                case 'S':
                    /* From whatever order, an ideal shuffle gives an ideal deck. */
                    ideal(deck, cards);
                    if (letter[1])
                        from_cards(&planes, deck, cards);
            }
        }
        if (*routine == 0 || routine[strlen(routine) - 1] != 'S')
            to_cards(deck, &planes);
        tally(deck, cards);
    }
    flush(cards);
}
