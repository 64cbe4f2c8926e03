"""Values that tests/it/value_stability.rs and src/rng/seeding.rs hold, worked out apart from them.

Python, without any package: python3 tests/data/zoo.py

SipHash-2-4-128 and PCG XSL RR 128/64 from their papers; the mapping from a policy to streams as
src/rng/seeding.rs describes it; the shuffles as their files describe them, but for the merging and the
bisecting comparator.
"""

WORD = (1 << 64) - 1
STATE = (1 << 128) - 1
MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
CARDS = 12


def rotate(x, bits):
    return ((x << bits) | (x >> (64 - bits))) & WORD


def siphash128(k0, k1, data):
    v = [
        k0 ^ 0x736F6D6570736575,
        k1 ^ 0x646F72616E646F6D ^ 0xEE,
        k0 ^ 0x6C7967656E657261,
        k1 ^ 0x7465646279746573,
    ]

    def rounds(count):
        for _ in range(count):
            v[0] = (v[0] + v[1]) & WORD
            v[1] = rotate(v[1], 13) ^ v[0]
            v[0] = rotate(v[0], 32)
            v[2] = (v[2] + v[3]) & WORD
            v[3] = rotate(v[3], 16) ^ v[2]
            v[0] = (v[0] + v[3]) & WORD
            v[3] = rotate(v[3], 21) ^ v[0]
            v[2] = (v[2] + v[1]) & WORD
            v[1] = rotate(v[1], 17) ^ v[2]
            v[2] = rotate(v[2], 32)

    padded = data + b"\0" * (7 - len(data) % 8) + bytes([len(data) & 255])
    for at in range(0, len(padded), 8):
        block = int.from_bytes(padded[at : at + 8], "little")
        v[3] ^= block
        rounds(2)
        v[0] ^= block
    v[2] ^= 0xEE
    rounds(4)
    low = v[0] ^ v[1] ^ v[2] ^ v[3]
    v[1] ^= 0xDD
    rounds(4)
    return low | ((v[0] ^ v[1] ^ v[2] ^ v[3]) << 64)


class Pcg:
    def __init__(self, domain, seed, label, replicate, batch):
        data = domain + seed.to_bytes(16, "little") + replicate.to_bytes(8, "little")
        data += batch.to_bytes(8, "little") + label.encode()
        state, stream = siphash128(1, 0, data), siphash128(2, 0, data)
        self.increment = stream | 1
        self.state = (state + self.increment) & STATE
        self.step()

    def step(self):
        self.state = (self.state * MULTIPLIER + self.increment) & STATE

    def word(self):
        self.step()
        folded = ((self.state >> 64) ^ self.state) & WORD
        return rotate(folded, 64 - (self.state >> 122)) if self.state >> 122 else folded

    def below(self, bound):
        while True:
            product = self.word() * bound
            if product & WORD >= (1 << 64) % bound:
                return product >> 64

    def coin(self):
        return self.word() >> 63 == 0


