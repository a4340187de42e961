"""Whether what a certificate states is true, by brute force: nothing of its proof is used."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import farstar as fs
from farstar.certificates._strategies import values_of
from farstar.impartial.codes import Code
from tests.certificates.plain_rules import both_sides, rows_of, sides

HEAPS = 1_000
"""Heaps up to which a period is looked at."""

SMALL = 14
"""Heaps up to which sums of three are played out for a misère quotient."""


def is_true(data: Any) -> bool:
    """Return whether the claim of a certificate, of whatever kind, is true."""
    if "lemmas" in data:
        total = total_of(data)
        return holds(data["claim"], str(total.outcome)) and _has_values(data)
    if "positions" in data:
        return _is_true_family(data)
    if "format" in data:
        return _is_true_quotient(data)
    if "code" in data:
        return _is_true_period(data)
    if "h" in data:
        return _is_true_with_loops(data)
    if "plays" in data:
        return holds(data["claim"], played_outcome(data))
    rows = [rows_of(game) for game in data["games"]]
    return holds(data["claim"], sum_outcome(data, rows)) and _has_values(data)


def total_of(data: Any) -> Any:
    """Return the value of the sum that a certificate by lemmas is about."""
    sums: list[Counter[str]] = []
    lemmas = data["lemmas"]
    for i, lemma in enumerate(lemmas):
        certificate, counts = lemma["certificate"], Counter[str]()
        parts = [certificate["parts"][part] for part in certificate["start"]]
        if data["theory"] != "strategies" or i + 1 < len(lemmas):
            parts.pop()
        for (game, sign), use in zip(parts, lemma["uses"], strict=True):
            ones = {json.dumps(certificate["games"][game]): 1} if use is None else sums[use]
            for text, count in ones.items():
                counts[text] += sign * count
        sums.append(counts)
    terms = [(len(lemmas) - 1, 1)] if data["theory"] == "strategies" else data["sum"]
    counts = Counter[str]()
    for lemma, times in terms:
        for text, count in sums[lemma].items():
            counts[text] += times * count
    return added([(json.loads(text), count) for text, count in counts.items()])


def added(terms: Iterable[tuple[Any, int]]) -> Any:
    """Return the value of a sum; games with loops may cancel, or be worth as much as others."""
    total: Any = fs.Value(0)
    for game, times in terms:
        rows = rows_of(game)
        if not _has_loop(rows):
            total = total + times * values_of(rows)[0]
            continue
        value = _of_graph(rows) if times > 0 else -_of_graph(rows)
        for _ in range(abs(times)):
            total = value + total
    return total.value if isinstance(total, fs.Loopy) and total.is_short else total


def _has_loop(rows: Any) -> bool:
    """Return whether some position can be reached from itself: remove what has no moves left."""
    left = dict(enumerate(rows))
    while True:
        ends = [p for p, row in left.items() if not any(q in left for side in row for q in side)]
        if not ends:
            return bool(left)
        for p in ends:
            del left[p]


def moves(parts: Any, rows: Any, state: Any, player: str) -> Iterable[Any]:
    """Yield the states of a sum after a move."""
    for i, (part, position) in enumerate(state):
        game, sign = parts[part]
        for option in rows[game][position][(player == "right") != (sign < 0)]:
            yield tuple(sorted((*state[:i], (part, option), *state[i + 1 :])))


OTHER = {"left": "right", "right": "left"}


def holds(claim: str, outcome: str) -> bool:
    """Return whether a claim about a sum follows from its outcome."""
    return outcome in {">=": ("L", "P"), "<=": ("R", "P")}.get(claim, (claim,))


def sum_outcome(data: Any, rows: Any) -> str:
    """Return who wins a sum by passing over all its positions until nothing changes."""
    start = tuple(sorted((part, 0) for part in data["start"]))
    options: dict[Any, list[Any]] = {}
    todo = [(start, player) for player in OTHER]
    for state, mover in todo:
        if (state, mover) not in options:
            onward = moves(data["parts"], rows, state, mover)
            options[state, mover] = [(after, OTHER[mover]) for after in onward]
            todo += options[state, mover]
    winner: dict[Any, str] = {}
    count = -1
    while len(winner) > count:
        count = len(winner)
        for turn, onward in options.items():
            mover, other = turn[1], OTHER[turn[1]]
            results = {winner.get(after) for after in onward}
            if not onward:
                winner[turn] = mover if data["play"] == "misere" else other
            elif mover in results or results == {other}:
                winner[turn] = mover if mover in results else other
    first, second = (winner.get((start, player), "draw") for player in OTHER)
    names = {("left", "left"): "L", ("right", "right"): "R", ("left", "right"): "N"}
    names |= {("right", "left"): "P", ("draw", "draw"): "D", ("draw", "left"): "P^"}
    names |= {("right", "draw"): "Pv", ("left", "draw"): "N^", ("draw", "right"): "Nv"}
    return names[first, second]


def played_outcome(data: Any) -> str:
    """Return who wins a sum by playing it out, without a list of its positions if play ends."""
    starts = [game.get("board", game.get("heaps", 0)) for game in data["games"]]

    @cache
    def wins(state: Any, player: str) -> bool:
        after = [
            tuple(sorted((*state[:i], (part, option), *state[i + 1 :])))
            for i, (part, position) in enumerate(state)
            for game, sign in [data["parts"][part]]
            for option in list(sides(data["games"][game], position))[
                (player == "right") != (sign < 0)
            ]
        ]
        if not after:
            return bool(data["play"] == "misere")
        return any(not wins(new, OTHER[player]) for new in after)

    start = tuple(
        sorted(
            (part, tuple(map(tuple, place)) if isinstance(place, list) else place)
            for part in data["start"]
            for place in [starts[data["parts"][part][0]]]
        )
    )
    try:
        first = wins(start, "left"), wins(start, "right")
    except RecursionError:  # a play that need not end
        return sum_outcome(data, [rows_of(game) for game in data["games"]])
    return {(True, False): "L", (False, True): "R", (True, True): "N", (False, False): "P"}[first]


def _has_values(data: Any) -> bool:
    """Return whether the last form has the values that are claimed."""
    if "lemmas" in data:
        if not data["lemmas"]:
            return True  # of an empty sum, about which nothing else is claimed
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
    asked = [(n, tuple(map(tuple, p)) if isinstance(p, list) else p) for n, p in data["positions"]]
    met = list(dict.fromkeys(asked))
    place = {position: i for i, position in enumerate(met)}
    rows: list[list[list[int]]] = []
    for number, position in met:
        rules = data["rules"][number]
        both = [[(number, new) for new in side] for side in sides(rules, position)]
        fresh = dict.fromkeys(new for side in both for new in side if new not in place)
        place |= {new: len(met) + i for i, new in enumerate(fresh)}
        met += fresh
        rows.append([[place[new] for new in side] for side in both])
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
    listed = [list(Code.parse(data["game"]).moves(n)) for n in range(count)]
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
    rows = [rows_of(game) for game in data["games"]]
    return bool(sum_outcome(data, rows) == claim)


def _loopy_value(data: Any, *, in_h: bool) -> fs.Loopy:
    """Return the value of g or of h, the sums of their parts, from the sides of the parts."""
    sign_of_side = -1 if in_h else 1
    value = fs.Loopy(0)
    for part in data["start"]:
        if (part in data["h"]) == in_h:
            number, sign = data["parts"][part]
            on, off = (_of_graph(rows) for rows in both_sides(data["games"][number]))
            one = fs.Loopy.from_sides(on, off)
            value = value + (one if sign * sign_of_side > 0 else -one)
    return value


def _of_graph(rows: Any) -> fs.Loopy:
    graph = {
        str(p): ([str(q) for q in left], [str(q) for q in right])
        for p, (left, right) in enumerate(rows)
    }
    return fs.Loopy.from_graph(graph, "0")


def is_true_statement(lines: list[str]) -> bool:
    """Return whether a printed statement about a sum is true; only the lines are used."""
    head = lines[0].removeprefix("proved: ")
    if ", where g is" in head:
        border = lines.index("and h is")
        g, h = (_printed_terms(part) for part in (lines[1:border], lines[border:]))
        relation = head.split(",")[0]
        return _is_true_with_loops(_document([*g, *((x, -n) for x, n in h)], len(g), relation))
    terms = _printed_terms(lines[1:])
    if ": " in head and head.split(":")[0] in _OUTCOMES:
        play = "misere" if "under misère play" in head else "normal"
        data = _document(terms, len(terms), head.split(":")[0].split()[0])
        if any("on" in game for game, _ in terms):
            return _is_true_with_loops(data)
        rows = [rows_of(game) for game in data["games"]]
        return holds(data["claim"], sum_outcome({**data, "play": play}, rows))
    total = added(terms)
    head = head.removesuffix(" of the sum of").removesuffix(", for the sum of")
    name, _, claim = head.removeprefix("the ").partition(" ")
    if name == "Grundy":
        return bool(total.is_nimber and total.nim_value == int(claim.removeprefix("value ")))
    if name == "atomic":
        return bool(total.atomic_weight() == _printed_form(claim.removeprefix("weight ")))
    if name == "canonical":
        return bool(total == _printed_form(claim.removeprefix("form ")))
    graph = total.thermograph()
    walls = {"left": graph.left_wall, "right": graph.right_wall}
    return all(
        f"{side} wall {json.dumps([[str(t), str(x)] for x, t in wall.vertices])}".replace(", ", ",")
        in claim
        for side, wall in walls.items()
    )


_OUTCOMES = {
    name + play
    for name in ("L", "R", "N", "P", ">=", "<=", "D", "P^", "Pv", "N^", "Nv")
    for play in ("", " under misère play")
}


def _printed_form(text: str) -> fs.Value:
    """Return a form that is printed in braces, or as a position of listed moves."""
    listed = re.fullmatch(r"is position (\d+) of these moves: (.*)", text)
    return values_of(json.loads(listed[2]))[int(listed[1])] if listed else fs.Value(text)


def _printed_terms(lines: list[str]) -> list[tuple[Any, int]]:
    """Return the games that are printed, without their labels, and how many times each."""
    terms = []
    for line in lines:
        if " times {" in line:
            times, _, rest = line.strip().partition(" times ")
            game, end = json.JSONDecoder().raw_decode(rest)
            assert "called" in rest[end:]
            terms.append((game, int(times)))
    return terms


def _document(terms: list[tuple[Any, int]], in_g: int, claim: str) -> dict[str, Any]:
    """Return the fields of a certificate that say what it is about."""
    parts = [[i, 1 if times > 0 else -1] for i, (_, times) in enumerate(terms)]
    start = [i for i, (_, times) in enumerate(terms) for _ in range(abs(times))]
    fields = {"parts": parts, "start": start, "h": list(range(in_g, len(terms))), "claim": claim}
    return {**fields, "games": [game for game, _ in terms], "play": "normal"}
