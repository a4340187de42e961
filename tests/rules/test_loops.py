"""Loops are refused with the cycle shown; what is no loop is not."""

from __future__ import annotations

import pytest

import farstar as fs

from .games import OnGraph


class Ring(fs.Ruleset):
    """Both players go round."""

    def __init__(self, length: int) -> None:
        self.length = length

    def left(self, n: int) -> list[int]:
        return [(n + 1) % self.length]

    right = left  # type: ignore[assignment]


QUESTIONS = ("value", "outcome", "misere_outcome")


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_loop_is_shown(question: str) -> None:
    with pytest.raises(fs.IllegalPositionError) as caught:
        getattr(Ring(4)(2), question)
    assert str(caught.value) == (
        "expected a game without loops, got a loop of Ring of length 4: 2 -> 3 -> 0 -> 1 -> 2"
    )


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_long_loop_is_clipped(question: str) -> None:
    with pytest.raises(fs.IllegalPositionError, match="length 5000: 0 -> 1 -> ") as caught:
        getattr(Ring(5000)(0), question)
    assert len(str(caught.value)) < 150
    assert "\n" not in str(caught.value)


def test_an_impartial_loop() -> None:
    class Back(fs.ImpartialRuleset):
        def moves(self, name: str) -> list[str]:
            return ["b\n" * 100] if name == "a" else ["a"]

    for question in ("grundy", *QUESTIONS):
        with pytest.raises(fs.IllegalPositionError, match="length 2: 'a' -> 'b") as caught:
            getattr(Back()("a"), question)
        assert "\n" not in str(caught.value)


def test_only_the_loop_is_shown_not_the_way_to_it() -> None:
    rules = OnGraph((((1,), (2,), (1,)), ((), (), ())))
    with pytest.raises(fs.IllegalPositionError, match=r"length 2: 1 -> 2 -> 1$"):
        _ = rules(0).value


def test_components_in_a_circle() -> None:
    class Circle(fs.Ruleset):
        def left(self, n: int) -> list[int]:
            return []

        right = left  # type: ignore[assignment]

        def components(self, n: int) -> list[int]:
            return [1 - n]

    with pytest.raises(fs.IllegalPositionError, match="0 -> 1 -> 0"):
        _ = Circle()(0).value


def test_equal_keys_along_a_line_of_play_are_no_loop() -> None:
    class Faded(fs.Ruleset):
        """Positions 0 and 2 are both zero, and the way from 2 to 0 is long."""

        def left(self, n: int) -> list[int]:
            return [1] if n == 2 else []

        def right(self, n: int) -> list[int]:
            return [0] if n == 1 else []

        def key(self, n: int) -> int:
            return n % 2

    assert Faded()(2).value == 0
    assert Faded()(2).outcome is fs.Outcome.P


def test_after_a_loop_the_rest_still_works() -> None:
    rules = OnGraph((((), (0,), (2,)), ((), (), ())))
    with pytest.raises(fs.IllegalPositionError):
        _ = rules(2).value
    assert rules(1).value == 1
