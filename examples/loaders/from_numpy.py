"""A fair order to compare with: a uniform permutation by numpy."""

import numpy as np

from job import Orders, epochs

order = Orders()


@order("numpy-permutation")
def permutation(job):
    # The second number keeps this order apart from those of libraries that call numpy with the seed alone.
    generator = np.random.default_rng([job.seed, 1])
    yield from epochs(lambda _: generator.permutation(job.items))
