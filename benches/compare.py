#!/usr/bin/env python3
"""Times colddeck and its peers side by side, in one run on this machine, and writes results/benchmarks.md.

    python3 benches/compare.py

It builds colddeck (cargo, release) and the peers in C (gcc -O3 -march=native), then runs each routine, GGG RRR HHH CCC S
on 40 cards, with each peer of benches/peers and with `colddeck run` on every instruction-set level that the machine
has, on one thread and on two. The repetitions are interleaved, and the fastest one counts: whatever else the machine
does only ever adds time. A peer's seconds are those of its loop alone; colddeck's are those of the whole process, start
and files included. No ratio is printed unless the work was the same: every run must agree with colddeck's exact
position probabilities and with its rising sequences within 5 standard errors. Then ten statistics of the battery
(benches/battery.py), and both published tables of the refutation (benches/refutation.py).

How time and memory grow, and streams, are measured by benches/scale.py; waits by benches/waits.py; two commits are
compared by benches/commits.py; what must not grow is kept by benches/instructions.py.

On a machine that is never idle, --processor-time takes the time that the processor spent on a program instead of the
wall clock, which is the same where nothing else runs; then there is one thread only.

Needs the standard library, cargo and gcc. The peers in Python need numpy and numba, the published tables numpy and scipy,
in the Python named by --peer-python: `pip install numpy numba scipy`. What is missing is skipped, with the reason.
Allow a quarter of an hour on an idle machine; `--without numpy_decks --without tables`, --seconds and
--repetitions make it shorter.
"""

import argparse
import json
import math
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import battery
import refutation

ROOT = Path(__file__).resolve().parents[1]
PEERS = ROOT / "benches" / "peers"
RESULT = ROOT / "results" / "benchmarks.md"
BINARY = ROOT / "target" / "release" / "colddeck"

ROUTINES = ("GGG", "RRR", "HHH", "CCC", "S")
CARDS = 40
SECONDS = 1.5  # that a run takes unless told otherwise, so that start-up does not count
MOST_DECKS = 1 << 30
PATIENCE = 5  # standard errors that two means may differ by

WALL = "seconds"
CLOCKS = {WALL: "the wall clock", "processor_seconds": "the processor's time (other programs ran too)"}

# peers in Python: file, what it is, what it needs
PYTHON_PEERS = {
    "numpy_decks": ("straightforward numpy, deck by deck", ("numpy",)),
    "numpy_blocks": ("vectorised numpy, 4096 decks at once", ("numpy",)),
    "numba_loops": ("numba", ("numpy", "numba")),
}
# peers in C, by what they are
PLAIN = "plain C"
C_PEERS = {PLAIN: "plain", "C with tricks for bits": "clever"}
# levels of `colddeck run --isa`, and the flags of the processor that they need
LEVELS = {
    "portable": ("portable", ()),
    "avx2": ("AVX2 + BMI2", ("avx2", "bmi2")),
    "avx512": ("AVX-512 VBMI2", ("avx512f", "avx512bw", "avx512vl", "avx512vbmi", "avx512_vbmi2")),
}

SPEC = """name = "benchmark"
deck = {cards}
trials = {decks}
replicates = 1
seed = {seed}
control = false
routines = ["{routine}"]
statistics = ["position-matrix", "rising-sequences"]
"""


def fail(message):
    sys.exit(f"benches/compare.py: {message}")


def note(message):
    print(message, file=sys.stderr, flush=True)


def run(command):
    """The finished process and its seconds by either clock; None where the program is missing."""
    clocks = {"seconds": time.perf_counter, "processor_seconds": processor_time_of_children}
    starts = {clock: now() for clock, now in clocks.items()}
    try:
        done = subprocess.run([str(word) for word in command], cwd=ROOT, capture_output=True, text=True)
    except OSError:
        return None, starts
    return done, {clock: now() - starts[clock] for clock, now in clocks.items()}


def processor_time_of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def first_line(command):
    done, _ = run(command)
    return done.stdout.splitlines()[0] if done and done.returncode == 0 and done.stdout else None


