"""Section 3: Lemmas 3 to 6, Theorem 7, and Corollary 8."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from farstar.games import GeographyA, GeographyB
from farstar.papers._claim import Cases, Status, compared, correction, fixed, same, sizes, true
from farstar.papers.partizan_geography import _brute as brute
from farstar.papers.partizan_geography._paper import CLAIMS, claim
from farstar.theory import geography
from farstar.values import Value

_ALL = "`A(x,y,z), x, y, z <= {}`"


@claim("Theorem 2, numbers", sizes(_ALL, 6, 3))
@compared("values by brute force")
def _numbers(bound: int) -> Cases:
    """In the cases (A) and (B) the value is a number for some `x` and `z`."""
    for case in "AB":
        are_numbers = [brute.a(*key).is_number for key in brute.in_case(bound, case)]
        yield true(f"case ({case})", any(are_numbers) and not all(are_numbers))


@claim("Lemma 3", sizes("`x, z <= {}`", 20))
@compared("values by brute force")
def _lemma_3(bound: int) -> Cases:
    """`B(x,0,z) = x-1` for `x > 0`."""
    for x in range(1, bound + 1):
        for z in range(bound + 1):
            yield same(f"`B({x},0,{z})`", brute.b(x, 0, z), Value(x - 1))
            yield same(f"`B({x},0,{z})`", GeographyB(x, 0, z).value, Value(x - 1))


@claim("Lemma 4", sizes("`x, z <= {}`", 20))
@compared("values by brute force")
def _lemma_4(bound: int) -> Cases:
    """`A(x,1,z) = {x-1|z}` for `x > 0`."""
    for x in range(1, bound + 1):
        for z in range(bound + 1):
            yield same(f"`A({x},1,{z})`", brute.a(x, 1, z), Value.of([x - 1], [z]))


@claim("Corollary 5", sizes("`x, z <= {}`", 20))
@compared("values by brute force")
def _corollary_5(bound: int) -> Cases:
    """`A(x,1,z) <= x`."""
    for x in range(bound + 1):
        for z in range(bound + 1):
            yield true(f"`A({x},1,{z})`", brute.a(x, 1, z) <= x)


def _lemma_6_printed(bound: int) -> Cases:
    for x in range(1, bound + 1):
        for z in range(bound + 1):
            yield same(f"`B({x},1,{z})`", brute.b(x, 1, z), Value(x))


@claim("Lemma 6", sizes("`x, z <= {}`", 20))
@compared("values by brute force, and of the library")
@correction(
    "For `z >= 1`; `B(x,1,0) = x-1`. In general `B(x,y,z) = x + min(y,z) - 1`.", _lemma_6_printed
)
def _lemma_6(bound: int) -> Cases:
    """`B(x,1,z) = x` for `x > 0`."""
    for x in range(1, bound + 1):
        for z in range(bound + 1):
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
        k = (2 * x - y - z) // 2 if even else (2 * x - y - z + 1) // 2
        inner = Value.of([2 * x - k - 1], [y + z - 1])
        inner = _nest(inner, k, lambda i: y + z - 1, lambda i: y + z - 1 + i)
        return _nest(inner, y - x - 1, lambda j: x + z + j)
    k = (y - z - 2) // 2 if even else (y - z - 1) // 2
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


def _theorem_7_case(case: str) -> Callable[[int], Cases]:
    def check(bound: int) -> Cases:
        for key in brute.in_case(bound, case):
            if key != (0, 1, 0):
                value = brute.a(*key)
                yield same(f"A{key}", value, _theorem_7(*key))
                yield same(f"A{key}", GeographyA(*key).value, value)
                yield same(f"case of A{key}", geography.case(*key), case)
                yield from _closed_forms(geography.Position("A", *key), value)

    return check


def _theorem_7a_printed(bound: int) -> Cases:
    for x, y, z in brute.in_case(bound, "A"):
        yield same(f"`A({x},{y},{z})`", brute.a(x, y, z), _theorem_7(x, y, z))


CLAIMS.corrected(
    "Theorem 7 (A)",
    "If `z >= y-2` and `x > y-2` then `A(x,y,z) = {y+x-2 | y+z-1}`: `y+x-1` if `z > x`, `y+x-3/2` "
    "if `z = x`, `y+x-2*` if `z = x-1`.",
    "the formula and the library with values by brute force",
    sizes(_ALL, 15, 2),
    correction="Except `A(0,1,0) = -1`.",
    printed=_theorem_7a_printed,
    status=Status.MISSING,
)(_theorem_7_case("A"))

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
        sizes(_ALL, 15, 5),
    )(_theorem_7_case(_case))


def _theorem_7_b(bound: int, *, less: bool) -> Cases:
    for x, y, z in brute.b_positions(bound):
        if (z < y) == less:
            value = brute.b(x, y, z)
            yield same(f"`B({x},{y},{z})`", value, Value(x + min(y, z) - 1))
            yield same(f"`B({x},{y},{z})`", GeographyB(x, y, z).value, value)
            yield from _closed_forms(geography.Position("B", x, y, z), value)


for _name, _statement, _less in (
    ("E", "If `z < y` then `B(x,y,z) = x+z-1`.", True),
    ("F", "If `z >= y` then `B(x,y,z) = y+x-1`.", False),
):
    CLAIMS.holds(
        f"Theorem 7 ({_name})",
        _statement,
        "the formula and the library with values by brute force",
        sizes("`B(x,y,z), x, y, z <= {}`", 15),
    )(partial(_theorem_7_b, less=_less))


def _second_term(x: int, y: int, z: int) -> tuple[int, Value, Fraction]:
    """Return the number, the second term and its mean in Corollary 8, as printed."""
    case = brute.case(x, y, z)
    even = (y - z) % 2 == 0
    k = (y - z - 2) // 2 if even else (y - z - 1) // 2
    if case == "C":
        core = Value.of([x - z + 1 - k - 2], [0])
        nested = _nest(core, k, lambda i: 0, lambda i: x - y + 1 + i)
        return y + z - 1, nested, Fraction(x - y + 1, 2)
    if case == "D(i)":
        core = (Value("*") if even else Value("-1/2")) + k
        heat = 1 - (Fraction(1, 2**k) if even else Fraction(3, 2 ** (k + 1)))
        return x + z, _nest(core, k, lambda i: i), heat
    k = (2 * x - y - z) // 2 if even else (2 * x - y - z + 1) // 2
    rest = y - x - 1
    core = Value.of([x - z - k - 1], [rest])
    core = _nest(core, k, lambda i: rest, lambda i: rest + i)
    return x + z, _nest(core, rest, lambda j: j), 1 - Fraction(1, 2**rest)


def _corollary_8(case: str) -> Callable[[int], Cases]:
    def check(bound: int) -> Cases:
        for key in brute.in_case(bound, case):
            number, term, heat = _second_term(*key)
            yield same(f"A{key}", brute.a(*key), term + number)
            yield same(f"A{key}", (term.mean, term.temperature), (heat, heat))

    return check


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
        sizes(_ALL, 15, 5),
    )(_corollary_8(_case))
