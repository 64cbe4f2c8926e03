"""Exact figures of riffled decks, for the tests of exact::gsr and exact::repeated.

    python3 riffles.py distinct > riffles_distinct.txt      (about two minutes)
    python3 riffles.py repeated > riffles_repeated.txt

Needs mpmath. Whole numbers throughout, put into decimals at the end; where that would take too
long (10,000 cards and many packets), the Eulerian law is whole numbers over 2^4000.
"""

import sys
from math import comb, factorial

import mpmath as mp

DECIMALS = 17


def shown(value):
    """Scientific notation; trailing zeros are dropped."""
    text = mp.nstr(mp.mpf(value), DECIMALS, min_fixed=0, max_fixed=0)
    mantissa, _, exponent = text.partition("e")
    mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
    return mantissa + ("e" + exponent.lstrip("+") if exponent else "")


def number(text):
    """52, or 2^60."""
    base, _, power = text.partition("^")
    return int(base) ** int(power or 1)


def eulerian_by_recurrence(n):
    row = [1]
    for cards in range(2, n + 1):
        old = [0, *row, 0]
        row = [(k + 1) * old[k + 1] + (cards - k) * old[k] for k in range(cards)]
    return row


def eulerian_by_alternating_sum(n, most):
    powers = [r**n for r in range(most + 1)]
    signed = [(-1) ** i * comb(n + 1, i) for i in range(most + 1)]
    return [sum(signed[i] * powers[r - i] for i in range(r)) for r in range(1, most + 1)]


def eulerian_law_in_fixed_point(n, bits):
    half = [1 << bits]
    for cards in range(2, n + 1):
        middle = (cards - 1) // 2
        new, before = [], 0
        for k in range(middle + 1):
            here = half[k] if k < len(half) else half[cards - 2 - k]
            new.append(((k + 1) * here + (cards - k) * before) // cards)
            before = here
        half = new
    return half + half[: n // 2][::-1]


def whole(n, a, counts):
    """The figures from the number of orders with 1, 2, ... rising sequences (at least a of them)."""
    orders, all_ways = factorial(n), a**n
    gap, mean, bits = 0, 0, mp.mpf(0)
    for r, count in enumerate(counts, 1):
        ways = comb(a + n - r, n) if a + n - r >= n else 0
        gap += count * min(ways * orders, all_ways)
        mean += count * ways * r
        if ways:
            share = mp.mpf(count * ways) / all_ways
            bits += share * mp.log(mp.mpf(ways * orders) / all_ways, 2)
    least = comb(a, n) * orders
    most = comb(a + n - 1, n) * orders
    return [
        mp.mpf(all_ways * orders - gap) / (all_ways * orders),
        mp.mpf(gap) / (all_ways * orders),
        mp.mpf(all_ways - least) / all_ways,
        mp.mpf(least) / all_ways,
        mp.mpf(most - all_ways) / all_ways,
        bits,
        mp.mpf(mean) / all_ways,
    ]


def rounded(n, a, law, bits):
    """The figures from the law of rising sequences over 2^bits."""
    density = [mp.mpf(0)] * (n + 1)
    top = min(a, n)
    density[top] = mp.fprod(1 + mp.mpf(j) / a for j in range(1 - top, n - top + 1))
    for r in range(top - 1, 0, -1):
        density[r] = density[r + 1] * (a + n - r) / (a - r)
    short = gap = information = mean = mp.mpf(0)
    for r in range(1, n + 1):
        q, share = density[r], mp.mpf(law[r - 1]) / mp.mpf(2) ** bits
        short += share * max(0, 1 - q)
        gap += share * min(1, q)
        mean += share * q * r
        information += share * ((q * mp.log(q) if q else 0) - (q - 1))
    least = density[n]
    return [short, gap, 1 - least, least, density[1] - 1, information / mp.log(2), mean]


WHOLE = {
    1: "1 7",
    2: "1 2 3 2^60 2^990",
    3: "5",
    5: "1 8",
    6: "2 6 1000003",
    13: "13",
    52: "1 2 3 8 16 25 26 27 32 51 52 53 64 100 128 256 512 1000 1024 2^20 2^60 3^40 2^400 2^1000",
    53: "26 27 128",
    60: "512",
    300: "2 149 150 151 10000",
    1000: "2 512 4096 2^60",
}
FEW = "1 2 3 4 32 1024"
MANY = (
    "2^12 2^13 2^14 2^15 2^16 2^17 2^18 2^19 2^20 2^30 2^60 2^1000 "
    "5000 4999 9999 10001 1000003 3^13"
)


def distinct():
    print("# Made by riffles.py. Cards, packets, total variation, its gap, separation, its gap,")
    print("# L-infinity distance, bits of information left, mean number of rising sequences.")

    def line(n, text, figures):
        print(n, text, *map(shown, figures), flush=True)

    for n, packets in WHOLE.items():
        counts = eulerian_by_recurrence(n)
        for text in packets.split():
            mp.mp.dps = 700 if number(text) > 10**18 else 60
            line(n, text, whole(n, number(text), counts))
    n, bits = 10_000, 4000
    mp.mp.dps = 60
    for text in FEW.split():
        a = number(text)
        line(n, text, whole(n, a, eulerian_by_alternating_sum(n, a)))
    law = eulerian_law_in_fixed_point(n, bits)
    for text in MANY.split():
        mp.mp.dps = 700 if number(text) > 10**18 else 60
        line(n, text, rounded(n, number(text), law, bits))


def separation(types, a):
    """Assaf, Diaconis and Soundararajan: the sum over the last packet of each type but the last."""
    ends = {0: 1}
    for cards in types[:-1]:
        new = {}
        widths = [width**cards - (width - 1) ** cards for width in range(1, a + 1)]
        for end, ways in ends.items():
            for width in range(1, a - end + 1):
                new[end + width] = new.get(end + width, 0) + ways * widths[width - 1]
        ends = new
    ways = sum(ways * (a - end) ** types[-1] for end, ways in ends.items())
    arrangements = factorial(sum(types))
    for cards in types:
        arrangements //= factorial(cards)
    return ways * arrangements, a ** sum(types)


REPEATED = {
    "26,26": "2 4 8 16 32 64 128 256 512 1024 2048 4096",
    "13,13,13,13": "2 4 8 16 32 64 128 256 512 1024 2048 4096",
    "4,4,4,4,4,4,4,4,4,4,4,4,4": "2 4 8 16 32 64 128 256",
    "4,4,4,4,4,4,4,4,4,16": "10 32 100 128 256 512",
    "1,51": "2 16 64 512 4096",
    "5,47": "2 16 64 512 4096",
    "3,1,20,2,7,19": "2 16 64 128",
    "2,3": "19683",
    "300,700": "1000",
}


def repeated():
    print("# Made by riffles.py. Cards of each type, packets, separation distance, its gap.")
    mp.mp.dps = 60
    for types, packets in REPEATED.items():
        for text in packets.split():
            likely, all_ways = separation([int(m) for m in types.split(",")], number(text))
            figures = mp.mpf(all_ways - likely) / all_ways, mp.mpf(likely) / all_ways
            print(types, text, *map(shown, figures), flush=True)


{"distinct": distinct, "repeated": repeated}[sys.argv[1]]()
