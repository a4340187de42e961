"""Steps in proofs that need a correction, with the options that they name or compare wrongly."""

from __future__ import annotations

from fractions import Fraction

from farstar.papers import Cases, Range, Status, compared, correction, fixed, same, sizes, true
from farstar.papers.geography import brute_force as brute
from farstar.papers.geography.claims import claim
from farstar.values import Value


def _upto(default: int, least: int, *cases: str, after: str = "") -> Range:
    """Return the positions of some cases whose successor A(x, y-1, z+1) is in the case `after`."""
    return sizes(brute.ALL_A, default, least, over=brute.cases(*cases, after=after))


@claim(
    "Theorem 7, proof of (E) and (F)", sizes(brute.ALL_B, 8, 2, brute.b_positions), Status.MISPRINT
)
@compared("the formulas of the theorem under these labels with values by brute force")
@correction("The labels are swapped: (E) is `z < y`.", is_swapped=True)
def _labels(x: int, y: int, z: int, is_swapped: bool = False) -> Cases:
    """Case (E) is `y <= z` and case (F) is `y > z`."""
    is_e = y <= z if is_swapped else z < y
    claimed = x + z - 1 if is_e else y + x - 1
    name = "E" if is_e else "F"
    yield same(f"`B({x},{y},{z})`, case ({name})", brute.b(x, y, z), Value(claimed))


@claim("Theorem 7, proof of (B)(ii)", _upto(9, 4, "B", after="B"), Status.MISPRINT)
@compared("values of the option by brute force")
@correction("It is `{y+x-3 | x+z+1}`, as the lines before and after have it.", sign=-1)
def _option_in_b(x: int, y: int, z: int, sign: int = 1) -> Cases:
    """Left's option `A(x,y-1,z+1)` appears as `{y+x-3 | x+z-1}`."""
    claimed = Value.of([y + x - 3], [x + z + sign])
    yield same(f"`A({x},{y - 1},{z + 1})`", brute.a(x, y - 1, z + 1), claimed)


def _successor_d1_printed(x: int, y: int, z: int) -> str | None:
    after = brute.case(x, y - 1, z + 1)
    return true(f"`A({x},{y},{z})`: the successor is in case ({after})", after[0] in "BD")


@claim("Theorem 7, proof of (D)(i), cases", _upto(11, 3, "D(i)"), Status.PROOF)
@compared("the cases of the successors; values by brute force")
@correction(
    "Or in case (A), exactly if `x = y-2` and `z = y-3`; the formula holds there too.",
    _successor_d1_printed,
)
def _successor_d1(x: int, y: int, z: int) -> Cases:
    """If `2x < y+z` then `A(x,y-1,z+1)` is in case (B) or (D)."""
    after = brute.case(x, y - 1, z + 1)
    missing = (x, z) == (y - 2, y - 3)
    yield same(f"`A({x},{y},{z})`: the successor is in (A)", after == "A", missing)
    if missing:
        claimed = Value.of([Value("1/2") + (x + z)], [x + z])
        yield same(f"`A({x},{y},{z})`", brute.a(x, y, z), claimed)


