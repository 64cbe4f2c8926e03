/* What the peers in C share: the generator, the letters, and the command line. */

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

static uint64_t matrix[MAX_CARDS * MAX_CARDS];
static uint64_t rising[MAX_CARDS];

/* Shuffles and tallies so many decks: what differs from peer to peer. */
static void count_decks(const char *routine, uint64_t decks, int cards);

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
        fprintf(stderr, "usage: ROUTINE DECKS [CARDS [SEED]] [--matrix]; letters S C G R H, cards 2 to 256\n");
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
