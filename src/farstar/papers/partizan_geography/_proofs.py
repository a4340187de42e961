"""Steps in the proofs of Theorem 7 and Corollary 8 that need a correction."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from farstar.papers._claim import Cases, Claims, Status, fixed, same, sizes, true
from farstar.papers.partizan_geography import _brute as brute
from farstar.values import Value

claims = Claims("partizan-geography", "Partizan Geography on K_n x K_2")

_ALL = "`A(x,y,z), x, y, z <= {}`"


def _in_case(bound: int, case: str, after: str = "") -> Iterator[tuple[int, int, int]]:
    """Yield the positions of a case whose successor A(x, y-1, z+1) is in the case `after`."""
    for x, y, z in brute.in_case(bound, case):
        if y >= 2 and brute.case(x, y - 1, z + 1).startswith(after):
            yield x, y, z


def _labels(bound: int, *, swapped: bool) -> Cases:
    for x, y, z in brute.b_positions(bound):
        # As the proof has it, case (E) is y <= z, while the theorem has z < y.
        is_e = y <= z if swapped else z < y
        claimed = x + z - 1 if is_e else y + x - 1
        name = "E" if is_e else "F"
        yield same(f"`B({x},{y},{z})`, case ({name})", brute.b(x, y, z), Value(claimed))


claims.corrected(
    "Theorem 7, proof of (E) and (F)",
    "Case (E) is `y <= z` and case (F) is `y > z`.",
    "the formulas of the theorem under these labels with values by brute force",
    sizes("`B(x,y,z), x, y, z <= {}`", 8, 2),
    correction="The labels are swapped: (E) is `z < y`.",
    printed=lambda bound: _labels(bound, swapped=True),
    status=Status.TYPOGRAPHICAL,
)(lambda bound: _labels(bound, swapped=False))


def _option_in_b(sign: int) -> Callable[[int], Cases]:
    def check(bound: int) -> Cases:
        for x, y, z in _in_case(bound, "B", "B"):
            claimed = Value.of([y + x - 3], [x + z + sign])
            yield same(f"`A({x},{y - 1},{z + 1})`", brute.a(x, y - 1, z + 1), claimed)

    return check


claims.corrected(
    "Theorem 7, proof of (B)(ii)",
    "Left's option `A(x,y-1,z+1)` appears as `{y+x-3 | x+z-1}`.",
    "values of the option by brute force",
    sizes(_ALL, 9, 4),
    correction="It is `{y+x-3 | x+z+1}`.",
    printed=_option_in_b(-1),
    status=Status.PROOF,
)(_option_in_b(1))


def _successor_d1_printed(bound: int) -> Cases:
    for x, y, z in _in_case(bound, "D(i)"):
        after = brute.case(x, y - 1, z + 1)
        yield true(f"`A({x},{y},{z})`: the successor is in case ({after})", after[0] in "BD")


@claims.corrected(
    "Theorem 7, proof of (D)(i), cases",
    "If `2x < y+z` then `A(x,y-1,z+1)` is in case (B) or (D).",
    "the cases of the successors; values by brute force",
    sizes(_ALL, 11, 3),
    correction="Or in case (A), exactly if `x = y-2` and `z = y-3`; the formula holds there too.",
    printed=_successor_d1_printed,
    status=Status.PROOF,
)
def _successor_d1(bound: int) -> Cases:
    for x, y, z in _in_case(bound, "D(i)"):
        after = brute.case(x, y - 1, z + 1)
        missing = (x, z) == (y - 2, y - 3)
        yield same(f"`A({x},{y},{z})`: the successor is in (A)", after == "A", missing)
        if missing:
            claimed = Value.of([Value("1/2") + (x + z)], [x + z])
            yield same(f"`A({x},{y},{z})`", brute.a(x, y, z), claimed)


def _induction_form(shift: int) -> Callable[[int], Cases]:
    def check(bound: int) -> Cases:
        for x, y, z in _in_case(bound, "D(i)", "D(i)"):
            odd = (y - z) % 2
            # The printed core is x + (z+1)/2 + (y-1)/2 - 1, plus * if y - z is even.
            core = _half(2 * x + y + z - 2) + (0 if odd else Value("*"))
            layers = (y - z - 5) // 2 + 1 if odd else (y - z - 6) // 2 + 1
            for i in reversed(range(layers)):
                core = Value.of([core], [x + z + shift + i])
            yield same(f"`A({x},{y - 1},{z + 1})`", brute.a(x, y - 1, z + 1), core)

    return check


def _half(n: int) -> Value:
    return Value(f"{n}/2") if n % 2 else Value(n // 2)


claims.corrected(
    "Theorem 7, proof of (D)(i), induction",
    "By induction the Right options inside `A(x,y-1,z+1)` are `x+z+i`.",
    "the printed game with values of the option by brute force",
    sizes(_ALL, 11, 5),
    correction="They are `x+z+1+i`.",
    printed=_induction_form(0),
    status=Status.PROOF,
)(_induction_form(1))


def _successor_d2_printed(bound: int) -> Cases:
    for x, y, z in _in_case(bound, "D(ii)", "A"):
        yield same(f"`A({x},{y},{z})`, with the successor in (A): `y - z`", y - z, 3)


@claims.corrected(
    "Theorem 7, proof of (D)(ii), successor in (A)",
    "If `A(x,y-1,z+1)` is in case (A), then `z = y-3`.",
    "all such positions",
    sizes(_ALL, 11, 4),
    correction="As `2x >= y+z`, it is `z = y-4`, and `x = y-2`.",
    printed=_successor_d2_printed,
    status=Status.PROOF,
)
def _successor_d2(bound: int) -> Cases:
    for x, y, z in _in_case(bound, "D(ii)", "A"):
        yield same(f"`A({x},{y},{z})`", (x, z), (y - 2, y - 4))


def _right_option_printed(bound: int) -> Cases:
    for x, y, z in _in_case(bound, "D(ii)", "A"):
        found = brute.b(z + 1, y - 1, x)
        yield same(f"Right's option of `A({x},{y},{z})`", found, Value(y + z - 1))


@claims.corrected(
    "Theorem 7, proof of (D)(ii), Right's option",
    "If `A(x,y-1,z+1)` is in case (A), Right's option of `A(x,y,z)` is `y+z-1`.",
    "values of the option by brute force",
    sizes(_ALL, 11, 4),
    correction="It is `x+z`.",
    printed=_right_option_printed,
    status=Status.PROOF,
)
def _right_option(bound: int) -> Cases:
    for x, y, z in _in_case(bound, "D(ii)", "A"):
        found = brute.b(z + 1, y - 1, x)
        yield same(f"Right's option of `A({x},{y},{z})`", found, Value(x + z))


def _successor_c_printed(bound: int) -> Cases:
    for x, y, z in _in_case(bound, "D(ii)", "C"):
        yield true(f"`A({x},{y},{z})`: `x = y - {y - x}`", x >= y - 1)


@claims.corrected(
    "Theorem 7, proof of (D)(ii), successor in (C)",
    "If `A(x,y-1,z+1)` is in case (C), then `z < y-3` and `x >= y-1`.",
    "all such positions",
    sizes(_ALL, 11, 5),
    correction="Then `z < y-4` and `x = y-2`.",
    printed=_successor_c_printed,
    status=Status.PROOF,
)
def _successor_c(bound: int) -> Cases:
    for x, y, z in _in_case(bound, "D(ii)", "C"):
        yield true(f"`A({x},{y},{z})`", z < y - 4 and x == y - 2)


def _form_printed(_: int) -> Cases:
    yield same("`A(0,7,0)`", brute.a(0, 7, 0), Value("{5/2*|2||1|||0}"))


@claims.corrected(
    "Corollary 8, proof",
    "For odd `y-z` the game in case (D)(i) has the form `{5/2*|2||1|||0}`.",
    "the value of `A(0,7,0)` by brute force",
    fixed("`A(0,7,0)`"),
    correction="It is `{5/2|2||1|||0}`.",
    printed=_form_printed,
    status=Status.TYPOGRAPHICAL,
)
def _form(_: int) -> Cases:
    yield same("`A(0,7,0)`", brute.a(0, 7, 0), Value("{5/2|2||1|||0}"))
    yield same("`A(0,8,0)`", brute.a(0, 8, 0), Value("{3*|2||1|||0}"))
