"""The engines must agree on thousands of random games; a seed makes each run repeatable."""

from __future__ import annotations

from typing import Any

import pytest

from farstar import engine
from farstar.engine import Engine, Handle
from farstar.errors import NotAtomicError

from .graphs import Twins, all_engines

pytestmark = pytest.mark.skipif(
    len(engine.available()) < 2, reason="there is only one engine to compare"
)

SEEDS = [pytest.param(n, marks=pytest.mark.long if n > 3 else []) for n in range(12)]
STEPS = 250


@pytest.fixture(scope="module")
def engines() -> list[Engine]:
    return all_engines()


def agree(twins: Twins, question: Any) -> Any:
    """Ask every engine the same and return the one answer."""
    answers = [question(e, i) for i, e in enumerate(twins.engines)]
    assert all(answer == answers[0] for answer in answers), answers
    return answers[0]


def weight(e: Engine, g: Handle) -> Handle | None:
    try:
        return e.atomic_weight(g)
    except NotAtomicError:
        return None


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("all_small", [False, True], ids=["any", "all-small"])
def test_games(engines: list[Engine], seed: int, all_small: bool) -> None:
    twins = Twins(engines, seed, all_small=all_small)
    for _ in range(STEPS):
        g = twins.grow()
        agree(twins, lambda e, i: e.stops(g[i]))  # noqa: B023 - called at once
        agree(twins, lambda e, i: e.thermograph(g[i]))  # noqa: B023
        twins.apply(lambda e, i: e.negate(g[i]))  # noqa: B023


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("all_small", [False, True], ids=["any", "all-small"])
def test_pairs(engines: list[Engine], seed: int, all_small: bool) -> None:
    twins = Twins(engines, 1000 + seed, all_small=all_small)
    for _ in range(25):
        twins.grow()
    for _ in range(STEPS):
        g, h = twins.pick(), twins.pick()
        agree(twins, lambda e, i: e.geq(g[i], h[i]))  # noqa: B023
        agree(twins, lambda e, i: e.geq(h[i], g[i]))  # noqa: B023
        twins.apply(lambda e, i: e.add(g[i], h[i]))  # noqa: B023


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("all_small", [False, True], ids=["any", "all-small"])
def test_atomic_weights(engines: list[Engine], seed: int, all_small: bool) -> None:
    twins = Twins(engines, 2000 + seed, all_small=all_small)
    zero = ((0, 0), (0, 0))
    for _ in range(STEPS):
        g = twins.grow()
        answers = [weight(e, g[i]) for i, e in enumerate(engines)]
        weights = [answer for answer in answers if answer is not None]
        if len(weights) < len(engines):
            assert not weights
            assert not all_small
        else:
            assert engines[0].stops(g[0]) == zero
            twins.apply(lambda e, i: weights[i])  # noqa: B023
