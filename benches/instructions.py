"""Counts the instructions of ten fixed jobs with valgrind, for one program or for two side by side.

    cargo build --release && python3 benches/instructions.py PROGRAM [OTHER]

Instructions do not depend on how fast or busy a machine is. valgrind knows AVX2 and no AVX-512, so the kernels are
those of AVX2. Each job runs on one thread. With two programs, the last column is the second's count over the first's.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

JOBS = {
    "riffles, a deck of 40": "run RRR --deck 40 --trials 50000 --suite quick",
    "overhand, a deck of 40": "run HHH --deck 40 --trials 20000 --suite quick",
    "cuts and ideal shuffles": "run CCS --deck 52 --trials 50000 --suite quick",
    "mashes, a deck of 60": "run M*5 --deck 60 --trials 10000 --suite quick",
    "standard suite": "run S --deck 52 --trials 30000 --suite standard",
    "deep suite": "run S --deck 52 --trials 10000 --suite deep",
    "decks from a file": "test decks.txt --suite standard",
    "exact position": "exact position RRR --deck 40",
    "exact tv": "exact tv R*7 --deck 52",
    "fit": "fit decks.txt",
}


def count(program, job, folder):
    """Instructions that one job takes, set-up included."""
    words = job.split()
    if words[0] in ("run", "test"):
        words += ["--threads", "1", "--quiet"]
    command = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", program, *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    found = re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)
    if done.returncode not in (0, 1, 3) or not found:
        sys.exit(f"{program} {' '.join(words)}: exit code {done.returncode}\n{done.stderr[-2000:]}")
    return int(found.group(1).replace(",", ""))


def main():
    """Prints a table in Markdown."""
    programs = [str(Path(program).resolve()) for program in sys.argv[1:]]
    if len(programs) not in (1, 2):
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        emit = [programs[0], "emit", "RR", "--as", "decks", "--deck", "20", "--trials", "100", "--seed", "1"]
        decks = subprocess.run(emit, capture_output=True, check=True).stdout
        (Path(folder) / "decks.txt").write_bytes(decks)
        print("| job | command | million instructions |" + (" the other | ratio |" if programs[1:] else ""))
        print("| --- | --- | ---: |" + (" ---: | ---: |" if programs[1:] else ""))
        for name, job in JOBS.items():
            counts = [count(program, job, folder) for program in programs]
            row = [name, f"`{job}`"] + [f"{instructions / 1e6:,.1f}" for instructions in counts]
            if len(counts) > 1:
                row.append(f"{counts[1] / counts[0]:.3f}")
            print("| " + " | ".join(row) + " |", flush=True)


main()
