"""The rules of PHH and JSON, which have brackets and quotes of their own. See rules.py."""

import json
import re

from rules import replaced, rule, turned

ACTIONS = re.compile(r"^actions = \[", re.MULTILINE)
HOLE = re.compile(r"d dh p(\d+) ((?:[2-9TJQKA][cdhs])+)")
SHOWN = re.compile(r"p(\d+) sm ((?:[2-9TJQKA][cdhs])+)")


def phh_hands(text, at):
    """(where a hand begins, where it ends)."""
    starts = [found.start() for found in re.finditer(r"^\[\d+\]$", text, re.MULTILINE)]
    return turned(zip(starts, starts[1:] + [len(text)]), at)


def phh_change(change):
    """Makes a rule of a change of a hand's text; of None the next hand is tried."""

    def damage(text, at, rng):
        for begin, end in phh_hands(text, at):
            new = change(text[begin:end], rng)
            if new is not None:
                return replaced(text, begin, end, new)
        raise ValueError("no hand in this file can be broken so")

    return damage


def at_match(found, text, new):
    """The text with the second group of what was found replaced."""
    return text[: found.start(2)] + new + text[found.end(2) :]


def known(text):
    """Every place where cards are told, first the hole cards."""
    return list(HOLE.finditer(text)) or list(SHOWN.finditer(text))


@rule("phh", "card-twice", "two players hold one card")
@phh_change
def _(text, rng):
    seats = known(text)
    if len(seats) < 2:
        return None
    one, other = rng.sample(seats, 2)
    # The hands that are shown follow, so that nothing but the card itself is wrong.
    old, new = other[2], one[2][:2] + other[2][2:]
    return re.sub(rf"(d dh |)p{other[1]} (sm |){old}", lambda found: found[0].replace(old, new), text)


@rule("phh", "board-twice", "a card on the board is in a hand")
@phh_change
def _(text, rng):
    seats, flop = known(text), re.search(r"d db ((?:..)()(?:..)..)", text)
    if not seats or not flop:
        return None
    return text[: flop.start(1)] + rng.choice(seats)[2][:2] + text[flop.start(1) + 2 :]


def altered_card(values):
    def change(text, rng):
        seats = known(text)
        return at_match(found := rng.choice(seats), text, rng.choice(values)(found[2])) if seats else None

    return phh_change(change)


RANKLESS = [lambda cards: "1" + cards[1:], lambda cards: cards[:2] + "Z" + cards[3:], lambda cards: "0" + cards[1:]]
SUITLESS = [lambda cards: cards[0] + "x" + cards[2:], lambda cards: cards[:3] + "z", lambda cards: cards[:3] + "1"]
rule("phh", "bad-rank", "a letter or figure that is no rank stands for one")(altered_card(RANKLESS))
rule("phh", "bad-suit", "a letter that is no suit stands for one")(altered_card(SUITLESS))
rule("phh", "half-card", "a card has its rank alone")(altered_card([lambda cards: cards[:3], lambda cards: cards[1:]]))
rule("phh", "hole-of-three", "a player of hold'em has three hole cards")(altered_card([lambda cards: cards + "??"]))
rule("phh", "hole-of-one", "a player of hold'em has one hole card")(altered_card([lambda cards: cards[:2]]))


@rule("phh", "flop-of-four", "the flop has four cards")
@phh_change
def _(text, _):
    turn = re.search(r"(d db )(\w\w\w\w\w\w)([^\w].*?d db )(\w\w)", text, re.DOTALL)
    return text[: turn.end(2)] + turn[4] + text[turn.end(2) :] if turn else None


@rule("phh", "unknown-player", "cards are dealt to a player who is not there")
@phh_change
def _(text, rng):
    place = rng.choice(list(re.finditer(r"d dh p(\d+)", text)))
    return text[: place.start(1)] + rng.choice(["0", "23", "x"]) + text[place.end(1) :]


@rule("phh", "dealt-twice", "one player is dealt two hands and another none")
@phh_change
def _(text, _):
    return text.replace("d dh p2 ", "d dh p1 ", 1)


@rule("phh", "shown-otherwise", "a player shows other cards than were dealt to them")
@phh_change
def _(text, rng):
    # The cards of another who shows: so one hand is shown twice, where hole cards are not told.
    seats = list(SHOWN.finditer(text))
    if len(seats) < 2:
        return None
    one, other = rng.sample(seats, 2)
    return at_match(one, text, other[2])


@rule("phh", "unknown-action", "an action that is none")
@phh_change
def _(text, rng):
    place = rng.choice(list(re.finditer(r"p\d+ (cc|f)\b", text)))
    return text[: place.start(1)] + rng.choice(["zz", "call", "9"]) + text[place.end(1) :]


@rule("phh", "unknown-variant", "a game that PHH has not")
@phh_change
def _(text, rng):
    return text.replace("variant = 'NT'", f"variant = '{rng.choice(['XX', 'N7', ''])}'", 1)


@rule("phh", "no-actions", "a hand has no actions")
@phh_change
def _(text, _):
    return ACTIONS.sub("acts = [", text, count=1)


