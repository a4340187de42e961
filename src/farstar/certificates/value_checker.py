"""Check the values in a certificate: ``python value_checker.py FILE``. Needs only Python.

The last component of the sum is the negative of a form, listed in `moves`: for each position those
to which Left and Right can move. checker.py proves that the sum is zero: the form is equal to the
rest. Here `values` are computed again from the form: whether it is `canonical`; its `grundy` value;
the corners [temperature, value] of both walls of its `thermograph`, from -1 up to the mast. The
atomic weight is left to weight_checker.py. In a family, whose moves family_checker.py checks, the
`results` list the moves and, after them, one of the `forms` with an equal value.
"""

import functools
import graphlib
import json
import sys
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

TEXT = functools.partial(json.dumps, sort_keys=True, separators=(",", ":"), allow_nan=False)


def require(condition: Any, message: str) -> None:
    if not condition:
        raise ValueError(message)


def at_least(form: Any, known: Any, g: int, h: int) -> bool:
    if (g, h) not in known:
        is_less = any(at_least(form, known, h, x) for x in form[g][1])
        known[g, h] = not (is_less or any(at_least(form, known, y, g) for y in form[h][0]))
    return bool(known[g, h])


def canonical(form: Any) -> bool:
    known: dict[Any, Any] = {}
    for p, sides in enumerate(form):
        for right, options in enumerate(sides):
            pairs = [(a, b) for i, a in enumerate(options) for b in options[:i] + options[i + 1 :]]
            pairs += [(p, reply) for option in options for reply in form[option][1 - right]]
            for a, b in pairs:
                is_worse = at_least(form, known, *((b, a) if right else (a, b)))
                require(not is_worse, "a dominated or reversible option")
    return True


def grundy(form: Any) -> int:
    known: dict[int, int] = {}
    todo = [0]
    while todo:
        p = todo[-1]
        missing = [q for side in form[p] for q in side if q not in known]
        todo += missing
        if not missing:
            left, right = ({known[q] for q in side} for side in form[p])
            require(left == right, "a form that is not impartial")
            known[todo.pop()] = min(n for n in range(len(left) + 1) if n not in left)
    return known[0]


def at(line: Any, t: Fraction) -> Any:
    wall, slope = line
    for (low, x), (high, y) in pairwise(wall):
        if t <= high:
            return x + (y - x) * (t - low) / (high - low) + slope * t
    return wall[-1][1] + slope * t


def walls(form: Any, p: int, known: Any) -> Any:
    left, right = form[p]
    if p not in known and left and right:
        above = [(walls(form, q, known)[1], -1) for q in left]
        below = [(walls(form, q, known)[0], 1) for q in right]
        ends = {t for wall, _ in above + below for t, _ in wall}
        ends.add(max(ends) + 1 + sum(abs(wall[-1][1]) for wall, _ in above + below))
        for low, high in pairwise(sorted(ends)):
            for one, two in combinations(above + below, 2):
                d, e = (at(one, t) - at(two, t) for t in (low, high))
                if d * e < 0:
                    ends.add(low + (high - low) * d / (d - e))
        sides = [
            (t, max(at(w, t) for w in above), min(at(w, t) for w in below)) for t in sorted(ends)
        ]
        top = next(i for i, (_, x, y) in enumerate(sides) if x <= y) + 1
        known[p] = [(t, x) for t, x, _ in sides[:top]], [(t, y) for t, _, y in sides[:top]]
    elif p not in known:  # an integer
        integer = sum(1 + walls(form, q, known)[0][0][1] for q in left)
        integer -= sum(1 - walls(form, q, known)[0][0][1] for q in right)
        known[p] = [(Fraction(-1), Fraction(integer))], [(Fraction(-1), Fraction(integer))]
    return known[p]


def thermograph(form: Any) -> Any:
    canonical(form)  # so that a form where only one player can move is an integer
    corners = {}
    for side, wall in zip(("left", "right"), walls(form, 0, {}), strict=True):
        slopes = [(y - x) / (u - t) for (t, x), (u, y) in pairwise(wall)] + [0]
        turns = [True] + [below != above for below, above in pairwise(slopes)]
        corners[side] = [[str(t), str(x)] for (t, x), turn in zip(wall, turns, strict=True) if turn]
    return corners


def check_rows(rows: Any) -> None:
    options = {p: [*left, *right] for p, (left, right) in enumerate(rows)}
    order = [*graphlib.TopologicalSorter(options).static_order()]  # refuses a form with a loop
    require({*order} == {*range(len(rows))}, "a position that is not there")


def check_family(document: Any) -> str:
    results, forms, known = document["results"], document["forms"], dict[Any, bool]()
    size = len(results)
    moved = [[[size + p for p in side] for side in row] for row in forms]
    both = [row[:2] for row in results] + moved
    check_rows(forms)
    check_rows(both)
    equal = [(p, size + range(len(forms))[row[2]]) for p, row in enumerate(results) if row[2:]]
    for p, q in equal:
        is_equal = at_least(both, known, p, q) and at_least(both, known, q, p)
        is_form = type(results[p][2]) is int and results[p][2] >= 0
        require(is_equal and is_form, f"another value of position {p}")
    return f"value of {len(equal)} positions"


def check(certificate: Any) -> list[str]:
    computed = {"canonical": canonical, "grundy": grundy, "thermograph": thermograph}
    try:
        if certificate.get("what") == "value":
            return [check_family(certificate)]
        certificate = certificate.get("lemmas", [{"certificate": certificate}])[-1]["certificate"]
        number, sign = certificate["parts"][certificate["start"][-1]]
        require((certificate["claim"], sign) == ("P", -1), "no sum with a form")
        require(certificate["play"] == "normal", "a form under another play")
        form = certificate["games"][number]["moves"]
        check_rows(form)
        values = {k: v for k, v in certificate["values"].items() if k != "atomic_weight"}
        for name, value in values.items():
            require(TEXT(computed[name](form)) == TEXT(value), f"another {name}")
        return sorted(values)
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
