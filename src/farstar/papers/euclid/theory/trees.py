"""The Stern-Brocot and the Calkin-Wilf tree: where a fraction stands, and moves as steps.

Both trees hold every positive fraction in lowest terms once and have 1/1 at the root. A way down
is a word in ``L`` and ``R``, kept as runs of equal letters, so that a run may be longer than any
list. With ``b/a = [a0, ..., an]`` in the short form, put ``w = R^a0 L^a1 R^a2 ...`` where the
last run is one shorter.

* In the Stern-Brocot tree ``w`` leads from the root to ``b/a``. A move of Grossman's game with
  multiplier ``m`` removes the first ``m`` letters, all of the first run.
* In the Calkin-Wilf tree the children of ``p/q`` are ``p/(p+q)`` and ``(p+q)/q``, and ``w`` read
  backwards leads from the root to ``b/a``. The move climbs ``m`` steps towards the root without
  a turn.

So the row of Serial Nim that Grossman's game is lies open in both trees.

References
----------
.. [1] T. Lengyel, A nim-type game and continued fractions, Fibonacci Quart. 41 (2003), end.
.. [2] S. Hofmann, G. Schuster, J. Steuding, Euclid, Calkin & Wilf: playing with rationals, Elem.
   Math. 63 (2008) 109-117.
.. [3] G. Cairns, N. B. Ho, T. Lengyel, The Sprague-Grundy function of the real game Euclid,
   Discrete Math. 311 (2011), Remark 1.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from farstar._arguments import integer, shown
from farstar._digits import from_text, to_text
from farstar.errors import BudgetExceeded, IllegalPositionError, NotationError
from farstar.papers.euclid.theory.quotient_matrices import partial_quotients, product

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = [
    "Path",
    "Run",
    "after_move",
    "calkin_wilf_fraction",
    "calkin_wilf_index",
    "calkin_wilf_path",
    "stern_brocot_fraction",
    "stern_brocot_path",
]

Side: TypeAlias = Literal["L", "R"]
"""Left or right, seen from the root."""

_LONGEST_INDEX = 1 << 24


class Run(NamedTuple):
    """A number of equal steps."""

    side: Side
    steps: int


@dataclass(frozen=True, slots=True, repr=False)
class Path:
    """A way down from the root of a binary tree, as runs of equal steps.

    Examples
    --------
    >>> path = Path.parse("R2LR")
    >>> path, path.depth, str(path.reverse()), list(path.letters())
    (Path.parse('R2LR'), 4, 'RLR2', ['R', 'R', 'L', 'R'])
    """

    runs: tuple[Run, ...] = ()
    """The runs from the root on; neighbours differ in their side."""

    @classmethod
    def of(cls, runs: Iterable[tuple[Side, int]]) -> Path:
        """Return the path with these runs; empty ones are dropped and neighbours joined.

        Examples
        --------
        >>> Path.of([("R", 2), ("L", 0), ("R", 1)])
        Path.parse('R3')
        """
        given = [Run(side, integer(steps, 0, "the steps of a run")) for side, steps in runs]
        if any(run.side not in ("L", "R") for run in given):
            raise IllegalPositionError(f"expected runs of L and R, got {shown(given)}")
        kept = [run for run in given if run.steps]
        return cls(
            tuple(
                Run(side, sum(run.steps for run in same))
                for side, same in groupby(kept, lambda run: run.side)
            )
        )

    @classmethod
    def parse(cls, text: str) -> Path:
        """Read a path such as ``R4L2``, ``RRL`` or, for the root, nothing.

        Examples
        --------
        >>> Path.parse("RRL") == Path.parse("R2L"), Path.parse("").depth
        (True, 0)
        """
        if not re.fullmatch(r"(?:[LR][0-9]*)*", text):
            raise NotationError(f"expected a path such as R4L2, got {shown(text)}", text, 0)
        runs = re.findall(r"([LR])([0-9]*)", text)
        return cls.of((side, from_text(steps) if steps else 1) for side, steps in runs)

    @property
    def depth(self) -> int:
        """The number of steps from the root."""
        return sum(run.steps for run in self.runs)

    def letters(self) -> Iterator[Side]:
        """Yield the steps one by one."""
        for side, steps in self.runs:
            # A plain loop, because a run may be longer than what itertools can count.
            done = 0
            while done < steps:
                yield side
                done += 1

    def reverse(self) -> Path:
        """Return the steps in the other order."""
        return Path(self.runs[::-1])

    def drop_first(self, steps: int) -> Path:
        """Return the path without its first steps.

        Examples
        --------
        >>> Path.parse("R4L2").drop_first(5)
        Path.parse('L')
        """
        return self.reverse().climb(steps).reverse()

    def climb(self, steps: int) -> Path:
        """Return the path without its last steps: the ancestor so many generations up.

        Examples
        --------
        >>> Path.parse("R4L2").climb(3)
        Path.parse('R3')
        """
        left = integer(steps, 0, "the number of steps")
        runs = list(self.runs)
        while runs and left >= runs[-1].steps:
            left -= runs.pop().steps
        if left and not runs:
            raise IllegalPositionError(
                f"expected at most {shown(self.depth)} steps, got {shown(steps)}"
            )
        if left:
            runs[-1] = Run(runs[-1].side, runs[-1].steps - left)
        return Path(tuple(runs))

    def __str__(self) -> str:
        return "".join(
            run.side + (to_text(run.steps) if run.steps > 1 else "") for run in self.runs
        )

    def __repr__(self) -> str:
        return f"Path.parse({str(self)!r})"


def stern_brocot_path(numerator: int, denominator: int) -> Path:
    """Return the way from 1/1 to a positive fraction in the Stern-Brocot tree.

    Examples
    --------
    >>> stern_brocot_path(9, 2), stern_brocot_path(2, 9), stern_brocot_path(1, 1)
    (Path.parse('R4L'), Path.parse('L4R'), Path.parse(''))
    """
    p = integer(numerator, 1, "the numerator")
    q = integer(denominator, 1, "the denominator")
    runs = list(partial_quotients(p, q))
    runs[-1] -= 1
    sides: tuple[Side, Side] = ("R", "L")
    return Path(tuple(Run(sides[i % 2], steps) for i, steps in enumerate(runs) if steps))


def stern_brocot_fraction(path: Path) -> tuple[int, int]:
    """Return numerator and denominator of the fraction at the end of a path.

    Examples
    --------
    >>> stern_brocot_fraction(Path.parse("R4L")), stern_brocot_fraction(Path())
    ((9, 2), (1, 1))
    """
    if not path.runs:
        return 1, 1
    quotients = [run.steps for run in path.runs]
    if path.runs[0].side == "L":
        quotients.insert(0, 0)
    quotients[-1] += 1
    numerator, _, denominator, _ = product(quotients)
    return numerator, denominator


def calkin_wilf_path(numerator: int, denominator: int) -> Path:
    """Return the way from 1/1 to a positive fraction in the Calkin-Wilf tree.

    Examples
    --------
    >>> calkin_wilf_path(9, 2), calkin_wilf_path(2, 9)
    (Path.parse('LR4'), Path.parse('RL4'))
    """
    return stern_brocot_path(numerator, denominator).reverse()


def calkin_wilf_fraction(path: Path) -> tuple[int, int]:
    """Return numerator and denominator of the fraction at the end of a path.

    Examples
    --------
    >>> calkin_wilf_fraction(Path.parse("LR4"))
    (9, 2)
    """
    return stern_brocot_fraction(path.reverse())


def calkin_wilf_index(numerator: int, denominator: int) -> int:
    """Return the place of a fraction when the Calkin-Wilf tree is read row by row, from 1.

    Raises
    ------
    BudgetExceeded
        If the place has more than 2**24 bits.

    Examples
    --------
    >>> [calkin_wilf_index(p, q) for p, q in ((1, 1), (1, 2), (2, 1), (1, 3), (3, 2))]
    [1, 2, 3, 4, 5]
    """
    path = calkin_wilf_path(numerator, denominator)
    if path.depth > _LONGEST_INDEX:
        raise BudgetExceeded(
            f"expected a fraction at most {_LONGEST_INDEX} steps down, got {shown(path.depth)}"
        )
    place = 1
    for side, steps in path.runs:
        place <<= steps
        if side == "R":
            place |= (1 << steps) - 1
    return place


def after_move(path: Path, multiplier: int) -> Path:
    """Return the Stern-Brocot path after a move of Grossman's game with this multiplier.

    In the Calkin-Wilf tree the same move is ``path.climb(multiplier)``.

    Raises
    ------
    IllegalPositionError
        If the first run is shorter than the multiplier: such a move would turn a corner.

    Examples
    --------
    >>> after_move(stern_brocot_path(9, 2), 3) == stern_brocot_path(3, 2)
    True
    """
    steps = integer(multiplier, 1, "the multiplier")
    most = path.runs[0].steps if path.runs else 0
    if steps > most:
        raise IllegalPositionError(
            f"expected a multiplier of at most {shown(most)}, got {shown(steps)}"
        )
    return path.drop_first(steps)
