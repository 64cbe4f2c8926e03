"""Breaks one rule of a good file of deals.

    python3 damage.py --format pbn --list
    python3 damage.py --format pbn --rule card-twice --at 3 < good.pbn > bad.pbn
    python3 damage.py --format pbn --all 500 DIR < good.pbn

`--at` says which deal is broken, counted from nought and round the end. `--all` writes RULE-K.ext for every rule
in turn, and DIR/list.tsv: file, line and column of the first change, what is broken,
what check.py says. Every damaged text is looked at by
check.py and must be invalid, and the text that came in valid.
"""

import argparse
import os
import random
import sys

import rules_text  # noqa: F401  (adds its rules to RULES)
from check import read_cards, verdict
from rules import RULES

EXTENSIONS = {"pbn": "pbn", "lin": "lin", "17lands": "csv", "csv": "csv", "phh": "phhs", "json": "json"}


def damaged(form, name, text, at, cards):
    """(damaged text, line and column of the first change, what check.py says), or an assertion that fails."""
    broken = RULES[form][name][1](text, at, random.Random(f"{form} {name} {at}"))
    assert broken != text, f"{name} at {at} changed nothing"
    fine, found = verdict(form, broken, cards)
    assert not fine, f"{name} at {at} left a valid file"
    place = len(os.path.commonprefix([text, broken]))
    line = text.count("\n", 0, place) + 1
    return broken, line, place - text.rfind("\n", 0, place), found


def write(path, text):
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)


def write_all(form, count, folder, text, cards):
    """Goes round the rules; each time round the next deal is broken."""
    os.makedirs(folder, exist_ok=True)
    names = list(RULES[form])
    rows, seen = [], set()
    at = 0
    while len(rows) < count:
        before = len(rows)
        for name in names:
            broken, line, column, found = damaged(form, name, text, at, cards)
            # A rule such as a missing column has one file, whatever the deal.
            if broken not in seen and len(rows) < count:
                seen.add(broken)
                file = f"{name}-{at}.{EXTENSIONS[form]}"
                write(os.path.join(folder, file), broken)
                rows.append(f"{file}\t{line}\t{column}\t{RULES[form][name][0]}\t{found}\n")
        at += 1
        if len(rows) == before:
            sys.exit(f"only {before} different damaged files of this text; give a longer one")
    write(os.path.join(folder, "list.tsv"), "file\tline\tcolumn\tbroken\tcheck.py\n" + "".join(rows))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--format", choices=RULES, required=True)
    parser.add_argument("--rule")
    parser.add_argument("--at", type=int, default=0)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--all", nargs=2, metavar=("N", "DIR"))
    parser.add_argument("--cards", help="17lands: cards.csv")
    options = parser.parse_args()
    known = RULES[options.format]
    if options.list:
        for name, (words, _) in known.items():
            print(f"{name}\t{words}")
        return
    if not options.all and options.rule not in known:
        parser.error(f"no rule `{options.rule}`; {options.format} has: {', '.join(known)}")
    if options.format == "17lands" and not options.cards:
        parser.error("17lands needs --cards FILE")
    sys.stdin.reconfigure(encoding="utf-8", newline="")
    text = sys.stdin.read()
    cards = read_cards(options.cards) if options.cards else None
    fine, found = verdict(options.format, text, cards)
    assert fine, f"the file that came in is not valid: {found}"
    if options.all:
        write_all(options.format, int(options.all[0]), options.all[1], text, cards)
        return
    sys.stdout.reconfigure(encoding="utf-8", newline="")
    sys.stdout.write(damaged(options.format, options.rule, text, options.at, cards)[0])


if __name__ == "__main__":
    main()
