"""A fixture for pytest: ``def test_it(assert_fair): assert_fair(my_shuffle, 52)``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from . import LEVEL, Verdict
from . import assert_fair as _assert_fair
from ._checks import level_of

#: The probability of a false alarm in a session, unless ``colddeck_budget`` says otherwise.
BUDGET = 1e-6


class _Budget:
    """What is left of the probability of a false alarm in this session."""

    def __init__(self, budget: float) -> None:
        self._budget = budget
        self._spent = 0.0

    def spend(self, level: float) -> None:
        # A sum of a thousand levels is not to the last digit what it should be.
        if self._spent + level > self._budget * (1 + 1e-9):
            raise pytest.UsageError(
                f"colddeck_budget: the checks of this session would fail by chance with a probability above {self._budget:g}; "
                "accepted: a larger budget, a smaller level, or fewer checks"
            )
        self._spent += level


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the key of the configuration file."""
    parser.addini("colddeck_budget", f"the probability of a false alarm of colddeck in a session; {BUDGET:g} if absent", default=str(BUDGET))


@pytest.fixture(scope="session")
def _colddeck_budget(pytestconfig: pytest.Config) -> _Budget:
    found = pytestconfig.getini("colddeck_budget")
    try:
        budget = float(found)
    except ValueError:
        budget = -1.0
    if not 0 < budget < 1:
        raise pytest.UsageError(f"colddeck_budget: found {found!r}; accepted: a probability, such as 1e-6")
    return _Budget(budget)


@pytest.fixture
def assert_fair(_colddeck_budget: _Budget) -> Callable[..., Verdict]:
    """Asserts that nothing speaks against a shuffle: :func:`colddeck.assert_fair`.

    Each check of a fair shuffle fails with a probability of at most its ``level``, 1e-9 if not given. All checks of a session by
    this fixture together do so with at most 1e-6, or what ``colddeck_budget`` says in the configuration of pytest: one that would
    go beyond is an error. With several processes (pytest-xdist) each has a budget of its own.
    """

    def check(*arguments: Any, level: float = LEVEL, **options: Any) -> Verdict:
        __tracebackhide__ = True
        _colddeck_budget.spend(level_of(level))
        return _assert_fair(*arguments, level=level, **options)

    return check
