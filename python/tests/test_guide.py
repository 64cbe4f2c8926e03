"""The examples of the guide run as they stand there."""

from __future__ import annotations

import pathlib
import random
import re

import colddeck
import pytest

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "python.md"


@pytest.mark.skipif(not PAGE.exists(), reason="the guide is in the repository alone")
def test_the_examples_run(capsys, monkeypatch) -> None:
    # Whoever waits has an answer on any machine.
    monkeypatch.setattr(colddeck.Verdict.likeliest_cause, "__defaults__", (600.0,))
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 5
    random.seed(11)
    names: dict = {}
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), names)
    said = capsys.readouterr().out
    assert "is not fair" in said
    assert "swap-with-any" in said
    assert "No evidence against this source" in said
