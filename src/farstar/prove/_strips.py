"""Bounds of strips by integers, with labels that have an additive period."""

from __future__ import annotations

from typing import Any, NamedTuple

from farstar._arguments import integer, shown
from farstar.certificates import theorem_checker
from farstar.errors import BudgetExceeded, NotationError
from farstar.prove._game import WordGame, look_at_the_clock
from farstar.prove._theorem import NotProved, Theorem, Unproved, give_up

_MOST_PERIOD = 40


class StripTable(NamedTuple):
    """Labels of strips by their numbers of cells, which continue with a period."""

    labels: list[int]
    p: int
    sigma: int
    n0: int

    def of(self, n: int) -> int:
        """Return the label of n cells."""
        times = max(0, -(-(n + 1 - len(self.labels)) // self.p))
        return self.labels[n - times * self.p] + times * self.sigma


def strip_bounds(game: WordGame, family: str, most: int) -> Theorem | NotProved:
    """Prove bounds by integers for strips of n free cells."""
    try:
        mark = theorem_checker.free_mark(game.data)
        for side in ("left", "right"):
            theorem_checker.covered_cells(game.data, side)
    except theorem_checker.Refused as refusal:
        raise NotationError(f"expected rules by which players cover cells: {refusal}") from None
    if game.rules.ring or str(family).removesuffix("^n") != mark:
        raise NotationError(f"expected strips and the family {mark}^n, got {shown(family)}")
    sides: dict[str, StripTable] = {}
    reasons = []
    for name in ("lower", "upper"):
        try:
            sides[name] = _table(game, most, is_negative=name == "upper")
        except Unproved as stopped:
            reasons.append(f"{name} bounds: {stopped.reason}")
        except BudgetExceeded as error:
            reasons.append(f"{name} bounds: {error}")
    if not sides:
        return NotProved("; ".join(reasons))
    data: dict[str, Any] = {"kind": "strips", "rules": game.data, "lower": None, "upper": None}
    data |= {name: table._asdict() for name, table in sides.items()}

    def value(n: Any) -> tuple[int | None, int | None]:
        """Return the lower and the upper bound of n cells."""
        number = integer(n, 0, "n")
        lower, upper = sides.get("lower"), sides.get("upper")
        return lower and lower.of(number), upper and -upper.of(number)

    names = {"lower": r"\ge L(n)", "upper": r"\le U(n)"}
    latex = r",\; ".join(rf"\mathtt{{{mark}}}^n {names[name]}" for name in sides)
    return Theorem(data, method="additive period", latex=f"${latex}$", value=value)


def _table(game: WordGame, most: int, *, is_negative: bool) -> StripTable:
    """Return labels with a period that is seen on strips that are long enough; else give up."""
    strips = theorem_checker.Strips(game.data, is_negative=is_negative)
    labels = _labels(strips, most)
    left, right = (max(sizes, default=0) for sizes in strips.sizes)
    for p in range(1, min(_MOST_PERIOD, most // 2) + 1):
        sigma = labels[-1] - labels[-1 - p]
        n0 = len(labels) - p
        while n0 > 0 and labels[n0 - 1 + p] - labels[n0 - 1] == sigma:
            n0 -= 1
        longest = 4 * n0 + 2 * p + 2 * left + right
        if longest >= len(labels):
            continue
        if sigma > 0 and min(labels[longest - p + 1 : longest + 1]) < 1:
            continue
        return StripTable(labels[: n0 + p], p, sigma, n0)
    return give_up(f"the labels of strips up to {most} cells show no period that is long enough")


def _labels(strips: theorem_checker.Strips, most: int) -> list[int]:
    """Return the largest labels that can be verified, of strips up to a length."""
    best: list[int | None] = []
    for n in range(most + 1):
        look_at_the_clock()
        option = strips.best_option(n)
        best.append(option)
        answers = []
        for a, b in strips.options(n, 1):
            replies = [
                strips.labels[other] + reply
                for part, other in ((a, b), (b, a))
                if (reply := best[part]) is not None
            ]
            # Without a reply that keeps the bound, only a negative bound is possible.
            own = min(strips.labels[a] + strips.labels[b] - 1, -1)
            answers.append(max([own, *replies]))
        below = min(answers, default=None)
        ahead = 0 if option is None else max(0, option + 1)
        strips.labels.append(ahead if below is None else min(below, ahead))
    return strips.labels
