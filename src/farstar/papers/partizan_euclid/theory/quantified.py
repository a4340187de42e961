"""Quantified formulas as sums of Partizan Euclid positions without minus signs, and back.

`to_instance` turns a formula such as ``exists x forall y: (x or y) and (not x or not y)`` into a
sum of switches ``{a|{b|c}}`` and a target: Left, moving first, reaches the target exactly if the
formula is true. The numbers are small: they grow like a power of the length of the formula.
`to_positions` turns such an instance into positions of Partizan Euclid whose sum, without any minus
sign, Left wins moving first under the same condition. `from_positions` and `to_formula` go back.

So it is PSPACE-hard to tell who wins a sum of positions, even if all numbers are written in unary.
Proofs: ``docs/hardness.md``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple, TypeAlias

from farstar._arguments import shown
from farstar.errors import IllegalPositionError, NotationError
from farstar.papers.partizan_euclid.theory.hardness import (
    Instance,
    Pair,
    Switch,
    shifted,
    switches_of,
)
from farstar.papers.partizan_euclid.theory.weights import weight
from farstar.papers.partizan_euclid.theory.words import Word

__all__ = [
    "Formula",
    "Literal",
    "from_positions",
    "is_true",
    "read",
    "to_formula",
    "to_instance",
    "to_positions",
]

Literal: TypeAlias = tuple[str, bool]
"""A variable, and the value that makes the literal true."""

_COPY = (1, 3, 1, 3)
"""The gaps of a block that is worth 4 if a value was copied to two variables, else at most 3."""

_WORD = re.compile("[A-Za-z_][A-Za-z_0-9']*")


class Formula(NamedTuple):
    """A quantified formula in conjunctive normal form.

    Examples
    --------
    >>> print(read("exists x forall y: (x or y) and not y"))
    exists x forall y: (x or y) and not y
    """

    prefix: tuple[tuple[bool, str], ...]
    """The variables, the outermost first, each with True for "exists" and False for "for all"."""
    clauses: tuple[tuple[Literal, ...], ...]
    """The clauses, of one to three literals each."""

    def __str__(self) -> str:
        prefix = " ".join(
            f"{'exists' if exists else 'forall'} {name}" for exists, name in self.prefix
        )
        clauses = []
        for clause in self.clauses:
            text = " or ".join(name if value else f"not {name}" for name, value in clause)
            clauses.append(f"({text})" if len(clause) > 1 else text)
        return f"{prefix}: {' and '.join(clauses)}"


def read(text: str) -> Formula:
    """Return the formula with this text.

    Examples
    --------
    >>> read("forall x: x or not x").clauses
    ((('x', True), ('x', False)),)
    """
    head, colon, matrix = text.partition(":")
    words = head.split()
    if not colon or len(words) % 2 or not words:
        raise NotationError(
            f"expected a formula such as 'exists x forall y: (x or y) and not y', got {shown(text)}"
        )
    prefix = []
    for quantifier, name in zip(words[::2], words[1::2], strict=True):
        if quantifier not in ("exists", "forall") or not _WORD.fullmatch(name):
            raise NotationError(
                f"expected 'exists' or 'forall' and a variable, got {shown(f'{quantifier} {name}')}"
            )
        prefix.append((quantifier == "exists", name))
    names = [name for _, name in prefix]
    if len(set(names)) < len(names):
        raise NotationError(
            f"expected each variable once before the colon, got {shown(head.strip())}"
        )
    clauses = tuple(_clause(part, set(names)) for part in re.split(r"\band\b", matrix))
    return Formula(tuple(prefix), clauses)


def _clause(text: str, names: set[str]) -> tuple[Literal, ...]:
    inner = text.strip()
    if inner.startswith("(") and inner.endswith(")"):
        inner = inner[1:-1]
    literals = []
    for part in re.split(r"\bor\b", inner):
        words = part.split()
        is_negated = words[:1] == ["not"]
        if len(words) != 1 + is_negated or words[-1] not in names:
            wanted = f"one of the variables {', '.join(sorted(names))}, perhaps after 'not'"
            raise NotationError(f"expected {wanted}, got {shown(part.strip())}")
        literals.append((words[-1], not is_negated))
    if len(literals) > 3:
        raise NotationError(
            f"expected at most three literals in a clause, got {shown(text.strip())}"
        )
    return tuple(literals)


def is_true(formula: Formula) -> bool:
    """Return whether a formula is true, by trying all values.

    Examples
    --------
    >>> is_true(read("forall y exists x: (x or y) and (not x or not y)"))
    True
    >>> is_true(read("exists x forall y: (x or y) and (not x or not y)"))
    False
    """
    names = [name for _, name in formula.prefix]
    results = []
    for values in product((False, True), repeat=len(names)):
        given = dict(zip(names, values, strict=True))
        results.append(all(any(given[v] == s for v, s in clause) for clause in formula.clauses))
    for exists, _ in reversed(formula.prefix):
        combine = any if exists else all
        results = [combine(pair) for pair in zip(results[::2], results[1::2], strict=True)]
    return results[0]


class _Point(NamedTuple):
    """A size inside a block: its literal is the parity of the switches that have this size."""

    ends: tuple[Literal, ...]
    """Ends of variables: the size remains if the variable has the value."""
    is_negated: bool
    """Whether there is one more switch of this size, so that the literal is negated."""


class _Block(NamedTuple):
    """A range of sizes, cut by points into gaps, from the top."""

    gaps: tuple[int, ...]
    points: tuple[_Point, ...]
    most: int
    """What the block is worth to Left if she played well."""


class _Circuit:
    """The blocks of a formula, and the variables that Left adds."""

    def __init__(self, formula: Formula) -> None:
        self.blocks: list[_Block] = []
        self.added: list[str] = []
        self._ends: dict[str, list[Literal]] = {}
        uses = Counter(
            name
            for clause in formula.clauses
            for place, (name, _) in enumerate(clause)
            # The first literal of a clause of three is read twice.
            for _ in range(2 if len(clause) == 3 and place == 0 else 1)
        )
        for _, name in formula.prefix:
            self._ends[name] = [(name, True), (name, False)]
            while len(self._ends[name]) < uses[name]:
                self._copy(name)
        for clause in formula.clauses:
            self._add(clause)

    def _new(self, name: str) -> str:
        self.added.append(f"{name}#{len(self.added)}")
        return self.added[-1]

    def _copy(self, name: str) -> None:
        """Give up one end of a variable for one end each of two copies."""
        end = self._ends[name].pop(0)
        one, two = self._new(name), self._new(name)
        points = (
            _Point((end,), not end[1]),
            _Point(((one, False),), False),
            _Point(((two, True),), False),
        )
        self.blocks.append(_Block(_COPY, points, 4))
        self._ends[name] += [(one, True), (two, False)]

    def _take(self, literal: Literal) -> _Point:
        """Return a point that is odd if a literal is true, and use up an end of its variable."""
        ends = self._ends[literal[0]]
        fitting = [end for end in ends if end[1] == literal[1]]
        end = (fitting or ends)[0]
        ends.remove(end)
        return _Point((end,), not fitting)

    def _add(self, clause: tuple[Literal, ...]) -> None:
        points = [self._take(literal) for literal in clause]
        if len(points) == 1:
            self.blocks.append(_Block((1, 1), tuple(points), 1))
            return
        if len(points) == 2:
            self.blocks.append(_Block((1, 1, 1), tuple(points), 1))
            return
        # a or b or c: for some d not all of a, b, d are equal, and d implies c.
        again, helper = self._take(clause[0]), self._new("d")
        differ = _Point(
            points[0].ends + points[1].ends, points[0].is_negated ^ points[1].is_negated
        )
        second = _Point((*again.ends, (helper, True)), again.is_negated)
        self.blocks.append(_Block((1, 1, 1), (differ, second), 1))
        self.blocks.append(_Block((1, 1, 1), (_Point(((helper, False),), False), points[2]), 1))


def to_instance(formula: Formula) -> Instance:
    """Return switches and a target that Left, moving first, reaches exactly if a formula is true.

    Examples
    --------
    >>> instance = to_instance(read("exists x: x"))
    >>> instance.target, [tuple(switch) for switch in instance.switches][:4]
    (15, [(28, -26, -30), (28, -27, -29), (21, -21, -21), (14, -11, -17)])
    """
    if not formula.clauses:
        raise IllegalPositionError("expected at least one clause, got none")
    circuit = _Circuit(formula)
    size: dict[Literal, int] = {}
    fixed: list[int] = []
    choices: list[tuple[int, int]] = []
    low = 1
    for block in reversed(circuit.blocks):
        place = top = low + sum(block.gaps)
        for gap, point in zip(block.gaps, block.points, strict=False):
            place -= gap
            size.update(dict.fromkeys(point.ends, place))
            fixed += [place] * point.is_negated
        choices.append((top, low))
        low = top
    phases = _phases(formula, circuit, size, choices)
    small = sum(fixed) + sum(sum(pair) for phase in phases for pair in phase)
    return _ladder(phases, fixed, small, sum(block.most for block in circuit.blocks))


def _phases(
    formula: Formula,
    circuit: _Circuit,
    size: dict[Literal, int],
    choices: list[tuple[int, int]],
) -> list[list[tuple[int, int]]]:
    """Return the pairs of sizes that Left chooses from, then Right, and so on in turns."""
    owners = [*formula.prefix, *((True, name) for name in circuit.added)]
    # Ends that no block uses have the least size, 1.
    pairs = [(is_left, (size.get((v, True), 1), size.get((v, False), 1))) for is_left, v in owners]
    pairs += [(False, choice) for choice in choices]
    phases: list[list[tuple[int, int]]] = [[]]
    is_lefts = True
    for is_left, pair in pairs:
        if is_left != is_lefts:
            phases.append([])
            is_lefts = is_left
        phases[-1].append(pair)
    return phases


def _ladder(
    phases: list[list[tuple[int, int]]], fixed: list[int], small: int, most: int
) -> Instance:
    """Return the stacks of each phase and a switch after it, at falling temperatures."""
    temperature = small * sum(len(phase) + 1 for phase in phases)
    switches: list[Switch] = []
    score, sign, odd = 0, 1, len(fixed)
    for phase in phases:
        for pair in phase:
            switches += [Switch(temperature, s - temperature, -s - temperature) for s in pair]
            temperature -= small
            odd += 1
        switches.append(Switch(temperature, -temperature, -temperature))
        score, sign = score + sign * temperature, -sign
        temperature -= small
    switches += [Switch(s, -s, -s) for s in fixed]
    return Instance(tuple(switches), score + most + odd % 2)


def to_positions(instance: Instance, *, unary: bool = False) -> tuple[Pair, ...]:
    """Return positions whose sum Left, moving first, wins exactly if she reaches the target.

    Parameters
    ----------
    instance : Instance
        Switches and a target.
    unary : bool
        Whether to use many copies of ``E(5,3)`` with small numbers in place of one position, whose
        word is as long, so that its numbers have that many bits.

    Examples
    --------
    >>> to_positions(Instance((Switch(1, 0, 0),), target=1))
    ((427, 228), (335, 207))
    >>> to_positions(Instance((Switch(1, 0, 0),), target=1), unary=True)[1:3]
    ((5, 3), (5, 3))
    """
    plus, taken = shifted(instance, least=2)
    if unary:
        return (*plus, *[(5, 3)] * taken)
    return (*plus, Word.from_runs([("l", taken - 2), ("r", 1), ("l", 2)]).pair)


def from_positions(pairs: tuple[Pair, ...]) -> Instance:
    """Return an instance with the same answer; that of `to_positions`, but for integers moved.

    Examples
    --------
    >>> from_positions(to_positions(Instance((Switch(5, 4, 3),), target=4), unary=True))
    Instance(switches=(Switch(a=2, b=1, c=0),), target=1)
    """
    plus, taken = [], 0
    for pair in pairs:
        number = weight(Word.from_position(*pair))
        if isinstance(number, int) and number < 0:
            taken -= number
        else:
            plus.append(pair)
    return switches_of(tuple(plus), taken)


def to_formula(instance: Instance) -> Formula:
    """Return a formula that is true exactly if Left reaches the target of an instance.

    The instance must have been made by `to_instance`; what it says is read from heights and sizes
    alone. Variables get new names. A clause of three literals becomes three clauses, with the
    variable that Left adds for it.

    Examples
    --------
    >>> made = to_instance(read("forall x exists y: (x or y) and (not x or not y)"))
    >>> print(to_formula(made))
    forall x1 exists x2: (x1 or x2) and (not x1 or not x2)
    >>> to_formula(from_positions(to_positions(made))) == to_formula(made)
    True
    """
    ladder = _read_ladder(instance)
    pairs = list(ladder.pairs)
    # The last pairs are those of the blocks, from the lowest one on; they leave no gap above 1.
    blocks: list[tuple[int, int]] = []
    while pairs and (not blocks or blocks[-1][1] > 1):
        is_left, sizes = pairs.pop()
        top, low = max(sizes), min(sizes)
        if is_left or (blocks and blocks[-1][1] != top):
            raise _not_made(instance)
        blocks.append((top, low))
    ends: dict[int, list[Literal]] = {}
    for number, (_, sizes) in enumerate(pairs, 1):
        for size, value in zip(sizes, (True, False), strict=True):
            ends.setdefault(size, []).append((f"x{number}", value))
    copied: dict[str, str] = {}
    clauses: list[tuple[Literal, ...]] = []
    most = 0
    for top, low in blocks:
        gaps = {2: (1, 1), 3: (1, 1, 1), sum(_COPY): _COPY}.get(top - low)
        places = [top - sum(gaps[:number]) for number in range(1, len(gaps))] if gaps else []
        points = [_Point(tuple(ends.get(n, ())), ladder.fixed.count(n) % 2 == 1) for n in places]
        if gaps is None or not all(point.ends for point in points):
            raise _not_made(instance)
        if gaps == _COPY:
            # The value 4 says that the second and the third variable are the first one.
            most += 4
            first, *copies = (point.ends[0][0] for point in points)
            copied.update(dict.fromkeys(copies, copied.get(first, first)))
        else:
            most += 1
            clauses += _clauses_of(points, copied)
    odd = len(ladder.fixed) + len(ladder.pairs)
    if ladder.target != most + odd % 2:
        raise _not_made(instance)
    prefix = ((is_left, f"x{number}") for number, (is_left, _) in enumerate(pairs, 1))
    return Formula(tuple(one for one in prefix if one[1] not in copied), tuple(clauses))


class _Ladder(NamedTuple):
    """What heights and sizes say."""

    pairs: tuple[tuple[bool, tuple[int, int]], ...]
    """Whether Left owns the pair, and its sizes."""
    fixed: tuple[int, ...]
    """The small switches."""
    target: int
    """The target, less what the heights contribute."""


def _read_ladder(instance: Instance) -> _Ladder:
    """Return the pairs of an instance, whatever integers were added to its switches."""
    target = instance.target
    stacks: dict[int, list[int]] = {}
    for a, b, c in instance.switches:
        size, is_odd = divmod(b - c, 2)
        height, is_odd_too = divmod(a - c - size, 2)
        if is_odd or is_odd_too:
            raise _not_made(instance)
        stacks.setdefault(height, []).append(size)
        target -= c + height + size
    heights = sorted(stacks, reverse=True)
    if len(heights) < 2:
        raise _not_made(instance)
    gap = heights[0] - heights[1]
    fixed = [height for height in heights if height < gap for _ in stacks[height]]
    pairs: list[tuple[bool, tuple[int, int]]] = []
    is_left = True
    for height in heights:
        sizes = stacks[height]
        if height < gap:
            continue
        if sizes == [0]:
            target -= height if is_left else -height
            is_left = not is_left
        elif len(sizes) == 2 and min(sizes) > 0:
            pairs.append((is_left, (sizes[0], sizes[1])))
        else:
            raise _not_made(instance)
    return _Ladder(tuple(pairs), tuple(fixed), target)


def _clauses_of(points: list[_Point], copied: dict[str, str]) -> Iterator[tuple[Literal, ...]]:
    """Yield the clauses that say that a point of a block is odd."""
    literals = [[(copied.get(name, name), value) for name, value in point.ends] for point in points]
    if all(len(ends) == 1 for ends in literals):
        yield tuple(
            (name, value ^ point.is_negated)
            for ((name, value),), point in zip(literals, points, strict=True)
        )
        return
    names = sorted({name for ends in literals for name, _ in ends})
    for values in product((False, True), repeat=len(names)):
        given = dict(zip(names, values, strict=True))
        is_odd = [
            sum(given[name] == value for name, value in ends) % 2 != point.is_negated
            for ends, point in zip(literals, points, strict=True)
        ]
        if not any(is_odd):
            yield tuple((name, not value) for name, value in given.items())


def _not_made(instance: Instance) -> IllegalPositionError:
    return IllegalPositionError(f"expected an instance made by to_instance, got {shown(instance)}")
