"""What a worker does: compute the rows of a chunk and hand them back as Parquet.

Workers never write files. They may be processes, or machines that share no disk with the one that
writes; all that travels is the question, as text and numbers, and the bytes of the answer.
"""

from __future__ import annotations

import io
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from farstar import engine
from farstar.errors import BudgetExceeded, FarstarError, SurveyError
from farstar.surveys._extras import need, versions

_ROW_GROUP = 1 << 18

Rows = Mapping[str, Any]
"""Columns by their names, as lists or NumPy arrays of one length."""

FAILURES = (Exception, SystemExit)
"""What the programs of users raise: one that exits must not take the survey with it unsaid."""


class Definition(Protocol):
    """What can compute the rows of a chunk; it can be pickled."""

    @property
    def columns(self) -> Mapping[str, str]:
        """The columns and their Polars types."""

    def rows(self, arguments: Mapping[str, Any]) -> Rows:
        """Return the rows of the chunk with these arguments."""


@dataclass(frozen=True)
class Answer:
    """The rows of a chunk, as they will stand in its file."""

    data: bytes
    rows: int
    versions: Mapping[str, str]


@dataclass(frozen=True)
class Work:
    """Computes chunks: what a runner hands to its workers."""

    definition: Definition
    engine: str
    memory: int | None = None
    """Bytes that the games of one worker may take."""

    def __call__(self, arguments: Mapping[str, Any]) -> Answer:
        """Compute one chunk."""
        with engine.use(self.engine), engine.budget(memory=self.memory):
            rows = self.definition.rows(arguments)
            data, count = encode(rows, self.definition.columns)
            return Answer(data, count, versions())


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


def is_out_of_time() -> bool:
    """Tell whether the time of the budget is over, so that trying less will not help.

    Examples
    --------
    >>> with engine.budget(seconds=0):
    ...     is_out_of_time()
    True
    """
    deadline = engine.bounds()[0]
    return deadline is not None and time.monotonic() >= deadline


def portable(error: BaseException, where: Sequence[object] = ()) -> FarstarError:
    """Return an error that can travel from a worker, and says what went wrong in one line."""
    if isinstance(error, FarstarError):
        return error
    if isinstance(error, MemoryError):
        return BudgetExceeded("out of memory")
    at = f" at {', '.join(map(str, where))}" if where else ""
    return SurveyError(f"{type(error).__name__}{at}: {error}")
