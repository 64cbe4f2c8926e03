#!/usr/bin/env python3
"""Sets `colddeck test` beside the Mallows kernel test of Mitchell, Stokes, Frank and Holmes (2022), on many small decks.

    python3 benches/kernel.py [--streams 20] [--decks 2000]

The kernel of two orders is exp(−λ times the share of pairs of cards that they have in opposite orders), λ = 5. Its mean over pairs of decks
that follow each other is known for fair decks, and so is its variance; the test rejects at .001, both ways. Prints how many streams of each
maker fail either test, as a table. Needs numpy, and target/release/colddeck.
"""

import argparse
import math
import subprocess
import sys
from pathlib import Path

import numpy

ROOT = Path(__file__).resolve().parents[1]
BINARY = ROOT / "target" / "release" / "colddeck"

#: The λ of the paper.
RATE = 5.0

#: The chance that a fair stream fails.
LEVEL = 0.001


def expected(cards, rate):
    """The mean of the kernel for fair orders: that of a sum of independent numbers, one for each card."""
    each = rate / math.comb(cards, 2)
    terms = [math.log(-math.expm1(-each * j)) - math.log(j * -math.expm1(-each)) for j in range(1, cards + 1)]
    return math.exp(math.fsum(terms))


def kernel_fails(decks):
    """True if the kernel test rejects the decks, which are the rows of an array."""
    cards = decks.shape[1]
    one, other = decks[0::2], decks[1::2]
    places = numpy.argsort(other, axis=1)
    seen = numpy.take_along_axis(places, one, axis=1)
    opposite = numpy.zeros(len(seen), dtype=numpy.int64)
    for card in range(cards - 1):
        opposite += (seen[:, card + 1 :] < seen[:, card : card + 1]).sum(axis=1)
    kernel = numpy.exp(-RATE * opposite / math.comb(cards, 2))
    mean = expected(cards, RATE)
    variance = expected(cards, 2 * RATE) - mean**2
    z = (kernel.mean() - mean) / math.sqrt(variance / len(kernel))
    return math.erfc(abs(z) / math.sqrt(2)) <= LEVEL


def colddeck_fails(decks):
    """True if colddeck rejects them."""
    text = "\n".join(" ".join(map(str, deck)) for deck in decks)
    words = [str(BINARY), "test", "-", "--quiet"]
    done = subprocess.run(words, input=text, text=True, capture_output=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    return done.returncode == 1


def fair(random, shape):
    return random.permuted(numpy.tile(numpy.arange(shape[1]), (shape[0], 1)), axis=1)


def swaps(random, shape, choose):
    """Decks in which each place in turn swaps with one that `choose` names."""
    decks = numpy.tile(numpy.arange(shape[1]), (shape[0], 1))
    rows = numpy.arange(shape[0])
    for place in range(shape[1]):
        other = choose(random, place, shape)
        here = decks[:, place].copy()
        decks[:, place] = decks[rows, other]
        decks[rows, other] = here
    return decks


def any_place(random, _, shape):
    return random.integers(0, shape[1], shape[0])


def never_itself(random, place, shape):
    last = shape[1] - 1
    return numpy.full(shape[0], last) if place == last else random.integers(place + 1, shape[1], shape[0])


def riffles(times):
    def decks(random, shape):
        all = numpy.tile(numpy.arange(shape[1]), (shape[0], 1))
        for _ in range(times):
            keys = random.integers(0, 2, shape)
            all = numpy.take_along_axis(all, numpy.argsort(numpy.argsort(keys, axis=1, kind="stable"), axis=1), axis=1)
        return all

    return decks


def near_fair(swapped):
    """Fair decks, except that some are left in the order of the one before."""

    def decks(random, shape):
        all = fair(random, shape)
        kept = random.random(shape[0]) < swapped
        all[1:][kept[1:]] = all[:-1][kept[1:]]
        return all

    return decks


def one_deal(random, shape):
    """Fair decks whose top card never goes to the bottom."""
    all = fair(random, shape)
    wrong = all[:, -1] == 0
    all[wrong, -1], all[wrong, 0] = all[wrong, 0], 0
    return all


MAKERS = [
    ("fair", fair),
    ("swap with any place", lambda random, shape: swaps(random, shape, any_place)),
    ("swap with a later place, never itself", lambda random, shape: swaps(random, shape, never_itself)),
    ("7 riffles", riffles(7)),
    ("8 riffles", riffles(8)),
    ("one deck in 100 as the one before", near_fair(0.01)),
    ("the top card never at the bottom", one_deal),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--streams", type=int, default=20)
    parser.add_argument("--decks", type=int, default=2000)
    asked = parser.parse_args()
    print(f"| {asked.decks:,} decks | cards | Mallows kernel | `colddeck test` |")
    print("| --- | ---: | ---: | ---: |")
    for name, maker in MAKERS:
        for cards in (10, 52):
            found = [0, 0]
            for seed in range(asked.streams):
                decks = maker(numpy.random.default_rng([seed, cards]), (asked.decks, cards))
                found[0] += kernel_fails(decks)
                found[1] += colddeck_fails(decks)
            print(f"| {name} | {cards} | {found[0]} of {asked.streams} | {found[1]} of {asked.streams} |", flush=True)


if __name__ == "__main__":
    main()
