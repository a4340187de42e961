"""Check the atomic weight in a certificate: ``python weight_checker.py FILE``. Needs only Python.

The last component of the sum is the negative of a form, listed in `moves`: for each position those
to which Left and Right can move. checker.py proves that the sum is zero: the form is equal to the
rest. In `values`, `atomic_weight` lists other forms, the `weights`, and in `of` the number of the
weight of each position of the form. They are checked by the recursion of Winning Ways: the weight
is {weights of Left's options - 2 | weights of Right's options + 2}, unless that is an integer. Then
it is 0 if the game is confused with a far star; above the star it is the greatest integer that is
less than or confused with all the latter, and below it the least that is greater than or confused
with all the former. In a file with `lemmas` there are such `weights` for every term of the `sum`,
and `numbers` are integers below and above them. In a family, whose moves family_checker.py checks,
the `results` list the moves and, after them, which of the `forms` is the weight.
"""

import bisect
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


def check_weights(form: Any, weights: Any, of: Any) -> Order:
    order, zero, depths = Order(form, weights, of), weights.index([[], []]), depths_of(form)
    require(all(bool(left) == bool(right) for left, right in form), "a form that is not all-small")
    require(len(of) == len(form) and {*of} <= {*depths_of(weights)}, "no weight")
    require(all(type(weight) is int for weight in of), "no weight")
    for p, depth in depths.items():
        integers = [("weight", zero, n) for n in range(-2 * depth - 2, 2 * depth + 3)]
        left, right = order.options(("candidate", p))
        star = ("star", depth + 1)  # a far star, greater than all nimbers in the game
        least = bisect.bisect(integers, 0, key=lambda n: not order.below_any(n, left))
        most = bisect.bisect(integers, 0, key=lambda n: order.above_any(n, right)) - 1
        weight: Any = ("candidate", p)
        if least <= most:
            above, below = (order.at_least(("form", p), star), order.at_least(star, ("form", p)))
            weight = integers[most if above else least] if above or below else ("weight", zero, 0)
        require(order.equal(weight, ("weight", of[p], 0)), f"another weight of position {p}")
    return order


def depths_of(rows: Any) -> dict[int, int]:
    options = {p: [*left, *right] for p, (left, right) in enumerate(rows)}
    depths: dict[int, int] = {}
    for p in graphlib.TopologicalSorter(options).static_order():  # refuses a form with a loop
        require(p in options, "a position that is not there")
        depths[p] = 1 + max((depths[q] for q in options[p]), default=-1)
    return depths


def check_form(certificate: Any, weight: Any) -> Order:
    number, sign = certificate["parts"][certificate["start"][-1]]
    require((certificate["claim"], sign) == ("P", -1), "no sum with a form")
    require(certificate["play"] == "normal", "a form under another play")
    require(sorted(weight) == ["of", "weights"], "other fields than those of a weight")
    return check_weights(certificate["games"][number]["moves"], weight["weights"], weight["of"])


def check(certificate: Any) -> list[str]:
    try:
        if certificate.get("what") == "weight":
            moves, of = zip(*((row[:2], row[2]) for row in certificate["results"]), strict=True)
            check_weights(moves, certificate["forms"], of)
            return [f"weight of {len(of)} positions"]
        if certificate.get("theory") == "strategies":  # sum_checker.py says what the last sum is
            certificate = certificate["lemmas"][-1]["certificate"]
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
        certificate = json.loads(written, parse_float=int)
        require(TEXT(certificate) == written, "a file that is written in another way")
        print("proved, if checker.py or family_checker.py accepts it:", *check(certificate))
    except (IndexError, OSError, RecursionError, ValueError) as error:
        sys.exit(f"refused: {error}")
