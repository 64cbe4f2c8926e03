"""How large the effects of the models are, by simulation: python3 effects.py [DEALS]

Each line has the estimate, its standard error, the exact value of a fair deal, and how far one deal is from it in
its own standard deviations: about (4.4 / that)^2 deals are seen nine times in ten at 0.001, two-sided.
"""

import random
import sys
from math import comb, sqrt

from limited import Deck, cards, lands_in
from models import bridge_boards, clumped, dealt, gathered, riffled, smoothed

POINTS = [4, 3, 2, 1]


def line(what, values, fair):
    mean = sum(values) / len(values)
    error = sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))
    print(f"{what:64} {mean:8.4f} ± {error:.4f}   fair {fair:.4f}   one deal {abs(mean - fair) / error / sqrt(len(values)):.3f} sd")


def pairs_again(hands_before, hands):
    """The share of the 312 pairs that were in one hand and are in one hand again, whichever seat."""
    where = {card: seat for seat, hand in enumerate(hands) for card in hand}
    together = sum(
        where[a] == where[b] for hand in hands_before for i, a in enumerate(hand) for b in hand[:i]
    )
    return together / 312


def two_riffles(deals):
    for riffles in (1, 2, 3, 4, 5):
        rng = random.Random(100 + riffles)
        hands, neighbours, again, flat, long, own = None, [], [], [], [], []
        for board in range(deals):
            if hands is None:
                deck = list(range(52))
                rng.shuffle(deck)
                hands = dealt(deck, 0)
                continue
            before, old = hands, gathered(hands, (board - 1) % 4, rng)
            hands = dealt(riffled(old, riffles, rng), board % 4)
            where = {card: seat for seat, hand in enumerate(hands) for card in hand}
            neighbours.append(sum(where[a] == where[b] for a, b in zip(old, old[1:])) / 51)
            again.append(pairs_again(before, hands))
            own.append(sum(where[card] == seat for seat, hand in enumerate(before) for card in hand) / 52)
            suits = [sorted(sum(card // 13 == suit for card in hand) for suit in range(4)) for hand in hands]
            flat.append(sum(shape == [3, 3, 3, 4] for shape in suits) / 4)
            long.append(sum(shape[3] >= 6 for shape in suits) / 4)
        print(f"\nBridge, {riffles} riffles and a cut after play")
        line("neighbours of the gathered deck in one hand", neighbours, 12 / 51)
        line("pairs of one hand of the last board together again", again, 12 / 51)
        line("cards back with their last holder", own, 1 / 4)
        line("hands of shape 4-3-3-3", flat, 0.105361)
        line("hands with a suit of six or more", long, sum(p for p in (0.165466, 0.035266, 0.004668, 0.000370, 0.000017)))


def favoured(deals):
    for strength in (0.1, 0.3, 1.0):
        rng = random.Random(7)
        points, aces = [], []
        for _, hands in bridge_boards("favoured", None, deals, rng, 2, strength):
            south = hands[2]
            points.append(sum(POINTS[card % 13] for card in south if card % 13 < 4))
            aces.append(0 in south)
        print(f"\nBridge, South favoured with strength {strength}")
        line("South's high-card points", points, 10)
        line("South has the ace of spades", aces, 0.25)


def lands(games):
    rng = random.Random(11)
    pool = cards()
    decks = [Deck(pool, rng) for _ in range(200)]
    decks = [deck for deck in decks if len(deck.lands) == 17]
    fair = [comb(17, k) * comb(23, 7 - k) / comb(40, 7) for k in range(8)]
    mean = 7 * 17 / 40
    variance = sum(p * (k - mean) ** 2 for k, p in enumerate(fair))
    extreme = fair[0] + fair[1] + fair[6] + fair[7]
    models = [(f"lands clumped, {riffles} riffles", riffles) for riffles in (1, 2, 3, 4, 5, 6)]
    models += [("best of two hands", "2"), ("best of three hands", "3")]
    for words, kind in models:
        counts = []
        for game in range(games):
            deck = decks[game % len(decks)]
            if isinstance(kind, int):
                order = clumped(deck.lands, deck.spells, kind, rng)
            else:
                order = smoothed(deck.lands + deck.spells, lambda card: card.land, int(kind), rng)
            counts.append(lands_in(order[:7]))
        print(f"\n17 lands of 40, seven cards: {words}")
        line("lands in the first hand", counts, mean)
        line("squared distance from the fair mean (variance)", [(count - mean) ** 2 for count in counts], variance)
        line("hands with 0, 1, 6 or 7 lands", [count in (0, 1, 6, 7) for count in counts], extreme)


def main():
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    two_riffles(deals)
    favoured(deals)
    lands(deals)


if __name__ == "__main__":
    main()
