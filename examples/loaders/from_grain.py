"""Grain: shuffles of all items by their numbers, and within windows."""

import numpy as np
import grain

from job import Orders, epochs

WINDOW = 1000

order = Orders()


def cut(job, found):
    """Two epochs that lie one after the other. They are read by place, which gives the order that a reader sees."""
    both = np.fromiter((int(found[place]) for place in range(2 * job.items)), np.int64)
    yield "epoch0", both[: job.items]
    yield "epoch1", both[job.items :]


@order("grain-mapdataset-shuffle")
def mapped(job):
    yield from cut(job, grain.MapDataset.range(job.items).seed(job.seed).shuffle().repeat(2))


class Keys:
    """Item numbers at the places of a sampler."""

    def __init__(self, sampler):
        self.sampler = sampler

    def __getitem__(self, place):
        return self.sampler[place].record_key


@order("grain-indexsampler-shuffle")
def sampled(job):
    sampler = grain.samplers.IndexSampler(
        num_records=job.items, shuffle=True, seed=job.seed, num_epochs=2, shard_options=grain.sharding.NoSharding()
    )
    yield from cut(job, Keys(sampler))


@order(f"grain-map-window{WINDOW}")
def map_window(job):
    whole = grain.MapDataset.range(job.items)
    window = grain.experimental.WindowShuffleMapDataset(whole, window_size=WINDOW, seed=job.seed)
    yield from cut(job, window.repeat(2))


@order(f"grain-iter-window{WINDOW}")
def iter_window(job):
    whole = grain.MapDataset.range(job.items).to_iter_dataset()
    window = grain.experimental.WindowShuffleIterDataset(whole, window_size=WINDOW, seed=job.seed)
    yield from epochs(lambda _: np.fromiter((int(item) for item in window), np.int64))


@order(f"grain-interleave10-window{WINDOW}")
def interleaved(job):
    # Files in shuffled order, ten read in turn, then a window.
    files = grain.MapDataset.source(job.ranges).seed(job.seed).shuffle()
    readers = files.map(lambda items: grain.MapDataset.source(list(items)).to_iter_dataset())
    mixed = grain.experimental.InterleaveIterDataset(readers, cycle_length=10)
    window = grain.experimental.WindowShuffleIterDataset(mixed, window_size=WINDOW, seed=job.seed)
    yield "", np.fromiter((int(item) for item in window), np.int64)
