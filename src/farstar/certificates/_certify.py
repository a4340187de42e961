"""How certificates are made: games are described, and a reply is found for each play."""

from __future__ import annotations

from typing import Any, get_args

from farstar._arguments import clip
from farstar.certificates import checker
from farstar.certificates._certificate import Certificate
from farstar.certificates._games import Component, Games
from farstar.certificates._lemmas import by_lemmas, is_large
from farstar.certificates._loops import outcome_with_loops, relation_with_loops
from farstar.certificates._plays import by_plays, is_long, may_be_played
from farstar.certificates._strategies import (
    RELATIONS,
    Prove,
    RelationFails,
    Solved,
    Values,
    claimed,
    proof,
    state_of,
    value_claimed,
)
from farstar.errors import BudgetExceeded, LoopyError
from farstar.loopy import Loopy
from farstar.rules import Position
from farstar.sums import Sum
from farstar.sums.loopy_forms import LoopyForm
from farstar.values import Value


def certify(
    game: Position | Sum | Value | Loopy | int | str,
    relation: str | None = None,
    other: Position | Sum | Value | Loopy | int | str = 0,
    *,
    prove: Prove = "outcome",
) -> Certificate:
    """Return a certificate of who wins, of a relation between two games, or of a value.

    Parameters
    ----------
    game : Position, Sum, Value, Loopy, int or str
        The game; its positions must be few enough to list, unless play in it is known to be
        short. A text may be an expression or a relation between two, such as ``"E(5,3) > v"``. A
        game may loop if its outcome or a relation is proved. Large sums are proved by lemmas about
        their components.
    relation : str, optional
        One of ``">="``, ``"<="``, ``"=="``, ``">"``, ``"<"`` and ``"||"``: certify that this is
        how `game` compares with `other`.
    other : Position, Sum, Value, Loopy, int or str
        What `game` is compared with. A text is an expression.
    prove : str
        ``"outcome"``; ``"misere"`` for the outcome under misère play; ``"canonical"`` for the
        canonical form; ``"grundy"`` for the Grundy value of an impartial game;
        ``"thermograph"``; ``"atomic_weight"`` for that of an all-small game.

    Raises
    ------
    ValueError
        If the relation does not hold, or the game has no such value.
    BudgetExceeded
        If the certificate would be too large.

    Examples
    --------
    >>> certify(fs.Value("^") + fs.Value("^*")).claims
    ['L']
    >>> certify(fs.Value("^"), "||", fs.Value("*")).check()
    ['N']
    >>> certify("Domineering(2x2) + * >= -2").check(), certify("over", ">=", "^").check()
    (['>='], ['g >= h'])
    >>> certify(fs.Domineering("2x3"), prove="canonical").check()
    ['canonical form {2|{-1|0}}']
    >>> certify(fs.Nim(1, 2, 5), prove="misere").check()
    ['N under misère play']
    >>> certify("FoxAndGeese(F...|....|G.G.)").check()
    ['L']
    >>> certify("over > ^").check()
    ['g > h']
    >>> certify("E(600000000000000000059,400000000000000000040) + E(33,23)").check()
    ['N']
    """
    if prove not in get_args(Prove):
        raise ValueError(f"expected one of {', '.join(get_args(Prove))} to prove, got {prove!r}")
    if isinstance(game, str):
        from farstar.expressions import read_statement

        statement = read_statement(game)
        game = statement.left.game
        if statement.right is not None:
            if relation is not None:
                raise ValueError(f"expected one relation, got {statement.relation} and {relation}")
            relation, other = statement.relation, statement.right.game
    if isinstance(other, str):
        from farstar.expressions import read_statement

        statement = read_statement(other)
        if statement.right is not None:
            raise ValueError(f"expected a game to compare with, got the relation {other!r}")
        other = statement.left.game
    if relation is not None:
        relation = "==" if relation == "=" else relation
        if relation not in RELATIONS:
            raise ValueError(f"expected a relation >=, <=, ==, >, < or ||, got {relation!r}")
        if prove != "outcome":
            raise ValueError(f"expected a relation or a value to prove, got {relation} and {prove}")
    try:
        return _certified(game, relation, other, prove)
    except RelationFails as error:
        names = (clip(str(part), 60) for part in (game, relation, other))
        raise error.between(*names) from None


def _certified(game: Any, relation: str | None, other: Any, prove: Prove) -> Certificate:
    components = [*_components(game, 1), *_components(other, -1)]
    may_loop = [component for component, _ in components if _may_loop(component)]
    if may_loop and relation is not None:
        return relation_with_loops(_components(game, 1), relation, _components(other, 1))
    if may_loop and prove not in ("outcome", "misere"):
        raise LoopyError(f"expected a game without loops for this certificate, got {may_loop[0]!r}")
    if may_loop:
        return outcome_with_loops(components, misere=prove == "misere")
    if prove == "outcome" and is_long(components):
        try:
            return by_plays(components, relation)
        except BudgetExceeded:  # perhaps it is not as long as it might be
            pass
    games = Games()
    try:
        start = [games.component(component, sign) for component, sign in components]
    except BudgetExceeded:
        if prove == "outcome" and may_be_played(components):
            return by_plays(components, relation)
        raise
    if prove == "misere":
        return _misere(games, start)
    if is_large(games, start):
        try:
            return by_lemmas(components, relation, prove)
        except BudgetExceeded:  # perhaps a strategy for the whole sum is smaller
            pass
    return _by_values(games, start, relation, prove)


def _components(game: Any, sign: int) -> list[tuple[Component, int]]:
    return [(_component(term.component), sign * term.sign) for term in Sum(game).terms]


def _component(game: Position | Value) -> Component:
    """Return a component of a sum; a loopy value is described by its sides."""
    return game.state if isinstance(game, LoopyForm) else game


def _may_loop(game: Component) -> bool:
    return isinstance(game, Loopy) or (isinstance(game, Position) and game.ruleset.may_loop)


def _misere(games: Games, start: list[int]) -> Certificate:
    """Return a certificate of the misère outcome, found by solving all sums within reach."""
    state = state_of(start)
    solved = Solved(games.moves, state, misere=True)
    results = tuple(solved.winner(state, starter) for starter in checker.OTHER)
    claim = next(claim for claim, known in checker.RESULTS.items() if known == results)
    return proof(games, start, claim, solved, play="misere")


def _by_values(games: Games, start: list[int], relation: str | None, prove: Prove) -> Certificate:
    total = Values(games).total(state_of(start))
    if prove == "outcome":
        return proof(games, start, claimed(str(total.outcome), relation), Values(games))
    values: dict[str, Any] = {prove: value_claimed(games, total, prove)}
    start.append(games.component(total, -1))
    return proof(games, start, "P", Values(games), values=values)
