"""Checks of shuffles, decks and draws: each says in the words of the command what is asked, and hands over what lies in memory."""

from __future__ import annotations

import inspect
import re
import shlex
import sys
from array import array
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from operator import index
from typing import Any

from . import _native
from ._verdict import Verdict

#: The error level of a check: a fair shuffle fails with at most this probability.
LEVEL = 1e-9

#: Decks of a check.
DECKS = 10_000

#: Fewer decks tell next to nothing.
FEWEST = 201

#: Decks that the likeliest cause is looked for in.
FITTED = 500

#: Names that stand in a text as they are.
_PLAIN = re.compile(r"[^\W\d][\w .-]*\Z")

#: The name by which the program knows what lies in memory.
_FILE = "memory"


def assert_fair(
    shuffle: Callable[[list[Any]], Any],
    cards: int | Sequence[Hashable] = 52,
    *,
    decks: int = DECKS,
    level: float = LEVEL,
    suite: str = "standard",
    threads: int | None = None,
) -> Verdict:
    """Asserts that nothing speaks against ``shuffle``.

    ``shuffle`` gets a list, and shuffles it in place or returns the new order: a list, an array, a tensor, an iterator. If it
    returns fewer cards than there are, as ``lambda deck: random.sample(deck, 5)`` does, these are tested as the first ones.
    ``cards`` is their number, and the list then is 0, 1, …; or it is the list itself.

    It shuffles ``decks`` decks. A fair shuffle fails with a probability of at most ``level``, over all tests together (Holm,
    1979), so that the test of a fair one never flakes. Your generator is seeded by you: ``random.seed(1)`` before it makes the
    outcome the same each time.

    Raises AssertionError with what was seen and what is fair, or if there are too few decks for any test. Raises ValueError
    where the shuffle loses cards or makes new ones.
    """
    __tracebackhide__ = True
    names = _cards(cards)
    if decks < FEWEST:
        raise ValueError(f"decks: found {decks}; accepted: {FEWEST} or more")
    options = _options(level, suite)
    places = {card: place for place, card in enumerate(names)}
    if len(places) < len(names):
        raise ValueError("cards: found one twice; accepted: each once, such as (card, copy)")
    numbers = array("H")
    width: int | None = None
    for deck in range(decks):
        given = list(names)
        result = shuffle(given)
        if inspect.iscoroutine(result):
            result.close()
            raise TypeError(f"deck {deck}: found a coroutine; accepted: a list of cards. Await the decks yourself, then use colddeck.test")
        if (result is None or result is given) and len(given) != len(names):
            left = f"the shuffle left {len(given)} of {len(names)} cards"
            raise ValueError(f"deck {deck}: {left}; accepted: all, or return a list of its own")
        order = given if result is None else _listed(result)
        if width is None:
            width = len(order)
            if not 1 <= width <= len(names):
                raise ValueError(f"deck {deck}: found {width} cards; accepted: 1 to {len(names)}")
        if len(order) != width:
            raise ValueError(f"deck {deck}: found {len(order)} cards; accepted: {width}, as in the first")
        try:
            numbers.extend([places[card] for card in order])
        except (KeyError, TypeError):
            strange = next(card for card in order if not _is_known(card, places))
            raise ValueError(f"deck {deck}: found {strange!r}; accepted: the cards that the shuffle was given") from None
    width = width or 0
    if width == len(names):
        verdict = _of_orders(numbers, width, options, threads)
    else:
        rows = (numbers[at : at + width] for at in range(0, len(numbers), width or 1))
        text = "".join(" ".join(map(str, row)) + "\n" for row in rows)
        layout = ["--deck", str(len(names)), "--view", f"first:{width}", "--base", "0"]
        verdict = _asked([*layout, *options], text.encode(), 1, threads)
    if not verdict.passed:
        cause = verdict.likeliest_cause()
        raise AssertionError(str(verdict) if cause is None else f"{verdict}\n{cause}")
    return verdict


