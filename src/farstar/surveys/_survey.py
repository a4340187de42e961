"""A survey that was made: its rows, as Polars frames and by SQL, which can read nothing else."""

from __future__ import annotations

import csv
import io
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from farstar import engine
from farstar.errors import BudgetExceeded, NotationError, SurveyError
from farstar.surveys._libraries import first_line, need
from farstar.surveys._manifest import Manifest
from farstar.surveys._store import Store
from farstar.surveys._study import find
from farstar.tables import Table

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

        Files that this process has read before, and that nobody has touched since, are not read
        again.
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
        kinds = {name: getattr(pl, kind) for name, kind in self._plan.columns.items()}
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
        """Return all rows as a Polars frame, in the order of the plan."""
        pl = need("polars")
        try:
            return self.scan().collect()
        except pl.exceptions.PolarsError as error:
            raise SurveyError(
                f"expected chunks with the columns of the plan, got others: {first_line(error)}"
            ) from None

    def sql(self, text: str) -> Answer:
        """Run an SQL query over the rows, which it finds under the name ``survey``.

        Exact rational numbers are texts such as ``7/2``; ``num(x)`` makes a number of them.
        Nothing but the rows can be read, and nothing written.
        """
        self._refuse_damage()
        chunks = [self._plan.chunks[number] for number in self._entries]
        files = dict(zip(self.files, (chunk.keys for chunk in chunks), strict=True))
        return query(files, self._plan.columns, text)

    def totals(self, group: str, summed: str) -> dict[Any, int]:
        """Return the sum of one column for each value of another."""
        frame = self.frame().group_by(group).agg(need("polars").col(summed).sum())
        return dict(sorted(zip(frame[group], map(int, frame[summed]), strict=True)))

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
        if self._plan.kind == "family":
            return {"positions": len(self), "illegal": self.illegal, "failed": self.failed}
        study = find(self._plan.name)
        if not study.accepts(self._plan.parameters, self._plan.columns):
            raise SurveyError(
                f"expected the parameters and columns of {study.name}, got others in "
                f"{str(self.path)!r}"
            )
        return study.summary(self)


_POLL = 0.05
"""Seconds between two looks at the clock while a query runs."""

_KEY = "bigint"
_TYPES = {
    "Boolean": "boolean",
    "Float64": "double",
    "Int64": "bigint",
    "String": "varchar",
    "UInt32": "uinteger",
}
"""What the types of columns are called in SQL."""

_NUMBER = (
    "create macro num(x) as case when contains(x, '/') "
    "then split_part(x, '/', 1)::double / split_part(x, '/', 2)::double else x::double end"
)
"""Rational numbers are kept as exact texts; ``num`` makes numbers of them."""


Files: TypeAlias = "Mapping[Path, Mapping[str, int]]"
"""Parquet files with the partition keys of their rows."""


@dataclass(frozen=True)
class Answer:
    """What a query gave."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]

    def table(self, caption: str = "", most: int | None = None) -> Table:
        """Return the rows as a table, the first so many of them."""
        return Table(self.columns, tuple(self.rows[:most]), caption)

    def csv(self) -> str:
        """Return the rows as comma-separated values, with a line of headings."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(self.rows)
        return out.getvalue()

    def b_file(self) -> str:
        """Return the rows as a b-file of the OEIS: an index and a term in each line.

        Raises
        ------
        NotationError
            If the rows are not pairs of integers with consecutive indices.
        """
        lines = []
        for i, row in enumerate(self.rows):
            if len(row) != 2 or not all(type(cell) is int for cell in row):
                raise NotationError(
                    f"expected two columns of integers for a b-file, got the row {row!r}"
                )
            if row[0] != self.rows[0][0] + i:
                raise NotationError(
                    f"expected consecutive indices for a b-file, got {row[0]} "
                    f"after {self.rows[i - 1][0]}: order by the first column"
                )
            lines.append(f"{row[0]} {row[1]}\n")
        return "".join(lines)


def query(files: Files, columns: Mapping[str, str], sql: str) -> Answer:
    """Run one ``select`` over the rows of some files, whose columns are the view ``survey``."""
    duckdb = need("duckdb")
    with _connection(duckdb, files, columns) as connection:
        try:
            statements = connection.extract_statements(sql)
            if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
                raise NotationError(
                    f"expected one query that begins with select or with, got {sql[:200]!r}"
                )
            names, rows = _interruptibly(connection, statements[0])
            return Answer(names, [tuple(map(_plain, row)) for row in rows])
        except duckdb.OutOfMemoryException as error:
            raise BudgetExceeded(f"out of memory: {first_line(error)}") from None
        except duckdb.Error as error:
            raise NotationError(f"expected SQL that DuckDB understands: {_said(error)}") from None


