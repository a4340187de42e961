"""The native engine. Private: use farstar.Value."""

from collections.abc import Iterable


class Game:
    """A canonical form in the native store."""

    def __eq__(self, arg: object, /) -> bool: ...

    def __hash__(self) -> int: ...

def compact(numerator: int, exponent: int, up: int, star: int) -> Game:
    """Return numerator/2**exponent + up.(up) + *star."""

def as_compact(g: Game) -> tuple[int, int, int, int] | None:
    """
    Return (numerator, exponent, up, star), or None if g is not such a sum.
    """

def construct(left: Iterable[Game], right: Iterable[Game]) -> Game:
    """Return the canonical form of {left | right}."""

def options(g: Game) -> tuple[tuple[Game, ...], tuple[Game, ...]]:
    """Return the canonical Left and Right options."""

def negate(g: Game) -> Game:
    """Return -g."""

def add(g: Game, h: Game) -> Game:
    """Return g + h."""

def geq(g: Game, h: Game) -> bool:
    """Tell whether g >= h."""

def stops(g: Game) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the Left and the Right stop as (numerator, exponent)."""

def thermograph(g: Game) -> tuple[tuple[tuple[int, int], tuple[tuple[int, int], ...], tuple[int, ...]], tuple[tuple[int, int], tuple[tuple[int, int], ...], tuple[int, ...]]]:
    """
    Return the Left and the Right wall: mast, corners from the top, slopes from the top.
    """

def atomic_weight(g: Game) -> Game:
    """Return the atomic weight, or raise NotAtomicError."""

def set_budget(seconds: float | None, nodes: int | None, memory: int | None) -> None:
    """Bound the work of this thread from now on."""

def stats() -> dict[str, int]:
    """Return the counters of the store."""

def collect() -> int:
    """Forget what no live game needs; return how many games went."""

class ValueTable:
    """Rows (p, q, value), as a kernel found them."""

    def __len__(self) -> int: ...

    def __getitem__(self, row: int) -> tuple[int, int, Game]: ...

    def distinct(self) -> int:
        """Return how many different values there are."""

    def mean_temperatures(self) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        """
        Return mean and temperature of every row, as (numerator, exponent) pairs.
        """

def partizan_euclid_values(bound: int) -> ValueTable:
    """
    Return the values of all coprime standard positions (p, q), q > 1, p <= bound.
    """
