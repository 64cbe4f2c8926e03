"""Writes the values to which tests/it/value_stability.rs holds the generators of other programs. Run as

    python3 tests/data/streams.py > tests/data/streams.json

with numpy and g++ at hand: it asks tests/streams. Of each draw the last two lines are kept.
"""

import json
import pathlib
import platform
import subprocess
import sys
import tempfile

import numpy

HERE = pathlib.Path(__file__).resolve().parent.parent / "streams"
WANTED = [
    "3:doubles",
    "700:doubles",
    *(f"700:ints:{bound}" for bound in (1, 2, 6, 52, 1000, 2**31 - 1, 2**31 + 1, 2**32)),
    *(f"2:shuffle:{items}" for items in (1, 2, 9, 10)),
    "30:shuffle:52",
]
SEEDS = {
    "python": ["0", str(2**64 + 1)],
    "numpy": ["0", "4294967295", "[7]"],
    "c++": ["0", "5489", "4294967295"],
    "c++-default": ["0", "5489", "4000000000"],
}


def main():
    with tempfile.TemporaryDirectory() as folder:
        cpp = pathlib.Path(folder) / "streams"
        compiler = ["g++", "-std=c++17", "-O2", "-ffp-contract=off", HERE / "streams.cpp", "-o", cpp]
        subprocess.run(compiler, check=True)
        said = lambda *command: subprocess.run(command, capture_output=True, text=True, check=True).stdout
        vectors = []
        for program, seeds in SEEDS.items():
            command = [cpp] if program.startswith("c++") else [sys.executable, HERE / "streams.py"]
            for seed in seeds:
                draws = []
                for section in said(*command, program, seed, *WANTED).split("= ")[1:]:
                    what, *lines = section.splitlines()
                    draws.append([what, lines[-2:]])
                vectors.append({"program": program, "seed": seed, "draws": draws})
        versions = f"Python {platform.python_version()}, numpy {numpy.__version__}, {said(cpp, 'version').strip()}"
    command = "python3 tests/data/streams.py > tests/data/streams.json"
    print(f'{{\n  "command": {json.dumps(command)},\n  "versions": {json.dumps(versions)},\n  "vectors": [')
    lines = []
    for vector in vectors:
        draws = ",\n".join(f"      {json.dumps(draw)}" for draw in vector.pop("draws"))
        head = json.dumps(vector)[:-1]
        lines.append(f'    {head}, "draws": [\n{draws}\n    ]}}')
    print(",\n".join(lines))
    print("  ]\n}")


if __name__ == "__main__":
    main()
