"""Steps in the proofs of Theorem 7 and Corollary 8 that need a correction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from farstar.papers._claim import Cases, Status, compared, correction, fixed, same, sizes, true
from farstar.papers.partizan_geography import _brute as brute
from farstar.papers.partizan_geography._paper import CLAIMS, claim
from farstar.values import Value

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


CLAIMS.corrected(
    "Theorem 7, proof of (E) and (F)",
    "Case (E) is `y <= z` and case (F) is `y > z`.",
    "the formulas of the theorem under these labels with values by brute force",
    sizes("`B(x,y,z), x, y, z <= {}`", 8, 2),
    correction="The labels are swapped: (E) is `z < y`.",
    printed=lambda bound: _labels(bound, swapped=True),
    status=Status.MISPRINT,
)(lambda bound: _labels(bound, swapped=False))


def _option_in_b(sign: int) -> Callable[[int], Cases]:
    def check(bound: int) -> Cases:
        for x, y, z in _in_case(bound, "B", "B"):
            claimed = Value.of([y + x - 3], [x + z + sign])
            yield same(f"`A({x},{y - 1},{z + 1})`", brute.a(x, y - 1, z + 1), claimed)

    return check


CLAIMS.corrected(
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


@claim("Theorem 7, proof of (D)(i), cases", sizes(_ALL, 11, 3), Status.PROOF)
@compared("the cases of the successors; values by brute force")
@correction(
    "Or in case (A), exactly if `x = y-2` and `z = y-3`; the formula holds there too.",
    _successor_d1_printed,
)
def _successor_d1(bound: int) -> Cases:
    """If `2x < y+z` then `A(x,y-1,z+1)` is in case (B) or (D)."""
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


CLAIMS.corrected(
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


@claim("Theorem 7, proof of (D)(ii), successor in (A)", sizes(_ALL, 11, 4), Status.PROOF)
@compared("all such positions")
@correction("As `2x >= y+z`, it is `z = y-4`, and `x = y-2`.", _successor_d2_printed)
def _successor_d2(bound: int) -> Cases:
    """If `A(x,y-1,z+1)` is in case (A), then `z = y-3`."""
    for x, y, z in _in_case(bound, "D(ii)", "A"):
        yield same(f"`A({x},{y},{z})`", (x, z), (y - 2, y - 4))


def _right_option_printed(bound: int) -> Cases:
    for x, y, z in _in_case(bound, "D(ii)", "A"):
        value = brute.b(z + 1, y - 1, x)
        yield same(f"Right's option of `A({x},{y},{z})`", value, Value(y + z - 1))


@claim("Theorem 7, proof of (D)(ii), Right's option", sizes(_ALL, 11, 4), Status.PROOF)
@compared("values of the option by brute force")
@correction("It is `x+z`.", _right_option_printed)
def _right_option(bound: int) -> Cases:
    """If `A(x,y-1,z+1)` is in case (A), Right's option of `A(x,y,z)` is `y+z-1`."""
    for x, y, z in _in_case(bound, "D(ii)", "A"):
        value = brute.b(z + 1, y - 1, x)
        yield same(f"Right's option of `A({x},{y},{z})`", value, Value(x + z))


def _successor_c_printed(bound: int) -> Cases:
    for x, y, z in _in_case(bound, "D(ii)", "C"):
        yield true(f"`A({x},{y},{z})`: `x = y - {y - x}`", x >= y - 1)


@claim("Theorem 7, proof of (D)(ii), successor in (C)", sizes(_ALL, 11, 5), Status.PROOF)
@compared("all such positions")
@correction("Then `z < y-4` and `x = y-2`.", _successor_c_printed)
def _successor_c(bound: int) -> Cases:
    """If `A(x,y-1,z+1)` is in case (C), then `z < y-3` and `x >= y-1`."""
    for x, y, z in _in_case(bound, "D(ii)", "C"):
        yield true(f"`A({x},{y},{z})`", z < y - 4 and x == y - 2)


def _form_printed(_: int) -> Cases:
    yield same("`A(0,7,0)`", brute.a(0, 7, 0), Value("{5/2*|2||1|||0}"))


@claim("Corollary 8, proof", fixed("`A(0,7,0)`"), Status.MISPRINT)
@compared("the value of `A(0,7,0)` by brute force")
@correction("It is `{5/2|2||1|||0}`.", _form_printed)
def _form(_: int) -> Cases:
    """For odd `y-z` the game in case (D)(i) has the form `{5/2*|2||1|||0}`."""
    yield same("`A(0,7,0)`", brute.a(0, 7, 0), Value("{5/2|2||1|||0}"))
    yield same("`A(0,8,0)`", brute.a(0, 8, 0), Value("{3*|2||1|||0}"))


def _right_option_c(excess: int) -> Callable[[int], Cases]:
    def check(bound: int) -> Cases:
        for x, y, z in brute.in_case(bound, "C"):
            claimed = Value(y + z - 1 + excess)
            yield same(f"`B({z + 1},{y - 1},{x})`", brute.b(z + 1, y - 1, x), claimed)

    return check


CLAIMS.corrected(
    "Theorem 7, proof of (C), Right's option",
    "In case (C) Right's option `B(z+1,y-1,x)` is `y + (z+1) - 1`.",
    "values of the option by brute force",
    sizes(_ALL, 11, 4),
    correction="It is `(y-1) + (z+1) - 1 = y+z-1`, as the next line has it.",
    printed=_right_option_c(1),
    status=Status.PROOF,
)(_right_option_c(0))


