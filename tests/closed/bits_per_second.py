"""Shuffles by hand, ranked by bits a second: the Shannon entropy of the order that one move leaves, over its seconds.

Entropy by a formula or a programme over the choices of the model ("formula"), and from the law over all orders of a deck of
seven cards, with every choice followed ("all orders"). Seconds are assumptions, not measurements: a fixed time and a
time for each card, for a practised player.
"""
import math
import os
import subprocess
import sys
from collections import defaultdict
from functools import lru_cache
from math import comb, factorial, log2


def h(*p):
    return -sum(x * log2(x) for x in p if x > 0)


# --- laws over all orders, of small decks ---------------------------------------------------------------------------------

def interleave(word, cut):
    """word[place] = 0 if the card comes from the upper packet, which holds the cards 0 ... cut - 1."""
    nxt = [0, cut]
    out = []
    for w in word:
        out.append(nxt[w])
        nxt[w] += 1
    return tuple(out)


def packets_reversed(n, starts):
    bounds = [0] + list(starts) + [n]
    out = []
    for a, b in reversed(list(zip(bounds, bounds[1:]))):
        out += range(a, b)
    return tuple(out)


def law_labels(n, stay):
    """Labels of the places: a chain that keeps its label with probability `stay`; 1/2 for the riffle."""
    law = defaultdict(float)
    for code in range(2 ** n):
        word = [code >> i & 1 for i in range(n)]
        p = .5
        for a, b in zip(word, word[1:]):
            p *= stay if a == b else 1 - stay
        law[interleave(word, word.count(0))] += p
    return law


def law_streak(n, limit):
    law = defaultdict(float)

    def go(word, x, y, last, length, p, cut):
        if x == 0 or y == 0:
            law[interleave(word + [0] * x + [1] * y, cut)] += p
            return
        if length == limit:
            chances = [(1 - last, 1.0)]
        else:
            chances = [(0, x / (x + y)), (1, y / (x + y))]
        for w, q in chances:
            after = (length + (length > 0)) if w == last else (0 if last is None else 1)
            go(word + [w], x - (w == 0), y - (w == 1), w, after, p * q, cut)
    for cut in range(n + 1):
        go([], cut, n - cut, None, 0, comb(n, cut) / 2 ** n, cut)
    return law


