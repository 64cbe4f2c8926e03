"""Makes riffles_digits.txt: distances of riffled decks to many digits, with Python's fractions.

    python riffles_digits.py > riffles_digits.txt

Nothing is shared with the program: Eulerian numbers are alternating sums, and the distances are those of all numbers of
rising sequences, without a shortcut.
"""

from fractions import Fraction
from math import comb, factorial

# Cards, base and power of the packets, digits after the point.
CASES = [
    (1, 2, 3, 5),
    (2, 2, 1, 5),
    (3, 2, 1, 10),
    (4, 2, 2, 20),
    (5, 3, 1, 30),
    (5, 1, 1, 30),
    (10, 2, 3, 30),
    (13, 2, 2, 25),
    (52, 2, 1, 60),
    (52, 2, 4, 30),
    (52, 2, 7, 30),
    (52, 2, 8, 100),
    (52, 2, 10, 1000),
    (52, 3, 5, 30),
    (52, 2, 100, 80),
    (104, 2, 9, 30),
    (32, 10, 6, 40),
    (300, 2, 11, 30),
]


def eulerian(n, k):
    return sum((-1) ** i * comb(n + 1, i) * (k + 1 - i) ** n for i in range(k + 1))


def distances(n, a):
    orders = factorial(n)
    law = [(eulerian(n, r - 1), Fraction(comb(a + n - r, n), a**n)) for r in range(1, n + 1)]
    assert sum(count * p for count, p in law) == 1
    tv = sum(count * abs(p - Fraction(1, orders)) for count, p in law) / 2
    return tv, max(1 - orders * p for _, p in law), max(abs(orders * p - 1) for _, p in law)


def decimal(number, digits):
    scaled, rest = divmod(number.numerator * 10**digits, number.denominator)
    text = str(scaled).zfill(digits + 1)
    text = f"{text[:-digits]}.{text[-digits:]}"
    return f"{text}…" if rest else text.rstrip("0").rstrip(".")


def fraction(number):
    short = len(str(number.denominator)) <= 12 and len(str(number.numerator)) <= 24
    return str(number) if short else "-"


print("# Made by riffles_digits.py. Cards, packets, digits, then total variation, separation and")
print("# L-infinity distance, each with its digits and its fraction, where that is short.")
for n, base, power, digits in CASES:
    figures = distances(n, base**power)
    texts = [text for one in figures for text in (decimal(one, digits), fraction(one))]
    print(n, f"{base}^{power}", digits, *texts)
