"""What was found."""

from __future__ import annotations

import html
import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

#: Cards of the largest deck that models are tried for.
MOST_CARDS = 100


class Verdict:
    """The findings of a test: an outcome, a sentence, figures, and the record of the command that gives the same.

    A verdict is true if nothing speaks against the shuffle in decks enough for a test. That proves no more than its sentence
    says.
    """

    __slots__ = ("_first", "_page", "command", "record", "words")

    #: The answer and the evidence, a line each.
    words: str
    #: The record, as ``colddeck --json`` prints it.
    record: dict[str, Any]
    #: The command that was asked; files are what lay in memory.
    command: str

    def __init__(
        self, record: str, words: str, page: str, command: str, first: Callable[[], tuple[list[str], Any]] | None = None
    ) -> None:
        self.record = json.loads(record)
        self._first = first
        self.words = words
        self.command = command
        self._page = page

    @property
    def outcome(self) -> str:
        """``"no-evidence"``, ``"evidence"``, or ``"too-little"``: too few decks for any test."""
        return self.record["outcome"]

    @property
    def passed(self) -> bool:
        """True if there is no evidence against the shuffle, in decks enough for a test."""
        return self.outcome == "no-evidence"

    @property
    def headline(self) -> str:
        """The first sentences of the answer."""
        return self.record.get("headline") or self.words.splitlines()[0]

    @property
    def _tested(self) -> dict[str, Any]:
        return next(one for one in self.record["routines"] if not one["control"])

    @property
    def figures(self) -> dict[str, Any]:
        """The figures of each statistic, by its name, as in the record."""
        return self._tested["statistics"]

    @property
    def tests(self) -> list[dict[str, Any]]:
        """All tests, each with its ``statistic``, ``test``, ``p``, ``p_adjusted``, ``verdict`` and ``words``."""
        return self._tested["tests"]

    @property
    def failures(self) -> list[dict[str, Any]]:
        """The tests that fail, the strongest evidence first."""
        failed = [test for test in self.tests if test["verdict"] == "fail"]
        return sorted(failed, key=lambda test: test["p_adjusted"])

    @property
    def total_variation(self) -> tuple[float, float] | None:
        """Limits of the total variation from a fair shuffle over all orders; None where it has no meaning."""
        found = self._tested.get("total_variation")
        return None if found is None else (found["lower"], found["upper"])

    def likeliest_cause(self, seconds: float = 3.0) -> str | None:
        """The sentence of ``colddeck fit``, if one model of a shuffle or of a wrong program alone fits the first decks.

        None if several fit, or none does, or nobody knows within so many seconds: a deck that fits nothing takes long. Decks
        above 100 cards, hands and draws have no models.
        """
        if self._first is None or self.outcome != "evidence" or self.record["experiment"]["deck"] > MOST_CARDS:
            return None
        options, memory = self._first()
        command = [sys.executable, "-P", "-m", "colddeck", "fit", "-", *options, "--json"]
        try:
            ran = subprocess.run(command, input=memory, capture_output=True, timeout=seconds, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return None
        found = json.loads(ran.stdout or "{}")
        first = next(iter(found.get("models", [])), {})
        name = first.get("model")
        if found.get("verdict") != "model" or name in {None, "fair"}:
            return None
        return f"Of the models that colddeck fit knows, one alone fits the first {found['decks']} decks: {first['shuffle']}."

    @property
    def not_looked_at(self) -> list[str]:
        """What no test looked at."""
        return list(self.record.get("not_looked_at", []))

    def __bool__(self) -> bool:
        return self.passed

    def __str__(self) -> str:
        return self.words

    def __repr__(self) -> str:
        return f"<Verdict {self.outcome}: {self.headline}>"

    def _repr_html_(self) -> str:
        page = html.escape(self._page, quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:40em;border:0" title="colddeck"></iframe>'
