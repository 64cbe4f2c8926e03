"""Bridge boards written as PBN 2.1 and as LIN.

PBN: Tis Veugen's document of the standard, import format. LIN was never published; this follows what readers
agree on: two letters and a value between bars; `md` has the dealer (1 South, 2 West, 3 North, 4 East) and the
hands of South, West, North and, or not, East.
"""

from models import RANKS, SEATS, SUITS, bridge_boards

VULNERABLE = ["None", "NS", "EW", "All", "NS", "EW", "All", "None", "EW", "All", "None", "NS", "All", "None", "NS", "EW"]
LIN_VULNERABLE = {"None": "o", "NS": "n", "EW": "e", "All": "b"}
PEOPLE = ["Ashe, P.", "Brook, R.", "Cole, T.", "Dunn, V.", "Ellis, W.", "Frost, X.", "Grant, Y.", "Hale, Z."]
COMMENTS = [
    "{A quiet board.}",
    "{The deal was turned\n\nby ninety degrees; both tables agree.}",
    '{Once given as [Deal "N:AKQJ.AKQ.AKQ.AKQ - - -"], which was wrong.}',
    "; see the bulletin { page 4",
    "{a semicolon ; and a second { brace mean nothing here}",
]


def suits_of(hand, turn=False):
    """The ranks of a hand by suit, S H D C; from low to high if turned."""
    ranks = ["", "", "", ""]
    for card in hand:
        ranks[card // 13] += RANKS[card % 13]
    return [suit[::-1] for suit in ranks] if turn else ranks


def deal_value(hands, first, hidden, turn=False):
    """The value of a Deal tag that begins with that seat."""
    seats = [(first + step) % 4 for step in range(4)]
    written = ("-" if seat in hidden else ".".join(suits_of(hands[seat], turn)) for seat in seats)
    return SEATS[first] + ":" + " ".join(written)


def tag(name, value, style, all_of_it):
    """A tag pair, in import format with white space wherever it is allowed."""
    value = value.replace("\\", "\\\\").replace('"', '\\"')
    if all_of_it and style.random() < 0.2:
        gap = style.choice([" ", "  ", "\t", "\n"])
        return f'[ {name}{gap}"{value}"{style.choice(["", " ", chr(10)])}]'
    return f'[{name} "{value}"]'


def call_section(dealer):
    """The dealer opens one notrump and all pass."""
    return f'[Declarer "{SEATS[dealer]}"]\n[Contract "1NT"]\n[Auction "{SEATS[dealer]}"]\n1NT Pass Pass Pass'


def pbn_game(number, dealer, hands, hidden, table, options, style):
    """One game of the file, without the empty line before it."""
    plain, all_of_it = options.variety == "plain", options.variety == "all"
    first = dealer if plain else style.randrange(4)
    value = deal_value(hands, first, hidden, turn=all_of_it and style.random() < 0.2)
    if all_of_it and style.random() < 0.1:
        value = value.lower()
    event = f'Club night "{options.how}"' if number % 5 == 1 else "Club night"
    tags = [
        ("Event", "#" if all_of_it and number > 1 and number % 5 == 3 else event),
        ("Board", str(number)),
        ("West", PEOPLE[4 * table]),
        ("North", PEOPLE[4 * table + 1]),
        ("Dealer", SEATS[dealer]),
        ("Vulnerable", VULNERABLE[(number - 1) % 16]),
        ("Deal", value),
    ]
    if options.tables == 2:
        tags.append(("Room", "Closed" if table else "Open"))
    if plain:
        return "\n".join(tag(name, value, style, False) for name, value in tags)
    style.shuffle(tags)
    lines = []
    for name, value in tags:
        lines.append(tag(name, value, style, all_of_it))
        if style.random() < 0.05:
            lines.append(style.choice(COMMENTS))
        if style.random() < 0.02:
            lines.append('% [Deal "N:- - - -"] in a line that a reader leaves out')
    if all_of_it and lines[0].startswith("[") and lines[1].startswith("["):
        # Two tag pairs on one line.
        lines[:2] = [" ".join(lines[:2])]
    if style.random() < 0.2:
        lines.append(call_section(dealer))
    if style.random() < 0.1:
        lines.append('[ScoreTable "Rank\\3R;Pair\\2R;Score\\5R"]\n  1  3   120\n  2  1   -50')
    return "\n".join(lines)


def write_pbn(options, rng, style, out):
    """A PBN file; for two tables half of the boards are there once more, maybe from another first seat."""
    newline = "\r\n" if options.crlf else "\n"

    def put(text):
        out.write(text.replace("\n", newline) + newline)

    put("% PBN 2.1\n% Written for tests")
    boards = bridge_boards(options.how, options.then, options.deals, rng, options.riffles, options.strength)
    for number, (dealer, hands) in enumerate(boards, 1):
        hidden = ()
        if options.missing and style.random() < options.missing:
            hidden = style.sample(range(4), 1 if style.random() < 0.7 else 2)
        again = options.tables == 2 and style.random() < 0.5
        for table in range(2 if again else 1):
            if number + table > 1:
                put(style.choice(["", "", "", " \t"]) if options.variety != "plain" else "")
            put(pbn_game(number, dealer, hands, hidden, table, options, style))


def lin_hand(hand, turn):
    """A hand with the letter of every suit, voids too."""
    return "".join(letter + ranks for letter, ranks in zip(SUITS, suits_of(hand, turn)))


def lin_deal(dealer, hands, fourth, turn, style):
    """The value of `md`: South, West, North, and East or nothing."""
    digit = (dealer + 2) % 4 + 1
    given = [lin_hand(hands[seat], turn) for seat in (2, 3, 0)]
    if fourth:
        given.append(lin_hand(hands[1], turn))
    elif style.random() < 0.8:
        given.append("")
    return f"{digit}" + ",".join(given)


def write_lin(options, rng, style, out):
    """A LIN file of a match: open and closed room for two tables, the open room alone for one."""
    newline = "\r\n" if options.crlf else "\n"
    names = ",".join(name.split(",")[0] for name in PEOPLE)
    out.write(f"vg|Club match,,I,1,{options.deals},Home,0,Away,0|{newline}pn|{names}|pg||{newline}")
    boards = bridge_boards(options.how, options.then, options.deals, rng, options.riffles, options.strength)
    for number, (dealer, hands) in enumerate(boards, 1):
        fourth, turn = style.random() < 0.5, style.random() < 0.5
        vulnerable = LIN_VULNERABLE[VULNERABLE[(number - 1) % 16]]
        for room in "oc"[: options.tables]:
            deal = lin_deal(dealer, hands, fourth, turn, style)
            label = f"{room}{number}" + (f",BOARD {number}" if options.variety == "all" and style.random() < 0.2 else "")
            parts = [f"qx|{label}|", "st||" if style.random() < 0.3 else "", f"md|{deal}|"]
            tail = [f"sv|{vulnerable}|", f"rh||ah|Board {number}|"]
            if style.random() < 0.5:
                tail.reverse()
            parts += tail
            if options.variety != "plain":
                parts.append("nt|Both, of 7NT: a note.|" if style.random() < 0.05 else "")
                parts.append(newline if style.random() < 0.2 else "")
                parts.append("mb|1N|mb|p|mb|p|mb|p|pg||mc|7|")
            out.write("".join(parts) + "pg||" + newline)
