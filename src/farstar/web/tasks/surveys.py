"""Tasks of the small surveys on the page Tables: rows, a summary, a file and the equal command.

What is typed are the words of ``farstar survey``, and `fs.survey` computes the answer. Nothing that
a visitor types names a file or a folder.
"""

from __future__ import annotations

import inspect
import json
import re
import shlex
from collections.abc import Callable, Mapping
from math import prod
from typing import Any

import farstar as fs
from farstar.errors import BudgetExceeded, NotationError
from farstar.surveys import Progress, Survey, studies
from farstar.tables import INVARIANTS
from farstar.tables.ranges import split
from farstar.web.tasks import task
from farstar.web.tasks._reading import check_length, takes_rules

_MOST_POSITIONS = 100_000
_LARGEST_BOUND = 100_000
_MOST_SHOWN = 200
"""Rows on the page; the file has all."""

_MOST_TALLIED = 12
"""Different entries of a column that is counted."""

_LONGEST_FILE = 4_000_000
_LONGEST_WORDS = 300
_MOST_NUMBERS = 100
"""Numbers of a parameter of a survey with a name."""

_CHUNKS = 25
"""Parts of a survey of positions, after each of which the progress is shown.

The rows of a survey with a name may depend on how it is cut, which is left to it.
"""

_BLOCK = "block"
_SETTING = re.compile(r"([a-z]+)=(\S+)")
_PROGRAM = re.compile(r"\.py\b")

Answer = dict[str, Any]


@task
def named() -> list[Answer]:
    """Return the surveys with a name: what each asks, its bound and its parameters.

    Examples
    --------
    >>> census = named()[0]
    >>> census["name"], census["bound"], census["most"]
    ('partizan-euclid-census', 100000, 100000)
    """
    return [
        {
            "name": study.name,
            "title": study.title,
            "meaning": study.meaning,
            "bound": min(study.default, study.most),
            "most": _most(study.default),
            "least": study.least,
            "options": dict(study.options),
        }
        for study in studies().values()
    ]


def _most(default: int) -> int:
    """Return the largest bound of a survey on the page, from the bound it has if none is given."""
    return min(_LARGEST_BOUND, default if default < 100 else 10 * default)


@task
@takes_rules
def rows(
    what: str, words: str, show: str, where: str, progress: Callable[..., None]
) -> dict[str, Any]:
    """Run a small survey: positions ``what`` over ranges, or a survey with that name.

    The `words` are ranges such as ``a=1..9``; for a survey with a name they are its bound, such as
    ``bound=100``, and its parameters.

    Examples
    --------
    >>> answer = rows("Nim(a,b)", "a=0..2 b=0..2", "outcome", "a < b", lambda *_: None)
    >>> answer["columns"], answer["rows"][0], answer["count"]
    (['a', 'b', 'outcome'], ['0', '1', 'N'], 3)
    >>> answer["command"]
    "farstar survey 'Nim(a,b)' a=0..2 b=0..2 --show outcome --where 'a < b'"
    """
    what, asked = what.strip(), {"show": show.strip(), "where": where.strip()}
    _check_texts(what, words, *asked.values())
    typed, is_named = words.split(), what in studies()
    options = _study_options(what, typed) if is_named else _family_options(typed, **asked)

    def tell(state: Progress) -> None:
        done, size = state.positions, state.all_positions
        progress(done, size, f"{done:,} of {size:,} positions")

    survey = fs.survey(what, progress=tell, **options)
    return _answer(survey, what, typed, {} if is_named else asked)


def _check_texts(what: str, words: str, show: str, where: str) -> None:
    check_length(what)
    for text in (words, show, where):
        if len(text) > _LONGEST_WORDS:
            raise NotationError(f"expected at most {_LONGEST_WORDS} characters, got {len(text)}")
    if _PROGRAM.search(what):
        raise NotationError(f"expected an expression or a survey with a name, got {what[:60]!r}")


def _study_options(what: str, typed: list[str]) -> Answer:
    """Return the bound and the parameters of a survey with a name."""
    study = studies()[what]
    rest, options = split(typed)
    bounds = options.pop("bound", [min(study.default, study.most)])
    for word in rest:
        match = _SETTING.fullmatch(word)
        if match is None:
            raise NotationError(f"expected a parameter such as bound=100, got {word[:60]!r}")
        options[match[1]] = match[2]
    for name, value in options.items():
        if name not in study.options:
            known = ", ".join(["bound", *study.options])
            raise NotationError(f"expected parameters {known} for {what}, got {name!r}")
        if len(value) > _MOST_NUMBERS and not isinstance(value, str):
            raise BudgetExceeded(f"expected at most {_MOST_NUMBERS} numbers for {name}")
    most = _most(study.default)
    if len(bounds) != 1 or bounds[0] > most:
        raise BudgetExceeded(
            f"expected a bound of at most {most:,} on this page: `farstar survey` on a terminal "
            "takes larger ones"
        )
    return {"bound": bounds[0], **options}


