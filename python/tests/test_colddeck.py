"""The package as its users have it. Seeds are fixed; at the level of 10⁻⁹ none of the fair shuffles here fails by chance."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from array import array

import pytest

import colddeck

SEEDS = range(1_000, 1_012)


def _swaps(deck: list, pick) -> None:
    for at in range(len(deck)):
        other = pick(at, len(deck))
        deck[at], deck[other] = deck[other], deck[at]


def swap_with_any(deck: list) -> None:
    """Every card is swapped with any card."""
    _swaps(deck, lambda at, size: random.randrange(size))


def swap_with_later(deck: list) -> None:
    """A card is never left where it is: Sattolo's loop in the place of Fisher and Yates'."""
    for last in range(len(deck) - 1, 0, -1):
        other = random.randrange(last)
        deck[last], deck[other] = deck[other], deck[last]


def one_short(deck: list) -> None:
    """The range ends one too early, so that the last card is never chosen."""
    for at in range(len(deck) - 1):
        other = random.randrange(at, len(deck) - 1)
        deck[at], deck[other] = deck[other], deck[at]


def random_comparison(deck: list) -> list:
    """Sorted with a comparison that is a coin."""
    from functools import cmp_to_key

    return sorted(deck, key=cmp_to_key(lambda a, b: random.choice((-1, 1))))


def few_seeds(deck: list) -> None:
    """The generator is seeded anew for each deck, from 1,000 seeds."""
    random.Random(random.randrange(1_000)).shuffle(deck)


def three_riffles(deck: list) -> list:
    """Three riffles by hand."""
    for _ in range(3):
        keys = [random.random() < 0.5 for _ in deck]
        cut = keys.count(False)
        left, right = iter(deck[:cut]), iter(deck[cut:])
        deck = [next(right) if key else next(left) for key in keys]
    return deck


def cut_once(deck: list) -> list:
    """One cut."""
    at = random.randrange(len(deck))
    return deck[at:] + deck[:at]


def rounded_keys(deck: list) -> list:
    """Sorted by random keys with two digits: cards with the same key stay in their old order."""
    return sorted(deck, key=lambda _: round(random.random(), 2))


def modulo_of_a_byte(deck: list) -> None:
    """A byte modulo the number of cards."""
    for last in range(len(deck) - 1, 0, -1):
        other = random.randrange(256) % (last + 1)
        deck[last], deck[other] = deck[other], deck[last]


def half_a_shuffle(deck: list) -> None:
    """The loop ends halfway."""
    for last in range(len(deck) - 1, len(deck) // 2, -1):
        other = random.randrange(last + 1)
        deck[last], deck[other] = deck[other], deck[last]


def top_stays(deck: list) -> None:
    """The first card takes no part."""
    rest = deck[1:]
    random.shuffle(rest)
    deck[1:] = rest


class Kept:
    """The deck before is mended: three random pairs of it are swapped."""

    def __init__(self) -> None:
        self.deck: list | None = None

    def __call__(self, deck: list) -> list:
        self.deck = self.deck or random.sample(deck, len(deck))
        for _ in range(3):
            a, b = random.sample(range(len(deck)), 2)
            self.deck[a], self.deck[b] = self.deck[b], self.deck[a]
        return list(self.deck)


WRONG = [
    swap_with_any,
    swap_with_later,
    one_short,
    random_comparison,
    few_seeds,
    three_riffles,
    cut_once,
    rounded_keys,
    modulo_of_a_byte,
    half_a_shuffle,
    top_stays,
    Kept(),
]


@pytest.mark.parametrize("shuffle", WRONG, ids=lambda shuffle: getattr(shuffle, "__name__", "kept"))
def test_twelve_wrong_shuffles_are_caught(shuffle) -> None:
    random.seed(1)
    with pytest.raises(AssertionError) as caught:
        colddeck.assert_fair(shuffle, 52)
    assert "not fair" in str(caught.value) or "not ideal" in str(caught.value)


@pytest.mark.parametrize(
    "shuffle, cause",
    [
        (swap_with_any, "swap-with-any"),
        (swap_with_later, "sattolo"),
        (three_riffles, "riffle"),
        (cut_once, "cut"),
        (random_comparison, "random-comparator"),
        (top_stays, "favoured-place card=1 place=1"),
        (modulo_of_a_byte, "modulo-rand rand-max=255 from=bottom"),
        (rounded_keys, "sort-by-keys values="),
    ],
)
def test_the_likeliest_cause_is_named(shuffle, cause) -> None:
    random.seed(2)
    decks = []
    for _ in range(1_000):
        deck = list(range(52))
        decks.append(shuffle(deck) or deck)
    verdict = colddeck.test(decks)
    # Whoever waits has an answer on any machine.
    assert f"decks: {cause}" in verdict.likeliest_cause(seconds=600)


def test_fair_shuffles_pass() -> None:
    for seed in SEEDS:
        random.seed(seed)
        assert colddeck.assert_fair(random.shuffle, 52, decks=3_000)
        assert colddeck.assert_fair(lambda deck: random.sample(deck, len(deck)), 52, decks=3_000)


def test_fewer_cards_than_there_are_are_the_first_ones() -> None:
    random.seed(3)
    assert colddeck.assert_fair(lambda deck: random.sample(deck, 5), 52)
    with pytest.raises(AssertionError):
        colddeck.assert_fair(lambda deck: sorted(random.sample(deck, 5)), 52)


def test_cards_may_be_anything() -> None:
    random.seed(4)
    cards = [(suit, rank) for suit in "CDHS" for rank in range(13)]
    assert colddeck.assert_fair(random.shuffle, cards, decks=2_000)
    with pytest.raises(ValueError, match="found one twice"):
        colddeck.assert_fair(random.shuffle, list("aab"))
    with pytest.raises(ValueError, match="found the text '52'"):
        colddeck.assert_fair(random.shuffle, "52")
    for wrong in (1, 10_001):
        with pytest.raises(ValueError, match=f"found {wrong}; accepted: 2 to 10000"):
            colddeck.assert_fair(random.shuffle, wrong)
    with pytest.raises(ValueError, match="found 0 cards; accepted: 1 to 5"):
        colddeck.assert_fair(lambda _: [], 5)
    with pytest.raises(ValueError, match="decks: found 200; accepted: 201 or more"):
        colddeck.assert_fair(random.shuffle, 5, decks=200)
    for level in (-1.0, float("nan"), 0.5):
        with pytest.raises(ValueError, match="error level"):
            colddeck.assert_fair(random.shuffle, 5, level=level)


def test_a_shuffle_that_loses_cards_is_no_shuffle() -> None:
    with pytest.raises(ValueError, match="deck 0: found 52; accepted: the cards"):
        colddeck.assert_fair(lambda deck: [*deck[1:], 52], 52)
    with pytest.raises(ValueError, match="deck 1: found 51 cards"):
        sizes = iter([52, 51])
        colddeck.assert_fair(lambda deck: deck[: next(sizes)], 52)
    # In place fewer are a loss, not a sample.
    with pytest.raises(ValueError, match="deck 0: the shuffle left 51 of 52 cards"):
        colddeck.assert_fair(lambda deck: random.shuffle(deck) or deck.pop() and None, 52)

    async def late(deck: list) -> list:
        return deck

    with pytest.raises(TypeError, match="found a coroutine"):
        colddeck.assert_fair(late, 52)


def test_decks_of_any_kind_give_the_same(tmp_path) -> None:
    numpy = pytest.importorskip("numpy")
    draws = numpy.random.default_rng(5)
    decks = draws.permuted(numpy.tile(numpy.arange(52), (2_000, 1)), axis=1)
    listed = colddeck.test(decks.tolist())
    for kind in ("u1", "u2", "i4", "i8"):
        verdict = colddeck.test(decks.astype(kind))
        assert verdict.figures == listed.figures
        assert verdict.tests == listed.tests
    with pytest.raises(ValueError, match="byte order of other machines"):
        colddeck.test(decks.astype(">i4"))
    with pytest.raises(ValueError, match="deck 1: found 'x'"):
        colddeck.test([[0, 1], [1, "x"]])
    # So does the command.
    path = tmp_path / "decks.txt"
    path.write_text("\n".join(" ".join(map(str, deck)) for deck in decks.tolist()))
    ran = subprocess.run(
        [sys.executable, "-m", "colddeck", "test", path, "--deck", "52", "--json"], capture_output=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["routines"][0]["tests"] == [
        {**test, "words": other["words"]}
        for test, other in zip(listed.tests, json.loads(ran.stdout)["routines"][0]["tests"])
    ]


def test_named_cards_are_told_by_their_order() -> None:
    random.seed(6)
    cards = list("ABCDEFGH")
    decks = [random.sample(cards, 8) for _ in range(2_000)]
    assert colddeck.test(decks, cards=cards)
    with pytest.raises(ValueError, match="deck 1"):
        colddeck.test([cards, [*cards[1:], "Z"]], cards=cards)


def test_torch_gives_its_memory() -> None:
    torch = pytest.importorskip("torch")
    torch.manual_seed(7)
    decks = torch.stack([torch.randperm(30) for _ in range(2_000)])
    assert colddeck.test(decks)
    assert colddeck.assert_fair(lambda deck: torch.randperm(len(deck)), 30, decks=2_000)


@pytest.mark.parametrize(
    "decks, problem",
    [
        ([], "found no deck"),
        ([[0, 1, 2], [0, 1]], "deck 1: found 2 cards"),
        ([[0, 1, "x"]], "deck 0"),
        ([[0, 1, 1], [0, 1, 2]], "found"),
        (array("d", [0.0, 1.0]), "1 axis"),
    ],
)
def test_wrong_input_is_answered(decks, problem) -> None:
    with pytest.raises(ValueError, match=problem):
        colddeck.test(decks)


def test_numbers_too_large_are_answered() -> None:
    numpy = pytest.importorskip("numpy")
    with pytest.raises(ValueError, match="below 0 or above 65535"):
        colddeck.test(numpy.array([[0, 1, 70_000], [0, 1, 2]]))
    with pytest.raises(ValueError, match="integers"):
        colddeck.test(numpy.zeros((2, 3)))
    with pytest.raises(ValueError, match="ascontiguousarray"):
        colddeck.test(numpy.zeros((4, 6), dtype="u1")[:, ::2])


def test_draws_are_judged_by_their_weights() -> None:
    random.seed(8)
    weights = {"Common": 50, "Rare": 25, "Epic": 20, "Legendary": 5}
    fair = random.choices(list(weights), weights.values(), k=4_000)
    assert colddeck.test_draws(fair, weights)
    bag = [item for _ in range(200) for item in random.sample(list("aabbccdd"), 8)]
    verdict = colddeck.test_draws(bag)
    assert verdict.outcome == "evidence"
    assert colddeck.test_draws([1, 2, 3] * 3).outcome in {"too-little", "evidence"}
    with pytest.raises(ValueError, match="has no weight"):
        colddeck.test_draws(["x"], weights)


def test_a_verdict_says_what_it_found() -> None:
    random.seed(9)
    verdict = colddeck.assert_fair(random.shuffle, 20, decks=1_000)
    assert verdict.passed and bool(verdict) and verdict.failures == []
    assert verdict.headline in str(verdict)
    assert verdict.not_looked_at
    low, high = verdict.total_variation
    assert low == 0.0 and high == 1.0
    assert verdict._repr_html_().startswith("<iframe srcdoc=")
    assert verdict.command.startswith("colddeck test memory --deck 20")
    assert "outcome" in verdict.record


def test_the_fixture_asserts(assert_fair) -> None:
    random.seed(10)
    assert assert_fair(random.shuffle, 30, decks=1_000).passed


def _pytest(folder, text: str, ini: str = "") -> str:
    (folder / "test_it.py").write_text(text)
    (folder / "pytest.ini").write_text(f"[pytest]\n{ini}\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", folder]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False).stdout


def test_a_session_has_a_budget_of_false_alarms(tmp_path) -> None:
    text = "import random\n\ndef test_it(assert_fair):\n    for _ in range(3):\n        assert_fair(random.shuffle, 10, decks=300)\n"
    assert "1 passed" in _pytest(tmp_path, text)
    assert "1 passed" in _pytest(tmp_path, text, "colddeck_budget = 3e-9")
    assert "with a probability above 2e-09" in _pytest(tmp_path, text, "colddeck_budget = 2e-9")
    assert "found 'much'; accepted: a probability" in _pytest(tmp_path, text, "colddeck_budget = much")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of Unix")
def test_a_test_can_be_interrupted() -> None:
    # The alarm comes while the program counts: 2,000,000 decks by one thread take longer.
    script = (
        "import array, colddeck, random, signal, sys\n"
        "deck = list(range(52))\n"
        "decks = memoryview(array.array('B', [card for _ in range(1000) for card in random.sample(deck, 52)] * 2000)).cast('B', (2_000_000, 52))\n"
        "signal.signal(signal.SIGALRM, signal.default_int_handler)\n"
        "signal.setitimer(signal.ITIMER_REAL, 0.2)\n"
        "try:\n"
        "    colddeck.test(decks, threads=1)\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted')\n"
        "print(colddeck.test([random.sample(deck, 52) for _ in range(300)]).outcome)\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert ran.stdout == "interrupted\nno-evidence\n", ran.stderr


def test_the_command_is_there() -> None:
    ran = subprocess.run([sys.executable, "-m", "colddeck", "exact", "tv", "G*7", "--deck", "52"], capture_output=True, text=True)
    assert ran.returncode == 0
    assert "0.334" in ran.stdout
    ran = subprocess.run([sys.executable, "-m", "colddeck", "run", "M7", "--deck", "60"], capture_output=True, text=True)
    assert ran.returncode == 2
    assert "did you mean `M*7`?" in ran.stderr


def test_programs_that_the_command_starts_end_with_it() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "colddeck", "exec", "--deck", "5", "--decks", "50", "--", "yes", "1 2 3 4 5"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ran.returncode == 1, ran.stderr


def test_orders_are_read_where_they_lie() -> None:
    seen = random.Random(49).sample(range(2_000), 2_000)
    told = colddeck.order(seen, files=20, batch=100)
    assert told.passed, told
    assert 80 < told.figures["batch-mates"]["variety"] <= 100
    shards = [start + at for start in random.Random(1).sample(range(0, 2_000, 100), 20) for at in range(100)]
    told = colddeck.order(shards)
    assert not told.passed
    assert "shards of 100 items in random order" in " ".join(told.words.split())
    numpy = pytest.importorskip("numpy")
    for kind in ["int64", "uint32", "int16"]:
        array = numpy.array(shards, dtype=kind)
        assert colddeck.order(array).words == told.words, kind
    epochs = numpy.stack([numpy.array(seen), numpy.array(seen)])
    assert not colddeck.order(epochs).passed
    assert not colddeck.order([seen, seen]).passed
    labels = ["cat" if item % 2 else "dog" for item in range(2_000)]
    assert colddeck.order(seen, labels=labels, batch=50).passed


def test_wrong_orders_are_refused() -> None:
    with pytest.raises(ValueError, match="found no order"):
        colddeck.order([])
    with pytest.raises(ValueError, match="found a number below 0"):
        colddeck.order([1, 2, -3])
    with pytest.raises(ValueError, match="beside one, as in --batch 256 --files 100"):
        colddeck.order([1, 2, 3], batch=2)