@rule("phh", "key-twice", "a key is there twice in one hand")
@phh_change
def _(text, _):
    return text.replace("variant = 'NT'\n", "variant = 'NT'\nvariant = 'FT'\n", 1)


@rule("phh", "no-equals", "no sign stands between a key and its value")
@phh_change
def _(text, _):
    return text.replace("actions = ", "actions ", 1)


@rule("phh", "unclosed-quote", "the quote of an action is not closed")
@phh_change
def _(text, rng):
    # Closing one quote fewer leaves an odd number of them on the line.
    place = rng.choice(list(re.finditer(r"(['\"])d dh p\d+ [^'\"]*(['\"])", text)))
    return text[: place.start(2)] + text[place.end(2) :]


@rule("phh", "unclosed-bracket", "the bracket of the actions is not closed")
@phh_change
def _(text, _):
    begin = ACTIONS.search(text).end()
    place = text.index("]", begin)
    return text[:place] + text[place + 1 :]


@rule("phh", "unclosed-header", "the bracket of a hand's number is not closed")
@phh_change
def _(text, _):
    return text.replace("]", "", 1)


@rule("phh", "control-character", "a character that cannot be printed stands in an action")
@phh_change
def _(text, rng):
    return text.replace("d dh p1", "d dh" + rng.choice("\x00\x07\x1b") + "p1", 1)


@rule("phh", "cut-off", "the file ends inside the actions")
def _(text, at, rng):
    begin, end = phh_hands(text, at)[0]
    first = begin + ACTIONS.search(text[begin:end]).end()
    return text[: rng.randrange(first, text.index("]", first))]


# --- JSON ----------------------------------------------------------------------------------------------------

DECK = re.compile(r'\[("[^\[\]]*")\]')


def json_decks(text, at):
    return turned(((found.start(), found.end()) for found in DECK.finditer(text)), at)


def json_names(change):
    """Makes a rule of a change of a deck's list."""

    def damage(text, at, rng):
        begin, end = json_decks(text, at)[0]
        return replaced(text, begin, end, json.dumps(change(json.loads(text[begin:end]), rng)))

    return damage


def json_text(change):
    """Makes a rule of a change of a deck's text."""

    def damage(text, at, rng):
        begin, end = json_decks(text, at)[0]
        return replaced(text, begin, end, change(text[begin:end], rng))

    return damage


def with_other(deck, rng, new):
    deck[rng.randrange(1, len(deck))] = new
    return deck


def at_quote(text, rng, change, closing):
    """Changes one quote, opening or closing, of a name that is not the last."""
    quotes = [found.start() for found in re.finditer('"', text)][closing:-2:2]
    place = rng.choice(quotes)
    return text[:place] + change + text[place + 1 :]


for key, sentence, function in (
    ("card-twice", "a deck has a card twice and another never",
     json_names(lambda deck, rng: with_other(deck, rng, deck[0]))),
    ("card-missing", "a deck is a card short", json_names(lambda deck, rng: deck[: (at := rng.randrange(52))] + deck[at + 1 :])),
    ("card-too-many", "a deck has one card twice and none too few", json_names(lambda deck, rng: deck + [rng.choice(deck)])),
    ("unknown-card", "a deck has a card that the other decks have not",
     json_names(lambda deck, rng: with_other(deck, rng, rng.choice(["1S", "AX", "joker", ""])))),
    ("number-for-name", "a number stands among the names", json_names(lambda deck, rng: with_other(deck, rng, 10000))),
    ("null-for-name", "null stands among the names", json_names(lambda deck, rng: with_other(deck, rng, None))),
    ("nested-deck", "a deck has a deck inside", json_names(lambda deck, rng: with_other(deck, rng, deck[:5]))),
    ("empty-deck", "a deck has no card", json_text(lambda text, _: "[]")),
    ("object", "an object stands for a deck", json_text(lambda text, _: '{"order": 1}')),
    ("unclosed-quote", "the quote of a name is not closed", json_text(lambda text, rng: at_quote(text, rng, "", 1))),
    ("unopened-quote", "the quote of a name is not opened", json_text(lambda text, rng: at_quote(text, rng, "", 0))),
    ("wrong-quote", "a name ends with another quote than it began", json_text(lambda text, rng: at_quote(text, rng, "'", 1))),
    ("bad-escape", "a name has an escape that JSON has not", json_text(lambda text, rng: at_quote(text, rng, '"\\q', 0))),
    ("control-character", "a name has a character that must be escaped",
     json_text(lambda text, rng: at_quote(text, rng, '"' + rng.choice("\x00\x07\x1b"), 0))),
    ("unclosed-bracket", "the bracket of a deck is not closed", json_text(lambda text, _: text[:-1])),
    ("bracket-too-many", "a bracket closes what was not opened", json_text(lambda text, _: text + "]")),
):
    rule("json", key, sentence)(function)


@rule("json", "unclosed-array", "the bracket of the whole is not closed")
def _(text, _, __):
    return text.rstrip()[:-1]


@rule("json", "cut-off", "the file ends inside a deck")
def _(text, at, rng):
    begin, end = json_decks(text, at)[0]
    return text[: rng.randrange(begin + 1, end)]
