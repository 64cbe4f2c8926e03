"""What every loader is given, and the list of the orders that each one makes."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np


@dataclass(frozen=True)
class Job:
    """How many items there are, in how many files, and where a loader may write its own files.

    Item numbers run from 0 in the order before any shuffle. Files hold consecutive items, and their sizes differ by
    one item at most.
    """

    items: int
    files: int
    seed: int
    folder: Path

    @property
    def starts(self):
        """First item of each file, and after them the number of all items."""
        return [self.items * file // self.files for file in range(self.files + 1)]

    @property
    def ranges(self):
        """Items of each file, as a range."""
        starts = self.starts
        return [range(first, end) for first, end in zip(starts, starts[1:])]

    def parquet(self):
        """Writes the items as parquet files with one column, `item`, and gives their paths."""
        import pyarrow
        from pyarrow import parquet

        folder = self.folder / "parquet"
        folder.mkdir(exist_ok=True)
        paths = []
        for number, items in enumerate(self.ranges):
            path = folder / f"{number:06}.parquet"
            if not path.exists():
                parquet.write_table(pyarrow.table({"item": np.arange(items.start, items.stop)}), path)
            paths.append(str(path))
        return paths


class Orders:
    """The orders that one library makes: a name, and a function that yields pairs of a suffix and an order.

    The suffix names the epoch or the rank; it is empty where there is one order only.
    """

    def __init__(self):
        self.makers = {}

    def __call__(self, name):
        def keep(maker):
            self.makers[name] = maker
            return maker

        return keep


def epochs(make, number=2):
    """Calls `make` with 0, 1, … and names what it gives by the epoch."""
    for epoch in range(number):
        yield f"epoch{epoch}", make(epoch)
