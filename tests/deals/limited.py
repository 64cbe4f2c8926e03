"""Games of Magic as 17lands' replay data has them, and a plain table of counts.

One row is one game. `candidate_hand_1` to `_7` have the seven cards seen before each decision, as Arena's card
numbers joined by bars; `opening_hand` has what was kept; `deck_<name>` counts the deck by name. Several numbers
have one name (other pictures); cards.csv says which. The names are made up, but for the basic lands.
"""

import csv
import datetime

from models import clumped, smoothed

BASICS = ["Plains", "Island", "Swamp", "Mountain", "Forest"]
COLOURS = "WUBRG"
NONBASICS = [
    "Quiet Harbour", "Ashen Gate", "Thornfield Crossing", "Salt Pans", "Lantern Quarter",
    "Mirrel, Drowned City", "Old Observatory", "Copper Terraces",
]
FIRST = ["Amber", "Brass", "Cinder", "Dusk", "Ember", "Frost", "Gale", "Hollow", "Iron", "Jade", "Landfall", "Moss"]
SECOND = ["Adept", "Bear", "Charm", "Drake", "Envoy", "Forester", "Giant", "Hymn"]
KINDS = ["Creature — Human Wizard", "Instant", "Creature — Bear", "Sorcery", "Enchantment — Aura", "Artifact"]
START = datetime.datetime(2024, 1, 16, 12, 0, 0)
DAYS = 168
HANDS = [f"candidate_hand_{number}" for number in range(1, 8)]
BEFORE = [
    "expansion", "event_type", "draft_id", "draft_time", "build_index", "match_number", "game_number", "game_time",
    "rank", "opp_rank", "main_colors", "splash_colors", "on_play", "num_mulligans", "opp_num_mulligans", "opp_colors",
    "num_turns", "won",
]
AFTER = ["user_n_games_bucket", "user_game_win_rate_bucket"]


class Card:
    """A name with its numbers, of which the second and third are other pictures."""

    def __init__(self, number, name, kind, colour, value, pictures):
        self.ids = [number + 1000 * picture for picture in range(pictures)]
        self.name, self.kind, self.colour, self.value = name, kind, colour, value
        self.land = "Land" in kind


def cards():
    """The set: five basic lands, eight other lands, 96 spells."""
    made = [Card(90001 + i, name, f"Basic Land — {name}", COLOURS[i], 0, 3) for i, name in enumerate(BASICS)]
    made += [Card(90011 + i, name, "Land", "", 0, 1) for i, name in enumerate(NONBASICS)]
    for i, first in enumerate(FIRST):
        for j, second in enumerate(SECOND):
            number = i * len(SECOND) + j
            name = f"{first} {second}" if number % 11 else f"{first}, the {second}"
            made.append(Card(90101 + number, name, KINDS[number % 6], COLOURS[number % 5], 1 + number % 6, 1))
    return made


