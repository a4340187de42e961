"""Whether what a certificate states is true, by brute force: nothing of its proof is used."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import farstar as fs
from farstar.certificates import checker, family_checker, octal_checker, sum_checker
from farstar.certificates._games import positions_of
from farstar.certificates._strategies import values_of
from farstar.theory.impartial_codes import Code
from tests.certificates.test_mutations import total_of

HEAPS = 1_000
"""Heaps up to which a period is looked at."""

SMALL = 14
"""Heaps up to which sums of three are played out for a misère quotient."""


def is_true(data: Any) -> bool:
    """Return whether the claim of a certificate, of whatever kind, is true."""
    if "lemmas" in data:
        claim, counts = sum_checker.check(data)
        return holds(claim, str(total_of(counts).outcome)) and _has_values(data)
    if "positions" in data:
        return _is_true_family(data)
    if "format" in data:
        return _is_true_quotient(data)
    if "code" in data:
        return _is_true_period(data)
    if "h" in data:
        return _is_true_with_loops(data)
    rows = [checker.positions(game) for game in data["games"]]
    return holds(data["claim"], sum_outcome(data, rows)) and _has_values(data)


def holds(claim: str, outcome: str) -> bool:
    """Return whether a claim about a sum follows from its outcome."""
    return outcome in {">=": ("L", "P"), "<=": ("R", "P")}.get(claim, (claim,))


def sum_outcome(data: Any, rows: Any) -> str:
    """Return who wins a sum by passing over all its positions until nothing changes."""
    start = tuple(sorted((part, 0) for part in data["start"]))
    options: dict[Any, list[Any]] = {}
    todo = [(start, player) for player in checker.OTHER]
    for state, mover in todo:
        if (state, mover) not in options:
            moves = checker.moves(data["parts"], rows, state, mover)
            options[state, mover] = [(after, checker.OTHER[mover]) for after in moves]
            todo += options[state, mover]
    winner: dict[Any, str] = {}
    count = -1
    while len(winner) > count:
        count = len(winner)
        for turn, onward in options.items():
            mover, other = turn[1], checker.OTHER[turn[1]]
            results = {winner.get(after) for after in onward}
            if not onward:
                winner[turn] = mover if data["play"] == "misere" else other
            elif mover in results or results == {other}:
                winner[turn] = mover if mover in results else other
    first, second = (winner.get((start, player), "draw") for player in checker.OTHER)
    names = {("left", "left"): "L", ("right", "right"): "R", ("left", "right"): "N"}
    names |= {("right", "left"): "P", ("draw", "draw"): "D", ("draw", "left"): "P^"}
    names |= {("right", "draw"): "Pv", ("left", "draw"): "N^", ("draw", "right"): "Nv"}
    return names[first, second]


def _has_values(data: Any) -> bool:
    """Return whether the last form has the values that are claimed."""
    if "lemmas" in data:
        data = data["lemmas"][-1]["certificate"]
    if not data["values"]:
        return True
    rows = data["games"][data["parts"][data["start"][-1]][0]]["moves"]
    values = values_of(rows)
    return all(_has_value(rows, values, name, claim) for name, claim in data["values"].items())


def _has_value(rows: Any, values: list[fs.Value], name: str, claim: Any) -> bool:
    value = values[0]
    if name == "grundy":
        return bool(value.is_nimber and value.nim_value == claim)
    if name == "canonical":
        sides = [
            (side, options)
            for row, v in zip(rows, values, strict=True)
            for side, options in zip(row, (v.left_options, v.right_options), strict=True)
        ]
        return claim is True and all(
            len(side) == len(options) and {values[p] for p in side} == set(options)
            for side, options in sides
        )
    if name == "thermograph":
        graph = value.thermograph()
        walls = {"left": graph.left_wall, "right": graph.right_wall}
        corners = {side: [[str(t), str(x)] for x, t in walls[side].vertices] for side in walls}
        return bool(claim == corners)
    weights = values_of(claim["weights"])
    return all(weights[claim["of"][p]] == v.atomic_weight() for p, v in enumerate(values))


def _is_true_family(data: Any) -> bool:
    family = family_checker.Family(data["rules"], data["what"], False)
    asked = [(n, tuple(map(tuple, p)) if isinstance(p, list) else p) for n, p in data["positions"]]
    met = list(dict.fromkeys(asked))
    place = {position: i for i, position in enumerate(met)}
    rows: list[list[list[int]]] = []
    for number, position in met:
        sides = [[(number, new) for new in side] for side in family.moves(number, position)]
        fresh = dict.fromkeys(new for side in sides for new in side if new not in place)
        place |= {new: len(met) + i for i, new in enumerate(fresh)}
        met += fresh
        rows.append([[place[new] for new in side] for side in sides])
    results = _results(data, rows, [place[position] for position in asked])
    return bool(results == data["results"]) and not any(n in results for n in data["none"])


def _results(data: Any, rows: Any, asked: list[int]) -> list[Any]:
    """Return the results that a family has; those of forms that are not equal are None."""
    what, values = data["what"], values_of(rows)
    if data["play"] == "misere":
        return [_misere_outcome(rows, p) for p in asked]
    if what == "outcome":
        return [str(values[p].outcome) for p in asked]
    if what == "grundy":
        return [values[p].nim_value for p in asked]
    if what == "lengths":
        return [sorted(_lengths(rows, values, p)) for p in asked]
    if what == "tree":
        trees = [_tree(rows, p) for p in asked]
        return [trees.index(tree) for tree in trees]
    number = {p: i for i, p in enumerate(asked)}
    forms = values_of(data["forms"]) if data["forms"] else []
    results = []
    for p, claim in zip(asked, data["results"], strict=True):
        value = values[p].atomic_weight() if what == "weight" else values[p]
        form = [f if forms[f] == value else None for f in claim[2:]]
        results.append([*(sorted({number[q] for q in side}) for side in rows[p]), *form])
    return results


def _misere_outcome(rows: Any, start: int) -> str:
    @cache
    def wins(p: int, side: int) -> bool:
        return not rows[p][side] or not all(wins(q, 1 - side) for q in rows[p][side])

    return "PRLN"[2 * wins(start, 0) + wins(start, 1)]


def _lengths(rows: Any, values: list[fs.Value], p: int) -> set[int]:
    options = rows[p][0]
    if values[p].nim_value:
        options = [q for q in options if not values[q].nim_value]
    return {n + 1 for q in options for n in _lengths(rows, values, q)} or {0}


def _tree(rows: Any, p: int) -> Any:
    return tuple(frozenset(_tree(rows, q) for q in side) for side in rows[p])


def _is_true_period(data: Any) -> bool:
    values = Code.parse(data["code"]).grundy_sequence(HEAPS)
    start, period = data["preperiod"], data["period"]
    repeats = all(values[n] == values[n + period] for n in range(start, HEAPS - period))
    return repeats and values[: start + period] == data["grundy"]


def _is_true_quotient(data: Any) -> bool:
    images, table, losing = data["images"], data["table"], data["losing"]
    count = min(len(images), SMALL)
    listed = [octal_checker.moves(data["game"], n) for n in range(count)]
    options = [[tuple(heap for heap in heaps if heap) for heaps in rows] for rows in listed]

    @cache
    def loses(heaps: tuple[int, ...]) -> bool:
        after = [
            tuple(sorted((*heaps[:i], *new, *heaps[i + 1 :])))
            for i, heap in enumerate(heaps)
            for new in options[heap]
        ]
        return bool(after) and not any(loses(new) for new in after)

    def image(heaps: Iterable[int]) -> int:
        product = 0
        for heap in heaps:
            product = table[product][images[heap]]
        return product

    sums = (s for k in (1, 2, 3) for s in combinations_with_replacement(range(1, count), k))
    return all(loses(heaps) == (image(heaps) in losing) for heaps in sums)


def _is_true_with_loops(data: Any) -> bool:
    claim = data["claim"]
    if claim.startswith("g"):
        g, h = _loopy_value(data, in_h=False), _loopy_value(data, in_h=True)
        relation = {(1, 1): "==", (1, 0): ">", (0, 1): "<", (0, 0): "||"}[g >= h, h >= g]
        implied = {"==": ("==", ">=", "<="), ">": (">", ">="), "<": ("<", "<=")}
        return claim[2:-2] in implied.get(relation, (relation,))
    if any("on" in game for game in data["games"]):
        return bool(str(_loopy_value(data, in_h=False).outcome) == claim)
    rows = [positions_of(game)[0] for game in data["games"]]
    return bool(sum_outcome(data, rows) == claim)


def _loopy_value(data: Any, *, in_h: bool) -> fs.Loopy:
    """Return the value of g or of h, the sums of their parts, from the sides of the parts."""
    sign_of_side = -1 if in_h else 1
    value = fs.Loopy(0)
    for part in data["start"]:
        if (part in data["h"]) == in_h:
            number, sign = data["parts"][part]
            on, off = (_of_graph(rows) for rows in positions_of(data["games"][number]))
            one = fs.Loopy.from_sides(on, off)
            value = value + (one if sign * sign_of_side > 0 else -one)
    return value


def _of_graph(rows: Any) -> fs.Loopy:
    graph = {
        str(p): ([str(q) for q in left], [str(q) for q in right])
        for p, (left, right) in enumerate(rows)
    }
    return fs.Loopy.from_graph(graph, "0")
