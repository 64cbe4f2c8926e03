"""PyTorch's samplers, and its DataLoader over a stream with a shuffle buffer written by hand."""

import random

import torch
from torch.utils.data import DataLoader, DistributedSampler, IterableDataset, RandomSampler, get_worker_info

from job import Orders, epochs

RANKS = 4
WORKERS = 4
BUFFER = 1000
BATCH = 64

order = Orders()


def seeded(job, more=0):
    """A generator of PyTorch with the seed of this run."""
    return torch.Generator().manual_seed(job.seed + more)


class Stream(IterableDataset):
    """Reads files one after the other through a shuffle buffer, as programs commonly write it.

    `split` leaves each worker its share of the files; without it each worker reads them all, a mistake often made.
    `mix` also shuffles the files, with one seed for all workers, so that they agree who reads which.
    """

    def __init__(self, ranges, buffer, seed, split=True, mix=False):
        self.ranges = ranges
        self.buffer = buffer
        self.seed = seed
        self.split = split
        self.mix = mix

    def read(self):
        """Items of this worker's files, in the order of the files."""
        files = list(self.ranges)
        if self.mix:
            random.Random(self.seed).shuffle(files)
        worker = get_worker_info()
        if worker is not None and self.split:
            files = files[worker.id :: worker.num_workers]
        for items in files:
            yield from items

    def __iter__(self):
        # The number drawn differs by worker and by epoch, as the DataLoader seeds each worker anew.
        chance = random.Random(int(torch.randint(2**62, ())))
        held = []
        for item in self.read():
            if len(held) < self.buffer:
                held.append(item)
                continue
            place = chance.randrange(self.buffer)
            yield held[place]
            held[place] = item
        chance.shuffle(held)
        yield from held


def load(job, stream, workers=WORKERS, number=2):
    """All items of an epoch, as the DataLoader's batches bring them, for some epochs."""
    loader = DataLoader(stream, batch_size=BATCH, num_workers=workers, generator=seeded(job))
    yield from epochs(lambda _: torch.cat(list(loader)).numpy(), number)


@order("torch-randomsampler")
def random_sampler(job):
    sampler = RandomSampler(range(job.items), generator=seeded(job))
    yield from epochs(lambda _: list(sampler))


@order("torch-randomsampler-replacement")
def with_replacement(job):
    sampler = RandomSampler(range(job.items), replacement=True, generator=seeded(job))
    yield "", list(sampler)


def distributed(job, set_epoch):
    """What each rank gets, for two epochs."""
    for rank in range(RANKS):
        sampler = DistributedSampler(range(job.items), num_replicas=RANKS, rank=rank, seed=job.seed)
        for epoch in range(2):
            if set_epoch:
                sampler.set_epoch(epoch)
            yield f"epoch{epoch}-rank{rank}", list(sampler)


@order("torch-distributed4-setepoch")
def distributed_with_epoch(job):
    yield from distributed(job, True)


@order("torch-distributed4-nosetepoch")
def distributed_without_epoch(job):
    yield from distributed(job, False)


@order("torch-buffer1000-workers0-batch64")
def buffer_alone(job):
    stream = Stream(job.ranges, BUFFER, job.seed)
    # Without workers the stream draws on the program's own numbers.
    torch.manual_seed(job.seed)
    yield from load(job, stream, workers=0)


@order("torch-buffer1000-workers4-batch64")
def buffer(job):
    yield from load(job, Stream(job.ranges, BUFFER, job.seed))


@order("torch-files-buffer1000-workers4-batch64")
def files_and_buffer(job):
    yield from load(job, Stream(job.ranges, BUFFER, job.seed, mix=True))


@order("torch-buffer1000-workers4-batch64-unsplit")
def unsplit(job):
    yield from load(job, Stream(job.ranges, BUFFER, job.seed, split=False), number=1)
