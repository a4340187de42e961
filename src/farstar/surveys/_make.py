"""Making a survey."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from farstar._arguments import integer
from farstar.errors import SurveyError
from farstar.surveys._drive import Progress, Report, choose, drive
from farstar.surveys._family import OnError, Where, family
from farstar.surveys._libraries import need
from farstar.surveys._rows import Types
from farstar.surveys._source import Source
from farstar.surveys._store import Store
from farstar.surveys._study import Ready, find, nearest, studies
from farstar.surveys._survey import Survey
from farstar.surveys._work import Question
from farstar.tables import Show

_FILE = re.compile(r"(.+\.py)(?::(\w+))?", re.DOTALL)
"""A file, or a file and the name of a game in it."""


def survey(
    what: Any,
    /,
    *ranges: Iterable[Any],
    bound: int | None = None,
    show: Show | None = None,
    where: Where = None,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    jobs: int = 1,
    cluster: str | None = None,
    chunks: int | None = None,
    types: Types | None = None,
    on_error: OnError = "stop",
    position_limit: int | None = None,
    accept_changes: bool = False,
    progress: Report | None = None,
    **named: Any,
) -> Survey:
    """Survey many positions: resumable, on several processes or a cluster.

    Parameters
    ----------
    what : str, path, callable or Ruleset
        The name of a built-in survey (`farstar.surveys.studies` lists them), or a game as in
        `fs.table`: a class of positions, a ruleset, a function that makes positions, an
        expression with variables in it such as ``"E(p,q) + *n"``, or a file ``FILE.py`` in which
        there is a game; ``FILE.py:NAME`` says which.
    *ranges : iterable
        For a game, the arguments of its positions, one range for each.
    bound : int, optional
        For a built-in survey, the bound.
    show : str, callable, list or dict, optional
        For a game, what to note of each position, as in `fs.table`; the value by default.
    where : callable or str, optional
        For a game, which positions to take: a function of the arguments, or a condition.
    out : path, optional
        The folder to write to. Without it the rows are kept as long as the survey is.
    resume : bool
        Go on with a survey that was interrupted; what is done is checked, and kept. The game, its
        arguments and all that its functions use must be the same as before.
    jobs : int
        How many processes.
    cluster : str, optional
        The address of a Dask scheduler, or ``"local"`` for one on this machine.
    chunks : int, optional
        Into how many chunks to cut the survey (each k of several by itself); by default each
        takes a second or more.
    types : dict, optional
        For a game, the types of columns, such as ``{"weight": int}``; by default those of named
        invariants and of functions with annotations, and text for the rest, which may not be
        numbers.
    on_error : str
        For a game, what happens when a position fails: ``"stop"`` ends the survey, ``"record"``
        notes the failure in the column ``error``.
    position_limit : int, optional
        For a game, how many nodes of search each position may take; one that needs more fails.
    accept_changes : bool
        Resume although the program has changed, and keep what is done; the history of the survey
        records it.
    progress : callable, optional
        Called with a `Progress` as chunks are done.
    **named
        Ranges by name; for a built-in survey, its other parameters.

    Raises
    ------
    SurveyError
        If the survey cannot be begun or continued.
    BudgetExceeded
        If time, memory or the disk does not suffice; what is done stays.
    MissingExtraError
        If Polars, or Dask, is not installed.

    Examples
    --------
    >>> fs.survey("grossman-winners", bound=100, k=[1, 2]).summary()["winners"][1]
    {'k': 2, 'wins': 2829, 'losses': 2121, 'share': 0.571515152}
    >>> heaps = fs.survey("*n + {n|-n}", n=range(1, 5), show="outcome, temperature")
    >>> heaps.sql("select n, outcome from survey where temperature > 3").rows
    [(4, 'N')]
    """
    need("polars")
    limits = {"jobs": jobs, "chunks": chunks, "nodes for a position": position_limit}
    check_options(resume, accept_changes, **limits)
    if on_error not in ("stop", "record"):
        raise SurveyError(f"expected on_error to be stop or record, got {on_error!r}")
    of_games: dict[str, Any] = {
        "show": show,
        "where": where,
        "types": types,
        "position_limit": position_limit,
    }
    if isinstance(what, str) and what in studies():
        if ranges or on_error != "stop" or any(given is not None for given in of_games.values()):
            raise SurveyError(
                f"expected a bound for {what}, got ranges, show or where, or another option for "
                "games"
            )
        study = find(what).asked_by(named)
        asked: Question = Ready(study.name, study.parameters(bound, named))
    else:
        if isinstance(what, str) and nearest(what) is not None:
            find(what)
        if bound is not None:
            raise SurveyError(f"expected ranges for {_short(what)}, got a bound")
        source, thing = read_source(what)
        if source is None and isinstance(what, str) and not ranges and not named:
            find(what)
        if source is not None:
            named = {**source.mapping("ranges"), **named}
        asked = family(thing, ranges, named, source=source, on_error=on_error, **of_games)

    def made_in(folder: Path) -> Survey:
        manifest = drive(
            asked,
            Store(folder),
            choose(jobs, cluster),
            chunks=chunks,
            resume=resume,
            accept_changes=accept_changes,
            is_kept=out is not None,
            report=progress or quiet,
        )
        return Survey(folder, manifest)

    return made_in(Path(out)) if out is not None else _in_temporary_folder(made_in)


def check_options(resume: bool, accept_changes: bool, **numbers: int | None) -> None:
    """Refuse options of surveys and searches that make no sense."""
    for name, number in numbers.items():
        if number is not None:
            integer(number, 1, f"the number of {name}")
    if accept_changes and not resume:
        raise SurveyError("expected accept_changes together with resume, got it alone")


def _in_temporary_folder(made_in: Callable[[Path], Survey]) -> Survey:
    """Return a survey in a temporary folder, which is removed with the survey."""
    folder = tempfile.mkdtemp(prefix="farstar-survey-")
    try:
        survey = made_in(Path(folder))
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    weakref.finalize(survey, shutil.rmtree, folder, ignore_errors=True)
    return survey


def quiet(_: Progress) -> None:
    """Report nothing."""


def read_source(what: Any) -> tuple[Source | None, Any]:
    """Return the user's file, if a file is meant, and the game, by its name in the file."""
    if isinstance(what, os.PathLike):
        return Source.read(what), None
    match = _FILE.fullmatch(what) if isinstance(what, str) else None
    return (None, what) if match is None else (Source.read(match[1]), match[2])


def _short(what: Any) -> str:
    text = what if isinstance(what, str) else repr(what)
    return repr(text[:60])