class Work:
    """What one run counted: enough to see that two programs did the same."""

    def __init__(self, seconds, decks, histogram, corners, corners_exact=None):
        self.seconds, self.decks, self.corners, self.corners_exact = seconds, decks, corners, corners_exact
        total = sum(histogram)
        if total != decks:
            fail(f"the histogram of {decks} decks holds {total}")
        self.rising = sum((k + 1) * count for k, count in enumerate(histogram)) / decks
        variance = sum((k + 1 - self.rising) ** 2 * count for k, count in enumerate(histogram)) / decks
        self.error = math.sqrt(variance / decks)

    def difference(self, exact):
        """In which figure this differs from colddeck's work `exact`, or None."""
        error = math.hypot(self.error, exact.error)
        if abs(self.rising - exact.rising) > PATIENCE * error:
            return f"{self.rising} rising sequences instead of {exact.rising}, standard error {error:.2g}"
        for count, p in zip(self.corners, exact.corners_exact):
            if abs(count - self.decks * p) > PATIENCE * math.sqrt(self.decks * p * (1 - p)) + 0.5:
                return f"a corner of the position matrix holds {count} of {self.decks} decks instead of {p:.6f}"
        return None


class Peer:
    def __init__(self, label, command, clock):
        self.label, self.command, self.clock = label, command, clock

    def count(self, routine, decks, seed):
        done, _ = run([*self.command, routine, decks, CARDS, seed])
        if done is None or done.returncode != 0:
            fail(f"{self.label} failed:\n{done.stderr if done else ''}")
        line = json.loads(done.stdout)
        if line["sum"] != decks * CARDS:
            fail(f"{self.label} tallied {line['sum']} cards of {decks} decks")
        return Work(line[self.clock], decks, line["histogram"], line["corners"])


class Colddeck:
    def __init__(self, label, threads, options, clock):
        self.label, self.threads, self.options, self.clock = label, threads, options, clock

    def count(self, routine, decks, seed):
        with tempfile.TemporaryDirectory() as folder:
            spec = Path(folder) / "benchmark.toml"
            spec.write_text(SPEC.format(cards=CARDS, decks=decks, seed=seed, routine=routine))
            out = Path(folder) / "out"
            command = [BINARY, "run", spec, "--out", out, "--threads", self.threads, "--quiet", *self.options]
            done, seconds = run(command)
            if done is None or done.returncode not in refutation.FINISHED:
                fail(f"{self.label} failed:\n{done.stderr if done else ''}")
            (record,) = out.rglob("record.json")
            found = json.loads(record.read_text())["routines"][0]["statistics"]
        matrix = found["position-matrix"]
        # A table of which all cells are the same is that number.
        corners, exact = ([rows[row][column] if isinstance(rows, list) else rows for row in (0, -1) for column in (0, -1)]
                          for rows in (matrix["matrix"], matrix["matrix_exact"]))
        return Work(seconds[self.clock], decks, found["rising-sequences"]["histogram"], corners, exact)


def build(folder):
    """Builds colddeck and the peers in C; gives the paths of the latter by label, none without a compiler."""
    done, _ = run(["cargo", "build", "--release", "--locked", "--quiet"])
    if done is None or done.returncode != 0:
        fail(f"cargo cannot build colddeck:\n{done.stderr if done else 'cargo is missing'}")
    built = {}
    for label, name in C_PEERS.items():
        built[label] = Path(folder) / name
        done, _ = run(["gcc", "-O3", "-march=native", PEERS / f"{name}.c", "-o", built[label]])
        if done is None:
            return {}
        if done.returncode != 0:
            fail(f"gcc cannot build {name}.c:\n{done.stderr}")
    return built


def processor():
    """Its name, and its flags."""
    try:
        text = Path("/proc/cpuinfo").read_text()
    except OSError:
        return "unknown processor", set()
    first = dict(re.findall(r"^(.*?)\s*: (.*)$", text.split("\n\n")[0], re.MULTILINE))
    name = first.get("model name", "unknown processor")
    if "cpu family" in first:
        name += f" (family {first['cpu family']}, model {first['model']})"
    return name, set(first.get("flags", "").split())


def versions(python):
    """{package: version}, for those that the Python of the peers has."""
    found = {}
    for package in ("numpy", "numba", "scipy"):
        if version := first_line([python, "-c", f"import {package}; print({package}.__version__)"]):
            found[package] = version
    return found


