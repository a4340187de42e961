"""What the command line can be asked, as functions of games or of text."""

from __future__ import annotations

import os
from fractions import Fraction
from typing import Any

from farstar._arguments import shown
from farstar._outcome import Outcome, Relation
from farstar.errors import NotationError
from farstar.expressions import read
from farstar.loopy import Loopy
from farstar.reports._compare import compare as compare_expressions
from farstar.reports._explain import explained
from farstar.reports._simplify import explained_form, simplification
from farstar.rules import Explanation, Position
from farstar.sums import Sum
from farstar.values import Form, Value


def explain(game: Any) -> Explanation:
    """Explain who wins a game, and why, as ``farstar explain`` does.

    Parameters
    ----------
    game : str, Position, Sum, Value, int or Fraction
        A game, or text in the notation of games.

    Raises
    ------
    NotationError
        If `game` is none of these.

    Examples
    --------
    >>> print(fs.explain("Domineering(2x2)").steps[1].items[0])
    Left can move to 1 (2 moves)
    """
    if isinstance(game, str):
        return explained(game)[1]
    if isinstance(game, int | Fraction):
        return Value(game).explain()
    if not hasattr(game, "explain"):
        raise NotationError(f"expected a game, or text in the notation of games, got {shown(game)}")
    steps: Explanation = game.explain()
    return steps


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


def solve(
    board: Position | str,
    folder: str | os.PathLike[str] | None = None,
    *,
    nodes: int = 2_000_000,
    jobs: int = 1,
) -> Outcome | int:
    """Return who wins a large board, or its nimber if the game is impartial, as ``farstar solve``.

    The search can be killed and resumed; `farstar.certificates.board_search.BoardSearch` also
    reports how far it has come, and writes a certificate.

    Parameters
    ----------
    board : Position or str
        A board of a game whose rules are patterns, of at most 128 cells, or of Konane, of 64.
    folder : str or path, optional
        Where the answers are kept. A later search of the same board goes on from them.
    nodes : int
        How many nodes the core may take for one question before its moves are looked at one by
        one. The result does not depend on it.
    jobs : int
        The number of processes.

    Raises
    ------
    FarstarError
        If the board is not one that can be searched like this.
    BudgetExceeded
        If the time of a budget is over, or the disk is full; the answers so far are kept.

    Examples
    --------
    >>> fs.solve("Cram(3x5)"), str(fs.solve(fs.Domineering("4x5")))
    (1, 'L')
    """
    from farstar.certificates.board_search import BoardSearch

    position = read(board).game if isinstance(board, str) else board
    if not isinstance(position, Position):
        raise NotationError(f"expected a position of a game, got {shown(board)}")
    with BoardSearch(position, folder, nodes=nodes, jobs=jobs) as search:
        return search.run()
