"""Tasks of the page Play.

A game is plain data here: its expression, who began, whether it is misère play, and the moves so
far, each as its place among the legal moves. The workers keep no state.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import groupby
from typing import Any, cast

import farstar as fs
from farstar import reports
from farstar.errors import BudgetExceeded, NotationError, ValueOverflowError
from farstar.expressions import read
from farstar.formulas import MarkedText, source_of
from farstar.rules import diagrams
from farstar.sums import SumMove
from farstar.sums.matches import REPETITIONS, Match, wins
from farstar.sums.players import PLAYERS, PerfectPlayer, RandomPlayer, ThermalPlayer
from farstar.web.settings import LONGEST_EXPRESSION
from farstar.web.tasks import _puzzles, task

MOST_LISTED = 150
"""Moves that are listed by name."""

_MOST_CLICKED = 4_000
"""Moves that can be made by clicking."""

_MOST_PLAYED = 2_000
"""Moves of a game."""

_MOST_BOARDS = 12
_LONGEST_MOVE = 160
_LONGEST_TRANSCRIPT = 1_000_000
_REMEMBERED = 64

_THINKING, _GUESSING = 6.0, 2.0
"""Seconds for a move of the opponent, and then for a guess."""

_REVIEWING = 5.0

_Line = tuple[fs.Move, ...]
_lines: dict[tuple[str, str, tuple[int, ...]], _Line] = {}
"""The moves of some games, so that a long game is not replayed for each move."""


@task
def view(expression: str, first: str, misere: bool, moves: list[int]) -> dict[str, Any]:
    """Return a position as the page shows it.

    Examples
    --------
    >>> page = view("Euclid(9,2)", "left", False, [2])
    >>> page["text"], page["to_move"], page["record"][0]["text"], page["count"]
    ('Euclid(3,2)', 'right', '(9,2) -> (3,2)', 1)
    >>> page["boards"][0]["diagram"]["kind"], page["boards"][0]["paths"]
    ('rectangle', [(0, ('1',))])
    """
    start, line = _line(expression, first, moves)
    game = line[-1].after if line else start
    player = _to_move(first, line)
    legal = game.moves(player)
    winner = None if legal else (player if misere else -player)
    return {
        "expression": reports.shorten(read(expression).normalised, LONGEST_EXPRESSION),
        "text": reports.shorten(str(game), _LONGEST_MOVE),
        "to_move": _name(player),
        "winner": _result(winner, start, line),
        "count": len(legal),
        "moves": [_told(move) for move in legal[:MOST_LISTED]],
        "groups": list(_groups(legal[:MOST_LISTED])),
        "boards": list(_boards(game, legal[:_MOST_CLICKED], start, line)),
        "record": [{"player": _name(move.player), "text": _told(move)} for move in line],
    }


@task
def reply(
    expression: str, first: str, misere: bool, moves: list[int], opponent: str, seed: int
) -> dict[str, Any]:
    """Return the opponent's move, and whether it had to guess.

    Examples
    --------
    >>> reply("Euclid(9,2)", "left", False, [], "perfect", 1)
    {'move': 2, 'guessed': False}
    """
    start, line = _line(expression, first, moves)
    game = line[-1].after if line else start
    player = _to_move(first, line)
    kind = PLAYERS[opponent]
    if misere and not kind.plays_misere:
        raise NotationError("expected a perfect or a random opponent for misère play, got thermal")
    guessed = False
    try:
        with fs.engine.budget(seconds=_THINKING):
            move = kind(seed + len(line)).choose(game, player, misere=misere)
    except (BudgetExceeded, ValueOverflowError):
        guessed = True
        move = _guess(game, player, misere, seed + len(line))
    return {"move": game.moves(player).index(move), "guessed": guessed}


def _guess(game: Any, player: fs.Player, misere: bool, seed: int) -> fs.Move:
    """Return a move that is found quickly: in the hottest component, or anywhere."""
    if not misere:
        with (
            suppress(BudgetExceeded, ValueOverflowError),
            fs.engine.budget(seconds=_GUESSING),
        ):
            return ThermalPlayer(seed).choose(game, player)
    return RandomPlayer(seed).choose(game, player, misere=misere)


@task
def verdicts(expression: str, first: str, misere: bool, moves: list[int]) -> list[int]:
    """Return the places of the winning moves.

    Examples
    --------
    >>> verdicts("Euclid(9,2)", "left", False, [])
    [2]
    """
    start, line = _line(expression, first, moves)
    game = line[-1].after if line else start
    player = _to_move(first, line)
    winning = set(game.winning_moves(player, misere=misere))
    return [place for place, move in enumerate(game.moves(player)) if move in winning]


@task
def hint(expression: str, first: str, misere: bool, moves: list[int], seed: int) -> dict[str, Any]:
    """Return a good move, and whether it wins.

    Examples
    --------
    >>> hint("Euclid(9,2)", "left", False, [], 1)
    {'move': 2, 'text': '(9,2) -> (3,2)', 'wins': True, 'count': 4}
    """
    start, line = _line(expression, first, moves)
    game = line[-1].after if line else start
    player = _to_move(first, line)
    good = wins(game, player, misere=misere)
    move = PerfectPlayer(seed).choose(game, player, misere=misere)
    legal = game.moves(player)
    return {
        "move": legal.index(move),
        "text": _told(move),
        "wins": good,
        **({"draws": True} if not misere and _draws(game, player) else {}),
        "count": len(legal),
    }


def _result(winner: fs.Player | None, start: Any, line: _Line) -> str | None:
    """Return who has won, ``draw`` after the third repetition, or None while the game goes on."""
    if winner is not None:
        return _name(winner)
    if not isinstance(start, fs.Position) or not start.ruleset.may_loop:
        return None
    positions = [start, *(move.after for move in line)]
    return "draw" if positions[len(line) % 2 :: 2].count(positions[-1]) >= REPETITIONS else None


def _draws(game: Any, player: fs.Player) -> bool:
    """Tell whether `player`, moving first, can force a draw, but no more."""
    return bool(game.outcome.result(player, first=True) == "draw")


@task
def why(expression: str, first: str, misere: bool, moves: list[int]) -> dict[str, Any]:
    """Explain in steps why the current position is won or lost.

    Examples
    --------
    >>> why("Euclid(9,2)", "left", False, [2])["title"]
    'Euclid(3,2): the player who moved last wins'
    """
    start, line = _line(expression, first, moves)
    game = line[-1].after if line else start
    if not misere:
        return cast("dict[str, Any]", reports.plain(game.explain().to_dict()))
    player = _to_move(first, line)
    outcome = game.misere_outcome
    count = len(game.winning_moves(player, misere=True))
    total = len(game.moves(player))
    text = f"{reports.WHO_WINS[outcome]} ({outcome})"
    told = f"{count:,} of {total:,} moves of {_name(player).title()} win"
    return {
        "title": f"{reports.shorten(str(game))} under misère play",
        "steps": [
            {"title": "Outcome", "text": text, "items": []},
            {"title": f"{_name(player).title()} to move", "text": told, "items": []},
        ],
    }


@task
def review(expression: str, first: str, misere: bool, moves: list[int]) -> dict[str, Any]:
    """Return the places of the moves that gave away a win, and whether these are all.

    Examples
    --------
    >>> review("Euclid(9,2)", "left", False, [0])
    {'mistakes': [0], 'is_complete': True}
    """
    _, line = _line(expression, first, moves)
    mistakes: list[int] = []
    try:
        with fs.engine.budget(seconds=_REVIEWING):
            for place, move in enumerate(line):
                lost = wins(move.after, -move.player, misere=misere)
                if lost and wins(move.before, move.player, misere=misere):
                    mistakes.append(place)
    except (BudgetExceeded, ValueOverflowError):
        return {"mistakes": mistakes, "is_complete": False}
    return {"mistakes": mistakes, "is_complete": True}


@task
def save(
    expression: str,
    first: str,
    misere: bool,
    moves: list[int],
    you: str,
    opponent: str,
    seed: int,
) -> str:
    """Return the transcript of a game, as ``farstar play --save`` writes it."""
    start, line = _line(expression, first, moves)
    match = Match(start, reports.SIDES[first], misere=misere)
    for move in line:
        match.play(move)
    normalised = read(expression).normalised
    transcript = reports.Transcript(normalised, you, opponent, seed, match)
    return json.dumps(transcript.to_dict(), indent=1) + "\n"


@task
def load(text: str) -> dict[str, Any]:
    """Return the game in a transcript; every move is checked.

    Examples
    --------
    >>> text = save("Euclid(9,2)", "left", False, [2, 0], "left", "perfect", 1)
    >>> load(text)["moves"], load(text)["opponent"]
    ([2, 0], 'perfect')
    """
    if len(text) > _LONGEST_TRANSCRIPT:
        raise NotationError(
            f"expected a transcript of at most {_LONGEST_TRANSCRIPT} characters, got {len(text)}"
        )
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise NotationError("expected a game saved by farstar, got no JSON") from None
    try:
        if isinstance(data, dict):
            moves = data.get("moves")
            _check_size(str(data.get("expression")), moves if isinstance(moves, list) else ())
        transcript = reports.Transcript.from_dict(data)
    except (fs.NotationError, fs.IllegalPositionError) as error:
        raise NotationError(f"expected a game saved by farstar: {error}") from None
    again = Match(transcript.match.start, transcript.match.first, misere=transcript.match.misere)
    places = []
    for move in transcript.match.moves:
        places.append(again.legal_moves.index(move))
        again.play(move)
    names = ("expression", "you", "first", "opponent", "misere", "seed")
    return {**{name: data[name] for name in names}, "moves": places}


@task
def puzzle(day: str) -> str:
    """Return the puzzle of a day, as an expression."""
    return _puzzles.puzzle(day)


def _line(expression: str, first: str, moves: list[int]) -> tuple[Any, _Line]:
    """Return the first position of a game, and its moves."""
    _check_size(expression, moves)
    start = reports.unfolded(read(expression))
    wanted = tuple(moves)
    count = next(
        (n for n in range(len(wanted), 0, -1) if (expression, first, wanted[:n]) in _lines), 0
    )
    line = list(_lines.get((expression, first, wanted[:count]), ()))
    for place in wanted[count:]:
        game = line[-1].after if line else start
        legal = game.moves(_to_move(first, line))
        if not 0 <= place < len(legal):
            raise NotationError(f"expected a move from 1 to {len(legal)}, got {place + 1}")
        line.append(legal[place])
    while len(_lines) >= _REMEMBERED:
        del _lines[next(iter(_lines))]
    _lines[expression, first, wanted] = tuple(line)
    return start, tuple(line)


def _check_size(expression: str, moves: Any) -> None:
    if len(expression) > LONGEST_EXPRESSION:
        raise NotationError(
            f"expected an expression of at most {LONGEST_EXPRESSION} characters, "
            f"got {len(expression)}"
        )
    if len(moves) > _MOST_PLAYED:
        raise NotationError(f"expected at most {_MOST_PLAYED} moves, got {len(moves)}")


def _to_move(first: str, line: Any) -> fs.Player:
    player = reports.SIDES[first]
    return player if len(line) % 2 == 0 else -player


def _name(player: fs.Player) -> str:
    return player.name.lower()


def _told(move: fs.Move) -> str:
    """Return the text of a move: what it does matters more than where."""
    if isinstance(move, SumMove) and len(move.text) > _LONGEST_MOVE:
        told = MarkedText(f"in part {move.component + 1}: {source_of(move.move.text)}")
        return reports.shorten(told, _LONGEST_MOVE)
    return reports.shorten(move.text, _LONGEST_MOVE)


def _groups(legal: _Line) -> Iterator[tuple[str, int]]:
    """Yield the common start of the texts of the moves in each component, and their number."""
    for _, group in groupby(legal, key=lambda move: getattr(move, "component", 0)):
        moves = list(group)
        inner = getattr(moves[0], "move", moves[0])
        told = source_of(_told(moves[0]))
        short = source_of(reports.shorten(inner.text, _LONGEST_MOVE))
        start = told.removesuffix(short) if told.endswith(short) else ""
        yield MarkedText(start), len(moves)


def _boards(game: Any, legal: _Line, start: Any, line: _Line) -> Iterator[dict[str, Any]]:
    """Yield the components that are left, with the moves in them."""
    terms = [(term.sign, term.component) for term in game.terms] if _is_sum(game) else [(1, game)]
    played = _played(start, line)
    count = 0
    for place, (sign, component) in enumerate(terms):
        if len(terms) > 1 and _is_finished(component):
            continue
        if count == _MOST_BOARDS:
            return
        count += 1
        steps = [(n, _inner(move)) for n, move in enumerate(legal) if _place(move) == place]
        is_last = bool(played[place]) and _inner(line[-1]) is played[place][-1]
        yield _board(component, sign, steps, played[place], is_last=is_last)


def _is_sum(game: Any) -> bool:
    return isinstance(game, fs.Sum)


def _place(move: fs.Move) -> int:
    """Return the number of the component in which a move is made."""
    return move.component if isinstance(move, SumMove) else 0


def _inner(move: fs.Move) -> fs.Move:
    """Return a move as one of its component."""
    return move.move if isinstance(move, SumMove) else move


def _played(start: Any, line: _Line) -> list[list[fs.Move]]:
    """Return the moves so far in each component that is left."""
    played: list[list[fs.Move]] = [[] for _ in (start.terms if _is_sum(start) else [start])]
    for move in line:
        played[_place(move)].append(_inner(move))
        if _is_sum(move.after) and len(move.after.terms) < len(played):
            # A value of zero is not a component any more.
            del played[_place(move)]
    return played


def _board(
    component: Any,
    sign: int,
    steps: list[tuple[int, fs.Move]],
    played: list[fs.Move],
    *,
    is_last: bool,
) -> dict[str, Any]:
    """Return the drawing of a component, and which clicks mean which move."""
    position = reports.as_position(component)
    diagram = position.diagram()
    text = _text(component)
    board: dict[str, Any] = {
        "head": f"{'−' if sign < 0 else ''}{reports.shorten(text, _LONGEST_MOVE)}",
        "changed": sign < 0 and not _is_impartial(component),
        "diagram": None if diagram is None else diagrams.to_data(diagram),
        "paths": [] if diagram is None else _paths(position, diagram, steps),
        "laid": [],
        "last": [],
        "edit": None,
    }
    if isinstance(diagram, diagrams.Grid):
        # Where the notation is the board, whoever changes the board changes the position.
        name = position.ruleset.name
        if sign > 0 and text == f"{name}({'|'.join(diagram.rows)})":
            board["edit"] = name
        if diagram.lays_dominoes:
            board["laid"] = [(_name(move.player), move.path) for move in played]
    if is_last and diagram is not None and diagram.keeps_places:
        board["last"] = played[-1].path
    return board


def _text(component: Any) -> str:
    """Return the text of a component, shortened if it is too long."""
    try:
        return str(component)
    except BudgetExceeded:
        return repr(component)


def _is_impartial(component: Any) -> bool:
    return bool(component.is_nimber if isinstance(component, fs.Value) else component.is_impartial)


def _paths(
    position: fs.Position, diagram: diagrams.Diagram, steps: list[tuple[int, fs.Move]]
) -> list[tuple[int, tuple[str, ...]]]:
    """Return the numbers of moves with the places to click for each, perhaps in several ways."""
    numbers = {_state(move.after): number for number, move in reversed(steps)}
    # What lies between two ends can be shown from either end.
    any_order = isinstance(diagram, diagrams.Rows) or getattr(diagram, "lays_dominoes", False)
    paths: dict[tuple[str, ...], int] = {}
    for _, move in steps[:1]:
        for step in position.ruleset.moves_with_paths(position.state, move.player):
            if isinstance(step, fs.Step) and step.path and _state(step.after) in numbers:
                path = tuple(",".join(map(str, place)) for place in step.path)
                for way in (path, path[::-1]) if any_order else (path,):
                    paths.setdefault(way, numbers[_state(step.after)])
    return [(number, path) for path, number in paths.items()]


def _state(after: Any) -> Any:
    return after.state if isinstance(after, fs.Position) else after


def _is_finished(component: Any) -> bool:
    if isinstance(component, fs.Value):
        return bool(component.is_zero)
    try:
        return not component.moves(fs.Left) and not component.moves(fs.Right)
    except BudgetExceeded:
        return False
