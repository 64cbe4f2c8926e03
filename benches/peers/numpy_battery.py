#!/usr/bin/env python3
"""The peer of the battery: ten statistics of decks in a file of bytes, by vectorised numpy.

    python3 numpy_battery.py FILE CARDS

Prints a line of JSON: the seconds of the processor for the counting alone, and what was counted: the mean of each number
of a deck, and the sum of squares of each table, which tells whether two programs counted the same. Needs numpy.
"""

import json
import sys
import time

import numpy as np

BLOCK = 4096  # decks at once: their arrays stay in the second-level cache


def main():
    file, cards = sys.argv[1], int(sys.argv[2])
    decks = np.fromfile(file, dtype=np.uint8).reshape(-1, cards)
    begun = time.process_time()
    sums = dict.fromkeys(("rising-sequences", "descents", "inversions", "fixed-points", "cycles", "successions"), 0)
    tables = {name: np.zeros((cards, cards), dtype=np.int64)
              for name in ("position-matrix", "successor-matrix", "pair-order", "lehmer-digits")}
    ones, upper = np.arange(cards), np.triu(np.ones((cards, cards), dtype=bool), 1)
    for start in range(0, len(decks), BLOCK):
        block = decks[start : start + BLOCK]
        place = np.argsort(block, axis=1, kind="stable").astype(np.uint8)
        sums["rising-sequences"] += int((place[:, 1:] < place[:, :-1]).sum()) + len(block)
        sums["descents"] += int((block[:, 1:] < block[:, :-1]).sum())
        sums["fixed-points"] += int((block == ones).sum())
        sums["successions"] += int((block[:, 1:] == block[:, :-1] + 1).sum())
        # A card is the least of its cycle where no place on the way is smaller: as many cycles as such cards.
        least, at = np.broadcast_to(ones, block.shape).astype(np.uint8), block
        for _ in range(int(cards).bit_length()):
            least = np.minimum(least, np.take_along_axis(least, at.astype(np.intp), axis=1))
            at = np.take_along_axis(at, at.astype(np.intp), axis=1)
        sums["cycles"] += int((least == ones).sum())
        cells = np.arange(cards) * cards + block.astype(np.intp)
        tables["position-matrix"] += np.bincount(cells.ravel(), minlength=cards * cards).reshape(cards, cards)
        pairs = block[:, :-1].astype(np.intp) * cards + block[:, 1:]
        tables["successor-matrix"] += np.bincount(pairs.ravel(), minlength=cards * cards).reshape(cards, cards)
        above = place[:, :, None] < place[:, None, :]
        tables["pair-order"] += above.sum(axis=0)
        sums["inversions"] += int((~above)[:, upper].sum())
        # How many cards below a place are smaller.
        smaller = ((block[:, None, :] < block[:, :, None]) & upper).sum(axis=2)
        digits = np.arange(cards) * cards + smaller
        tables["lehmer-digits"] += np.bincount(digits.ravel(), minlength=cards * cards).reshape(cards, cards)
    seconds = time.process_time() - begun
    means = {name: total / len(decks) for name, total in sums.items()}
    squares = {name: int((table.astype(object) ** 2).sum()) for name, table in tables.items()}
    print(json.dumps({"seconds": seconds, "decks": len(decks), "means": means, "squares": squares}))


main()
