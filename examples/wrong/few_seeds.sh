#!/bin/sh
# awk seeded anew for each deck, with one of 4096 seeds: decks come up again. sh few_seeds.sh [decks]
for seed in $(shuf -r -i 0-4095 -n "${1:-2000}"); do
    awk -v seed="$seed" 'BEGIN {
        srand(seed)
        for (i = 0; i < 52; i++) deck[i] = i
        for (i = 51; i > 0; i--) { j = int(rand() * (i + 1)); t = deck[i]; deck[i] = deck[j]; deck[j] = t }
        for (i = 0; i < 52; i++) printf "%d%s", deck[i], (i < 51 ? " " : "\n")
    }'
done
