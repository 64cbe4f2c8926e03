"""Ten statistics of the battery beside a numpy program that counts the same: processor time, and agreement.

    cargo build --release && python3 benches/battery.py [--peer-python PYTHON]

Both read one file of ideal decks of 52 cards. The numpy program's seconds are those of its counting; colddeck's are those
of its whole process on one thread, tests included, at each level of instructions that the processor has. No ratio is
printed unless both have the same means, and the same position matrix, cell by cell as far as sums of squares tell. Its
table is part of results/benchmarks.md, which benches/compare.py writes. The Python needs numpy.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "target/release/colddeck"
PEER = ROOT / "benches/peers/numpy_battery.py"
CARDS, DECKS = 52, 200_000
NUMBERS = ("rising-sequences", "descents", "inversions", "fixed-points", "cycles", "successions")
TABLES = ("position-matrix", "successor-matrix", "pair-order", "lehmer-digits")
FINISHED = (0, 1, 3)
REPEATS = 3
SPEC = """name = "battery"
deck = {cards}
control = false
source = {{ file = "decks.bin", format = "u8" }}
statistics = [{statistics}]
"""


def peer(python, file):
    """What the numpy program counted; None where its Python has no numpy."""
    done = subprocess.run([python, "-B", PEER, file, str(CARDS)], capture_output=True, text=True, check=False)
    return json.loads(done.stdout) if done.returncode == 0 else None


def colddeck(folder, options):
    """The least seconds of the processor, and the record."""
    seconds = []
    for _ in range(REPEATS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [PROGRAM, "run", "battery.toml", "--json", "--no-results", "--quiet", "--threads", "1", *options]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode not in FINISHED:
            sys.exit(f"benches/battery.py: colddeck ended with {done.returncode}\n{done.stderr}")
        seconds.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return min(seconds), json.loads(done.stdout)["routines"][0]["statistics"]


def agree(found, theirs):
    """Stops unless both counted the same."""
    for name in NUMBERS:
        if abs(found[name]["mean"] - theirs["means"][name]) > 1e-9 * DECKS:
            sys.exit(f"benches/battery.py: {name}: {found[name]['mean']} and {theirs['means'][name]}")
    squares = sum(cell * cell for row in found["position-matrix"]["matrix"] for cell in row)
    if squares != theirs["squares"]["position-matrix"]:
        sys.exit(f"benches/battery.py: position-matrix: {squares} and {theirs['squares']['position-matrix']}")


def section(python, levels):
    """The table in Markdown, for the levels of instructions that the processor has; nothing without numpy."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        emit = f"emit S --as decks --format u8 --deck {CARDS} --trials {DECKS} --seed 1"
        with open(folder / "decks.bin", "wb") as file:
            subprocess.run([PROGRAM, *emit.split()], stdout=file, check=True)
        names = ", ".join(f'"{name}"' for name in (*NUMBERS, *TABLES))
        (folder / "battery.toml").write_text(SPEC.format(cards=CARDS, statistics=names))
        theirs = peer(python, folder / "decks.bin")
        if theirs is None:
            return []
        lines = [
            "## Ten statistics of a battery, one core",
            "",
            f"{', '.join((*NUMBERS, *TABLES))} of {DECKS:,} decks of {CARDS} cards from a file of bytes. Both count the same. "
            "colddeck's time is that of the whole process, tests included.",
            "",
            "|  | microseconds a deck | times as fast |",
            "| --- | ---: | ---: |",
            f"| vectorised numpy | {1e6 * theirs['seconds'] / DECKS:.2f} | 1 |",
        ]
        for label, options in levels:
            seconds, found = colddeck(folder, options)
            agree(found, theirs)
            lines.append(f"| {label} | {1e6 * seconds / DECKS:.2f} | {theirs['seconds'] / seconds:.0f} |")
    return lines


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--peer-python", default=sys.executable, help="the Python that has numpy")
    asked = asked.parse_args()
    lines = section(asked.peer_python, [("colddeck", ())])
    print("\n".join(lines) if lines else "skipped: the Python has no numpy")


if __name__ == "__main__":
    main()
