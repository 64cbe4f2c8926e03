"""The rules that damage.py breaks, one function each.

A function gets the text, the number of the deal and a random source, and gives the damaged text. It breaks what
its words say, and nothing that a lenient reader could pass over.
"""

import re

from check import SUITS, lin_tokens, pbn_tags, table

# The rules of each format: name, words, function.
RULES = {form: {} for form in ("pbn", "lin", "17lands", "csv", "phh", "json")}
# Not X, which some write for any low card.
NOT_A_RANK = "1BZ0*é"


def rule(form, name, words):
    def keep(function):
        RULES[form][name] = (words, function)
        return function

    return keep


def replaced(text, begin, end, new):
    return text[:begin] + new + text[end:]


def turned(items, at):
    """The items from the at-th on, round the end to the start."""
    items = list(items)
    start = at % len(items)
    return items[start:] + items[:start]


# --- Hands of bridge, in either format -----------------------------------------------------------------------
# A hand is a list of four strings of ranks; a hand that is not given is None.


def cards_of(hand):
    return [(suit, rank) for suit in range(4) for rank in hand[suit]]


def drop(hand, card):
    hand[card[0]] = hand[card[0]].replace(card[1], "", 1)


def card_twice(hands, rng):
    one, other = rng.sample([hand for hand in hands if hand], 2)
    card = rng.choice(cards_of(one))
    drop(other, rng.choice(cards_of(other)))
    other[card[0]] += card[1]


def card_missing(hands, rng):
    hand = rng.choice([hand for hand in hands if hand])
    drop(hand, rng.choice(cards_of(hand)))


def fourteen(hands, rng):
    one, other = rng.sample([hand for hand in hands if hand], 2)
    card = rng.choice(cards_of(one))
    drop(one, card)
    other[card[0]] += card[1]


def bad_rank(hands, rng):
    hand = rng.choice([hand for hand in hands if hand])
    suit, rank = rng.choice(cards_of(hand))
    hand[suit] = hand[suit].replace(rank, rng.choice(NOT_A_RANK), 1)


def control(hands, rng):
    hand = rng.choice([hand for hand in hands if hand])
    suit, rank = rng.choice(cards_of(hand))
    hand[suit] = hand[suit].replace(rank, rng.choice("\x00\x07\x1b"), 1)


HANDS = {
    "card-twice": ("a card is in two hands, and one is nowhere", card_twice),
    "card-missing": ("a hand has twelve cards", card_missing),
    "fourteen": ("a hand has fourteen cards, another twelve", fourteen),
    "bad-rank": ("a letter that is no rank stands for one", bad_rank),
    "control-character": ("a character that cannot be printed stands for a rank", control),
}


# --- PBN -----------------------------------------------------------------------------------------------------


def pbn_deals(text, at):
    return turned(((begin, end, whole) for name, _, _, begin, whole in pbn_tags(text) if name == "Deal" for end in
                   [text.index('"', begin)]), at)


def pbn_change(change):
    """Makes a rule of a change of a deal's value; of None the next deal is tried."""

    def damage(text, at, rng):
        for begin, end, _ in pbn_deals(text, at):
            new = change(text[begin:end], rng)
            if new is not None:
                return replaced(text, begin, end, new)
        raise ValueError("no deal in this file can be broken so")

    return damage


def pbn_hands(change):
    def altered(value, rng):
        hands = [None if hand == "-" else hand.split(".") for hand in value[2:].split(" ")]
        change(hands, rng)
        return value[:2] + " ".join("-" if hand is None else ".".join(hand) for hand in hands)

    return pbn_change(altered)


for key, (sentence, changing) in HANDS.items():
    RULES["pbn"][key] = (sentence, pbn_hands(changing))


@rule("pbn", "five-hands", "a deal has a fifth hand")
@pbn_change
def _(value, rng):
    return value + " " + rng.choice([hand for hand in value[2:].split(" ") if hand != "-"])


@rule("pbn", "hands-joined", "nothing stands between two hands")
@pbn_change
def _(value, rng):
    place = rng.choice([found.start() for found in re.finditer(" ", value)])
    return value[:place] + value[place + 1 :]


