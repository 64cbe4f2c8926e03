"""Makes shelves.txt: exact figures of shelf shufflers, with whole numbers and fractions."""

import decimal
import math
from fractions import Fraction

decimal.getcontext().prec = 150

HEAD = """# Made by shelves.py from the formula of Diaconis, Fulman and Holmes (2013). Cards, shelves,
# total variation, its gap, separation, its gap, L-infinity distance, bits of information left."""

SHELVES = {
    1: [1, 9],
    2: [1, 5],
    3: [1, 2, 10**6, 10**18],
    5: [1, 2, 3, 100],
    52: [1, 10, 15, 20, 25, 30, 35, 50, 100, 150, 200, 250, 300, 3000, 10**6, 2 * 10**12, 10**19],
    53: [7, 400],
    300: [10, 100, 1000, 5200, 20_000, 30_000, 10**9],
    700: [3, 5000, 60_000, 80_000],
}


def counts(n):
    """The orders of n cards with 0, 1, ... valleys."""
    row = [1]
    for cards in range(2, n + 1):
        old = [0, *row, 0]
        row = [
            (2 * v + 2) * old[v + 1] + (cards - 2 * v) * old[v] for v in range((cards + 1) // 2)
        ]
    return row


def probability(n, m, v):
    places = range(v, min(m - 1, n - 1 - v) + 1)
    ways = sum(math.comb(n + m - a - 1, n) * math.comb(n - 1 - 2 * v, a - v) for a in places)
    return Fraction(4 ** (v + 1) * ways, 2 * (2 * m) ** n)


def number(fraction):
    return decimal.Decimal(fraction.numerator) / decimal.Decimal(fraction.denominator)


def shown(value):
    return "0" if value == 0 else f"{value:.17e}"


print(HEAD)
for n, all_shelves in SHELVES.items():
    orders, row = math.factorial(n), counts(n)
    for m in all_shelves:
        q = [probability(n, m, v) * orders for v in range(len(row))]
        assert sum(a * b for a, b in zip(row, q)) == orders
        distance = sum((Fraction(a, orders) * (1 - b) for a, b in zip(row, q) if b < 1), Fraction(0))
        bits = sum(number(Fraction(a, orders) * b) * number(b).ln() for a, b in zip(row, q) if b > 0)
        bits /= decimal.Decimal(2).ln()
        if bits < decimal.Decimal("1e-120"):
            bits = 0
        most = max(q[0] - 1, 1 - q[-1])
        figures = [distance, 1 - distance, 1 - q[-1], q[-1], most]
        print(n, m, *(shown(number(figure)) for figure in figures), shown(bits))
