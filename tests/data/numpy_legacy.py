"""Writes the values to which tests/it/value_stability.rs holds the legacy stream: calls of numpy's RandomState, replayed
in order from a seed, each with what it gave. Run as

    python tests/data/numpy_legacy.py > tests/data/numpy_legacy.json

Each vector names the code path that it is there for. Doubles are stored as the integer that they are times 2**53, and
probabilities as text, so that no reader of JSON can round them.
"""

import json

import numpy as np

SEED = 0xC7
# Long enough for the rarest steps of the binomial draw: a Stirling correction with other constants first shows at draw
# 49,309 of n = 200.
STREAM = 100_000
FNV_OFFSET, FNV_PRIME = 0xCBF29CE484222325, 0x100000001B3


def fnv(values):
    """The hash FNV-1a, taken over whole values instead of bytes."""
    digest = FNV_OFFSET
    for value in values:
        digest = ((digest ^ int(value)) * FNV_PRIME) % 2**64
    return digest


def words(count):
    return "words", {}, lambda r: np.frombuffer(r.bytes(4 * count), "<u4").tolist()


def skip(count):
    return "skip", {"count": count}, lambda r: r.bytes(4 * count) and None


def doubles(count):
    return "doubles", {}, lambda r: [int(x * 2**53) for x in r.random_sample(count)]


def between(low, high, count):
    return "range", {"low": low, "high": high}, lambda r: r.randint(low, high, count).tolist()


def shuffle(cards):
    def run(r):
        deck = np.arange(cards)
        r.shuffle(deck)
        return deck.tolist()

    return "shuffle", {}, run


def binomial(n, p, count):
    return "binomial", {"n": n, "p": repr(p)}, lambda r: r.binomial(n, p, count).tolist()


def binomial_stream(n, p):
    return (
        "binomial-stream",
        {"n": n, "p": repr(p), "count": STREAM},
        lambda r: fnv(r.binomial(n, p, STREAM)),
    )


def vector(path, *calls, seed=SEED):
    """One vector; it ends with the generator's next word, to show that nothing more was drawn and nothing less."""
    r = np.random.RandomState(seed)
    replayed = []
    for name, arguments, run in (*calls, words(1)):
        expect = run(r)
        replayed.append({"call": name, **arguments} | ({} if expect is None else {"expect": expect}))
    return {"path": path, "seed": seed, "calls": replayed}


seeds = [
    vector(f"seed: one word, {seed} (init_genrand)", words(12), doubles(12), seed=seed)
    for seed in (SEED, 0, 1, 7, 2**32 - 1)
] + [
    vector("seed: list of one word, unlike the word itself (init_by_array)", words(12), seed=[7]),
    vector("seed: list of one zero", words(12), seed=[0]),
    vector("seed: list of several words", words(12), doubles(12), seed=[0x123, 0x234, 0x345, 2**32 - 1]),
    vector("seed: list as long as the state", words(12), seed=list(range(624))),
    vector("seed: list longer than the state", words(12), seed=list(range(700, 0, -1))),
]

engine = [
    vector("twister: across the end of the first block", skip(620), words(8)),
    vector("twister: second block, where the second word wraps", skip(624 + 223), words(8)),
    vector("twister: last word of the second block, and the third block", skip(2 * 624 - 1), words(8)),
    vector("twister: far along", skip(1_000_003), words(8)),
    vector("doubles: one word each side of the end of a block", skip(623), doubles(3)),
    vector("doubles: end with a block", skip(622), doubles(2)),
]

ranges = [
    vector("range: 6 values, mask 7", between(7, 13, 40)),
    vector("range: one value draws nothing", between(5, 6, 5), between(0, 1, 5)),
    *(
        vector(f"range: {bound} values, {what}", between(0, bound, 20))
        for bound, what in [
            (2, "mask of one bit"),
            (3, "mask with rejection"),
            (4, "mask full"),
            (5, "one above a full mask"),
            (52, "mask 63"),
            (255, "one below a full mask"),
            (256, "mask full"),
            (257, "one above a full mask"),
            (2**16, "mask full"),
            (2**16 + 1, "one above a full mask"),
            (2**31, "mask of 31 bits"),
            (2**31 + 1, "mask of 32 bits, half rejected"),
            (2**32 - 1, "mask of 32 bits, one value rejected"),
        ]
    ),
    vector("range: up to the largest word", between(2**32 - 7, 2**32 - 1, 20)),
]