def write_cards(path):
    """cards.csv, with some cards of another set that no deck has, one of them a second island."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["id", "expansion", "name", "rarity", "color_identity", "mana_value", "types", "is_booster"])
        for card in cards():
            for number in card.ids:
                rows.writerow([number, "TST", card.name, "common", card.colour, card.value, card.kind, "True"])
        rows.writerow([80001, "OLD", "Island", "common", "U", 0, "Basic Land — Island", "False"])
        rows.writerow([80002, "OLD", "Elder Landscape", "rare", "G", 5, "Creature — Treefolk", "True"])


class Deck:
    """Forty cards of two colours with 16 to 18 lands, up to three of them not basic."""

    def __init__(self, pool, rng):
        first, second = rng.sample(range(5), 2)
        lands = rng.choices([16, 17, 18], [25, 60, 15])[0]
        others = rng.randrange(4)
        half = (lands - others) // 2
        basics, nonbasics = pool[:5], [card for card in pool if card.land][5:]
        self.colours = COLOURS[first] + COLOURS[second]
        # A player has one picture of each basic land.
        self.picture = {basics[i].name: rng.choice(basics[i].ids) for i in (first, second)}
        self.lands = [basics[first]] * half + [basics[second]] * (lands - others - half) + rng.sample(nonbasics, others)
        spells = [card for card in pool if not card.land and card.colour in self.colours]
        self.spells = sorted(rng.choices(spells, k=40 - lands), key=lambda card: card.value)
        self.spare = rng.choices(spells, k=8)

    def rebuild(self, rng):
        """Between games a player exchanges one spell, or a land for a spell, or the reverse."""
        kind = rng.randrange(3)
        if kind == 1 and len(self.lands) > 16:
            self.lands = self.lands[1:]
            self.spells = self.spells + [self.spare[0]]
        elif kind == 2 and len(self.lands) < 18:
            self.lands = [self.lands[0]] + self.lands
            self.spells = self.spells[1:]
        else:
            self.spells = self.spells[1:] + [rng.choice(self.spare)]

    def counts(self, pool):
        """The cells of deck_ and sideboard_ for every card of the set."""
        there = {}
        for card in self.lands + self.spells:
            there[card.name] = there.get(card.name, 0) + 1
        beside = {}
        for card in self.spare:
            beside[card.name] = beside.get(card.name, 0) + 1
        return [str(there.get(card.name, 0)) for card in pool] + [str(beside.get(card.name, 0)) for card in pool]

    def ids(self, hand):
        return "|".join(str(self.picture.get(card.name, card.ids[0])) for card in hand)


def shuffle(deck, model, options, rng):
    """One order of the deck. A clumped game is one in `strength`; the others are fair."""
    if model == "clumped" and rng.random() < options.strength:
        return clumped(deck.lands, deck.spells, options.riffles, rng)
    whole = deck.lands + deck.spells
    if model == "smoothed":
        return smoothed(whole, lambda card: card.land, options.hands, rng)
    rng.shuffle(whole)
    return whole


def lands_in(hand):
    return sum(card.land for card in hand)


def opening(deck, model, options, rng):
    """(hands seen, hand kept, the cards below it).

    The player's rule: no, one, six or seven lands are not kept; the third mulligan is the last. After m
    mulligans m cards go to the bottom, lands while more than three are held, then the dearest spells.
    """
    seen = []
    while True:
        # Only the first hand of a best-of-one game is smoothed.
        order = shuffle(deck, "fair" if model == "smoothed" and seen else model, options, rng)
        hand = order[:7]
        seen.append(hand)
        if 2 <= lands_in(hand) <= 5 or len(seen) == 4:
            break
    kept = list(hand)
    for _ in range(len(seen) - 1):
        lands = [card for card in kept if card.land]
        spells = [card for card in kept if not card.land]
        kept.remove(lands[0] if len(lands) > 3 or not spells else max(spells, key=lambda card: card.value))
    return seen, kept, order[7:]


def games(options, rng):
    """(time, draft, deck's cells, row's facts, model) of every game, drafts one after another by their time."""
    pool = cards()
    middle = START + datetime.timedelta(days=DAYS / 2)
    sizes, left = [], options.deals
    while left:
        sizes.append(min(left, rng.randrange(3, 11)))
        left -= sizes[-1]
    times = sorted(START + datetime.timedelta(minutes=rng.randrange(DAYS * 24 * 60)) for _ in sizes)
    for draft, (size, began) in enumerate(zip(sizes, times)):
        deck, build, time = Deck(pool, rng), 0, began + datetime.timedelta(minutes=25)
        event = options.event if options.event != "both" else rng.choice(["PremierDraft", "TradDraft"])
        cells = deck.counts(pool)
        for game in range(size):
            if game and rng.random() < 0.15:
                deck.rebuild(rng)
                cells, build = deck.counts(pool), build + 1
            model = options.how
            if model == "changed":
                model = options.then if time >= middle else "fair"
            if model == "smoothed" and event != "PremierDraft":
                model = "fair"
            yield draft, began, time, event, deck, build, cells, game, model
            time += datetime.timedelta(minutes=12 + rng.randrange(90))


def quoted(name):
    return '"' + name.replace('"', '""') + '"' if "," in name or '"' in name else name


def write_17lands(options, rng, style, out):
    """The replay file; the columns of the turns are the first two turns' draws alone."""
    pool = cards()
    title = (lambda name: name.replace(", ", "  ")) if options.commas == "spaces" else (lambda name: name)
    drawn = ["user_turn_1_cards_drawn", "user_turn_2_cards_drawn"]
    columns = [f"{kind}_{title(card.name)}" for kind in ("deck", "sideboard") for card in pool]
    header = BEFORE + HANDS + ["opening_hand"] + drawn + columns + AFTER
    if options.cards:
        write_cards(options.cards)
    out.write(",".join(map(quoted, header)) + "\n")
    for draft, began, time, event, deck, build, cells, game, model in games(options, rng):
        seen, kept, below = opening(deck, model, options, rng)
        play = rng.random() < 0.5
        first = "" if play else deck.ids(below[:1])
        second = deck.ids(below[0 if play else 1 :][:1])
        row = [
            "TST", event, f"{draft + 0xD0000:032x}", str(began), str(build), str(game + 1), "1", str(time),
            style.choice(["gold", "platinum", "diamond", ""]), "", deck.colours, "", str(play), str(len(seen) - 1),
            str(style.choice([0, 0, 0, 0, 1])), style.choice(["WU", "BR", "G"]), str(style.randrange(4, 16)),
            str(style.random() < 0.55),
        ]
        row += [deck.ids(hand) for hand in seen] + [""] * (7 - len(seen)) + [deck.ids(kept), first, second]
        out.write(",".join(row + cells + ["100", "0.56"]) + "\n")


def write_csv(options, rng, style, out):
    """A plain table: day, cards and lands of the deck, cards of the first hand and the lands among them."""
    out.write(options.separator.join(["day", "deck", "lands", "hand", "lands_in_hand"]) + "\n")
    for _, _, time, _, deck, _, _, _, model in games(options, rng):
        hand = shuffle(deck, model, options, rng)[:7]
        facts = [time.date(), len(deck.lands + deck.spells), len(deck.lands), len(hand), lands_in(hand)]
        out.write(options.separator.join(map(str, facts)) + "\n")
