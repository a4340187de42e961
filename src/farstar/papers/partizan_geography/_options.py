"""Steps in proofs that name options which do not exist, or compare options wrongly."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from farstar.papers._claim import Cases, Status, compared, correction, same, sizes, true
from farstar.papers.partizan_geography import _brute as brute
from farstar.papers.partizan_geography._paper import CLAIMS, claim
from farstar.values import Value

_A = "`A(x,y,z), x, y, z <= {}`"
_B = "`B(x,y,z), x, y, z <= {}`"


def _lemma_4_in_lemma_6(least: int) -> Callable[[int], Cases]:
    def check(bound: int) -> Cases:
        for x in range(least, bound + 1):
            for z in range(bound + 1):
                claimed = Value.of([x - 2], [z])
                yield same(f"`A({x - 1},1,{z})`", brute.a(x - 1, 1, z), claimed)

    return check


CLAIMS.corrected(
    "Lemma 6, proof",
    "From Lemma 4, `A(x-1,1,z) = {x-2|z}` for all `x > 0`.",
    "values by brute force",
    sizes("`x, z <= {}`", 15, 2),
    correction="For `x > 1`, as Lemma 4 needs `x - 1 > 0`: in `A(0,1,z)` Left has no move.",
    printed=_lemma_4_in_lemma_6(1),
    status=Status.PROOF,
)(_lemma_4_in_lemma_6(2))


def _reply_printed(x: int, y: int, z: int) -> Cases:
    if x + min(y, z) > 1:
        reply = ("B", x - 1, y, z)
        where = f"`{brute.shown(reply)}` is an option of `B({x},{y},{z})`"
        yield true(where, reply in brute.left_options(("B", x, y, z)))


@claim(
    "Theorem 7, proof of (E) and (F), reply", sizes(_B, 9, 2, over=brute.b_positions), Status.PROOF
)
@compared("the options of B; values by brute force")
@correction(
    "For `x > 1`. If `x = 1` there is no such option; Right goes to `-A(0,y,z)`, and "
    "`n - 1 <= A(0,y,z)`.",
    _reply_printed,
)
def _reply(x: int, y: int, z: int) -> Cases:
    """If Left, moving first in `n - B(x,y,z)`, goes to `n - 1`, then Right goes to
    `-B(x-1,y,z)`."""
    number = x + min(y, z) - 1
    if number > 0 and x > 1:
        yield same(f"`B({x - 1},{y},{z})`", brute.b(x - 1, y, z), Value(number - 1))
    elif number > 0:
        yield same(f"`B(1,{y},{z})`", brute.left_options(("B", 1, y, z)), [("A", 0, y, z)])
        yield true(f"`{number - 1} <= A(0,{y},{z})`", number - 1 <= brute.a(0, y, z))


def _b_option_printed(x: int, y: int, z: int) -> Cases:
    option = ("B", x, y - 1, z + 1)
    where = f"`{brute.shown(option)}` is an option of `A({x},{y},{z})`"
    yield true(where, option in brute.left_options(("A", x, y, z)))


@claim(
    "Theorem 7, proof of (B), Left's options", sizes(_A, 11, 2, over=brute.cases("B")), Status.PROOF
)
@compared("the options of A; values by brute force")
@correction(
    "For `x > 0`. If `x = 0` the only option is `A(0,y-1,z+1)`, which is `y-2` as well.",
    _b_option_printed,
)
def _b_option(x: int, y: int, z: int) -> Cases:
    """In case (B) Left has the option `B(x,y-1,z+1) = y+x-2`, and the other one is dominated."""
    if x:
        yield same(f"`B({x},{y - 1},{z + 1})`", brute.b(x, y - 1, z + 1), Value(y + x - 2))
    else:
        only = ("A", 0, y - 1, z + 1)
        yield same(f"`A(0,{y},{z})`", brute.left_options(("A", 0, y, z)), [only])
        yield same(f"`{brute.shown(only)}`", brute.value(only), Value(y - 2))


def _labels_of_c(bound: int, *, swapped: bool) -> Cases:
    for x, y, z in brute.in_case(bound, "C"):
        first = z + 1 < (y - 1) - 2
        # What is argued under (i) supposes a successor in case (A), under (ii) one in (C).
        claimed = "A" if first == swapped else "C"
        label = "i" if first else "ii"
        yield same(
            f"successor of `A({x},{y},{z})` in ({label})", brute.case(x, y - 1, z + 1), claimed
        )


CLAIMS.corrected(
    "Theorem 7, proof of (C), labels",
    "Case (i) is `z+1 < (y-1)-2` and case (ii) is `z+1 >= (y-1)-2`; in (i) the successor "
    "`A(x,y-1,z+1)` is in case (A), in (ii) in case (C).",
    "the cases of the successors",
    sizes(_A, 11, 4),
    correction="The labels are swapped: what is announced as (i) is proved as (ii).",
    printed=lambda bound: _labels_of_c(bound, swapped=True),
    status=Status.MISPRINT,
)(lambda bound: _labels_of_c(bound, swapped=False))


def _inner_heat(*, with_three: bool) -> Callable[[int], Cases]:
    def check(bound: int) -> Cases:
        for x, y, z in brute.in_case(bound, "C"):
            inner = brute.a(x, y - 1, z + 1).temperature
            claimed = Fraction(x - y + (1 if with_three and y - z == 3 else 2), 2)
            yield same(f"`A({x},{y},{z})`: temperature of `H`", inner, claimed)

    return check


CLAIMS.corrected(
    "Corollary 8 (C), proof, temperature of H",
    "In case (C) the inner game `H` has temperature `(x-y+2)/2` by induction.",
    "temperatures of values by brute force",
    sizes(_A, 11, 4),
    correction="For `y-z > 3`. If `y-z = 3`, `H` is in case (A) and has temperature `(x-y+1)/2`.",
    printed=_inner_heat(with_three=False),
    status=Status.PROOF,
)(_inner_heat(with_three=True))


def _cooled(x: int, y: int, z: int) -> tuple[Value, Value]:
    """Return Left's two options of the game in (C), less y+z-1, cooled by its temperature."""
    heat = Fraction(x - y + 1, 2)
    inner = brute.a(x, y - 1, z + 1) - (y + z - 1)
    return Value(x - y + 1 - heat), inner.cool(heat) - heat


def _dominated_printed(x: int, y: int, z: int) -> Cases:
    first, second = _cooled(x, y, z)
    yield true(f"`A({x},{y},{z})`: `{first} >= {second}`", first >= second)


@claim("Corollary 8 (C), proof, domination", sizes(_A, 11, 4, over=brute.cases("C")), Status.PROOF)
@compared("both options of values by brute force, cooled")
@correction(
    "If `x > y+1`, or `x >= y` and `y-z = 3`. Otherwise the two are confused, and "
    "`H_t - t` is reversible: Right can move to 0 or less from it. Mean and temperature are right.",
    _dominated_printed,
)
def _dominated(x: int, y: int, z: int) -> Cases:
    """Cooled by `t = (x-y+1)/2`, Left's first option `x-y+1-t` is larger than all terms of the
    other, `H_t - t`, which is therefore dominated."""
    first, second = _cooled(x, y, z)
    where = f"`A({x},{y},{z})`: `{first}` and `{second}`"
    if x > y + 1 or (x >= y and y - z == 3):
        yield true(where, first >= second)
    else:
        yield same(where, str(first.compare(second)), "||")
        yield true(f"{where}, reversible", any(option <= 0 for option in second.right_options))
