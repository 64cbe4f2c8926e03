"""Pile shuffles with 4 or 5 piles of 52 cards in every reading of "pick up in order", and all two-step deals.

Rounds until the deck is as it was: by dealing until it is ("rounds"), and as the least common multiple of the cycles.
"""
from collections import Counter, deque
from itertools import permutations, product
from math import gcd

N = 52


def piles(deck, p, face_up, order):
    """Deals the deck from the top onto p piles in turn; picks them up, the pile order[0] on top of the finished deck.

    Face down, a card dealt later lies above. Face up, the piles are picked up and the whole deck is turned over, so that
    in the finished deck (face down) a card dealt earlier lies above.
    """
    heaps = [[] for _ in range(p)]
    for i, card in enumerate(deck):
        heaps[i % p].append(card)                     # in the order of dealing
    return [c for h in order for c in (heaps[h] if face_up else heaps[h][::-1])]


def rounds(step, n=N):
    start = list(range(n))
    deck, k = step(start), 1
    while deck != start:
        deck, k = step(deck), k + 1
    return k


def by_cycles(step, n=N):
    came = step(list(range(n)))
    seen, out = [False] * n, 1
    for s in range(n):
        length, here = 0, s
        while not seen[here]:
            seen[here], here, length = True, came[here], length + 1
        if length:
            out = out * length // gcd(out, length)
    return out


print("52 cards; piles, how they are dealt, which pile comes to the top: rounds until the deck is as it was")
for p in (4, 5):
    for face_up in (False, True):
        for name, order in (("first pile on top", range(p)), ("last pile on top", range(p - 1, -1, -1))):
            step = lambda deck: piles(deck, p, face_up, list(order))
            a, b = rounds(step), by_cycles(step)
            assert a == b
            print(f"  {p} piles, {'face up, deck turned over' if face_up else 'face down'}, {name}: {a:,}")
for p in (4, 5):
    for face_up in (False, True):
        orders = [by_cycles(lambda d: piles(d, p, face_up, o)) for o in permutations(range(p))]
        print(f"  {p} piles, {'face up' if face_up else 'face down'}, picked up in any of {len(orders)} orders: {len(set(orders))} different numbers of rounds, {min(orders):,} to {max(orders):,}")


def deal(deck, steps):
    """Two steps in turn, each (take from the top or the bottom, put on top of the pile or beneath)."""
    hand, pile = deque(deck), deque()
    for i in range(len(deck)):
        take, put = steps[i % 2]
        card = hand.popleft() if take == "top" else hand.pop()
        pile.appendleft(card) if put == "on" else pile.append(card)
    return list(pile)


kinds = list(product(("top", "bottom"), ("on", "beneath")))
found = {}
for first, second in product(kinds, kinds):
    came = tuple(deal(range(N), (first, second)))
    found.setdefault(came, []).append((first, second))
print(f"two-step deals: 16 ways, {len(found)} different shuffles of 52 cards")
ouroboros = tuple(deal(range(N), (("bottom", "on"), ("top", "on"))))


def inverse(p):
    out = [0] * N
    for place, card in enumerate(p):
        out[card] = place
    return tuple(out)


turned = lambda p: tuple(p[::-1])                                      # the finished deck turned end for end
before = lambda p: tuple(N - 1 - c for c in p)                         # the deck turned end for end before
family = set()
grow = [ouroboros]
while grow:
    x = grow.pop()
    if x not in family:
        family.add(x)
        grow += [inverse(x), turned(x), before(x)]
longest = 0
for came, ways in sorted(found.items(), key=lambda item: -by_cycles(lambda d: [d[c] for c in item[0]])):
    order = by_cycles(lambda d: [d[c] for c in came])
    cuts = [by_cycles(lambda d: [d[c] for c in came[k:] + came[:k]]) for k in range(N)]
    best = max(cuts)
    print(f"  order {order:>4}, with the best cut ({cuts.index(best)}) {best:>5}; Monge's family: {'yes' if came in family else 'no '}; "
          + " or ".join("; ".join(f"{t} {p}" for t, p in w) for w in ways))
