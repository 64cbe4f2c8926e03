"""Says whether a file of deals is what its format allows: a small reader apart from the program and from deals.py.

    python3 check.py --format pbn boards.pbn ...
    python3 check.py --format 17lands --cards cards.csv games.csv

For each file one line: `valid` with the number of deals, or `invalid` with what is wrong. It ends with 1 if any
file is invalid.
"""

import argparse
import json
import re
import sys
import tomllib

RANKS = "AKQJT98765432"
SUITS = "SHDC"


class Wrong(Exception):
    """What is wrong, and the place in the text where it was seen."""

    def __init__(self, place, message):
        super().__init__(message)
        self.place, self.message = place, message


def need(holds, place, message):
    if not holds:
        raise Wrong(place, message)


# --- PBN ---------------------------------------------------------------------------------------------------

TAG = re.compile(r'\[[ \t\r\n]*([A-Z][A-Za-z0-9_]*)[ \t\r\n]*"((?:[^"\\\n\r\t\x00-\x1f]|\\.)*)"([ \t\r\n]*)\]')
TABLES = re.compile(r"(Auction|Play|Note|.*Table)$")


def pbn_tags(text):
    """(name, value, where the tag begins, where the value begins, where the tag ends) for every tag pair."""
    place, section = 0, False
    while place < len(text):
        letter = text[place]
        line_end = text.find("\n", place)
        line_end = len(text) if line_end < 0 else line_end
        if letter == "%" and (place == 0 or text[place - 1] == "\n"):
            place = line_end
        elif letter == "\n":
            # A line with white space alone ends the game, and so a section of calls or rows.
            after = text.find("\n", place + 1)
            section = section and bool(text[place + 1 : len(text) if after < 0 else after].strip())
            place += 1
        elif letter in " \t\r":
            place += 1
        elif letter == ";":
            place = line_end
        elif letter == "{":
            close = text.find("}", place)
            need(close >= 0, place, "a comment that never ends")
            place = close + 1
        elif letter == "[":
            pair = TAG.match(text, place)
            need(pair, place, "a tag pair that is not [Name \"value\"]")
            yield pair[1], pair[2], place, pair.start(2), pair.end()
            section = bool(TABLES.match(pair[1]))
            place = pair.end()
        else:
            need(section, place, "text outside of a tag pair")
            place = line_end


def check_pbn(text, _):
    count = 0
    for name, value, _, place, _ in pbn_tags(text):
        if name == "Deal":
            check_pbn_deal(value.upper(), place)
            count += 1
    need(count, 0, "no deal")
    return count


def check_pbn_deal(value, place):
    need(re.match("[NESW]:", value), place, "no seat and colon at the front of a deal")
    hands = value[2:].split(" ")
    need(len(hands) == 4, place, f"{len(hands)} hands")
    held = []
    for hand in hands:
        if hand == "-":
            continue
        suits = hand.split(".")
        need(len(suits) == 4, place, f"a hand of {len(suits)} suits")
        cards = [suit + rank for suit, ranks in zip(SUITS, suits) for rank in ranks]
        need(all(card[1] in RANKS for card in cards), place, "a rank that is none")
        need(len(cards) == 13, place, f"a hand of {len(cards)} cards")
        held += cards
    need(len(held) == len(set(held)), place, "a card twice")


# --- LIN ---------------------------------------------------------------------------------------------------


def lin_tokens(text):
    """(tag, value, where the value begins, where it ends)."""
    place, end = 0, len(text.rstrip())
    while place < end:
        while text[place] in " \t\r\n":
            place += 1
        bar = text.find("|", place)
        need(bar >= 0 and re.fullmatch("[a-z]{2}", text[place:bar]), place, "a tag that is not two letters and a bar")
        close = text.find("|", bar + 1)
        need(close >= 0, bar, "a value that never ends")
        yield text[place:bar], text[bar + 1 : close], bar + 1, close
        place = close + 1


def check_lin(text, _):
    count = 0
    for tag, value, place, _ in lin_tokens(text):
        if tag == "md":
            check_lin_deal(value, place)
            count += 1
    need(count, 0, "no deal")
    return count


