"""Sections 1 and 2: Euclid and continued fractions, and the shape of the game tree."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import gcd

from farstar._outcome import Left, Outcome, Right
from farstar._walk import reached
from farstar.papers import (
    Cases,
    Status,
    cases,
    compared,
    coprime,
    correction,
    fixed,
    numbers,
    pairs,
    same,
    true,
)
from farstar.papers.euclid.brute_force import (
    euclid,
    fibonacci_pairs,
    grossman,
    quotients,
    row_grundy,
)
from farstar.papers.euclid.theory import continued_fractions
from farstar.papers.partizan_euclid import PartizanEuclid
from farstar.papers.partizan_euclid import brute_force as brute
from farstar.papers.partizan_euclid.cases import standard_pairs, words
from farstar.papers.partizan_euclid.claims import claim
from farstar.papers.partizan_euclid.theory.words import Word
from farstar.values import Value, born_by_day

_PAIRS = "coprime `q < p <= {}`"


def _row(a: int, b: int, less: int) -> tuple[int, ...]:
    row = quotients(b, a)
    return (*row[:-1], row[-1] - less)


@claim("Introduction, Euclid as a sequential sum", pairs(90, 2))
@compared("Grundy values of the games with those of the rows of heaps, all by mex")
@correction(
    "With that rule the last heap is `an - 1`; the heaps `a1, ..., an` belong to the "
    "game of Cole and Davie, where a number may become 0.",
    lambda a, b: same(
        f"`Grossman({a},{b})`",
        grossman().grundy(a, b),
        row_grundy(_row(a, b, 0)),
    ),
)
def _sequential_sum(a: int, b: int) -> Cases:
    """Euclid, where the remainder must stay positive, is the sequential sum of nim-heaps
    `a1, ..., an`, the quotients of the continued fraction."""
    with_rest, to_zero = _row(a, b, 1), _row(a, b, 0)
    yield same(
        f"`Grossman({a},{b})`",
        grossman().grundy(a, b),
        row_grundy(with_rest),
    )
    yield same(f"`Euclid({a},{b})`", euclid().grundy(a, b), row_grundy(to_zero))


def _fibonacci_rows_printed(bound: int) -> Cases:
    for a, b in fibonacci_pairs(bound):
        row = continued_fractions.long_form(quotients(b, a))
        for name, game in (
            ("Grossman", grossman()),
            ("Euclid", euclid()),
        ):
            wins = row_grundy(row) != 0
            yield same(
                f"`{name}({a},{b})` with heaps `{row}`: next player wins", game.wins(a, b), wins
            )


@claim(
    "Introduction, last quotient of Fibonacci numbers",
    numbers("consecutive Fibonacci numbers `<= {}`", 10_000, 5),
)
@compared("who wins the games and the rows of heaps `1, ..., 1`")
@correction(
    "The short form, with a last quotient above 1, is needed for Fibonacci numbers too.",
    _fibonacci_rows_printed,
)
def _fibonacci_rows(bound: int) -> Cases:
    """The last quotient is above 1, except where Fibonacci numbers are involved."""
    for a, b in fibonacci_pairs(bound):
        for name, game, less in (
            ("Grossman", grossman(), 1),
            ("Euclid", euclid(), 0),
        ):
            wins = row_grundy(_row(a, b, less)) != 0
            yield same(f"`{name}({a},{b})`: next player wins", game.wins(a, b), wins)


def _integer_steps(x: Fraction, *, furthest: bool) -> list[tuple[int, int]]:
    """Return the steps of the nearest- or furthest-integer continued fraction, by the definition.

    Of two integers that are equally near or far the lower one is taken.
    """
    steps = []
    while x.denominator > 1:
        below = x.numerator // x.denominator
        twice = 2 * (x - below)
        is_below = twice >= 1 if furthest else twice <= 1
        steps.append((below, 1) if is_below else (below + 1, -1))
        x = 1 / abs(x - steps[-1][0])
    return [*steps, (x.numerator, 0)]


_furthest = partial(_integer_steps, furthest=True)
_nearest = partial(_integer_steps, furthest=False)


@claim("Introduction, FICF of `11/8`", numbers(_PAIRS, 90, 11))
@compared(
    "the printed steps, and the library's continued fractions of all `p/q`, with the definition"
)
def _ficf(bound: int) -> Cases:
    """`11/8 = 2 - 1/(8/5)`, `8/5 = 1 + 1/(5/3)`, `5/3 = 1 + 1/(3/2)`, and at `3/2` the two integers
    are equally far; the word is `rlle`."""
    yield same("`11/8`", _furthest(Fraction(11, 8)), [(2, -1), (1, 1), (1, 1), (1, 1), (2, 0)])
    yield same("sig `E(11,8)`", brute.word_of(11, 8), "rlle")
    for p, q in cases.coprime_pairs(bound):
        steps = [tuple(term) for term in continued_fractions.furthest_integer(p, q)]
        yield same(f"`{p}/{q}`", steps, _furthest(Fraction(p, q)))


@claim("Introduction, NICF and FICF", coprime(50, 5))
@compared("the library's continued fractions with the definitions, and their values with `p/q`")
def _nicf(p: int, q: int) -> Cases:
    """Both write a rational number as an integer plus or minus a rational number below 1: the
    nearest-integer continued fraction takes the nearer integer, the furthest the other one."""
    for name, library, defined in (
        ("NICF", continued_fractions.nearest_integer, _nearest),
        ("FICF", continued_fractions.furthest_integer, _furthest),
    ):
        terms = list(library(p, q))
        yield same(f"{name} of `{p}/{q}`", [*map(tuple, terms)], defined(Fraction(p, q)))
        value = Fraction(*continued_fractions.evaluate_semiregular(terms))
        yield same(f"{name} of `{p}/{q}`", value, Fraction(p, q))
    if 2 * (p % q) not in (0, q):
        near, far = _nearest(Fraction(p, q))[0][0], _furthest(Fraction(p, q))[0][0]
        yield same(f"integers next to `{p}/{q}`", {near, far}, {p // q, p // q + 1})


@claim("Introduction, moves in the FICF", coprime(90, 5))
@compared("the rest of each step with `p/q`, and whose option is the standard one by the rules")
def _ficf_moves(p: int, q: int) -> Cases:
    """'Integer subtract fraction' corresponds to a move by Right and 'fraction subtract integer' to
    one by Left: `2 - 11/8 = 5/8` leads to `(8,5)`, and `8/5 - 1 = 3/5` to `(5,3)`."""
    t = p % q
    cases.ASKED.note("moves", "E({},{})", p, q)
    if 2 * t in (0, q):
        return
    integer, sign = _furthest(Fraction(p, q))[0]
    is_left = brute.word_of(p, q).startswith("l")
    yield same(f"`{p}/{q}`: integer plus fraction, a move by Left", sign > 0, is_left)
    rest = Fraction(p, q) - integer if is_left else integer - Fraction(p, q)
    yield same(f"the rest of `{p}/{q}`", rest, Fraction(t if is_left else q - t, q))


@claim("Figure 1", fixed("the tree of `(11,8)`"))
@compared("game trees made by the rules")
def _figure_1(_: int) -> Cases:
    """The important path is `(11,8), (8,5), (5,3), (3,2)`; off it `(8,3)` has the tree of `(5,3)`,
    `(5,2)` that of `(3,2)`, `(3,1)` that of `(2,1)`."""
    tree = brute.trees()
    for (a, b), (c, d) in (((8, 3), (5, 3)), ((5, 2), (3, 2)), ((3, 1), (2, 1))):
        yield same(f"tree of `({a},{b})`", tree(a, b), tree(c, d))
    spine = [(g.p, g.q) for g in PartizanEuclid(11, 8).spine]
    yield same("spine of `(11,8)`", spine, [(11, 8), (8, 5), (5, 3), (3, 2)])


@claim("Lemma 1", numbers("all games with options born by day 1, and `q < p <= {}`", 60))
@compared(
    "the four cases with outcomes of values born by day 2 and with a search of Partizan Euclid"
)
def _lemma_1(bound: int) -> Cases:
    """The outcome of a game follows from those of its options, by four cases."""
    born = sorted(born_by_day(1), key=str)
    sides = [[g for i, g in enumerate(born) if mask >> i & 1] for mask in range(1 << len(born))]
    for left in sides:
        for right in sides:
            outcome = _by_lemma_1([g.outcome for g in left], [g.outcome for g in right])
            name = f"{{{','.join(map(str, left))}|{','.join(map(str, right))}}}"
            yield same(name, Value.of(left, right).outcome, outcome)
    for p in range(2, bound + 1):
        for q in range(1, p):
            searched = PartizanEuclid(p, q).search_outcome()
            yield same(f"`E({p},{q})`", searched, brute.outcomes()(p, q))
    yield same("`{N|P}`", brute.braces(Outcome.N, Outcome.P), Outcome.R)


def _by_lemma_1(left: list[Outcome], right: list[Outcome]) -> Outcome:
    some_left = any(o in ("L", "P") for o in left)
    some_right = any(o in ("P", "R") for o in right)
    if some_left:
        return Outcome.N if some_right else Outcome.L
    return Outcome.R if some_right else Outcome.P


@claim("Lemma 2", numbers("`q < p <= {}, k <= 5`", 60, over=cases.pairs))
@compared("game trees made by the rules; signatures")
def _lemma_2(q: int, p: int) -> Cases:
    """`E(kp, kq)` and `E(p, q)` have the same game tree."""
    for k in range(2, 6):
        yield same(f"`E({k * p},{k * q})`", brute.trees()(k * p, k * q), brute.trees()(p, q))
    yield same(
        f"sig `E({3 * p},{3 * q})`", Word.from_position(3 * p, 3 * q), Word.from_position(p, q)
    )


@claim("Lemma 2, note", coprime(150))
@compared("greatest common divisors of the options")
def _coprime_followers(p: int, q: int) -> Cases:
    """Followers of a position without common factor have none either."""
    t = p % q
    if t:
        cases.ASKED.note("moves", "E({},{})", p, q)
        yield true(f"options of `E({p},{q})`", gcd(q, t) == gcd(q, q - t) == 1)


@claim("Lemma 3", numbers("`2q < p <= {}`", 150, 3, over=cases.pairs))
@compared("the options of both, by the rules")
def _lemma_3(q: int, p: int) -> Cases:
    """If `p > 2q` then `E(p, q)` and `E(p - q, q)` have the same game tree."""
    if p > 2 * q:
        cases.ASKED.note("tree", "E({},{})", p, q)
        cases.ASKED.note("tree", "E({},{})", p - q, q)
        one, other = PartizanEuclid(p, q), PartizanEuclid(p - q, q)
        for player in (Left, Right):
            yield same(f"options of `E({p},{q})`", one.options(player), other.options(player))


def _is_standard(p: int, q: int) -> bool:
    return q < p < 2 * q


def _standard_printed(bound: int) -> Cases:
    tree = brute.trees()
    for p, q in cases.coprime_pairs(bound):
        if q == 2 and not _is_standard(p, q):
            twin = (q + p % q, q)
            if _is_standard(*twin) and tree(p, q) == tree(*twin):
                standard = f"E({twin[0]},{twin[1]})"
                yield f"`E({p},{q})` has `q = 2` and the tree of the standard `{standard}`"


@claim("Standard positions", numbers(_PAIRS, 120, 5), Status.SUPERFLUOUS)
@compared("game trees made by the rules")
@correction(
    "This already holds for `q >= 2`; only `E(k, 1)` has the tree of no standard one.",
    _standard_printed,
)
def _standard(bound: int) -> Cases:
    """Every position with `q > 2` has the game tree of a standard one, `q < p < 2q`."""
    tree = brute.trees()
    ends = {tree(p, q) for p, q in standard_pairs(bound)}
    for p, q in cases.coprime_pairs(bound):
        if q >= 2:
            yield true(f"`E({p},{q})`", _is_standard(q + p % q, q))
            yield same(f"tree of `E({p},{q})`", tree(p, q), tree(q + p % q, q))
        else:
            yield true(f"`E({p},1)`", not _is_standard(p, 1) and tree(p, 1) not in ends)


@claim("Standard positions, follower of `E(3,2)`", fixed("`E(3,2)`"))
@compared("the options, by the rules")
def _follower(_: int) -> Cases:
    """`E(3,2)` has one proper follower, `E(2,1)`, and it is not standard."""
    cases.ASKED.note("moves", "E(3,2)")
    options = {g.state for player in (Left, Right) for g in PartizanEuclid(3, 2).options(player)}
    yield same("options of `E(3,2)`", options, {(2, 1)})
    yield true("`E(2,1)` is standard", not _is_standard(2, 1))


def _standard_options(p: int, q: int) -> tuple[bool, bool]:
    """Return whether Left's and whether Right's option is standard."""
    cases.ASKED.note("moves", "E({},{})", p, q)
    t = p % q
    return _is_standard(q, t), _is_standard(q, q - t)


def _lemma_4_printed(p: int, q: int) -> Cases:
    if p % q:
        one = sum(_standard_options(p, q)) == 1
        yield same(f"`E({p},{q})` has exactly one standard option", one, (p, q) != (3, 2))


@claim("Lemma 4", coprime(150, 5))
@compared("which options have `q' < p' < 2q'`")
@correction("The exceptions `q = 2t` are all `E(2k+1, 2)`.", _lemma_4_printed)
def _lemma_4(p: int, q: int) -> Cases:
    """If `t = p mod q` is not 0 there is exactly one standard option, except at `q = 2t`, that is
    `E(3, 2)`; it is Left's if `2t > q` and Right's if `2t < q`."""
    t = p % q
    if t:
        expected = (2 * t > q, 2 * t < q)
        yield same(f"standard options of `E({p},{q})`", _standard_options(p, q), expected)
        yield same(f"`E({p},{q})`: `q = 2t`", q == 2 * t, q == 2 and p % 2 == 1)


@claim("Lemma 5", numbers(_PAIRS, 150, 3, over=standard_pairs))
@compared("positions made from the options that the library's rules give")
def _lemma_5(p: int, q: int) -> Cases:
    """A standard position is determined by either option: from `E(q, t)` on the left, or
    `E(q, q - t)` on the right, it is `E(q + t, q)`."""
    game = PartizanEuclid(p, q)
    cases.ASKED.note("moves", "E({},{})", p, q)
    (left,), (right,) = game.options(Left), game.options(Right)
    yield same(f"from `{left}` on the left", (left.p + left.q, left.p), (p, q))
    yield same(f"from `{right}` on the right", (2 * right.p - right.q, right.p), (p, q))


@claim("Theorem 6", numbers("`q < p <= {}`", 150, over=cases.pairs))
@compared("game trees made by the rules")
def _theorem_6(q: int, p: int) -> Cases:
    """With `t = p mod q`: the game is over if `t = 0`; `gL = gR` if `2t = q`; `gLL = gR` if
    `2t > q`; `gL = gRL` if `0 < 2t < q`."""
    tree = brute.trees()
    t = p % q
    if t == 0:
        yield true(f"`E({p},{q})` is over", tree(p, q) == 0)
    elif 2 * t == q:
        yield same(f"`E({p},{q})`", tree(q, t), tree(q, q - t))
    elif 2 * t > q:
        yield same(f"`E({p},{q})`", tree(t, q % t), tree(q, q - t))
    else:
        rest = q - t
        yield same(f"`E({p},{q})`", tree(q, t), tree(rest, q % rest))


@claim("Theorem 6, proof", numbers("`q < p <= {}`", 150, 3))
@compared("values made by the rules")
def _theorem_6_star(bound: int) -> Cases:
    """If `2t = q` both options are 0 and the value is `*`."""
    star = Value("*")
    for q, p in cases.pairs(bound):
        if 2 * (p % q) == q:
            yield same(f"`E({p},{q})`", brute.values()(p, q), star)


@claim("Corollary 7", coprime(120))
@compared("values put together from the standard option with values made by the rules")
def _corollary_7(p: int, q: int) -> Cases:
    """`g = {gL|gLL}` if `2t > q`, and `g = {gRL|gR}` if `2t < q`."""
    value = brute.values()
    t = p % q
    if 2 * t > q:
        yield same(f"`E({p},{q})`", Value.of([value(q, t)], [value(t, q % t)]), value(p, q))
    elif t and 2 * t < q:
        rest = q - t
        built = Value.of([value(rest, q % rest)], [value(q, rest)])
        yield same(f"`E({p},{q})`", built, value(p, q))


@claim("Corollary 7, farthest integer", coprime(120))
@compared("the first step of the furthest-integer continued fraction, by its definition")
def _corollary_7_farthest(p: int, q: int) -> Cases:
    """If `2t > q` the lower of the two integers next to `p/q` is the farthest one, which the FICF
    takes, and if `2t < q` the higher one; then the standard option is Left's or Right's."""
    t = p % q
    if t and 2 * t != q:
        expected = (p // q, 1) if 2 * t > q else (p // q + 1, -1)
        yield same(f"`{p}/{q}`", expected, _furthest(Fraction(p, q))[0])
        options = {Left: (q, t), Right: (q, q - t)}
        standard = [player for player, (a, b) in options.items() if b < a < 2 * b]
        yield same(f"`E({p},{q})`", [Left if expected[1] > 0 else Right], standard)


@claim("Definition 8", numbers(_PAIRS, 150, 12))
@compared("signatures from the continued fraction with the definition, letter by letter")
def _definition_8(bound: int) -> Cases:
    """The signature of `E(12,7)` is `lrle` and its spine `(12,7), (7,5), (5,3), (3,2)`."""
    yield same("sig `E(12,7)`", brute.word_of(12, 7), "lrle")
    spine = [(g.p, g.q) for g in PartizanEuclid(12, 7).spine]
    yield same("spine of `E(12,7)`", spine, [(12, 7), (7, 5), (5, 3), (3, 2)])
    for p, q in cases.coprime_pairs(bound):
        yield same(f"sig `E({p},{q})`", Word.from_position(p, q).letters(), brute.word_of(p, q))


@claim("Definition 8, superscripts", fixed("the example"), Status.MISPRINT)
@compared("the two words, read")
@correction(
    "It is `l3r2l3re`.", lambda _: same("`lllrrlllre`", Word("lllrrlllre"), Word("l3r2l3e"))
)
def _superscripts(_: int) -> Cases:
    """`lllrrlllre` is written `l3r2l3e`."""
    yield same("`lllrrlllre`", Word("lllrrlllre"), Word("l3r2l3re"))


@claim("Definition 8, same signature", numbers(_PAIRS, 150))
@compared("signatures with game trees made by the rules")
def _same_signature(bound: int) -> Cases:
    """Positions with the same signature have the same game tree, and only those."""
    trees: dict[str, int] = {}
    signatures: dict[int, str] = {}
    for p, q in cases.coprime_pairs(bound):
        word, tree = Word.from_position(p, q).letters(), brute.trees()(p, q)
        yield same(f"tree of `E({p},{q})`", trees.setdefault(word, tree), tree)
        yield same(f"sig `E({p},{q})`", signatures.setdefault(tree, word), word)


@claim("Definition 8, bottom of the spine", coprime(150, 3))
@compared("spines walked by the rules")
def _bottom(p: int, q: int) -> Cases:
    """`E(3,2)` is the only standard position with signature `e`, and at the bottom of every spine,
    except for `E(k, 1)` and `E(2k+1, 2)` with `k >= 2`."""
    if _is_standard(p, q):
        yield same(f"sig `E({p},{q})` is `e`", brute.word_of(p, q) == "e", (p, q) == (3, 2))
    spine = [(p, q)]
    while any(_standard_options(*spine[-1])):
        a, b = spine[-1]
        t = a % b
        spine.append((b, t) if 2 * t > b else (b, b - t))
    exception = q == 1 or (q == 2 and p > 3)
    yield same(f"spine of `E({p},{q})` ends in `E(3,2)`", spine[-1] == (3, 2), not exception)


@claim("Theorem 9", coprime(80))
@compared("all followers, by the rules")
def _theorem_9(p: int, q: int) -> Cases:
    """Every follower that is not `E(k, 1)` has the game tree of a position on the spine."""
    tree = brute.trees()
    spine = {tree(*word) for word in Word.from_position(p, q).spine()}
    for a, b in reached([(p, q)], lambda at: brute.options(*at)):
        if b > 1:
            yield true(f"`E({a},{b})` is a follower of `E({p},{q})`", tree(a, b) in spine)


def _theorem_9_proof_printed(p: int, q: int) -> Cases:
    if brute.word_of(p, q) == "e":
        yield same("the position with signature `e`", f"E({p},{q})", "E(3,2)")


@claim("Theorem 9, proof", coprime(120, 5), Status.PROOF)
@compared("signatures by the definition")
@correction("It is `E(2k+1, 2)` for some `k >= 1`.", _theorem_9_proof_printed)
def _theorem_9_proof(p: int, q: int) -> Cases:
    """If the signature is `e`, the position is `E(3,2)`."""
    yield same(f"sig `E({p},{q})` is `e`", brute.word_of(p, q) == "e", q == 2)


def _without_rs(word: str) -> str:
    """Return what is left of a word after r^k l, or nothing if there is no l (Corollary 10)."""
    rest = word.lstrip("r")
    return rest[1:] if rest.startswith("l") else ""


@claim("Corollary 10, Left", words(11))
@compared("signatures of Left's options, by the rules, with the corollary and with the library")
def _corollary_10_left(word: str) -> Cases:
    """From `r^k l w e` Left moves to `w e`, from `r^k e` to the empty word."""
    after, option = _options(word)[0], Word(word).left_option()
    yield same(f"Left's move from `{word}`", after, _without_rs(word))
    yield same(f"Left's move from `{word}`", None if option is None else option.letters(), after)


def _options(word: str) -> tuple[str, str]:
    """Return the signatures of the options, by the rules."""
    p, q = brute.pair_of(word)
    cases.ASKED.note("moves", "E({},{})", p, q)
    return brute.word_of(q, p % q), brute.word_of(q, q - p % q)


def _right_by_corollary(word: str) -> str | None:
    if word.startswith("r"):
        return word[1:]
    return _without_rs(word[1:]) if word.startswith("l") else None


def _corollary_10_printed(word: str) -> Cases:
    after, claimed = _options(word)[1], _right_by_corollary(word)
    yield same(f"Right's move from `{word}` to `{after or 'λ'}`: listed", claimed is not None, True)


@claim("Corollary 10, Right", words(11), Status.MISSING)
@compared("signatures of Right's options, by the rules, with the corollary and with the library")
@correction(
    "The word `e` is a fourth kind; from it Right moves to the empty word.", _corollary_10_printed
)
def _corollary_10_right(word: str) -> Cases:
    """A word is `r w e`, `l r^k l w e` or `l r^k e`; Right moves to `w e`, `w e` or the empty
    word."""
    after, option = _options(word)[1], Word(word).right_option()
    yield same(f"Right's move from `{word}`", after, _right_by_corollary(word) or "")
    yield same(f"Right's move from `{word}`", None if option is None else option.letters(), after)


_EXAMPLES = {
    "e": ("", ""),
    "le": ("e", ""),
    "rle": ("e", "le"),
    "lrle": ("rle", "e"),
    "llrle": ("lrle", "rle"),
}
"""The chain of examples after Corollary 10, each with its two options."""


@claim("Corollary 10, examples", fixed("the five examples"))
@compared("signatures of the options, by the rules")
def _examples(_: int) -> Cases:
    """`e = {λ|λ}`, `le = {e|λ}`, `rle = {e|le}`, `lrle = {rle|e}`, `llrle = {lrle|rle}`."""
    for word, options in _EXAMPLES.items():
        yield same(f"options of `{word}`", _options(word), options)


@claim("Corollary 10, example `lrle`", fixed("the example"), Status.MISPRINT)
@compared("signatures of the options, by the rules")
@correction(
    "It must be `{rle|leL}`, as `leL = e` is Right's option.",
    lambda _: same("options of `lrle`", _options("lrle"), (_options("le")[0], "e")),
)
def _lrle(_: int) -> Cases:
    """The chain of equalities for `lrle` contains `{leL|e}`."""
    yield same("options of `lrle`", _options("lrle"), ("rle", _options("le")[0]))
