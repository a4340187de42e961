"""Partizan Geography on K_n x K_m."""

from __future__ import annotations

from fractions import Fraction

from farstar.papers import _cases as cases
from farstar.papers import kernels
from farstar.papers._claim import compared, same, true
from farstar.papers._ranges import Cases, sizes
from farstar.papers.beyond.claims import proved, question
from farstar.papers.geography.theory import products
from farstar.papers.geography.theory.products import Columns
from farstar.values import Value, wrap

_known: dict[Columns, Value] = {}


def _value(position: Columns) -> Value:
    """Return the value by the rules; boards have few cells, so moves are never many."""
    cases.ASKED.note("value", "CompleteProduct({})", _board(position))
    return _folded(position)


def _board(position: Columns) -> str:
    """Return a position as a board, the token in the first cell."""
    columns = (position.own, *position.others)
    rows = ["".join("#."[column >> row & 1] for column in columns) for row in range(position.rows)]
    return "|".join(["@" + rows[0][1:], *rows[1:]])


def _folded(position: Columns) -> Value:
    known = _known.get(position)
    if known is None:
        left = [_folded(option) for option in position.left_options()]
        right = [_folded(option) for option in position.right_options()]
        known = _known[position] = Value.of(left=left, right=right)
    return known


def _at(rows: int, row: int, own: str, **columns: int) -> Columns:
    """Return the token in a row, its column open in `own`; columns as c012=3 for three of them."""
    others = [_set(name[1:]) for name, count in columns.items() for _ in range(count)]
    return Columns.of(rows, row, _set(own), tuple(others))


def _set(rows: str) -> int:
    return sum(1 << int(row) for row in rows)


def _a(m: int, j: int, f: int) -> Value:
    """Return A_m(j, F): the token in row 0, its column and j others open in rows 1 to m - 1."""
    lower = (1 << m) - 2
    return _value(Columns.of(m, 0, lower, (lower,) * j + (lower + 1,) * f))


def _b(m: int, j: int, f: int) -> Value:
    """Return B_m(j, F): the token in row 1, its column open in the rows from 2 on."""
    lower = (1 << m) - 2
    return _value(Columns.of(m, 1, lower - 2, (lower,) * j + (lower + 1,) * f))


def _start(n: int, m: int) -> Value:
    """Return the value of the start by the rules, searched natively if possible."""
    start = Columns.start(n, m)
    cases.ASKED.note("value", "CompleteProduct({},{})", n, m)
    if not kernels.available():
        return _value(start)
    return wrap(kernels.complete_products(m, [(start.own, start.others)])[0])


def _columns(bound: int, *, without_kernels: int) -> int:
    """Return how many columns to go up to."""
    return bound if kernels.available() else min(bound, without_kernels)


def _c(k: int) -> Value:
    return Value(1 - Fraction(1, 2**k))


def _strong(position: Columns) -> bool:
    """Return whether Left has a move to a position with Right stop at least 1."""
    return any(_value(option).right_stop >= 1 for option in position.left_options())


@proved("Starts of Geography on `K_n x K_m`", sizes("`n <= {}, m <= 4`", 5, 3))
@compared("values by the rules")
def _starts(bound: int) -> Cases:
    """For `n, m >= 2` the start is won by the first player, with a Left stop from 0 to 1 and a
    Right stop from `-1` to 0; more columns never lower a value."""
    for m in range(2, 5):
        for n in range(2, bound + 1):
            value, wider = (_value(Columns.start(k, m)) for k in (n, n + 1))
            yield same(f"`K_{n} x K_{m}`", str(value.outcome), "N")
            yield true(f"Left stop `{value.left_stop}`", 0 <= value.left_stop <= 1)
            yield true(f"Right stop `{value.right_stop}`", -1 <= value.right_stop <= 0)
            yield true(f"`K_{n + 1} x K_{m}` is not lower", wider >= value)


@proved("Geography on `K_n x K_3`", sizes("`n <= {}`", 14, 6))
@compared("the positions that the proof needs, and the starts themselves")
def _three_rows(bound: int) -> Cases:
    """For all `n >= 6` the start of `K_n x K_3` is `{1 - 2^(2-n)|0}`."""
    lower = {"c12": 1}
    yield true("B(1,4) |> 1 - 2^-N", _strong(_at(3, 1, "2", c012=4, **lower)))
    for j, f in ((2, 3), (2, 2), (2, 1), (1, 0)):
        yield true(f"B({j},{f}) |> {_c(f)}", not _b(3, j, f) <= _c(f))
    reply = _at(3, 1, "02", c2=1, c012=4)
    yield same("Right options of C(4)", _value(reply).right_options, (Value(0),))
    yield true("C(4) has a Left option with Right stop 1", _strong(reply))
    for total in range(7):
        for j in range(total + 1):
            f = total - j
            yield true(f"`B({j},{f}) <= 1`", _b(3, j, f) <= 1)
            if (j >= 1 and (f >= 4 or f == 0)) or (j >= 2 and f >= 1):
                yield same(f"`A({j},{f})`", _a(3, j, f), _c(f))
    for n in range(6, _columns(bound, without_kernels=9) + 1):
        left, right = products.start_of_three_rows(n)
        claimed = Value.of(left=[Value(left)], right=[Value(right)])
        yield same(f"`K_{n} x K_3`", _start(n, 3), claimed)


