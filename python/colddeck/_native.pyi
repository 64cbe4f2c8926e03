from collections.abc import Mapping, Sequence
from typing import Any

__version__: str

def ask(
    words: Sequence[str], files: Mapping[str, tuple[Any, int]], threads: int | None = None
) -> tuple[int, str, str, str]: ...
def main(words: Sequence[str], itself: Sequence[str]) -> int: ...