def test(
    decks: Any,
    *,
    cards: Sequence[Hashable] | None = None,
    alpha: float = 0.001,
    suite: str = "standard",
    threads: int | None = None,
) -> Verdict:
    """Tests decks that something else shuffled.

    ``decks`` is an array of two dimensions, a deck in each row (numpy, torch on the processor, or whatever else has the buffer
    protocol: it is read where it lies), or decks one after the other. Each holds the numbers from 0 or from 1 on, each once;
    or it holds the items of ``cards``, which is the order before the shuffle.

    The error level of all tests together is ``alpha``: so often a fair shuffle fails.
    """
    options = _options(alpha, suite)
    memory = _memory(decks) if cards is None else None
    if memory is not None:
        view, size = memory
        return _of_orders(view, size, options, threads)
    places = None if cards is None else {card: place for place, card in enumerate(cards)}
    if places is not None and len(places) < len(cards or ()):
        raise ValueError("cards: found one twice; accepted: each once")
    numbers = array("H")
    size = 0
    for at, deck in enumerate(decks):
        order = _listed(deck)
        size = size or len(order)
        if len(order) != size:
            raise ValueError(f"deck {at}: found {len(order)} cards; accepted: {size}, as in the first")
        try:
            numbers.extend(order if places is None else [places[card] for card in order])
        except (KeyError, TypeError, OverflowError):
            accepted = "whole numbers from 0 to 65535, or say what the `cards` are" if places is None else "the items of `cards`"
            strange = next(card for card in order if not (_is_number(card) if places is None else _is_known(card, places)))
            raise ValueError(f"deck {at}: found {strange!r}; accepted: {accepted}") from None
    if size == 0:
        raise ValueError("found no deck; accepted: one or more")
    return _of_orders(numbers, size, options, threads)


def test_draws(
    draws: Iterable[Hashable],
    weights: Mapping[Hashable, float] | str = "equal",
    *,
    alpha: float = 0.001,
    suite: str = "standard",
    threads: int | None = None,
) -> Verdict:
    """Tests draws in the order in which they came: loot, dice, pieces, coins.

    ``weights`` says how often each symbol should come, as numbers of any sum; ``"equal"``: all that come, alike often.

    The error level of all tests together is ``alpha``.
    """
    drawn = _listed(draws)
    if isinstance(weights, str):
        if weights != "equal":
            raise ValueError(f'weights: found {weights!r}; accepted: "equal", or the weight of each symbol')
        symbols = {symbol: 1.0 for symbol in sorted(set(drawn), key=str)}
    else:
        symbols = {symbol: float(weight) for symbol, weight in weights.items()}
    if len(symbols) < 2:
        raise ValueError("weights: found fewer than two symbols; accepted: two or more")
    names = [str(symbol) for symbol in symbols]
    named = len(set(map(str.lower, names))) == len(names) and all(map(_PLAIN.match, names))
    said = names if named else [str(number) for number in range(1, len(names) + 1)]
    lines = dict(zip(symbols, said))
    try:
        text = "".join(lines[symbol] + "\n" for symbol in drawn)
    except KeyError as unknown:
        raise ValueError(f"found the draw {unknown.args[0]!r}, which has no weight") from None
    shares = [f"{name}={weight!r}" if named else f"{weight!r}" for name, weight in zip(said, symbols.values())]
    options = ["--subject", "sequence", "--weights", ",".join(shares), *_options(alpha, suite)]
    return _asked(options, text.encode(), 1, threads)


