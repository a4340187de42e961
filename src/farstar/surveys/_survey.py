"""A survey that was made: its rows, as Polars frames and by SQL."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from warnings import warn

from farstar.errors import SurveyError
from farstar.surveys._libraries import first_line, need
from farstar.surveys._manifest import Manifest, stored_columns
from farstar.surveys._query import Answer, is_misleading, query
from farstar.surveys._store import Store
from farstar.surveys._study import find

if TYPE_CHECKING:
    import polars


class Survey:
    """The rows of a survey and where they come from; `fs.survey` makes it.

    Examples
    --------
    >>> census = fs.survey("partizan-euclid-census", bound=1000)
    >>> census.summary()["counts"]
    {'P': 37737, 'L': 248676, 'R': 176382, 'N': 36705}
    >>> census.sql("select outcome, positions from survey where outcome = 'P'").rows
    [('P', 37737)]
    """

    def __init__(self, path: Path, manifest: Manifest, *, verify: bool = True) -> None:
        self._store = Store(path)
        self._plan = manifest.plan
        self._earlier = manifest.earlier
        self._entries = dict(sorted(manifest.entries.items()))
        self._complete = manifest.is_complete
        self._verify = verify
        self._columns = stored_columns(manifest.plan.columns)

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, verify: bool = True) -> Survey:
        """Open the survey in a folder, whether or not all of it is done.

        Every file is compared with its checksum, now and, if it was touched since, before it is
        read again. ``verify=False`` looks only at the sizes.

        Raises
        ------
        SurveyError
            If there is none, or a chunk of it is missing, cut short or changed.
        """
        folder = Path(path)
        survey = cls(folder, Store(folder).load(), verify=verify)
        survey._refuse_damage()
        return survey

    @classmethod
    def inspect(cls, path: str | os.PathLike[str]) -> tuple[Survey, list[str]]:
        """Open the survey in a folder in whatever state it is, and return what is damaged.

        Returns
        -------
        Survey
            The survey; reading damaged rows from it is refused.
        list of str
            The files that are missing, cut short or changed, below the folder.
        """
        folder = Path(path)
        survey = cls(folder, Store(folder).load())
        return survey, survey.damaged()

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
        return dict(self._plan.program.versions)

    @property
    def is_complete(self) -> bool:
        """Whether every chunk is done."""
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
    def illegal(self) -> int:
        """How many points of the ranges were left out because the rules know no position there."""
        return sum(entry.illegal for entry in self._entries.values())

    @property
    def failed(self) -> int:
        """How many rows hold an error instead of results."""
        return sum(entry.failed for entry in self._entries.values())

    @property
    def history(self) -> list[dict[str, Any]]:
        """The programs that computed the rows, the present one last, each with its chunks.

        There are several where a survey was resumed with ``accept_changes`` after its program had
        changed. Each is a dictionary of its ``versions``, the ``digest`` of the user's program,
        the texts of its files (``source``) and the numbers of its ``chunks``.
        """
        return [
            {
                "versions": dict(program.versions),
                "digest": program.digest,
                "source": dict(program.source),
                "chunks": [e.number for e in self._entries.values() if e.program == number],
            }
            for number, program in enumerate((*self._earlier, self._plan.program))
        ]

    @property
    def files(self) -> list[Path]:
        """The Parquet files, in the order of the plan."""
        return [self.path / self._plan.chunks[number].file for number in self._entries]

    def damaged(self) -> list[str]:
        """Return the files that are missing, cut short or changed, below the folder.

        A file with other columns, or another number of rows or errors than the manifest says, is
        one of them. Files that this process has read before, and that nobody has touched since,
        are not read again.
        """
        sound = self._store.sound(self._plan, self._entries)
        return [self._plan.chunks[n].file for n in self._entries if n not in sound]

    def check(self) -> None:
        """Read every file and compare its checksum.

        Raises
        ------
        SurveyError
            If one has changed.
        """
        self._refuse(self.damaged())

    def _refuse_damage(self) -> None:
        if self._verify:
            self.check()
            return
        chunks = self._plan.chunks
        self._refuse(
            [
                chunks[n].file
                for n, e in self._entries.items()
                if not self._store.is_whole(chunks[n], e)
            ]
        )

    def _refuse(self, damaged: Sequence[str]) -> None:
        if not damaged:
            return
        more = f" and {len(damaged) - 1} more" if len(damaged) > 1 else ""
        raise SurveyError(
            f"expected the rows that were written to {str(self.path / damaged[0])!r}{more}, but "
            "the file is missing or has changed: resume the survey to make it again"
        )

    def scan(self) -> polars.LazyFrame:
        """Return the rows as a lazy Polars frame: nothing is read before it is needed.

        Raises
        ------
        SurveyError
            If a file is missing, cut short or changed.
        """
        pl = need("polars")
        self._refuse_damage()
        kinds = {name: getattr(pl, kind) for name, kind in self._columns.items()}
        keys = dict.fromkeys(self._plan.keys, pl.Int64)
        if not self._entries:
            frame: polars.LazyFrame = pl.LazyFrame(schema={**kinds, **keys})
            return frame
        lazy: polars.LazyFrame
        if not is_misleading(str(self.files[0].resolve()), keys):
            lazy = pl.scan_parquet(
                self.files, glob=False, schema=kinds, hive_partitioning=True, hive_schema=keys
            )
            return lazy
        chunks = [self._plan.chunks[number] for number in self._entries]
        lazy = pl.concat(
            pl.scan_parquet(file, glob=False, schema=kinds, hive_partitioning=False).with_columns(
                **{key: pl.lit(place, pl.Int64) for key, place in chunk.keys.items()}
            )
            for file, chunk in zip(self.files, chunks, strict=True)
        )
        return lazy

    def frame(self) -> polars.DataFrame:
        """Return `to_polars`, which is the name that tables use too.

        .. deprecated:: 1.0
        """
        warn("Survey.frame is deprecated: use to_polars", DeprecationWarning, stacklevel=2)
        return self.to_polars()

    def to_polars(self) -> polars.DataFrame:
        """Return all rows as a Polars data frame, in the order of the plan.

        Examples
        --------
        >>> fs.survey("*n", n=range(3), show="outcome").to_polars()["outcome"].to_list()
        ['P', 'N', 'N']
        """
        pl = need("polars")
        try:
            return self.scan().collect()
        except pl.exceptions.PolarsError as error:
            raise SurveyError(
                f"expected chunks with the columns of the plan, got others: {first_line(error)}"
            ) from None

    def sql(self, text: str) -> Answer:
        """Run an SQL query over the rows, which it finds under the name ``survey``.

        A column of rational numbers has the nearest doubles, and beside it there is a column with
        the exact texts, such as ``temperature`` and ``temperature_exact``. Nothing but the rows
        can be read, and nothing written.
        """
        self._refuse_damage()
        chunks = [self._plan.chunks[number] for number in self._entries]
        files = dict(zip(self.files, (chunk.keys for chunk in chunks), strict=True))
        return query(files, self._plan.columns, text)

    def totals(self, group: str, summed: str) -> dict[Any, int]:
        """Return the sum of one column for each value of another."""
        frame = self.to_polars().group_by(group).agg(need("polars").col(summed).sum())
        return dict(sorted(zip(frame[group], map(int, frame[summed]), strict=True)))

    def summary(self) -> dict[str, Any]:
        """Return the summary of the survey, as JSON data.

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
        if self._plan.kind == "family":
            return {"positions": len(self), "illegal": self.illegal, "failed": self.failed}
        study = find(self._plan.name)
        if not study.accepts(self._plan.parameters, self._plan.columns):
            raise SurveyError(
                f"expected the parameters and columns of {study.name}, got others in "
                f"{str(self.path)!r}"
            )
        return study.summary(self)
