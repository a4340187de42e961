"""Tasks of the page Evaluate and of the API."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from html import escape
from typing import Any

import farstar as fs
from farstar import reports
from farstar.errors import FarstarError, MissingExtraError, NotationError
from farstar.expressions import Expression, read, read_statement
from farstar.expressions import known as known_games
from farstar.figures import kinds, stand_alone_svg, tikz
from farstar.formulas import MarkedText, to_html
from farstar.web.tasks import Progress, task
from farstar.web.tasks._reading import check_length, read_game, read_typed, takes_rules
from farstar.web.tasks.boards import LONGEST_TEXT, scene_of, short_name, svg, winning_boards
from farstar.web.tasks.proofs import is_too_large, proof, provable
from farstar.web.thermograph import can_draw, draw

Names = dict[str, str] | None

_LONGEST_HEADING = 40
_LONGEST_NUMBER = 40
_LONGEST_TEXT = 2_000
_MOST_CELLS = 9
_MOST_OPTIONS = 100
_MOST_PATIENCE = 600.0

_PICTURES = {
    "scaffolds": "How the thermograph is made",
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
def report(text: str, misere: bool = False, patience: float | None = None) -> Any:
    """Return what ``farstar eval --json`` prints.

    Examples
    --------
    >>> report("^ > 0")["holds"], report("*", misere=True)["outcome"]
    (True, 'P')
    """
    check_length(text)
    statement = read_statement(text)
    left, right, clock = statement.left, statement.right, _clock(patience)
    if right is None:
        return reports.plain(reports.eval_report(left, clock, misere=misere))
    if misere:
        raise NotationError(f"expected one game under misère play, got the relation {text!r}")
    return reports.compare(left, right, clock, statement.relation).as_json()


@task
def moves(text: str, player: str = "both", misere: bool = False) -> Any:
    """Return what ``farstar moves --json`` prints."""
    return reports.plain(reports.find_plays(_read(text), player, misere=misere).as_json())


@task
def explain(text: str) -> Any:
    """Return what ``farstar explain --json`` prints."""
    return reports.plain(reports.explain_report(_read(text)))


def _read(text: str) -> Expression:
    """Read an expression as the command line does, without names and relations."""
    check_length(text)
    return read(text)


def _clock(patience: float | None) -> reports.Clock:
    return reports.Clock(patience=patience and min(max(patience, 0.0), _MOST_PATIENCE))


@task
@takes_rules
def answer(text: str, names: Names = None, patience: float | None = None) -> dict[str, Any]:
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
    return {"card": card(text, names, patience=patience), "name": typed.name}


@task
@takes_rules
def card(text: str, names: Names = None, patience: float | None = None) -> dict[str, Any]:
    """Return everything that the page shows about an expression.

    The `patience` is how many seconds the facts may take, and the reasons as long again.

    Examples
    --------
    >>> answer = card("*2")
    >>> answer["unicode"], answer["outcome"], answer["options"]["left"][0]["text"]
    ('∗2', 'the first player wins', '0')
    """
    known = reports.report(read_game(text, names), _clock(patience))
    why = reports.explanation(known)  # which notes on the report if it lacks time
    return {
        **_sheet(known),
        **_spellings(known.value if known.text is not None else None),
        "options": _options(known),
        "thermograph": _thermograph(known.thermograph, known.expression),
        "pictures": _pictures(known),
        "boards": winning_boards(known),
        "has_misere": _is_playable(known.game),
        "provable": provable(known),
        "name": _name(known),
        "why": why.steps_html(),
    }


@task
@takes_rules
def misere(text: str, names: Names = None, patience: float | None = None) -> dict[str, Any]:
    """Return what is known of a game under misère play.

    Examples
    --------
    >>> sheet = misere("Nim(1,1)")
    >>> sheet["outcome"], {row["label"]: row["text"] for row in sheet["rows"]}["Left first"]
    ('the first player wins', 'wins by (1,1) -> (1)')
    """
    return _sheet(reports.report(read_game(text, names), _clock(patience), misere=True))


def _name(known: reports.Report) -> str:
    """Return what the game is called in a heading; a large board is called by its size."""
    if len(known.expression) > _LONGEST_HEADING and isinstance(known.game, fs.Position | fs.Sum):
        return short_name(known.game)
    return reports.shorten(known.expression, LONGEST_TEXT)


@task
@takes_rules
def can_prove(text: str, names: Names = None) -> bool:
    """Return whether a certificate about a game may be small enough.

    Examples
    --------
    >>> can_prove("Nim(3,5,7)"), can_prove("Clobber(3x4)")
    (True, False)
    """
    game: Any = read_game(text, names).game
    return not is_too_large(game)


def _is_playable(game: object) -> bool:
    """Return whether a game has moves; a loopy value that is not a stopper has none."""
    return game is not None and (not isinstance(game, fs.Loopy) or game.is_stopper)


def _sheet(known: reports.Report) -> dict[str, Any]:
    """Return the heading and the rows of a report."""
    return {
        "expression": known.expression,
        "letter": None if known.outcome is None else str(known.outcome),
        "outcome": known.heading,
        "lacks_time": known.lacks_time,
        "rows": [
            {
                "name": row.name,
                "group": row.group,
                "status": row.status,
                "label": _label(row.label),
                "text": text,
                "html": html,
                "meaning": row.meaning,
                "term": row.term,
            }
            for row, (text, html) in known.write(lambda row: (str(row.text()), row.html()))
        ],
    }


def _label(text: str) -> str:
    text = text.replace("misere", "misère")
    return text[0].upper() + text[1:]


def _options(known: reports.Report) -> dict[str, Any]:
    """Return the canonical options of each player, and which of them win."""
    sides = {"left": known.canonical_options(fs.Left), "right": known.canonical_options(fs.Right)}
    if None in sides.values():
        return dict.fromkeys(sides)
    return {
        side: [{**_value_data(g), "wins": wins} for g, wins in options[:_MOST_OPTIONS]]
        for side, options in sides.items()
        if options is not None
    }


def _spellings(value: Any) -> dict[str, str | None]:
    """Return a value in each notation, None if it is too long."""
    spelt: dict[str, str | None] = dict.fromkeys(("ascii", "unicode", "latex", "mathml"))
    if value is not None:
        with suppress(fs.BudgetExceeded):
            spelt["ascii"], spelt["unicode"] = str(value), value.unicode()
            spelt["latex"] = value.latex()
            spelt["mathml"] = reports.formula(value) if isinstance(value, fs.Value) else None
    return spelt


def _value_data(value: fs.Value) -> dict[str, str | None]:
    """Return a value as a formula, and as text that can be read back."""
    return {
        "text": reports.spell(value),
        "mathml": reports.formula(value),
        "words": reports.mention(value, unicode=True, longest=200),
    }


def _pictures(known: reports.Report) -> list[dict[str, str]]:
    """Return which pictures `picture` can draw."""
    pictures = dict(_PICTURES) if known.thermograph is not None else {}
    if isinstance(known.game, fs.Position):
        pictures |= known.game.ruleset.further_pictures(known.game.state)
    return [{"kind": kind, "title": title} for kind, title in pictures.items()]


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
        known = reports.report(f"({statement.left.normalised}) - ({right.normalised})")
        difference = {**_spellings(known.value), "outcome": known.heading}
    return {
        "relation": str(comparison.relation),
        "asked": comparison.asked,
        "holds": comparison.holds,
        "reason": comparison.reason,
        "sides": sides,
        "difference": difference,
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
        **_spellings(value if isinstance(value, fs.Value) else None),
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
    return {"temperature": str(t), **_value_data(value.cool(t))}


@task
@takes_rules
def picture(text: str, kind: str, names: Names = None) -> dict[str, str]:
    """Return a picture: the construction of the thermograph, or a tree of fractions."""
    from farstar.web.pictures import themed

    if kind not in kinds():
        raise NotationError(f"expected one of {', '.join(kinds())}, got {kind!r}")
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
def board_file(text: str, form: str, names: Names = None) -> str:
    r"""Return the board of a position as a file: ``svg`` or ``tikz``.

    Examples
    --------
    >>> board_file("Nim(1,2)", "tikz").splitlines()[0]
    '% needs \\usepackage{tikz}'
    """
    game = read_game(text, names).game
    scene = scene_of(game.diagram()) if isinstance(game, fs.Position) else None
    if scene is None or form not in ("svg", "tikz"):
        raise NotationError(f"expected a board as svg or tikz, got {form[:20]!r} of {text[:60]!r}")
    return stand_alone_svg(scene) if form == "svg" else tikz(game, kind="board")


@task
def same_value(text: str, progress: Progress, cells: int = 6) -> list[dict[str, Any]]:
    """Return the smallest position of each game on a board that has a value, up to a size.

    Examples
    --------
    >>> same_value("+-1", lambda *_: None, 4)[0]["position"]
    'Domineering(..|..)'
    """
    from farstar.errors import SurveyError
    from farstar.surveys import Atlas

    if not 1 <= cells <= _MOST_CELLS:
        raise NotationError(f"expected from 1 to {_MOST_CELLS} cells, got {cells}")
    value = read_game(text).game
    if not isinstance(value, fs.Value):
        raise NotationError(f"expected a value, got {text[:60]!r}")
    condition = f"value = {value}"
    rows: list[dict[str, Any]] = []
    names = list(fs.games.GAMES)
    for done, name in enumerate(names):
        progress(done, len(names), f"{name}, {len(rows)} found")
        try:
            row = Atlas.build(name, cells, until=condition).look(condition)
        except SurveyError:
            continue  # not on a board, or with loops
        if row is not None:
            game = fs.parse(f"{name}({row.position})")
            scene = scene_of(game.diagram()) if isinstance(game, fs.Position) else None
            picture_ = None if scene is None else svg(scene)
            rows.append({"position": f"{name}({row.position})", "svg": picture_, "game": name})
    return rows


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
    >>> certificate("*2", prove="grundy")["proved"], certificate("^ >= *")["asked"]
    ('Grundy value 2', '^ || *')
    """
    statement = read_typed(text, names).statement
    right = read_game(other, names) if other and statement.right is None else statement.right
    if right is None:
        return proof(statement.left.game, prove)
    relation = reports.compare(statement.left, right, reports.Clock()).relation
    return proof(statement.left.game, prove, str(relation), right.game)


