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

#include "common.h"

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
