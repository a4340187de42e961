"""What a worker does: compute the rows of a chunk and hand them back as Parquet.

Workers never write files. They may be processes, or machines that share no disk with the one that
writes; all that travels is the question, as text and numbers, and the bytes of the answer.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from farstar import engine
from farstar.errors import BudgetExceeded, FarstarError, SurveyError
from farstar.surveys._identity import Identity
from farstar.surveys._libraries import need, versions

_ROW_GROUP = 1 << 18

Rows = Mapping[str, Any]
"""Columns by their names, as lists or NumPy arrays of one length."""

FAILURES = (Exception, SystemExit)
"""What the programs of users raise: one that exits must not take the survey with it unsaid."""


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


class Definition(Protocol):
    """What can compute the rows of a chunk; it can be pickled."""

    @property
    def columns(self) -> Mapping[str, str]:
        """The columns and their Polars types."""

    def compute(self, arguments: Mapping[str, Any]) -> Computed:
        """Return the rows of the chunk with these arguments."""

    def identity(self) -> Identity:
        """Return the digest of the program that computes the rows."""


@dataclass(frozen=True)
class Answer:
    """The rows of a chunk, as they will stand in its file."""

    data: bytes
    rows: int
    illegal: int
    failed: int
    versions: Mapping[str, str]


_recognised = set[str]()
"""Digests of programs that this process has, and need not look at again."""


@dataclass(frozen=True)
class Work:
    """Computes chunks: what a runner hands to its workers."""

    definition: Definition
    engine: str
    memory: int | None = None
    """Bytes that the games of one worker may take."""

    program: Identity | None = None
    """The program as it was sent; a worker may have other modules under the same names."""

    @classmethod
    def of(cls, definition: Definition, *, is_kept: bool) -> Work:
        """Return the work of a definition, with the engine and the memory of this process.

        Where the rows are kept, workers must have the same program as this process.
        """
        program = definition.identity() if is_kept else None
        if program is not None:
            _recognised.add(program.digest)
        memory = engine.bounds()[2]
        return cls(
            definition, engine.active().name, None if memory is None else int(memory), program
        )

    def __call__(self, arguments: Mapping[str, Any]) -> Answer:
        """Compute one chunk."""
        with engine.use(self.engine), engine.budget(memory=self.memory):
            self._recognise()
            rows, illegal, failed = self.definition.compute(arguments)
            data, count = encode(rows, self.definition.columns)
            return Answer(data, count, illegal, failed, versions())

    def _recognise(self) -> None:
        if self.program is None or self.program.digest in _recognised:
            return
        here = self.definition.identity()
        if here.digest != self.program.digest:
            raise SurveyError(
                "expected workers with the same program as the one that began the survey, got one "
                f"that differs in {self.program.difference(here) or 'a part without a name'}: "
                "give the game as a file, or install the same modules everywhere"
            )
        _recognised.add(here.digest)


def encode(rows: Rows, columns: Mapping[str, str]) -> tuple[bytes, int]:
    """Return rows as the bytes of a Parquet file, and how many they are.

    The same rows give the same bytes.
    """
    polars = need("polars")
    schema = {name: getattr(polars, kind) for name, kind in columns.items()}
    try:
        frame = polars.DataFrame(dict(rows), schema=schema, strict=True)
    except (polars.exceptions.PolarsError, TypeError, OverflowError) as error:
        wanted = ", ".join(f"{name} {kind}" for name, kind in columns.items())
        first = str(error).splitlines()[0]
        raise SurveyError(f"expected columns {wanted}, got something else: {first}") from None
    buffer = io.BytesIO()
    frame.write_parquet(buffer, compression="zstd", statistics=True, row_group_size=_ROW_GROUP)
    return buffer.getvalue(), frame.height


def portable(error: BaseException, where: Sequence[object] = ()) -> FarstarError:
    """Return an error that can travel from a worker, and says what went wrong in one line.

    With `where` it names the position that failed.
    """
    if isinstance(error, MemoryError):
        return BudgetExceeded("out of memory")
    if isinstance(error, FarstarError) and not where:
        return error
    if isinstance(error, BudgetExceeded | FailedPosition):
        return error
    at = f" at {', '.join(map(str, where))}" if where else ""
    kind = FailedPosition if where else SurveyError
    return kind(f"{type(error).__name__}{at}: {error}")
