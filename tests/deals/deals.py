"""Writes deals in the formats that people have, fair or unfair in a stated way.

    python3 deals.py --format pbn --deals 1000 --how two-riffles --seed 7 > boards.pbn

Python's own library is all it needs. It shares nothing with the program: formats come from their public
descriptions, models from models.py. The same options and seed give the same file. The cards come from one
stream of random numbers and the look of the file from another, so --variety, --crlf, --tables and --missing
leave the deals as they are.
"""

import argparse
import json
import random
import sys

from bridge import write_lin, write_pbn
from limited import write_17lands, write_csv
from models import RANKS, SUITS, list_decks
from poker import write_phh

LONG_RANKS = "ace king queen jack ten nine eight seven six five four three two".split()
LONG_SUITS = "spades hearts diamonds clubs".split()


def write_json(options, rng, style, out):
    """An array of decks, each an array of names, top card first."""
    if options.names == "long":
        names = [f"{LONG_RANKS[card % 13]} of {LONG_SUITS[card // 13]}" for card in range(52)]
    else:
        names = [RANKS[card % 13] + SUITS[card // 13] for card in range(52)]
    decks = list_decks(options.how, options.then, options.deals, rng, options.riffles, options.strength)
    if options.style == "python":
        for deck in decks:
            out.write(str([names[card] for card in deck]) + "\n")
        return
    out.write("[\n")
    for number, deck in enumerate(decks, 1):
        last = number == options.deals and options.style != "trailing"
        line = json.dumps([names[card] for card in deck])
        if options.style == "trailing":
            line = line[:-1] + ",]"
        out.write("  " + line + ("\n" if last else ",\n"))
    out.write("]\n")


BRIDGE = ["fair", "two-riffles", "favoured", "changed"]
LIMITED = ["fair", "clumped", "smoothed", "changed"]
FORMATS = {
    "pbn": (write_pbn, BRIDGE),
    "lin": (write_lin, BRIDGE),
    "17lands": (write_17lands, LIMITED),
    "csv": (write_csv, LIMITED),
    "phh": (write_phh, BRIDGE),
    "json": (write_json, BRIDGE[:3] + ["clumped", "changed"]),
}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--format", choices=FORMATS, required=True)
    add("--deals", type=int, default=36, help="boards, games, poker hands or decks")
    add("--how", default="fair", help="fair, two-riffles, clumped, favoured, smoothed, changed")
    add("--then", help="what a changed file is from the middle on; two-riffles, or clumped for lands")
    add("--seed", type=int, default=1)
    add("--riffles", type=int, default=2, help="riffles of two-riffles and of clumped")
    add("--strength", type=float, help="the share of favoured deals (0.3) or of clumped games (1)")
    add("--variety", choices=["plain", "usual", "all"], default="usual", help="how far the look of a file varies")
    add("--crlf", action="store_true", help="pbn, lin: lines end as on Windows")
    add("--tables", type=int, choices=[1, 2], default=1, help="pbn, lin: boards played at two tables")
    add("--missing", type=float, default=0.0, help="pbn: the share of deals with one or two hands left out")
    add("--event", choices=["both", "PremierDraft", "TradDraft"], default="both", help="17lands")
    add("--hands", type=int, choices=[2, 3], default=3, help="17lands: hands that smoothing chooses from")
    add("--cards", help="17lands: the file for the cards' numbers and names")
    add("--commas", choices=["quoted", "spaces"], default="quoted", help="17lands: a comma in a column's name")
    add("--separator", default=";", help="csv")
    add("--players", type=int, choices=range(3, 10), default=6, help="phh")
    add("--hidden", action="store_true", help="phh: hole cards that were not shown are not told")
    add("--names", choices=["short", "long"], default="short", help="json")
    add("--style", choices=["json", "python", "trailing"], default="json", help="json: or a list a line, or , at the ends")
    options = parser.parse_args()
    writer, known = FORMATS[options.format]
    lands = options.format in ("17lands", "csv")
    options.then = options.then or ("clumped" if lands else "two-riffles")
    if options.format == "csv":
        # The table does not say which games were best of one, so all of them are.
        options.event = "PremierDraft"
    for how in (options.how, options.then):
        if how not in known or options.then == "changed":
            parser.error(f"{options.format} has no `{how}`; it has: {', '.join(known)}")
    options.strength = (1.0 if lands else 0.3) if options.strength is None else options.strength
    if options.deals < 1:
        parser.error("--deals must be 1 or more")
    return writer, options


def main():
    writer, options = arguments()
    sys.stdout.reconfigure(encoding="utf-8", newline="")
    writer(options, random.Random(options.seed), random.Random(f"{options.seed} look"), sys.stdout)


if __name__ == "__main__":
    main()
