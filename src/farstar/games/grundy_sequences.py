"""Grundy values of the heaps 0, 1, 2, ... of a take-and-break game, at speed.

The native engine computes them by sparse spaces; without it they are computed from the definition,
more slowly. Both are exact, and the tests compare them.

>>> from farstar.games.grundy_sequences import grundy_sequence
>>> grundy_sequence("0.77", 10)
[0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
"""

from __future__ import annotations

from farstar._arguments import integer, shown
from farstar.engine import kernels as native
from farstar.errors import BudgetExceeded
from farstar.impartial import codes, periods
from farstar.impartial.codes import GRUNDYS_GAME, Code
from farstar.impartial.general_codes import AnyCode, parse_code
from farstar.impartial.periods import Period
from farstar.rules import meter

__all__ = ["GRUNDYS_GAME", "GrundyTable", "grundy_sequence"]


_CODE_OF_GRUNDYS_GAME = "4!.0"
_FIRST = 256
_MOST_NATIVE = 1 << 24
_MOST_PLAIN = 1 << 14
_MOST_DEAR = 1 << 9
_FOR_A_PERIOD = 1 << 14


def grundy_sequence(code: str | AnyCode, length: int) -> list[int]:
    """Return the Grundy values of the heaps 0, 1, ..., `length` - 1.

    Parameters
    ----------
    code : str or Code
        A code such as ``"0.77"`` or ``"4!.0"``; ``"grundy"`` stands for Grundy's game.
    length : int
        How many heaps.

    Examples
    --------
    >>> grundy_sequence("0.07", 10), grundy_sequence("grundy", 10)
    ([0, 0, 1, 1, 2, 0, 3, 1, 1, 0], [0, 0, 0, 1, 0, 2, 1, 0, 2, 1])
    """
    return _sequence(None if code == GRUNDYS_GAME else known_code(code), length)


def known_code(code: str | AnyCode) -> AnyCode | None:
    """Return a code; None stands for Grundy's game, which has an algorithm of its own."""
    read = parse_code(code)
    return None if str(read) == _CODE_OF_GRUNDYS_GAME else read


def _is_native(code: AnyCode | None) -> bool:
    if not native.available():
        return False
    return code is None or (isinstance(code, Code) and code.is_finite and code.parts <= 2)


def _most(code: AnyCode | None) -> int:
    """Return how many heaps can be computed."""
    if _is_native(code):
        return _MOST_NATIVE
    # Three heaps, or any number of takes with two heaps, cost the cube of the length.
    is_dear = code is not None and (code.parts is None or code.parts > (2 if code.is_finite else 1))
    return _MOST_DEAR if is_dear else _MOST_PLAIN


def _sequence(code: AnyCode | None, length: int) -> list[int]:
    most = _most(code)
    if integer(length, 0, "the number of heaps") > most:
        raise BudgetExceeded(f"expected at most {most} heaps, got {shown(length)}")
    if _is_native(code):
        digits = code.digits if isinstance(code, Code) else (4,)
        return native.grundy_sequence(digits, length, unequal=code is None).tolist()
    tick = meter().tick
    values = []
    for value in codes.grundys_game_values(length) if code is None else code.grundy_values(length):
        tick()
        values.append(value)
    return values


class GrundyTable:
    """The Grundy values of single heaps, computed on demand until a period is proved.

    Parameters
    ----------
    code : Code or GeneralCode, optional
        The rules; None stands for Grundy's game.

    Examples
    --------
    >>> table = GrundyTable(Code.parse("0.77"))
    >>> table[10**9], str(table.period())
    (1, 'period 12 from 71 on (proved, 256 values)')
    """

    def __init__(self, code: AnyCode | None) -> None:
        self._code = code if code is None else known_code(code)
        self._values: list[int] = []
        self._period: Period | None = None

    def __getitem__(self, heap: int) -> int:
        while heap >= len(self._values) and not self._is_proved:
            most = _most(self._code)
            if len(self._values) >= most:
                name = "Grundy's game" if self._code is None else f"the code {self._code}"
                raise BudgetExceeded(
                    f"expected heaps below {most} or a proved period of {name}, got neither"
                )
            self._grow(most)
        if heap < len(self._values) or self._period is None:
            return self._values[heap]
        return self._period.value(self._values, heap)

    def period(self, limit: int = _FOR_A_PERIOD) -> Period | None:
        """Return the period of the values; None if there is none within `limit` heaps."""
        most = min(limit, _most(self._code))
        while not self._is_proved and len(self._values) < most:
            self._grow(most)
        return self._period

    @property
    def known_period(self) -> Period | None:
        """The period of the values, if it is known already."""
        return self._period

    @property
    def _is_proved(self) -> bool:
        return self._period is not None and self._period.is_proved

    def _grow(self, most: int) -> None:
        self._values = _sequence(self._code, min(max(_FIRST, 2 * len(self._values)), most))
        # Unequal heaps spoil the proof for plain digits, and what is only seen may end.
        if isinstance(self._code, Code):
            self._period = periods.period(self._code, self._values)
