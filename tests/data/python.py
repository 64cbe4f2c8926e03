"""Writes the values to which tests/it/value_stability.rs holds the stream of Python's random.Random. Run as

    python3 tests/data/python.py > tests/data/python.json

Seeds are given as text, with the words of their absolute values, the lowest first. Doubles are stored as the integer
that they are times 2**53.
"""

import json
import platform
import random

SEEDS = [0, 1, 199, 2**32 - 1, 2**32, -(2**32), -7, 2**64 + 1, 2**127 + 3, 10**60, -(10**60), 2**20000 + 12345]
BOUNDS = [1, 2, 3, 4, 6, 52, 64, 65, 1000, 2**31, 2**32 - 1]
BITS = [1, 2, 7, 31, 32]


def words(seed):
    seed, found = abs(seed), []
    while seed:
        found.append(seed % 2**32)
        seed //= 2**32
    return found or [0]


def riffle(deck, r):
    """A riffle after Gilbert, Shannon and Reeds: a coin for each place, tails from the lower packet."""
    coins = [r.getrandbits(1) for _ in deck]
    upper, lower = iter(deck[: coins.count(0)]), iter(deck[coins.count(0) :])
    return [next(lower) if coin else next(upper) for coin in coins]


def cut(deck, r):
    k = r.randrange(len(deck))
    return deck[len(deck) - k :] + deck[: len(deck) - k]


def vector(seed):
    r = random.Random(seed)
    found = {
        "seed": str(seed) if abs(seed) < 2**1000 else f"{seed:#x}"[:12] + "...",
        "words": words(seed),
        "doubles": [int(r.random() * 2**53) for _ in range(3)],
        "below": [[bound, [r.randrange(bound) for _ in range(4)]] for bound in BOUNDS],
        "bits": [[bits, [r.getrandbits(bits) for _ in range(3)]] for bits in BITS],
        "shuffles": [],
    }
    for cards in [1, 2, 10, 52, 100]:
        deck = list(range(cards))
        r.shuffle(deck)
        found["shuffles"].append(deck)
    # 700 words, so that a block of the Mersenne Twister ends.
    for _ in range(700):
        r.getrandbits(32)
    found["last"] = r.getrandbits(32)
    r = random.Random(seed)
    deck = list(range(12))
    for shuffle in [riffle, cut, riffle]:
        deck = shuffle(deck, r)
    r.shuffle(deck)
    found["routine"] = deck
    return found


print("{")
print(' "command": "python3 tests/data/python.py > tests/data/python.json",')
print(f' "python": "{platform.python_implementation()} {platform.python_version()}",')
print(' "vectors": [')
print(",\n".join("  " + json.dumps(vector(seed)) for seed in SEEDS))
print(" ]\n}")