@rule("pbn", "hand-split", "a space stands inside a hand")
@pbn_change
def _(value, rng):
    place = rng.choice([found.start() + 1 for found in re.finditer(r"[^ :.][^ .]", value)])
    return value[:place] + " " + value[place:]


@rule("pbn", "suit-too-many", "a hand has five suits")
@pbn_change
def _(value, rng):
    place = rng.choice([found.start() for found in re.finditer(r"\.", value)])
    return value[:place] + "." + value[place:]


@rule("pbn", "suit-too-few", "a hand has three suits")
@pbn_change
def _(value, rng):
    place = rng.choice([found.start() for found in re.finditer(r"\.", value)])
    return value[:place] + value[place + 1 :]


@rule("pbn", "unknown-seat", "a deal begins with a letter that is no seat")
@pbn_change
def _(value, rng):
    return rng.choice("XQ1OZB") + value[1:]


@rule("pbn", "no-colon", "no colon stands after the seat")
@pbn_change
def _(value, _):
    return value[0] + value[2:]


@rule("pbn", "unclosed-quote", "the quote of a deal is not closed")
def _(text, at, _):
    begin, end, _ = pbn_deals(text, at)[0]
    return replaced(text, end, end + 1, "")


@rule("pbn", "unclosed-bracket", "the bracket of a deal is not closed")
def _(text, at, _):
    begin, _, whole = pbn_deals(text, at)[0]
    return replaced(text, whole - 1, whole, "")


@rule("pbn", "unclosed-comment", "a comment in braces never ends")
def _(text, at, _):
    after = text.rfind("}") + 1
    games = [found.end() for found in re.finditer(r"\n[ \t]*\r?\n", text[after:])] or [len(text) - after]
    place = after + games[at % len(games)]
    return replaced(text, place, place, f"{{never closed {at}\n")


@rule("pbn", "cut-off", "the file ends inside a deal")
def _(text, at, rng):
    begin, end, _ = pbn_deals(text, at)[0]
    return text[: rng.randrange(begin + 1, end)]


# --- LIN -----------------------------------------------------------------------------------------------------


def lin_deals(text, at):
    return turned(((begin, end) for tag, _, begin, end in lin_tokens(text) if tag == "md"), at)


def lin_change(change):
    def damage(text, at, rng):
        begin, end = lin_deals(text, at)[0]
        return replaced(text, begin, end, change(text[begin:end], rng))

    return damage


def lin_split(value):
    return [list(re.fullmatch("S(.*)H(.*)D(.*)C(.*)", hand).groups()) if hand else None for hand in value[1:].split(",")]


def lin_joined(digit, hands):
    return digit + ",".join("".join(s + r for s, r in zip(SUITS, hand)) if hand else "" for hand in hands)


def lin_hands(change):
    def altered(value, rng):
        hands = lin_split(value)
        change(hands, rng)
        return lin_joined(value[0], hands)

    return lin_change(altered)


for key, (sentence, changing) in HANDS.items():
    RULES["lin"][key] = (sentence, lin_hands(changing))


@rule("lin", "five-hands", "a deal has a fifth hand")
@lin_change
def _(value, rng):
    hands = lin_split(value)
    # The fifth, so that a lenient reader cannot take it for the fourth.
    hands += [None] * (4 - len(hands))
    return lin_joined(value[0], hands + [rng.choice(hands[:3])])


@rule("lin", "unknown-seat", "the dealer is a figure or letter that is no seat")
@lin_change
def _(value, rng):
    return rng.choice("5679X") + value[1:]


@rule("lin", "unknown-suit", "a letter that is no suit stands for one")
@lin_change
def _(value, rng):
    place = rng.choice([found.start() for found in re.finditer("[SHDC]", value)])
    return value[:place] + rng.choice("PXZE") + value[place + 1 :]


def lin_cards(value):
    """The cards of the given hands, read letter by letter as a careless reader would."""
    cards = []
    for letter in value[1:]:
        if letter in SUITS:
            suit = letter
        elif letter != ",":
            cards.append(suit + letter)
    return cards


