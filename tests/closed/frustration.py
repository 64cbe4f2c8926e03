"""Frustration where a card matches by rank or by suit: two decks of r ranks and s suits, both dealt at once.

Counted is the permanent of (J_r - I_r) x (J_s - I_s): the card of rank i and suit j may only meet a card of another rank
and another suit. Two formulas that share nothing, and all orders of small decks.

  1. Inclusion and exclusion over ranks ("ranks"): for each rank choose which of its cards meet a card of their own rank
     (sign -1 each); all others are only bound to another suit.
  2. Ryser's formula, with the columns grouped by ranks ("ryser").
  3. Brute force ("brute"): a programme over sets of cards already used, card after card; for 2 ranks all 8! orders too.

Without arguments it runs 2, in half a minute; "ranks" runs 1, in a minute, and "ryser ranks" both.
"""
import sys, time
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations, product
from math import comb, factorial
from collections import Counter


def brute(r, s):
    n = r * s
    cells = [(i, j) for i in range(r) for j in range(s)]
    allowed = [[k for k, (a, b) in enumerate(cells) if a != i and b != j] for i, j in cells]
    ways = {0: 1}
    for row in range(n):
        after = {}
        for used, w in ways.items():
            for k in allowed[row]:
                if not used >> k & 1:
                    key = used | 1 << k
                    after[key] = after.get(key, 0) + w
        ways = after
    return sum(ways.values())


def brute_orders(r, s):
    cells = [(i, j) for i in range(r) for j in range(s)]
    return sum(all(c[0] != d[0] and c[1] != d[1] for c, d in zip(cells, order)) for order in permutations(cells))


def multiset_orders(t):
    m = factorial(len(t))
    for c in Counter(t).values():
        m //= factorial(c)
    return m


def coefficient_of_power(terms, r, target):
    """[x^target] (sum of w x^p over terms)^r, exponents 4-tuples (s-tuples), by F^h and F^(r-h)."""
    base = max(target) + 1 + max((max(p) for p, _ in terms), default=0)
    base = max(base, 2 * max(target) + 2, 64)
    s = len(target)
    limit = target

    def enc(p):
        v = 0
        for e in reversed(p):
            v = v * base + e
        return v

    def dec(v):
        out = []
        for _ in range(s):
            out.append(v % base)
            v //= base
        return out
    step = [(enc(p), w) for p, w in terms if w]

    def mul(poly):
        out = {}
        for k, v in poly.items():
            for d, w in step:
                key = k + d
                if key in out:
                    out[key] += v * w
                else:
                    out[key] = v * w
        return {k: v for k, v in out.items() if v and all(e <= l for e, l in zip(dec(k), limit))}
    half = r // 2
    p = {0: 1}
    for _ in range(half):
        p = mul(p)
    q = p
    for _ in range(r - 2 * half):
        q = mul(q)
    goal = enc(target)
    return sum(v * q.get(goal - k, 0) for k, v in p.items())


def ryser(r, s):
    """sum over the number c_j of columns chosen in each suit j of (-1)^(n - sum c) [x^c] (sum over patterns)^r."""
    n = r * s
    total = 0
    patterns = list(product((0, 1), repeat=s))
    for c in combinations_with_replacement(range(r + 1), s):
        chosen = sum(c)
        terms = []
        for p in patterns:
            w = 1
            for j in range(s):
                # cells chosen in another rank and another suit
                w *= chosen - sum(p) - c[j] + p[j]
                if not w:
                    break
            if w:
                terms.append((p, w))
        if terms:
            total += (-1) ** (n - chosen) * multiset_orders(c) * coefficient_of_power(terms, r, c)
    return total


def functional(top):
    """Weights w_k with sum w_k P(k) = sum e! [t^e] P for every polynomial P of degree <= top (nodes 0..top)."""
    weights = []
    for k in range(top + 1):
        basis = [Fraction(1)]
        for m in range(top + 1):
            if m != k:
                nxt = [Fraction(0)] * (len(basis) + 1)
                for e, c in enumerate(basis):
                    nxt[e + 1] += c / (k - m)
                    nxt[e] -= c * m / (k - m)
                basis = nxt
        weights.append(sum(c * factorial(e) for e, c in enumerate(basis)))
    return weights


def ranks(r, s):
    """Inclusion and exclusion over ranks.

    One rank: D(T, x) = sum over sets M of cards that meet a card of their own rank (partial one-to-one maps without
    fixed suit) of (-1)^|M| prod_{suits met in M} x_j  prod_{cards j not in M} U_j,  U_j = sum_{j' != j} x_j' T_j'.
    Then [x_1^r ... x_s^r] D^r is a polynomial in T; replace T_j^e by e! (the e cards of suit j that are met by cards of
    other suits are met in any order).
    """
    maps = []
    suits = range(s)
    for size in range(s + 1):
        for rows in combinations(suits, size):
            for cols in permutations(suits, size):
                if all(a != b for a, b in zip(rows, cols)):
                    maps.append(((-1) ** size, rows, cols))
    # coefficient of each monomial in x and T: exponents of x = cols + T choices, of T = T choices
    terms = Counter()
    for sign, rows, cols in maps:
        free = [j for j in suits if j not in rows]
        for choice in product(*[[k for k in suits if k != j] for j in free]):
            x = [0] * s
            t = [0] * s
            for c in cols:
                x[c] += 1
            for c in choice:
                x[c] += 1
                t[c] += 1
            terms[tuple(x), tuple(t)] += sign
    w = functional(r)
    total = Fraction(0)
    for node in combinations_with_replacement(range(r + 1), s):
        at = Counter()
        for (x, t), c in terms.items():
            v = c
            for k, e in zip(node, t):
                v *= k ** e
            at[x] += v
        weight = Fraction(multiset_orders(node))
        for k in node:
            weight *= w[k]
        total += weight * coefficient_of_power([(x, v) for x, v in at.items() if v], r, (r,) * s)
    assert total.denominator == 1
    return total.numerator


def show(name, value, n, began):
    p = Fraction(value, factorial(n))
    print(f"{name}: {value:,} of {n}! = {float(p):.12e}   ({time.time() - began:.1f} s)", flush=True)
    return p


if __name__ == "__main__":
    print("all 8! orders, 2 ranks 4 suits:", brute_orders(2, 4))
    for r, s in [(2, 2), (3, 2), (3, 3), (4, 3), (5, 3), (2, 4), (3, 4), (4, 4)]:
        b, a, c = brute(r, s), ranks(r, s), ryser(r, s)
        print(f"{r} ranks, {s} suits: brute {b:,}  ranks {a:,}  ryser {c:,}")
        assert a == b == c
    began = time.time()
    which = sys.argv[1:] or ["ryser"]
    for name in which:
        value = {"ranks": ranks, "ryser": ryser}[name](13, 4)
        p = show("13 ranks, 4 suits, " + name, value, 52, began)
        print("  count   ", value)
        print("  fraction", p)
        import mpmath
        mpmath.mp.dps = 40
        print("  decimal ", mpmath.nstr(mpmath.mpf(p.numerator) / p.denominator, 30), " once in", mpmath.nstr(mpmath.mpf(p.denominator) / p.numerator, 12))
        began = time.time()
