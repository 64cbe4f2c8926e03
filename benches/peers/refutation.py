#!/usr/bin/env python3
"""The peer: the refutation of the three-shuffle article, in plain numpy.

The experiment is the one of "Refutation of an Article on Shuffling in TCG" (2020). For each of thirteen routines it
prints two tables:

1. the mean *number of duplicates*: how many cells of the position matrix m[position][card] are 2 or 3 after 100 decks,
   over 500 replicates;
2. how many of the 2n chi-squared tests, one for each row and each column of the matrix of 50,000 decks, have p < 0.05.

Numpy's global legacy generator is seeded with 0xC7 before each routine and each table, and drawn from in the order of
the original, so that both tables come out as published, digit for digit. As there, the second table is a simulation of
its own; its decks are those of the first once more, and `--pooled` takes them from there instead.

The program is written from the description of the experiment, one deck at a time and vectorised within the deck. It
needs Python 3, numpy and scipy.

Letters: S ideal shuffle, C cut, G riffle (Gilbert-Shannon-Reeds), R riffle with limited streaks, H Hindu shuffle.
A deck is an array of cards, top first; a new one is 0, 1, ..., n-1.
"""

import argparse
import json
import multiprocessing
import time

import numpy as np
from scipy.stats import chisquare

ROUTINES = "S,C,GGGGGGG,CCC,GGG,RRR,RRH,RHR,HRR,RHH,HRH,HHR,HHH"
STREAK_LIMIT = 4  # cards in a row from one packet, in R
HINDU_PACKET = (7, 13)  # smallest packet, and one more than the largest
ALPHA = 0.05


def ideal(deck):
    """S: every order equally likely."""
    np.random.shuffle(deck)
    return deck


def cut(deck):
    """C: one cut, every place equally likely, none included."""
    return np.roll(deck, np.random.randint(0, len(deck)))


def riffle(deck):
    """G: a fair coin for each place says from which packet its card comes; both packets keep their order."""
    coins = np.random.binomial(1, 0.5, size=len(deck))
    shuffled = np.empty_like(deck)
    shuffled[np.argsort(coins, kind="stable")] = deck
    return shuffled


def limited_riffle(deck):
    """R: a riffle with at most four cards in a row from one packet, except in its first run and at its end.

    A card comes from a packet with probability proportional to the packet's size. A card that the limit forces to come
    from the other packet has used its draw all the same. Once a packet is empty the other one follows, without draws.
    """
    n = len(deck)
    middle = np.random.binomial(n, 0.5)
    top, bottom = 0, middle
    order = []
    packet, streak, limit = None, 0, n  # no limit yet
    while top < middle and bottom < n:
        x, y = middle - top, n - bottom
        # the double that uniform() gives, without the cost of its arguments
        pick = np.random.random() >= x / (x + y)
        if pick == packet and streak == limit:
            pick = not pick
        if pick == packet:
            streak += 1
        else:
            if packet is not None:
                limit = STREAK_LIMIT
            packet, streak = pick, 1
        if pick:
            order.append(bottom)
            bottom += 1
        else:
            order.append(top)
            top += 1
    order.extend(range(top, middle))
    order.extend(range(bottom, n))
    return deck[order]


def hindu(deck):
    """H: packets of 7 to 12 cards go from the top onto a new pile, the last with what is left."""
    packets = []
    start = 0
    while start < len(deck):
        end = start + np.random.randint(*HINDU_PACKET)
        packets.append(deck[start:end])
        start = end
    return np.concatenate(packets[::-1])


SHUFFLES = {"S": ideal, "C": cut, "G": riffle, "R": limited_riffle, "H": hindu}


def shuffled_deck(n, routine):
    """A new deck of n cards after the routine's shuffles, from left to right."""
    deck = np.arange(n)
    for letter in routine:
        deck = SHUFFLES[letter](deck)
    return deck


def position_matrix(n, routine, trials):
    """m[position][card] of so many decks, each shuffled from new."""
    matrix = np.zeros((n, n), dtype=int)
    positions = np.arange(n)
    for _ in range(trials):
        matrix[positions, shuffled_deck(n, routine)] += 1
    return matrix


def duplicates(matrix, counts):
    """The number of cells that hold one of the counts."""
    return int(np.isin(matrix, counts).sum())


def lines_below(matrix, alpha=ALPHA):
    """How many rows and columns have a chi-squared p-value below alpha."""
    p = np.concatenate([chisquare(matrix, axis=0).pvalue, chisquare(matrix, axis=1).pvalue])
    return int((p < alpha).sum())


