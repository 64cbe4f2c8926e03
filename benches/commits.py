"""Two builds side by side: the ratio of their processor times, job by job, with its spread.

    python3 benches/commits.py OLD NEW [--pairs 15]

OLD and NEW are programs, or commits, which are built in work trees of their own. Each pair of runs is one of the old
program and one of the new one, in turn and in changing order, so that what else the machine does falls on both. Printed
are the median of the ratios new/old and its middle half. Jobs are those of benches/instructions.py.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import instructions

ROOT = Path(__file__).resolve().parent.parent


def built(name, folder):
    """The program of that name, or of that commit."""
    if Path(name).is_file() and os.access(name, os.X_OK):
        return str(Path(name).resolve())
    tree = Path(folder) / name.replace("/", "-")
    subprocess.run(["git", "worktree", "add", "--quiet", "--detach", tree, name], cwd=ROOT, check=True)
    subprocess.run(["cargo", "build", "--release", "--locked", "--quiet"], cwd=tree, check=True)
    return str(tree / "target/release/colddeck")


def seconds(program, words, folder):
    """Processor seconds of one run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([program, *words], cwd=folder, capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1, 3):
        sys.exit(f"{program} {' '.join(words)}: exit code {done.returncode}\n{done.stderr.decode()[-2000:]}")
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("old")
    asked.add_argument("new")
    asked.add_argument("--pairs", type=int, default=15)
    asked = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        try:
            programs = [built(name, folder) for name in (asked.old, asked.new)]
            (Path(folder) / "decks.txt").write_bytes(instructions.decks(programs[0]))
            print("| job | old, ms | new over old | middle half |")
            print("| --- | ---: | ---: | ---: |")
            for name, job in instructions.JOBS.items():
                words, pairs = instructions.words(job), []
                for pair in range(asked.pairs):
                    order = (0, 1) if pair % 2 == 0 else (1, 0)
                    taken = {which: seconds(programs[which], words, folder) for which in order}
                    pairs.append((taken[0], taken[1]))
                ratios = [new / old for old, new in pairs]
                low, middle, high = statistics.quantiles(ratios, n=4)
                old = 1000 * statistics.median(old for old, _ in pairs)
                print(f"| {name} | {old:,.0f} | {middle:.3f} | {low:.3f} to {high:.3f} |", flush=True)
        finally:
            subprocess.run(["git", "worktree", "prune"], cwd=ROOT, check=False)


if __name__ == "__main__":
    main()
