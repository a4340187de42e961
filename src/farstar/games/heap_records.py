"""Long sequences of Grundy values of take-and-break games, which survive a killed process.

The native engine works the values out by sparse spaces, in one to four bytes each: in memory, or
in a file of a folder that a later run goes on from. The period of an octal game is looked for
meanwhile, and reported as proved when the theorem on octal games says so.

>>> from farstar.games.heap_records import HeapRecord
>>> with HeapRecord("0.77") as record:
...     period = record.extend(10_000)
>>> period.preperiod, period.period, period.checked
(71, 12, 168)
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
import random
import sys
import time
from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

from farstar._arguments import integer, shown
from farstar._files import locked, write_whole
from farstar.engine import is_out_of_time
from farstar.engine import kernels as native
from farstar.errors import BudgetExceeded, IllegalPositionError, SurveyError
from farstar.games.grundy_sequences import GRUNDYS_GAME, known_code
from farstar.impartial import codes
from farstar.impartial.codes import Code
from farstar.impartial.general_codes import AnyCode
from farstar.impartial.periods import Period, overlaps
from farstar.impartial.sparse import sparse_space
from farstar.rules import meter

SCHEMA = "farstar.octal-record/1"
MOST_HEAPS = 1 << 40
"""The longest sequence."""

_STATE = "record.json"
_CHUNK = 1 << 24
"""How many heaps share a digest."""

_FIRST_STEP = 1 << 12
_WIDTHS = (1, 2, 4)
_FORMATS = {1: "B", 2: "H", 4: "I"}
_TILE = 64
_MOST_PLAIN = 1 << 14
_SECONDS_BETWEEN_CHECKPOINTS = 60.0


class _Values(Protocol):
    """What works out the values in a buffer: the native class, or a plain one."""

    def extend(self, count: int) -> str: ...
    def known(self) -> int: ...
    def sparse_space(self) -> tuple[int, bool]: ...
    def rare_count(self) -> int: ...
    def rare_heaps(self) -> list[int]: ...
    def counts(self) -> list[int]: ...
    def by_definition(self, heap: int) -> int | None: ...
    def longest_repeat(self) -> tuple[int, int, int | None]: ...


@dataclass(frozen=True, slots=True)
class RecordProgress:
    """How far a record is."""

    heaps: int
    """How many values are known."""

    wanted: int
    """How many values are wanted."""

    rare: int
    """How many of the heaps but 0 are rare."""

    needed: int | None
    """How many values would prove the repetition that is seen, if one is."""

    seconds: float
    """How long this run has taken."""

    begun_at: int
    """How many values were known when this run began."""


@dataclass(frozen=True, slots=True)
class RecordFacts:
    """What is known of a sequence."""

    code: str
    """The code; ``grundy`` for Grundy's game."""

    heaps: int
    """How many values are known: those of the heaps 0, 1, ..., `heaps` - 1."""

    period: Period | None
    """The period, if it is proved."""

    mask: int
    """The bits of the sparse space."""

    by_place: bool
    """Whether the heaps of every other size count the other way round."""

    rare: int
    """How many of the heaps but 0 are rare."""

    last_rare: int | None
    """The largest rare heap."""

    rare_heaps: tuple[int, ...]
    """The first rare heaps, at most 2,000."""

    rare_values: tuple[int, ...]
    """The values of rare heaps."""

    largest: tuple[int, int]
    """The largest value, and the first heap that has it."""

    digest: str
    """The SHA-256 digest of the values: numbers of `width` bytes, the lowest first."""

    width: int
    """How many bytes a value has."""

    audited: int
    """How many heaps were worked out again by the definition, in this run."""

    @property
    def statement(self) -> str:
        """What is proved, in one sentence.

        Examples
        --------
        >>> with HeapRecord("0.77") as record:
        ...     period = record.extend(1000)
        ...     record.facts().statement
        'proved: G(n + 12) = G(n) for all n >= 71, because it holds for 71 <= n < 156'
        """
        if self.period is None:
            return f"no period proved with {self.heaps:,} heaps"
        start, p, checked = self.period.preperiod, self.period.period, self.period.checked
        return (
            f"proved: G(n + {p}) = G(n) for all n >= {start}, because it holds for "
            f"{start} <= n < {checked - p}"
        )


