"""Bounds of a family of words by numbers, ups and stars, with labels that have an additive period.

The labels of longer and longer words are computed from those of shorter ones, each as large as the
Lemma in section 6 of the stand-alone checker allows. If they are periodic up to a constant, and
this is seen on words that are long enough, it is so for all lengths, by the theorem there.
Upper bounds are lower bounds of the negative, where the players are exchanged.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal, NamedTuple, TypeAlias

from farstar._arguments import integer, shown
from farstar.certificates import theorem_checker
from farstar.certificates.theorem_checker import Bounds, Label
from farstar.errors import NotationError
from farstar.prove._bound_formulas import formulas_of, latex_of
from farstar.prove._game import WordGame, look_at_the_clock
from farstar.prove._labels import Labels, Leaves, labels_of, word_at
from farstar.prove._theorem import NotProved, Theorem, Unproved, answers, give_up
from farstar.rules import Ruleset
from farstar.values import Value, star, up

MOST_LETTERS = 400
_MOST_PERIODS = 6
_LONGEST_PERIOD = 48
_FIRST_LENGTH = 60

Kind: TypeAlias = Literal["ups", "integers", "dyadics", "all"]
LEAVES = {
    "ups": Leaves(None, has_ups=True),
    "integers": Leaves(0, has_ups=False),
    "dyadics": Leaves(4, has_ups=False),
    "all": Leaves(4, has_ups=True),
}


@answers
def bounds(
    rules: Ruleset | str, family: str, *, leaves: Kind = "ups", letters: int = MOST_LETTERS
) -> Theorem | NotProved:
    r"""Prove bounds for the powers of a word, and the value if they meet.

    Parameters
    ----------
    rules : Ruleset or str
        Rules written as patterns, for strips. Each rule changes a few neighbouring marks and leaves
        at least one dead cell, a mark that no rule reads, as in Clobber.
    family : str
        The word, such as ``"xxo"``, or ``"xxo^n"``.
    leaves : str
        What the bounds are: ``"ups"`` for multiples of up with or without a star, ``"integers"``,
        ``"dyadics"`` for numbers with denominators up to 16, or ``"all"`` for such numbers plus
        multiples of up, with or without a star.
    letters : int
        Give up if no period shows in words of this length.

    Returns
    -------
    Theorem or NotProved
        The `value` of the theorem for a number n is the value of the n-th power, or a pair of its
        lower and its upper bound, None where there is no bound.

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
    if leaves not in LEAVES:
        raise NotationError(f"expected bounds by {', '.join(LEAVES)}, got {shown(leaves)}")
    word = _word_of(family, game)
    sides: dict[str, Table] = {}
    reasons: dict[str, str] = {}
    for name in ("lower", "upper"):
        try:
            sides[name] = _table(game, word, LEAVES[leaves], most, is_negative=name == "upper")
        except Unproved as stopped:
            reasons[name] = stopped.reason
    if not sides:
        if len({*reasons.values()}) == 1:
            return NotProved(reasons["lower"])
        return NotProved("; ".join(f"{name} bounds: {why}" for name, why in reasons.items()))
    return _theorem(game, word, sides)


def _word_of(family: str, game: WordGame) -> str:
    """Return the word whose powers are meant, if the rules are of the kind that is needed."""
    if not isinstance(family, str):
        raise NotationError(f"expected a word such as xxo, got {shown(family)}")
    try:
        dead = theorem_checker.dead_mark(game.data)
        for side in ("left", "right"):
            theorem_checker.deadly_rules(game.data, side, dead)
    except theorem_checker.Refused as refusal:
        raise NotationError(f"expected rules that leave a dead cell: {refusal}") from None
    if game.rules.ring:
        raise NotationError("expected rules for strips, got a ring")
    word = family.removesuffix("^n").strip("()")
    live = [mark for mark in game.rules.marks if mark != dead]
    if not word or set(word) - set(live):
        raise NotationError(f"expected a word over {' '.join(live)}, got {shown(family)}")
    return word