@rule("lin", "suit-twice", "a hand has the letter of one suit twice, and so a card that is in a hand already")
@lin_change
def _(value, rng):
    ways = [
        value[: found.start()] + suit + value[found.end() :]
        for found in re.finditer("[HDC](?=[^SHDC,])", value)
        for suit in SUITS
    ]
    return rng.choice([way for way in ways if len(set(lin_cards(way))) < len(lin_cards(way))])


@rule("lin", "no-suit", "ranks stand before the letter of a suit")
@lin_change
def _(value, rng):
    place = rng.choice([found.start() for found in re.finditer(r"(?<=[1-4,])S(?=[^SHDC,])", value)])
    return value[:place] + value[place + 1 :]


@rule("lin", "unclosed-token", "no bar ends a deal")
def _(text, at, _):
    begin, end = lin_deals(text, at)[0]
    return replaced(text, end, end + 1, "")


@rule("lin", "unopened-token", "no bar stands between md and the deal")
def _(text, at, _):
    begin, _ = lin_deals(text, at)[0]
    return replaced(text, begin - 1, begin, "")


@rule("lin", "cut-off", "the file ends inside a deal")
def _(text, at, rng):
    begin, end = lin_deals(text, at)[0]
    return text[: rng.randrange(begin + 2, end - 1)]


# --- Tables --------------------------------------------------------------------------------------------------


def line_starts(text):
    """Where each line after the header begins."""
    return [found.end() for found in re.finditer("\n", text) if found.end() < len(text)]


def csv_line(change, separator):
    """Makes a rule of a change of one row's fields."""

    def damage(text, at, rng):
        header, _ = table(text, separator)
        for begin in turned(line_starts(text), at):
            end = text.find("\n", begin)
            fields = change(header, text[begin:end].split(separator), rng)
            if fields is not None:
                return replaced(text, begin, end, separator.join(fields))
        raise ValueError("no row of this file can be broken so")

    return damage


def column_gone(separator, gone):
    def damage(text, _, __):
        header, _ = table(text, separator)
        places = [i for i, name in enumerate(header) if not gone(name)]
        # A name with a comma would need its quotes again.
        quoted = [f'"{name}"' if separator in name else name for name in header]
        rows = [quoted] + [line.split(separator) for line in text.split("\n")[1:] if line]
        return "\n".join(separator.join(row[i] for i in places) for row in rows) + "\n"

    return damage


def column_twice(separator, name):
    def damage(text, _, __):
        header, _ = table(text, separator)
        place = header.index(name)
        lines = text.split("\n")
        rows = [line + separator + line.split(separator)[place][::-1] for line in lines[1:] if line]
        return "\n".join([lines[0] + separator + name] + rows) + "\n"

    return damage


def put_in(columns, values):
    """Puts one of the values into one of the columns that are asked for."""

    def change(header, fields, rng):
        fields[rng.choice([i for i, name in enumerate(header) if columns(name)])] = rng.choice(values)
        return fields

    return change


def cut_row(_, fields, rng):
    return fields[: rng.randrange(1, len(fields))]


def longer_row(_, fields, rng):
    return fields + ["7"] * rng.randrange(1, 4)


def open_quote(_, fields, rng):
    place = rng.randrange(len(fields))
    fields[place] = '"' + fields[place]
    return fields


def no_header(text, _, __):
    return text[text.index("\n") + 1 :]