def _interruptibly(connection: Any, statement: Any) -> tuple[tuple[str, ...], list[Any]]:
    """Run a query in a thread, since DuckDB hears neither Ctrl-C nor alarms."""
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(_fetch, connection, statement)
        try:
            while True:
                try:
                    return running.result(timeout=_POLL)
                except TimeoutError:
                    if engine.is_out_of_time():
                        raise BudgetExceeded("out of time: the query is not finished") from None
        except BaseException:
            connection.interrupt()
            raise


def _fetch(connection: Any, statement: Any) -> tuple[tuple[str, ...], list[Any]]:
    result = connection.execute(statement)
    return tuple(str(column[0]) for column in result.description), result.fetchall()


@contextmanager
def _connection(duckdb: Any, files: Files, columns: Mapping[str, str]) -> Iterator[Any]:
    with (
        tempfile.TemporaryDirectory(prefix="farstar-query-") as spill,
        duckdb.connect(":memory:") as connection,
    ):
        paths = {_quoted(str(path.resolve())): keys for path, keys in files.items()}
        settings = [
            "autoinstall_known_extensions = false",
            "autoload_known_extensions = false",
            f"temp_directory = {_quoted(spill)}",
            f"allowed_paths = [{', '.join(paths)}]",
            "enable_external_access = false",
        ]
        memory = engine.bounds()[2]
        if memory is not None:
            settings.append(f"memory_limit = '{int(memory)} bytes'")
        # Nothing that comes from the folder is used before all this is settled.
        for setting in [*settings, "lock_configuration = true"]:
            connection.execute(f"set {setting}")
        try:
            connection.execute(f"create view survey as {_rows(paths, columns)}")
            connection.execute(_NUMBER)
        except duckdb.OutOfMemoryException as error:
            raise BudgetExceeded(f"out of memory: {first_line(error)}") from None
        except duckdb.Error as error:
            raise SurveyError(
                f"expected chunks with the columns of the plan, got others: {_said(error)}"
            ) from None
        yield connection


def _rows(paths: Mapping[str, Mapping[str, int]], columns: Mapping[str, str]) -> str:
    """Return the query that gives the rows: the columns of the plan and no others."""
    keys = next(iter(paths.values()), {})
    kinds = {name: _TYPES[kind] for name, kind in columns.items()} | dict.fromkeys(keys, _KEY)
    if not paths:
        empty = ", ".join(f"null::{kind} as {_identifier(name)}" for name, kind in kinds.items())
        return f"select {empty} where false"
    chosen = ", ".join(
        f"{_identifier(name)}::{kind} as {_identifier(name)}" for name, kind in kinds.items()
    )
    if is_misleading(next(iter(paths)), keys):
        return f"select {chosen} from ({_one_by_one(paths)})"
    folders = ", ".join(f"{_quoted(key)}: '{_KEY}'" for key in keys)
    return (
        f"select {chosen} from read_parquet([{', '.join(paths)}], hive_partitioning = true, "
        f"hive_types = {{{folders}}})"
    )


def is_misleading(path: str, keys: Mapping[str, int]) -> bool:
    """Tell whether a folder above the survey looks like one of its partitions."""
    return path.count("=") > len(keys)


def _one_by_one(paths: Mapping[str, Mapping[str, int]]) -> str:
    """Return a query that says of each file to which partition it belongs."""
    return " union all by name ".join(
        f"select *, {', '.join(f'{value} as {_identifier(key)}' for key, value in keys.items())} "
        f"from read_parquet({path}, hive_partitioning = false)"
        for path, keys in paths.items()
    )


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _plain(cell: Any) -> Any:
    """Return a cell as JSON knows it; whole decimals are integers."""
    if isinstance(cell, Decimal):
        return int(cell) if cell == cell.to_integral_value() else float(cell)
    if cell is None or isinstance(cell, bool | int | float | str):
        return cell
    if isinstance(cell, list | tuple):
        return [_plain(part) for part in cell]
    if isinstance(cell, dict):
        return {str(name): _plain(part) for name, part in cell.items()}
    return str(cell)


def _said(error: Exception) -> str:
    """Return what DuckDB says, in one line, with the place it points to."""
    lines = [line.strip() for line in str(error).splitlines()]
    kept = [line for line in lines if line and set(line) != {"^"} and not line.startswith("LINE")]
    return "; ".join(kept)[:300]
