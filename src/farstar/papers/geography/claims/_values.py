"""Section 3: Lemmas 3 to 6, Theorem 7, and Corollary 8."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from farstar.papers import Cases, Over, Status, compared, correction, fixed, same, sizes, true
from farstar.papers.geography import GeographyA, GeographyB
from farstar.papers.geography import brute_force as brute
from farstar.papers.geography.claims import CLAIMS, claim
from farstar.papers.geography.theory import two_rows as geography
from farstar.values import Value


@claim("Theorem 2, numbers", sizes(brute.ALL_A, 6, 3))
@compared("values by brute force")
def _numbers(bound: int) -> Cases:
    """In the cases (A) and (B) the value is a number for some `x` and `z`."""
    for case in "AB":
        are_numbers = [brute.a(*key).is_number for key in brute.in_case(bound, case)]
        yield true(f"case ({case})", any(are_numbers) and not all(are_numbers))


def _with(least: int) -> Over:
    """Return the function that yields x from `least` and z from 0 up to a bound."""
    return lambda bound: product(range(least, bound + 1), range(bound + 1))


@claim("Lemma 3", sizes("`x, z <= {}`", 20, over=_with(1)))
@compared("values by brute force")
def _lemma_3(x: int, z: int) -> Cases:
    """`B(x,0,z) = x-1` for `x > 0`."""
    yield same(f"`B({x},0,{z})`", brute.b(x, 0, z), Value(x - 1))
    yield same(f"`B({x},0,{z})`", GeographyB(x, 0, z).value, Value(x - 1))


@claim("Lemma 4", sizes("`x, z <= {}`", 20, over=_with(1)))
@compared("values by brute force")
def _lemma_4(x: int, z: int) -> Cases:
    """`A(x,1,z) = {x-1|z}` for `x > 0`."""
    yield same(f"`A({x},1,{z})`", brute.a(x, 1, z), Value.of([x - 1], [z]))


@claim("Corollary 5", sizes("`x, z <= {}`", 20, over=_with(0)))
@compared("values by brute force")
def _corollary_5(x: int, z: int) -> Cases:
    """`A(x,1,z) <= x`."""
    yield true(f"`A({x},1,{z})`", brute.a(x, 1, z) <= x)


@claim("Lemma 6", sizes("`x, z <= {}`", 20, over=_with(1)))
@compared("values by brute force, and of the library")
@correction(
    "For `z >= 1`; `B(x,1,0) = x-1`. In general `B(x,y,z) = x + min(y,z) - 1`.",
    lambda x, z: same(f"`B({x},1,{z})`", brute.b(x, 1, z), Value(x)),
)
def _lemma_6(x: int, z: int) -> Cases:
    """`B(x,1,z) = x` for `x > 0`."""
    value = brute.b(x, 1, z)
    yield same(f"`B({x},1,{z})`", value, Value(x if z else x - 1))
    yield same(f"`B({x},1,{z})`", geography.value_of_b(x, 1, z), value)


def _nest(
    core: Value,
    times: int,
    right: Callable[[int], int],
    left: Callable[[int], int] | None = None,
) -> Value:
    """Return Notation 1: the core in layers i = times-1, ..., 0 with the given numbers."""
    for i in reversed(range(times)):
        core = Value.of([core] if left is None else [left(i), core], [right(i)])
    return core


@claim("Notation 1, examples", fixed("the three positions"))
@compared("the printed games with values by brute force, and of the library")
def _notation_1(_: int) -> Cases:
    """`A(17,17,9)`, `A(5,10,3)` and `A(12,15,3)`, in the usual and in the new notation."""
    for key, text, nested in (
        (
            (17, 17, 9),
            "{26,{27,{28,{29|25}|25}|25}|25}",
            _nest(Value("{29|25}"), 3, lambda i: 25, lambda i: 26 + i),
        ),
        ((5, 10, 3), "{{{{10|11}|10}|9}|8}", _nest(Value("{10|11}"), 3, lambda i: 8 + i)),
        (
            (12, 15, 3),
            "{{{17,{18,{19,{20|17}|17}|17}|17}|16}|15}",
            _nest(_nest(Value("{20|17}"), 3, lambda i: 17, lambda i: 17 + i), 2, lambda j: 15 + j),
        ),
    ):
        value = brute.a(*key)
        yield same(f"A{key}", value, Value(text))
        yield same(f"A{key}", value, nested)
        yield same(f"A{key}", GeographyA(*key).value, value)


def _theorem_7(x: int, y: int, z: int) -> Value:
    """Return the value of A(x, y, z) by the formula of Theorem 7, as printed."""
    case = brute.case(x, y, z)
    if case == "A":
        if z >= x + 1:
            return Value(y + x - 1)
        if z == x:
            return Value(Fraction(2 * (y + x) - 3, 2))
        return Value.of([y + x - 2], [y + z - 1])
    if case == "B":
        if z > y - 1:
            return Value(y + x - 1)
        return Value(Fraction(2 * (y + x) - 3, 2)) if z == y - 1 else Value("*") + (y + x - 2)
    even = (y - z) % 2 == 0
    if case == "D(ii)":
        k = (2 * x - y - z + 1) // 2
        inner = Value.of([2 * x - k - 1], [y + z - 1])
        inner = _nest(inner, k, lambda i: y + z - 1, lambda i: y + z - 1 + i)
        return _nest(inner, y - x - 1, lambda j: x + z + j)
    k = (y - z - 1) // 2
    if case == "C":
        core = Value.of([y + x - k - 2], [y + z - 1])
        return _nest(core, k, lambda i: y + z - 1, lambda i: x + z + i)
    core = Value("*") if even else Value("-1/2")
    return _nest(core + (x + z + k), k, lambda i: x + z + i)


def _closed_forms(position: geography.Position, searched: Value) -> Cases:
    """Compare all that the library knows of a position with its value by brute force."""
    form = geography.value(position)
    yield same(f"`{position}`", Value(str(form)), searched)
    yield same(f"mean of `{position}`", geography.mean(position), searched.mean)
    yield same(
        f"temperature of `{position}`", geography.temperature(position), searched.temperature
    )
    yield same(f"outcome of `{position}`", geography.outcome(position), searched.outcome)
    if position.kind == "A":
        _, x, y, z = position
        yield same(f"`{position}`", Value(str(geography.value_of_a(x, y, z))), searched)
        moves = geography.left_moves(position)
        values = {move: brute.value(move) for move in moves}
        best = {
            move
            for move, value in values.items()
            if not any(value < other for other in values.values())
        }
        chosen = set(geography.best_left_moves(x, y, z))
        yield true(
            f"`{position}`: the best moves of Left", chosen <= best and bool(chosen) == bool(best)
        )
        reached = {values[move] for move in chosen}
        yield same(f"`{position}`: values of the best moves", reached, {values[m] for m in best})


def _check_theorem_7(*key: int) -> Cases:
    x, y, z = key
    if key != (0, 1, 0):
        value = brute.a(x, y, z)
        yield same(f"A{key}", value, _theorem_7(x, y, z))
        yield same(f"A{key}", GeographyA(x, y, z).value, value)
        yield same(f"case of A{key}", geography.case(x, y, z), brute.case(x, y, z))
        yield from _closed_forms(geography.Position("A", x, y, z), value)


CLAIMS.corrected(
    "Theorem 7 (A)",
    "If `z >= y-2` and `x > y-2` then `A(x,y,z) = {y+x-2 | y+z-1}`: `y+x-1` if `z > x`, `y+x-3/2` "
    "if `z = x`, `y+x-2*` if `z = x-1`.",
    "the formula and the library with values by brute force",
    sizes(brute.ALL_A, 15, 2, over=brute.cases("A")),
    correction="Except `A(0,1,0) = -1`.",
    printed=lambda x, y, z: same(f"`A({x},{y},{z})`", brute.a(x, y, z), _theorem_7(x, y, z)),
    status=Status.MISSING,
)(_check_theorem_7)

for _case, _statement in (
    (
        "B",
        "If `z >= y-2` and `x <= y-2` then `A(x,y,z) = {y+x-2 | x+z}`: `y+x-1`, `y+x-3/2` or "
        "`y+x-2*` as `z > y-1`, `z = y-1` or `z = y-2`.",
    ),
    (
        "C",
        "If `z < y-2` and `x > y-2` then `A(x,y,z)` is `{y+x-k-2 | y+z-1}` in `k` layers "
        "`{x+z+i, ... | y+z-1}`.",
    ),
    (
        "D(i)",
        "If `z < y-2`, `x <= y-2` and `2x < y+z` then `A(x,y,z)` is `x+z+k+g`, `g = *` or `-1/2`, "
        "in `k` layers `{... | x+z+i}`.",
    ),
    (
        "D(ii)",
        "If `z < y-2`, `x <= y-2` and `2x >= y+z` then `A(x,y,z)` is `{2x-k-1 | y+z-1}` in `k` "
        "layers `{y+z-1+i, ... | y+z-1}` and `y-x-1` layers `{... | x+z+j}`.",
    ),
):
    CLAIMS.holds(
        f"Theorem 7 ({_case[0]}){_case[1:]}",
        _statement,
        "the formula and the library with values by brute force",
        sizes(brute.ALL_A, 15, 5, over=brute.cases(_case)),
    )(_check_theorem_7)


def _check_theorem_7_b(x: int, y: int, z: int) -> Cases:
    value = brute.b(x, y, z)
    yield same(f"`B({x},{y},{z})`", value, Value(x + min(y, z) - 1))
    yield same(f"`B({x},{y},{z})`", GeographyB(x, y, z).value, value)
    yield from _closed_forms(geography.Position("B", x, y, z), value)


for _case, _statement, _positions in (
    ("E", "If `z < y` then `B(x,y,z) = x+z-1`.", brute.e_positions),
    ("F", "If `z >= y` then `B(x,y,z) = y+x-1`.", brute.f_positions),
):
    CLAIMS.holds(
        f"Theorem 7 ({_case})",
        _statement,
        "the formula and the library with values by brute force",
        sizes(brute.ALL_B, 15, over=_positions),
    )(_check_theorem_7_b)


def _second_term(x: int, y: int, z: int) -> tuple[int, Value, Fraction]:
    """Return the number, the second term and its mean in Corollary 8, as printed."""
    case = brute.case(x, y, z)
    even = (y - z) % 2 == 0
    k = (y - z - 1) // 2
    if case == "C":
        core = Value.of([x - z + 1 - k - 2], [0])
        nested = _nest(core, k, lambda i: 0, lambda i: x - y + 1 + i)
        return y + z - 1, nested, Fraction(x - y + 1, 2)
    if case == "D(i)":
        core = (Value("*") if even else Value("-1/2")) + k
        heat = 1 - (Fraction(1, 2**k) if even else Fraction(3, 2 ** (k + 1)))
        return x + z, _nest(core, k, lambda i: i), heat
    k = (2 * x - y - z + 1) // 2
    rest = y - x - 1
    core = Value.of([x - z - k - 1], [rest])
    core = _nest(core, k, lambda i: rest, lambda i: rest + i)
    return x + z, _nest(core, rest, lambda j: j), 1 - Fraction(1, 2**rest)


def _corollary_8(*key: int) -> Cases:
    x, y, z = key
    number, term, heat = _second_term(x, y, z)
    yield same(f"A{key}", brute.a(x, y, z), term + number)
    yield same(f"A{key}", (term.mean, term.temperature), (heat, heat))


for _case, _statement in (
    ("C", "In case (C) `A(x,y,z)` is `y+z-1` plus a game with mean and temperature `(x-y+1)/2`."),
    (
        "D(i)",
        "In case (D)(i) `A(x,y,z)` is `x+z` plus a game with mean `1 - 1/2^k` or `1 - 3/2^(k+1)`.",
    ),
    ("D(ii)", "In case (D)(ii) `A(x,y,z)` is `x+z` plus a game with mean `1 - 1/2^(y-x-1)`."),
):
    CLAIMS.holds(
        f"Corollary 8 ({_case[0]}){_case[1:]}",
        _statement,
        "the printed second term with values, means and temperatures by brute force",
        sizes(brute.ALL_A, 15, 5, over=brute.cases(_case)),
    )(_corollary_8)
