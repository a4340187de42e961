"""Atomic weights of Partizan Euclid in closed form."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from random import Random

from farstar.papers import _brute as brute
from farstar.papers._cases import Cases, fixed, numbers, same, sizes, true
from farstar.papers._claim import compared
from farstar.papers._domains import words
from farstar.papers.beyond import checked, proved, state
from farstar.papers.beyond._weight_closure import LEFT, RIGHT, close, least_automaton
from farstar.theory import automata, densities, weights
from farstar.theory.weights import Comb, Weight
from farstar.theory.words import Word
from farstar.values import Value


def _game(weight: Weight) -> Value:
    """Return a weight as a game, by its definition."""
    if isinstance(weight, int):
        return Value(weight)
    built = Value(weight.end)
    for tooth in reversed(weight.teeth):
        built = Value.of(left=[tooth], right=[built])
    return built


@proved("Four integers of a weight", words(9, 5))
@compared("integers that lie between the games, by comparing them")
def _four_integers(word: str) -> Cases:
    """The weight of `{x|y}` follows from four integers each of `aw(x)` and `aw(y)`: floor, ceiling,
    the first and the last integer that are confused with it; an integer fits into
    `{aw(x)-2|aw(y)+2}` exactly if the last of `aw(x)` is at most the first of `aw(y)`, plus 2."""
    a, b = (part.atomic_weight() for part in state(word))
    for x, y in ((a, b), (b, a)):
        middle = Value.of(left=[x - 2], right=[y + 2])
        fits = _last(x) <= _first(y) + 2
        yield same(f"an integer in `{middle}`", middle.is_integer, fits)
        if not fits:
            low = next(n for n in _around(middle) if Value(n) <= middle)
            yield same(f"floor of `{middle}`", low, _first(y) + 1)
            yield same(f"ceiling of `{middle}`", _ceiling(middle), _last(x) - 1)
            yield same(f"first of `{middle}`", _first(middle), _floor(x) - 1)
            yield same(f"last of `{middle}`", _last(middle), _ceiling(y) + 1)


def _around(weight: Value) -> range:
    """Return integers about a weight, from above downwards."""
    top = int(weight.left_stop) + 3
    return range(top, int(weight.right_stop) - 4, -1)


def _floor(weight: Value) -> int:
    return next(n for n in _around(weight) if Value(n) <= weight)


def _ceiling(weight: Value) -> int:
    return next(n for n in reversed(_around(weight)) if Value(n) >= weight)


def _first(weight: Value) -> int:
    """Return 1 + max{n <| w}; w itself for an integer."""
    return 1 + next(n for n in _around(weight) if not Value(n) >= weight)


def _last(weight: Value) -> int:
    return next(n for n in reversed(_around(weight)) if not Value(n) <= weight) - 1


@proved("Weights in closed form", words(12, 6))
@compared("closed forms with the weights of values by the rules")
def _closed_form(word: str) -> Cases:
    """In Left's region a weight `w` ahead of Left's option by `D` goes to `w + 1` with `r` (ahead
    by `D + 1`) and with `l` to `w + 1 - D` (ahead by `1 - D`) if `D <= 2`; else `l` makes it no
    integer, from where `r` leads back to `w`, ahead by 0, and `l` to `w + 1`, ahead by 2. Elsewhere
    weights are fixed by the class, by the number of letters `r` before `e`, or fall by 1 with each
    `l`."""
    yield same(f"aw `{word}`", _game(weights.weight(Word(word))), brute.word_weight(word))


@proved("Weights along long words", sizes("{} random words of at most 120 letters", 150))
@compared("closed forms with the recursion of weights on games, letter by letter")
def _long_words(bound: int) -> Cases:
    """The same for long words, and for words by their digits."""
    random = Random(16)
    for _ in range(bound):
        share = random.choice((0.2, 0.35, 0.5, 0.65, 0.8, 0.9))
        word = "".join(
            "r" if random.random() < share else "l" for _ in range(random.randint(13, 120))
        )
        weight = weights.weight(Word(word + "e"))
        yield same(f"aw `{word}e`", _game(weight), _recursion(word))
        yield same(f"aw `{word}e` by digits", weights.weight_of_digits(_digits(word)), weight)


def _digits(word: str) -> list[int]:
    *runs, last = (len(run) for run in word.split("l"))
    return [run + 1 for run in runs] + [last + 2]


def _recursion(word: str) -> Value:
    """Return the weight by the theorem of Winning Ways, comparing games."""
    brute.ASKED.note("weight", "E({},{})", *brute.pair_of(word + "e"))
    automaton = automata.far_star_automaton()
    at, a, b = automaton.states[0], Value(0), Value(0)
    for letter in reversed(word):
        at = automaton.advance(at, "l" if letter == "l" else "r")
        x, y = (b, a) if letter == "l" else (a, b)
        weight = Value.of(left=[x - 2], right=[y + 2])
        if weight.is_integer:
            far = str(at.value[automata.FAR])
            weight = Value({"N": 0, "L": _first(y) + 1, "R": _last(x) - 1}[far])
        a, b = x, weight
    return b


@proved("The automaton of integer weights", fixed("95 abstract states"))
@compared(
    "the closure of the recursion under both letters, with one unknown and intervals, made least; "
    "the automaton made from the closed form"
)
def _automaton(_: int) -> Cases:
    """Whether the weight is an integer is decided by an automaton of exactly 19 states, of which 13
    and 18 are not. In Left's region the states 16, 8, 11, 14 and 17 are the leads -1, 0, 1, 2 and 3
    or more."""
    closure = close()
    yield same("states", len(closure.states), 95)
    for number, abstract in enumerate(closure.states):
        word_class, left, weight = abstract
        if word_class in LEFT and weight.is_integer:
            low, _high = abstract.lead
            yield true(f"lead of state {number}", low >= (-1 if left.is_integer else 2))
        if word_class in RIGHT:
            facts = left.is_integer and weight.is_integer and abstract.lead == (-1, -1)
            yield true(f"Right's region in state {number}", facts)
        if not weight.is_integer:
            yield true(f"class {word_class} without an integer", word_class in LEFT | {9})
    rows, broken = least_automaton(closure)
    automaton = weights.integrality_automaton()
    yield same("steps", rows, list(zip(automaton.l, automaton.r, strict=True)))
    yield same("states without integers", broken, [13, 18])
    whole = [i not in broken for i in range(len(rows))]
    yield same("integers", list(automaton.is_integer), whole)
    state_of = {0: 0}
    for i in range(len(closure.steps)):
        for step in (0, 1):
            state_of[closure.steps[i][step]] = rows[state_of[i]][step]
    leads = {-1: 16, 0: 8, 1: 11, 2: 14}
    for i, (word_class, _left, weight) in enumerate(closure.states):
        if word_class in LEFT and weight.is_integer:
            lead = closure.states[i].lead[0]
            yield same(f"lead {lead} of state {i}", state_of[i], leads.get(int(min(lead, 3)), 17))
        elif word_class in LEFT:
            yield same(f"state {i} without an integer", state_of[i], 18)


@proved("Weights that are no integers", sizes("`M_0 <= {}, k <= 2`", 10, 8))
@compared("the word built for each such game, and its weight by the rules")
def _combs(bound: int) -> Cases:
    """They are exactly `{M|2}`, `M >= 1`, and `{M_0|{M_1|...{M_k|N}}}` with
    `M_0 >= ... >= M_k >= N - 1` and `N >= 2k + 3`, canonical unless they are numbers; those are the
    ones with `M_0 = M_k = N - 1`."""
    for comb in _all_combs(bound):
        word = weights.word_of_weight(comb)
        yield same(f"aw `{word}`", weights.weight(word), comb)
        game = _game(comb)
        if comb.teeth[0] <= 8:
            yield same(f"aw `{word}`", _recursion(word.letters()[:-1]), game)
        number = comb.number
        yield same(f"`{comb}` is a number", game.is_number, number is not None)
        if number is None:
            form = [game.left_options, len(game.right_options)]
            yield same(f"options of `{comb}`", form, [(Value(comb.teeth[0]),), 1])
        else:
            yield same(f"`{comb}`", game, Value(number))
    for text in brute.words(9):
        weight = weights.weight(Word(text))
        if isinstance(weight, Comb):
            yield true(
                f"`{weight}` is listed", weights.weight(weights.word_of_weight(weight)) == weight
            )


def _all_combs(bound: int) -> list[Comb]:
    combs = [Comb((m,), 2) for m in range(1, bound + 1)]
    for end in range(3, bound + 2):
        rows: list[tuple[int, ...]] = [(m,) for m in range(end - 1, bound + 1)]
        while rows and end >= 2 * len(rows[0]) + 1:
            combs += [Comb(row, end) for row in rows]
            rows = [(m, *row) for row in rows for m in range(row[0], bound + 1)]
            if len(rows[0]) > 3:
                break
    return combs


_COMBS = ("0.12682884543655863634", "0.15606204603261044153")
_FRACTIONS = ("0.010476937766986", "0.012478727037448")


@proved("Share of integer weights", numbers("coprime `q < p <= {}`", 250, 150))
@compared("the digits; weights of positions, counted")
def _shares(bound: int) -> Cases:
    """The share of integer weights tends to 0.92742831991427182 among coprime standard positions
    and to 0.91070103304008993 among all, that of other numbers to 0.010476937766986 and
    0.012478727037448. Where Left wins, 0.12682884543655863... and 0.15606204603261044... are no
    integers."""
    shares = densities.integer_weight_shares()
    known = ("0.92742831991427182", "0.91070103304008993")
    for share, text in zip(shares, known, strict=True):
        yield same("share of integers", str(share.value), text)
        yield same("error bound", share.status, "proved")
        yield true(f"error {share.error}", share.error < Decimal("1e-17"))
    for name, shares_of, digits in (
        ("no integers", densities.comb_weight_shares(digits=20), _COMBS),
        ("other numbers", densities.fraction_weight_shares(), _FRACTIONS),
    ):
        yield same(name, tuple(str(share.value) for share in shares_of), digits)
    counts: Counter[tuple[bool, bool]] = Counter()
    for p, q in brute.coprime_pairs(bound):
        if q > 1:
            weight = weights.weight(Word.from_position(p, q))
            counts[p < 2 * q, isinstance(weight, int)] += 1
    for name, share, which in (
        ("standard", shares.standard, (True,)),
        ("all", shares.every, (True, False)),
    ):
        total = sum(n for (standard, _), n in counts.items() if standard in which)
        whole = sum(counts[standard, True] for standard in which)
        # The undecided positions, whose share falls like N**-0.334, nearly all have integers.
        gap = whole / total - float(share.value)
        yield true(f"{name} positions: off by {gap}", abs(gap) < 0.05 * bound**-0.334)


@checked("Size of weights", sizes("{} random fractions of 2,000 digits", 20, 5))
@compared("the number; weights of random long fractions")
def _size(bound: int) -> Cases:
    """In Left's region the weight is the sum of the digits less 0.915028412129 for each of them, up
    to what is small beside their number, for almost all positions; in Right's region it is less
    than minus the number of its digits by 1 or 2."""
    loss = densities.weight_loss_per_digit(digits=12)
    yield same("loss", str(loss.value), "0.915028412129")
    random, most = Random(3), 2000
    excess = 0.0
    for _ in range(bound):
        # Left's region from the beginning; digits as in the Gauss measure.
        digits = [int(1 / (2 ** random.random() - 1)) for _ in range(most)]
        weight = weights.weight_of_digits([*digits, 2, 3])
        whole = weight if isinstance(weight, int) else weight.teeth[0]
        excess += (sum(digits) - whole) / most / bound
    # Digits that follow each other are not independent, but nearly so.
    yield true(f"loss {excess}", abs(excess - float(loss.value)) < 0.05)
