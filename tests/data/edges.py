"""Makes edges.txt: the fewest games that show that an event comes too often, by sums of the binomial law.

    python edges.py > edges.txt

Nothing is shared with the program, which has the tails as incomplete beta functions. It takes minutes.
"""

from math import sqrt

from mpmath import exp, log, loggamma, mp

LEVEL, POWER = 0.001, 0.9

# The first term is a ratio of large factorials.
mp.dps = 30


def upper(times, games, p):
    """P(X >= times), term by term until they vanish."""
    if times == 0:
        return 1.0
    if times > games:
        return 0.0
    ways = loggamma(games + 1) - loggamma(times + 1) - loggamma(games - times + 1)
    term = float(exp(ways + times * log(mp.mpf(p)) + (games - times) * log(1 - mp.mpf(p))))
    total, at = 0.0, times
    while at <= games and (term > 1e-18 or at < games * p):
        total += term
        term *= (games - at) / (at + 1) * p / (1 - p)
        at += 1
    return total


def games_for(times, real):
    """The fewest games in which it comes so often with the power: by halving around the normal law."""
    spread = 8 * sqrt(times * (1 - real)) / real
    low, high = max(times - 1, int(times / real - spread)), int(times / real + spread) + 8
    while high - low > 1:
        games = (low + high) // 2
        if upper(times, games, real) >= POWER:
            high = games
        else:
            low = games
    return high


def fewest(fair, real):
    """The fewest times that are rare in as many games as they need, found by halving; then those just before, one by one."""
    width = 3.0902 * sqrt(fair * (1 - fair)) + 1.2816 * sqrt(real * (1 - real))
    middle = int((width / (real - fair)) ** 2 * real)
    low, high = middle // 2, 2 * middle + 8

    def is_rare(times):
        return upper(times, games_for(times, real), fair) <= LEVEL

    while high - low > 1:
        times = (low + high) // 2
        if is_rare(times):
            high = times
        else:
            low = times
    # Games are whole: one of them is worth so many times.
    beside = 8 + int(2 * fair / (1 - fair / real))
    times = next((before for before in range(max(1, high - beside), high) if is_rare(before)), high)
    return games_for(times, real), times


print("# Made by edges.py. Above and below of the fair chance, times as often in thousandths, games, games of these with the event.")
for above, below in [(5108, 2598960), (3744, 2598960), (64, 1326), (78, 1326), (1, 52), (1, 4)]:
    for ratio in (1005, 1010, 1020, 1050, 1500):
        fair = above / below
        games, times = fewest(fair, fair * ratio / 1000)
        print(above, below, ratio, games, times, flush=True)