for form, separator, counts in (("17lands", ",", "deck_"), ("csv", ";", "")):
    numbers = ["deck", "lands", "hand", "lands_in_hand"]
    asked = (lambda name: name.startswith("deck_")) if counts else (lambda name: name in numbers)
    needed = (lambda name: name.startswith("deck_")) if counts else (lambda name: name == "lands_in_hand")
    RULES[form].update({
        "no-header": ("the line of names is not there", no_header),
        "missing-column": (f"no column {counts or 'lands_in_hand'}", column_gone(separator, needed)),
        "column-twice": ("two columns have one name and differ", column_twice(separator, "candidate_hand_1" if counts else "lands_in_hand")),
        "row-cut-off": ("a row has too few fields", csv_line(cut_row, separator)),
        "row-too-long": ("a row has too many fields", csv_line(longer_row, separator)),
        "not-a-number": ("a word stands where a count should", csv_line(put_in(asked, ["two", "x", "?", "1e"]), separator)),
        "negative": ("a count is below nought", csv_line(put_in(asked, ["-1", "-2", "-40"]), separator)),
        "fraction": ("a count is not whole", csv_line(put_in(asked, ["1.5", "0.25"]), separator)),
        "unclosed-quote": ("a quote is opened and never closed", csv_line(open_quote, separator)),
    })


def first_hand(change):
    """Makes a rule of a change of the first hand's card numbers; the kept hand stays as it is."""

    def altered(header, fields, rng):
        place = header.index("candidate_hand_1")
        fields[place] = "|".join(change(fields[place].split("|"), rng))
        return fields

    return csv_line(altered, ",")


def seven_of_one(header, fields, rng):
    """Of a spell, as limited.py numbers them: no deck has seven of one."""
    place = header.index("candidate_hand_1")
    spells = [number for number in fields[place].split("|") if 90100 < int(number) < 91000]
    if not spells:
        return None
    fields[place] = "|".join([rng.choice(spells)] * 7)
    return fields


RULES["17lands"]["no-hands"] = (
    "no column of a hand",
    column_gone(",", lambda name: name.startswith("candidate_hand_") or name == "opening_hand"),
)
RULES["17lands"]["unknown-card"] = (
    "a hand has a number that cards.csv has not",
    first_hand(lambda ids, rng: ids[:3] + [str(rng.randrange(10**8, 10**9))] + ids[4:]),
)
RULES["17lands"]["card-not-a-number"] = (
    "a hand has a word among its numbers",
    first_hand(lambda ids, rng: ids[:5] + [rng.choice(["Island", "9x", "?", "\x00"])] + ids[6:]),
)
RULES["17lands"]["hand-beyond-deck"] = (
    "a hand has more cards than the deck",
    first_hand(lambda ids, rng: ids * rng.randrange(6, 9)),
)
RULES["17lands"]["more-copies-than-deck"] = (
    "a hand has seven of a card of which the deck has fewer",
    csv_line(seven_of_one, ","),
)


def not_in_deck(header, fields, _):
    """The deck's columns lose every card: the hand is of cards that the deck has not."""
    return ["0" if name.startswith("deck_") else field for name, field in zip(header, fields)]


RULES["17lands"]["empty-deck"] = ("a deck has no card", csv_line(not_in_deck, ","))


def csv_set(change):
    """Makes a rule of a change of (deck, lands, hand, found)."""

    def altered(header, fields, rng):
        places = [header.index(name) for name in ("deck", "lands", "hand", "lands_in_hand")]
        for place, value in zip(places, change(*(int(fields[place]) for place in places), rng)):
            fields[place] = str(value)
        return fields

    return csv_line(altered, ";")


for key, sentence, changing in (
    ("found-beyond-drawn", "more lands are found than cards drawn",
     lambda deck, lands, hand, found, rng: (deck, lands, hand, hand + rng.randrange(1, 4))),
    ("lands-beyond-deck", "a deck has more lands than cards",
     lambda deck, lands, hand, found, rng: (deck, deck + rng.randrange(1, 9), hand, found)),
    ("hand-beyond-deck", "a hand has more cards than the deck",
     lambda deck, lands, hand, found, rng: (deck, lands, deck + rng.randrange(1, 9), found)),
    ("found-beyond-lands", "more lands are found than the deck has",
     lambda deck, lands, hand, found, rng: (deck, rng.randrange(0, 3), hand, rng.randrange(3, 8))),
    ("spells-beyond-deck", "more other cards are found than the deck has",
     lambda deck, lands, hand, found, rng: (deck, deck - rng.randrange(0, 3), hand, rng.randrange(0, 4))),
):
    RULES["csv"][key] = (sentence, csv_set(changing))
