""""Slightly skewed": what adding to a bag in the middle of a sequence costs, exactly.

A bag of n items, of which k were drawn when q more are added. The cursor goes back to the end: the N = n + q items all
take part in the next sequence. Three numbers:

  shares      over the k draws before and the N draws after, the k items drawn already come twice and the others once.
              Distance (total variation) of their shares from 1/N each: k (N - k) / (N (N + k)), never above 3 - 2 sqrt 2.
              With copies: of the shares of the symbols, averaged over what was drawn (hypergeometric).
  next draw   probability that the next draw is an item drawn already: k/N. It is also the distance of the next draw
              from that of a bag which keeps the drawn items out. With copies: distance of the law of the next symbol.
  wait        once more: draws until every item has come since the sequence began: N - k if fair; here the mean of the last
              of the N - k items missing among N: (N - k)(N + 1) / (N - k + 1).

Each is found by the formula, and by going through all orders of small bags (the array as the program keeps it).
"""
import math
from fractions import Fraction as F
from itertools import permutations, product
from math import comb


def hypergeometric(n, of, k):
    """{h: probability}: h of the k drawn are of a symbol with `of` copies among n."""
    return {h: F(comb(of, h) * comb(n - of, k - h), comb(n, k)) for h in range(max(0, k - n + of), min(of, k) + 1)}


def shares(counts, k, added):
    """Mean total variation of the shares of the symbols over k + N draws from those in the bag of N."""
    n, q = sum(counts), sum(added)
    total = n + q
    return sum(p * abs(h - F(k * (c + a), total)) for c, a in zip(counts, added) for h, p in hypergeometric(n, c, k).items()) / 2 / (k + total)


def next_draw(counts, k, added):
    """Mean total variation of the law of the next symbol from that of a bag that keeps drawn items out."""
    n, q = sum(counts), sum(added)
    total = n + q
    return sum(p * abs(F(c - h + a, total - k) - F(c + a, total)) for c, a in zip(counts, added) for h, p in hypergeometric(n, c, k).items()) / 2


def distinct_shares(n, k, q):
    total = n + q
    return F(k * (total - k), total * (total + k))


def distinct_wait(n, k, q):
    missing = n + q - k
    return F(missing * (n + q + 1), missing + 1)


# --- second method: the array of the program, each index that could be picked -------------------------------------------

def runs(counts, k, added):
    """All runs of the program: draws before, then after the addition until the bag is empty; each (probability, draws)."""
    start = [s for s, c in enumerate(counts) for _ in range(c)]

    def go(data, cursor, steps, draws, p):
        if steps == 0:
            yield p, draws, data, cursor
            return
        if cursor < 1:                      # the last one: no swap, and the cursor goes to the end
            yield from go(data, len(data) - 1, steps - 1, draws + [data[0]], p)
            return
        for grab in range(cursor + 1):
            d = list(data)
            d[grab], d[cursor] = d[cursor], d[grab]
            yield from go(d, cursor - 1, steps - 1, draws + [d[cursor]], p / (cursor + 1))
    for p, before, data, _ in go(start, len(start) - 1, k, [], F(1)):
        data = data + [s for s, a in enumerate(added) for _ in range(a)]
        yield p, before, data, go


def by_runs(counts, k, added):
    total = sum(counts) + sum(added)
    share = nxt = F(0)
    for p, before, data, go in runs(counts, k, added):
        symbols = range(len(counts))
        seen = [before.count(s) for s in symbols]
        left = [c + a - h for c, a, h in zip(counts, added, seen)]
        # next draw
        law = [F(data.count(s), total) for s in symbols]
        nxt += p * sum(abs(F(l, total - k) - x) for l, x in zip(left, law)) / 2
        # all the draws of the whole next sequence
        for p2, after, _, _ in go(data, len(data) - 1, total, [], F(1)):
            drawn = before + after
            share += p * p2 * sum(abs(F(drawn.count(s), k + total) - F(counts[s] + added[s], total)) for s in symbols) / 2
    return share, nxt


