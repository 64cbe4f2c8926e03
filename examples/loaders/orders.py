#!/usr/bin/env python3
"""Writes the orders in which data loaders hand out items, one .npy file for each order."""

import argparse
import importlib
import importlib.metadata
import multiprocessing
import os
import sys
import tempfile
import time
import traceback
import warnings
from pathlib import Path

import numpy as np

from job import Job

# The module that makes the orders, the package that must be there, and the name of it in the package index. An order
# bears the name of its library up to the first hyphen.
LIBRARIES = {
    "numpy": ("from_numpy", "numpy", ["numpy"]),
    "torch": ("from_torch", "torch", ["torch"]),
    "webdataset": ("from_webdataset", "webdataset", ["webdataset"]),
    "huggingface": ("from_huggingface", "datasets", ["datasets"]),
    "tfdata": ("from_tfdata", "tensorflow", ["tensorflow-cpu", "tensorflow"]),
    "mosaicml": ("from_mosaicml", "streaming", ["mosaicml-streaming"]),
    "litdata": ("from_litdata", "litdata", ["litdata"]),
    "grain": ("from_grain", "grain", ["grain"]),
    "ray": ("from_ray", "ray", ["ray"]),
}


def version(distributions):
    """Name and version of the first of these distributions that is installed, or None."""
    for name in distributions:
        try:
            return f"{name} {importlib.metadata.version(name)}"
        except importlib.metadata.PackageNotFoundError:
            pass
    return None


def save(out, name, order):
    """Writes one order, and says how many items it holds."""
    order = np.asarray(order)
    if order.ndim != 1 or not np.issubdtype(order.dtype, np.integer):
        raise TypeError(f"{name}: an order is a list of whole numbers, not {order.dtype} of shape {order.shape}")
    np.save(out / f"{name}.npy", order.astype(np.int64))
    return len(order)


def write_library(library, chosen, out, items, files, seed):
    """Writes the chosen orders of one library. Runs in a process of its own, so that no library disturbs another."""
    module, _, _ = LIBRARIES[library]
    try:
        makers = importlib.import_module(module).order.makers
    except ImportError as error:
        print(f"{library}: skipped, it does not import here ({error})", flush=True)
        return
    # The number of workers is part of what is tried, whatever this machine has.
    warnings.filterwarnings("ignore", message="This DataLoader will create")
    failed = False
    for name, maker in makers.items():
        if not wanted(name, chosen):
            continue
        with tempfile.TemporaryDirectory() as folder:
            start = time.monotonic()
            try:
                for suffix, order in maker(Job(items, files, seed, Path(folder))):
                    full = f"{name}-{suffix}" if suffix else name
                    print(f"{full}: {save(out, full, order):,} items", flush=True)
                print(f"  {time.monotonic() - start:.1f} s", flush=True)
            except Exception:
                failed = True
                print(f"{name}: failed\n{traceback.format_exc()}", file=sys.stderr, flush=True)
    if failed:
        sys.exit(1)


def wanted(name, chosen):
    """Whether the user asked for this order: by name, by the start of its name, or by naming none."""
    return not chosen or any(name == one or name.startswith(one + "-") for one in chosen)


def touches(library, chosen):
    """Whether the user asked for any order of this library."""
    return not chosen or any(one.split("-")[0] == library for one in chosen)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, help="folder for the .npy files")
    parser.add_argument("names", nargs="*", help="orders or libraries to write; all where none is named")
    parser.add_argument("--items", type=int, default=100_000)
    parser.add_argument("--files", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_intermixed_args()
    if not 1 <= given.files <= given.items:
        parser.error("there must be at least one file, and one item for each file")
    if not 0 <= given.seed < 2**31:
        parser.error("the seed must be from 0 to 2,147,483,647, which all libraries accept")
    strangers = [name for name in given.names if name.split("-")[0] not in LIBRARIES]
    if strangers:
        parser.error(f"no library is called {', '.join(strangers)}; there are {', '.join(LIBRARIES)}")
    return given


def main():
    given = arguments()
    given.out.mkdir(parents=True, exist_ok=True)
    files = np.repeat(np.arange(given.files), np.diff(Job(given.items, given.files, given.seed, given.out).starts))
    np.save(given.out / "files.npy", files.astype(np.int64))
    # No loader needs the network: the items are made here.
    os.environ["HF_HUB_OFFLINE"] = "1"
    failures = []
    for library, (_, package, distributions) in LIBRARIES.items():
        if not touches(library, given.names):
            continue
        found = version(distributions)
        if found is None:
            print(f"{library}: skipped, {distributions[0]} is not installed", flush=True)
            continue
        print(f"{library}: {found}", flush=True)
        process = multiprocessing.get_context("spawn").Process(
            target=write_library, args=(library, given.names, given.out, given.items, given.files, given.seed)
        )
        process.start()
        process.join()
        if process.exitcode != 0:
            failures.append(library)
    if failures:
        sys.exit(f"not all orders were written: {', '.join(failures)}")


if __name__ == "__main__":
    main()
