"""Where the processor's time goes while somebody waits for twenty commands that README and docs show: results/waits.md.

    cargo build --release && cargo build --profile profiling && python3 benches/waits.py

The time of a command is the least processor time of REPEATS runs of the release build, on all threads, set-up included.
The shares of the phases are those of the samples that `perf` takes of the build for profiling, which is the same with
names: a sample belongs to the phase of its innermost function that names one. Needs perf; allow ten minutes.
"""

import collections
import os
import re
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RELEASE = ROOT / "target/release/colddeck"
PROFILED = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "profiling/colddeck"
RESULT = ROOT / "results/waits.md"
REPEATS = 5
PATIENCE = 600  # seconds

# What must be made first, from nothing.
MADE = {
    "decks.txt": "emit R*7 --as decks --deck 52 --trials 1000 --seed 1",
    "one.txt": "emit S --as decks --deck 52 --trials 1 --seed 1",
    "thousand.txt": "emit S --as decks --deck 1000 --trials 1 --seed 1",
    "large.txt": "emit S --as decks --deck 10000 --trials 1 --seed 1",
}
# Commands, with the milliseconds of one processor that they may take, where a limit is set.
COMMANDS = [
    ("--help", 5),
    ("list shuffles", 10),
    ("explain rising-sequences", 10),
    ("new my-routine", 10),
    ("run RRRC --deck 60 --trials 1000", 60),
    ("run 'mash*7 cut' --deck 60 --trials 1000", 60),
    ("run 'G*7' --deck 52 --trials 2000", None),
    ("run 'mash*7 cut' --deck 60", 1000),
    ("run RRRC --deck 60", 1000),
    ("test decks.txt", 200),
    ("test thousand.txt --deck 1000", 100),
    ("test large.txt --deck 10000", 1000),
    ("club.pbn", 200),
    ("session.phhs", 200),
    ("stars.txt", 200),
    ("test hands.txt --deck '24 land, 36 spell' --view hand:7", 200),
    ("loot.csv --column rarity --weights Common=50%,Rare=25%,Epic=20%,Legendary=5%", 200),
    ("exact tv 'G*7' --deck 52", 100),
    ("exact bag 10,5,4,1", 100),
    ("exact position RRR --deck 40", 100),
]
# Phases by patterns of functions, in the order of the table. What matches none is set-up.
PHASES = {
    "exact laws": r"shuffle::theory|_questions::|run::questions|two_card|::one_card|laws::",
    "ideal decks": r"[Ii]deal|few_decks|few_subjects|calibrat|simulated::",
    "counting": r"engine::simulate|engine::count|conduct::outside|_reader::|_source::",
    "judging": r"Statistic>::assess|Probe::assess|engine::verdict|conduct::assemble|conduct::departure|kinds_of_evidence|stakes",
    "reporting": r"_report::|record::json|cli::output|cli::stdio|harmless|serde_json",
}
SET_UP = "set-up"


def milliseconds(command, folder):
    """The least processor time of a command."""
    times = []
    for _ in range(REPEATS):
        (folder / "my-routine.toml").unlink(missing_ok=True)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            [RELEASE, *shlex.split(command)], cwd=folder, capture_output=True, check=False, timeout=PATIENCE
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode not in (0, 1, 3, 4):
            sys.exit(f"colddeck {command}: exit code {done.returncode}\n{done.stderr.decode()}")
        times.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return 1000 * min(times)


def phase_of(stack):
    """The phase of a sample, by its functions from the innermost on."""
    for function in stack:
        for phase, pattern in PHASES.items():
            if re.search(pattern, function):
                return phase
    return SET_UP


def shares(command, folder):
    """The share of each phase."""
    (folder / "my-routine.toml").unlink(missing_ok=True)
    data = folder / "perf.data"
    perf = ["perf", "record", "--quiet", "--freq", "2000", "--call-graph", "dwarf,16384", "--output", data]
    subprocess.run([*perf, PROFILED, *shlex.split(command)], cwd=folder, capture_output=True, check=False, timeout=PATIENCE)
    script = ["perf", "script", "--no-inline", "--fields", "ip,sym", "--input", data]
    text = subprocess.run(script, cwd=folder, capture_output=True, check=True, timeout=PATIENCE).stdout.decode()
    counts = collections.Counter()
    for sample in text.split("\n\n"):
        stack = [line.split(None, 1)[1] for line in sample.splitlines() if len(line.split(None, 1)) == 2]
        if stack:
            counts[phase_of(stack)] += 1
    total = sum(counts.values()) or 1
    return {phase: counts[phase] / total for phase in [SET_UP, *PHASES]}


def processor():
    """The name of the processor."""
    return next(line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name"))


def main():
    for program in (RELEASE, PROFILED):
        if not program.exists():
            sys.exit(f"benches/waits.py: {program} is missing\n{__doc__}")
    lines = [
        "# Waits",
        "",
        "Written by `python3 benches/waits.py`, which says how it measures: milliseconds of processor time, on all threads "
        "together, and how they are shared out over the phases of a command.",
        "",
        f"- Processor: {processor()}, {os.cpu_count()} cores",
        "",
        "| colddeck … | may take | takes | " + " | ".join([SET_UP, *PHASES]) + " |",
        "| --- |" + " ---: |" * (3 + len(PHASES)),
    ]
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder) / "guide"
        shutil.copytree(ROOT / "tests/guide", folder)
        for name, command in MADE.items():
            with open(folder / name, "wb") as file:
                subprocess.run([RELEASE, *shlex.split(command)], cwd=folder, stdout=file, check=True)
        for command, most in COMMANDS:
            taken = milliseconds(command, folder)
            of_phases = shares(command, folder)
            cells = [f"`{command}`", "" if most is None else f"{most:,}", f"{taken:,.0f}"]
            cells += [f"{share * taken:,.0f}" for share in of_phases.values()]
            lines.append("| " + " | ".join(cells) + " |")
            print(lines[-1], flush=True)
    RESULT.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
