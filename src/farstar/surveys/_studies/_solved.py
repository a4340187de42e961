"""The data set of solved boards: who wins, or the nimber, and what else found the same."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from farstar import __version__, engine
from farstar._outcome import Outcome, Player
from farstar.certificates import certify
from farstar.engine import rulesets
from farstar.errors import BudgetExceeded, SurveyError
from farstar.games import load
from farstar.impartial.grundy import mex
from farstar.rules import Position, impartial
from farstar.surveys._manifest import Chunk, block_chunks, even_blocks, number_of_chunks
from farstar.surveys._study import Study, read_number, schema
from farstar.surveys._work import Rows

if TYPE_CHECKING:
    from farstar.surveys._survey import Survey

_NODES = 1_000_000
_WITNESS_NODES = 300_000
_NODES_A_POSITION = 10
"""What a position of the plain recursion counts as."""

_SECONDS_A_BOARD = 1.0


@dataclass(frozen=True)
class _BoardGame:
    """A game of the data set: which of its boards are asked for, and how."""

    name: str
    is_turned: bool = False
    """Whether a board and the same board on its side are different questions."""
    is_impartial: bool = False
    """Whether the nimber is asked for."""
    base: str | None = None
    """The game whose impartial variant this is."""

    def position(self, rows: int, columns: int) -> Position:
        # The class of a board game reads sizes.
        kind: Any = load(self.base or self.name)
        start: Position = kind(f"{rows}x{columns}")
        return impartial(type(start))(start.state) if self.base else start


GAMES = {
    game.name: game
    for game in (
        _BoardGame("Domineering", is_turned=True),
        _BoardGame("Cram", is_impartial=True),
        _BoardGame("Clobber"),
        _BoardGame("impartial-Clobber", is_impartial=True, base="Clobber"),
        _BoardGame("NoGo"),
        _BoardGame("impartial-NoGo", is_impartial=True, base="NoGo"),
        _BoardGame("Konane", is_turned=True),
        _BoardGame("Col"),
        _BoardGame("Snort"),
    )
}


def boards(games: Sequence[str], cells: int) -> list[tuple[str, int, int]]:
    """Return game, rows and columns of the boards of up to so many cells, small ones first.

    Examples
    --------
    >>> boards(["Cram"], 4)
    [('Cram', 1, 1), ('Cram', 1, 2), ('Cram', 1, 3), ('Cram', 1, 4), ('Cram', 2, 2)]
    """
    chosen = [
        (rows * columns, rows, columns, game)
        for game in games
        for rows in range(1, cells + 1)
        for columns in range(1 if GAMES[game].is_turned else rows, cells // rows + 1)
    ]
    return [(game, rows, columns) for _, rows, columns, game in sorted(chosen)]


class SolvedBoards(Study):
    """A row for each board: its outcome or nimber, or that it took too long."""

    name = "solved-boards"
    title = "who wins, or the nimber, of all rectangular boards of up to N cells of some games"
    meaning = "cells up to"
    least = 1
    most = 400
    default = 16
    columns = schema(
        "game String, rows Int64, columns Int64, status String, outcome String, nimber Int64, "
        "nodes Int64, seconds Float64, witness String, certificate String, version String"
    )
    options: ClassVar = {
        "games": f"names joined by '/', all of {'/'.join(GAMES)} by default",
        "nodes": f"how many nodes the search may take for a board, {_NODES:,} by default",
        "witness": f"how many nodes a second computation may take, {_WITNESS_NODES:,} by default",
        "certify": "boards of up to so many cells get a certificate, whose digest is kept; 0 by "
        "default",
    }

    def read(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the games and the limits."""
        text = given.get("games", "/".join(GAMES))
        names = text.split("/") if isinstance(text, str) else [str(text)]
        for name in names:
            if name not in GAMES:
                raise SurveyError(f"expected games among {', '.join(GAMES)}, got {name!r}")
        return {
            "games": "/".join(dict.fromkeys(names)),
            "nodes": read_number("nodes", given.get("nodes", _NODES), 1, 1 << 60),
            "witness": read_number("witness", given.get("witness", _WITNESS_NODES), 0, 1 << 60),
            "certify": read_number("certify", given.get("certify", 0), 0, 400),
        }

    def chunks(self, parameters: Mapping[str, Any], wanted: int | None) -> Sequence[Chunk]:
        """Cut the list of boards into blocks."""
        size = len(self._boards(parameters))
        blocks = even_blocks(size, min(size, number_of_chunks(size * _SECONDS_A_BOARD, wanted)))
        return block_chunks(blocks, [b - a for a, b in blocks], ("first", "end"))

    def rows(self, parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> Rows:
        """Solve some boards."""
        chosen = self._boards(parameters)[arguments["first"] : arguments["end"]]
        return self.by_columns(_row(*board, parameters) for board in chosen)

    def summary(self, survey: Survey) -> dict[str, Any]:
        """Return how many boards of each game are solved, and how many have a second witness."""
        rows = survey.sql(
            "select game, count(*), sum((status = 'solved')::int), count(witness), "
            "count(certificate) from survey group by game order by game"
        ).rows
        names = ("boards", "solved", "witnessed", "certified")
        return {game: dict(zip(names, map(int, counts), strict=True)) for game, *counts in rows}

    @staticmethod
    def _boards(parameters: Mapping[str, Any]) -> list[tuple[str, int, int]]:
        return boards(parameters["games"].split("/"), parameters["bound"])


def _row(game: str, rows: int, columns: int, parameters: Mapping[str, Any]) -> tuple[Any, ...]:
    """Solve a board, and solve it again in another way."""
    kind = GAMES[game]
    position = kind.position(rows, columns)
    began, before = time.process_time(), _nodes()
    try:
        with engine.budget(nodes=parameters["nodes"]):
            answer: int | str | None = solve(position)
    except BudgetExceeded:
        if engine.is_out_of_time():
            raise
        answer = None
    nodes, seconds = _nodes() - before, round(time.process_time() - began, 3)
    if answer is None:
        return game, rows, columns, "open", None, None, nodes, seconds, None, None, __version__
    witness = _witness(position, answer, parameters["witness"])
    certificate = _certificate(position) if rows * columns <= parameters["certify"] else None
    outcome = answer if isinstance(answer, str) else "N" if answer else "P"
    nimber = answer if isinstance(answer, int) else None
    return (
        *(game, rows, columns, "solved", outcome, nimber),
        *(nodes, seconds, witness, certificate, __version__),
    )


def solve(position: Position) -> int | str:
    """Return the nimber of an impartial position, or the outcome of another, by the search.

    Examples
    --------
    >>> import farstar as fs
    >>> solve(fs.Cram("3x5")), solve(fs.Domineering("4x4"))
    (1, 'N')
    """
    if position.ruleset.is_impartial:
        return position.grundy
    board = position.ruleset.native_board(position.state)
    if board is None:
        return str(position.outcome)
    left, right = (rulesets.wins([(1, board)], left_moves=moves) for moves in (True, False))
    return str(Outcome.of(left_wins_first=left, right_wins_first=right))


def _nodes() -> int:
    return int(engine.stats()["steps"])


def _witness(position: Position, answer: int | str, nodes: int) -> str | None:
    """Return what found the same without the search, if something did; others are an error."""
    if not nodes:
        return None
    again: int | str
    try:
        if isinstance(answer, int):
            name, again = "plain recursion", _plain_grundy(position, nodes // _NODES_A_POSITION)
        else:
            with engine.budget(nodes=nodes):
                name, again = "canonical form", str(position.search_value().outcome)
    except BudgetExceeded:
        if engine.is_out_of_time():
            raise
        return None
    if again != answer:
        raise SurveyError(f"expected {answer} of {position} also by {name}, got {again}")
    return name


def _plain_grundy(start: Position, most: int) -> int:
    """Return a nimber from the nimbers of all options, without anything else."""
    known = dict[Any, int]()
    stack = [start]
    while stack:
        position = stack[-1]
        options = position.options(Player.LEFT)
        unknown = [option for option in options if option.state not in known]
        if unknown:
            stack += unknown
        else:
            known[position.state] = mex({known[option.state] for option in options})
            stack.pop()
        if len(known) > most:
            raise BudgetExceeded(f"expected at most {most} positions, got more")
    return known[start.state]


def _certificate(position: Position) -> str | None:
    """Return the digest of a checked certificate of who wins; None if it is too long."""
    try:
        certificate = certify(position)
    except BudgetExceeded:
        if engine.is_out_of_time():
            raise
        return None
    certificate.check()
    return str(certificate.data["digest"])