def _nested(x: int, y: int, z: int, layers: int, right: int) -> Value:
    """Return the core x + (y+z)/2 - 1, plus * if y - z is even, in layers with right + i."""
    n = 2 * x + y + z - 2
    core = Value(f"{n}/2") if n % 2 else Value(n // 2)
    core += 0 if (y - z) % 2 else Value("*")
    for i in reversed(range(layers)):
        core = Value.of([core], [right + i])
    return core


@claim("Theorem 7, proof of (D)(i), induction", _upto(11, 5, "D(i)", after="D(i)"), Status.PROOF)
@compared("the printed game with values of the option by brute force")
@correction("They are `x+z+1+i`.", shift=0)
def _induction_form(x: int, y: int, z: int, shift: int = 1) -> Cases:
    """By induction the Right options inside `A(x,y-1,z+1)` are `x+z+i`."""
    claimed = _nested(x, y, z, (y - z - 3) // 2, x + z + shift)
    yield same(f"`A({x},{y - 1},{z + 1})`", brute.a(x, y - 1, z + 1), claimed)


@claim(
    "Theorem 7, proof of (D)(ii), successor in (A)", _upto(11, 4, "D(ii)", after="A"), Status.PROOF
)
@compared("all such positions")
@correction(
    "As `2x >= y+z`, it is `z = y-4`, and `x = y-2`.",
    lambda x, y, z: same(f"`A({x},{y},{z})`, with the successor in (A): `y - z`", y - z, 3),
)
def _successor_d2(x: int, y: int, z: int) -> Cases:
    """If `A(x,y-1,z+1)` is in case (A), then `z = y-3`."""
    yield same(f"`A({x},{y},{z})`", (x, z), (y - 2, y - 4))


@claim(
    "Theorem 7, proof of (D)(ii), Right's option", _upto(11, 4, "D(ii)", after="A"), Status.PROOF
)
@compared("values of the option by brute force")
@correction("It is `x+z`.", is_printed=True)
def _right_option(x: int, y: int, z: int, is_printed: bool = False) -> Cases:
    """If `A(x,y-1,z+1)` is in case (A), Right's option of `A(x,y,z)` is `y+z-1`."""
    claimed = Value(y + z - 1 if is_printed else x + z)
    yield same(f"Right's option of `A({x},{y},{z})`", brute.b(z + 1, y - 1, x), claimed)


@claim(
    "Theorem 7, proof of (D)(ii), successor in (C)", _upto(11, 5, "D(ii)", after="C"), Status.PROOF
)
@compared("all such positions")
@correction(
    "Then `z < y-4` and `x = y-2`.",
    lambda x, y, z: true(f"`A({x},{y},{z})`: `x = y - {y - x}`", x >= y - 1),
)
def _successor_c(x: int, y: int, z: int) -> Cases:
    """If `A(x,y-1,z+1)` is in case (C), then `z < y-3` and `x >= y-1`."""
    yield true(f"`A({x},{y},{z})`", z < y - 4 and x == y - 2)


@claim("Corollary 8, proof", fixed("`A(0,7,0)`"), Status.MISPRINT)
@compared("the value of `A(0,7,0)` by brute force")
@correction(
    "It is `{5/2|2||1|||0}`.",
    lambda _: same("`A(0,7,0)`", brute.a(0, 7, 0), Value("{5/2*|2||1|||0}")),
)
def _form(_: int) -> Cases:
    """For odd `y-z` the game in case (D)(i) has the form `{5/2*|2||1|||0}`."""
    yield same("`A(0,7,0)`", brute.a(0, 7, 0), Value("{5/2|2||1|||0}"))
    yield same("`A(0,8,0)`", brute.a(0, 8, 0), Value("{3*|2||1|||0}"))


@claim("Theorem 7, proof of (C), Right's option", _upto(11, 4, "C"), Status.MISPRINT)
@compared("values of the option by brute force")
@correction("It is `(y-1) + (z+1) - 1 = y+z-1`, as the next line has it.", excess=1)
def _right_option_c(x: int, y: int, z: int, excess: int = 0) -> Cases:
    """In case (C) Right's option `B(z+1,y-1,x)` is `y + (z+1) - 1`."""
    claimed = Value(y + z - 1 + excess)
    yield same(f"`B({z + 1},{y - 1},{x})`", brute.b(z + 1, y - 1, x), claimed)


def _either_printed(bound: int) -> Cases:
    for x, y, z in brute.in_case(bound, "D(i)", "D(ii)"):
        yield same(f"`A({x},{y},{z})`: `2x < y+z`", 2 * x < y + z, z + 1 < (y - 1) - 2)


@claim("Theorem 7, proof of (D), the two cases", sizes(brute.ALL_A, 11, 5), Status.PROOF)
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


@claim("Theorem 7, proof of (D)(i), last display", _upto(11, 5, "D(i)", after="D"), Status.PROOF)
@compared("the printed game with values by brute force")
@correction("It is the nested game itself; the display has one layer too many.", is_extra=True)
def _last_display(x: int, y: int, z: int, is_extra: bool = False) -> Cases:
    """In case (D)(i) `A(x,y,z)` is the nested game of the theorem as Left's option, with `x+z` for
    Right."""
    game = _nested(x, y, z, (y - z - 1) // 2, x + z)
    if is_extra:
        game = Value.of([game], [x + z])
    yield same(f"`A({x},{y},{z})`", brute.a(x, y, z), game)


@claim("Corollary 8 (C), proof", _upto(11, 4, "C"), Status.PROOF)
@compared("means of Left's options by brute force, less the tax")
@correction(
    "They are `x-y+i - i t`: the first is `x-y+1 - t`, as the proof says a line later.", shift=1
)
def _expansion(x: int, y: int, z: int, shift: int = 0) -> Cases:
    """Cooled by `t = (x-y+1)/2`, the Left options are `x-y+1+i - i t` in sequence, and the Right
    options `(2-i) t`, so `i = 1, 2, ...`"""
    heat = Fraction(x - y + 1, 2)
    # The first Left option of the game less y+z-1, cooled by its own temperature.
    first = brute.b(x, y - 1, z + 1) - (y + z - 1)
    claimed = x - y + 1 + shift - heat
    yield same(f"`A({x},{y},{z})`, `i = 1`", first.mean - heat, claimed)


@claim("Corollary 8 (D)(i), proof", _upto(11, 4, "D(i)"), Status.PROOF)
@compared("temperatures of values by brute force")
@correction(
    "It is `1 - 1/2^(k-1)`, and the game freezes at `1 - 1/2^k`, as the corollary says.", shift=1
)
def _freezes(x: int, y: int, z: int, shift: int = 0) -> Cases:
    """For even `y-z` the inner game has temperature `1 - 1/2^k` by induction, and the whole game
    freezes at `1 - 1/2^(k+1)`."""
    k, odd = divmod(y - z - 2, 2)
    if not odd:
        inner = brute.a(x, y - 1, z + 1).temperature
        outer = brute.a(x, y, z).temperature
        where = f"`A({x},{y},{z})`: temperatures of the inner and the whole game"
        claimed = 1 - Fraction(2, 2 ** (k + shift)), 1 - Fraction(1, 2 ** (k + shift))
        yield same(where, f"{inner} and {outer}", f"{claimed[0]} and {claimed[1]}")


@claim("Corollary 8 (D)(ii), proof", _upto(11, 6, "D(ii)", after="D"), Status.PROOF)
@compared("mean and temperature of the inner game by brute force")
@correction(
    "The mean of `H` is greater by 1, and with that the line comes out as `1 - s`.", excess=0
)
def _inner_mean(x: int, y: int, z: int, excess: int = 1) -> Cases:
    """`G = {H | 0}`, where `H` has mean and temperature `1 - 1/2^(y-x-2)`; cooled a little more,
    its Left option is `1 - 1/2^(y-x-2) - (1 - 1/2^(y-x-2) + s) = 1 - s`."""
    inner = brute.a(x, y - 1, z + 1) - (x + z)
    heat = 1 - Fraction(1, 2 ** (y - x - 2))
    heats = f"{inner.mean} and {inner.temperature}"
    where = f"`A({x},{y},{z})`: mean and temperature of `H`"
    yield same(where, heats, f"{heat + excess} and {heat}")


@claim("Lemma 6, proof", sizes("`x, z <= {}`", 15, 2), Status.PROOF)
@compared("values by brute force")
@correction("For `x > 1`, as Lemma 4 needs `x - 1 > 0`: in `A(0,1,z)` Left has no move.", least=1)
def _lemma_4_in_lemma_6(bound: int, least: int = 2) -> Cases:
    """From Lemma 4, `A(x-1,1,z) = {x-2|z}` for all `x > 0`."""
    for x in range(least, bound + 1):
        for z in range(bound + 1):
            claimed = Value.of([x - 2], [z])
            yield same(f"`A({x - 1},1,{z})`", brute.a(x - 1, 1, z), claimed)


def _reply_printed(x: int, y: int, z: int) -> Cases:
    if x + min(y, z) > 1:
        reply = ("B", x - 1, y, z)
        where = f"`{brute.position_text(reply)}` is no option of `B({x},{y},{z})`"
        yield true(where, reply in brute.left_options(("B", x, y, z)))


@claim(
    "Theorem 7, proof of (E) and (F), reply",
    sizes(brute.ALL_B, 9, 2, brute.b_positions),
    Status.PROOF,
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
    where = f"`{brute.position_text(option)}` is no option of `A({x},{y},{z})`"
    yield true(where, option in brute.left_options(("A", x, y, z)))


@claim("Theorem 7, proof of (B), Left's options", _upto(11, 2, "B"), Status.PROOF)
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
        yield same(f"`{brute.position_text(only)}`", brute.value(only), Value(y - 2))


def _left_options(x: int, y: int, z: int) -> Cases:
    """Compare Left's options with the B and the A that the proof names, as far as both exist."""
    named: list[brute.Key] = [("B", x, y - 1, z + 1)] if x else []
    named += [("A", x, y - 1, z + 1)] if y > 1 else []
    yield same(f"`A({x},{y},{z})`", brute.left_options(("A", x, y, z)), named)


@claim(
    "Theorem 7, proof of (A) and (D), Left's options",
    _upto(11, 2, "A", "D(i)", "D(ii)"),
    Status.PROOF,
)
@compared("the options of A; values by brute force")
@correction(
    "For `x > 0`. If `x = 0` there is no such option: in (A) Left cannot move and `A(0,1,z)` is 0 "
    "for `z > 0`, as the theorem has it; in (D) the other option, which is better, is the only "
    "one.",
    _b_option_printed,
)
def _options_of_a_and_d(x: int, y: int, z: int) -> Cases:
    """In the cases (A) and (D) Left has the option `B(x,y-1,z+1)`, which is `y+x-2` or `x+z`."""
    yield from _left_options(x, y, z)
    in_a = brute.case(x, y, z) == "A"
    if x:
        claimed = Value(y + x - 2 if in_a else x + z)
        yield same(f"`B({x},{y - 1},{z + 1})`", brute.b(x, y - 1, z + 1), claimed)
    elif in_a:
        yield same(f"`A(0,{y},{z})`", (y, brute.a(0, y, z)), (1, Value(0 if z else -1)))
    else:
        yield true(f"`A(0,{y - 1},{z + 1}) > {z}`", brute.a(0, y - 1, z + 1) > z)


@claim("Theorem 7, proof of (C), labels", _upto(11, 4, "C"), Status.MISPRINT)
@compared("the cases of the successors")
@correction("The labels are swapped: what is announced as (i) is proved as (ii).", is_swapped=True)
def _labels_of_c(x: int, y: int, z: int, is_swapped: bool = False) -> Cases:
    """Case (i) is `z+1 < (y-1)-2` and case (ii) is `z+1 >= (y-1)-2`; in (i) the successor
    `A(x,y-1,z+1)` is in case (A), in (ii) in case (C)."""
    is_first = z + 1 < (y - 1) - 2
    # What is argued under (i) supposes a successor in case (A), under (ii) one in (C).
    claimed = "A" if is_first == is_swapped else "C"
    where = f"successor of `A({x},{y},{z})` in ({'i' if is_first else 'ii'})"
    yield same(where, brute.case(x, y - 1, z + 1), claimed)


@claim("Corollary 8 (C), proof, temperature of H", _upto(11, 4, "C"), Status.PROOF)
@compared("temperatures of values by brute force")
@correction(
    "For `y-z > 3`. If `y-z = 3`, `H` is in case (A) and has temperature `(x-y+1)/2`.", at_three=2
)
def _inner_heat(x: int, y: int, z: int, at_three: int = 1) -> Cases:
    """In case (C) the inner game `H` has temperature `(x-y+2)/2` by induction."""
    claimed = Fraction(x - y + (at_three if y - z == 3 else 2), 2)
    inner = brute.a(x, y - 1, z + 1).temperature
    yield same(f"`A({x},{y},{z})`: temperature of `H`", inner, claimed)


def _cooled(x: int, y: int, z: int) -> tuple[Value, Value]:
    """Return Left's two options of the game in (C), less y+z-1, cooled by its temperature."""
    heat = Fraction(x - y + 1, 2)
    inner = brute.a(x, y - 1, z + 1) - (y + z - 1)
    return Value(x - y + 1 - heat), inner.cool(heat) - heat


def _dominated_printed(x: int, y: int, z: int) -> Cases:
    first, second = _cooled(x, y, z)
    yield true(f"`A({x},{y},{z})`: `{first}` is not at least `{second}`", first >= second)


@claim("Corollary 8 (C), proof, domination", _upto(11, 4, "C"), Status.PROOF)
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


def _unfolded(x: int, y: int, z: int, *, is_printed: bool) -> Value:
    """Return the game of case (D)(i), less x+z, as the display in the proof unfolds it."""
    core = Value("-1/2") if (y - z) % 2 else Value("*")
    k = (y - z - 1) // 2
    core += k - 1
    if is_printed:
        core += 1
    for j in reversed(range(k - 1)):
        core = Value.of([core], [j])
    return Value.of([core if is_printed else core + 1], [0])


@claim("Corollary 8 (D)(i), proof, brackets", _upto(11, 6, "D(i)"), Status.MISPRINT)
@compared("the display, read with either brackets, with values by brute force")
@correction(
    "It is `{1 + <<k+g-1> | j> | 0}` with `j = 0, ..., k-2`: the 1 stands outside the brackets, "
    "and the index is `j`, not `i`.",
    is_printed=True,
)
def _brackets(x: int, y: int, z: int, is_printed: bool = False) -> Cases:
    """In case (D)(i) the game less `x+z` is `{<1 + <k+g-1> | j> | 0}` with `i = 0, ..., k-2`."""
    claimed = _unfolded(x, y, z, is_printed=is_printed)
    yield same(f"`A({x},{y},{z})` less `{x + z}`", brute.a(x, y, z) - (x + z), claimed)


@claim("Theorem 7, proof of (D)(ii), last display in (C)", _upto(11, 6, "D(ii)"), Status.MISPRINT)
@compared("the display as a formula for all of case (D)(ii) with values by brute force")
@correction(
    "The Right options are `x+z+j`, and one more pair of brackets is needed, as in the theorem. "
    "Where the display stands, `y-x-2 = 0`, so that the value is the same.",
    step=0,
)
def _display_in_c(x: int, y: int, z: int, step: int = 1) -> Cases:
    """If `A(x,y-1,z+1)` is in case (C), the game can be rewritten in the form of the theorem, with
    Right options `x+z` for `j = 0, ..., y-x-2`."""
    k = (2 * x - y - z + 1) // 2
    game = Value.of([2 * x - k - 1], [y + z - 1])
    for i in reversed(range(k)):
        game = Value.of([y + z - 1 + i, game], [y + z - 1])
    for j in reversed(range(y - x - 1)):
        game = Value.of([game], [x + z + step * j])
    yield same(f"`A({x},{y},{z})`", brute.a(x, y, z), game)
