"""What each statistic costs: processor time for a deck of 52 cards, written to results/costs.md.

    cargo build --release && python3 benches/costs.py [PROGRAM]

Each statistic, and each suite, counts 1,000,000 decks of the ideal shuffle (which costs some 0.03 us itself and
counts), on one thread, and 64 decks; the difference is divided by the decks. The least of three runs each.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DECKS = 1_000_000
REPEATS = 3
SPEC = """name = "cost"
question = "What does it cost?"
deck = 52
trials = {decks}
control = false
routines = ["S"]
{what}
"""


def seconds(program, folder, what, decks):
    """Processor seconds of one run."""
    (folder / "cost.toml").write_text(SPEC.format(decks=decks, what=what))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [program, "run", "cost.toml", "--threads", "1", "--json", "--quiet", "--out", "out"]
    run = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if run.returncode not in (0, 1, 3):
        sys.exit(f"{what}: exit code {run.returncode}")
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, json.loads(run.stdout)


def cost(program, folder, what):
    """Microseconds for a deck, and what was counted."""
    least = lambda decks: min(seconds(program, folder, what, decks)[0] for _ in range(REPEATS))
    _, record = seconds(program, folder, what, 64)
    return 1e6 * (least(DECKS) - least(64)) / DECKS, record


def main():
    program = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else ROOT / "target/release/colddeck")
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        suites = {name: cost(program, folder, f'suite = "{name}"') for name in ("quick", "standard", "deep")}
        names = [name for name in suites["deep"][1]["routines"][0]["statistics"] if "/" not in name]
        alone = {name: cost(program, folder, f'statistics = ["{name}"]')[0] for name in names}
    cpu = next(line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name"))
    # The widest vectors that the kernels have and this processor knows.
    flags = next(line for line in open("/proc/cpuinfo") if line.startswith("flags"))
    level = "AVX-512" if "avx512bw" in flags else "AVX2" if "avx2" in flags else "no wide vectors"
    lines = [
        "# What statistics cost",
        "",
        "Written by `python3 benches/costs.py`, which says how it measures: microseconds of one core for a deck of 52 "
        "cards, the ideal shuffle included. Statistics share what they look at, so a suite costs less than its parts.",
        "",
        f"- Processor: {cpu}, with {level}",
        "",
        "| suite | statistics | us per deck |",
        "| --- | ---: | ---: |",
    ]
    for name, (microseconds, record) in suites.items():
        lines.append(f"| {name} | {len(record['routines'][0]['statistics'])} | {microseconds:.2f} |")
    lines += ["", "| statistic, alone | us per deck |", "| --- | ---: |"]
    lines += [f"| {name} | {microseconds:.2f} |" for name, microseconds in sorted(alone.items(), key=lambda item: -item[1])]
    (ROOT / "results/costs.md").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
