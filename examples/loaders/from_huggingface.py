"""Hugging Face datasets: streams over parquet files and over a generator, data sets in memory, and mixtures."""

import numpy as np
from datasets import Dataset, IterableDataset, disable_progress_bars, interleave_datasets, load_dataset
from torch.utils.data import DataLoader

from job import Orders, epochs

WORKERS = 4
BATCH = 64
SOURCES = 10

order = Orders()
disable_progress_bars()


def stream(job):
    """A stream over the parquet files, in their order."""
    return load_dataset(
        "parquet", data_files=job.parquet(), split="train", streaming=True, cache_dir=str(job.folder / "cache")
    )


def numbers(dataset):
    """Item numbers in the order in which the data set hands them out."""
    return np.fromiter((row["item"] for row in dataset), np.int64)


def read(dataset, set_epoch=True):
    """Two epochs, with or without telling the data set which one it is."""

    def one(epoch):
        if set_epoch:
            dataset.set_epoch(epoch)
        return numbers(dataset)

    yield from epochs(one)


@order("huggingface-stream-shuffle")
def defaults(job):
    yield from read(stream(job).shuffle(seed=job.seed))


@order("huggingface-stream-shuffle-nosetepoch")
def without_epoch(job):
    yield from read(stream(job).shuffle(seed=job.seed), set_epoch=False)


@order("huggingface-stream-shuffle-inputshards1")
def one_shard_at_a_time(job):
    yield from read(stream(job).shuffle(seed=job.seed, max_buffer_input_shards=1))


@order("huggingface-stream-shuffle-inputshards100")
def all_shards(job):
    yield from read(stream(job).shuffle(seed=job.seed, max_buffer_input_shards=100))


@order("huggingface-stream-shuffle-buffer10000")
def larger_buffer(job):
    yield from read(stream(job).shuffle(seed=job.seed, buffer_size=10_000))


@order("huggingface-stream-shuffle-workers4-batch64")
def with_workers(job):
    dataset = stream(job).shuffle(seed=job.seed)
    loader = DataLoader(dataset, batch_size=BATCH, num_workers=WORKERS)

    def one(epoch):
        dataset.set_epoch(epoch)
        return np.concatenate([batch["item"].numpy() for batch in loader])

    yield from epochs(one)


def rows(ranges):
    """Rows of the files named."""
    for items in ranges:
        for item in items:
            yield {"item": item}


@order("huggingface-generator-shuffle")
def generator(job):
    dataset = IterableDataset.from_generator(rows, gen_kwargs={"ranges": job.ranges})
    yield from read(dataset.shuffle(seed=job.seed))


@order("huggingface-generator-shuffle-inputshards1")
def generator_one_shard(job):
    dataset = IterableDataset.from_generator(rows, gen_kwargs={"ranges": job.ranges})
    yield from read(dataset.shuffle(seed=job.seed, max_buffer_input_shards=1))


@order("huggingface-map-shuffle")
def in_memory(job):
    yield "", numbers(Dataset.from_dict({"item": np.arange(job.items)}).shuffle(seed=job.seed))


def parts(job):
    """Data sets in memory, each with an equal share of the items."""
    cuts = [job.items * part // SOURCES for part in range(SOURCES + 1)]
    return [Dataset.from_dict({"item": np.arange(first, end)}) for first, end in zip(cuts, cuts[1:])]


@order("huggingface-map-interleave10")
def interleaved(job):
    yield "", numbers(interleave_datasets(parts(job)))


@order("huggingface-map-interleave10-probabilities")
def interleaved_by_chance(job):
    chances = [1 / SOURCES] * SOURCES
    yield "", numbers(interleave_datasets(parts(job), probabilities=chances, seed=job.seed))


@order("huggingface-stream-interleave10-probabilities-shuffle")
def interleaved_stream(job):
    chances = [1 / SOURCES] * SOURCES
    streams = [part.to_iterable_dataset() for part in parts(job)]
    mixture = interleave_datasets(
        streams, probabilities=chances, seed=job.seed, stopping_strategy="all_exhausted_without_replacement"
    )
    yield from read(mixture.shuffle(seed=job.seed))
