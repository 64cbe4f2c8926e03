"""How time and memory grow: with decks, cards, threads and parts, of streams and of exact laws. Writes results/scale.md.

    cargo build --release && python3 benches/scale.py [--most-decks 1e8]

Each line is a command at some sizes, the least of REPEATS runs in turn: seconds of the processor, on all threads together
(by the clock for threads and streams), and the most memory. The exponent is the slope of a line through the logarithms of
size and time, where a run takes at least ten times as long as the program takes to start. Needs the standard library.
"""

import argparse
import math
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "target/release/colddeck"
RESULT = ROOT / "results/scale.md"
PICTURE = ROOT / "results/scale.svg"
REPEATS = 3
FINISHED = (0, 1, 3, 4)

CARDS = (4, 16, 64, 256, 1024, 4096, 10_000)
# What grows: a title, a unit, the command at a size, and the sizes.
GROWTHS = [
    ("riffles of 52 cards, standard suite", "decks", "run RRR --deck 52 --trials {} --suite standard --threads 1", None),
    ("mashes of 60 cards, standard suite", "decks", "run M*7 --deck 60 --trials {} --suite standard --threads 1", None),
    ("riffles, 256 decks, quick suite", "cards", "run RRR --deck {} --trials 256 --suite quick --threads 1", CARDS),
    ("overhand shuffles, 256 decks, quick suite", "cards", "run O --deck {} --trials 256 --suite quick --threads 1", CARDS),
    ("test of one deck", "cards", "test one-{0}.txt --deck {0} --threads 1", CARDS[1:]),
    ("one-card chain", "cards", "exact position RRR --deck {}", (40, 60, 100, 200, 300, 540)),
    ("two-card chain", "cards", "exact pairs RRH --deck {}", (20, 40, 60, 80, 120)),
]
# Streams of 1,000,000 ideal decks of 52 cards: a name, whether they are bytes, and how they are tested.
STREAMED = "emit S --as decks --deck 52 --trials 1000000 --seed 1"
STREAMS = [
    ("decks as text, quick suite", False, "test - --deck 52 --suite quick"),
    ("decks as text, standard suite", False, "test - --deck 52 --suite standard"),
    ("decks as bytes, quick suite", True, "test - --deck 52 --format u8 --suite quick"),
    ("decks as bytes, standard suite", True, "test - --deck 52 --format u8 --suite standard"),
]


