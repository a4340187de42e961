"""Formulas for the powers of a word, from labels with an additive period.

For multiples of up there is often a formula factor * floor((n + shift) / modulus) + plus. Otherwise
the values are listed for one period.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import lcm
from typing import TYPE_CHECKING, Any

from farstar.certificates import theorem_checker
from farstar.certificates.theorem_checker import Bound, Label

if TYPE_CHECKING:
    from farstar.prove._bounds import Table

Formula = dict[str, Any]


def formulas_of(word: str, lower: Table | None, upper: Table | None) -> list[Formula]:
    """Return the value of all powers if the bounds meet, and otherwise the best bounds."""
    sides = [side for side in (lower, upper) if side is not None]
    only_ups = all("number" not in side.data for side in sides)
    found = list(_floors(word, lower, upper)) if only_ups else []
    relations = {formula["relation"] for formula in found}
    if "=" in relations or len(relations) == len(sides) > 1:
        return found
    if lower is not None and upper is not None:
        equation = _periodic("=", word, sides, lambda n: _meeting(lower, upper, n))
        if equation is not None:
            return [equation]
    for side, sign, relation in ((lower, 1, ">="), (upper, -1, "<=")):
        if side is not None and relation not in relations:
            bound = _periodic(relation, word, [side], partial(_best, side, sign))
            if bound is None:
                raise AssertionError("labels with a period give bounds for all long words")
            found.append(bound)
    return found


# Lists of values.


def _exponent(side: Table) -> int:
    return int(side.data.get("exponent", 0))


def _claims(label: Label, sign: int) -> list[Bound]:
    return [(sign * label[0], sign * label[1 + e], e) for e in (0, 1)]


def _meeting(lower: Table, upper: Table, n: int) -> Bound | None:
    """Return the bound that is a lower and an upper one of a power, if there is one."""
    above = _claims(upper.of_power(n), -1)
    return next((claim for claim in _claims(lower.of_power(n), 1) if claim in above), None)


def _best(side: Table, sign: int, n: int) -> Bound:
    """Return the bound to show: that with more ups, in doubt the one without a star."""
    label = side.of_power(n)
    return _claims(label, sign)[int(label[2] > label[1])]


def _periodic(
    relation: str, word: str, sides: list[Table], bound: Callable[[int], Bound | None]
) -> Formula | None:
    """Return the bounds of all powers from some n on, as a list that is repeated."""
    powers = lcm(*(side.family.p // len(word) for side in sides))
    first = max(side.family.longest for side in sides) // len(word) + 2
    grows = _growth(sides[0], powers, word, 1 if relation != "<=" else -1)
    if len(sides) > 1 and grows != _growth(sides[1], powers, word, -1):
        return None
    values = [bound(n) for n in range(first, first + powers)]
    if None in values:
        return None
    exponent = _exponent(sides[0])
    start = first
    while start > 1 and (before := bound(start - 1)) is not None:
        if _shifted(before, grows, exponent) != values[powers - 1 - (first - start) % powers]:
            break
        start -= 1
        values[powers - 1 - (first - 1 - start) % powers] = before
    turned = [bound(n) for n in range(start, start + powers)]
    modulus = next(
        m
        for m in range(1, powers + 1)
        if powers % m == 0 and _repeats(turned, m, powers, grows, exponent)
    )
    share = grows[0] * modulus // powers, grows[1] * modulus // powers
    return {
        "exponent": exponent,
        "from": start,
        "grows": list(share),
        "relation": relation,
        "values": [list(value) for value in turned[:modulus] if value is not None],
    }


def _growth(side: Table, powers: int, word: str, sign: int) -> tuple[int, int]:
    times = sign * (powers * len(word) // side.family.p)
    return times * side.data.get("number", 0), times * side.family.sigma


def _shifted(bound: Bound, grows: tuple[int, int], exponent: int) -> Bound:
    return bound[0] + (grows[0] << exponent), bound[1] + grows[1], bound[2]


def _repeats(
    values: list[Bound | None], m: int, powers: int, grows: tuple[int, int], exponent: int
) -> bool:
    """Return whether the values already repeat after m powers, with their share of the growth."""
    if any(growth * m % powers for growth in grows):
        return False
    share = grows[0] * m // powers, grows[1] * m // powers
    return all(
        value is not None and _shifted(value, share, exponent) == later
        for value, later in zip(values, values[m:], strict=False)
    )


# Multiples of up: factor * floor((n + shift) / modulus) + plus.


def _floors(word: str, lower: Table | None, upper: Table | None) -> Iterator[Formula]:
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


def _ups(formula: Formula, n: int) -> int:
    return theorem_checker.value_of_formula(formula, n)[1]


def _size(formula: Formula) -> int:
    """Return what a formula says in one period, to compare formulas of the same growth."""
    return sum(_ups(formula, n) for n in range(1000, 1720))


def _lines(word: str, table: Table, sign: int, e: int, *, exact: bool) -> Iterator[Formula]:
    """Yield formulas that the labels give for large n; if `exact`, those that they reach."""
    p, sigma = table.family.p, table.family.sigma
    q = p // len(word)
    first = (table.family.longest + 1) // len(word) + 1
    numbers = {n: _claim(table.of_power(n), e) for n in range(first, first + q)}
    for modulus in (m for m in range(1, q + 1) if q % m == 0):
        if sigma * modulus % q:
            continue
        factor = sign * sigma * modulus // q
        for shift in range(modulus) if factor else range(1):
            formula = {"factor": factor, "modulus": modulus if factor else 1, "shift": shift}
            formula |= {"plus": 0, "star": e, "from": 1}
            differences = {sign * j - _ups(formula, n) for n, j in numbers.items()}
            if exact and len(differences) > 1:
                continue
            formula["plus"] = min(differences) if sign > 0 else max(differences)
            start = _start(word, table, sign, formula)
            if start is not None:
                yield {**formula, "from": start}
        if not factor:
            return


def _claim(label: Label, e: int) -> int:
    return max(label[1 + e], label[2 - e] - 2)


def _start(word: str, table: Table, sign: int, formula: Formula) -> int | None:
    """Return the n from which on the labels give a formula; None if they never do."""
    q = table.family.p // len(word)
    grows = sign * formula["factor"] * q
    if q % formula["modulus"] or grows != table.family.sigma * formula["modulus"]:
        return None
    last = (table.family.longest + 1) // len(word) + 1 + q
    start = last + 1
    while start > 1:
        wanted = sign * _ups(formula, start - 1)
        if _claim(table.of_power(start - 1), formula["star"]) < wanted:
            break
        start -= 1
    return None if start > last - q else start


def latex_of(word: str, formulas: list[Formula]) -> str:
    """Return formulas as LaTeX."""
    texts = [
        _latex_of_list(word, formula) if "values" in formula else _latex_of_floor(word, formula)
        for formula in formulas
    ]
    return "$" + r",\; ".join(texts) + "$"


_SIGNS = {"=": "=", ">=": r"\ge", "<=": r"\le"}


def _latex_of_list(word: str, formula: Formula) -> str:
    modulus, start, name = len(formula["values"]), formula["from"], rf"(\mathtt{{{word}}})"
    grows = formula["grows"][0], formula["grows"][1]
    texts = []
    for i, (q, j, e) in enumerate(formula["values"]):
        text = theorem_checker.value_text((q, j, e), formula["exponent"], grows, "t")
        text = text.replace(".up", r"\cdot{\uparrow}").replace("*", "{*}")
        power = theorem_checker.linear_text(str(start + i), modulus, "t")
        texts.append(rf"{name}^{{{power}}} {_SIGNS[formula['relation']]} {text}")
    return r",\; ".join(texts) + r" \quad (t \ge 0)"


def _latex_of_floor(word: str, formula: Formula) -> str:
    factor, shift, plus = formula["factor"], formula["shift"], formula["plus"]
    n = f"n{shift:+d}" if shift else "n"
    floor = rf"\left\lfloor\frac{{{n}}}{{{formula['modulus']}}}\right\rfloor"
    floor = floor if formula["modulus"] > 1 else f"({n})"
    number = {0: "", 1: floor, -1: f"-{floor}"}.get(factor, f"{factor}{floor}")
    number += f"{plus:+d}" if number and plus else ""
    number = f"({number or plus})" if plus and number else number or str(plus)
    star_text = r"{*}" if formula["star"] else ""
    ups = rf"{number}\cdot{{\uparrow}}{star_text}" if number != "0" else star_text or "0"
    return (
        rf"(\mathtt{{{word}}})^n {_SIGNS[formula['relation']]} {ups}"
        rf" \quad (n \ge {formula['from']})"
    )
