"""LitData: its streaming data set over chunks that `optimize` writes, with a chunk for each file."""

import numpy as np
import torch
from litdata import StreamingDataLoader, StreamingDataset
from litdata.streaming import Cache

from job import Orders, epochs

WORKERS = 4
BATCH = 64

order = Orders()


def write(job):
    """Writes the items as chunks and gives the folder. Chunks hold as many items as the largest file."""
    folder = job.folder / "chunks"
    cache = Cache(str(folder), chunk_size=max(len(items) for items in job.ranges))
    for item in range(job.items):
        cache[item] = item
    cache.done()
    cache.merge()
    return str(folder)


def dataset(job, **options):
    """The data set with shuffling on, which is off by default."""
    return StreamingDataset(write(job), shuffle=True, seed=job.seed, **options)


def numbers(batches):
    """Item numbers in the order in which a loader hands them out."""
    return np.concatenate([torch.as_tensor(batch).reshape(-1).numpy() for batch in batches])


@order("litdata-shuffle-dataset")
def alone(job):
    found = dataset(job)
    yield from epochs(lambda _: np.array([int(item) for item in found]))


def load(found, workers):
    """Two epochs by the library's own loader."""
    loader = StreamingDataLoader(found, batch_size=BATCH, num_workers=workers)
    yield from epochs(lambda _: numbers(loader))


@order(f"litdata-shuffle-loader-workers0-batch{BATCH}")
def without_workers(job):
    yield from load(dataset(job), 0)


@order(f"litdata-shuffle-loader-workers{WORKERS}-batch{BATCH}")
def with_workers(job):
    yield from load(dataset(job), WORKERS)


@order(f"litdata-shuffle-windowfull-loader-workers{WORKERS}-batch{BATCH}")
def full_window(job):
    yield from load(dataset(job, item_shuffle_window="full"), WORKERS)
