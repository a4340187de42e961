"""Tables and surveys of rules of one's own, which nobody has registered."""

from __future__ import annotations

import pytest

import farstar as fs


class Take(fs.Ruleset):
    """Left takes one counter, Right two."""

    def left(self, n: int) -> list[int]:
        return [n - 1] if n > 0 else []

    def right(self, n: int) -> list[int]:
        return [n - 2] if n > 1 else []


class TakeUpTo(fs.ImpartialRuleset):
    """Take up to `most` counters."""

    def __init__(self, most: int) -> None:
        self.most = most

    def moves(self, n: int) -> range:
        return range(max(0, n - self.most), n)


DOMINOES = """
game Dominoes
cells . #
left   .|. -> #|#
right  ..  -> ##
"""


def test_a_class_does_what_its_instance_does() -> None:
    assert fs.table(Take, range(4)) == fs.table(Take(), range(4))
    assert fs.table(Take, n=range(4)).rows == fs.table(Take(), n=range(4)).rows


def test_a_class_can_be_surveyed() -> None:
    pytest.importorskip("polars")
    of_class, of_instance = (fs.survey(game, range(4)) for game in (Take, Take()))
    assert of_class.to_polars().equals(of_instance.to_polars())


def test_a_class_that_needs_arguments_says_so() -> None:
    with pytest.raises(TypeError, match=r"expected a ruleset, such as TakeUpTo\(\.\.\.\)"):
        fs.table(TakeUpTo, range(4))
    assert fs.table(TakeUpTo(2), range(4), show="grundy").rows == ((0, 0), (1, 1), (2, 2), (3, 0))


def test_patterns_are_tabulated_by_size_and_by_board() -> None:
    dominoes = fs.rules(DOMINOES)
    ours = fs.table(dominoes, range(1, 4), range(1, 4))
    assert ours.rows == fs.table(fs.Domineering, range(1, 4), range(1, 4)).rows
    assert dominoes(2, 3) == dominoes("2x3") == dominoes("...|...")
    assert [row[1] for row in fs.table(dominoes, ["..", ".|."]).rows] == [-1, 1]
    with pytest.raises(fs.IllegalPositionError, match="expected"):
        dominoes(0, 3, 4)


def test_text_can_be_plotted() -> None:
    pytest.importorskip("matplotlib")
    assert fs.plot("{3|1}").caption == fs.plot(fs.Value("{3|1}")).caption
