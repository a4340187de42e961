"""Tasks of the page Evaluate and of the API."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import Any

import farstar as fs
from farstar import reports
from farstar.errors import FarstarError, MissingExtraError, NotationError
from farstar.expressions import Expression, read
from farstar.figures import has_fraction_tree
from farstar.web import markup
from farstar.web._thermograph import can_draw, draw
from farstar.web.tasks import task
from farstar.web.tasks._boards import is_impartial, winning_boards
from farstar.web.tasks._proofs import proof, provable
from farstar.web.tasks._reading import check_length, read_game, read_typed, takes_rules
from farstar.web.tasks._sheet import (
    bounds_of,
    game_names,
    measures,
    misere_sheet,
    notation_html,
    options,
    spellings,
    value_data,
    who_wins,
)

Names = dict[str, str] | None

_LONGEST_NUMBER = 40
_LONGEST_TEXT = 2_000

_PICTURES = {
    "scaffolds": "How the thermograph is made",
    "stern brocot": "In the Stern-Brocot tree",
    "calkin wilf": "In the Calkin-Wilf tree",
}
"""The pictures that are drawn on demand, and their titles."""


@task
@takes_rules
def check(text: str, names: Names = None) -> dict[str, Any]:
    """Read what was typed without evaluating it.

    The expression as it was understood is ``normalised``; otherwise there are ``kind``, ``message``
    and ``column`` of the fault, and a picture of it, ``caret``. There are ``notes`` if something
    else may have been meant.

    Examples
    --------
    >>> check("3+-1")["normalised"]
    '3 + +-1'
    >>> print(check("{1|0|-1}")["caret"])
      {1|0|-1}
          ^
    """
    try:
        typed = read_typed(text, names)
    except (fs.NotationError, fs.IllegalPositionError) as error:
        return {**reports.error_report(error), "caret": reports.caret(error)}
    except FarstarError as error:
        return {**reports.error_report(error), "caret": ""}
    statement = typed.statement
    words = reports.shorten(statement.left.normalised, _LONGEST_TEXT)
    if statement.right is not None:
        right = reports.shorten(statement.right.normalised, _LONGEST_TEXT)
        words = f"{words} {statement.relation} {right}"
    notes = {"notes": list(statement.notes)} if statement.notes else {}
    return {"normalised": words if typed.name is None else f"{typed.name} := {words}", **notes}


@task
def report(text: str) -> Any:
    """Return what ``farstar eval --json`` prints."""
    return reports.plain(reports.facts_report(reports.find_facts(_read(text))))


@task
def moves(text: str, player: str = "both", misere: bool = False) -> Any:
    """Return what ``farstar moves --json`` prints."""
    return reports.plain(reports.find_plays(_read(text), player, misere=misere).as_json())


@task
def explain(text: str) -> Any:
    """Return what ``farstar explain --json`` prints."""
    check_length(text)
    return reports.plain(reports.explain_report(text))


def _read(text: str) -> Expression:
    """Read an expression as the command line does, without names and relations."""
    check_length(text)
    return read(text)


@task
@takes_rules
def answer(text: str, names: Names = None) -> dict[str, Any]:
    """Return everything that the page shows about what was typed.

    That is a `card` in ``card``, with the name that it is given in ``name``, or what `compare`
    returns for a relation.

    Examples
    --------
    >>> answer("G := *2")["name"], answer("G > 0", {"G": "^"})["holds"]
    ('G', True)
    """
    typed = read_typed(text, names)
    if typed.statement.relation is not None:
        return compare(text, "", names)
    return {"card": card(text, names), "name": typed.name}


@task
@takes_rules
def card(text: str, names: Names = None) -> dict[str, Any]:
    """Return everything that the page shows about an expression.

    Examples
    --------
    >>> answer = card("*2")
    >>> answer["unicode"], answer["outcome"], answer["options"]["left"][0]["text"]
    ('∗2', 'the first player wins', '0')
    """
    expression = read_game(text, names)
    facts = reports.find_facts(expression)
    return {
        "letter": None if facts.outcome is None else str(facts.outcome),
        "expression": facts.expression,
        **spellings(facts.value),
        **_loopy(facts),
        "omitted": facts.omitted.get("value", ""),
        "outcome": who_wins(facts),
        "measures": measures(facts),
        "options": options(facts),
        "thermograph": _thermograph(facts.thermograph, facts.expression),
        "pictures": _pictures(facts),
        "boards": winning_boards(facts.game),
        "impartial": is_impartial(facts.game),
        "provable": provable(facts),
        "why": markup.explanation(reports.explanation(expression, facts=facts).to_dict()),
    }


def _pictures(facts: reports.Facts) -> list[dict[str, str]]:
    """Return which pictures `picture` can draw."""
    kinds = ["scaffolds"] if facts.thermograph is not None else []
    if has_fraction_tree(facts.game):
        kinds += ["stern brocot", "calkin wilf"]
    return [{"kind": kind, "title": _PICTURES[kind]} for kind in kinds]


def _loopy(facts: reports.Facts) -> dict[str, str]:
    """Return the value of a loopy game as text; there is no formula for it."""
    if facts.value is not None or facts.text is None:
        return {}
    game: Any = facts.game
    value = game if isinstance(game, fs.Loopy) else game.loopy_value
    return {"ascii": facts.text, "unicode": value.unicode(), "latex": value.latex()}


def _thermograph(graph: fs.Thermograph | None, name: str) -> str | None:
    if graph is None or not can_draw(graph):
        return None
    return draw(graph, reports.shorten(name))


@task
@takes_rules
def compare(text: str, other: str = "", names: Names = None) -> dict[str, Any]:
    """Compare two games: their order, their difference, and both thermographs.

    The second game is in `text` itself, as a relation, or else in `other`.

    Examples
    --------
    >>> comparison = compare("{1|0}", "1/2")
    >>> comparison["relation"], comparison["sides"][0]["unicode"], comparison["holds"]
    ('||', '{1|0}', None)
    """
    statement = read_typed(text, names).statement
    right = read_game(other, names) if statement.right is None else statement.right
    comparison = reports.compare(statement.left, right, reports.Clock(), statement.relation)
    sides = [_side(side.game, side.normalised) for side in (statement.left, right)]
    difference = None
    with suppress(FarstarError):
        difference = card(f"({statement.left.normalised}) - ({right.normalised})")
    return {
        "relation": str(comparison.relation),
        "asked": comparison.asked,
        "holds": comparison.holds,
        "reason": comparison.reason,
        "sides": sides,
        "difference": None
        if difference is None
        else {key: difference[key] for key in ("ascii", "unicode", "mathml", "outcome")},
    }


def _side(game: Any, name: str) -> dict[str, Any]:
    """Return one of two games that are compared, with its thermograph if that is found."""
    value = None
    with suppress(FarstarError), fs.engine.budget(seconds=reports.PATIENCE):
        value = game if isinstance(game, fs.Value) else getattr(game, "value", None)
    graph = None
    if isinstance(value, fs.Value):
        with suppress(FarstarError), fs.engine.budget(seconds=reports.PATIENCE):
            graph = value.thermograph()
    return {
        "expression": reports.shorten(name, _LONGEST_TEXT),
        **spellings(value if isinstance(value, fs.Value) else None),
        "thermograph": _thermograph(graph, name),
    }


@task
@takes_rules
def cool(text: str, temperature: str, names: Names = None) -> dict[str, Any]:
    """Return a game cooled by a temperature.

    Examples
    --------
    >>> cool("{3||2|1}", "1/2")["words"]
    '{5/2|2∗}'
    """
    if len(temperature) > _LONGEST_NUMBER:
        raise NotationError(f"expected a temperature, got {temperature[:_LONGEST_NUMBER]!r}")
    try:
        t = Fraction(temperature)
    except (ValueError, ZeroDivisionError):
        raise NotationError(f"expected a temperature such as 1/2, got {temperature!r}") from None
    game = read_game(text, names).game
    value = game if isinstance(game, fs.Value) else game.value
    return {"temperature": str(t), **value_data(value.cool(t))}


@task
@takes_rules
def bounds(text: str, names: Names = None) -> dict[str, Any]:
    """Return what can be said about a sum whose value takes too long.

    Examples
    --------
    >>> partial = bounds("+-1 + +-4 + {9|7}")
    >>> partial["outcome"], partial["rows"][0]["label"]
    ('Left wins, whoever starts', 'Mean')
    """
    return bounds_of(read_game(text, names))


@task
@takes_rules
def picture(text: str, kind: str, names: Names = None) -> dict[str, str]:
    """Return a picture: the construction of the thermograph, or a tree of fractions."""
    from farstar.formulas import to_html
    from farstar.web.pictures import themed

    if kind not in _PICTURES:
        raise NotationError(f"expected one of {', '.join(_PICTURES)}, got {kind!r}")
    game = read_game(text, names).game
    if kind == "scaffolds" and not isinstance(game, fs.Value):
        game = game.value
    try:
        figure = fs.plot(game, kind=kind)
    except MissingExtraError as error:
        raise NotationError(str(error)) from None
    return {"svg": themed(figure.svg()), "caption": to_html(figure.caption)}


@task
@takes_rules
def certificate(
    text: str, other: str = "", prove: str = "outcome", names: Names = None
) -> dict[str, Any]:
    """Return a proof of who wins, of a value, or of how two games compare.

    What to `prove` of a single game is ``outcome``, ``canonical`` or more (see `fs.certify`). Of
    two games, in a relation or in `other`, it is how they compare.

    Examples
    --------
    >>> certificate("*2", prove="grundy")["proved"], certificate("^ >= *")["proved"]
    ('the Grundy value', '^ || *')
    """
    statement = read_typed(text, names).statement
    right = read_game(other, names) if other and statement.right is None else statement.right
    if right is None:
        return proof(statement.left.game, prove)
    relation = reports.compare(statement.left, right, reports.Clock()).relation
    return proof(statement.left.game, prove, str(relation), right.game)


@task
@takes_rules
def misere(text: str, names: Names = None) -> dict[str, Any]:
    """Return what is known of an impartial game in misère play.

    Examples
    --------
    >>> misere("Nim(1,1)")["outcome"], misere("Nim(1,1)")["moves"]
    ('the first player wins', ['(1,1) -> (1)'])
    """
    return misere_sheet(read_game(text, names).game)


@task
def notation() -> dict[str, Any]:
    """Return the notation as HTML, and the names of games for completion.

    Examples
    --------
    >>> "E" in [game["name"] for game in notation()["games"]]
    True
    """
    return {"html": notation_html(), "games": game_names()}
