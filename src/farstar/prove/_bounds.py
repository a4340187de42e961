"""Bounds of a family of words by ups and stars, with labels that have an additive period.

The labels of longer and longer words are computed from those of shorter ones, each as large as the
Lemma in section 6 of the stand-alone checker allows. If they are periodic up to a constant, and
this is seen on words that are long enough, it is so for all lengths, by the theorem there.
Upper bounds are lower bounds of the negative, where the players are exchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal, NamedTuple

from farstar._arguments import integer, shown
from farstar.certificates import theorem_checker
from farstar.certificates.theorem_checker import Pair
from farstar.errors import BudgetExceeded, NotationError
from farstar.prove._game import WordGame, look_at_the_clock
from farstar.prove._theorem import NotProved, Theorem, Unproved, give_up
from farstar.rules import Ruleset
from farstar.values import star, up

MOST_LETTERS = 240
_MOST_PERIODS = 6
_FIRST_LENGTH = 60
_ENDLESS = 10**9
"""More ups than any word has: the bound where a player has no move."""


def bounds(
    rules: Ruleset | str,
    family: str,
    *,
    leaves: Literal["ups", "integers"] = "ups",
    letters: int = MOST_LETTERS,
) -> Theorem | NotProved:
    r"""Prove bounds for the powers of a word, and the value if they meet.

    Parameters
    ----------
    rules : Ruleset or str
        Rules written as patterns, for strips. For bounds by ups each changes two neighbouring
        marks and leaves one dead cell, and they are symmetric under reversal, as in Clobber. For
        bounds by integers the players cover neighbouring cells.
    family : str
        The word, such as ``"xxo"``, or ``"xxo^n"``; for integers the mark of a free cell.
    leaves : str
        ``"ups"`` for multiples of up with or without a star, or ``"integers"``.
    letters : int
        Give up if no period shows in words of this length.

    Raises
    ------
    NotationError
        If the rules are not of this kind, or the word has other marks.

    Examples
    --------
    >>> clobber = "board strip\ncells x/o .\nleft xo -> .x rows\nright = swap of left"
    >>> theorem = fs.prove.bounds(clobber, "xxoo")
    >>> theorem.statement
    '(xxoo)^n = 0 for all n >= 1'
    """
    game = WordGame(rules)
    most = integer(letters, 1, "the number of letters")
    if leaves == "integers":
        from farstar.prove._strips import strip_bounds

        return strip_bounds(game, family, most)
    if leaves != "ups":
        raise NotationError(f"expected bounds by ups or integers, got {shown(leaves)}")
    word = _word_of(family, game)
    sides: dict[str, Table] = {}
    reasons = []
    for name in ("lower", "upper"):
        try:
            sides[name] = _table(game, word, most, is_negative=name == "upper")
        except Unproved as stopped:
            reasons.append(f"{name} bounds: {stopped.reason}")
        except BudgetExceeded as error:
            reasons.append(f"{name} bounds: {error}")
    if not sides:
        return NotProved("; ".join(reasons))
    formulas = list(_formulas(word, sides.get("lower"), sides.get("upper")))
    if not formulas:
        return NotProved("the labels of the powers have no formula")
    return _theorem(game, word, sides, formulas)


def _word_of(family: str, game: WordGame) -> str:
    """Return the word whose powers are meant, if the rules are of the kind that is needed."""
    if not isinstance(family, str):
        raise NotationError(f"expected a word such as xxo, got {shown(family)}")
    try:
        dead = theorem_checker.dead_mark(game.data)
        for side in ("left", "right"):
            theorem_checker.pair_rules(game.data, side, dead)
    except theorem_checker.Refused as refusal:
        raise NotationError(f"expected rules that leave one dead cell of two: {refusal}") from None
    if game.rules.ring:
        raise NotationError("expected rules for strips, got a ring")
    word = family.removesuffix("^n").strip("()")
    live = [mark for mark in game.rules.marks if mark != dead]
    if not word or set(word) - set(live):
        raise NotationError(f"expected a word over {' '.join(live)}, got {shown(family)}")
    return word


class Table(NamedTuple):
    """Labels of all short words, which continue with a period."""

    labels: dict[str, Pair]
    p: int
    sigma: int
    l0: int
    of_power: Callable[[int], Pair]
    """The label of the n-th power of the word, for every n."""

    def to_dict(self) -> dict[str, Any]:
        """Return the labels as certificates have them."""
        short = {w: pair for w, pair in self.labels.items() if len(w) < self.l0 + self.p}
        listed = sorted(short.items(), key=lambda entry: (len(entry[0]), entry[0]))
        return {
            "l0": self.l0,
            "labels": [[word, *pair] for word, pair in listed],
            "p": self.p,
            "sigma": self.sigma,
        }


class Labels:
    """The largest labels that the Lemma gives, of words of the family up to a growing length."""

    def __init__(self, game: WordGame, word: str, *, is_negative: bool) -> None:
        self._family = theorem_checker.Bounds(game.data, word, is_negative=is_negative)
        self.period = word
        self.longest = 1
        self.labels = self._family.table
        self.verified: dict[str, Pair] = {}
        """What the Lemma gives for each claim; the other one may give more."""

    def words(self, length: int) -> list[str]:
        """Return the words with moves of a length."""
        return [word for word in self._family.words(length) if self._family.has_moves(word)]

    def has_dead_word(self, length: int) -> bool:
        """Return whether some word of a length has no moves."""
        return any(not self._family.has_moves(word) for word in self._family.words(length))

    def extend(self, length: int) -> None:
        """Compute the labels of all words up to a length."""
        for now in range(self.longest + 1, length + 1):
            look_at_the_clock()
            for word in self.words(now):
                self._label(word)
        self.longest = max(self.longest, length)

    def _label(self, word: str) -> None:
        right, left = self._family.right_options(word), self._family.left_options(word)
        first, second = (_largest(e, right, left) for e in (0, 1))
        if max(first, second) >= _ENDLESS // 2 or min(first, second) <= -_ENDLESS // 2:
            give_up(f"{word!r} is not between multiples of up, since a player cannot move", word)
        self.verified[word] = (first, second)
        self.labels[word] = (max(first, second - 2), max(second, first - 2))

    def of(self, word: str) -> Pair:
        """Return the label of a word up to the present length."""
        return self._family.label(word)


def _largest(e: int, right: list[tuple[Pair, frozenset[Pair]]], left: frozenset[Pair]) -> int:
    """Return the largest j such that a word with these options is >= j.up + e.star by the Lemma."""

    def most(e: int) -> int:
        """Return the largest j for which every Right option is answered."""
        return min(
            (
                max(
                    own[1 - e] + 1,
                    own[e] - 1,
                    *(max(reply[e], reply[1 - e] - 2) for reply in replies),
                )
                for own, replies in right
            ),
            default=_ENDLESS,
        )

    below = most(e)
    at_zero = max((max(label[0], label[1] - 2) for label in left), default=-_ENDLESS) >= 0
    if below >= 1 and at_zero:
        at_star = max(max(label[1], label[0] - 2) for label in left) >= 0
        if (below, e) != (1, 1) or most(0) >= 0 or at_star:
            return below
        return 0
    if below >= 0 and (e == 0 or at_zero):
        return 0
    # A Left option must be >= [j+1,1-e].
    reached = max((max(label[1 - e], label[e] - 2) for label in left), default=-_ENDLESS)
    return min(below, -1, reached - 1)


def _table(game: WordGame, word: str, most: int, *, is_negative: bool) -> Table:
    """Return labels with a period that is seen on words that are long enough; otherwise give up."""
    labels = Labels(game, word, is_negative=is_negative)
    length = min(_FIRST_LENGTH, most)
    while True:
        labels.extend(length)
        for periods in range(1, _MOST_PERIODS + 1):
            table = _with_period(labels, periods * len(word), length)
            if table is not None:
                return table
        if length >= most:
            give_up(f"the labels of words up to {most} letters show no period that is long enough")
        length = min(most, length + 40)


def _with_period(labels: Labels, p: int, length: int) -> Table | None:
    """Return the table if the labels of words up to a length prove that they have a period."""
    if length <= p + 3:
        return None
    last = labels.words(length)
    if not last:
        return None
    sigma = labels.of(last[0])[0] - labels.of(_shorter(last[0], p))[0]
    l0 = length - p
    while l0 > 3 and not labels.has_dead_word(l0 - 1) and _grows(labels, l0 - 1 + p, p, sigma):
        l0 -= 1
    longest = 4 * l0 + 2 * p
    if longest > length or not _grows(labels, length, p, sigma):
        return None
    for now in range(longest - p + 1, longest + 1):
        for word in labels.words(now):
            if not _passes_on(labels.verified[word], labels.labels[word], sigma):
                return None

    def of_power(n: int) -> Pair:
        power = labels.period * n
        times = max(0, -(-(len(power) - (l0 + p - 1)) // p))
        j0, j1 = labels.of(power[: len(power) - times * p])
        return j0 + times * sigma, j1 + times * sigma

    return Table(labels.labels, p, sigma, l0, of_power)


def _shorter(word: str, p: int) -> str:
    return word[0] + word[1 + p :]


def _grows(labels: Labels, length: int, p: int, sigma: int) -> bool:
    """Return whether all labels of a length are those of words without p letters, plus sigma."""
    for word in labels.words(length):
        j0, j1 = labels.of(_shorter(word, p))
        if labels.of(word) != (j0 + sigma, j1 + sigma):
            return False
    return True


def _passes_on(verified: Pair, label: Pair, sigma: int) -> bool:
    """Return whether the claims of a word are verified in a way that longer words inherit."""
    good = [
        verified[e] >= label[e]
        and not (sigma > 0 and label[e] < 2)
        and not (sigma < 0 and label[e] > -1)
        for e in (0, 1)
    ]
    return all(good[e] or (good[1 - e] and label[e] <= label[1 - e] - 2) for e in (0, 1))


# Formulas for the powers of the word: factor * floor((n + shift) / modulus) + plus.


def _formulas(word: str, lower: Table | None, upper: Table | None) -> Iterator[dict[str, Any]]:
    """Yield the value if the bounds meet, and otherwise the best bounds."""
    if lower is not None and upper is not None:
        for e in (0, 1):
            for formula in _lines(word, lower, 1, e, exact=True):
                start = _start(word, upper, -1, formula)
                if start is not None:
                    start = max(start, formula["from"])
                    yield {**formula, "relation": "=", "from": start}
                    return
    for table, sign, relation in ((lower, 1, ">="), (upper, -1, "<=")):
        if table is not None:
            best = [
                formula for e in (0, 1) for formula in _lines(word, table, sign, e, exact=False)
            ]
            if best:
                chosen = max(
                    (sign * _size(f), -f["star"], -f["from"], i) for i, f in enumerate(best)
                )
                yield {**best[chosen[-1]], "relation": relation}


def _size(formula: dict[str, Any]) -> int:
    """Return what a formula says in one period, to compare formulas of the same growth."""
    return sum(theorem_checker.value_of_formula(formula, n) for n in range(1000, 1720))


def _lines(word: str, table: Table, sign: int, e: int, *, exact: bool) -> Iterator[dict[str, Any]]:
    """Yield formulas that the labels give for large n; if `exact`, those that they reach."""
    q = table.p // len(word)
    first = (table.l0 + table.p) // len(word) + 1
    numbers = {n: _claim(table.of_power(n), e) for n in range(first, first + q)}
    for modulus in (m for m in range(1, q + 1) if q % m == 0):
        if table.sigma * modulus % q:
            continue
        factor = sign * table.sigma * modulus // q
        for shift in range(modulus) if factor else range(1):
            formula = {"factor": factor, "modulus": modulus if factor else 1, "shift": shift}
            formula |= {"plus": 0, "star": e, "from": 1}
            differences = {
                sign * j - theorem_checker.value_of_formula(formula, n) for n, j in numbers.items()
            }
            if exact and len(differences) > 1:
                continue
            formula["plus"] = min(differences) if sign > 0 else max(differences)
            start = _start(word, table, sign, formula)
            if start is not None:
                yield {**formula, "from": start}
        if not factor:
            return


def _claim(label: Pair, e: int) -> int:
    return max(label[e], label[1 - e] - 2)


def _start(word: str, table: Table, sign: int, formula: dict[str, Any]) -> int | None:
    """Return the n from which on the labels give a formula; None if they never do."""
    q = table.p // len(word)
    grows = sign * formula["factor"] * q
    if q % formula["modulus"] or grows != table.sigma * formula["modulus"]:
        return None
    last = (table.l0 + table.p) // len(word) + 1 + q
    start = last + 1
    while start > (1 if len(word) > 1 else 2):
        wanted = sign * theorem_checker.value_of_formula(formula, start - 1)
        if _claim(table.of_power(start - 1), formula["star"]) < wanted:
            break
        start -= 1
    return None if start > last - q else start


def _theorem(
    game: WordGame, word: str, sides: dict[str, Table], formulas: list[dict[str, Any]]
) -> Theorem:
    data = {
        "kind": "bounds",
        "rules": game.data,
        "word": word,
        "lower": sides["lower"].to_dict() if "lower" in sides else None,
        "upper": sides["upper"].to_dict() if "upper" in sides else None,
        "formulas": formulas,
    }

    def value(n: Any) -> Any:
        """Return the value of the n-th power, or its lower and its upper bound."""
        number = integer(n, 1, "n")
        found: dict[str, Any] = {}
        for formula in formulas:
            if number < formula["from"]:
                raise NotationError(f"expected n >= {formula['from']}, got {number}")
            ups = theorem_checker.value_of_formula(formula, number)
            found[formula["relation"]] = up(ups) + star(formula["star"])
        return found["="] if "=" in found else (found.get(">="), found.get("<="))

    return Theorem(data, method="additive period", latex=_latex(word, formulas), value=value)


def _latex(word: str, formulas: list[dict[str, Any]]) -> str:
    signs = {"=": "=", ">=": r"\ge", "<=": r"\le"}
    texts = []
    for formula in formulas:
        factor, shift, plus = formula["factor"], formula["shift"], formula["plus"]
        n = f"n{shift:+d}" if shift else "n"
        floor = rf"\left\lfloor\frac{{{n}}}{{{formula['modulus']}}}\right\rfloor"
        floor = floor if formula["modulus"] > 1 else f"({n})"
        number = {0: "", 1: floor, -1: f"-{floor}"}.get(factor, f"{factor}{floor}")
        number += f"{plus:+d}" if number and plus else ""
        number = f"({number or plus})" if plus and number else number or str(plus)
        star_text = r"{*}" if formula["star"] else ""
        ups = rf"{number}\cdot{{\uparrow}}{star_text}" if number != "0" else star_text or "0"
        texts.append(
            rf"(\mathtt{{{word}}})^n {signs[formula['relation']]} {ups}"
            rf" \quad (n \ge {formula['from']})"
        )
    return "$" + r",\; ".join(texts) + "$"