def order(
    indices: Any,
    *,
    labels: Iterable[Hashable] | None = None,
    files: int | Iterable[Hashable] | None = None,
    batch: int | None = None,
    items: int | None = None,
    ranks: bool = False,
    alpha: float = 0.001,
    threads: int | None = None,
) -> Verdict:
    """Tests the order in which items were handed out: by a data loader, a sampler, a permutation.

    ``indices`` are the numbers of the items, from 0 or from 1, in that order: an array of one axis (numpy, torch on the processor:
    32 or 64 bits are read where they lie), an array with an epoch in each row, a list of numbers, or a list of such arrays, one for
    each epoch; with ``ranks``, one for each rank of a distributed sampler. Items may be missing or come again; ``items`` is their
    number then.

    ``labels`` are the labels of the items, item 0 first; ``files`` are the files in which they lie, or the number of files of
    equal size. With one of them and ``batch``, the items of a batch, it is told how varied batches are.

    A fair order fails with a probability of at most ``alpha``.
    """
    epochs = _epochs(indices)
    if not epochs:
        raise ValueError("found no order; accepted: the numbers of the items, in the order in which they were handed out")
    wide = all(epoch.itemsize == 8 for epoch in epochs)
    names = [f"{_FILE}{at}" if at else _FILE for at in range(len(epochs))]
    memory = {name: _of_width(epoch, wide) for name, epoch in zip(names, epochs)}
    words = [*names, "--format", "u64" if wide else "u32", "--alpha", repr(level_of(alpha))]
    for option, number in [("--batch", batch), ("--items", items)]:
        words += [] if number is None else [option, str(index(number))]
    words += ["--ranks"] if ranks else []
    if labels is not None:
        memory["labels"] = _numbered(labels)
        words += ["--labels", "labels"]
    if files is not None and hasattr(files, "__index__"):
        words += ["--files", str(index(files))]
    elif files is not None:
        memory["files"] = _numbered(files)
        words += ["--files", "files"]
    return _answered(["order", *words], {name: (bytes_, 1) for name, bytes_ in memory.items()}, threads)


def _epochs(indices: Any) -> list[memoryview]:
    """The memory of each epoch: whole numbers of 32 or 64 bits."""
    numpy = getattr(indices, "numpy", None)
    whole = numpy() if callable(numpy) else indices
    try:
        view = memoryview(whole)
    except TypeError:
        several = list(indices)
        if several and not all(map(_is_whole, several)):
            return [epoch for one in several for epoch in _epochs(one)]
        try:
            return [memoryview(array("Q", several))] if several else []
        except (OverflowError, TypeError):
            raise ValueError("found a number below 0 or above 64 bits; accepted: numbers of items, from 0 or from 1") from None
    if view.format.lstrip("@=<>!").lower() not in {"b", "h", "i", "l", "q", "n"}:
        raise ValueError(f"found an array of the format {view.format!r}; accepted: integers")
    if view.format[0] in ("!<" if sys.byteorder == "big" else "!>"):
        raise ValueError("found integers in the byte order of other machines; accepted: indices.astype(int)")
    if not view.c_contiguous:
        raise ValueError("found numbers that do not lie one after the other; accepted: numpy.ascontiguousarray(indices)")
    if view.ndim > 2:
        raise ValueError(f"found an array with {view.ndim} axes; accepted: one, or an epoch in each row")
    rows = [view] if view.ndim == 1 else [memoryview(row) for row in whole]
    if view.itemsize < 4:
        rows = [memoryview(array("Q", row.tolist())) for row in rows]
    return rows


def _is_whole(item: Any) -> bool:
    return hasattr(item, "__index__") and not getattr(item, "shape", ())


def _of_width(epoch: memoryview, wide: bool) -> memoryview:
    """The bytes of an epoch, of 32 bits each unless all are ``wide``."""
    if epoch.itemsize == 4 or wide:
        return epoch.cast("B")
    try:
        return memoryview(array("I", epoch.tolist())).cast("B")
    except OverflowError:
        raise ValueError("found a number below 0 or above 4294967295; accepted: numbers of items, from 0 or from 1") from None


def _numbered(labels: Iterable[Hashable]) -> memoryview:
    """A line for each label, which is its number among those that came before."""
    known: dict[Hashable, int] = {}
    lines = [known.setdefault(label, len(known)) for label in _listed(labels)]
    return memoryview("".join(f"{line}\n" for line in lines).encode())