def check_lin_deal(value, place):
    need(value[:1] in set("1234"), place, "a dealer that is not 1 to 4")
    hands = value[1:].split(",")
    need(3 <= len(hands) <= 4, place, f"{len(hands)} hands")
    held = []
    for number, hand in enumerate(hands):
        if number == 3 and hand == "":
            continue
        parts = re.fullmatch("S([^SHDC]*)H([^SHDC]*)D([^SHDC]*)C([^SHDC]*)", hand)
        need(parts, place, "a hand that is not four suits S H D C")
        cards = [suit + rank for suit, ranks in zip(SUITS, parts.groups()) for rank in ranks]
        need(all(card[1] in RANKS for card in cards), place, "a rank that is none")
        need(len(cards) == 13, place, f"a hand of {len(cards)} cards")
        held += cards
    need(len(held) == len(set(held)), place, "a card twice")


# --- CSV ---------------------------------------------------------------------------------------------------


def csv_rows(text, separator):
    """(where the row begins, its fields), after RFC 4180."""
    place = 0
    while place < len(text):
        begin = place
        end = text.find("\n", place)
        end = len(text) if end < 0 else end
        if '"' not in text[place:end]:
            yield begin, text[place:end].rstrip("\r").split(separator)
            place = end + 1
            continue
        fields = []
        while True:
            if text[place : place + 1] == '"':
                field = re.compile('"((?:[^"]|"")*)"').match(text, place)
                need(field, place, "a quote that never ends")
                fields.append(field[1].replace('""', '"'))
                place = field.end()
            else:
                field = re.compile(f'[^"{re.escape(separator)}\n]*').match(text, place)
                fields.append(field[0].rstrip("\r"))
                place = field.end()
            after = text[place : place + 1]
            need(after in ("", "\n", "\r", separator), place, "a quote inside a field")
            place += 2 if text[place : place + 2] == "\r\n" else 1
            if after != separator:
                break
        yield begin, fields


def whole(field, place, what):
    need(re.fullmatch(r"\d+(\.0*)?", field), place, f"{what} is `{field}`, not a whole number")
    return int(field.split(".")[0])


def table(text, separator):
    rows = csv_rows(text, separator)
    _, header = next(rows)
    need(len(header) == len(set(header)), 0, "a column twice")
    return header, rows


def check_17lands(text, cards):
    need(cards, 0, "no cards.csv was given")
    names = {number: name.replace(", ", "  ") for number, name in cards.items()}
    header, rows = table(text, ",")
    deck = {i: name[5:].replace(", ", "  ") for i, name in enumerate(header) if name.startswith("deck_")}
    need(deck, 0, "no deck_ column")
    for name in ("candidate_hand_1", "num_mulligans", "opening_hand"):
        need(name in header, 0, f"no column {name}")
    hands = [i for i, name in enumerate(header) if name.startswith("candidate_hand_")]
    kept, mulligans = header.index("opening_hand"), header.index("num_mulligans")
    count = 0
    for place, row in rows:
        need(len(row) == len(header), place, f"{len(row)} fields where the header has {len(header)}")
        held = {name: whole(row[i], place, header[i]) for i, name in deck.items()}
        seen = [row[i] for i in hands if row[i]]
        need(len(seen) == whole(row[mulligans], place, "num_mulligans") + 1, place, "hands and mulligans disagree")
        for number, hand in enumerate(seen + [row[kept]]):
            size = 7 if number < len(seen) else 8 - len(seen)
            ids = hand.split("|")
            left = dict(held)
            for card in ids:
                need(card in names, place, f"a card `{card}` that cards.csv has not")
                left[names[card]] = left.get(names[card], 0) - 1
                need(left[names[card]] >= 0, place, f"more of {names[card]} in hand than in the deck")
            need(len(ids) == size, place, f"a hand of {len(ids)} cards")
        count += 1
    need(count, 0, "no game")
    return count


def check_csv(text, _, separator=";"):
    header, rows = table(text, separator)
    for name in ("deck", "lands", "hand", "lands_in_hand"):
        need(name in header, 0, f"no column {name}")
    count = 0
    for place, row in rows:
        need(len(row) == len(header), place, f"{len(row)} fields where the header has {len(header)}")
        deck, lands, hand, found = (
            whole(row[header.index(name)], place, name) for name in ("deck", "lands", "hand", "lands_in_hand")
        )
        need(lands <= deck, place, "more lands than cards in the deck")
        need(hand <= deck, place, "a hand larger than the deck")
        need(found <= hand, place, "more lands found than cards drawn")
        need(found <= lands, place, "more lands found than the deck has")
        need(hand - found <= deck - lands, place, "more spells found than the deck has")
        count += 1
    need(count, 0, "no game")
    return count


# --- PHH ---------------------------------------------------------------------------------------------------

CARD = re.compile(r"([2-9TJQKA][cdhs]|\?\?)")


