"""What a worker does: compute the rows of a chunk and hand them back as Parquet.

Workers never write files. They may be processes, or machines that share no disk with the one that
writes; all that travels is the question, as text and numbers, and the bytes of the answer.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from farstar import _processes, engine
from farstar._digits import from_text
from farstar.errors import BudgetExceeded, FarstarError, SurveyError
from farstar.surveys._identity import Identity
from farstar.surveys._libraries import first_line, need, versions
from farstar.surveys._manifest import RATIONAL, Chunk, Program, exact_name, stored_columns
from farstar.tables import nearest_double

if TYPE_CHECKING:
    import polars

_ROW_GROUP = 1 << 18

Rows = Mapping[str, Any]
"""Columns by their names, as lists, NumPy arrays or Polars series of one length.

A column of rational numbers has exact texts, or doubles with a column of exact texts beside it.
"""

FAILURES = (Exception, SystemExit)
"""What users' programs may raise; one that exits must not end the survey without a message."""


class FailedPosition(SurveyError):  # noqa: N818 - says what happened
    """One position could not be computed: the same program would fail there again."""


class PositionOverLimit(FailedPosition, BudgetExceeded):
    """One position needs more than each position may."""


class UnrepeatableError(SurveyError):
    """A chunk that was computed again is not what it was."""


class Computed(NamedTuple):
    """The rows of a chunk, and how many of its points have none, or only an error."""

    rows: Rows
    illegal: int = 0
    """Points at which the rules know no position."""
    failed: int = 0
    """Points at which the program failed, where such failures are recorded."""


class Question(Protocol):
    """What is asked, how it is cut into chunks, and how their rows are computed; it is pickled."""

    @property
    def kind(self) -> str:
        """``ready`` for a survey with a name, ``family`` for ranges of a game, or ``search``."""

    @property
    def columns(self) -> Mapping[str, str]:
        """The columns and their Polars types."""

    def named(self) -> str:
        """Return what is surveyed."""

    def parameters(self) -> dict[str, Any]:
        """Return the bound and whatever else is asked, as JSON data."""

    def texts(self) -> dict[str, str]:
        """Return the source texts of the user's program, as far as they are known."""

    def identity(self) -> Identity:
        """Return the digest of all that the rows depend on besides the libraries."""

    def chunks(self, wanted: int | None) -> Sequence[Chunk]:
        """Cut the work into this many chunks, by default into chunks of a second or two."""

    def compute(self, arguments: Mapping[str, Any]) -> Computed:
        """Return the rows of the chunk with these arguments."""


@dataclass(frozen=True)
class ChunkFile:
    """The rows of a chunk, as they will stand in its file."""

    data: bytes
    rows: int
    illegal: int
    failed: int


_recognised = set[str]()
"""Digests of programs that this process has, and need not look at again."""


@dataclass(frozen=True)
class Work:
    """Computes chunks: what a runner hands to its workers."""

    question: Question
    engine: str
    memory: int | None
    """Bytes that the games of one worker may take."""

    program: Program
    """The program as it was sent; a worker may have other modules under the same names."""

    @classmethod
    def of(cls, question: Question, program: Program) -> Work:
        """Return the work on a question, with the engine and the memory of this process."""
        _recognised.add(program.digest)
        memory = engine.bounds()[2]
        bytes_ = None if memory is None else int(memory)
        # The texts of the program are for people, and the question has what workers need.
        return cls(question, engine.active().name, bytes_, replace(program, source={}))

    def __call__(self, arguments: Mapping[str, Any]) -> ChunkFile:
        """Compute one chunk."""
        with engine.use(self.engine), engine.budget(memory=self.memory):
            self._recognise()
            rows, illegal, failed = self.question.compute(arguments)
            data, count = encode(rows, self.question.columns)
            return ChunkFile(data, count, illegal, failed)

    def _recognise(self) -> None:
        """Refuse to work with other versions, or another program where the rows are kept."""
        wanted, there = (
            ", ".join(f"{name} {version}" for name, version in each.items())
            for each in (self.program.versions, versions())
        )
        if wanted != there:
            raise SurveyError(f"expected workers with {wanted}, got one with {there}")
        if not self.program.digest or self.program.digest in _recognised:
            return
        here = self.question.identity()
        if here.digest != self.program.digest:
            part = self.program.identity.difference(here) or "a part without a name"
            raise SurveyError(
                "expected workers with the same program as the one that began the survey, got one "
                f"that differs in {part}: give the game as a file, or install the same modules "
                "everywhere"
            )
        _recognised.add(here.digest)


def encode(rows: Rows, columns: Mapping[str, str]) -> tuple[bytes, int]:
    """Return rows as the bytes of a Parquet file, and how many they are.

    The same rows give the same bytes.
    """
    pl = need("polars")
    stored = stored_columns(columns)
    schema = {name: getattr(pl, kind) for name, kind in stored.items()}
    given = dict(rows)
    try:
        for name, kind in columns.items():
            if kind == RATIONAL and exact_name(name) not in given:
                texts = pl.Series(name, given[name], dtype=pl.String, strict=True)
                given |= {name: nearest_doubles(texts), exact_name(name): texts}
        frame = pl.DataFrame({name: given.pop(name) for name in stored}, schema, strict=True)
    except (pl.exceptions.PolarsError, KeyError, TypeError, OverflowError, ValueError) as error:
        wanted = ", ".join(f"{name} {kind}" for name, kind in columns.items())
        raise SurveyError(
            f"expected columns {wanted}, got something else: {first_line(error)}"
        ) from None
    if given:
        raise SurveyError(f"expected no other columns, got {', '.join(given)}")
    buffer = io.BytesIO()
    frame.write_parquet(buffer, compression="zstd", statistics=True, row_group_size=_ROW_GROUP)
    return buffer.getvalue(), frame.height


def nearest_doubles(exact: polars.Series) -> polars.Series:
    """Return the doubles nearest to the rational numbers that texts write."""
    texts = exact.unique().drop_nulls().to_list()
    numbers = [nearest_double(_read_rational(text)) for text in texts]
    doubles: polars.Series = exact.replace_strict(
        texts, numbers, default=None, return_dtype=need("polars").Float64
    )
    return doubles


def _read_rational(text: str) -> Fraction:
    above, _, below = text.partition("/")
    return Fraction(from_text(above), from_text(below or "1"))


def portable(error: BaseException, at: str = "") -> FarstarError:
    """Return an error that can travel from a worker, and says what went wrong in one line.

    With `at` it names the position that failed.
    """
    if not at or isinstance(error, MemoryError | BudgetExceeded | FailedPosition):
        return _processes.portable(error, SurveyError)
    return FailedPosition(f"{type(error).__name__} at {at}: {error}")
