"""A fixture for pytest: ``def test_it(assert_fair): assert_fair(my_shuffle, 52)``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from . import Verdict
from . import assert_fair as _assert_fair


@pytest.fixture
def assert_fair() -> Callable[..., Verdict]:
    """Asserts that nothing speaks against a shuffle: :func:`colddeck.assert_fair`.

    A fair shuffle fails with a probability of at most 10⁻⁹, so that a suite with a thousand such tests that runs a thousand
    times has a false alarm with a probability of at most .001.
    """

    def check(*arguments: Any, **options: Any) -> Verdict:
        __tracebackhide__ = True
        return _assert_fair(*arguments, **options)

    return check
