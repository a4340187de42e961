"""Section 5: Grossman's game with restricted multipliers."""

from __future__ import annotations

from functools import partial
from math import sqrt

from farstar.papers import (
    Cases,
    Status,
    answer,
    cases,
    compared,
    correction,
    fixed,
    numbers,
    pairs,
    same,
    true,
)
from farstar.papers.euclid import brute_force as brute
from farstar.papers.euclid.nim_type_game import CLAIMS, claim
from farstar.papers.euclid.theory import grossman, restricted, trees

_PAIRS = "`a < b <= {}`"
_KS = range(2, 6)
_pairs_and_k = partial(
    numbers,
    "`a < b <= {}, k = 2, ..., 5`",
    over=lambda bound: ((a, b, k) for a, b in cases.pairs(bound) for k in _KS),
)


def _reduced(a: int, b: int, k: int, *, append: bool = True) -> list[int]:
    """Return the reduced sequence as the paper describes it, with or without the last 2."""
    digits = []
    for digit in brute.quotients(b, a):
        residue = digit % (k + 1)
        if residue:
            digits.append(1 if residue == 1 else 2)
    if append and digits[-1:] != [2]:
        digits.append(2)
    return digits


def _rest_wins(a: int, b: int, k: int) -> bool:
    """Return whether the player who faces [a1, ..., an] wins; the empty rest counts as won."""
    return b % a == 0 or brute.grossman(k).wins(b % a, a)


def _case(a: int, b: int, k: int) -> str:
    """Return the case of the proof of Theorem 4, from winners by brute force."""
    residue, wins = b // a % (k + 1), _rest_wins(a, b, k)
    if residue == 1:
        return "a" if wins else "b"
    if residue:
        return "c" if wins else "d"
    return "e" if wins else "f"