# What can be typed.

NOTATION = (
    ("5, -3, 3/4", "Numbers; fractions have a power of two below the line."),
    ("*, *2", "Nimbers: a heap of so many counters."),
    ("^, v, ^^*, ^3", "Up, down and their multiples, with a star or a nimber."),
    ("{3||2|1}", "Left options, bar, Right options; more bars separate more weakly."),
    ("+-1, +-{2|1}", "Switches: a game and its negative as the options."),
    ("Tiny(2), Miny(2)", "Tiny and miny games."),
    ("E(11,8)", "A position: the name of a game, and its numbers or its board."),
    ("E(11,8) + {3||2|1} - *2", "Sums and differences of all of these; 3*(G) for multiples."),
    ("G := {2|-1}", "Gives a game a name, for later expressions."),
    ("G >= H", "Compares two games: < <= > >= == != || <| |>"),
    ("on, off, over, a{0|a}", "Loopy games."),
)
"""What to write, and what it means."""


@task
def notation() -> dict[str, Any]:
    """Return the notation as HTML, and the names of games for completion.

    Examples
    --------
    >>> "E" in [game["name"] for game in notation()["games"]]
    True
    """
    return {"html": _notation_html(), "games": _game_names()}


def _notation_html() -> str:
    """Return the notation as an HTML table."""
    rows = "".join(
        f"<tr><th scope=row><code>{escape(text)}</code></th><td>{escape(meaning)}</td></tr>"
        for text, meaning in NOTATION
    )
    return f'<table class="plain notation"><tbody>{rows}</tbody></table>'


def _game_names() -> list[dict[str, Any]]:
    """Return the games that can be typed: name, title, form, and an example."""
    return [
        {
            "name": name,
            "title": game.rules.title,
            "form": game.rules.form,
            "rules": to_html(MarkedText(game.rules.how_to_play)),
            "example": next(iter(game.rules.starts), ""),
        }
        for game in known_games()
        # The first alias is the short name, such as E, that people type.
        for name in (game.name, *game.aliases)
    ]