def _either_printed(bound: int) -> Cases:
    for x, y, z in brute.in_case(bound, "D(i)", "D(ii)"):
        yield same(f"`A({x},{y},{z})`: `2x < y+z`", 2 * x < y + z, z + 1 < (y - 1) - 2)


@claim("Theorem 7, proof of (D), the two cases", sizes(_ALL, 11, 5), Status.PROOF)
@compared("all such positions")
@correction(
    "Neither follows from the other; the cases of the theorem are `2x < y+z` and `2x >= y+z`.",
    _either_printed,
)
def _either(bound: int) -> Cases:
    """In case (D), `z + 1 < (y-1) - 2` says the same as `2x < y+z`."""
    differ = {
        (2 * x < y + z, z + 1 < (y - 1) - 2) for x, y, z in brute.in_case(bound, "D(i)", "D(ii)")
    }
    yield true("`2x < y+z` without `z+1 < y-3`", (True, False) in differ)
    yield true("`z+1 < y-3` without `2x < y+z`", (False, True) in differ)


def _last_display(extra: int) -> Callable[[int], Cases]:
    def check(bound: int) -> Cases:
        for x, y, z in _in_case(bound, "D(i)", "D"):
            odd = (y - z) % 2
            game = _half(2 * x + y + z - 2) + (0 if odd else Value("*"))
            layers = (y - z - 3) // 2 + 1 if odd else (y - z - 4) // 2 + 1
            for i in reversed(range(layers)):
                game = Value.of([game], [x + z + i])
            if extra:
                game = Value.of([game], [x + z])
            yield same(f"`A({x},{y},{z})`", brute.a(x, y, z), game)

    return check


CLAIMS.corrected(
    "Theorem 7, proof of (D)(i), last display",
    "In case (D)(i) `A(x,y,z)` is the nested game of the theorem as Left's option, with `x+z` for "
    "Right.",
    "the printed game with values by brute force",
    sizes(_ALL, 11, 5),
    correction="It is the nested game itself; the display has one layer too many.",
    printed=_last_display(1),
    status=Status.PROOF,
)(_last_display(0))


def _expansion(shift: int) -> Callable[[int], Cases]:
    def check(bound: int) -> Cases:
        for x, y, z in brute.in_case(bound, "C"):
            heat = Fraction(x - y + 1, 2)
            # The first Left option of the game less y+z-1, cooled by its own temperature.
            first = brute.b(x, y - 1, z + 1) - (y + z - 1)
            claimed = x - y + 1 + shift - heat
            yield same(f"`A({x},{y},{z})`, `i = 1`", first.mean - heat, claimed)

    return check


CLAIMS.corrected(
    "Corollary 8 (C), proof",
    "Cooled by `t = (x-y+1)/2`, the Left options are `x-y+1+i - i t` in sequence, and the Right "
    "options `(2-i) t`, so `i = 1, 2, ...`",
    "means of Left's options by brute force, less the tax",
    sizes(_ALL, 11, 4),
    correction="They are `x-y+i - i t`: the first is `x-y+1 - t`, as the proof says a line later.",
    printed=_expansion(1),
    status=Status.PROOF,
)(_expansion(0))


def _freezes(shift: int) -> Callable[[int], Cases]:
    def check(bound: int) -> Cases:
        for x, y, z in _in_case(bound, "D(i)"):
            k, odd = divmod(y - z - 2, 2)
            if not odd:
                inner = brute.a(x, y - 1, z + 1).temperature
                outer = brute.a(x, y, z).temperature
                where = f"`A({x},{y},{z})`: temperatures of the inner and the whole game"
                claimed = 1 - Fraction(2, 2 ** (k + shift)), 1 - Fraction(1, 2 ** (k + shift))
                yield same(where, f"{inner} and {outer}", f"{claimed[0]} and {claimed[1]}")

    return check


CLAIMS.corrected(
    "Corollary 8 (D)(i), proof",
    "For even `y-z` the inner game has temperature `1 - 1/2^k` by induction, and the whole game "
    "freezes at `1 - 1/2^(k+1)`.",
    "temperatures of values by brute force",
    sizes(_ALL, 11, 4),
    correction="It is `1 - 1/2^(k-1)`, and the game freezes at `1 - 1/2^k`, as the corollary says.",
    printed=_freezes(1),
    status=Status.PROOF,
)(_freezes(0))


def _inner_mean(excess: int) -> Callable[[int], Cases]:
    def check(bound: int) -> Cases:
        for x, y, z in _in_case(bound, "D(ii)", "D"):
            inner = brute.a(x, y - 1, z + 1) - (x + z)
            heat = 1 - Fraction(1, 2 ** (y - x - 2))
            where = f"`A({x},{y},{z})`: mean and temperature of `H`"
            heats = f"{inner.mean} and {inner.temperature}"
            yield same(where, heats, f"{heat + excess} and {heat}")

    return check


CLAIMS.corrected(
    "Corollary 8 (D)(ii), proof",
    "`G = {H | 0}`, where `H` has mean and temperature `1 - 1/2^(y-x-2)`; cooled a little more, "
    "its Left option is `1 - 1/2^(y-x-2) - (1 - 1/2^(y-x-2) + s) = 1 - s`.",
    "mean and temperature of the inner game by brute force",
    sizes(_ALL, 11, 6),
    correction="The mean of `H` is greater by 1, and with that the line comes out as `1 - s`.",
    printed=_inner_mean(0),
    status=Status.PROOF,
)(_inner_mean(1))
