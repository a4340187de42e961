"""Check the atomic weight in a certificate: ``python weight_checker.py FILE``. Needs only Python.

The last component of the sum is the negative of a form, listed in `moves`: for each position those
to which Left and Right can move. checker.py proves that the sum is zero: the form is equal to the
rest. In `values`, `atomic_weight` lists other forms, the `weights`, and in `of` the number of the
weight of each position of the form. They are checked by the recursion of Winning Ways: the weight
is {weights of Left's options - 2 | weights of Right's options + 2}, unless that is an integer. Then
it is 0 if the game is confused with a far star; above the star it is the greatest integer that is
less than or confused with all the latter, and below it the least that is greater than or confused
with all the former. In a file with `lemmas` there are such `weights` for every term of the `sum`,
and `numbers` are integers below and above them.
"""

import functools
import graphlib
import json
import sys
from typing import Any

TEXT = functools.partial(json.dumps, sort_keys=True, separators=(",", ":"), allow_nan=False)


def require(condition: Any, message: str) -> None:
    if not condition:
        raise ValueError(message)


class Order:
    """Compares games: ("form", p), ("weight", w, n) with an integer n added, ("star", n)."""

    def __init__(self, form: Any, weights: Any, of: Any) -> None:
        self.form, self.weights, self.of = form, weights, of
        self.known: dict[Any, Any] = {}

    def options(self, game: Any) -> Any:
        kind, p, n = (*game, 0)[:3]
        if kind == "form":
            return [[("form", q) for q in side] for side in self.form[p]]
        if kind == "star":
            return [[("star", k) for k in range(p)]] * 2
        if kind == "candidate":  # the weights of the options, 2 less for Left and 2 more for Right
            sides = zip(self.form[p], (-2, 2), strict=True)
            return [[("weight", self.of[q], n) for q in side] for side, n in sides]
        left, right = ([("weight", q, n) for q in side] for side in self.weights[p])
        return left + [("weight", p, n - 1)] * (n > 0), right + [("weight", p, n + 1)] * (n < 0)

    def at_least(self, g: Any, h: Any) -> bool:
        if (g, h) not in self.known:
            is_less = any(self.at_least(h, x) for x in self.options(g)[1])
            is_less = is_less or any(self.at_least(y, g) for y in self.options(h)[0])
            self.known[g, h] = not is_less
        return bool(self.known[g, h])

    def equal(self, g: Any, h: Any) -> bool:
        return self.at_least(g, h) and self.at_least(h, g)

    def above_any(self, g: Any, others: Any) -> bool:
        return any(self.at_least(g, h) for h in others)

    def below_any(self, g: Any, others: Any) -> bool:
        return any(self.at_least(h, g) for h in others)


def check_weights(form: Any, weights: Any, of: Any) -> None:
    order, zero = Order(form, weights, of), weights.index([[], []])
    star, integers = ("star", len(form)), range(-2 * len(form), 2 * len(form) + 1)
    for p in range(len(form)):
        weight: Any = ("candidate", p)
        n = 0
        left, right = order.options(weight)
        if any(order.equal(weight, ("weight", zero, n)) for n in integers):
            if order.at_least(("form", p), star):
                high = [n for n in integers if order.above_any(("weight", zero, n), right)]
                n = max(set(integers) - set(high))
            elif order.at_least(star, ("form", p)):
                low = [n for n in integers if order.below_any(("weight", zero, n), left)]
                n = min(set(integers) - set(low))
            weight = ("weight", zero, n)
        require(order.equal(weight, ("weight", of[p], 0)), f"another weight of position {p}")


def check_rows(rows: Any) -> None:
    options = {p: [*left, *right] for p, (left, right) in enumerate(rows)}
    order = [*graphlib.TopologicalSorter(options).static_order()]  # refuses a form with a loop
    require({*order} == {*range(len(rows))}, "a position that is not there")


def check_form(certificate: Any, weight: Any) -> Order:
    number, sign = certificate["parts"][certificate["start"][-1]]
    require((certificate["claim"], sign) == ("P", -1), "no sum with a form")
    require(certificate["play"] == "normal", "a form under another play")
    form, weights, of = certificate["games"][number]["moves"], weight["weights"], weight["of"]
    require(sorted(weight) == ["of", "weights"], "other fields than those of a weight")
    check_rows(form)
    check_rows(weights)
    require(len(of) == len(form) and {*of} <= {*range(len(weights))}, "no weight")
    require(all(bool(left) == bool(right) for left, right in form), "a form that is not all-small")
    check_weights(form, weights, of)
    return Order(form, weights, of)


def check(certificate: Any) -> list[str]:
    try:
        if "lemmas" not in certificate:
            check_form(certificate, certificate["values"]["atomic_weight"])
            return ["atomic_weight"]
        rows = zip(certificate["sum"], certificate["weights"], certificate["numbers"], strict=True)
        for (lemma, _), weight, (low, high) in rows:
            order = check_form(certificate["lemmas"][lemma]["certificate"], weight)
            zero, one = weight["weights"].index([[], []]), ("weight", weight["of"][0], 0)
            require(order.at_least(one, ("weight", zero, low)), "a bound that is too high")
            require(order.at_least(("weight", zero, high), one), "a bound that is too low")
        return ["bounds of atomic weights"]
    except Exception as error:
        raise ValueError(f"not a certificate: {error!r}") from None


if __name__ == "__main__":
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            written = file.read().strip()
        certificate = json.loads(written)
        require(TEXT(certificate) == written, "a file that is written in another way")
        print("proved of the form:", ", ".join(check(certificate)))
    except (IndexError, OSError, RecursionError, ValueError) as error:
        sys.exit(f"refused: {error}")
