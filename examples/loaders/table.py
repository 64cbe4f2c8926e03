"""Makes a table of the orders that `orders.py` wrote: what `colddeck order` says of each.

    python table.py OUT COLDDECK > loaders.md
"""

import json
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


def row(name, record, paths):
    [routine] = record["routines"]
    statistics = routine["statistics"]
    failed = [test for test in routine["tests"] if test["verdict"] == "fail"]
    alone = [test for test in failed if not test.get("lag")]
    between = [test for test in failed if test.get("lag")]
    several = any(test.get("lag") for test in routine["tests"])
    variety = statistics["batch-mates"]["variety"]
    verdict = "not fair" if alone else "no evidence"
    described = like(statistics["shuffle-buffer"]) or ("no buffer describes it" if alone else "")
    alike = ("alike" if between else "no evidence") if several else ""
    if same(paths):
        alike = "the same order"
    source = record["experiment"]["source"]
    lost = source.partition(";")[2].strip() if ";" in source else ""
    return f"| `{name}` | {verdict} | {described} | {number(variety)} | {alike} | {lost} |"


def same(paths):
    """True if there are several epochs, all the same."""
    epochs = defaultdict(bytes)
    for path in paths:
        found = re.search(r"-(epoch\d+)", path.stem)
        epochs[found[1] if found else ""] += path.read_bytes()
    return len(epochs) > 1 and len(set(epochs.values())) == 1


def main():
    folder, colddeck = Path(sys.argv[1]), sys.argv[2]
    print("| loader | one epoch | like | a batch of 256 is worth | an epoch and the next | items |")
    print("| --- | --- | --- | ---: | --- | --- |")
    for name, paths in loaders(folder).items():
        record, problem = asked(colddeck, paths, folder / "files.npy")
        print(row(name, record, paths) if record else f"| `{name}` | {problem} | | | | |")


if __name__ == "__main__":
    main()
