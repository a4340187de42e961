"""Tasks of the page Worksheets: the sheets of ``farstar worksheet``, to print in the browser."""

from __future__ import annotations

import shlex
from functools import cache
from typing import Any

import farstar as fs
from farstar import games as gallery
from farstar.errors import NotationError
from farstar.web.tasks import Progress, task
from farstar.web.tasks._catalogue import rules_of
from farstar.web.tasks.boards import scene_of, svg
from farstar.web.thermograph import picture
from farstar.worksheets import Question, Worksheet

_MOST_GAMES = 100
_LONGEST_NAME = 200
_LETTERS = "ABCDEFGH"
_FORMS = ("html", "latex")


@task
def choices() -> list[dict[str, str]]:
    """Return the games of the gallery that have exercises: those that end.

    Examples
    --------
    >>> choices()[0]
    {'name': 'Domineering', 'title': 'Domineering'}
    """
    return list(_choices())


@cache
def _choices() -> tuple[dict[str, str], ...]:
    found = [(name, rules_of(name)) for name in gallery.GAMES]
    return tuple(
        {"name": name, "title": rules.title or name} for name, rules in found if not rules.may_loop
    )


@task
def sheet(
    games: tuple[str, ...],
    progress: Progress,
    level: int = 2,
    questions: int = 12,
    seed: int = 0,
) -> dict[str, Any]:
    """Return a worksheet as data, with boards as SVG, and the command that makes the same one.

    Examples
    --------
    >>> made = sheet(("Nim",), lambda *_: None, level=1, questions=1, seed=4)
    >>> made["title"], made["questions"][0]["answer"]
    ('Nim', 'If Left moves first, Left wins; if Right moves first, Right wins (outcome N).')
    """
    made = _made(games, progress, level, questions, seed)
    return {
        "title": made.title,
        "note": made.note,
        "rules": list(made.rules),
        "questions": [_question(question) for question in made.questions],
        "command": _command(games, level, questions, seed),
    }


@task
def download(
    games: tuple[str, ...],
    form: str,
    progress: Progress,
    answers: bool = False,
    level: int = 2,
    questions: int = 12,
    seed: int = 0,
) -> bytes:
    """Return the exercises or the answers of a worksheet as a file: HTML, or LaTeX.

    Examples
    --------
    >>> file = download(("Nim",), "html", lambda *_: None, questions=1)
    >>> file[:15]
    b'<!DOCTYPE html>'
    """
    if form not in _FORMS:
        raise NotationError(f"expected one of {', '.join(_FORMS)}, got {form[:40]!r}")
    return _made(games, progress, level, questions, seed).write(form, answers=answers)


def _made(
    games: tuple[str, ...], progress: Progress, level: int, questions: int, seed: int
) -> Worksheet:
    longest = max(map(len, games), default=0)
    if len(games) > _MOST_GAMES or longest > _LONGEST_NAME:
        raise NotationError(
            f"expected at most {_MOST_GAMES} games, with names of at most {_LONGEST_NAME} "
            f"characters, got {len(games)}, of at most {longest}"
        )

    def tell(done: int, total: int) -> None:
        progress(done, total, f"{done} of {total} exercises")

    return fs.worksheet(*games, questions=questions, level=level, seed=seed, progress=tell)


def _question(question: Question) -> dict[str, Any]:
    several = len(question.games) > 1
    graph = question.thermograph
    return {
        "kind": question.kind,
        "prompt": question.prompt,
        "games": [
            {"letter": letter if several else "", "text": str(game), "svg": _board(game)}
            for letter, game in zip(_LETTERS, question.games, strict=False)
        ],
        "answer": question.answer,
        "reasons": list(question.reasons),
        "thermograph": None
        if graph is None
        else picture(graph.thermograph(), str(question.games[0])),
    }


def _board(game: fs.Position) -> str | None:
    scene = scene_of(game.diagram())
    return None if scene is None else svg(scene)


def _command(games: tuple[str, ...], level: int, questions: int, seed: int) -> str:
    names = shlex.join(games)
    options = f"--level {level} --questions {questions} --seed {seed}"
    return f"farstar worksheet {names} {options} --out worksheet.pdf"
