"""Why the top card takes 2n riffles to the bottom: each step of the proof in exact fractions.

  1. All 2^n riffles of small decks give the matrix of one card; so does the sum of binomials.
  2. After k riffles the bottom card is likelier than the top card to be at the bottom by exactly 2^-k.
  3. n times the sum of these over k = 0, 1, 2, ... is 2n; solving the equations for the mean directly gives the same.
  4. The same with a packets: a^-k and n a / (a - 1).
  5. The heart of it: of n independent labels out of 1 ... a the last one equals the largest of the others with
     probability 1/a. Counted over all strings.
"""
from fractions import Fraction as F
from itertools import product
from math import comb


def by_strings(n, a):
    """All a^n strings of packet labels: position of each card, first packet on top."""
    m = [[F(0)] * n for _ in range(n)]
    for labels in product(range(a), repeat=n):
        order = sorted(range(n), key=lambda place: labels[place])   # card c comes to the c-th of these places
        for card, place in enumerate(order):
            m[card][place] += F(1, a ** n)
    return m


def riffle(n):
    def s(i, j):
        return sum(comb(j - 1, i - 1) * comb(n - j, k - i) for k in range(i, n + 1)) if i <= j else 0
    return [[F(s(i, j) + s(n + 1 - i, n + 1 - j), 2 ** n) for j in range(1, n + 1)] for i in range(1, n + 1)]


def times(v, m):
    n = len(m)
    return [sum(v[i] * m[i][j] for i in range(n)) for j in range(n)]


def hitting(m):
    """Mean number of shuffles from each place to the last one: (I - Q) x = 1 by elimination."""
    n = len(m) - 1
    rows = [[(i == j) - m[i][j] for j in range(n)] + [F(1)] for i in range(n)]
    for c in range(n):
        pivot = next(r for r in range(c, n) if rows[r][c])
        rows[c], rows[pivot] = rows[pivot], rows[c]
        rows[c] = [x / rows[c][c] for x in rows[c]]
        for r in range(n):
            if r != c and rows[r][c]:
                f = rows[r][c]
                rows[r] = [x - f * y for x, y in zip(rows[r], rows[c])]
    return [row[n] for row in rows]


for n in range(2, 8):
    m = by_strings(n, 2)
    assert m == riffle(n)
    assert all(sum(row[j] for row in m) == 1 for j in range(n))
print("matrices of 2 to 7 cards: all riffles and the formula agree")

for a in (2, 3, 4):
    for n in range(2, 8 if a == 2 else 6):
        same = sum(labels[-1] == max(labels[:-1]) for labels in product(range(a), repeat=n))
        assert F(same, a ** n) == F(1, a)
print("the last label equals the largest of the others with probability 1/a: a = 2, 3, 4, all strings")

for n in range(2, 15):
    m = riffle(n)
    top, bottom = [F(0)] * n, [F(0)] * n
    top[0] = bottom[-1] = F(1)
    for k in range(0, 9):
        assert bottom[-1] - top[-1] == F(1, 2 ** k), (n, k)
        top, bottom = times(top, m), times(bottom, m)
    if n <= 14:
        assert hitting(m)[0] == 2 * n, n
print("2 to 14 cards: the difference after k riffles is 2^-k (k = 0 ... 8), and the mean is exactly 2n")

for a in (3, 4):
    for n in range(2, 6):
        m = by_strings(n, a)
        assert hitting(m)[0] == F(n * a, a - 1), (n, a)
print("a = 3, 4 packets, 2 to 5 cards: exactly n a / (a - 1)")


def hitting_floats(n):
    m = [[float(x) for x in row] for row in riffle(n)]
    k = n - 1
    rows = [[(i == j) - m[i][j] for j in range(k)] + [1.0] for i in range(k)]
    for c in range(k):
        p = max(range(c, k), key=lambda r: abs(rows[r][c]))
        rows[c], rows[p] = rows[p], rows[c]
        for r in range(c + 1, k):
            f = rows[r][c] / rows[c][c]
            rows[r] = [x - f * y for x, y in zip(rows[r], rows[c])]
    x = [0.0] * k
    for r in reversed(range(k)):
        x[r] = (rows[r][k] - sum(rows[r][j] * x[j] for j in range(r + 1, k))) / rows[r][r]
    return x


for n in (10, 40, 52, 60):
    x = hitting_floats(n)
    print(f"{n} cards: from the top {x[0]:.9f}, from next to the bottom {x[-1]:.9f}")
