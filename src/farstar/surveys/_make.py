"""Making a survey."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from farstar import engine
from farstar.errors import SurveyError
from farstar.surveys._drive import Progress, Report, drive
from farstar.surveys._extras import need, versions
from farstar.surveys._family import Where, family
from farstar.surveys._plan import Plan
from farstar.surveys._runners import choose
from farstar.surveys._source import Source
from farstar.surveys._store import Store
from farstar.surveys._study import Ready, find, nearest, studies
from farstar.surveys._survey import Survey
from farstar.surveys._work import Definition, Work
from farstar.tables._invariants import Show
from farstar.theory._arguments import integer

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
    progress: Report | None = None,
    **named: Any,
) -> Survey:
    """Survey many positions: resumable, on several processes or a cluster.

    Parameters
    ----------
    what : str, path, callable or Ruleset
        The name of a ready survey (`farstar.surveys.studies` lists them), or a game as in
        `fs.table`: a class of positions, a ruleset, a function that makes positions, an
        expression with variables in it such as ``"E(p,q) + *n"``, or a file ``FILE.py`` in which
        there is a game; ``FILE.py:NAME`` says which.
    *ranges : iterable
        For a game, the arguments of its positions, one range for each.
    bound : int, optional
        For a ready survey, how far.
    show : str, callable, list or dict, optional
        For a game, what to note of each position, as in `fs.table`; the value by default.
    where : callable or str, optional
        For a game, which positions to take: a function of the arguments, or a condition.
    out : path, optional
        The folder to write to. Without it the rows are kept as long as the survey is.
    resume : bool
        Go on with a survey that was interrupted; what is done is checked, and kept.
    jobs : int
        How many processes.
    cluster : str, optional
        The address of a Dask scheduler, or ``"local"`` for one on this machine.
    chunks : int, optional
        Into how many chunks to cut the survey (each k of several by itself); by default each
        takes a second or more.
    progress : callable, optional
        Called with a `Progress` as chunks are done.
    **named
        Ranges by name; for a ready survey, its other parameters.

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
    >>> import farstar as fs
    >>> fs.survey("grossman-winners", bound=100, k=[1, 2]).summary()["winners"][1]
    {'k': 2, 'wins': 2829, 'losses': 2121, 'share': 0.571515152}
    >>> heaps = fs.survey("*n + {n|-n}", n=range(1, 5), show="outcome, temperature")
    >>> heaps.sql("select n, outcome from survey where num(temperature) > 3").rows
    [(4, 'N')]
    """
    need("polars")
    for name, number in (("jobs", jobs), ("chunks", chunks)):
        if number is not None:
            integer(number, 1, f"the number of {name}")
    if isinstance(what, str) and what in studies():
        if ranges or show is not None or where is not None:
            raise SurveyError(f"expected a bound for {what}, got ranges, show or where")
        definition, plan = _ready(what, bound, chunks, named, out if resume else None)
    else:
        if isinstance(what, str) and nearest(what) is not None:
            find(what)
        if bound is not None:
            raise SurveyError(f"expected ranges for {_short(what)}, got a bound")
        definition, plan = _of_game(what, ranges, named, show, where, chunks, out, resume)
    memory = engine.bounds()[2]
    work = Work(definition, engine.active().name, None if memory is None else int(memory))
    runner = choose(jobs, cluster)

    def made_in(folder: Path) -> Survey:
        drive(Store(folder), plan, work, runner, resume=resume, report=progress or _quiet)
        return Survey.open(folder)

    return made_in(Path(out)) if out is not None else _for_a_while(made_in)


def _for_a_while(made_in: Callable[[Path], Survey]) -> Survey:
    """Return a survey whose folder goes when the survey does."""
    folder = tempfile.mkdtemp(prefix="farstar-survey-")
    try:
        made = made_in(Path(folder))
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    weakref.finalize(made, shutil.rmtree, folder, ignore_errors=True)
    return made


def _quiet(_: Progress) -> None:
    """Report nothing."""


def _ready(
    name: str,
    bound: int | None,
    chunks: int | None,
    given: Mapping[str, Any],
    resumed: str | os.PathLike[str] | None,
) -> tuple[Definition, Plan]:
    study = find(name)
    parameters = study.parameters(bound, given)
    before = _plan_there(resumed) if chunks is None else None
    if before is not None and (before.name, before.parameters) == (name, parameters):
        cut = before.chunks
    else:
        cut = tuple(study.chunks(parameters, chunks))
    plan = Plan("ready", name, parameters, dict(study.columns), cut, versions=versions())
    return Ready(name, parameters), plan


def _of_game(
    what: Any,
    ranges: tuple[Iterable[Any], ...],
    named: Mapping[str, Any],
    show: Show | None,
    where: Where,
    chunks: int | None,
    out: str | os.PathLike[str] | None,
    resume: bool,
) -> tuple[Definition, Plan]:
    source, thing = _source(what)
    if source is None and isinstance(what, str) and not ranges and not named:
        find(what)
    if source is not None:
        named = {**source.ranges(), **named}
    asked = family(
        thing,
        ranges,
        named,
        show=show,
        where=where,
        source=source,
    )
    before = _plan_there(out) if resume and chunks is None else None
    if before is not None and before.kind == "family":
        # How it was cut depended on how long a position took then.
        asked, cut = replace(asked, columns=before.columns), before.chunks
    else:
        cut = tuple(asked.chunks(chunks))
    plan = Plan(
        "family",
        asked.named(),
        asked.parameters(),
        dict(asked.columns),
        cut,
        asked.text(),
        versions(),
    )
    return asked, plan


def _plan_there(out: str | os.PathLike[str] | None) -> Plan | None:
    if out is None or not Store(Path(out)).manifest.exists():
        return None
    return Store(Path(out)).load()[0]


def _source(what: Any) -> tuple[Source | None, Any]:
    """Return the user's file, if a file is meant, and the game, by its name in the file."""
    if isinstance(what, os.PathLike):
        return Source.read(what), None
    match = _FILE.fullmatch(what) if isinstance(what, str) else None
    return (None, what) if match is None else (Source.read(match[1]), match[2])


def _short(what: Any) -> str:
    text = what if isinstance(what, str) else repr(what)
    return repr(text[:60])
