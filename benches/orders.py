#!/usr/bin/env python3
"""Times `colddeck order` on long random orders, beside numpy that counts one grid of old blocks and new blocks alone.

    python3 benches/orders.py [--most 100000000]

It writes orders as arrays of numpy into a temporary folder, and prints seconds and memory as a table. Needs numpy, and
target/release/colddeck.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BINARY = ROOT / "target" / "release" / "colddeck"

#: numpy's part of the work: a grid of 40 blocks, and its chi-squared sum.
GRID = """
import sys, numpy
order = numpy.load(sys.argv[1])
n, k = len(order), 40
cells = order.astype(numpy.int64) * k // n * k + numpy.arange(n) * k // n
counts = numpy.bincount(cells, minlength=k * k)
print(((counts - n / k**2) ** 2 / (n / k**2)).sum())
"""


def timed(words):
    """Seconds and megabytes of a command that ends well."""
    began = time.perf_counter()
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        sys.exit(f"failed: {words}")
    return time.perf_counter() - began, used.ru_maxrss / 1024


def main():
    import numpy

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--most", type=int, default=100_000_000, help="items of the longest order")
    most = parser.parse_args().most
    print("| items | `colddeck order` | memory | numpy, one grid alone | memory |")
    print("| ---: | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        items = 10_000
        while items <= most:
            path = Path(folder) / "order.npy"
            numpy.save(path, numpy.random.default_rng(items).permutation(items).astype(numpy.uint32))
            ours = timed([str(BINARY), "order", str(path), "--quiet"])
            peer = timed([sys.executable, "-c", GRID, str(path)])
            print(f"| {items:,} | {ours[0]:.2f} s | {ours[1]:.0f} MB | {peer[0]:.2f} s | {peer[1]:.0f} MB |", flush=True)
            items *= 10


if __name__ == "__main__":
    main()