def contestants(in_c, flags, packages, args):
    """Peers, colddeck on one thread by level, and what is skipped, with the reason."""
    peers, ours, skipped = [], [], []
    for name, (label, needs) in PYTHON_PEERS.items():
        missing = [package for package in needs if package not in packages]
        if name in args.without:
            skipped.append(f"{label}: left out by --without")
        elif missing:
            skipped.append(f"{label}: the Python has no {' and no '.join(missing)}")
        else:
            peers.append(Peer(label, [args.peer_python, "-B", PEERS / f"{name}.py"], args.clock))
    peers += [Peer(label, [program], args.clock) for label, program in in_c.items()]
    if not in_c:
        skipped.append("the peers in C: gcc is missing")

    help_text, _ = run([BINARY, "run", "--help"])
    if "--isa" not in help_text.stdout:
        ours.append(("colddeck", ()))
    else:
        for level, (label, needs) in LEVELS.items():
            if set(needs) - flags:
                skipped.append(f"colddeck, {label}: the machine has no {label}")
            else:
                ours.append((f"colddeck, {label}", ("--isa", level)))
    return peers, ours, skipped


def decks_for(contestant, routine, target):
    """How many decks take about so many seconds."""
    decks = 2_000
    while True:
        seconds = contestant.count(routine, decks, 1).seconds
        if seconds > target / 4 or decks >= MOST_DECKS:
            break
        # start-up hides in short runs, so go up by steps
        decks = min(MOST_DECKS, decks * 8)
    decks = int(decks * target / seconds)
    digits = 10 ** max(0, len(str(decks)) - 2)
    return max(digits, min(MOST_DECKS, decks // digits * digits))


def measure(everyone, args):
    """Seconds per deck of the fastest repetition, {(label, routine)}, and how far the medians lie above them."""
    sizes = {}
    for routine in args.routines:
        for contestant in everyone:
            sizes[contestant.label, routine] = decks_for(contestant, routine, args.seconds)
            note(f"{routine}, {contestant.label}: {sizes[contestant.label, routine]:,} decks")
    runs = {place: [] for place in sizes}
    for repetition in range(args.repetitions):
        note(f"repetition {repetition + 1} of {args.repetitions}")
        for routine in args.routines:
            works = {}
            for contestant in everyone:
                place = contestant.label, routine
                works[contestant.label] = contestant.count(routine, sizes[place], repetition + 1)
                runs[place].append(works[contestant.label].seconds / sizes[place])
            exact = works[everyone[-1].label]
            for label, work in works.items():
                if difference := work.difference(exact):
                    fail(f"{label} does not do the same work in {routine}: {difference}")
    fastest = {place: min(seconds) for place, seconds in runs.items()}
    excess = [statistics.median(seconds) / min(seconds) - 1 for seconds in runs.values()]
    return fastest, excess


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "| --- |" + " ---: |" * (len(header) - 1)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def of_significance(value):
    """A ratio or a time with three digits or more."""
    return f"{value:,.{max(0, 2 - math.floor(math.log10(value)))}f}"


def loops_section(fastest, excess, startup, peers, ours, args):
    """The tables of nanoseconds, ratios to plain C, and threads."""
    one = [label for label, _ in ours]
    labels = [peer.label for peer in peers] + one
    lines = ["## Nanoseconds per deck, one thread", ""]
    lines += table(("", *args.routines), [
        (label, *(of_significance(1e9 * fastest[label, routine]) for routine in args.routines)) for label in labels
    ])
    if any(peer.label == PLAIN for peer in peers):
        lines += ["", "## Times as fast as plain C, one thread", ""]
        lines += table(("", *args.routines), [
            (label, *(of_significance(fastest[PLAIN, routine] / fastest[label, routine]) for routine in args.routines))
            for label in labels if label != PLAIN
        ])
    if args.clock == WALL:
        lines += ["", "## Two threads: times as fast as one", ""]
        lines += table(("", *args.routines), [
            (label, *(of_significance(fastest[label, routine] / fastest[two_threads(label), routine])
                      for routine in args.routines)) for label in one
        ])
    lines += [
        "",
        f"The fastest of {args.repetitions} repetitions, all programs in turn, by {CLOCKS[args.clock]}. The median repetition was "
        f"{statistics.median(excess):.0%} slower in the middle case, {max(excess):.0%} at the worst. A run lasts about "
        f"{args.seconds} s; {1000 * startup:.0f} ms of colddeck's are start-up and files, which count.",
    ]
    return lines


def two_threads(label):
    return f"{label}, two threads"


def tables_section(python):
    """Both published tables against the numpy program, with numpy's generator and with the default one."""
    note("both published tables")
    ours, legacy = refutation.time_colddeck_often(str(BINARY), refutation.SPEC)
    with tempfile.TemporaryDirectory() as folder:
        spec = Path(folder) / "duplicates.toml"
        spec.write_text(re.sub(r"(?m)^generator = .*$", "", (ROOT / refutation.SPEC).read_text()))
        _, default = refutation.time_colddeck_often(str(BINARY), str(spec))
    peers = refutation.time_peers(python)
    refutation.check_tables(ours, peers)
    medians = {"`numpy-legacy`": statistics.median(legacy), "the default generator": statistics.median(default)}
    threads = refutation.THREADS
    rows = [(f"numpy program, {way}", f"{seconds:.2f}", *(of_significance(seconds / median) for median in medians.values()))
            for way, (_, seconds) in peers.items()]
    rows += [(f"colddeck, {threads} threads, {name}", f"{median:.3f}", *("" for _ in medians))
             for name, median in medians.items()]
    return [
        "## Both published tables",
        "",
        *table(("", "seconds", *(f"times, {name}" for name in medians)), rows),
        "",
        f"`{refutation.SPEC}`, thirteen routines of 50,000 decks. The numpy program simulates each table, as published, and "
        f"gives the same digits as colddeck with `numpy-legacy`. colddeck: median of {refutation.RUNS} runs of the whole "
        "process.",
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer-python", default=sys.executable, help="the Python that has numpy, numba and scipy")
    parser.add_argument("--without", action="append", default=[], choices=[*PYTHON_PEERS, "battery", "tables"], help="leave this out")
    parser.add_argument("--routines", type=lambda text: text.split(","), default=list(ROUTINES))
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"what a run should take ({SECONDS})")
    parser.add_argument("--processor-time", dest="clock", action="store_const", const="processor_seconds", default=WALL,
                        help="for a machine that is never idle")
    parser.add_argument("--output", type=Path, default=RESULT)
    args = parser.parse_args()
    if args.repetitions < 1 or args.seconds <= 0:
        parser.error("--repetitions needs 1 or more, --seconds more than 0")

    with tempfile.TemporaryDirectory() as folder:
        in_c = build(folder)
        name, flags = processor()
        packages = versions(args.peer_python)
        peers, ours, skipped = contestants(in_c, flags, packages, args)
        everyone = [*peers, *(Colddeck(label, 1, options, args.clock) for label, options in ours)]
        if args.clock == WALL:
            everyone += [Colddeck(two_threads(label), 2, options, args.clock) for label, options in ours]
        for line in skipped:
            note(f"skipped: {line}")
        fastest, excess = measure(everyone, args)
        startup = min(everyone[-1].count(args.routines[0], 100, 1).seconds for _ in range(args.repetitions))

    tools = [first_line([tool, "--version"]) for tool in ("rustc", "gcc")]
    tools += [f"{package} {version}" for package, version in packages.items()]
    lines = [
        "# Benchmarks",
        "",
        "Written by `python3 benches/compare.py`, which says how it measures: each deck of "
        f"{CARDS} cards starts sorted and is shuffled by the routine; the position matrix and the rising sequences are "
        "counted. All programs did the same work: their counts agree.",
        "",
        f"- Processor: {name}, {os.cpu_count()} cores",
        f"- {', '.join(tool for tool in tools if tool)}",
        *(f"- Skipped: {line}" for line in skipped),
        "",
        *loops_section(fastest, excess, startup, peers, ours, args),
    ]
    if "battery" not in args.without:
        note("ten statistics of the battery")
        lines += ["", *battery.section(args.peer_python, ours)]
    if "tables" not in args.without and {"numpy", "scipy"} <= packages.keys():
        lines += ["", *tables_section(args.peer_python)]
    elif "tables" not in args.without:
        note("skipped: both published tables: the Python has no numpy or no scipy")
    args.output.write_text("\n".join(lines) + "\n")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