class Table(NamedTuple):
    """Labels of all short words, which continue with a period."""

    family: Bounds
    """The labels as the checker reads them from the certificate."""
    data: dict[str, Any]
    """The labels as certificates have them."""

    def of_power(self, n: int) -> Label:
        """Return the label of the n-th power of the word, for every n."""
        period, table = len(self.family.period), self.family
        # Long words are not written out: they continue the shorter ones.
        spare = max(0, n * period - table.longest - table.p) // table.p
        short = n - spare * (table.p // period)
        q, j0, j1 = table.label(table.period * short)
        return q + spare * table.number, j0 + spare * table.sigma, j1 + spare * table.sigma


class Period(NamedTuple):
    """How labels continue: after p more letters they are larger by a number and by ups."""

    p: int
    number: int
    sigma: int
    l0: int


def _table(game: WordGame, word: str, leaves: Leaves, most: int, *, is_negative: bool) -> Table:
    """Return labels with a period that is seen on words that are long enough; otherwise give up."""
    family = Bounds(game.data, word, is_negative=is_negative)
    family.exponent = leaves.exponent or 0
    if not family.has_moves(word * (2 * family.end + 1)):
        give_up(f"the powers of {word!r} have no moves: all are 0")
    labels = labels_of(game, word, leaves, is_negative=is_negative)
    length, reached = min(_FIRST_LENGTH, most), 0
    while True:
        while reached < length:
            look_at_the_clock()
            unbounded = labels.extend()
            reached += 1
            if unbounded is not None:
                text = word_at(family, reached, unbounded)
                reason = "is not between multiples of up, since a player cannot move"
                give_up(f"{text!r} {reason}", text)
        longest = max(_MOST_PERIODS * len(word), _LONGEST_PERIOD)
        for p in range(len(word), longest + 1, len(word)):
            look_at_the_clock()
            period = _period(labels, family, p, length)
            if period is not None:
                return _read_again(game, word, labels, period, leaves, is_negative=is_negative)
        if length >= most:
            give_up(f"the labels of words up to {most} letters show no period that is long enough")
        length = min(most, length + length // 2)


def _read_again(
    game: WordGame,
    word: str,
    labels: Labels,
    period: Period,
    leaves: Leaves,
    *,
    is_negative: bool,
) -> Table:
    family = Bounds(game.data, word, is_negative=is_negative)
    short: dict[str, list[int]] = {}
    for length in range(1, period.l0 + period.p):
        look_at_the_clock()
        for number, (has_moves, label, _) in enumerate(labels.row(length)):
            if has_moves:
                key = family.same(word_at(family, length, number))
                short[key] = list(label if leaves.exponent is not None else label[1:])
    listed = sorted(short.items(), key=lambda entry: (len(entry[0]), entry[0]))
    data: dict[str, Any] = {
        "l0": period.l0,
        "labels": [[text, *label] for text, label in listed],
        "p": period.p,
        "sigma": period.sigma,
    }
    if leaves.exponent is not None:
        data |= {"exponent": leaves.exponent, "number": period.number >> leaves.exponent}
    family.read_table(data)
    return Table(family, data)


def _period(labels: Labels, family: Bounds, p: int, length: int) -> Period | None:
    """Return how labels continue if those of words up to a length prove that they do."""
    least = max(1, 3 * family.end)
    if length <= p + least:
        return None
    growth = _growth(labels, p, length)
    if growth is None or growth[0] % (1 << family.exponent):
        return None
    l0 = length - p
    while l0 > least and _growth(labels, p, l0 - 1 + p) == growth:
        look_at_the_clock()
        l0 -= 1
    while not all(has_moves for has_moves, _, _ in labels.row(l0)):
        l0 += 1
    family.number, family.sigma = growth
    while (longest := 4 * l0 + 2 * p + 3 * family.lost - 3) <= length:
        look_at_the_clock()
        window = range(longest - p + 1, longest + 1)
        if all(_passes_on(family, entry) for n in window for entry in labels.row(n)):
            return Period(p, *growth, l0)
        l0 += p
    return None


def _growth(labels: Labels, p: int, length: int) -> tuple[int, int] | None:
    """Return by what all labels of a length exceed those of words without p letters."""
    differences = set()
    for longer, shorter in zip(labels.row(length), labels.row(length - p), strict=True):
        if not (longer[0] and shorter[0]):
            return None
        differences.add(tuple(x - y for x, y in zip(longer[1], shorter[1], strict=True)))
        if len(differences) > 1:
            return None
    number, first, second = differences.pop()
    return (number, first) if first == second else None


def _passes_on(family: Bounds, entry: Any) -> bool:
    """Return whether the claims of a word are verified in a way that longer words inherit."""
    _, label, verified = entry
    good = [
        verified[e] >= (label[0], label[1 + e]) and family.passes_on((label[0], label[1 + e], e))
        for e in (0, 1)
    ]
    return all(good[e] or (good[1 - e] and label[1 + e] <= label[2 - e] - 2) for e in (0, 1))


def _theorem(game: WordGame, word: str, sides: dict[str, Table]) -> Theorem | NotProved:
    lower, upper = sides.get("lower"), sides.get("upper")
    formulas = formulas_of(word, lower, upper)
    data = {
        "kind": "bounds",
        "rules": game.data,
        "word": word,
        "lower": lower.data if lower else None,
        "upper": upper.data if upper else None,
        "formulas": formulas,
    }

    def value(n: Any) -> Any:
        """Return the value of the n-th power, or its lower and its upper bound."""
        number = integer(n, 1, "n")
        found = [
            [_value(label, e, sign, side.family.exponent) for e in (0, 1)] if side else []
            for side, sign in ((lower, 1), (upper, -1))
            for label in [side.of_power(number) if side else (0, 0, 0)]
        ]
        equal = [x for x in found[0] if x in found[1]]
        if equal:
            return equal[0]
        best = [
            _better(side.of_power(number)) if side is not None else None for side in (lower, upper)
        ]
        return tuple(
            None if e is None else values[e] for e, values in zip(best, found, strict=True)
        )

    return Theorem(data, method="additive period", latex=latex_of(word, formulas), value=value)


def _better(label: Label) -> int:
    """Return which of two claims to show: that with more ups, in doubt the one without a star."""
    return int(label[2] > label[1])


def _value(label: Label, e: int, sign: int, exponent: int) -> Value:
    number = Value(Fraction(sign * label[0], 1 << exponent))
    return number + up(sign * label[1 + e]) + star(e)
