"""What the peers in Python share: their command line, and the line that they print. It is that of plain.c."""

import argparse
import json
import time

import numpy as np

LETTERS = "SCGRH"
STREAK_LIMIT = 4  # cards in a row from one packet, in R
SMALLEST_PACKET, LARGEST_PACKET = 7, 12  # in H


def run(about, count_decks, prepare=None):
    """Counts as the command line says and prints one line of JSON.

    `count_decks(routine, decks, cards, seed)` gives the position matrix m[position][card] and the histogram of rising
    sequences less one. `prepare`, called with the same arguments, is what comes before the clock starts.
    """
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("routine", help=f"word of the letters {' '.join(LETTERS)}")
    parser.add_argument("decks", type=int)
    parser.add_argument("cards", type=int, nargs="?", default=40)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--matrix", action="store_true", help="print the whole position matrix too")
    args = parser.parse_args()
    if set(args.routine) - set(LETTERS):
        parser.error(f"unknown letter in {args.routine}")
    if not 2 <= args.cards <= 256:
        parser.error("cards go from 2 to 256")

    task = (args.routine, args.decks, args.cards, args.seed)
    if prepare:
        prepare(*task)
    start, busy = time.perf_counter(), time.process_time()
    matrix, histogram = count_decks(*task)
    seconds, busy = time.perf_counter() - start, time.process_time() - busy

    line = {
        "seconds": seconds,
        "processor_seconds": busy,
        "sum": int(matrix.sum()),
        "rising": float(np.arange(1, args.cards + 1) @ histogram) / args.decks,
        "corners": [int(matrix[row, column]) for row in (0, -1) for column in (0, -1)],
        "histogram": histogram.tolist(),
    }
    if args.matrix:
        line["matrix"] = matrix.ravel().tolist()
    print(json.dumps(line))
