"""Is this deck really shuffled?

>>> import random, colddeck
>>> colddeck.assert_fair(random.shuffle, 52)                      # in a test of your own
>>> verdict = colddeck.test([[2, 0, 1], [1, 0, 2], [0, 2, 1]])    # decks that you have
>>> verdict = colddeck.test_draws(["a", "b", "a"], weights={"a": 1, "b": 1})

Each returns a :class:`Verdict`. A pass is not a proof of fairness: it says what was looked at. The command ``colddeck`` comes
with the package; ``colddeck explain WORD`` says what a word of an answer means.
"""

from ._native import __version__
from ._checks import DECKS, LEVEL, assert_fair, order, test, test_draws
from ._verdict import Verdict

__all__ = ["DECKS", "LEVEL", "Verdict", "__version__", "assert_fair", "order", "test", "test_draws"]
