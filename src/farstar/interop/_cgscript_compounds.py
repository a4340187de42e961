"""Sums, multiples and products of forms, which CGSuite keeps as they are written.

A `Compound` is written as CGSuite writes it, such as ``2 * ('{*|*}' : 1)``; its form is made when a
question about it is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from farstar.errors import NotationError
from farstar.interop._cgscript_collections import written
from farstar.values import Form, Value

_MOST_COPIES = 20

PRODUCTS: Mapping[str, Callable[[Form, Form], Form | Value]] = {
    "ConjunctiveSum": Form.conjunctive_sum,
    "ConwayProduct": Form.conway_product,
    "OrdinalProduct": Form.ordinal_product,
    "SelectiveSum": Form.selective_sum,
}


@dataclass(frozen=True)
class Compound:
    """Games that are put together by a sign: ``+``, ``*``, ``:``, ``{`` or the name of a product.

    The parts of ``*`` are a number and a game, those of ``{`` the lists of Left and Right options.
    """

    sign: str
    parts: tuple[Any, ...]

    @cached_property
    def form(self) -> Form:
        """The form that this describes."""
        if self.sign == "*":
            times, game = self.parts
            one = as_form(game if times > 0 else negative(game))
            total = Form(0)
            for _ in range(abs(times)):
                total = total + one
            return total
        if self.sign == "{":
            return Form.of(*([as_form(option) for option in side] for side in self.parts))
        first, *others = map(as_form, self.parts)
        for other in others:
            if self.sign == "+":
                first = first + other
            elif self.sign == ":":
                first = first.ordinal_sum(other)
            else:
                first = Form(PRODUCTS[self.sign](first, other))
        return first

    @property
    def value(self) -> Value:
        """The value of the form."""
        return self.form.value

    def __neg__(self) -> Any:
        return negative(self)

    def __str__(self) -> str:
        if self.sign == "{":
            left, right = (",".join(map(written, side)) for side in self.parts)
            return f"'{{{left}|{right}}}'"
        tight = self.sign not in ("+", ":")
        return f" {self.sign} ".join(_part(part, self.sign, tight) for part in self.parts)


def _part(part: Any, sign: str, tight: bool) -> str:
    inner = part.sign if isinstance(part, Compound) else "{"
    # A sum is the loosest, and shows sums and multiples in it without parentheses.
    if inner == "{" or (sign == "+" and not tight):
        return written(part)
    return f"({part})"


def as_form(game: Any) -> Form:
    """Return the form of a game; that of a value is its canonical form."""
    if isinstance(game, Compound):
        return game.form
    value = getattr(game, "value", game)
    return game if isinstance(game, Form) else Form(value)


def is_form(game: Any) -> bool:
    """Return whether a game is kept as it is written."""
    return isinstance(game, Form | Compound)


def negative(game: Any) -> Any:
    """Return the negative of a game, written in the same way."""
    if not isinstance(game, Compound):
        return -game
    if game.sign == "*":
        times, part = game.parts
        return Compound("*", (-times, part))
    if game.sign == "{":
        left, right = ([negative(option) for option in side] for side in game.parts)
        return Compound("{", (right, left))
    if game.sign in ("+", ":"):
        return Compound(game.sign, tuple(map(negative, game.parts)))
    return -game.form


def added(x: Any, y: Any) -> Compound:
    """Return the sum of two games; sums in it are opened."""
    parts: list[Any] = []
    for game in (x, y):
        is_sum = isinstance(game, Compound) and game.sign == "+"
        parts += game.parts if is_sum else [game]
    return Compound("+", tuple(parts))


def copies(times: int, game: Any) -> Compound:
    """Return a multiple of a game."""
    if abs(times) > _MOST_COPIES:
        raise NotationError(f"expected at most {_MOST_COPIES} copies of a form, got {times}")
    return Compound("*", (times, game))