class HeapRecord:
    """The Grundy values of a take-and-break game, as many as memory or a disk has room for.

    Parameters
    ----------
    code : str or Code
        An octal code of finitely many digits such as ``"0.1777"``; ``"grundy"`` stands for
        Grundy's game.
    folder : str or path, optional
        Where the values are kept. A later record with this folder goes on from the last
        checkpoint.
    tile : int
        How many heaps are worked out together, at most 1024; the values do not depend on it.

    Examples
    --------
    >>> with HeapRecord("grundy") as record:
    ...     record.extend(5000)
    ...     record[12], record.facts().mask, record.facts().rare
    (1, 126, 632)

    See Also
    --------
    farstar.games.grundy_sequences.grundy_sequence : short sequences of all kinds of codes.
    """

    def __init__(
        self,
        code: str | AnyCode,
        folder: str | os.PathLike[str] | None = None,
        *,
        tile: int = _TILE,
    ) -> None:
        self._code = _octal_code(code)
        self._tile = integer(tile, 1, "the tile")
        self._folder = None if folder is None else Path(folder)
        self._width = _WIDTHS[0]
        self._buffer: mmap.mmap | None = None
        self._values: _Values | None = None
        self._chunks: list[str] = []
        self._period: Period | None = None
        self._needed: int | None = None
        self._audited = 0
        self._resources = ExitStack()
        if self._folder is None:
            self._use(self._new_buffer(1, _FIRST_STEP), 1, 0)
            return
        with ExitStack() as opened:
            self._folder.mkdir(parents=True, exist_ok=True)
            opened.enter_context(locked(self._folder / "lock", "record"))
            opened.callback(self._forget)
            self._resume(self._folder)
            self._resources = opened.pop_all()

    def __enter__(self) -> HeapRecord:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __len__(self) -> int:
        return self._engine().known()

    def __getitem__(self, heap: int) -> int:
        n = integer(heap, 0, "the heap")
        if n < len(self):
            return int(self._numbers(n, n + 1)[0])
        if self._period is None:
            raise BudgetExceeded(f"expected a heap below {len(self)}, got {shown(heap)}")
        start = self._period.preperiod
        return self[start + (n - start) % self._period.period]

    @property
    def period(self) -> Period | None:
        """The period of the values, if it is proved."""
        return self._period

    def extend(
        self,
        heaps: int,
        *,
        steps: int | None = None,
        progress: Callable[[RecordProgress], object] | None = None,
    ) -> Period | None:
        """Work out values until there are `heaps`, or a period is proved.

        Parameters
        ----------
        heaps : int
            How many values are wanted.
        steps : int, optional
            Stop before, with fewer values, when so many pairs of a heap and a rare heap were
            looked at: a bound that does not depend on the machine.
        progress : callable, optional
            Called now and then with a `RecordProgress`.

        Returns
        -------
        Period or None
            The period, if it is proved.

        Raises
        ------
        BudgetExceeded
            If the time of a budget is over; what is known is kept, and saved in the folder.
        """
        wanted = integer(heaps, 0, "the number of heaps")
        if wanted > MOST_HEAPS:
            raise BudgetExceeded(f"expected at most {MOST_HEAPS} heaps, got {shown(heaps)}")
        began, first, saved = time.monotonic(), len(self), time.monotonic()
        try:
            while self._period is None and len(self) < wanted:
                if is_out_of_time():
                    raise BudgetExceeded("out of budget: the time limit has passed")
                before = len(self)
                self._step(self._next_stop(wanted))
                now = time.monotonic()
                if progress is not None:
                    rare = self._engine().rare_count()
                    progress(
                        RecordProgress(len(self), wanted, rare, self._needed, now - began, first)
                    )
                if now - saved >= _SECONDS_BETWEEN_CHECKPOINTS:
                    self.save()
                    saved = time.monotonic()
                if steps is not None:
                    steps -= (len(self) - before) * (self._engine().rare_count() + _TILE)
                    if steps < 0:
                        break
        finally:
            # Also when a signal or the deadline ends it: the values so far are right.
            if self._values is not None:
                self.save()
        return self._period

    def audit(self, heaps: int, seed: int = 0) -> list[int]:
        """Work out the values of random known heaps again, by the definition.

        Returns
        -------
        list of int
            The heaps.

        Raises
        ------
        SurveyError
            If one of them has another value.

        Examples
        --------
        >>> with HeapRecord("0.07") as record:
        ...     period = record.extend(1000)
        ...     len(record.audit(5))
        5
        """
        chosen = random.Random(seed)
        drawn = [chosen.randrange(len(self)) for _ in range(integer(heaps, 0, "the audit"))]
        for heap in drawn:
            value = self._engine().by_definition(heap)
            if value != self[heap]:
                raise SurveyError(
                    f"expected G({heap}) = {value} by the definition, got {self[heap]}"
                )
            self._audited += 1
        return drawn

    def facts(self) -> RecordFacts:
        """Return what is known of the sequence."""
        engine = self._engine()
        counts, rare_heaps = engine.counts(), engine.rare_heaps()
        mask, by_place = engine.sparse_space()
        top = len(counts) - 1
        return RecordFacts(
            code=self._name,
            heaps=len(self),
            period=self._period,
            mask=mask,
            by_place=by_place,
            rare=len(rare_heaps),
            last_rare=rare_heaps[-1] if rare_heaps else None,
            rare_heaps=tuple(rare_heaps[:2000]),
            rare_values=tuple(sorted({self[n] for n in rare_heaps})),
            largest=(top, self._first_with(top)),
            digest=self._digest(),
            width=self._width,
            audited=self._audited,
        )

    def save(self) -> None:
        """Write a checkpoint, if there is a folder: the values first, then what says so."""
        if self._folder is None or self._buffer is None:
            return
        self._buffer.flush()
        state: dict[str, Any] = {
            "schema": SCHEMA,
            "code": self._name,
            "heaps": len(self),
            "width": self._width,
            "chunks": self._chunk_digests(),
            "period": None if self._period is None else _plain(self._period),
        }
        state["digest"] = _digest_of_state(state)
        write_whole(self._folder / _STATE, json.dumps(state, indent=1) + "\n")
        for width in _WIDTHS:
            if width != self._width:
                _file(self._folder, width).unlink(missing_ok=True)

    def close(self) -> None:
        """Give the memory or the file back."""
        self._resources.close()
        self._forget()

    def _forget(self) -> None:
        self._values = None
        if self._buffer is not None:
            self._buffer.close()
            self._buffer = None

    @property
    def _name(self) -> str:
        return GRUNDYS_GAME if self._code is None else str(self._code)

    def _engine(self) -> _Values:
        if self._values is None:
            raise SurveyError(f"expected an open record of {self._name}, got one that is closed")
        return self._values

    # ---- working out

    def _next_stop(self, wanted: int) -> int:
        known = len(self)
        step = max(_FIRST_STEP, min(known // 8, _CHUNK))
        stop = known + step
        # Where a repetition would be proved, it is looked at as soon as possible.
        if self._needed is not None and known < self._needed < stop + step // 2:
            stop = self._needed
        return min(wanted, stop)

    def _step(self, stop: int) -> None:
        """Work out the values up to a stop, and look for a period when there are many more."""
        known = len(self)
        self._make_room(stop)
        while self._engine().extend(stop) == "too large":
            self._reopen(self._wider(), stop)
        # Looking is linear in all that is known: each eighth more, and at the place of a proof.
        due = self._needed is not None and known < self._needed <= stop
        if due or stop // max(1, stop // 8) != known // max(1, stop // 8):
            self._look_for_period()

    def _look_for_period(self) -> None:
        preperiod, period, needed = self._engine().longest_repeat()
        known = len(self)
        is_seen = period and preperiod + 2 * period <= known
        self._needed = needed if needed is not None and is_seen else None
        if self._needed is not None and self._needed <= known:
            self._period = Period(preperiod, period, 0, self._needed, is_proved=True)

    def _wider(self) -> int:
        if self._width == _WIDTHS[-1]:
            raise BudgetExceeded(f"expected values below 2^{8 * self._width}, got larger ones")
        return 2 * self._width

    # ---- memory

    def _make_room(self, stop: int) -> None:
        if self._buffer is None or len(self._buffer) < stop * self._width:
            self._reopen(self._width, max(stop, 2 * len(self)))

    def _reopen(self, width: int, room: int) -> None:
        """Give the values more room, or more bytes each."""
        known, old, old_width = len(self), self._buffer, self._width
        # Nothing may hold on to memory that moves.
        self._values = None
        in_place = self._folder is not None and width == old_width
        if old is not None and in_place:
            old.close()
        try:
            buffer = self._new_buffer(width, room)
        except BudgetExceeded:
            if old is not None:
                kept = self._new_buffer(old_width, known) if in_place else old
                self._use(kept, old_width, known)
            raise
        if old is not None and not in_place:
            for first in range(0, known, _CHUNK):
                end = min(first + _CHUNK, known)
                part = array(_FORMATS[old_width], old[first * old_width : end * old_width])
                buffer[first * width : end * width] = array(_FORMATS[width], part).tobytes()
            old.close()
        self._use(buffer, width, known)

    def _use(self, buffer: mmap.mmap, width: int, known: int) -> None:
        if width != self._width:
            self._chunks = []
        self._buffer, self._width = buffer, width
        if native.available():
            digits = self._code.digits if self._code is not None else (4,)
            self._values = native.heap_record(
                digits, buffer, width, known, unequal=self._code is None, tile=self._tile
            )
        else:
            self._values = _PlainValues(self._code, buffer, width, known)

    def _new_buffer(self, width: int, room: int) -> mmap.mmap:
        size = max(room, 1) * width
        try:
            if self._folder is None:
                return mmap.mmap(-1, size)
            with open(_file(self._folder, width), "a+b") as file:
                _reserve(file.fileno(), size)
                return mmap.mmap(file.fileno(), size)
        except (OSError, ValueError, OverflowError) as error:
            where = "in memory" if self._folder is None else "on the disk"
            reason = getattr(error, "strerror", None) or error
            raise BudgetExceeded(f"no room {where} for {size:,} bytes: {reason}") from None

    def _raw(self, first: int, end: int) -> bytes:
        if self._buffer is None:
            raise SurveyError(f"expected an open record of {self._name}, got one that is closed")
        return self._buffer[first * self._width : end * self._width]

    def _numbers(self, first: int, end: int) -> array[int]:
        return array(_FORMATS[self._width], self._raw(first, end))

    def _first_with(self, value: int) -> int:
        for first in range(0, len(self), _CHUNK):
            numbers = self._numbers(first, min(first + _CHUNK, len(self)))
            if value in numbers:
                return first + numbers.index(value)
        return 0

    # ---- checkpoints

    def _resume(self, folder: Path) -> None:
        """Go on from the checkpoint of a folder, if there is one, after looking at every byte."""
        path = folder / _STATE
        if not path.exists():
            self._use(self._new_buffer(1, _FIRST_STEP), 1, 0)
            return
        state = _read_state(path)
        if state["code"] != self._name:
            raise SurveyError(
                f"expected a folder with a record of {self._name}, got one of {state['code']}: "
                f"{str(folder)!r}"
            )
        known, width = state["heaps"], state["width"]
        file = _file(folder, width)
        if not file.exists() or file.stat().st_size < known * width:
            raise SurveyError(f"expected {known:,} values in {str(file)!r}, got fewer")
        self._use(self._new_buffer(width, known), width, known)
        if self._chunk_digests() != state["chunks"]:
            raise SurveyError(
                f"expected the values of the checkpoint in {str(file)!r}, got others: "
                "the file is damaged"
            )
        if state["period"] is not None:
            self._look_for_period()
            if self._period is None or _plain(self._period) != state["period"]:
                raise SurveyError(f"expected the period {state['period']} in {str(path)!r}")

    def _chunk_digests(self) -> list[str]:
        """Return a digest of each chunk; those of full chunks are worked out once."""
        known = len(self)
        for first in range(len(self._chunks) * _CHUNK, known - known % _CHUNK, _CHUNK):
            self._chunks.append(self._digest_of(first, first + _CHUNK))
        return [*self._chunks, self._digest_of(known - known % _CHUNK, known)]

    def _digest_of(self, first: int, end: int) -> str:
        return hashlib.sha256(self._bytes(first, end)).hexdigest()

    def _digest(self) -> str:
        digest = hashlib.sha256()
        for first in range(0, len(self), _CHUNK):
            digest.update(self._bytes(first, min(first + _CHUNK, len(self))))
        return digest.hexdigest()

    def _bytes(self, first: int, end: int) -> bytes:
        if sys.byteorder == "little" or self._width == 1:
            return self._raw(first, end)
        numbers = self._numbers(first, end)
        numbers.byteswap()
        return numbers.tobytes()


class _PlainValues:
    """The same by the definition, for the reference engine: short, slow and without care."""

    def __init__(self, code: Code | None, buffer: mmap.mmap, width: int, known: int) -> None:
        self._buffer, self._width = buffer, width
        make = codes.grundys_game_values if code is None else code.grundy_values
        self._code = code
        self._further: Iterator[int] = islice(make(_MOST_PLAIN), known, None)
        self._list = list(array(_FORMATS[width], buffer[: known * width]))

    def extend(self, count: int) -> str:
        tick = meter().tick
        while len(self._list) < count:
            tick()
            value = next(self._further, None)
            if value is None:
                raise BudgetExceeded(
                    f"expected at most {_MOST_PLAIN} heaps without the native engine, got {count}"
                )
            if value >= 1 << 8 * self._width:
                self._further = chain([value], self._further)
                return "too large"
            at = len(self._list) * self._width
            self._buffer[at : at + self._width] = value.to_bytes(self._width, sys.byteorder)
            self._list.append(value)
        return "reached"

    def known(self) -> int:
        return len(self._list)

    def sparse_space(self) -> tuple[int, bool]:
        return (sparse_space(self._list).mask, False) if len(self._list) > 1 else (1, False)

    def rare_count(self) -> int:
        return len(self.rare_heaps())

    def rare_heaps(self) -> list[int]:
        mask, _ = self.sparse_space()
        return [n for n, x in enumerate(self._list) if n and (x & mask).bit_count() % 2 == 0]

    def counts(self) -> list[int]:
        counted = Counter(self._list[1:])
        return [counted[x] for x in range(max(self._list, default=0) + 1)]

    def by_definition(self, heap: int) -> int:
        values = codes.grundys_game_values if self._code is None else self._code.grundy_values
        return next(islice(values(heap + 1), heap, None))

    def longest_repeat(self) -> tuple[int, int, int | None]:
        known, best = len(self._list), (len(self._list), 0)
        taken = 0 if self._code is None else len(self._code.digits) - 1
        for p, same in enumerate(overlaps(self._list[::-1])):
            if not 0 < 2 * p <= known:
                continue
            start = known - p - same
            needed = 2 * (start + p) + taken
            if self._code is not None and needed <= known:
                return start, p, needed
            best = min(best, (start, p)) if best[1] else (start, p)
        is_provable = self._code is not None and best[1] > 0
        return *best, 2 * sum(best) + taken if is_provable else None


def _octal_code(code: str | AnyCode) -> Code | None:
    """Return a finite octal code; None stands for Grundy's game."""
    known = None if code == GRUNDYS_GAME else known_code(code)
    if known is None or (isinstance(known, Code) and known.is_finite and known.parts <= 2):
        return known
    raise IllegalPositionError(
        f"expected an octal code of finitely many digits such as 0.1777, or grundy, got {code!s}"
    )


def _file(folder: Path, width: int) -> Path:
    return folder / f"values-{width}.bin"


def _reserve(file: int, size: int) -> None:
    """Give a file its size, and room on the disk for all of it where that can be asked for.

    Writing into memory for which a full disk has no room would kill the process.
    """
    if os.fstat(file).st_size > size or not hasattr(os, "posix_fallocate"):
        os.truncate(file, size)
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file, 0, size)


def _plain(period: Period) -> list[int]:
    return [period.preperiod, period.period, period.checked]


def _digest_of_state(state: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(state, sort_keys=True).encode()).hexdigest()


def _read_state(path: Path) -> dict[str, Any]:
    """Return a checkpoint that is as it was written."""
    try:
        state = json.loads(path.read_text(encoding="ascii"))
        digest = state.pop("digest")
        if state["schema"] != SCHEMA or digest != _digest_of_state(state):
            raise ValueError
    except (ValueError, KeyError, TypeError, AttributeError):
        raise SurveyError(
            f"expected a checkpoint of {SCHEMA}, got a damaged one or another file: {str(path)!r}"
        ) from None
    return dict(state)