def mash_splits(n, error):
    out = defaultdict(float)
    for e in range(-error, error + 1):
        out[min(max(n // 2 + e, 1), n - 1)] += 1 / (2 * error + 1)
    return out


def law_mash(n, low, high, error):
    law = defaultdict(float)

    def go(word, left, turn, p, cut):
        if left[turn] == 0 or left[1 - turn] == 0:
            law[interleave(word + [0] * left[0] + [1] * left[1], cut)] += p
            return
        for size in range(low, high + 1):
            s = min(size, left[turn])
            after = list(left)
            after[turn] -= s
            go(word + [turn] * s, after, 1 - turn, p / (high - low + 1), cut)
    for cut, p in mash_splits(n, error).items():
        for first in (0, 1):
            go([], [cut, n - cut], first, p / 2, cut)
    return law


def law_hindu(n, low, high):
    law = defaultdict(float)

    def go(start, starts, p):
        for size in range(low, high + 1):
            if start + size >= n:
                law[packets_reversed(n, starts)] += p / (high - low + 1)
            else:
                go(start + size, starts + [start + size], p / (high - low + 1))
    go(0, [], 1.0)
    return law


def law_overhand(n, chance):
    law = defaultdict(float)
    for code in range(2 ** (n - 1)):
        starts = [i + 1 for i in range(n - 1) if code >> i & 1]
        law[packets_reversed(n, starts)] += chance ** len(starts) * (1 - chance) ** (n - 1 - len(starts))
    return law


def law_strip(n, low, high):
    from itertools import combinations
    law = defaultdict(float)
    for k in range(low, high + 1):
        k = min(k, n)
        for starts in combinations(range(1, n), k - 1):
            law[packets_reversed(n, starts)] += 1 / (high - low + 1) / comb(n - 1, k - 1)
    return law


def box_sizes(left, packets, error):
    if packets == 1:
        return {left: 1.0}
    share = (2 * left + packets) // (2 * packets)
    out = defaultdict(float)
    for e in range(2 * error + 1):
        out[min(max(max(share + e - error, 0), 1), left + 1 - packets)] += 1 / (2 * error + 1)
    return out


def law_box(n, packets, error):
    law = defaultdict(float)

    def go(start, starts, packets, p):
        for size, q in box_sizes(n - start, packets, error).items():
            if packets == 1:
                law[packets_reversed(n, starts)] += p * q
            else:
                go(start + size, starts + [start + size], packets - 1, p * q)
    go(0, [], min(packets, n), 1.0)
    return law


def law_cut(n):
    return {tuple(list(range(k, n)) + list(range(k))): 1 / n for k in range(n)}


# --- formulas -------------------------------------------------------------------------------------------------------------

def riffle(n):
    """2^n strings of coins; n + 1 of them leave the deck as it was, all others have an order of their own."""
    return n - (n + 1) / 2 ** n * log2(n + 1)


def labels(n, stay):
    """A chain of labels; the n + 1 strings 0...01...1 leave the deck as it was."""
    same = [stay ** (n - 1) / 2] * 2 + [stay ** (n - 2) * (1 - stay) / 2] * (n - 1)
    return 1 + (n - 1) * h(stay, 1 - stay) - h(*same) + h(sum(same))


def streak(n, limit):
    """Chain rule over the draws: each has the entropy of x/(x + y) unless it is forced; then the ways to move nothing."""
    total = h(*[comb(n, c) / 2 ** n for c in range(n + 1)])
    unmoved = []
    for cut in range(n + 1):
        states = {(cut, n - cut, None, 0): comb(n, cut) / 2 ** n}
        same = comb(n, cut) / 2 ** n                     # the upper packet first, as a whole: its streak is the first one
        x, y = cut, n - cut
        while x and y:
            same *= x / (x + y)
            x -= 1
        unmoved.append(same)
        for _ in range(n):
            nxt = defaultdict(float)
            for (x, y, last, length), p in states.items():
                if x == 0 or y == 0:
                    continue
                if length == limit:
                    chances = [(1 - last, 1.0)]
                else:
                    chances = [(0, x / (x + y)), (1, y / (x + y))]
                    total += p * h(x / (x + y), y / (x + y))
                for w, q in chances:
                    after = (length + (length > 0)) if w == last else (0 if last is None else 1)
                    nxt[x - (w == 0), y - (w == 1), w, after] += p * q
            states = nxt
    return total - h(*unmoved) + h(sum(unmoved))


def mash(n, low, high, error):
    """Chain rule over split, half and packets; right where halves are so large that every order has one way (n >= 20)."""
    @lru_cache(None)
    def go(here, other):
        if here == 0 or other == 0:
            return 0.0
        law = defaultdict(float)
        for size in range(low, high + 1):
            law[min(size, here)] += 1 / (high - low + 1)
        return h(*law.values()) + sum(p * go(other, here - s) for s, p in law.items())
    total = 1.0
    splits = mash_splits(n, error)
    total += h(*splits.values())
    for cut, p in splits.items():
        total += p * (go(cut, n - cut) + go(n - cut, cut)) / 2
    return total


def hindu(n, low, high):
    @lru_cache(None)
    def go(left):
        law = defaultdict(float)
        for size in range(low, high + 1):
            law[min(size, left)] += 1 / (high - low + 1)
        return h(*law.values()) + sum(p * go(left - s) for s, p in law.items() if s < left)
    return go(n)


def overhand(n, chance):
    return (n - 1) * h(chance, 1 - chance)


def strip(n, low, high):
    sizes = range(low, high + 1)
    return log2(len(sizes)) + sum(log2(comb(n - 1, k - 1)) for k in sizes) / len(sizes)


def box(n, packets, error):
    @lru_cache(None)
    def go(left, packets):
        law = box_sizes(left, packets, error)
        return h(*law.values()) + (sum(p * go(left - s, packets - 1) for s, p in law.items()) if packets > 1 else 0.0)
    return go(n, packets)


def shelf(n, shelves):
    """By valleys (Diaconis, Fulman and Holmes, 2013): each order with v valleys has the same probability."""
    t = {0: 1}
    row = [1]
    for m in range(2, n + 1):
        row = [(2 * v + 2) * (row[v] if v < len(row) else 0) + ((m - 2 * v) * row[v - 1] if v else 0) for v in range(len(row) + 1)]
    total = 0.0
    check = 0.0
    for v, orders in enumerate(row):
        if not orders:
            continue
        s = sum(comb(n + shelves - a - 1, n) * comb(n - 1 - 2 * v, a - v) for a in range(shelves) if a >= v and n - 1 - 2 * v >= 0)
        if not s:
            continue
        log_p = log2(4) * (v + 1) + log2(s) - 1 - n * log2(2 * shelves)
        weight = 2 ** (log_p + log2(orders))
        check += weight
        total -= weight * log_p
    assert abs(check - 1) < 1e-9, check
    return total


MOVES = [  # name, formula, law of all orders, seconds: fixed, for each card
    ("mash, sleeved cards, packets of 1 to 3", lambda n: mash(n, 1, 3, 2), lambda n: law_mash(n, 1, 3, 2), 1.5, .025, "mash"),
    ("riffle (Gilbert, Shannon, Reeds)", riffle, lambda n: law_labels(n, .5), 4, .05, "riffle"),
    ("overhand, cuts with probability 1/5", lambda n: overhand(n, .2), lambda n: law_overhand(n, .2), 2, .05, "overhand"),
    ("riffle of sleeved cards, at most 4 in a row", lambda n: streak(n, 4), lambda n: law_streak(n, 4), 4, .05, "{kind='riffle',max-streak=4}"),
    ("table riffle, in clumps", lambda n: labels(n, .75), lambda n: law_labels(n, .75), 4, .05, "table-riffle"),
    ("strip, 4 to 6 packets", lambda n: strip(n, 4, 6), lambda n: law_strip(n, 4, 6), 4, 0, "strip"),
    ("cut", lambda n: log2(n), law_cut, 2, 0, "cut"),
    ("Hindu, packets of 7 to 12", lambda n: hindu(n, 7, 12), lambda n: law_hindu(n, 7, 12), 2, .05, "hindu"),
    ("box, 4 packets of about a quarter", lambda n: box(n, 4, 3), lambda n: law_box(n, 4, 3), 4, 0, "box"),
    ("7 piles, picked up in a random order", lambda n: log2(factorial(7)), None, 3, .45, None),
]
NOTHING = [("perfect riffle (faro)", 5, .15), ("piles in order", 3, .45), ("Monge", 3, .6), ("Ouroboros", 3, .6), ("Mexican spiral", 3, .6)]


def small_checks(n=7):
    print(f"entropy of one move, {n} cards: formula against all orders")
    extra = [("Hindu, packets of 1 to 3", lambda n: hindu(n, 1, 3), lambda n: law_hindu(n, 1, 3), "{kind='hindu',packet=[1,3]}"),
             ("streaks of at most 2", lambda n: streak(n, 2), lambda n: law_streak(n, 2), "{kind='riffle',max-streak=2}")]
    for name, formula, law, program in [(m[0], m[1], m[2], m[5]) for m in MOVES if m[2]] + extra:
        p = law(n)
        assert abs(sum(p.values()) - 1) < 1e-9
        all_orders = h(*p.values())
        f = formula(n)
        note = ""
        if abs(f - all_orders) > 1e-9:
            assert name.startswith("mash")
            note = "  (chain rule counts ways; small halves have orders with several)"
        told = ""
        tool = os.environ.get("COLDDECK")
        if tool:
            out = subprocess.run([tool, "exact", "law", "A", "--deck", str(n), "--shuffle", "A=" + program], capture_output=True, text=True).stdout
            told = "  program: " + out.replace("\n", " ").split("entropy of the order is ")[1].split(" bits")[0]
        print(f"  {name:45} {f:12.8f} {all_orders:12.8f}{told}{note}")
    # mash: all orders of a deck whose halves are larger than a packet
    for n in (12, 14, 16):
        p = law_mash(n, 1, 3, 2)
        print(f"  mash, {n} cards: {mash(n, 1, 3, 2):.8f} {h(*p.values()):.8f}")
    # shelves, all orders
    law = defaultdict(float)
    for code in range(6 ** 5):
        shelves = [[] for _ in range(3)]
        c = code
        for card in range(4, -1, -1):
            where, c = c % 6, c // 6
            shelves[where // 2].insert(0, card) if where % 2 else shelves[where // 2].append(card)
        law[tuple(x for s in shelves for x in s)] += 6 ** -5
    print(f"  shelves, 3 of 5 cards: {shelf(5, 3):.8f} {h(*law.values()):.8f}")


def table(n):
    need = log2(factorial(n))
    print(f"{n} cards: an order of them all has {need:.2f} bits")
    rows = []
    for name, formula, _, fixed, each, _ in MOVES:
        bits, seconds = formula(n), fixed + each * n
        rows.append((bits / seconds, name, bits, seconds))
    bits, seconds = shelf(n, 10), 20 + .4 * n
    rows.append((bits / seconds, "a machine with ten shelves, for comparison", bits, seconds))
    for rate, name, bits, seconds in sorted(rows, reverse=True):
        moves = math.ceil(need / bits - 1e-12)
        print(f"  {name:45} {bits:8.3f} bits {seconds:6.2f} s {rate:7.3f} bits/s; at least {moves:2} moves, {moves * seconds:6.1f} s")
    print(f"  {'wash, 30 seconds: at most':45} {need:8.3f} bits {40.0:6.2f} s {need / 40:7.3f} bits/s (no exact law)")
    for name, fixed, each in NOTHING:
        print(f"  {name:45} {0:8.3f} bits {fixed + each * n:6.2f} s {0:7.3f} bits/s")


if __name__ == "__main__":
    small_checks()
    for n in [int(x) for x in sys.argv[1:]] or [52, 60, 40]:
        table(n)