def seeds():
    batch = lambda domain: Pcg(domain, 1, "routine S", 0, 0)
    words = batch(b"colddeck deck seeds v1")
    words = [words.word() for _ in range(4)]
    print("seeds of 16 bits", [word >> 48 for word in words])
    print("seeds of 64 bits", words[:2])
    for ticks in (1, 1000):
        start = batch(b"colddeck deck clock v1").below((1 << 31) * ticks)
        print(f"clock, {ticks} ticks, two decks a second", [start + deck * ticks // 2 for deck in range(5)])
    stream = Pcg(b"colddeck pcg64 deck v1", 12345, "", 0, 0)
    print("below 52 from seed 12345", [stream.below(52) for _ in range(6)])


def by_swaps(targets):
    """Swaps each position with the target that is drawn for it."""

    def shuffle(draws):
        deck = list(range(CARDS))
        for at, target in targets(draws):
            deck[at], deck[target] = deck[target], deck[at]
        return deck

    return shuffle


def by_keys(bits):
    def shuffle(draws):
        keys = [draws.word() >> (64 - bits) for _ in range(CARDS)]
        return sorted(range(CARDS), key=lambda card: keys[card])

    return shuffle


def inside_out(draws):
    deck = []
    for card in range(CARDS):
        place = draws.below(card + 1)
        deck.append(card)
        deck[card] = deck[place]
        deck[place] = card
    return deck


def even(draws):
    deck, swaps = list(range(CARDS)), 0
    for at in range(CARDS - 1, 1, -1):
        other = draws.below(at + 1)
        deck[at], deck[other] = deck[other], deck[at]
        swaps += other != at
    if swaps % 2:
        deck[0], deck[1] = deck[1], deck[0]
    return deck


def batched(draws):
    deck, left = list(range(CARDS)), CARDS
    while left > 1:
        bounds = [left - swap for swap in range(min(6, left - 1))]
        while True:
            word, product, picks = draws.word(), 1, []
            for bound in bounds:
                picks.append(word * bound >> 64)
                word = word * bound & WORD
                product *= bound
            if word >= (1 << 64) % product:
                break
        for pick in picks:
            left -= 1
            deck[left], deck[pick] = deck[pick], deck[left]
    return deck


def insert(deck, draws):
    for at in range(1, len(deck)):
        to = at
        while to > 0 and draws.coin():
            to -= 1
        deck.insert(to, deck.pop(at))
    return deck


def quick(deck, draws):
    """By lists: what is smaller than the pivot, the pivot, what is greater."""
    if len(deck) <= 10:
        return insert(deck, draws)
    third = len(deck) // 2
    low, pivot, high = deck[0], deck[-1], deck[third]
    if draws.coin():
        low, pivot = pivot, low
    if draws.coin():
        low, pivot, high = high, low, pivot
    elif draws.coin():
        pivot, high = high, pivot
    rest = deck[1:-1]
    rest[third - 1] = rest[0]
    rest = rest[1:]
    smaller, greater = [low], [high]
    while rest:
        card = rest.pop(0)
        if not draws.coin():
            smaller.append(card)
            continue
        # From below, until one is smaller: that one changes places with the card.
        found = False
        while rest:
            other = rest.pop()
            if draws.coin():
                greater.insert(0, other)
            else:
                greater.insert(0, card)
                smaller.append(other)
                found = True
                break
        if not found:
            greater.insert(0, card)
    if len(greater) < len(smaller):
        greater = quick(greater, draws)
        smaller = quick(smaller, draws)
    else:
        smaller = quick(smaller, draws)
        greater = quick(greater, draws)
    return smaller + [pivot] + greater


def freecell(draws):
    """Deals the card at a number modulo the cards that are left; the last of them takes its place."""
    cards, dealt = list(range(CARDS)), []
    while cards:
        at = draws.below(1 << 15) % len(cards)
        dealt.append(cards[at])
        cards[at] = cards[-1]
        cards.pop()
    return dealt


def borel(draws):
    """Puts a packet between two different ends on top, twenty times."""
    deck = list(range(CARDS))
    for _ in range(20):
        one, other = draws.below(CARDS + 1), draws.below(CARDS)
        above, end = sorted((one, other + (other >= one)))
        deck[:end] = deck[above:end] + deck[:above]
    return deck


SHUFFLES = {
    "fisher-yates, down": by_swaps(lambda d: ((at, d.below(at + 1)) for at in range(1, CARDS))),
    "inside-out": inside_out,
    "batched": batched,
    "sort-by-keys": by_keys(64),
    "sort-by-keys, 3 bits": by_keys(3),
    "swap-with-any": by_swaps(lambda d: ((at, d.below(CARDS)) for at in range(CARDS))),
    "sattolo": by_swaps(lambda d: ((at, d.below(at)) for at in range(CARDS - 1, 0, -1))),
    "asf-poker": by_swaps(lambda d: ((at, d.below(CARDS - 1)) for at in range(CARDS))),
    "modulo-rand": by_swaps(lambda d: ((at, d.below(1 << 15) % (at + 1)) for at in range(1, CARDS))),
    "freecell": freecell,
    "random-comparator, insertion": lambda d: insert(list(range(CARDS)), d),
    "random-comparator, quick": lambda d: quick(list(range(CARDS)), d),
    "even-only": even,
    "borel, 20 moves": borel,
}

seeds()
for name, shuffle in SHUFFLES.items():
    print(name, shuffle(Pcg(b"colddeck pcg64 batch v1", 1, "stability", 0, 0)))
