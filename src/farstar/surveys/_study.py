"""Surveys that have a name: what they ask, how they are cut into chunks, and their summaries."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from farstar import engine
from farstar._arguments import shown
from farstar.errors import BudgetExceeded, SurveyError
from farstar.plugins import load_reference, merged
from farstar.surveys._identity import Identity, digest
from farstar.surveys._manifest import Chunk
from farstar.surveys._work import Computed, Rows
from farstar.values import Value, ascii_text

if TYPE_CHECKING:
    from farstar.surveys._survey import Survey

_LONGEST_VALUE = 500
"""Characters of a value that is written."""

_NAME = re.compile(r"[A-Za-z_-]{1,80}")


class Study(ABC):
    """A survey with a name.

    A study says how its question is cut into chunks and computes the rows of one. It holds no
    data: parameters and arguments are numbers and texts that travel as JSON.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    """What it surveys, in one line."""

    meaning: ClassVar[str] = "numbers up to"
    """What the bound bounds."""

    least: ClassVar[int] = 2
    most: ClassVar[int] = 10**9
    default: ClassVar[int] = 1000
    """The bound if none is given."""

    columns: ClassVar[Mapping[str, str]]
    options: ClassVar[Mapping[str, str]] = {}
    """Parameters besides the bound, and what they mean."""

    def asked_by(self, given: Mapping[str, Any]) -> Study:
        """Return the survey that these parameters ask for: this one, or one with other columns."""
        return self

    def parameters(self, bound: int | None, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return all parameters; one that is out of range or unknown is a `SurveyError`."""
        number = self.default if bound is None else bound
        if type(number) is not int or not self.least <= number <= self.most:
            raise SurveyError(
                f"expected a bound from {self.least} to {self.most} for {self.name}, "
                f"got {shown(number)}"
            )
        unknown = [name for name in given if name not in self.options]
        if unknown:
            known = ", ".join(["bound", *self.options])
            raise SurveyError(f"expected parameters {known} for {self.name}, got {unknown[0]!r}")
        return {"bound": number, **self.read(given)}

    def accepts(self, parameters: Mapping[str, Any], columns: Mapping[str, str]) -> bool:
        """Return whether a folder with these parameters and columns can be one of this survey."""
        given = dict(parameters)
        try:
            expected = self.parameters(given.pop("bound", None), given)
        except (SurveyError, TypeError, ValueError):
            return False
        return expected == dict(parameters) and dict(columns) == dict(self.columns)

    def read(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the parameters besides the bound, with their defaults."""
        return {}

    @abstractmethod
    def chunks(self, parameters: Mapping[str, Any], wanted: int | None) -> Sequence[Chunk]:
        """Cut the survey into chunks: into so many, or into such that each is worth its while."""

    @abstractmethod
    def rows(self, parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> Rows:
        """Compute a chunk."""

    @abstractmethod
    def summary(self, survey: Survey) -> dict[str, Any]:
        """Return the summary of a survey, as JSON data."""

    def by_columns(self, rows: Iterable[Sequence[Any]]) -> Rows:
        """Return rows column by column."""
        all_rows = list(rows)
        return {name: [row[i] for row in all_rows] for i, name in enumerate(self.columns)}


def schema(text: str) -> dict[str, str]:
    """Return columns with their Polars types."""
    words = text.replace(",", " ").split()
    return dict(zip(words[::2], words[1::2], strict=True))


@dataclass(frozen=True)
class Ready:
    """A study with its parameters: the `Question` that workers are sent."""

    study: str
    given: Mapping[str, Any]

    kind: ClassVar[str] = "ready"

    @property
    def columns(self) -> Mapping[str, str]:
        return find(self.study).columns

    def named(self) -> str:
        return self.study

    def parameters(self) -> dict[str, Any]:
        return dict(self.given)

    def texts(self) -> dict[str, str]:
        return {}

    def identity(self) -> Identity:
        # The rows depend on no program besides Farstar.
        return digest(study=self.study, parameters=self.parameters())

    def chunks(self, wanted: int | None) -> Sequence[Chunk]:
        return find(self.study).chunks(self.given, wanted)

    def compute(self, arguments: Mapping[str, Any]) -> Computed:
        return Computed(find(self.study).rows(self.given, arguments))


def studies() -> dict[str, Study]:
    """Return the surveys that have a name, by their names.

    Examples
    --------
    >>> studies()["partizan-euclid-census"].title
    'how many positions q < p <= N of Partizan Euclid have each outcome'
    """
    return dict(_studies())


@cache
def _studies() -> dict[str, Study]:
    from farstar.surveys._studies import STUDIES

    references: dict[str, str] = merged("studies") | STUDIES
    return {name: load_reference(reference)() for name, reference in references.items()}


def find(name: str) -> Study:
    """Return the survey with a name.

    Raises
    ------
    SurveyError
        If there is none; the message names the nearest, or all.
    """
    known = studies()
    if name not in known:
        from farstar.games import names as games

        if name in games():
            raise SurveyError(
                f"expected positions of {name}: ranges such as 'Nim(a,b)' a=1..9 b=1..9, or all "
                f"boards up to a size by farstar survey {name} --boards 3x3, got none"
            )
        if "(" in name:
            raise SurveyError(
                f"expected a range for each variable of {shown(name)}, such as n=1..9, got none"
            )
        near = nearest(name)
        one = f", one of {', '.join(known)}" if near is None else ""
        hint = "" if near is None else f": did you mean {near}? farstar survey --list shows all"
        raise SurveyError(f"expected a survey{one}, got {shown(name)}{hint}")
    return known[name]


def nearest(name: str) -> str | None:
    """Return the survey whose name is most like a text, if one is; games are like none.

    Examples
    --------
    >>> nearest("grossman-winner")
    'grossman-winners'
    >>> nearest("E(p,q)") is None
    True
    """
    if not _NAME.fullmatch(name):
        return None
    return next(iter(get_close_matches(name.lower(), studies(), n=1, cutoff=0.85)), None)


def read_numbers(what: str, given: Any, least: int, most: int) -> list[int]:
    """Return a parameter that is a number or several, in order and without repetition."""
    numbers = [given] if isinstance(given, int) else list(given)
    for number in numbers:
        if type(number) is not int or not least <= number <= most:
            raise SurveyError(
                f"expected {what} to be numbers from {least} to {most}, got {shown(number)}"
            )
    if not numbers:
        raise SurveyError(f"expected at least one number for {what}, got none")
    return sorted(set(numbers))


def read_number(what: str, given: Any, least: int, most: int) -> int:
    """Return a parameter that is one number."""
    numbers = read_numbers(what, given, least, most)
    if len(numbers) != 1:
        raise SurveyError(f"expected one number of {what}, got {len(numbers)}")
    return numbers[0]


def text_of(value: Value) -> str | None:
    """Return a value as text, or None if that is long: texts can be exponentially longer."""
    try:
        return ascii_text(value._handle, limit=_LONGEST_VALUE)
    except BudgetExceeded:
        if engine.is_out_of_time():
            raise
        return None
