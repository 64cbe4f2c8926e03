#!/usr/bin/env python3
"""Fixtures from numpy's legacy generator: what whole simulated experiments give, for the compat test.

Writes numpy_experiments.json beside this file. The shuffles are those of the peer, benches/peers/refutation.py. Each
case seeds numpy once, shuffles `replicates` times `trials` decks, and records

- duplicates: for each replicate, how many cells of its position matrix hold one of `counts`;
- rising_sequences: their number, 1 + #{c: pos[c+1] < pos[c]}, summed over all decks;
- checksum: of the matrix m[position][card] of all decks: starting from 0, h -> (h * 1000003 + m) modulo 2^61 - 1 over
  the cells, row by row (a sum linear in position and card would not do: rows and columns have constant sums);
- first, last: the first two decks and the last, top first.
"""

import json
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE.parents[1] / "benches" / "peers"))
import refutation as peer  # noqa: E402

MODULUS = 2**61 - 1
MULTIPLIER = 1_000_003
ROUTINES = [*peer.ROUTINES.split(","), "R", "G", "H", "SGC", "RC", "HCGR"]
SETTINGS = [  # deck, seed, trials, replicates
    (40, 0xC7, 100, 3),  # as published
    (52, 1, 20, 3),
    (60, [7], 20, 3),  # n p = 30: the largest cut that is drawn by inversion
    (100, 12345, 20, 3),
    (7, [199, 7, 2**32 - 1], 20, 3),  # Hindu packets larger than the deck
    (2, 0, 20, 3),
    (200, 2**32 - 1, 20, 3),  # n p q > 44: the squeeze step of the binomial generator
]
PUBLISHED = {"S": [745, 786, 758], "CCC": [880, 680, 840], "RRR": [701, 718, 696]}  # first replicates


def rising_sequences(deck):
    position = np.argsort(deck)
    return 1 + int((position[1:] < position[:-1]).sum())


def checksum(matrix):
    h = 0
    for cell in matrix.flat:
        h = (h * MULTIPLIER + int(cell)) % MODULUS
    return h


def case(n, seed, trials, replicates, routine):
    counts = [trials // n, trials // n + 1]
    duplicates, rising, decks = [], 0, []
    pooled = np.zeros((n, n), dtype=int)
    np.random.seed(seed)
    for _ in range(replicates):
        matrix = np.zeros((n, n), dtype=int)
        for _ in range(trials):
            deck = peer.shuffled_deck(n, routine)
            matrix[np.arange(n), deck] += 1
            rising += rising_sequences(deck)
            decks.append(deck.tolist())
        duplicates.append(peer.duplicates(matrix, counts))
        pooled += matrix
    return {
        "deck": n,
        "seed": seed,
        "routine": routine,
        "trials": trials,
        "replicates": replicates,
        "counts": counts,
        "duplicates": duplicates,
        "rising_sequences": rising,
        "checksum": checksum(pooled),
        "first": decks[:2],
        "last": decks[-1],
    }


def main():
    cases = [case(*setting, routine) for setting in SETTINGS for routine in ROUTINES]
    for made in cases[: len(ROUTINES)]:
        published = PUBLISHED.get(made["routine"], made["duplicates"])
        assert made["duplicates"] == published, made["routine"]
    lines = ",\n".join(json.dumps(made, separators=(",", ":")) for made in cases)
    header = json.dumps({"command": "python3 tests/data/numpy_experiments.py", "numpy": np.__version__})
    text = f'{header[:-1]}, "cases": [\n{lines}\n]}}\n'
    json.loads(text)
    (HERE / "numpy_experiments.json").write_text(text)


if __name__ == "__main__":
    main()