def spent(words, folder, stdin=None):
    """Seconds of the processor, seconds by the clock and bytes of memory at the most of one command."""
    started = time.perf_counter()
    with open(stdin or os.devnull, "rb") as given:
        child = subprocess.Popen(
            [str(word) for word in words], cwd=folder, stdin=given, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        errors = child.stderr.read()
        _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in FINISHED:
        sys.exit(f"{' '.join(map(str, words))}: exit code {child.returncode}\n{errors.decode()}")
    return used.ru_utime + used.ru_stime, time.perf_counter() - started, 1024 * used.ru_maxrss


def least(words, folder, stdin=None):
    """The least of some runs, each figure by itself."""
    return [min(figures) for figures in zip(*(spent(words, folder, stdin) for _ in range(REPEATS)))]


def exponent(points, start):
    """The slope in logarithms of the points that take long enough; None if fewer than two do."""
    long = [(math.log(size), math.log(seconds)) for size, seconds in points if seconds >= 10 * start]
    if len(long) < 2:
        return None
    x, y = (sum(column) / len(long) for column in zip(*long))
    return sum((a - x) * (b - y) for a, b in long) / sum((a - x) ** 2 for a, _ in long)


def amount(number):
    """1,000 or 10^7"""
    return f"{number:,}" if number < 10**6 else f"10^{math.log10(number):g}"


def seconds_in_words(seconds):
    """With two digits."""
    return f"{seconds:.2g}" if seconds < 9.5 else f"{seconds:,.0f}"


def growth(growths, folder, start):
    """The tables of what grows, and the lines of the picture."""
    lines, drawn = [], []
    for title, unit, command, sizes in growths:
        rows = [least([PROGRAM, *command.format(size).split()], folder) for size in sizes]
        points = [(size, row[0]) for size, row in zip(sizes, rows)]
        slope = exponent(points, start)
        drawn.append((f"{title} ({unit})", points))
        lines += [
            f"### {title[0].upper()}{title[1:]}",
            "",
            f"`colddeck {command.format('N').replace('{0}', 'N')}`"
            + ("" if slope is None else f": time grows with {unit} to the power {slope:.2f}."),
            "",
            f"| {unit} | " + " | ".join(amount(size) for size in sizes) + " |",
            "| --- |" + " ---: |" * len(sizes),
            "| seconds | " + " | ".join(seconds_in_words(row[0]) for row in rows) + " |",
            "| MB | " + " | ".join(f"{row[2] / 1e6:,.0f}" for row in rows) + " |",
            "",
        ]
        print("\n".join(lines[-8:]), flush=True)
    return lines, drawn


def streams(folder):
    """The table of streams: what is read each second."""
    lines = ["## Streams", "", "On all threads, by the clock; the rest of the program's time counts.", ""]
    lines += ["| stream | MB | seconds | MB a second |", "| --- | ---: | ---: | ---: |"]
    text, packed = Path(folder) / "decks.txt", Path(folder) / "decks.bin"
    for file, options in [(text, []), (packed, ["--format", "u8"])]:
        with open(file, "wb") as written:
            subprocess.run([PROGRAM, *STREAMED.split(), *options], stdout=written, check=True)
    for name, is_packed, test in STREAMS:
        file = packed if is_packed else text
        _, seconds, _ = least([PROGRAM, *test.split()], folder, file)
        size = file.stat().st_size / 1e6
        lines.append(f"| {name} | {size:,.0f} | {seconds:.2f} | {size / seconds:,.0f} |")
        print(lines[-1], flush=True)
    return [*lines, ""]


def threads_and_parts(folder):
    """Threads against one, and parts against the whole."""
    decks, cores = 1_000_000, os.cpu_count()
    job = f"run RRR --deck 52 --trials {decks} --suite standard".split()
    numbers = sorted({1, 2, cores} | {2**power for power in range(8) if 2**power <= cores})
    by_threads = {number: least([PROGRAM, *job, "--threads", number], folder)[1] for number in numbers}
    lines = ["## Threads", "", f"`colddeck {' '.join(job)}`, by the clock.", ""]
    lines += ["| threads | seconds | times as fast as one |", "| ---: | ---: | ---: |"]
    lines += [f"| {number} | {taken:.2f} | {by_threads[1] / taken:.2f} |" for number, taken in by_threads.items()]
    lines += ["", "## Parts", "", "The same in parts on one thread, one after the other, and put together; processor time.", ""]
    lines += ["| parts | seconds of all parts | of `merge` |", "| ---: | ---: | ---: |"]
    whole, _, _ = spent([PROGRAM, *job, "--threads", 1], folder)
    lines.append(f"| 1 | {whole:.2f} | |")
    for parts in (4, 16, 64):
        out = Path(folder) / f"parts-{parts}"
        each = [spent([PROGRAM, *job, "--threads", 1, "--shard", f"{at}/{parts}", "--out", out], folder)[0]
                for at in range(1, parts + 1)]
        files = sorted(out.rglob("*.colddeck"))
        merged, _, _ = spent([PROGRAM, "merge", *files], folder)
        lines.append(f"| {parts} | {sum(each):.2f} | {merged:.2f} |")
        print(lines[-1], flush=True)
    return [*lines, ""]


def picture(drawn):
    """All growths in one log-log picture."""
    wide, high, left, top = 900, 460, 60, 20
    colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#444444"]
    sizes = [math.log10(size) for _, points in drawn for size, _ in points]
    times = [math.log10(seconds) for _, points in drawn for _, seconds in points]
    x_range = (math.floor(min(sizes)), math.ceil(max(sizes)))
    y_range = (math.floor(min(times)), math.ceil(max(times)))
    x = lambda size: left + (math.log10(size) - x_range[0]) / (x_range[1] - x_range[0]) * (wide - left - 330)
    y = lambda seconds: top + (y_range[1] - math.log10(seconds)) / (y_range[1] - y_range[0]) * (high - 60)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img" font-family="sans-serif" font-size="12">',
        "<title>Seconds of the processor by size</title>",
        f'<rect width="{wide}" height="{high}" fill="#fff"/>',
    ]
    for power in range(y_range[0], y_range[1] + 1):
        at = y(10.0**power)
        parts.append(f'<path d="M{left} {at:.1f}H{x(10.0**x_range[1]):.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 6}" y="{at + 4:.1f}" text-anchor="end">{10.0**power:g} s</text>')
    for power in range(x_range[0], x_range[1] + 1):
        parts.append(f'<text x="{x(10.0**power):.1f}" y="{high - 20}" text-anchor="middle">{amount(10**power)}</text>')
    for at, ((name, points), colour) in enumerate(zip(drawn, colours)):
        path = "L".join(f"{x(size):.1f} {y(seconds):.1f}" for size, seconds in points)
        parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{wide - 310}" y="{top + 20 + 20 * at}" fill="{colour}">{name}</text>')
    PICTURE.write_text("\n".join([*parts, "</svg>"]) + "\n")


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--most-decks", type=float, default=1e7, help="decks at the most (1e7)")
    asked = asked.parse_args()
    decks = tuple(10**power for power in range(3, round(math.log10(asked.most_decks)) + 1))
    growths = [(title, unit, command, sizes or decks) for title, unit, command, sizes in GROWTHS]
    processor = next(line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name"))
    with tempfile.TemporaryDirectory() as folder:
        for cards in CARDS:
            with open(Path(folder) / f"one-{cards}.txt", "wb") as written:
                emit = ["emit", "S", "--as", "decks", "--deck", cards, "--trials", 1, "--seed", 1]
                subprocess.run([str(word) for word in (PROGRAM, *emit)], stdout=written, check=True)
        start = least([PROGRAM, "--version"], folder)[0]
        tables, drawn = growth(growths, folder, start)
        lines = [
            "# Scale",
            "",
            "Written by `python3 benches/scale.py`, which says how it measures. Seconds are those of the processor, set-up and "
            "judging included, unless another clock is named.",
            "",
            f"- Processor: {processor}, {os.cpu_count()} cores",
            "",
            "![Seconds by size](scale.svg)",
            "",
            "## Growth",
            "",
            *tables,
            *streams(folder),
            *threads_and_parts(folder),
        ]
    picture(drawn)
    RESULT.write_text("\n".join(lines).rstrip() + "\n")


if __name__ == "__main__":
    main()
