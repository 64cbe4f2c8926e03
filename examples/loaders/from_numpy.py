"""A fair order to compare with: a uniform permutation by numpy."""

import numpy as np

from job import Orders, epochs

order = Orders()


@order("numpy-permutation")
def permutation(job):
    generator = np.random.default_rng(job.seed)
    yield from epochs(lambda _: generator.permutation(job.items))
