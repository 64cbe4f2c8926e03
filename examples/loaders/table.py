"""Makes a table of the orders that `orders.py` wrote: what `colddeck order` says of each. And a picture, where a file is named for it.

    python table.py OUT COLDDECK [loaders.svg] > loaders.md
"""

import html
import json
import math
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

#: Items of a batch.
BATCH = 256

#: Chance that a fair order fails. There are many orders, so it is smaller than usual.
ALPHA = 1e-5


def loaders(folder):
    """The orders of each loader, its epochs together: the file names by the name of the loader."""
    found = defaultdict(list)
    for path in sorted(folder.glob("*.npy")):
        if path.stem != "files":
            found[re.sub(r"-(epoch|rank)\d+", "", path.stem)].append(path)
    return found


def asked(colddeck, paths, files):
    """The record of the orders of a loader."""
    ranks = any("-rank" in path.stem for path in paths)
    epochs = [path for path in paths if not ranks or "-epoch1" not in path.stem]
    words = [colddeck, "order", *epochs, "--files", files, "--batch", str(BATCH), "--alpha", str(ALPHA), "--json", "--quiet"]
    words += ["--items", "100000"] + (["--ranks"] if ranks else [])
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        return None, done.stderr.strip()
    return json.loads(done.stdout), ""


def number(value):
    return f"{value:,.0f}" if value >= 10 else f"{value:.1f}"


def like(figures):
    """The simple loader that makes such orders."""
    of = figures.get("like")
    if of == "in order":
        return "the old order"
    if of == "buffer":
        return f"a buffer of {number(figures['buffer'])}"
    if of == "shards":
        shards = f"shards of {number(figures['shard'])}"
        if figures.get("buffer") is None:
            return f"{shards}, in order"
        least, most = number(figures["least"]), number(figures["most"])
        return f"{shards}, a buffer of {most}" if least == most else f"{shards}, a buffer of {least} to {most}"
    return ""


def picture(found):
    """The variety of batches of each loader, on a scale of doublings, with its effective buffer."""
    left, wide, line, top = 400, 330, 15, 46
    at = lambda draws: left + wide * math.log2(max(draws, 1)) / math.log2(BATCH)
    bottom = top + line * len(found)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1010 {bottom + 30}" font-family="sans-serif" font-size="11" fill="#777">',
        f'<title>How many fair draws a batch of {BATCH} is worth, by loader</title>',
        f'<text x="{left}" y="16" font-size="13">Fair draws that a batch of {BATCH} is worth</text>',
    ]
    for draws in (1, 4, 16, 64, BATCH):
        x = at(draws)
        parts.append(f'<path d="M{x:.1f} {top - 8}V{bottom}" stroke="#777" stroke-opacity=".3"/>')
        parts.append(f'<text x="{x:.1f}" y="{top - 13}" text-anchor="middle">{draws}</text>')
    for index, (name, figures, fails) in enumerate(found):
        y = top + line * index + 8
        colour = "#c2571a" if fails else "#2a7ab0"
        said = like(figures["shuffle-buffer"])
        parts.append(f'<text x="{left - 12}" y="{y + 4}" text-anchor="end">{html.escape(name)}</text>')
        # Batches are not looked at where many items came again.
        if batches := figures.get("batch-mates"):
            draws = batches["variety"]
            parts.append(f'<circle cx="{at(draws):.1f}" cy="{y}" r="4" fill="{colour}"><title>{number(draws)}</title></circle>')
        parts.append(f'<text x="{left + wide + 14}" y="{y + 4}">{html.escape(said)}</text>')
    parts.append(f'<circle cx="{left}" cy="{bottom + 15}" r="4" fill="#c2571a"/><text x="{left + 10}" y="{bottom + 19}">not fair</text>')
    parts.append(f'<circle cx="{left + 80}" cy="{bottom + 15}" r="4" fill="#2a7ab0"/><text x="{left + 90}" y="{bottom + 19}">no evidence</text></svg>')
    return "\n".join(parts) + "\n"


def row(name, record, paths):
    [routine] = record["routines"]
    statistics = routine["statistics"]
    failed = [test for test in routine["tests"] if test["verdict"] == "fail"]
    alone = [test for test in failed if not test.get("lag")]
    between = [test for test in failed if test.get("lag")]
    several = any(test.get("lag") for test in routine["tests"])
    batches = statistics.get("batch-mates")
    variety = number(batches["variety"]) if batches else "not told"
    verdict = "not fair" if alone else "no evidence"
    described = like(statistics["shuffle-buffer"]) or ("not recognised" if alone else "")
    alike = ("alike" if between else "no evidence") if several else ""
    if same(paths):
        alike = "the same order"
    source = record["experiment"]["source"]
    # The columns before it say the rest.
    lost = [part.partition(", so that")[0] for part in source.split(";")[1:] if "the same as" not in part]
    lost = re.sub(r" \([^)]*\)", "", ";".join(lost)).strip()
    return f"| `{name}` | {verdict} | {described} | {variety} | {alike} | {lost} |"


def same(paths):
    """True if there are several epochs, all the same."""
    epochs = defaultdict(bytes)
    for path in paths:
        found = re.search(r"-(epoch\d+)", path.stem)
        epochs[found[1] if found else ""] += path.read_bytes()
    return len(epochs) > 1 and len(set(epochs.values())) == 1


def main():
    folder, colddeck, *drawing = sys.argv[1:]
    folder = Path(folder)
    found = []
    print("| loader | one epoch | like | a batch of 256 is worth | an epoch and the next | items |")
    print("| --- | --- | --- | ---: | --- | --- |")
    for name, paths in loaders(folder).items():
        record, problem = asked(colddeck, paths, folder / "files.npy")
        if record:
            [routine] = record["routines"]
            fails = any(test["verdict"] == "fail" and not test.get("lag") for test in routine["tests"])
            found.append((name, routine["statistics"], fails))
        print(row(name, record, paths) if record else f"| `{name}` | {problem} | | | | |")
    for file in drawing:
        Path(file).write_text(picture(found), encoding="utf-8")


if __name__ == "__main__":
    main()