shuffles = [
    vector("shuffle: no card and one card draw nothing", shuffle(0), shuffle(1)),
    *(vector(f"shuffle: {cards} cards", shuffle(cards)) for cards in (2, 3, 40, 52, 100, 200)),
    vector("shuffle: again and again", *[shuffle(6)] * 6),
    vector("shuffle: more cards than a block has words", shuffle(700)),
]

# n, p, and what they reach.
binomials = [
    (0, 0.5, "inversion: no trial still draws a double"),
    (1, 0.5, "coin: short cut of inversion"),
    (1, 0.3, "inversion: one trial"),
    (1, 0.9, "inversion: one trial, mirrored"),
    (2, 0.5, "inversion: two trials"),
    (40, 0.5, "inversion: n = 40"),
    (60, 0.5, "inversion: mean of exactly 30"),
    (40, 0.9, "inversion: mirrored"),
    (100, 0.7, "inversion: mirrored, mean of failures near 30"),
    (100, 0.01, "inversion: rare successes"),
    (52, 1 / 3, "inversion: p without a short decimal"),
    (1_000_000, 0.00001, "inversion: bound below n"),
    (5, 0.0, "inversion: p = 0"),
    (5, 1.0, "inversion: p = 1, mirrored"),
    (61, 0.5, "BTPE: just above the limit of inversion"),
    (100, 0.5, "BTPE: products only"),
    (101, 0.3, "BTPE: skewed, products only"),
    (101, 0.7, "BTPE: mirrored, products only"),
    (200, 0.5, "BTPE: Stirling's formula, and a squeeze that accepts alone"),
    (1_000, 0.5, "BTPE: squeeze and Stirling's formula"),
    (10_000, 0.5, "BTPE: squeeze and Stirling's formula"),
    (1_000, 0.9, "BTPE: mirrored, with squeeze"),
    (10_000, 0.01, "BTPE: skewed, with squeeze"),
    (10_000, 1 / 3, "BTPE: p without a short decimal"),
    (1_000_000, 0.7, "BTPE: mirrored, many trials"),
    (2**31 - 1, 0.25, "BTPE: as many trials as 31 bits hold"),
]
binomials = [
    vector(f"{path}; binomial({n}, {p})", binomial(n, p, 40), binomial_stream(n, p)) for n, p, path in binomials
]
# In the other streams the right tail stays in range.
binomials.append(vector("BTPE: both tails reach out of 0..=n; binomial(61, 0.5)", binomial_stream(61, 0.5), seed=5))

mixed = [
    vector(
        "mixed: one pair (n, p) between draws of another, each method after each",
        *[
            binomial(n, p, count)
            for n, p, count in [
                (40, 0.5, 3), (1, 0.5, 2), (40, 0.5, 2), (200, 0.5, 3), (40, 0.5, 1), (200, 0.3, 2), (200, 0.5, 1),
                (200, 0.7, 2), (200, 0.3, 1), (40, 0.4, 2), (40, 0.6, 2), (41, 0.4, 2), (1, 0.5, 1), (1, 0.25, 3),
                (1, 0.5, 3), (0, 0.5, 2), (1_000, 0.01, 2), (1_000, 0.1, 2), (1_000, 0.01, 2),
            ]
        ],
    ),
    vector(
        "mixed: words, doubles, ranges, shuffles and binomials; nothing is buffered",
        doubles(1), shuffle(5), doubles(2), words(1), doubles(1), between(0, 6, 3), binomial(40, 0.5, 1), words(3),
        between(3, 4, 1), doubles(1), shuffle(7), binomial(100, 0.5, 2), between(0, 2, 5), doubles(1), shuffle(2),
        binomial(1, 0.5, 5), words(1), shuffle(52), binomial(40, 0.5, 1), doubles(2),
    ),
]  # fmt: skip

print("{")
print(' "command": "python tests/data/numpy_legacy.py > tests/data/numpy_legacy.json",')
print(f' "numpy": "{np.__version__}",')
print(' "vectors": [')
print(
    ",\n".join(
        "  " + json.dumps(v, separators=(",", ":"))
        for v in [*seeds, *engine, *ranges, *shuffles, *binomials, *mixed]
    )
)
print(" ]\n}")
