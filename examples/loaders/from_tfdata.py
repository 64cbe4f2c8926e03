"""TensorFlow's tf.data: a shuffle buffer over a range, over interleaved files, and beside a cache."""

import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import tensorflow as tf

from job import Orders, epochs

BUFFER = 1000
# Items read at once: this changes nothing about the order.
BATCH = 1000

order = Orders()


def numbers(dataset):
    """Item numbers in their order."""
    return np.concatenate(list(dataset.batch(BATCH).as_numpy_iterator()))


def read(job, dataset):
    """Two epochs of one data set."""
    tf.random.set_seed(job.seed)
    batches = dataset.batch(BATCH)
    yield from epochs(lambda _: np.concatenate(list(batches.as_numpy_iterator())))


def items(job):
    """All items in order, as one stream."""
    return tf.data.Dataset.range(job.items)


@order("tfdata-shuffle1000")
def buffer(job):
    yield from read(job, items(job).shuffle(BUFFER, seed=job.seed))


@order("tfdata-shuffle1000-noreshuffle")
def buffer_once(job):
    yield from read(job, items(job).shuffle(BUFFER, seed=job.seed, reshuffle_each_iteration=False))


@order("tfdata-shuffle1000-cache")
def cache_after(job):
    yield from read(job, items(job).shuffle(BUFFER, seed=job.seed).cache())


@order("tfdata-cache-shuffle1000")
def cache_before(job):
    yield from read(job, items(job).cache().shuffle(BUFFER, seed=job.seed))


@order("tfdata-shuffle-all")
def whole(job):
    yield from read(job, items(job).shuffle(job.items, seed=job.seed))


@order("tfdata-shuffle1000-repeat2")
def repeated(job):
    # The buffer stands before `repeat`, as the documentation has it: epochs do not mix.
    found = numbers(items(job).shuffle(BUFFER, seed=job.seed).repeat(2))
    yield "epoch0", found[: job.items]
    yield "epoch1", found[job.items :]


@order("tfdata-repeat2-shuffle1000")
def mixed_epochs(job):
    # The buffer stands after `repeat`: the first epoch's length of items may hold some of the second epoch.
    found = numbers(items(job).repeat(2).shuffle(BUFFER, seed=job.seed))
    yield "epoch0", found[: job.items]
    yield "epoch1", found[job.items :]


def files(job):
    """Writes the items as text, one a line, and gives the pattern of the files' names."""
    for number, content in enumerate(job.ranges):
        (job.folder / f"{number:06}.txt").write_text("".join(f"{item}\n" for item in content))
    return str(job.folder / "*.txt")


def interleaved(job, **options):
    """Shuffled files, read in turn, then a shuffle buffer."""
    names = tf.data.Dataset.list_files(files(job), shuffle=True, seed=job.seed)
    lines = names.interleave(tf.data.TextLineDataset, **options)
    return lines.map(lambda line: tf.strings.to_number(line, tf.int64)).shuffle(BUFFER, seed=job.seed)


@order("tfdata-files-interleave-shuffle1000")
def usual(job):
    yield from read(job, interleaved(job))


@order("tfdata-files-interleave-autotune-shuffle1000")
def in_parallel(job):
    yield from read(job, interleaved(job, num_parallel_calls=tf.data.AUTOTUNE))


@order("tfdata-files-interleave-cycle16-shuffle1000")
def sixteen(job):
    yield from read(job, interleaved(job, cycle_length=16))
