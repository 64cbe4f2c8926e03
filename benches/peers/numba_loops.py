#!/usr/bin/env python3
"""The peer in numba: the loops of plain.c in Python, compiled; it needs numpy and numba.

Random numbers are those of numba's own np.random, a Mersenne Twister; integers below a bound are drawn as a double times
the bound, as numba programs do it.
"""

import numpy as np
from numba import njit

import command_line
from command_line import LARGEST_PACKET, SMALLEST_PACKET, STREAK_LIMIT


@njit
def below(bound):
    return int(np.random.random() * bound)


@njit
def ideal(deck):
    for last in range(len(deck) - 1, 0, -1):
        other = below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]


@njit
def cut(to, deck):
    moved = below(len(deck))
    kept = len(deck) - moved
    for place in range(moved):
        to[place] = deck[kept + place]
    for place in range(kept):
        to[moved + place] = deck[place]


@njit
def toss(coins):
    """Fair coins, 32 from a word, and how many are heads."""
    word, heads = 0, 0
    for place in range(len(coins)):
        if place % 32 == 0:
            word = below(1 << 32)
        coins[place] = word & 1
        word >>= 1
        heads += coins[place]
    return heads


@njit
def riffle(to, deck, coins):
    """A fair coin for each place says from which packet its card comes."""
    n = len(deck)
    lower = toss(coins)
    top, bottom = 0, n - lower
    for place in range(n):
        if coins[place]:
            to[place] = deck[bottom]
            bottom += 1
        else:
            to[place] = deck[top]
            top += 1


@njit
def limited_riffle(to, deck, coins):
    """A card comes from a packet with probability proportional to its size, within the limit on streaks."""
    n = len(deck)
    middle = toss(coins)
    top, bottom, place = 0, middle, 0
    packet, streak, limit = -1, 0, n  # the first streak is free
    while top < middle and bottom < n:
        x, y = middle - top, n - bottom
        pick = 1 if np.random.random() * (x + y) >= x else 0
        if pick == packet and streak == limit:
            pick = 1 - pick
        if pick == packet:
            streak += 1
        else:
            if packet >= 0:
                limit = STREAK_LIMIT
            packet = pick
            streak = 1
        if pick:
            to[place] = deck[bottom]
            bottom += 1
        else:
            to[place] = deck[top]
            top += 1
        place += 1
    while top < middle:
        to[place] = deck[top]
        top += 1
        place += 1
    while bottom < n:
        to[place] = deck[bottom]
        bottom += 1
        place += 1


@njit
def hindu(to, deck):
    """Packets go from the top onto a new pile, the last with what is left."""
    n = len(deck)
    start = 0
    while start < n:
        size = min(SMALLEST_PACKET + below(LARGEST_PACKET - SMALLEST_PACKET + 1), n - start)
        for card in range(size):
            to[n - start - size + card] = deck[start + card]
        start += size


@njit
def loop(letters, decks, cards, seed):
    np.random.seed(seed)
    matrix = np.zeros((cards, cards), dtype=np.int64)
    histogram = np.zeros(cards, dtype=np.int64)
    deck = np.empty(cards, dtype=np.uint8)
    other = np.empty(cards, dtype=np.uint8)
    position = np.empty(cards, dtype=np.uint8)
    for _ in range(decks):
        for card in range(cards):
            deck[card] = card
        for letter in letters:
            if letter == 0:
                ideal(deck)
                continue
            if letter == 1:
                cut(other, deck)
            elif letter == 2:
                riffle(other, deck, position)
            elif letter == 3:
                limited_riffle(other, deck, position)
            else:
                hindu(other, deck)
            deck, other = other, deck
        for place in range(cards):
            matrix[place, deck[place]] += 1
            position[deck[place]] = place
        descents = 0
        for card in range(1, cards):
            descents += position[card] < position[card - 1]
        histogram[descents] += 1
    return matrix, histogram


def count_decks(routine, decks, cards, seed):
    letters = np.array([command_line.LETTERS.index(letter) for letter in routine])
    return loop(letters, decks, cards, seed)


def compile_loop(routine, _, cards, seed):
    count_decks(routine, 1, cards, seed)


if __name__ == "__main__":
    command_line.run(__doc__, count_decks, compile_loop)
