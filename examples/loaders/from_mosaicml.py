"""MosaicML Streaming: the orders of its shuffles, and the orders that its data set and loader hand out."""

import json
import warnings

import numpy as np
from streaming import MDSWriter, StreamingDataset
from streaming.base.shuffle import algos, get_shuffle
from torch.utils.data import DataLoader

from job import Orders, epochs

WORKERS = 4
BATCH = 64

# The data set's default for one node is the larger of 4,000,000 over the number of canonical nodes and this.
BLOCK = 1 << 18
# A default block holds all items of a small set. This one is as much of 100,000 items as 2^18 are of 6.5 million.
SMALL = 4000

order = Orders()


def sizes(job):
    """Items in each file."""
    return np.diff(job.starts)


def nodes(algo):
    """Canonical nodes that the data set takes by default, on one node."""
    return 64 if algo in ("py1s", "py2s") else 1


def register(algo):
    """The order of one algorithm, by the library's own names."""

    @order(f"mosaicml-{algo}")
    def default(job):
        count = nodes(algo)
        block = max(4_000_000 // count, BLOCK)
        yield from epochs(lambda epoch: get_shuffle(algo, sizes(job), count, job.seed, epoch, block))


def write(job):
    """Writes the items as shards of the library's own kind, one for each file, and gives the folder."""
    index = {"version": 2, "shards": []}
    for number, items in enumerate(job.ranges):
        part = job.folder / "mds" / f"{number:06}"
        with MDSWriter(out=str(part), columns={"item": "int64"}) as writer:
            for item in items:
                writer.write({"item": np.int64(item)})
        for shard in json.loads((part / "index.json").read_text())["shards"]:
            shard["raw_data"]["basename"] = f"{number:06}/" + shard["raw_data"]["basename"]
            index["shards"].append(shard)
    (job.folder / "mds" / "index.json").write_text(json.dumps(index))
    return str(job.folder / "mds")


def load(job, **options):
    """One epoch, as the loader hands it out. A second once made no progress for minutes, so there is none."""
    dataset = StreamingDataset(local=write(job), shuffle=True, batch_size=BATCH, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        loader = DataLoader(dataset, batch_size=BATCH, num_workers=WORKERS)
        yield "epoch0", np.concatenate([batch["item"].numpy() for batch in loader])


for name in algos:
    register(name)


@order(f"mosaicml-defaults-loader-workers{WORKERS}-batch{BATCH}")
def defaults(job):
    # Shuffling is off by default, and is on here: all else is left alone, the seed too.
    yield from load(job)


def register_small(algo):
    """The orders of an algorithm that heeds the size of a block, with a small block."""

    @order(f"mosaicml-{algo}-block{SMALL}")
    def small(job):
        yield from epochs(lambda epoch: get_shuffle(algo, sizes(job), nodes(algo), job.seed, epoch, SMALL))

    @order(f"mosaicml-{algo}-block{SMALL}-loader-workers{WORKERS}-batch{BATCH}")
    def loader(job):
        yield from load(job, shuffle_algo=algo, shuffle_block_size=SMALL, shuffle_seed=job.seed)


for name in ("py1e", "py1br"):
    register_small(name)
