"""Ray Data over a range in blocks: shuffles of all rows and of blocks, and in a local buffer.

A range stands for the files. The reader of parquet files gave nothing within 100 seconds on two busy cores.
"""

import logging
import os

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")

import numpy as np
import ray
import ray.data

from job import Orders, epochs

order = Orders()


def start():
    """Starts Ray on this machine with two processors, once."""
    if not ray.is_initialized():
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
        context = ray.data.DataContext.get_current()
        context.enable_progress_bars = False


def source(job):
    """The items, with a block for each file."""
    start()
    return ray.data.range(job.items, override_num_blocks=job.files)


def read(dataset, **options):
    """Two epochs of one data set, by `iter_batches`."""
    yield from epochs(
        lambda _: np.concatenate([np.asarray(batch["id"]) for batch in dataset.iter_batches(**options)])
    )


@order("ray-range")
def plain(job):
    yield from read(source(job))


@order("ray-randomshuffle")
def all_rows(job):
    yield from read(source(job).random_shuffle(seed=job.seed))


@order("ray-randomizeblockorder")
def blocks(job):
    yield from read(source(job).randomize_block_order(seed=job.seed))


@order("ray-localbuffer1000")
def buffer(job):
    yield from read(source(job), local_shuffle_buffer_size=1000, local_shuffle_seed=job.seed)


@order("ray-randomizeblockorder-localbuffer1000")
def blocks_and_buffer(job):
    shuffled = source(job).randomize_block_order(seed=job.seed)
    yield from read(shuffled, local_shuffle_buffer_size=1000, local_shuffle_seed=job.seed)