def _cards(cards: int | Sequence[Hashable]) -> list[Any]:
    """The cards before the shuffle."""
    if isinstance(cards, str):
        raise ValueError(f"cards: found the text {cards!r}; accepted: a number, or a list of cards")
    names: list[Any] = list(range(index(cards))) if hasattr(cards, "__index__") else list(cards)
    if not 2 <= len(names) <= 10_000:
        raise ValueError(f"cards: found {len(names)}; accepted: 2 to 10000")
    return names


def level_of(alpha: float) -> float:
    """The error level as a float, if it can be one."""
    level = float(alpha)
    if not LEVEL <= level <= 0.05:
        raise ValueError(f"found the error level {level!r}; accepted: {LEVEL} to 0.05")
    return level


def _options(alpha: float, suite: str) -> list[str]:
    return ["--alpha", repr(level_of(alpha)), "--suite", suite]


def _is_known(card: Any, places: Mapping[Hashable, int]) -> bool:
    try:
        return card in places
    except TypeError:
        return False


def _is_number(card: Any) -> bool:
    try:
        return 0 <= index(card) < 1 << 16
    except TypeError:
        return False


def _listed(order: Any) -> list[Any]:
    """The items as a list: those of numpy and torch as numbers of Python."""
    tolist = getattr(order, "tolist", None)
    return tolist() if callable(tolist) else list(order)


def _memory(decks: Any) -> tuple[memoryview, int] | None:
    """The memory of an array of integers with a deck in each row, and the cards of a deck; None for all else."""
    try:
        view = memoryview(decks)
    except TypeError:
        numpy = getattr(decks, "numpy", None)
        if not callable(numpy):
            return None
        view = memoryview(numpy())
    if view.ndim != 2:
        found = "1 axis" if view.ndim == 1 else f"{view.ndim} axes"
        raise ValueError(f"found an array with {found}; accepted: two axes, a deck in each row")
    kind = view.format.lstrip("@=<>!").lower()
    if kind not in {"b", "h", "i", "l", "q", "n"}:
        raise ValueError(f"found an array of the format {view.format!r}; accepted: integers")
    if view.format[0] in ("!<" if sys.byteorder == "big" else "!>"):
        raise ValueError("found integers in the byte order of other machines; accepted: decks.astype(int)")
    if not view.c_contiguous:
        raise ValueError("found rows that do not lie one after the other; accepted: numpy.ascontiguousarray(decks)")
    return view, view.shape[1]


def _of_orders(numbers: array[int] | memoryview, cards: int, options: list[str], threads: int | None) -> Verdict:
    width = numbers.itemsize
    kind = "u8" if width == 1 else "u16"
    layout = ["--deck", str(cards), "--format", kind]

    def first() -> tuple[list[str], Any]:
        few = memoryview(numbers).cast("B")[: FITTED * cards * width]
        # The command reads 8 or 16 bits.
        return layout, few if width <= 2 else array("H", few.cast(memoryview(numbers).format).tolist())

    return _asked([*layout, *options], numbers, width, threads, first)


def _asked(
    options: list[str],
    memory: Any,
    width: int,
    threads: int | None,
    first: Callable[[], tuple[list[str], Any]] | None = None,
) -> Verdict:
    view = memoryview(memory)
    whole = view if view.ndim == 1 and view.format == "B" else view.cast("B")
    return _answered(["test", _FILE, *options], {_FILE: (whole, width)}, threads, first)


def _answered(
    words: list[str],
    files: dict[str, tuple[memoryview, int]],
    threads: int | None,
    first: Callable[[], tuple[list[str], Any]] | None = None,
) -> Verdict:
    """What the command of these words finds, with these files."""
    _, record, said, page = _native.ask(words, files, threads)
    return Verdict(record, said, page, shlex.join(["colddeck", *words]), first)
