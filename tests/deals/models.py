"""How cards get into hands: fair, and in the few unfair ways that test material needs.

Each model is written down here in words, because the power of a test is only known against a stated model.
A card of 52 is a number: suit * 13 + rank, suits S H D C, ranks A K Q ... 2, so that a sorted hand reads as
bridge players write it. Seats go clockwise, N E S W.
"""

SUITS = "SHDC"
RANKS = "AKQJT98765432"
SEATS = "NESW"
SOUTH = 2


def riffle(deck, rng):
    """One Gilbert-Shannon-Reeds riffle: a coin for every place says which packet fills it."""
    coins = rng.getrandbits(len(deck))
    top, low = 0, len(deck) - coins.bit_count()
    mixed = []
    for _ in range(len(deck)):
        if coins & 1:
            mixed.append(deck[low])
            low += 1
        else:
            mixed.append(deck[top])
            top += 1
        coins >>= 1
    return mixed


def cut(deck, rng):
    """A cut at a place that is uniform among all n, so that each card is as likely to come to the top."""
    place = rng.randrange(len(deck))
    return deck[place:] + deck[:place]


def riffled(deck, riffles, rng):
    """Some riffles and a cut."""
    for _ in range(riffles):
        deck = riffle(deck, rng)
    return cut(deck, rng)


def dealt(deck, dealer):
    """Four hands, one card at a time, the first to the dealer's left."""
    return [sorted(deck[(seat - dealer - 1) % 4 :: 4]) for seat in range(4)]


def played(hands, leader, rng):
    """The 52 cards in the order in which they were played.

    The leader plays any card of the hand. The others follow suit with any card of that suit, or throw any
    card if they have none. No trumps: the highest card of the suit led takes the trick and leads to the next.
    """
    held = [[[card for card in hand if card // 13 == suit] for suit in range(4)] for hand in hands]
    order = []
    for left in range(13, 0, -1):
        led = best = winner = None
        for turn in range(4):
            seat = (leader + turn) % 4
            pile = held[seat][led] if turn else None
            if pile:
                card = pile.pop(int(rng.random() * len(pile)))
            else:
                place = int(rng.random() * left)
                for pile in held[seat]:
                    if place < len(pile):
                        card = pile.pop(place)
                        break
                    place -= len(pile)
            order.append(card)
            if turn == 0:
                led, best, winner = card // 13, card, seat
            elif card // 13 == led and card < best:
                best, winner = card, seat
        leader = winner
    return order


def gathered(hands, dealer, rng):
    """The deck after play: each trick is laid upon the one before, so the last card played lies on top."""
    return played(hands, (dealer + 1) % 4, rng)[::-1]


def favour(hands, strength, rng):
    """With that probability South's lowest card is exchanged for an ace or a king of another hand."""
    if rng.random() >= strength:
        return hands
    wanted = [(seat, card) for seat in range(4) if seat != SOUTH for card in hands[seat] if card % 13 < 2]
    if not wanted:
        return hands
    seat, honour = wanted[rng.randrange(len(wanted))]
    lowest = max(hands[SOUTH], key=lambda card: (card % 13, card))
    given = [list(hand) for hand in hands]
    given[SOUTH].remove(lowest)
    given[seat].remove(honour)
    given[SOUTH].append(honour)
    given[seat].append(lowest)
    return [sorted(hand) for hand in given]


def phases(how, then, count):
    """Which model each of the deals follows: `changed` is fair up to the middle."""
    if how != "changed":
        return [how] * count
    return ["fair"] * (count // 2) + [then] * (count - count // 2)


def bridge_boards(how, then, count, rng, riffles=2, strength=0.3):
    """(dealer, four hands N E S W) for each board; the dealer goes round, N first.

    fair: 52 cards shuffled uniformly. two-riffles: the deck as gathered after the play of the last board,
    riffled and cut. favoured: fair, then `favour`.
    """
    hands = None
    for board, model in enumerate(phases(how, then, count)):
        dealer = board % 4
        if model == "two-riffles" and hands is not None:
            deck = riffled(gathered(hands, (board - 1) % 4, rng), riffles, rng)
        else:
            deck = list(range(52))
            rng.shuffle(deck)
        hands = dealt(deck, dealer)
        if model == "favoured":
            hands = favour(hands, strength, rng)
        yield dealer, hands


def list_decks(how, then, count, rng, riffles=2, strength=0.3):
    """Whole decks of 52, top card first.

    two-riffles: each deck is the last one riffled and cut. favoured: with probability `strength` the ace of
    spades is exchanged with the top card. clumped: a deck in order, by suit and rank, riffled and cut.
    """
    deck = list(range(52))
    rng.shuffle(deck)
    for model in phases(how, then, count):
        if model == "two-riffles":
            deck = riffled(deck, riffles, rng)
        elif model == "clumped":
            deck = riffled(list(range(52)), riffles, rng)
        else:
            deck = list(range(52))
            rng.shuffle(deck)
        if model == "favoured" and rng.random() < strength:
            place = deck.index(0)
            deck[0], deck[place] = deck[place], deck[0]
        yield deck


def clumped(lands, spells, riffles, rng):
    """A weak shuffle of a deck whose lands lay together: lands upon spells, cut, riffled.

    The cut comes first and is uniform, so the mean number of lands in a hand is exactly that of a fair shuffle;
    what changes is how much hands differ.
    """
    deck = cut(lands + spells, rng)
    for _ in range(riffles):
        deck = riffle(deck, rng)
    return deck


def smoothed(deck, is_land, hands, rng):
    """Of several hands from separate fair shuffles, the one whose share of lands is nearest the deck's.

    This is what is said of Arena's best-of-one games. Ties go to the hand drawn first.
    """
    share = sum(map(is_land, deck)) / len(deck)
    best = None
    for _ in range(hands):
        order = deck[:]
        rng.shuffle(order)
        distance = abs(sum(map(is_land, order[:7])) / 7 - share)
        if best is None or distance < best[0]:
            best = (distance, order)
    return best[1]
