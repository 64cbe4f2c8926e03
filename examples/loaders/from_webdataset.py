"""WebDataset over local tar files whose samples hold the number of the item."""

import io
import tarfile
import warnings

import torch
import webdataset as wds

from job import Orders, epochs

WORKERS = 4
BATCH = 64

order = Orders()


def tars(job):
    """Writes the items as tar files, one small text each, and gives the paths."""
    paths = []
    for number, items in enumerate(job.ranges):
        path = job.folder / f"{number:06}.tar"
        with tarfile.open(path, "w") as tar:
            for item in items:
                text = str(item).encode()
                entry = tarfile.TarInfo(f"{item:09}.txt")
                entry.size = len(text)
                tar.addfile(entry, io.BytesIO(text))
        paths.append(str(path))
    return paths


def number(sample):
    """Item number in a sample."""
    return int(sample["txt"])


def read(dataset, workers):
    """Two epochs of a data set: alone, or by the loader with some workers and batches of 64."""
    dataset = dataset.map(number)
    if workers == 0:
        yield from epochs(lambda _: list(dataset))
        return
    loader = wds.WebLoader(dataset.batched(BATCH, collation_fn=list), batch_size=None, num_workers=workers)
    yield from epochs(lambda _: torch.cat([torch.as_tensor(batch) for batch in loader]).numpy())


def source(job, **options):
    """A data set with the library's defaults, apart from the options named."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return wds.WebDataset(tars(job), **options)


def register(workers):
    """The orders with this number of workers."""
    end = f"workers{workers}" + (f"-batch{BATCH}" if workers else "")

    @order(f"webdataset-defaults-{end}")
    def defaults(job):
        yield from read(source(job), workers)

    @order(f"webdataset-shuffle1000-{end}")
    def buffer_only(job):
        yield from read(source(job).shuffle(1000), workers)

    @order(f"webdataset-shardshuffle100-shuffle1000-{end}")
    def usual(job):
        yield from read(source(job, shardshuffle=100, seed=job.seed).shuffle(1000), workers)

    @order(f"webdataset-shardshuffle100-shuffle1000-seed-{end}")
    def seeded(job):
        yield from read(source(job, shardshuffle=100, seed=job.seed).shuffle(1000, seed=job.seed), workers)

    @order(f"webdataset-detshuffle100-detshuffle1000-{end}")
    def deterministic(job):
        dataset = source(job, shardshuffle=100, detshuffle=True, seed=job.seed)
        yield from read(dataset.compose(wds.detshuffle(1000, seed=job.seed)), workers)

    @order(f"webdataset-resampled-shuffle1000-{end}")
    def resampled(job):
        # A resampled stream never ends by itself: an epoch is as long as the data, shared among the workers.
        share = job.items // max(workers, 1)
        yield from read(source(job, resampled=True).shuffle(1000).with_epoch(share), workers)


register(0)
register(WORKERS)
