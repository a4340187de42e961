"""What the command line can be asked, as functions of games or of text."""

from __future__ import annotations

from typing import Any

from farstar._outcome import Relation
from farstar.expressions import read
from farstar.loopy import Loopy
from farstar.reports._compare import compare as compare_expressions
from farstar.reports._explain import explained
from farstar.reports._simplify import explained_form, simplification
from farstar.rules import Explanation, Position
from farstar.sums import Sum
from farstar.values import Form


def explain(game: Any) -> Explanation:
    """Explain who wins a game, and why, as ``farstar explain`` does.

    Parameters
    ----------
    game : str, Position, Sum or Value
        A game, or text in the notation of games.

    Examples
    --------
    >>> print(fs.explain("Domineering(2x2)").steps[1].items[0])
    Left can move to 1 (2 moves)
    """
    return explained(game)[1] if isinstance(game, str) else game.explain()


def simplify(game: Any) -> Explanation:
    """Return the steps that bring a game to canonical form, as ``farstar simplify`` does.

    Parameters
    ----------
    game : str, Form, Position or Sum
        A form as it is written, or a position with all its moves.

    Examples
    --------
    >>> fs.simplify("{0,-1|1}").title, fs.simplify(fs.Domineering("2x2")).steps[-1].title
    ('{0,-1|1} = 1/2', 'Canonical form')
    """
    if isinstance(game, str):
        return simplification(game)
    is_played = isinstance(game, Position | Sum)
    return explained_form(Form.of_position(game) if is_played else Form(game))


def compare(g: Any, h: Any) -> Relation:
    """Return how two games compare, as ``farstar compare`` does; each may be text.

    Examples
    --------
    >>> str(fs.compare("Domineering(2x3)", "1/2")), str(fs.compare(fs.star(2), 0))
    ('||', '||')
    """
    if isinstance(g, str) and isinstance(h, str):
        return compare_expressions(read(g), read(h)).relation
    left, right = (read(x).game if isinstance(x, str) else x for x in (g, h))
    if isinstance(left, Loopy) or isinstance(right, Loopy):
        return Sum(left).compare(Sum(right))
    return Sum(left).compare(right)
