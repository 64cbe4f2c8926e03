#!/usr/bin/env python3
"""The peer in vectorised numpy: thousands of decks at once, one row each, no loop over decks.

It does the work of plain.c, from the same descriptions; it needs numpy. A shuffle is an array of sources: the card that
comes to stand at a place, by the place where it stood.
"""

import numpy as np

import command_line
from command_line import LARGEST_PACKET, SMALLEST_PACKET, STREAK_LIMIT

BLOCK = 4096  # decks at once: their arrays stay in the second-level cache


def cut_sources(decks, cards, random):
    moved = random.integers(cards, size=(decks, 1))
    return (np.arange(cards) - moved) % cards


def interleaved(lower, middle):
    """Sources of a riffle whose place j takes from the lower packet where lower[j] is true."""
    from_lower = np.cumsum(lower, axis=1)
    from_upper = np.arange(1, lower.shape[1] + 1) - from_lower
    return np.where(lower, middle[:, None] + from_lower, from_upper) - 1


def riffle_sources(decks, cards, random):
    lower = random.integers(2, size=(decks, cards), dtype=np.uint8).astype(bool)
    return interleaved(lower, cards - lower.sum(axis=1))


def limited_riffle_sources(decks, cards, random):
    """All decks take one card at a time."""
    middle = random.binomial(cards, 0.5, size=decks)
    lower = np.empty((decks, cards), dtype=bool)
    above, under = middle.copy(), cards - middle
    packet = np.full(decks, -1)
    streak = np.zeros(decks, dtype=np.int64)
    limit = np.full(decks, cards)  # the first streak is free
    for place in range(cards):
        pick = random.random(decks) * (above + under) >= above
        pick ^= (pick == packet) & (streak == limit)
        same = pick == packet
        limit[~same & (packet >= 0)] = STREAK_LIMIT
        streak = np.where(same, streak + 1, 1)
        packet = pick.astype(np.int64)
        # An empty packet gives nothing, whatever the limit says.
        pick = np.where(above == 0, True, np.where(under == 0, False, pick))
        lower[:, place] = pick
        above -= ~pick
        under -= pick
    return interleaved(lower, middle)


def hindu_sources(decks, cards, random):
    most = -(-cards // SMALLEST_PACKET)
    ends = np.cumsum(random.integers(SMALLEST_PACKET, LARGEST_PACKET + 1, size=(decks, most)), axis=1)
    ends = np.minimum(ends, cards)
    # The card at i is in the packet start..end, which comes to stand from cards - end on.
    first = np.zeros((decks, cards + 1), dtype=np.int64)
    np.put_along_axis(first, ends, 1, axis=1)
    packet = np.cumsum(first[:, :cards], axis=1)
    starts = np.concatenate([np.zeros((decks, 1), dtype=np.int64), ends[:, :-1]], axis=1)
    start, end = (np.take_along_axis(edge, packet, axis=1) for edge in (starts, ends))
    source = np.arange(cards)
    sources = np.empty((decks, cards), dtype=np.int64)
    np.put_along_axis(sources, cards - end + source - start, np.broadcast_to(source, (decks, cards)), axis=1)
    return sources


SOURCES = {"C": cut_sources, "G": riffle_sources, "R": limited_riffle_sources, "H": hindu_sources}


def shuffled(routine, decks, cards, random):
    deck = np.tile(np.arange(cards), (decks, 1))
    for letter in routine:
        if letter == "S":
            random.permuted(deck, axis=1, out=deck)
        else:
            deck = np.take_along_axis(deck, SOURCES[letter](decks, cards, random), axis=1)
    return deck


def count_decks(routine, decks, cards, seed):
    random = np.random.default_rng(seed)
    matrix = np.zeros(cards * cards, dtype=np.int64)
    histogram = np.zeros(cards, dtype=np.int64)
    places = np.arange(cards)
    for start in range(0, decks, BLOCK):
        rows = min(BLOCK, decks - start)
        deck = shuffled(routine, rows, cards, random)
        matrix += np.bincount((places * cards + deck).ravel(), minlength=cards * cards)
        position = np.empty_like(deck)
        np.put_along_axis(position, deck, np.broadcast_to(places, deck.shape), axis=1)
        descents = np.count_nonzero(position[:, 1:] < position[:, :-1], axis=1)
        histogram += np.bincount(descents, minlength=cards)
    return matrix.reshape(cards, cards), histogram


if __name__ == "__main__":
    command_line.run(__doc__, count_decks)
