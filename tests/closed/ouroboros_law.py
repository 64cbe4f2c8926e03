"""Which cards stay or change places in the Ouroboros shuffle: the law, and the cards dealt one by one, for 2 to 2,000 cards.

Law: number the places from the bottom, 0 to n - 1. The card that comes to place q lay at the place p with 2p = q or -q
modulo 2n - 1. So the shuffle is halving of the numbers modulo 2n - 1, taken up to sign.
"""
from math import gcd

MOST = 2000


def ouroboros(n):
    """The finished deck, top first, of cards 1 ... n: bottom and top cards alternately onto the table, bottom first."""
    deck, low, high, pile = None, 1, n, []
    take_bottom = True
    while low <= high:
        if take_bottom:
            pile.append(high)
            high -= 1
        else:
            pile.append(low)
            low += 1
        take_bottom = not take_bottom
    return pile[::-1]


def mongean(n, first_on_top):
    from collections import deque
    pile = deque()
    top = True
    for card in range(1, n + 1):
        if card == 1:
            pile.append(card)
            top = first_on_top
        else:
            pile.appendleft(card) if top else pile.append(card)
            top = not top
    return list(pile)


def cycles(deck):
    """Cards that stay, pairs that change places, lengths of all cycles."""
    n = len(deck)
    came_from = [0] + deck                     # place -> card, and a card's number is its old place
    seen = [False] * (n + 1)
    stay, swap, lengths = [], [], []
    for start in range(1, n + 1):
        if seen[start]:
            continue
        here, length = start, 0
        while not seen[here]:
            seen[here] = True
            here = came_from[here]
            length += 1
        lengths.append(length)
        if length == 1:
            stay.append(start)
        elif length == 2:
            swap.append((start, came_from[start]))
    return stay, swap, lengths


def least(modulus):
    power, k = 2 % modulus, 1
    while power not in (1, modulus - 1):
        power, k = power * 2 % modulus, k + 1
    return k


def lcm(numbers):
    out = 1
    for x in numbers:
        out = out * x // gcd(out, x)
    return out


counts = [0, 0, 0]
for n in range(2, MOST + 1):
    deck = ouroboros(n)
    m = 2 * n - 1
    for top_place, card in enumerate(deck):                   # the rule itself
        q, p = n - 1 - top_place, n - card
        assert (2 * p - q) % m == 0 or (2 * p + q) % m == 0
    stay, swap, lengths = cycles(deck)
    assert stay == ([(n + 1) // 3, n] if n % 3 == 2 else [n]), n
    assert swap == ([((n + 2) // 5, (3 * n + 1) // 5)] if n % 5 == 3 else []), n
    counts[0] += n % 3 == 2
    counts[1] += n % 5 == 3
    # places that are as they were after k rounds
    for k in range(1, 9):
        as_it_was = sum(length for length in lengths if k % length == 0)
        assert as_it_was == (gcd(2 ** k - 1, m) + gcd(2 ** k + 1, m)) // 2, (n, k)
    assert lcm(lengths) == least(m), n
    assert max(lengths) == least(m) <= n, n
    # Monge's shuffles: the one that keeps the last card is the inverse; the other one is doubling modulo 2n + 1
    keeps = mongean(n, first_on_top=n % 2 == 1)
    assert keeps[-1] == n
    inverse = [0] * n
    for place, card in enumerate(deck):
        inverse[card - 1] = place + 1
    assert keeps == inverse, n
    other = mongean(n, first_on_top=n % 2 == 0)
    stay, swap, lengths = cycles(other)
    assert len(stay) == (n % 3 == 1) and len(swap) == (n % 5 == 2), n
    assert lcm(lengths) == least(2 * n + 1)
    counts[2] += 1
print(f"2 to {MOST} cards: {counts[2]} decks; another card than the bottom one stays in {counts[0]} (n = 2 mod 3, card (n+1)/3),")
print(f"  two cards change places in {counts[1]} (n = 3 mod 5, cards (n+2)/5 and (3n+1)/5); no exception")
for n in (26, 27, 28, 29, 52):
    stay, swap, lengths = cycles(ouroboros(n))
    print(f"  {n} cards: stay {stay}, change places {swap}, order {lcm(lengths)}")
