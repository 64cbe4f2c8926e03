#!/usr/bin/env python3
"""Times colddeck against its peer on the refutation experiment, in one run on this machine.

The peer (peers/refutation.py) runs as published, in one process, and once more with its routines shared by two
processes. colddeck runs the spec with two threads; its time is the median of five runs. The peer's seconds are those it
reports itself, both tables without start-up and imports; colddeck's are those of the whole process, files included.

No ratio is printed unless all runs give the same two tables. Needs the standard library only; the peer needs numpy and
scipy in the Python named by --peer-python. With the full experiment, allow some minutes.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PEER = ROOT / "benches" / "peers" / "refutation.py"
SPEC = "experiments/refutation/duplicates.toml"
RUNS = 5
THREADS = 2
FINISHED = (0, 1, 3)  # exit codes of a run that wrote its record: no evidence, evidence, too little data
# our statistic in a routine of the record, and the field that stands in the peer's table of that name
FIELDS = {"duplicates": "mean", "position-lines": "below"}


def fail(message):
    sys.exit(f"benches/refutation.py: {message}")


def run(command):
    """Runs to the end and gives the finished process and the wall-clock seconds."""
    print("running", *command, file=sys.stderr)
    start = time.perf_counter()
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    except OSError as error:
        fail(f"cannot run {command[0]}: {error.strerror}")
    return done, time.perf_counter() - start


def time_peer(python, *options):
    """The peer's two tables and its seconds for both."""
    done, _ = run([python, str(PEER), "--json", *options])
    if done.returncode != 0:
        fail(f"the peer ended with {done.returncode}:\n{done.stderr}")
    tables = json.loads(done.stdout)["tables"]
    return {table["name"]: table["rows"] for table in tables}, sum(table["seconds"] for table in tables)


def letters(name):
    """A routine's name as the peer writes it: `G*7` is GGGGGGG."""
    return re.sub(r"([A-Z])\s*\*\s*(\d+)", lambda match: match[1] * int(match[2]), name).replace(" ", "")


def tables_of(record):
    """The two tables of a record, without its control group, which the peer does not have."""
    tables = {statistic: {} for statistic in FIELDS}
    for routine in record["routines"]:
        if routine["control"]:
            continue
        for statistic, field in FIELDS.items():
            value = routine["statistics"].get(statistic, {}).get(field)
            if value is None:
                continue
            name = letters(routine["name"])
            if name in tables[statistic]:
                fail(f"the record has {statistic} of {name} twice")
            tables[statistic][name] = value
    return tables


def time_colddeck(binary, spec):
    """colddeck's two tables and the seconds of one run."""
    with tempfile.TemporaryDirectory() as out:
        done, seconds = run([binary, "run", spec, "--out", out, "--threads", str(THREADS), "--quiet"])
        if done.returncode not in FINISHED:
            fail(f"colddeck ended with {done.returncode}:\n{done.stderr}")
        records = list(Path(out).rglob("record.json"))
        if len(records) != 1:
            fail(f"colddeck wrote {len(records)} records instead of one")
        return tables_of(json.loads(records[0].read_text())), seconds


def differences(expected, found):
    """One line for each cell in which two pairs of tables differ, beyond the last bits of a mean."""
    lines = []
    for statistic, rows in expected.items():
        for name in sorted(rows.keys() | found[statistic].keys()):
            ours, theirs = (table.get(name) for table in (found[statistic], rows))
            if None in (ours, theirs) or f"{ours:.12g}" != f"{theirs:.12g}":
                lines.append(f"{statistic} of {name}: {ours} instead of {theirs}")
    return lines


def time_colddeck_often(binary, spec):
    """colddeck's two tables and the seconds of each of several runs; all must give the same tables."""
    ours, runs = None, []
    for _ in range(RUNS):
        tables, seconds = time_colddeck(binary, spec)
        if ours is not None and tables != ours:
            fail("two runs of colddeck differ:\n" + "\n".join(differences(ours, tables)))
        ours = tables
        runs.append(seconds)
    return ours, runs


def time_peers(python):
    """The peer's two tables and seconds, by how it runs."""
    ways = {"one process, as published": (), "two processes": ("--processes", "2")}
    return {way: time_peer(python, *options) for way, options in ways.items()}


def check_tables(ours, peers):
    for tables, _ in peers.values():
        if lines := differences(tables, ours):
            fail("the tables differ, so there is no ratio; colddeck has\n" + "\n".join(lines))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=str(ROOT / "target" / "release" / "colddeck"))
    parser.add_argument("--spec", default=SPEC, help="from the repository's root")
    parser.add_argument("--peer-python", default=sys.executable, help="the Python that has numpy and scipy")
    args = parser.parse_args()

    ours, runs = time_colddeck_often(args.binary, args.spec)
    median = statistics.median(runs)
    peers = time_peers(args.peer_python)
    check_tables(ours, peers)

    print(f"both tables the same in all runs; {os.cpu_count()} cores\n")
    print(f"{'':32} {'seconds':>9} {'ratio':>9}")
    for way, (_, seconds) in peers.items():
        label = f"peer, {way}"
        print(f"{label:32} {seconds:9.2f} {seconds / median:9.1f}")
    ours_label = f"colddeck, {THREADS} threads"
    print(f"{ours_label:32} {median:9.3f} {1:9.1f}")
    print(f"\ncolddeck: median of {RUNS} runs, {min(runs):.3f} to {max(runs):.3f} s")


if __name__ == "__main__":
    main()