def _family_options(typed: list[str], show: str, where: str) -> Answer:
    """Return the ranges of positions, what to note of each, and the condition."""
    rest, ranges = split(typed)
    if rest or not ranges:
        got = repr(rest[0][:60]) if rest else "none"
        raise NotationError(f"expected ranges such as a=1..30 b=1..30, got {got}")
    taken = [name for name in inspect.signature(fs.survey).parameters if name in ranges]
    if taken:
        raise NotationError(f"expected another name than {taken[0]!r} for a variable")
    for name in show.split(","):
        if name.strip() not in INVARIANTS:
            known = ", ".join(INVARIANTS)
            raise NotationError(f"expected invariants among {known}, got {name.strip()[:60]!r}")
    size = prod(map(len, ranges.values()))
    if size > _MOST_POSITIONS:
        raise BudgetExceeded(
            f"expected at most {_MOST_POSITIONS:,} positions on this page, got {size:,}: "
            "`farstar survey` on a terminal takes billions"
        )
    return {**ranges, "show": show, "where": where or None, "chunks": _CHUNKS}


def _answer(survey: Survey, what: str, typed: list[str], asked: Mapping[str, str]) -> Answer:
    frame = survey.to_polars()
    # Which part of the work a row comes from is no property of a position.
    frame = frame.drop([name for name in (_BLOCK,) if name in frame.columns])
    # Of a rational number the page shows the exact text, and the file the nearest double too.
    shown = [name for name in frame.columns if f"{name}_exact" not in frame.columns]
    summary = [*_facts(survey.summary())]
    if asked:
        for name in asked["show"].split(","):
            summary.extend(_tally(name.strip(), frame))
    text = frame.write_csv() if frame.estimated_size() <= _LONGEST_FILE else ""
    return {
        "columns": [name.removesuffix("_exact") for name in shown],
        "rows": [[*map(_cell, row)] for row in frame.select(shown).head(_MOST_SHOWN).iter_rows()],
        "count": frame.height,
        "summary": summary,
        "csv": text.encode(),
        "command": _command(what, typed, asked),
    }


def _tally(heading: str, frame: Any) -> list[Answer]:
    """Return how often each entry of a column occurs, if there are few."""
    name = heading.replace(" ", "_")
    column = f"{name}_exact" if f"{name}_exact" in frame.columns else name
    if column not in frame.columns or frame[column].n_unique() > _MOST_TALLIED:
        return []
    counts = frame[column].value_counts(sort=True).rows()
    lines = sorted(counts, key=lambda pair: (-pair[1], _cell(pair[0])))
    return [{"columns": [heading, "positions"], "rows": [[_cell(a), f"{n:,}"] for a, n in lines]}]


def _facts(summary: Mapping[str, Any]) -> list[Answer]:
    """Return a summary as tables: one of what has a single answer, and one of each list."""
    single, tables = [], list[Answer]()
    for name, answer in summary.items():
        title = name.replace("_", " ")
        if isinstance(answer, list) and answer and isinstance(answer[0], dict):
            body = [[_cell(cell, "all") for cell in row.values()] for row in answer]
            tables.append({"columns": [*answer[0]], "rows": body})
        elif isinstance(answer, dict):
            tables.append(
                {"columns": [title, ""], "rows": [[k, _cell(v)] for k, v in answer.items()]}
            )
        elif answer or name not in ("illegal", "failed"):
            single.append([title, _cell(answer)])
    return ([{"columns": [], "rows": single}] if single else []) + tables


def _cell(value: object, missing: str = "") -> str:
    if value is None:
        return missing
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list) and not any(isinstance(item, list | dict) for item in value):
        return ", ".join(map(_cell, value))
    if isinstance(value, list | dict):
        return json.dumps(value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def _command(what: str, typed: list[str], asked: Mapping[str, str]) -> str:
    """Return the command that runs the same survey on a terminal."""
    words = [part for word in typed for part in _option(word, is_named=not asked)]
    words += [part for name, text in asked.items() if text for part in (f"--{name}", text)]
    return shlex.join(["farstar", "survey", what, *words])


def _option(word: str, *, is_named: bool) -> list[str]:
    """Return how the command line takes a word."""
    name, _, value = word.partition("=")
    return ["--bound", value] if is_named and name == "bound" else [word]