def _cases(a: int, b: int, k: int) -> list[tuple[int, str]]:
    """Return every quotient with its case."""
    steps = []
    while a:
        steps.append((b // a, _case(a, b, k)))
        a, b = b % a, a
    return steps


@claim("Proposition 3", _pairs_and_k(90))
@compared("winners and lengths with restricted and with all multipliers, by brute force")
def _proposition_3(a: int, b: int, k: int) -> Cases:
    """Theorems 1 and 2 hold for the multipliers up to `k` if all quotients are at most `k`."""
    digits, game = brute.quotients(b, a), brute.grossman(k)
    if max(digits) <= k:
        first = next(i for i, digit in enumerate(digits) if digit != 1)
        yield same(f"`({a},{b}), k = {k}`", game.wins(a, b), first % 2 == 0)
        yield same(f"`L_{k}({a},{b})`", game.lengths(a, b), {grossman.length(a, b)})


def _first_choice_wins(a: int, b: int, k: int) -> bool | None:
    """Return whether the first player with a choice wins; None if nobody has one."""
    game = brute.grossman(k)
    while len(moves := game.moves(a, b)) < 2:
        if not moves:
            return None
        a, b = moves[0]
    return game.wins(a, b)


@claim("Section 5, non-forced moves", numbers(_PAIRS, 60, 5))
@compared("winners and choices by brute force")
def _no_longer(bound: int) -> Cases:
    """With the multipliers 1 and 2 it is no longer true that the first player who can make a
    non-forced move wins."""
    lost = [(a, b) for a, b in cases.pairs(bound) if _first_choice_wins(a, b, 2) is False]
    yield true("the first player with a choice always wins", bool(lost))


@claim("Section 5, the loser has choices", numbers("`a < b <= {}, k = 2, ..., 5`", 40, 10))
@compared("moves from lost positions, by the rules")
def _choices(bound: int) -> Cases:
    """With restricted multipliers even the loser has choices to make."""
    for k in _KS:
        game = brute.grossman(k)
        has_choice = any(
            len(game.moves(a, b)) > 1 for a, b in cases.pairs(bound) if not game.wins(a, b)
        )
        yield true(f"`k = {k}`: the loser never has a choice", has_choice)


@claim("Section 5, examples of reduction", fixed("the two examples"))
@compared("winners by brute force, reduced sequences of the library")
def _reductions(_: int) -> Cases:
    """`11/9 = [1,4,2]` reduces to `[1,1,2]` and Player 1 wins; `36/29 = [1,4,7]` to `[1,1,1,2]` and
    Player 2 wins."""
    for a, b, digits, reduced, wins in (
        (9, 11, (1, 4, 2), (1, 1, 2), True),
        (29, 36, (1, 4, 7), (1, 1, 1, 2), False),
    ):
        yield same(f"`{b}/{a}`", brute.quotients(b, a), digits)
        yield same(f"`{b}/{a}` reduced", restricted.reduced_sequence(a, b, 2), reduced)
        yield same(f"`({a},{b})`", brute.grossman(2).wins(a, b), wins)


@claim("Section 5, multiples of 3", pairs(120))
@compared("winners by brute force, with and without such a first quotient")
def _dropped(a: int, b: int) -> Cases:
    """With the multipliers 1 and 2 a quotient divisible by 3 may be dropped: it changes no
    winner."""
    if b // a % 3 == 0:
        yield same(f"`({a},{b})`", brute.grossman(2).wins(a, b), _rest_wins(a, b, 2))


@claim("Theorem 4", pairs(150))
@compared("winners by brute force")
def _theorem_4(a: int, b: int) -> Cases:
    """With the multipliers 1 and 2 Player 1 wins exactly if the first 2 of the reduced sequence has
    an even index."""
    wins = brute.grossman(2).wins(a, b)
    yield same(f"`({a},{b})`", wins, _reduced(a, b, 2).index(2) % 2 == 0)
    yield same(f"`({a},{b})`", wins, restricted.first_two(a, b, 2) % 2 == 0)
    yield same(f"`({a},{b})`", wins, restricted.wins(a, b, {1, 2}))


@claim("Theorem 4, base case", pairs(90, 7), Status.PROOF)
@compared("reduced sequences and winners by brute force")
@correction(
    "The quotient that is `2 mod 3` may stand anywhere among the multiples of 3.", is_last=True
)
def _base_case(a: int, b: int, is_last: bool = False) -> Cases:
    """A reduced sequence has length 1 if the quotients are multiples of 3, potentially followed by
    a last one that is `2 mod 3`."""
    digits = brute.quotients(b, a)
    rest = [(i, digit % 3) for i, digit in enumerate(digits) if digit % 3]
    places = {len(digits) - 1} if is_last else range(len(digits))
    claimed = not rest or (len(rest) == 1 and rest[0][1] == 2 and rest[0][0] in places)
    is_short = len(_reduced(a, b, 2)) == 1
    yield same(f"`{b}/{a} = {list(digits)}` reduces to one digit", is_short, claimed)
    if is_short:
        yield same(f"`({a},{b})`: Player 1 wins", brute.grossman(2).wins(a, b), True)


_CASES = {
    "a": ("the rest is won and `a0 = 1 mod 3`: Player 1 loses", False, 1),
    "b": ("the rest is lost and `a0 = 1 mod 3`: Player 1 wins, moving to `0 mod 3`", True, 0),
    "c": ("the rest is won and `a0 = 2 mod 3`: Player 1 wins, moving to `1 mod 3`", True, 1),
    "d": ("the rest is lost and `a0 = 2 mod 3`: Player 1 wins, moving to `0 mod 3`", True, 0),
    "e": ("the rest is won and `a0 = 0 mod 3`: Player 1 wins, moving to `1 mod 3`", True, 1),
    "f": ("the rest is lost and `a0 = 0 mod 3`: Player 1 loses", False, 0),
}


def _theorem_4_case(a: int, b: int, case: str) -> Cases:
    if _case(a, b, 2) != case:
        return
    game, (_, wins, residue) = brute.grossman(2), _CASES[case]
    yield same(f"`({a},{b})`: Player 1 wins", game.wins(a, b), wins)
    goal = restricted.goals(a, b, 2)[0]
    yield same(f"goal at `({a},{b})`", (goal.case, goal.residue, goal.wins), (case, residue, wins))
    for m in (1, 2):
        after = (min(a, b - m * a), max(a, b - m * a))
        if m * a >= b:
            continue
        if wins and not game.wins(*after):
            yield same(f"`({a},{b})` less {m} times", (b // a - m) % 3, residue)
        elif not wins and b > 3 * a:
            # The winner completes the move to 3, which leaves the case as it is.
            reply = (min(a, b - 3 * a), max(a, b - 3 * a))
            yield true(f"`({a},{b})`: 3 - {m} after {m}", reply in game.moves(*after))
            yield same(f"`({a},{b})` less 3 times", game.wins(*reply), False)
            kept = _case(a, b - 3 * a, 2) if b // a > 3 else case
            yield same(f"case of `({a},{b})` less 3 times", kept, case)
    if case == "a" and b // a == 1:
        yield same(f"moves from `({a},{b})`", game.moves(a, b), [(b - a, a)])


for _name, _described in _CASES.items():
    CLAIMS.holds(
        f"Theorem 4 case ({_name})",
        f"If {_described[0]}.",
        "winners and winning moves by brute force; the library's goals",
        pairs(90, 12),
    )(partial(_theorem_4_case, case=_name))


@claim("Example `(6,19)`", fixed("`(6,19)`"))
@compared("winning moves by brute force; goals of the library")
def _example_6_19(_: int) -> Cases:
    """`19/6 = [3,6]` reduces to `[2]`: Player 1 wins by taking `2 * 6`, Player 2 must go to
    `(1,6)`, and Player 1 moves to `(1,4)`, then to `(1,1)`."""
    game = brute.grossman(2)
    yield same("`19/6`", brute.quotients(19, 6), (3, 6))
    yield same("reduced", restricted.reduced_sequence(6, 19, 2), (2,))
    for pair, after in (((6, 19), (6, 7)), ((1, 6), (1, 4)), ((1, 2), (1, 1)), ((1, 3), (1, 1))):
        winning = [move for move in game.moves(*pair) if not game.wins(*move)]
        yield same(f"winning moves from {pair}", winning, [after])
    yield same("moves from `(6,7)`", game.moves(6, 7), [(1, 6)])
    yield same("moves from `(1,4)`", sorted(game.moves(1, 4)), [(1, 2), (1, 3)])
    goals = [(goal.case, goal.residue) for goal in restricted.goals(6, 19, 2)]
    yield same("goals", goals, [("e", 1), ("e", 1)])


def _goals(b: int, wins: bool, *texts: str) -> Cases:
    """Compare quotients, reduced sequence, cases and goals of (459, b) with those printed."""
    digits, reduced, cases = ([*map(int, texts[0])], [*map(int, texts[1])], [*texts[2]])
    yield same(f"`{b}/459`", brute.quotients(b, 459), tuple(digits))
    yield same("reduced", restricted.reduced_sequence(459, b, 2), tuple(reduced))
    yield same("Player 1 wins", brute.grossman(2).wins(459, b), wins)
    claimed = list(zip((digit for digit in digits if digit != 1), cases, strict=True))
    yield same("cases", [step for step in _cases(459, b, 2) if step[0] != 1], claimed)
    goals = [(goal.quotient, goal.case) for goal in restricted.goals(459, b, 2)]
    yield same("goals", [goal for goal in goals if goal[0] != 1], claimed)


@claim("Example `2393/459`", fixed("`(459,2393)`"))
@compared("winners and cases by brute force; goals of the library")
def _example_2393(_: int) -> Cases:
    """`2393/459 = [5,4,1,2,6,5]` reduces to `[2,1,1,2,2]`: Player 1 wins, with the goals (c), (b),
    (c), (e), (c) at 5, 4, 2, 6, 5."""
    return _goals(2393, True, "541265", "21122", "cbcec")


@claim("Example `1934/459`", fixed("`(459,1934)`"))
@compared("winners and cases by brute force; goals of the library")
def _example_1934(_: int) -> Cases:
    """`1934/459 = [4,4,1,2,6,5]` reduces to `[1,1,1,2,2]`: Player 2 wins; the goals are (a) at the
    first 4, and then those of the example before."""
    yield from _goals(1934, False, "441265", "11122", "abcec")
    goals = [goal for goal in restricted.goals(459, 1934, 2) if goal.quotient != 1]
    yield same("residues", [goal.residue for goal in goals], [1, 0, 1, 1, 1])


def _length_formula(a: int, b: int, k: int, *, ones_counted: bool) -> int:
    """Return the printed length; `ones_counted` says whether cases at quotients 1 count."""
    cases = _cases(a, b, k)
    rounds = sum(-(-digit // (k + 1)) for digit, _ in cases if digit != 1)
    ones = sum(digit == 1 for digit, _ in cases)
    used = sum(case in "abd" for digit, case in cases if ones_counted or digit != 1)
    return 2 * rounds + ones - used - 1


def _length_printed(a: int, b: int, k: int = 2) -> str | None:
    length = next(iter(brute.grossman(k).lengths(a, b)))
    return same(f"`L_{k}({a},{b})`", length, _length_formula(a, b, k, ones_counted=True))


def _length_corrected(a: int, b: int, k: int = 2) -> Cases:
    claimed = _length_formula(a, b, k, ones_counted=False)
    yield same(f"`L_{k}({a},{b})`", brute.grossman(k).lengths(a, b), {claimed})
    yield same(f"`L_{k}({a},{b})`", restricted.length(a, b, k), claimed)
    yield same(f"`L_{k}({a},{b})`", restricted.length_by_cases(a, b, k), claimed)


_LENGTH = (
    "Twice the sum of `ceil(ai/(k+1))` over the quotients other than 1, plus the number of ones, "
    "less the number of uses of cases (a), (b), (d), less 1."
)
_LENGTH_CORRECTION = (
    "The uses of cases (a), (b), (d) are those at the quotients other than 1, over which the sum "
    "runs; the ones are counted apart. With the uses at ones the formula would fail."
)

CLAIMS.corrected(
    "Theorem 4, length `L_2`",
    f"The length of the game with the multipliers 1 and 2: {_LENGTH[0].lower()}{_LENGTH[1:]}",
    "the formula and the library with lengths by brute force",
    pairs(80, 3),
    correction=_LENGTH_CORRECTION,
    printed=_length_printed,
    status=Status.READING,
)(_length_corrected)


def _theorem_5_printed(a: int, b: int, k: int) -> str | None:
    digits, reduced = brute.quotients(b, a), _reduced(a, b, k, append=False)
    where = f"`({a},{b})`, `k = {k}`: `{digits}` reduces to `{reduced}`"
    return true(f"{where}, where no digit differs from 1", 2 in reduced)


@claim("Theorem 5", _pairs_and_k(90, 4), Status.READING)
@compared("winners by brute force")
@correction(
    "As in Theorem 4, a 2 must be appended to reduced sequences that do not end in 2.",
    _theorem_5_printed,
)
def _theorem_5(a: int, b: int, k: int) -> Cases:
    """With the multipliers up to `k >= 2` Player 1 wins exactly if the first digit of the reduced
    form that is not 1 has an even index."""
    game, reduced = brute.grossman(k), _reduced(a, b, k)
    won = game.wins(a, b)
    yield same(f"`({a},{b}), k = {k}`", won, reduced.index(2) % 2 == 0)
    yield same(f"`({a},{b}), k = {k}`", won, restricted.wins(a, b, f"k={k}"))
    grundy = restricted.grundy(a, b, f"k={k}")
    yield same(f"Grundy value of `({a},{b}), k = {k}`", grundy, game.grundy(a, b))
    claimed_moves = restricted.winning_multipliers(a, b, f"k={k}")
    for m in range(1, k + 1):
        if m * a < b:
            wins = not game.wins(*sorted((a, b - m * a)))
            yield same(f"`({a},{b}), k = {k}` less {m} times", m in claimed_moves, wins)
    yield same(f"`{b}/{a}` reduced", restricted.reduced_sequence(a, b, k), tuple(reduced))


CLAIMS.corrected(
    "Theorem 5, length `L_k`",
    _LENGTH,
    "the formula and the library with lengths by brute force",
    _pairs_and_k(50, 3),
    correction=_LENGTH_CORRECTION,
    printed=_length_printed,
    status=Status.READING,
)(_length_corrected)


@claim("Theorem 5, `k = 1`", pairs(90))
@compared("cases by brute force, lengths by the formula")
def _k_1(a: int, b: int) -> Cases:
    """For `k = 1` cases (c) and (d) never occur, (a) and (b) belong to odd quotients, and `L_1` is
    the sum of the quotients less 1."""
    for digit, case in _cases(a, b, 1):
        yield same(f"{digit} in `{b}/{a}`: case {case}", case in "ab", digit % 2 == 1)
    total = sum(brute.quotients(b, a)) - 1
    yield same(f"`L_1({a},{b})`", restricted.length_by_cases(a, b, 1), total)


@claim(
    "Section 5, winning probability",
    numbers("`a < b <= {}, k = 1, ..., 8`", 140, 100),
)
@compared(
    "shares by brute force: increasing with `k`, between `1/2` and `1/phi` up to the error of "
    "counting"
)
@answer(
    "Yes: it is `1/2` for `k = 1`, rises strictly with `k`, and tends to `1/phi`. See 'Winning "
    "probability for k = 1' and 'Winning probabilities rise to 1/phi' beyond the papers."
)
def _probability(bound: int) -> Cases:
    """Does the probability that Player 1 wins with the multipliers up to `k` go from `1/2` to
    `1/phi` as `k` grows? The author has not been able to prove it."""
    total = bound * (bound - 1) // 2
    shares = []
    for k in range(1, 9):
        game = brute.grossman(k)
        shares.append(sum(game.wins(a, b) for a, b in cases.pairs(bound)) / total)
    yield true(f"share {shares[0]} for `k = 1`", abs(shares[0] - 0.5) < 2 / sqrt(bound))
    for k in range(1, 8):
        yield true(f"shares {shares[k - 1]}, {shares[k]} at `k = {k}`", shares[k - 1] < shares[k])
    yield true(f"share {shares[-1]} for `k = 8`", abs(shares[-1] - 0.618034) < 0.02)


@claim("Section 5, multiplier 1", numbers(_PAIRS, 40, 3))
@compared("positions without a move, by the rules")
def _contains_1(bound: int) -> Cases:
    """The multipliers must contain 1 for every game to be playable until the numbers are equal."""
    for members in ({2}, {2, 3}, {3}, {2, 3, 4, 5}):
        game = brute.EuclidGame(1, members)
        stuck = [(a, b) for a, b in cases.pairs(bound) if not game.moves(a, b)]
        yield true(f"{members}: always playable", bool(stuck))
    for members in ({1}, {1, 3}, {1, 4}):
        game = brute.EuclidGame(1, members)
        for a, b in cases.pairs(bound):
            yield true(f"{members}: stuck at `({a},{b})`", bool(game.moves(a, b)))


@claim("Theorem 6", numbers(_PAIRS, 60))
@compared("winners, and the sums of the quotients after every move, by brute force for nine sets")
def _theorem_6(bound: int) -> Cases:
    """For any set of odd multipliers with 1 among them Player 1 wins exactly if the sum of the
    quotients is even; moves change only the length."""
    for members in (
        *({1}, {1, 3}, {1, 5}, {1, 7}, {1, 3, 5}, {1, 3, 7}, {1, 5, 9}, {1, 3, 5, 7, 9}),
        set(range(1, bound + 1, 2)),
    ):
        game = brute.EuclidGame(1, members)
        name = str(sorted(members)[:5])
        for a, b in cases.pairs(bound):
            even = sum(brute.quotients(b, a)) % 2 == 0
            yield same(f"`({a},{b})` with {name}", game.wins(a, b), even)
            yield same(f"`({a},{b})` with {name}", restricted.wins(a, b, members), even)
            for c, d in game.moves(a, b):
                changed = sum(brute.quotients(d, c)) % 2 == 0
                yield same(f"parity from `({a},{b})` to `({c},{d})`", changed, not even)


@claim("Section 5, Stern-Brocot tree", pairs(60))
@compared("ways walked down the tree; Grundy values by mex")
def _stern_brocot(a: int, b: int) -> Cases:
    """The game may be played on the way from 1 to `b/a` in the Stern-Brocot tree: consecutive
    subtraction games of sizes `a0, ..., a(n-1)` and `an - 1`."""
    row = list(brute.quotients(b, a))
    row[-1] -= 1
    walked = _way(b, a)
    letters = "".join("RL"[i % 2] * size for i, size in enumerate(row))
    yield same(f"way to `{b}/{a}`", walked, letters)
    yield same(f"way to `{b}/{a}`", "".join(trees.stern_brocot_path(b, a).letters()), letters)
    yield same(f"`({a},{b})`", brute.grossman().grundy(a, b), brute.row_grundy(tuple(row)))


def _way(top: int, bottom: int) -> str:
    """Return the way from 1/1 to a fraction, by comparing with mediants."""
    low, high, path = (0, 1), (1, 0), ""
    while True:
        middle = (low[0] + high[0], low[1] + high[1])
        difference = top * middle[1] - bottom * middle[0]
        if not difference:
            return path
        if difference > 0:
            low, path = middle, path + "R"
        else:
            high, path = middle, path + "L"
