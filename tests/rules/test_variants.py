"""Variants and products of rulesets against their definitions on forms."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

import farstar as fs
from farstar.rules import dicotic, impartial, join, product, selective, twisted


class Walk(fs.Ruleset):
    """Left goes one step down, Right two, in plain Python."""

    def left(self, n: int) -> list[int]:
        return [n - 1] if n else []

    def right(self, n: int) -> list[int]:
        return [n - 2] if n > 1 else []


def boards(count: int) -> list[str]:
    chance = random.Random(count)
    return ["".join(chance.choices("xo.", k=chance.randint(1, 5))) for _ in range(count)]


def form(game: Any, state: Any, moves: Any) -> fs.Value:
    """The value by a definition of the moves, with no other help."""
    left, right = moves(game, state)
    return fs.Value.of(
        left=[form(game, after, moves) for after in left],
        right=[form(game, after, moves) for after in right],
    )


def sides(game: Any, state: Any) -> tuple[list[Any], list[Any]]:
    position = game(state)
    return [g.state for g in position.options(fs.Left)], [
        g.state for g in position.options(fs.Right)
    ]


def impartially(game: Any, state: Any) -> tuple[list[Any], list[Any]]:
    left, right = sides(game, state)
    return left + right, left + right


def dicotically(game: Any, state: Any) -> tuple[list[Any], list[Any]]:
    left, right = sides(game, state)
    return (left, right) if left and right else ([], [])


def test_variants_by_definition() -> None:
    clobber = fs.rules("cells x/o .\nleft xo -> .x both\nright = swap of left")
    text = "cells x/o .\nvariant {}\nleft xo -> .x both\nright = swap of left"
    patterns = {kind: fs.rules(text.format(kind)) for kind in ("impartial", "dicotic", "twisted")}
    for board in boards(25):
        both = form(fs.Clobber, board, impartially)
        assert impartial(fs.Clobber)(board).value == both == patterns["impartial"](board).value
        all_small = form(clobber, board, dicotically)
        assert dicotic(fs.Clobber)(board).value == all_small == patterns["dicotic"](board).value
        negative = -fs.Clobber(board).value
        assert twisted(clobber)(board).value == negative == patterns["twisted"](board).value
        assert twisted(Walk())(7).value == -Walk()(7).value == twisted(Walk)(7).search_value()


def test_variants_of_games_in_python() -> None:
    for n in range(8):
        assert impartial(Walk)(n).value == form(Walk(), n, impartially)
        assert dicotic(Walk)(n).value == form(Walk(), n, dicotically)
    assert impartial(fs.Nim) == fs.Nim(1).ruleset
    assert impartial(Walk).is_impartial


def test_products_by_definition() -> None:
    walk, clobber = Walk(), fs.Clobber("x").ruleset

    def combined(kind: str) -> Any:
        def moves(_: Any, state: Any) -> Any:
            n, board = state
            after = [([walk(n).options(p), clobber(board).options(p)]) for p in (fs.Left, fs.Right)]
            pairs = []
            for first, second in after:
                one = [(g.state, board) for g in first] + [(n, h.state) for h in second]
                both = [(g.state, h.state) for g in first for h in second]
                pairs.append({"join": one, "product": both, "selective": one + both}[kind])
            return pairs

        return moves

    for n in range(4):
        for board in ("xo", "xxo", "oxo."):
            for kind, make in (("join", join), ("product", product), ("selective", selective)):
                rules = make(Walk, clobber)
                value = rules(n, board).value
                assert value == form(None, (n, board), combined(kind)), (kind, n, board)
                assert value == rules(n, board).search_value()


def test_names_texts_and_travel() -> None:
    rules = join(fs.Clobber, fs.Nim)
    position = rules("xxo", (2,))
    assert str(position) == "JoinOfClobberNim(xxo & 2)"
    assert type(rules).read("xxo & 2") == position
    small = dicotic(fs.Clobber)
    assert type(small).read("xo").value == small("xo").value
    for thing in (rules, position, small, small("xo"), impartial(fs.Clobber)("xo")):
        assert pickle.loads(pickle.dumps(thing)) == thing


def test_mistakes() -> None:
    with pytest.raises(TypeError, match="expected a ruleset"):
        impartial(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="2 to 6 games"):
        join(fs.Nim)
    with pytest.raises(fs.IllegalPositionError, match="2 states"):
        join(fs.Nim, fs.Nim)((3,), (2,), (1,))
    with pytest.raises(fs.NotationError, match="separated by &"):
        type(join(fs.Nim, fs.Nim)).read("3")
