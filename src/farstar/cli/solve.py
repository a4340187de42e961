"""``farstar solve``: who wins a large board, or its nimber, by a search that can be resumed."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from farstar.cli.common import command_with_examples, emit_json, flag, setting
from farstar.cli.completion import games
from farstar.errors import BudgetExceeded, NotationError

if TYPE_CHECKING:
    from farstar.certificates.board_search import BoardSearch, SearchProgress

SCHEMA = "farstar.solve/1"
_SECONDS_BETWEEN_LINES = 30.0


@command_with_examples("""\b
Examples:
  farstar solve 'Cram(4x5)'
  farstar solve 'Domineering(6x6)' --json
  farstar solve 'Cram(6x7)' --save cram67 --jobs 2
  farstar solve 'Clobber(5x6)' --save clobber56 --time-limit 3600
  farstar solve 'Konane(4x6)' --certificate konane.strategy
""")
@click.argument("expression", metavar="BOARD", shell_complete=games)
@setting("--save", "DIR", "Keep the answers in this folder, and resume from what is there.")
@setting(
    "--nodes",
    "N",
    "How many nodes the core may take for one question.",
    type=click.IntRange(1),
    default=2_000_000,
)
@setting("--jobs", "K", "Search in K processes.", type=click.IntRange(1), default=1)
@setting("--certificate", "FILE", "Write a certificate of the result for 'farstar check'.")
@flag("--json", "as_json", "Print JSON, one object.")
def command(
    expression: str,
    save: str | None,
    nodes: int,
    jobs: int,
    certificate: str | None,
    as_json: bool,
) -> int:
    """Find who wins BOARD, or its nimber, by a search that can be killed and resumed.

    The rules of its game are patterns, and BOARD has at most 128 cells, or 64 if the patterns ask
    for more than four marks; or it is a board of Konane with at most 64. The core answers questions
    about boards within N nodes each; where that is not enough, the moves are looked at one by one.
    With --save, each answer is added to a file at once, and the same command resumes from there. On
    Ctrl-C, and when a limit is reached, the state of the search is printed. A certificate is
    written when the board is decided, which may take longer than the search.
    """
    from farstar.certificates.board_search import BoardSearch
    from farstar.expressions import parse
    from farstar.rules import Position

    position = parse(expression)
    if not isinstance(position, Position):
        raise NotationError(f"expected a position of a game, got {expression!r}")
    with BoardSearch(position, save, nodes=nodes, jobs=jobs) as search:
        if search.resumed:
            click.echo(f"{search.resumed:,} answers of an earlier run are known", err=True)
        state = StateLine(expression, search)
        try:
            result = search.run(state.show)
            strategy = None if certificate is None else search.write_strategy(certificate)
        except BudgetExceeded as error:
            kept = "" if save is None else f"; the answers are kept in {save!r}"
            raise BudgetExceeded(f"{error}: {search.answers:,} answers are known{kept}") from None
        except KeyboardInterrupt:
            click.echo(state.line(), err=True)
            raise
        is_nimber = isinstance(result, int)
        if as_json:
            emit_json(
                {
                    "schema": SCHEMA,
                    "board": str(position),
                    "outcome": None if is_nimber else str(result),
                    "nimber": result if is_nimber else None,
                    "answers": search.answers,
                    "resumed": search.resumed,
                    "questions": search.asked,
                    "certificate": None if strategy is None else strategy.digest,
                }
            )
        else:
            what = "nimber" if is_nimber else "outcome"
            click.echo(f"{position}: {what} {result}")
        if strategy is not None:
            click.echo(f"{strategy.claim}: {strategy.size} bytes in {certificate!r}", err=True)
    return 0


class StateLine:
    """What a search is at, and when that was said last."""

    def __init__(
        self, name: str, search: BoardSearch, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._name = name
        self._search = search
        self._clock = clock
        self._last = clock()
        self._progress: SearchProgress | None = None

    def show(self, progress: SearchProgress) -> None:
        """Note how far the search is, and say it now and then."""
        self._progress = progress
        if self._clock() - self._last >= _SECONDS_BETWEEN_LINES:
            self._last = self._clock()
            click.echo(self.line(), err=True)

    def line(self) -> str:
        """Return the state in a line; nobody knows how many moves a reply will spare."""
        done = f"{self._name}: {self._search.answers:,} answers, {self._search.asked:,} questions"
        if self._progress is None:
            return done
        path = ", ".join(f"{decided} of {moves}" for decided, moves in self._progress.path)
        share = f"; moves decided on the way down: {path}" if path else ""
        return (
            f"{done}; {self._progress.question}{share}; "
            f"{self._progress.share:.2%} if every move has to be searched"
        )
