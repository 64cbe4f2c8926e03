#!/usr/bin/env python3
"""The peer in straightforward numpy: one deck after the other, vectorised within the deck.

It does the work of plain.c, from the same descriptions; it needs numpy.
"""

import numpy as np

import command_line
from command_line import LARGEST_PACKET, SMALLEST_PACKET, STREAK_LIMIT


def ideal(deck, random):
    random.shuffle(deck)
    return deck


def cut(deck, random):
    return np.roll(deck, random.integers(len(deck)))


def riffle(deck, random):
    """A fair coin for each place says from which packet its card comes; both packets keep their order."""
    coins = random.integers(2, size=len(deck), dtype=np.uint8)
    shuffled = np.empty_like(deck)
    shuffled[np.argsort(coins, kind="stable")] = deck
    return shuffled


def limited_riffle(deck, random):
    """A card comes from a packet with probability proportional to its size, within the limit on streaks."""
    n = len(deck)
    middle = random.binomial(n, 0.5)
    uniforms = random.random(n).tolist()
    top, bottom = 0, middle
    order = []
    packet, streak, limit = None, 0, n  # the first streak is free
    while top < middle and bottom < n:
        x, y = middle - top, n - bottom
        pick = uniforms[len(order)] * (x + y) >= x
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


def hindu(deck, random):
    """Packets go from the top onto a new pile, the last with what is left."""
    packets = []
    start = 0
    while start < len(deck):
        end = start + random.integers(SMALLEST_PACKET, LARGEST_PACKET + 1)
        packets.append(deck[start:end])
        start = end
    return np.concatenate(packets[::-1])


SHUFFLES = {"S": ideal, "C": cut, "G": riffle, "R": limited_riffle, "H": hindu}


def count_decks(routine, decks, cards, seed):
    random = np.random.default_rng(seed)
    matrix = np.zeros((cards, cards), dtype=np.int64)
    histogram = np.zeros(cards, dtype=np.int64)
    positions = np.arange(cards)
    position_of = np.empty(cards, dtype=np.int64)
    for _ in range(decks):
        deck = np.arange(cards)
        for letter in routine:
            deck = SHUFFLES[letter](deck, random)
        matrix[positions, deck] += 1
        position_of[deck] = positions
        histogram[np.count_nonzero(position_of[1:] < position_of[:-1])] += 1
    return matrix, histogram


if __name__ == "__main__":
    command_line.run(__doc__, count_decks)
