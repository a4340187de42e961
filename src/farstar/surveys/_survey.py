"""A survey that was made: its rows, as Polars frames and by SQL."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from farstar.errors import SurveyError
from farstar.surveys._extras import need
from farstar.surveys._plan import Plan
from farstar.surveys._query import Answer, query
from farstar.surveys._store import Entry, Store
from farstar.surveys._study import find

if TYPE_CHECKING:
    import polars


class Survey:
    """The rows of a survey and where they come from; `fs.survey` makes it.

    Examples
    --------
    >>> import farstar as fs
    >>> census = fs.survey("partizan-euclid-census", bound=1000)
    >>> census.summary()["counts"]
    {'P': 37737, 'L': 248676, 'R': 176382, 'N': 36705}
    >>> census.sql("select outcome, positions from survey where outcome = 'P'").rows
    [('P', 37737)]
    """

    def __init__(
        self, path: Path, plan: Plan, entries: Mapping[int, Entry], *, complete: bool
    ) -> None:
        self._store = Store(path)
        self._plan = plan
        self._entries = dict(sorted(entries.items()))
        self._complete = complete

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Survey:
        """Open the survey in a folder, whether or not all of it is done.

        Raises
        ------
        SurveyError
            If there is none, or a chunk of it is missing or cut short.
        """
        folder = Path(path)
        plan, entries, complete = Store(folder).load()
        survey = cls(folder, plan, entries, complete=complete)
        for number, entry in survey._entries.items():
            file = folder / plan.chunks[number].file
            if not file.exists() or file.stat().st_size != entry.bytes:
                raise SurveyError(
                    f"expected {entry.bytes} bytes in {str(file)!r}, but the file is missing or "
                    "cut short: resume the survey to make it again"
                )
        return survey

    @property
    def path(self) -> Path:
        """The folder."""
        return self._store.path

    @property
    def name(self) -> str:
        """What was surveyed."""
        return self._plan.name

    @property
    def parameters(self) -> dict[str, Any]:
        """The bound, and whatever else was asked."""
        return dict(self._plan.parameters)

    @property
    def versions(self) -> dict[str, str]:
        """The versions of the programs that made the rows."""
        return dict(self._plan.versions)

    @property
    def is_complete(self) -> bool:
        """Whether every chunk is there."""
        return self._complete

    @property
    def chunks(self) -> tuple[int, int]:
        """How many chunks are done, and of how many."""
        return len(self._entries), len(self._plan.chunks)

    def __len__(self) -> int:
        """Return the number of rows."""
        return sum(entry.rows for entry in self._entries.values())

    def __repr__(self) -> str:
        done, every = self.chunks
        state = f"{len(self)} rows" if self.is_complete else f"{done} of {every} chunks done"
        return f"<Survey {self.name} {self.parameters}: {state}>"

    @property
    def files(self) -> list[Path]:
        """The Parquet files, in the order of the plan."""
        return [self.path / self._plan.chunks[number].file for number in self._entries]

    def check(self) -> None:
        """Read every file and compare its checksum.

        Raises
        ------
        SurveyError
            If one has changed.
        """
        sound = self._store.sound(self._plan, self._entries)
        for number in self._entries:
            if number not in sound:
                raise SurveyError(
                    f"expected the rows that were written to {self._plan.chunks[number].file!r}, "
                    "got others: resume the survey to make them again"
                )

    def scan(self) -> polars.LazyFrame:
        """Return the rows as a lazy Polars frame: nothing is read before it is needed."""
        pl = need("polars")
        if not self._entries:
            kinds = {name: getattr(pl, kind) for name, kind in self._plan.columns.items()}
            frame: polars.LazyFrame = pl.LazyFrame(
                schema={**kinds, **dict.fromkeys(self._plan.keys, pl.Int64)}
            )
            return frame
        lazy: polars.LazyFrame = pl.scan_parquet(
            self.files,
            glob=False,
            hive_partitioning=True,
            hive_schema=dict.fromkeys(self._plan.keys, pl.Int64),
        )
        return lazy

    def frame(self) -> polars.DataFrame:
        """Return all rows as a Polars frame, in the order of the plan."""
        return self.scan().collect()

    def sql(self, text: str) -> Answer:
        """Run an SQL query over the rows, which it finds under the name ``survey``.

        Exact rational numbers are texts such as ``7/2``; ``num(x)`` makes a number of them.
        Nothing but the rows can be read, and nothing written.
        """
        return query(self.files, self._plan.keys, self._plan.columns, text)

    def totals(self, group: str, summed: str) -> dict[Any, int]:
        """Return the sum of one column for each value of another."""
        found = self.frame().group_by(group).agg(need("polars").col(summed).sum())
        return dict(sorted(zip(found[group], map(int, found[summed]), strict=True)))

    def summary(self) -> dict[str, Any]:
        """Return what the survey comes to, as JSON knows it.

        Raises
        ------
        SurveyError
            If not all of it is done.
        """
        if not self.is_complete:
            done, every = self.chunks
            raise SurveyError(
                f"expected a finished survey, got {done} of {every} chunks: resume it"
            )
        if self._plan.kind == "ready":
            return find(self._plan.name).summary(self)
        return {"positions": len(self)}
