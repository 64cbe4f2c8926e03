"""Counts the instructions of ten fixed jobs with valgrind, beside those that are committed, or those of another program.

    cargo build --release && python3 benches/instructions.py              # fails where a job takes 5% more than before
    python3 benches/instructions.py --write                               # these are the counts from now on
    python3 benches/instructions.py --beside OTHER                        # another build: its count over this one's

Instructions do not depend on how fast or busy a machine is. valgrind knows AVX2 and no AVX-512, so the kernels are
those of AVX2. Each job runs on one thread. The committed counts are in benches/instructions.txt, with the compiler that
made the program: by another one they are shown and not judged.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMITTED = ROOT / "benches/instructions.txt"
MOST_GROWTH = 1.05

JOBS = {
    "riffles, a deck of 40": "run RRR --deck 40 --trials 50000 --suite quick",
    "overhand, a deck of 40": "run HHH --deck 40 --trials 20000 --suite quick",
    "cuts and ideal shuffles": "run CCS --deck 52 --trials 50000 --suite quick",
    "mashes, a deck of 60": "run M*5 --deck 60 --trials 10000 --suite quick",
    "standard suite": "run S --deck 52 --trials 30000 --suite standard",
    "a short run": "run RRRC --deck 60 --trials 1000",
    "decks from a file": "test decks.txt --suite standard",
    "exact position": "exact position RRR --deck 40",
    "exact tv": "exact tv R*7 --deck 52",
    "fit": "fit decks.txt",
}


def words(job):
    """The words of a job, on one thread."""
    return job.split() + (["--threads", "1", "--quiet"] if job.startswith(("run", "test")) else [])


def decks(program):
    """The file of decks that some jobs read."""
    emit = [program, "emit", "RR", "--as", "decks", "--deck", "20", "--trials", "100", "--seed", "1"]
    return subprocess.run(emit, capture_output=True, check=True).stdout


def count(program, job, folder):
    """Instructions that one job takes, set-up included."""
    cachegrind = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    command = [*cachegrind, program, *words(job)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    found = re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)
    if done.returncode not in (0, 1, 3) or not found:
        sys.exit(f"{program} {job}: exit code {done.returncode}\n{done.stderr[-2000:]}")
    return int(found.group(1).replace(",", ""))


def compiler():
    """The compiler's name and version."""
    return subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=True).stdout.strip()


def committed():
    """The counts that are committed, by job."""
    rows = (line.rsplit(None, 1) for line in COMMITTED.read_text().splitlines() if not line.startswith("#"))
    return {name: int(number) for name, number in rows}


def table(program, before, folder):
    """Prints a table in Markdown, and gives the counts. `before` gives for each job the other count."""
    print("| job | command | million instructions | before | ratio |")
    print("| --- | --- | ---: | ---: | ---: |")
    counts = {}
    for name, job in JOBS.items():
        counts[name], other = count(program, job, folder), before(name, job)
        row = [name, f"`{job}`", f"{counts[name] / 1e6:,.1f}"]
        row += [f"{other / 1e6:,.1f}", f"{counts[name] / other:.3f}"] if other else ["", ""]
        print("| " + " | ".join(row) + " |", flush=True)
    return counts


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("program", nargs="?", default=ROOT / "target/release/colddeck")
    asked.add_argument("--beside", metavar="OTHER", help="another program")
    asked.add_argument("--write", action="store_true", help="commit these counts")
    asked = asked.parse_args()
    program = str(Path(asked.program).resolve())
    if "avx2" not in Path("/proc/cpuinfo").read_text():
        print("nothing is counted: this processor lacks AVX2, with which the committed counts were made")
        return
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "decks.txt").write_bytes(decks(program))
        if asked.beside:
            other = str(Path(asked.beside).resolve())
            table(program, lambda _, job: count(other, job, folder), folder)
            return
        before = committed() if COMMITTED.exists() else {}
        counts = table(program, lambda name, _: before.get(name), folder)
    if asked.write:
        lines = ["# Instructions of each job of benches/instructions.py, which writes this file with --write.", f"# {compiler()}"]
        lines += [f"{name} {number}" for name, number in counts.items()]
        COMMITTED.write_text("\n".join(lines) + "\n")
        return
    if f"# {compiler()}" not in COMMITTED.read_text().splitlines():
        print(f"nothing is judged: {compiler()} did not make the committed counts")
        return
    grown = [name for name in JOBS if counts[name] > MOST_GROWTH * before.get(name, 0)]
    if grown:
        sys.exit(f"benches/instructions.py: more than 5% above benches/instructions.txt: {', '.join(grown)}")


if __name__ == "__main__":
    main()