def phh_cards(word, place, wanted):
    need(re.fullmatch(f"(?:{CARD.pattern})+", word), place, f"`{word}` is not cards")
    found = CARD.findall(word)
    need(len(found) in wanted, place, f"{len(found)} cards where there should be {wanted}")
    return found


def check_phh(text, _):
    try:
        hands = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Wrong(0, f"TOML: {error}") from error
    if "variant" in hands:
        hands = {"1": hands}
    need(hands, 0, "no hand")
    place = 0
    for key, hand in hands.items():
        place = max(place, text.find(f"[{key}]", place))
        need(isinstance(hand, dict), place, f"`{key}` is not a hand")
        for name in ("variant", "antes", "blinds_or_straddles", "min_bet", "starting_stacks", "actions"):
            need(name in hand, place, f"no {name}")
        need(hand["variant"] == "NT", place, f"variant {hand['variant']}")
        players = len(hand["starting_stacks"])
        need(len(hand["antes"]) == len(hand["blinds_or_straddles"]) == players, place, "arrays of unequal length")
        need(isinstance(hand["actions"], list), place, "actions are not an array")
        check_actions(hand["actions"], players, place)
    return len(hands)


def check_actions(actions, players, place):
    holes, board = {}, []
    for action in actions:
        need(isinstance(action, str), place, "an action that is not text")
        words = action.split("#")[0].split()
        if not words:
            continue
        if words[:2] == ["d", "db"]:
            need(len(words) == 3 and len(board) < 5, place, f"`{action}`")
            board += phh_cards(words[2], place, (1 if board else 3,))
        elif words[:2] == ["d", "dh"]:
            need(len(words) == 4, place, f"`{action}`")
            seat = phh_player(words[2], players, place)
            need(seat not in holes, place, f"{words[2]} is dealt two hands")
            holes[seat] = phh_cards(words[3], place, (2,))
        else:
            seat = phh_player(words[0], players, place)
            need(words[1:2] and words[1] in ("cbr", "cc", "f", "sm"), place, f"`{action}`")
            if words[1] == "cbr":
                need(len(words) == 3 and re.fullmatch(r"\d+(\.\d+)?", words[2]), place, f"`{action}`")
            if words[1] == "sm" and words[2:] not in ([], ["-"]):
                shown = phh_cards(words[2], place, (2,))
                for dealt, now in zip(holes.get(seat, []), shown):
                    need("??" in (dealt, now) or dealt == now, place, "a hand shown that was not dealt")
                holes[seat] = shown
    known = [card for card in board + [card for hole in holes.values() for card in hole] if card != "??"]
    need(len(known) == len(set(known)), place, "a card twice")


def phh_player(word, players, place):
    need(re.fullmatch(r"p[1-9]\d*", word) and int(word[1:]) <= players, place, f"no player `{word}`")
    return int(word[1:])


# --- JSON --------------------------------------------------------------------------------------------------


def check_json(text, _):
    try:
        decks = json.loads(text)
    except json.JSONDecodeError as error:
        raise Wrong(error.pos, f"JSON: {error.msg}") from error
    need(isinstance(decks, list) and decks, 0, "not an array of decks")
    for number, deck in enumerate(decks, 1):
        need(isinstance(deck, list), 0, f"deck {number} is not an array")
        need(deck and all(isinstance(card, str) for card in deck), 0, f"deck {number} has what is not a name")
        need(len(deck) == len(set(deck)), 0, f"deck {number} has a card twice")
        need(set(deck) == set(decks[0]), 0, f"deck {number} has other cards than the first")
    return len(decks)


CHECKS = {
    "pbn": check_pbn,
    "lin": check_lin,
    "17lands": check_17lands,
    "csv": check_csv,
    "phh": check_phh,
    "json": check_json,
}


def verdict(form, text, cards=None):
    """(True, number of deals) or (False, what is wrong)."""
    try:
        return True, CHECKS[form](text, cards)
    except Wrong as wrong:
        return False, f"line {text.count(chr(10), 0, wrong.place) + 1}: {wrong.message}"


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


def read_cards(path):
    """From number to name."""
    header, rows = table(read(path), ",")
    return {row[header.index("id")]: row[header.index("name")] for _, row in rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--format", choices=CHECKS, required=True)
    parser.add_argument("--cards")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    cards = read_cards(options.cards) if options.cards else None
    valid = True
    for path in options.files:
        fine, found = verdict(options.format, read(path), cards)
        print(f"{path}\t{'valid' if fine else 'invalid'}\t{found}")
        valid = valid and fine
    sys.exit(0 if valid else 1)


if __name__ == "__main__":
    main()
