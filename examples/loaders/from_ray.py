"""Ray Data over parquet files: shuffles of all rows, of blocks and files, and in a local buffer."""

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


def source(job, **options):
    """The parquet files as a data set, with the library's defaults apart from the options named."""
    start()
    return ray.data.read_parquet(job.parquet(), **options)


def read(dataset, **options):
    """Two epochs of one data set, by `iter_batches`."""
    yield from epochs(
        lambda _: np.concatenate([np.asarray(batch["item"]) for batch in dataset.iter_batches(**options)])
    )


@order("ray-read")
def plain(job):
    yield from read(source(job))


@order("ray-randomshuffle")
def all_rows(job):
    yield from read(source(job).random_shuffle(seed=job.seed))


@order("ray-randomizeblockorder")
def blocks(job):
    yield from read(source(job).randomize_block_order(seed=job.seed))


@order("ray-filesshuffle")
def files(job):
    yield from read(source(job, shuffle="files"))


@order("ray-localbuffer1000")
def buffer(job):
    yield from read(source(job), local_shuffle_buffer_size=1000, local_shuffle_seed=job.seed)


@order("ray-filesshuffle-localbuffer1000")
def files_and_buffer(job):
    yield from read(source(job, shuffle="files"), local_shuffle_buffer_size=1000, local_shuffle_seed=job.seed)
