"""The lost unrandomness of the second printed dice sequence: its likelihood, twice, with an interval.

  1. The program of the comment, in fractions ("program").
  2. A closed form ("closed"): with c_i the number of times side i has come in t rolls, the next roll is i with probability
       1/6 * (1 + (t/6 - c_i) / y),   y = max(1/(6u), largest lead so far),
     the lead of a side being c_i - t/6 and the largest one taken over all sides and all times from the first roll on.
  3. All 6^6 beginnings have probabilities that add up to 1.
  4. The interval by simulation: for each u dice with that u are rolled 54 times; how often is their likelihood ratio
     (best u against the true one) as large as the printed one's?
"""
import math
import random
import sys
from fractions import Fraction as F
from itertools import product

ONE = "2 3 1 1 4 1 3 3 4 5 1 5 5 2 6 1 1 1 6 1 1 3 5 6 6 1 4 2 4 6 3 6 5 1 1 6 2 5 6 4 3 5 2 4 6 5 5 5 4 4 3 4 1 2"
TWO = "3 2 4 5 6 2 6 2 4 1 5 5 1 6 4 3 1 4 2 1 3 2 6 5 3 6 5 3 1 4 1 6 5 3 4 2 1 6 5 4 1 4 3 1 6 6 5 4 3 1 5 2 3 2"
ONE, TWO = ([int(x) - 1 for x in t.split()] for t in (ONE, TWO))


def program(rolls, u):
    """Probability by the program as printed."""
    w, p = [F(1)] * 6, F(1)
    for roll in rolls:
        p *= w[roll] / sum(w)
        if not p:
            return p
        w = [x + u for x in w]
        w[roll] -= 6 * u
        least = min(w)
        if least < 0:
            w = [x - least for x in w]
    return p


def closed(rolls, u):
    """6^n times the probability."""
    if u == 0:
        return F(1)
    y, counts, p = 1 / (6 * u), [0] * 6, F(1)
    for t, roll in enumerate(rolls):
        p *= 1 + (F(t, 6) - counts[roll]) / y
        counts[roll] += 1
        y = max(y, counts[roll] - F(t + 1, 6))
        if p <= 0:
            return F(0)
    return p


def log_ratio(rolls, u):
    """ln of the likelihood at u over that of independent dice, in floats."""
    if u == 0:
        return 0.0
    y, counts, log = 1 / (6 * u), [0] * 6, 0.0
    for t, roll in enumerate(rolls):
        x = 1 + (t / 6 - counts[roll]) / y
        if x < 1e-12:
            return -math.inf
        log += math.log(x)
        counts[roll] += 1
        y = max(y, counts[roll] - (t + 1) / 6)
    return log


def simulate(u, n, rng):
    y, counts, rolls = (1 / (6 * u) if u else 1e300), [0] * 6, []
    for t in range(n):
        r, i = rng.random() * 6, 0
        while i < 5:
            r -= 1 + (t / 6 - counts[i]) / y
            if r < 0:
                break
            i += 1
        rolls.append(i)
        counts[i] += 1
        y = max(y, counts[i] - (t + 1) / 6)
    return rolls


GRID = [k / 200 for k in range(0, 41)]          # 0 to .2; from .2 on nothing changes


def main():
    for u in (F(1, 50), F(1, 10), F(3, 20), F(1, 5), F(1), F(7)):
        for rolls in (ONE, TWO):
            assert program(rolls, u) * 6 ** 54 == closed(rolls, u)
    print("closed form and program: the same fractions")
    for u in (F(1, 10), F(1)):
        total = sum(closed(r, u) for r in product(range(6), repeat=5)) / 6 ** 5
        assert total == 1
    print("all 6^5 beginnings: probabilities add up to 1")

    print("second sequence: u, likelihood / that of independent dice, / the largest")
    best = closed(TWO, F(1, 10))
    fine = max((closed(TWO, F(k, 10000)), k) for k in range(900, 1101))
    print("  largest on a grid of .0001 at u =", fine[1] / 10000)
    assert fine[1] == 1000
    for k in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 30, 100):
        r = closed(TWO, F(k, 100))
        print(f"  {k/100:.2f}  {float(r):10.3f}  {float(r / best):.4f}  {math.log(r):8.4f} nats")
    print("  exactly at 1/10:", best)
    print("  exactly from 1/5 on:", closed(TWO, F(1)))
    print("  ratio:", float(best / closed(TWO, F(1))), "=", best / closed(TWO, F(1)))
    # slope left and right of 1/10, in floats
    h = 1e-6
    for s in (-1, 1):
        print("  slope of ln at 1/10", "from the left" if s < 0 else "from the right", (log_ratio(TWO, .1 + s * h) - log_ratio(TWO, .1)) / (s * h))
    leads = []
    counts = [0] * 6
    for t, roll in enumerate(TWO):
        counts[roll] += 1
        leads.append((counts[roll] - F(t + 1, 6), t + 1))
    print("  largest lead of a side:", max(leads)[0], "after roll", next(t for l, t in leads if l == max(leads)[0]), "-> 1/(6 lead) =", 1 / (6 * max(leads)[0]))

    def bound(drop):
        lo, hi = 0.0, 0.1
        goal = log_ratio(TWO, .1) - drop
        for _ in range(60):
            mid = (lo + hi) / 2
            lo, hi = (mid, hi) if log_ratio(TWO, mid) < goal else (lo, mid)
        return hi
    for name, drop in (("a factor 8", math.log(8)), ("1.9207 nats (95% by the usual rule)", 1.920729410347), ("3.3174 nats (99%)", 3.317448)):
        print(f"  within {name}: u from {bound(drop):.4f} on, without upper end")

    print("first sequence: likelihood against independent dice")
    for k in (0, 2, 4, 5, 10, 15, 20, 25, 30, 35):
        print(f"  {k/1000:.3f}  {float(closed(ONE, F(k, 1000))):.5f}")
    fine = max((closed(ONE, F(k, 10000)), k) for k in range(0, 357))
    print("  largest at", fine[1] / 10000, float(fine[0]))
    lo, hi = fine[1] / 10000, .0357
    goal = log_ratio(ONE, lo) - 1.920729410347
    for _ in range(60):
        mid = (lo + hi) / 2
        lo, hi = (mid, hi) if log_ratio(ONE, mid) > goal else (lo, mid)
    print(f"  within 1.9207 nats: u from 0 to {hi:.4f};  first impossible from u = 1/28 =", 1 / 28, closed(ONE, F(1, 28)), float(closed(ONE, F(1, 28) - F(1, 10 ** 6))))

    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 1500
    rng = random.Random(5)
    grid = [u for u in GRID if u]
    best = max(log_ratio(TWO, u) for u in grid + [.1])
    print(f"interval by simulation, {runs} sequences of 54 rolls for each u: how often as bad a fit as that of the printed one")
    for u in (0.0, .03, .05, .06, .07, .075, .08, .09, .1, .15, .2):
        seen = best - log_ratio(TWO, u)
        worse = 0
        for _ in range(runs):
            rolls = simulate(u, 54, rng)
            here = log_ratio(rolls, u)
            worse += max(max(log_ratio(rolls, v) for v in grid), 0.0, here) - here >= seen - 1e-9
        print(f"  u = {u:<5}  ratio of the printed one {math.exp(seen):8.2f}   share as bad {worse / runs:.3f} +- {math.sqrt(max(worse,1) * (runs - worse) / runs) / runs:.3f}", flush=True)


main()