def wait_by_orders(n, k, q):
    total = n + q
    wait = count = 0
    for order in permutations(range(total)):            # items 0 ... k-1 were drawn already
        wait += max(order.index(item) for item in range(k, total)) + 1
        count += 1
    return F(wait, count)


if __name__ == "__main__":
    for counts, added in [((1, 1, 1), (1, 0, 0)), ((2, 1), (1, 0)), ((2, 2), (0, 1)), ((1, 1, 1, 0), (0, 0, 0, 1)), ((3, 2), (0, 0)), ((2, 2), (1, 1))]:
        for k in range(0, sum(counts) + 1):
            if k < sum(counts) + sum(added):
                assert by_runs(counts, k, added) == (shares(counts, k, added), next_draw(counts, k, added)), (counts, k)
    for n in range(2, 7):
        for q in (0, 1):
            for k in range(0, n):
                counts, added = (1,) * n + (0,) * q, (0,) * n + (1,) * q
                assert shares(counts, k, added) == distinct_shares(n, k, q)
                assert next_draw(counts, k, added) == F(k, n + q)
                if n + q <= 7:
                    assert wait_by_orders(n, k, q) == distinct_wait(n, k, q)
    print("formulas and all runs of the program on small bags agree")

    print("worst case over k, distinct items: 3 - 2 sqrt 2 =", 3 - 2 * math.sqrt(2))
    for n in (4, 7, 9, 20, 100, 1000):
        best = max((distinct_shares(n, k, 1), k) for k in range(n + 1))
        print(f"  {n} items, one added: worst after k = {best[1]} draws: shares off by {float(best[0]):.6f} = {best[0]}")

    def line(name, counts, k, added):
        s, d = shares(counts, k, added), next_draw(counts, k, added)
        show = lambda x: str(x) if len(str(x)) < 24 else f"{float(x):.6f}"
        print(f"  {name}: k = {k}: shares {float(s):.6f} ({show(s)}), next draw {float(d):.6f} ({show(d)})")
    print("examples")
    line("figure of the article: A B C D, E added after 2 draws", (1, 1, 1, 1, 0), 2, (0, 0, 0, 0, 1))
    line("same, after 3 draws", (1, 1, 1, 1, 0), 3, (0, 0, 0, 0, 1))
    line("seven pieces, an eighth added after 3", (1,) * 7 + (0,), 3, (0,) * 7 + (1,))
    line("three of each of three, one more of each after 4", (3, 3, 3), 4, (1, 1, 1))
    line("10/5/4/1 again (as many added) after 10", (10, 5, 4, 1), 10, (10, 5, 4, 1))
    line("10/5/4/1, one rare item added after 10", (10, 5, 4, 1), 10, (0, 0, 0, 1))
    line("50/25/20/5, one rare item added after 50", (50, 25, 20, 5), 50, (0, 0, 0, 1))
    line("24 of each of four, one more of each after 48", (24,) * 4, 48, (1,) * 4)
    for name, counts, added in (("50/25/20/5", (50, 25, 20, 5), (0, 0, 0, 1)), ("10/5/4/1", (10, 5, 4, 1), (0, 0, 0, 1)), ("three of each of three", (3, 3, 3), (1, 0, 0)), ("one of each of seven", (1,) * 7, (1,) + (0,) * 6)):
        n = sum(counts)
        worst = max((shares(counts, k, added), k) for k in range(n + 1))
        print(f"  {name}, one item added: worst after {worst[1]}: shares {float(worst[0]):.6f}, next draw there {float(next_draw(counts, worst[1], added)):.6f}")
    print("waits until all have come: 7 items, none added, after 3:", distinct_wait(7, 3, 0), "instead of 4; 4 items + 1 after 2:", distinct_wait(4, 2, 1), "instead of 3")