@proved(
    "Geography with four rows or more", sizes("`m = 4` with `n <= {}`, `m = 5` with `n <= 4`", 6, 3)
)
@compared("`B_m(j, F) <= 1 - 2^(-j)`, and starts, by the rules")
def _many_rows(bound: int) -> Cases:
    """For `m >= 4` the start of `K_n x K_m` has Left stop at most `1/2` and mean at most `1/3`,
    whatever `n`."""
    for m, most in ((4, bound - 1), (5, 3)):
        for total in range(most):
            for j in range(total + 1):
                yield true(f"`B_{m}({j},{total - j})`", _b(m, j, total - j) <= _c(j))
        for n in range(2, most + 2):
            start = _value(Columns.start(n, m))
            yield true(f"Left stop of `K_{n} x K_{m}`", start.left_stop <= Fraction(1, 2))
            yield true(f"mean of `K_{n} x K_{m}`", start.mean <= Fraction(1, 3))


@proved("Geography on `K_n x K_4`", sizes("7 columns, starts with `n <= {}`", 9, 8))
@compared("the positions with 7 columns that the proof needs, and starts, by the rules")
def _four_rows(bound: int) -> Cases:
    """For `j + F >= 6`, `A(j, F)` is `1 - 2^(-F)` if `F < j`, and `{A(j+1, F-1)|1 - 2^(-j)}` if
    `F > j >= 1`. So the start of `K_n x K_4`, `n = 2k + 2 >= 8`, has mean and temperature
    `(1 - 4^(-k))/3`, and the means tend to `1/3`."""
    most = 6
    for g in range(1, most + 1):
        for e in range(most - g + 1):
            for j in range(most - g - e + 1):
                f = most - g - e - j
                counts = {"c23": g, "c023": e, "c123": j, "c0123": f}
                if g >= 2 or (j >= 1 and f >= 1):
                    yield true(f"T1 {counts}", _strong(_at(4, 2, "3", **counts)))
                if (g == 1 and j >= 1 and e + f >= 1) or (g >= 2 and e >= 1 and j == 0):
                    yield true(f"T3 {counts}", _strong(_at(4, 2, "03", **counts)))
    yield true("Right stop of B(0,3)", _b(4, 0, 3).right_stop >= 0)
    yield same("`A(4,2)`", _a(4, 4, 2), _c(2))
    yield true("B(4,2) |> 7/8", not _b(4, 4, 2) <= _c(3))
    for j in (5, 6):
        yield same(f"`B({j},0)`", _b(4, j, 0), Value.of(left=[_c(j - 1)], right=[Value(0)]))
    for j, f in ((1, 5), (2, 4)):
        claimed = Value.of(left=[_a(4, j + 1, f - 1)], right=[_c(j)])
        yield same(f"`A({j},{f})`", _a(4, j, f), claimed)
    for n in range(8, _columns(bound, without_kernels=7) + 1):
        start = _start(n, 4)
        low, _high = products.mean_bounds_of_four_rows(n)
        # For odd n the theorem leaves a small interval, and all that are known are at its low end.
        yield same(f"mean of `K_{n} x K_4`", (start.mean, start.temperature), (low, low))
        if n % 2 == 0:
            yield same(f"Left option of `K_{n} x K_4`", start.left_options, (_nested(n // 2 - 1),))


def _nested(k: int) -> Value:
    """Return X_1, where X_k is 1 - 2^(-k) plus a star, and X_i = {X_(i+1)|1 - 2^(-i)}."""
    inner = _c(k) + Value("*")
    for i in range(k - 1, 0, -1):
        inner = Value.of(left=[inner], right=[_c(i)])
    return inner


_FIVE_ROWS = {2: "-5/8", 3: "-3/8", 4: "-1/8", 5: "0", 6: "3/32", 7: "15/64", 8: "63/256"}
"""The means that we know; the last of them took a minute and some gigabytes."""


@question("Geography on `K_n x K_5`", sizes("`n <= {}`", 6, 3))
@compared("starts by the rules")
def _five_rows(bound: int) -> Cases:
    """Do the means of the starts of `K_n x K_m` tend to `1/(m-1)` for every `m`? For
    `m = 2, 3, 4` they do. With five rows they are `-5/8, -3/8, -1/8, 0, 3/32, 15/64, 63/256`
    for `n = 2, ..., 8`."""
    most = _columns(bound, without_kernels=4)
    for n in range(2, min(most, max(_FIVE_ROWS)) + 1):
        start = _start(n, 5)
        yield same(f"mean of `K_{n} x K_5`", start.mean, Fraction(_FIVE_ROWS[n]))
        yield true(f"mean of `K_{n} x K_5` below `1/4`", start.mean < Fraction(1, 4))
        if n == 7:
            yield same("`K_7 x K_5`", start, Value("{15/32*|0}"))
