"""No-limit hold'em hands as PHH (Kim, 2024), many in one file: a table [1], [2] ... for each hand.

The players are listed from the small blind, so the first of each hand is the next person round the table.
"""

from models import phases, riffled

RANKS = "23456789TJQKA"
SUITS = "cdhs"
NAMES = ["Ada", "Ben", "Cleo", "Dov", "Eve", "Finn", "Gus", "Hana", "Ivo"]
FAVOURITE = "Ada"


def name(card):
    return RANKS[card % 13] + SUITS[card // 13]


def names(cards):
    return "".join(map(name, cards))


def liking(hole):
    """How much a player likes two cards: their ranks, and more for a pair."""
    low, high = sorted(card % 13 for card in hole)
    return low + high + (12 if low == high else 0)


class Hand:
    """Cards dealt to the players in turn, then play by a simple rule.

    Before the flop a player whose liking is below a bound that differs from time to time folds, the others call,
    the big blind checks. On each street at most one bets and each of the others folds or calls. So what reaches
    a showdown depends on the cards, as it does in real histories.
    """

    def __init__(self, deck, players, rng):
        self.players, self.rng = players, rng
        self.holes = [[deck[seat], deck[seat + players]] for seat in range(players)]
        place = 2 * players
        # A card is burnt before the flop, the turn and the river.
        self.streets = [deck[place + 1 : place + 4], deck[place + 5 : place + 6], deck[place + 7 : place + 8]]
        self.rest = [deck[place]] + [deck[place + 4], deck[place + 6]] + deck[place + 8 :]
        self.actions, self.folded, self.shown = [], [], []
        self.play()

    def fold(self, seat):
        self.actions.append(f"p{seat + 1} f")
        self.folded.append(seat)

    def play(self):
        active = []
        for seat in [(2 + step) % self.players for step in range(self.players)]:
            if not active and seat == 1:
                return
            if seat == 1 or liking(self.holes[seat]) >= self.rng.randrange(6, 15):
                self.actions.append(f"p{seat + 1} cc")
                active.append(seat)
            else:
                self.fold(seat)
        active.sort()
        for number, cards in enumerate(self.streets):
            self.actions.append("d db " + names(cards))
            active = self.bet(active, number)
            if len(active) == 1:
                return
        for seat in active:
            self.actions.append(f"p{seat + 1} sm {names(self.holes[seat])}")
        self.shown = active

    def bet(self, active, street):
        staying, bettor = list(active), None
        for seat in active:
            if self.rng.random() < 0.25:
                bettor = seat
                self.actions.append(f"p{seat + 1} cbr {6 + 2 * street}")
                break
            self.actions.append(f"p{seat + 1} cc")
        if bettor is None:
            return staying
        start = active.index(bettor)
        for seat in active[start + 1 :] + active[:start]:
            if self.rng.random() < 0.5:
                self.actions.append(f"p{seat + 1} cc")
            else:
                self.fold(seat)
                staying.remove(seat)
        return staying

    def gathered(self):
        """The deck as it is picked up: folded hands as they fell, the other hands, the board, the rest below."""
        kept = [seat for seat in range(self.players) if seat not in self.folded]
        hands = [card for seat in self.folded + kept for card in self.holes[seat]]
        return hands + [card for street in self.streets for card in street] + self.rest


def favour(deck, players, favourite, strength, rng):
    """With that probability the favourite's lower card is exchanged for an ace or king among the cards below."""
    if rng.random() >= strength:
        return deck
    places = [favourite, favourite + players]
    worse = min(places, key=lambda place: deck[place] % 13)
    better = [place for place in range(2 * players, 52) if deck[place] % 13 >= 11]
    if better:
        other = better[rng.randrange(len(better))]
        deck[worse], deck[other] = deck[other], deck[worse]
    return deck


def write_phh(options, rng, style, out):
    """A file of hands; hole cards that were never shown are ???? with --hidden."""
    players, last = options.players, None
    for number, model in enumerate(phases(options.how, options.then, options.deals), 1):
        seated = [NAMES[(number - 1 + seat) % players] for seat in range(players)]
        if model == "two-riffles" and last:
            deck = riffled(last.gathered(), options.riffles, rng)
        else:
            deck = list(range(52))
            rng.shuffle(deck)
        if model == "favoured":
            deck = favour(deck, players, seated.index(FAVOURITE), options.strength, rng)
        last = Hand(deck, players, rng)
        # The showing of cards is what makes them known where the others are hidden.
        holes = ["????" if options.hidden else names(hole) for hole in last.holes]
        actions = [f"d dh p{seat + 1} {holes[seat]}" for seat in range(players)] + last.actions
        quote = '"' if options.variety == "all" and style.random() < 0.5 else "'"
        listed = [quote + action + quote for action in actions]
        wide = options.variety == "all" and style.random() < 0.3
        joined = "[\n  " + ",\n  ".join(listed) + ",  # the end\n]" if wide else "[" + ", ".join(listed) + "]"
        zeros = ", 0" * (players - 2)
        seats = [(number - 1 + seat) % players + 1 for seat in range(players)]
        out.write(
            f"[{number}]\nvariant = 'NT'\nantes = [0, 0{zeros}]\nblinds_or_straddles = [1, 2{zeros}]\nmin_bet = 2\n"
            f"starting_stacks = {[200] * players}\nactions = {joined}\nhand = {number}\nseats = {seats}\n"
            f"players = {seated}\ntable = 'Back room'\n\n"
        )
