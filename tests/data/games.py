"""Writes what tests/it/games.rs expects of card games on decks that random.shuffle gives, each from a sorted deck of
52: how many decks have each number. Run as

    python3 tests/data/games.py > tests/data/games.json
"""

import json
import platform
import random

DECKS = 3_000
RANKS, SUITS = 13, 4


def rank(card):
    return card % RANKS


def suit(card):
    return card // RANKS


ALIKE = {
    "rank": lambda a, b: rank(a) == rank(b),
    "suit": lambda a, b: suit(a) == suit(b),
    "rank-or-suit": lambda a, b: rank(a) == rank(b) or suit(a) == suit(b),
}


def snap(deck, match="rank", players=2):
    piles, snaps = [None] * players, 0
    for turn, card in enumerate(deck):
        piles[turn % players] = card
        others = [top for p, top in enumerate(piles) if p != turn % players and top is not None]
        snaps += any(ALIKE[match](card, other) for other in others)
    return snaps


def tricks(deck, deal):
    return list(zip(deck[0::2], deck[1::2])) if deal == "in-turn" else list(zip(deck[:26], deck[26:]))


def war(deck, match="rank", deal="in-turn"):
    return sum(ALIKE[match](a, b) for a, b in tricks(deck, deal))


def war_sweep(deck, deal="in-turn"):
    def strength(card):
        return rank(card) or RANKS  # the ace is the highest

    won = [0, 0]
    for a, b in tricks(deck, deal):
        if strength(a) != strength(b):
            won[strength(a) < strength(b)] += 1
    return 26 - max(won)


def frustration(deck, match="rank"):
    return sum(ALIKE[match](card, call) for call, card in enumerate(deck))


def derangement(deck):
    return sum(card == place for place, card in enumerate(deck))


CASES = [
    ("snap", "", snap),
    ("snap", 'match = "suit"', lambda d: snap(d, "suit")),
    ("snap", 'match = "rank-or-suit"', lambda d: snap(d, "rank-or-suit")),
    ("snap", "players = 3", lambda d: snap(d, players=3)),
    ("snap", "players = 5", lambda d: snap(d, players=5)),
    ("war", "", war),
    ("war", 'match = "suit"', lambda d: war(d, "suit")),
    ("war", 'match = "rank-or-suit", deal = "halves"', lambda d: war(d, "rank-or-suit", "halves")),
    ("war-sweep", "", war_sweep),
    ("war-sweep", 'deal = "halves"', lambda d: war_sweep(d, "halves")),
    ("frustration", "", frustration),
    ("frustration", 'match = "rank-or-suit"', lambda d: frustration(d, "rank-or-suit")),
    ("derangement", "", derangement),
]

cases = []
for seed, (kind, parameters, count) in enumerate(CASES):
    r, histogram = random.Random(seed), {}
    for _ in range(DECKS):
        deck = list(range(RANKS * SUITS))
        r.shuffle(deck)
        value = count(deck)
        histogram[value] = histogram.get(value, 0) + 1
    cases.append({"kind": kind, "parameters": parameters, "seed": seed, "histogram": sorted(histogram.items())})

print("{")
print(' "command": "python3 tests/data/games.py > tests/data/games.json",')
print(f' "python": "{platform.python_implementation()} {platform.python_version()}",')
print(f' "decks": {DECKS},')
print(' "cases": [')
print(",\n".join("  " + json.dumps(case) for case in cases))
print(" ]\n}")
