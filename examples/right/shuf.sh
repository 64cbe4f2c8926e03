#!/bin/sh
# shuf of the GNU core utilities: a process for each deck, so ask for few. sh shuf.sh [decks]
for _ in $(seq "${1:-2000}"); do
    shuf -i 0-51 | paste -sd ' ' -
done
