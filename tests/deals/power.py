#!/usr/bin/env python3
"""How many deals it takes until hands show a shuffle: the table of results/views.md.

    python3 tests/deals/power.py [COLDDECK] > results/views.md

Each number of deals is run with ten seeds, all tests of the standard suite at an error level of .001 together; a
shuffle counts as shown where nine of the ten fail it. Numbers are tried on a ladder, from the middle outwards.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

LADDER = [5, 10, 20, 36, 50, 100, 200, 500, 1000, 2000, 5000]
SEEDS = range(1, 11)
OFTEN = 9
MASHES = [("three mashes", "M*3"), ("four mashes", "M*4"), ("five mashes", "M*5")]
LIST = "20 Forest\n" + "".join(f"4 Card {name}\n" for name in "ABCDEFGHIJ")
BRIDGE = [("four riffles", "G*4"), ("five riffles", "G*5"), ("six riffles", "G*6"), ("seven riffles", "G*7")]
TABLES = [
    ("A hand of seven of 60 different cards (hand:7)", ["deck = 60", 'view = "hand:7"'], MASHES),
    ("The first seven of 60 different cards, in order (first:7)", ["deck = 60", 'view = "first:7"'], MASHES),
    ("A hand of seven of 24 lands and 36 spells, sorted before", ['deck = "24 land, 36 spell"', 'view = "hand:7"'],
     MASHES),
    ("A hand of seven of 20 lands and ten playsets, sorted before", ['deck = "list.txt"', 'view = "hand:7"'], MASHES),
    ("Four hands of thirteen, dealt in turn, the order before known", ["deck = 52", 'view = "hands:4x13"'], BRIDGE),
    ("Four hands of thirteen, each dealt from the last order",
     ["deck = 52", 'view = "hands:4x13"', 'source = { memory = "in-place" }'], BRIDGE),
]


def failed(program, folder, lines, routine, deals):
    """Whether enough of the runs fail, and the strongest test of the last; it ends once that is sure."""
    fails = misses = 0
    for seed in SEEDS:
        spec = folder / "spec.toml"
        own = [f"seed = {seed}", f"trials = {deals}", "control = false", f'routines = ["{routine}"]']
        spec.write_text("\n".join(['name = "power"', *lines, *own]) + "\n")
        command = [program, "run", str(spec), "--out", str(folder / "results"), "--json", "--quiet", "--threads", "1"]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        tests = json.loads(ran.stdout)["routines"][0]["tests"]
        found = any(test["verdict"] == "fail" for test in tests)
        fails += found
        misses += not found
        strongest = min(tests, key=lambda test: test["p"] if test["p"] is not None else 2)["title"]
        if fails >= OFTEN or misses > len(SEEDS) - OFTEN:
            break
    return fails >= OFTEN, strongest


def needed(program, folder, lines, routine):
    """The least number of deals on the ladder that shows the routine, and the test that shows it best."""
    low, high, by = -1, len(LADDER), ""
    while high - low > 1:
        middle = (low + high) // 2
        shown, strongest = failed(program, folder, lines, routine, LADDER[middle])
        if shown:
            high, by = middle, strongest
        else:
            low = middle
    return (LADDER[high], by) if high < len(LADDER) else (None, "")


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else "colddeck"
    print("# How many hands does it take?\n")
    print("A hand shows less of a shuffle than the whole deck. The tables say how many deals show each shuffle in nine of ten runs. "
          "All tests together have an error level of .001. The order before each shuffle is known (sorted), unless a row says otherwise. "
          "The numbers tried are " + ", ".join(f"{rung:,}" for rung in LADDER) + ". "
          "`python3 tests/deals/power.py target/release/colddeck` makes this page; "
          "`colddeck calibrate --only power --deck 60 --view hand:7` tries many more shuffles.\n")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "list.txt").write_text(LIST)
        for title, lines, routines in TABLES:
            print(f"## {title}\n\n| shuffle | deals | strongest sign |\n| --- | ---: | --- |", flush=True)
            for about, routine in routines:
                deals, by = needed(program, folder, lines, routine)
                shown = f"{deals:,}" if deals else f"not with {LADDER[-1]:,}"
                print(f"| {about} | {shown} | {by} |", flush=True)
            print(flush=True)


if __name__ == "__main__":
    main()