def measure_duplicates(routine, args):
    """A routine's row of the first table, and its matrix pooled over the replicates."""
    np.random.seed(args.seed)
    total = 0
    pooled = np.zeros((args.deck, args.deck), dtype=int)
    for _ in range(args.replicates):
        matrix = position_matrix(args.deck, routine, args.trials)
        total += duplicates(matrix, args.counts)
        pooled += matrix
    return total / args.replicates, pooled


def measure_lines(routine, args):
    """A routine's row of the second table."""
    np.random.seed(args.seed)
    return lines_below(position_matrix(args.deck, routine, args.trials * args.replicates))


def for_each_routine(measure, args):
    """{routine: what `measure` gives}, in the order of the command line, and the elapsed seconds."""
    start = time.perf_counter()
    if args.processes == 1:
        measured = {routine: measure(routine, args) for routine in args.routines}
    else:
        # the slow routines first, so that the processes end at about the same time
        queue = sorted(args.routines, key=lambda routine: (routine.count("R"), len(routine)), reverse=True)
        with multiprocessing.Pool(args.processes) as pool:
            results = pool.starmap(measure, [(routine, args) for routine in queue], chunksize=1)
        by_routine = dict(zip(queue, results))
        measured = {routine: by_routine[routine] for routine in args.routines}
    return measured, time.perf_counter() - start


def run(args):
    """Both tables: {title, rows in the published order, note, seconds}."""
    first, first_seconds = for_each_routine(measure_duplicates, args)
    means = {routine: mean for routine, (mean, _) in first.items()}
    if args.pooled:
        start = time.perf_counter()
        below = {routine: lines_below(matrix) for routine, (_, matrix) in first.items()}
        second_seconds = time.perf_counter() - start
    else:
        below, second_seconds = for_each_routine(measure_lines, args)
    return [
        {
            "name": "duplicates",
            "rows": dict(sorted(means.items(), key=lambda row: -row[1])),
            "note": f"Each method for {args.replicates}*{args.trials} times",
            "seconds": first_seconds,
        },
        {
            "name": "position-lines",
            "rows": dict(sorted(below.items(), key=lambda row: row[1])),
            "note": f"Each method for {args.replicates * args.trials} times",
            "seconds": second_seconds,
        },
    ]


def parse_seed(text):
    """An integer, or a list of them: `199`, `0xC7`, `1,2,3`, `[7]`. Numpy seeds a list of one unlike its integer."""
    items = [int(item, 0) for item in text.strip("[]").split(",") if item.strip()]
    if not items or any(not 0 <= item < 2**32 for item in items):
        raise ValueError(text)
    return items if "," in text or "[" in text else items[0]


def parse_counts(text):
    return [int(item) for item in text.split(",")]


def parse_routines(text):
    routines = list(dict.fromkeys(word.strip().upper() for word in text.split(",")))
    if any(not word or set(word) - set(SHUFFLES) for word in routines):
        raise ValueError(text)
    return routines


def positive(text):
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def parse_args():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deck", type=positive, default=40, help="cards in the deck (40)")
    parser.add_argument("--seed", type=parse_seed, default=0xC7, help="integer, or list such as 1,2,3 or [7] (0xC7)")
    parser.add_argument("--trials", type=positive, default=100, help="decks in a replicate (100)")
    parser.add_argument("--replicates", type=positive, default=500, help="replicates; table 2 has all their decks (500)")
    parser.add_argument("--counts", type=parse_counts, help="cell values that count as duplicates (the two about trials / deck)")
    parser.add_argument("--routines", type=parse_routines, default=ROUTINES, help="words of the letters S C G R H, comma separated")
    parser.add_argument("--pooled", action="store_true", help="table 2 from the decks of table 1")
    parser.add_argument("--processes", type=positive, default=1, help="processes that share the routines (1)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    args = parser.parse_args()
    if args.counts is None:
        args.counts = [args.trials // args.deck, args.trials // args.deck + 1]
    return args


def main():
    args = parse_args()
    tables = run(args)
    if args.json:
        print(json.dumps({"numpy": np.__version__, **vars(args), "tables": tables}, indent=2))
        return
    width = max(8, *map(len, args.routines))
    for table in tables:
        for routine, value in table["rows"].items():
            print(f"{routine:<{width}} {value}")
        print(table["note"])
        print(f"Elapsed Time: {table['seconds']: .2f}s\n")


if __name__ == "__main__":
    main()
