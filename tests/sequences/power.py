#!/usr/bin/env python3
"""How many draws it takes to tell a bag from independent draws: the table of results/sequences.md.

    python3 tests/sequences/power.py [COLDDECK] > results/sequences.md

Each number of draws is run with five seeds. A rule counts as told apart where all of them fail: by all tests of the
standard suite together at an error level of .001, and by each statistic alone at that level.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

LADDER = [50, 100, 200, 500, 1000, 2000, 5000, 20_000, 100_000]
SEEDS = range(1, 6)
LEVEL = 0.001
STATISTICS = ["frequency", "symbol-drift", "symbol-gaps", "longest-streak", "longest-drought", "serial-pairs",
              "serial-triples", "dependence", "next-draw-calls"]
# What it is, the weights, the rule, and the rule that the opponent knows.
RULES = [
    ("independent draws of seven", [1] * 7, '"independent"', '"bag"'),
    ("bag of seven, one of each", [1] * 7, '"bag"', '"bag"'),
    ("bag of nine, three of each", [1] * 3, '{ kind = "bag", items = [3, 3, 3] }', None),
    ("bag of twenty, 10/5/4/1", [50, 25, 20, 5], '{ kind = "bag", items = [10, 5, 4, 1] }', None),
    ("bag of a hundred, 50/25/20/5", [50, 25, 20, 5], '{ kind = "bag", items = [50, 25, 20, 5] }', None),
    ("nine of a bag of eighteen", [1] * 3, '{ kind = "bag", items = [6, 6, 6], take = 9 }', None),
    ("filled up after each draw", [1] * 3, '"fill-up"', None),
    ("adaptive dice", [1] * 6, '"adaptive-dice"', None),
    ("adaptive dice, unrandomness 0.01", [1] * 6, '{ kind = "adaptive-dice", unrandomness = 0.01 }', None),
]


def tests(program, folder, weights, rule, known, draws, seed):
    spec = folder / "spec.toml"
    calls = f'{{ kind = "next-draw-calls", rule = {known or rule} }}'
    others = ", ".join(f'"{name}"' for name in STATISTICS[:-1])
    spec.write_text(f'name = "power"\nsubject = "sequence"\nweights = {weights}\ndraws = [{rule}]\ntrials = {draws}\nseed = {seed}\n'
                    f"control = false\nalpha = {LEVEL}\nstatistics = [{others}, {calls}]\n")
    ran = subprocess.run([program, "run", str(spec), "--out", str(folder / "results"), "--json", "--quiet", "--threads", "1"],
                         capture_output=True, text=True, check=False)
    try:
        return json.loads(ran.stdout)["routines"][0]["tests"]
    except json.JSONDecodeError:
        sys.exit(ran.stderr)


def found(all_tests):
    """What tells the rule apart: each statistic by its own tests, `all` by the verdicts of the run."""
    names = {test["statistic"] for test in all_tests if test["verdict"] == "fail"}
    by = {"all"} if names else set()
    for name in STATISTICS:
        own = [test["p"] for test in all_tests if test["statistic"] == name and test["p"] is not None]
        if own and min(own) * len(own) <= LEVEL:
            by.add(name)
    return by


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else "colddeck"
    print("# How many draws does it take?\n")
    print("The table says how many draws tell each rule from independent draws, in all of five runs. One column is for all tests "
          f"together, at an error level of {LEVEL}; the others are for each statistic alone, at that level. `next-draw-calls` goes by the "
          "rule itself, and for independent draws by a bag. The numbers tried are " + ", ".join(f"{rung:,}" for rung in LADDER) + ". "
          "`python3 tests/sequences/power.py target/release/colddeck` makes this page.\n")
    print("| rule | all tests | " + " | ".join(f"`{name}`" for name in STATISTICS) + " |")
    print("| --- |" + " ---: |" * (len(STATISTICS) + 1))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for about, weights, rule, known in RULES:
            needed = {}
            for draws in LADDER:
                times = {}
                for seed in SEEDS:
                    for by in found(tests(program, folder, weights, rule, known, draws, seed)):
                        times[by] = times.get(by, 0) + 1
                for by, count in times.items():
                    if count == len(SEEDS):
                        needed.setdefault(by, draws)
                if len(needed) == len(STATISTICS) + 1:
                    break
            row = [f"{needed[by]:,}" if by in needed else "—" for by in ["all", *STATISTICS]]
            print(f"| {about} | " + " | ".join(row) + " |", flush=True)
    print(f"\n—: not with {LADDER[-1]:,} draws. Shares of symbols (`frequency`) are right in every bag: what is wrong with them is that they "
          "are too even, which the order of the draws shows.")


if __name__ == "__main__":
    main()
