"""Theorems in use for heaps: partizan subtraction games that a theorem about families is about.

The heaps of pk + r counters are a family with the parameter k for each remainder r. A theorem is
about a subtraction game if it has such families with exactly the moves of the heaps, whatever
further families it has for values. It then says who wins a heap of any size, and often what it is
worth, without the smaller heaps.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from farstar import engine
from farstar._outcome import Outcome
from farstar.certificates import theorem_checker
from farstar.certificates.theorem_checker import TRUE, Families, constant
from farstar.certificates.theorem_work import TheoremWork
from farstar.prove._families import closed_value, equation_for
from farstar.prove.in_use import are_off, checked_data, index, index_of_plugins
from farstar.rules import CitedTheorem
from farstar.values import Value

OUTCOMES = {1: Outcome.L, 0: Outcome.P, -1: Outcome.R}
"""Who wins, by the sign of a value."""

_MOST_REMEMBERED = 4096
_ZEROS = (("number", constant(0)), ("up", constant(0), 0))
_POSITIVE = (
    *(("number", constant(n)) for n in (1, 2)),
    *(("up", constant(j), e) for j in (1, 2, 3) for e in (0, 1) if j > e),
    *(("mixed", constant(1), constant(j), e) for j in (-2, -1, 0, 1) for e in (0, 1)),
)
_NEGATIVE = (
    *(("number", constant(-n)) for n in (1, 2)),
    *(("up", constant(-j), e) for j in (1, 2, 3) for e in (0, 1) if j > e),
    *(("mixed", constant(-1), constant(j), e) for j in (-1, 0, 1, 2) for e in (0, 1)),
)
"""What a heap is compared with to see who wins it."""


class Heaps(NamedTuple):
    """The subtraction game that a theorem about families is about."""

    names: tuple[str, ...]
    """The family of the heaps with each remainder."""
    takes: tuple[tuple[int, ...], tuple[int, ...]]
    """The numbers of counters that Left and Right may take."""

    @property
    def text(self) -> str:
        """The rules as the index has them."""
        return rules_text(*self.takes)


def rules_text(left: tuple[int, ...], right: tuple[int, ...]) -> str:
    """Return the rules of a subtraction game as the index of theorems has them.

    Examples
    --------
    >>> rules_text((1, 3), (2,))
    'heaps; 1 3; 2'
    """
    return "; ".join(["heaps", *(" ".join(map(str, takes)) for takes in (left, right))])


def heaps_of(data: Any) -> Heaps | None:
    """Return the subtraction game of a certificate; None if it is about something else."""
    if data["kind"] != "families":
        return None
    first = data["families"][0]
    period = sum(factor for _, factor in first["rank"][1])
    members: list[Any] = []
    for family in data["families"]:
        if len(members) < period and _is_plain(family, len(members), period):
            members.append(family)
    if not members or len(members) != period:
        return None
    number = {family["name"]: rest for rest, family in enumerate(members)}
    sides = [
        sorted(
            {
                take
                for rest, family in enumerate(members)
                for option in family[side]
                for take in _takes(option["to"], rest, number)
            }
        )
        for side in ("left", "right")
    ]
    left, right = map(tuple, sides)
    names = tuple(number)
    for rest, family in enumerate(members):
        for side, takes in (("left", left), ("right", right)):
            expected = [_option(names, rest, take, family["parameters"][0]) for take in takes]
            if sorted(map(repr, family[side])) != sorted(map(repr, expected)):
                return None
    return Heaps(names, (left, right))


def _is_plain(family: Any, rest: int, period: int) -> bool:
    """Return whether a family has one parameter k >= 0, and its rank is period k + rest."""
    if len(family["parameters"]) != 1:
        return False
    (k,) = family["parameters"]
    expected = [rest, [[k, period]]], [">=", [0, [[k, 1]]]]
    return (family["rank"], family["domain"]) == expected


def _takes(term: Any, rest: int, number: dict[str, int]) -> Iterator[int]:
    """Yield how many counters a move to a member takes, if it takes some."""
    if term[0] == "family" and term[1] in number:
        take = rest - number[term[1]] - len(number) * term[2][0][0]
        if take > 0:
            yield take


def _option(names: tuple[str, ...], rest: int, take: int, k: str) -> dict[str, Any]:
    """Return a move as a certificate has it, for the heaps with a remainder."""
    times, after = divmod(rest - take, len(names))
    guard = [">=", [times, [[k, 1]]]] if times else ["and", []]
    return {"if": guard, "to": ["family", names[after], [[times, [[k, 1]]]]]}


class HeapFacts(NamedTuple):
    """What a theorem says about one heap."""

    sign: int | None
    """1 if Left wins, -1 if Right wins, 0 if the second player wins, None if that is not known."""
    value: Value | None
    claims: tuple[str, ...]
    """The claims of the theorem that say so."""


UNKNOWN = HeapFacts(None, None, ())


class HeapTheorem:
    """A theorem in use for the heaps of one subtraction game."""

    def __init__(self, name: str, digest: str, data: Any) -> None:
        heaps = heaps_of(data)
        assert heaps is not None
        self.heaps = heaps
        self.name, self.digest = name, digest
        self._data = data
        # Values belong to an engine.
        self._known: dict[tuple[str, int], HeapFacts] = {}

    def facts(self, heap: int) -> HeapFacts:
        """Return what is known about a heap."""
        key = engine.active().name, heap
        if key not in self._known:
            if len(self._known) >= _MOST_REMEMBERED:
                self._known.clear()
            self._known[key] = self._facts(heap)
        return self._known[key]

    def cited(self, heaps: tuple[int, ...]) -> CitedTheorem | None:
        """Return the theorem with the claims that are about these heaps."""
        names, period = self.heaps.names, len(self.heaps.names)
        claims = [claim for heap in heaps for claim in self.facts(heap).claims]
        if not claims:
            return None
        rests = sorted({heap % period for heap in heaps})
        multiple = f"{period}k" if period > 1 else "k"
        heads = [f"{multiple} + {rest}" if rest else multiple for rest in rests]
        written = ", ".join(
            f"{names[rest]}(k) for the heap of {head}"
            for rest, head in zip(rests, heads, strict=True)
        )
        text = "; ".join(dict.fromkeys(claims))
        return CitedTheorem(self.name, f"{text} (written {written})", self.digest)

    @cached_property
    def _system(self) -> Families:
        return Families(self._data, TheoremWork())

    @cached_property
    def _claims(self) -> dict[str, list[tuple[str, Families]]]:
        """The claims that compare a member of each family with a leaf, as text and alone."""
        found: dict[str, list[tuple[str, Families]]] = {name: [] for name in self._system.families}
        claims = self._system.claims
        for place, claim in enumerate(claims):
            sides = (claim.first, claim.second)
            names = [term[1] for term in sides if term[0] == "family"]
            if len(names) != 1:
                continue
            converse = claim._replace(first=claim.second, second=claim.first)
            is_equation = claims[place + 1 : place + 2] == [converse]
            alone = copy(self._system)
            alone.claims = [claim]
            (text,) = theorem_checker.claim_lines([claim, converse] if is_equation else [claim])
            found[names[0]].append((text, alone))
        return found

    def _facts(self, heap: int) -> HeapFacts:
        times, rest = divmod(heap, len(self.heaps.names))
        member = ("family", self.heaps.names[rest], (constant(times),))
        equation = equation_for(self._system, member)
        if equation is None:
            return self._bounds(member)
        claim, term = equation
        converse = claim._replace(first=claim.second, second=claim.first)
        said = tuple(theorem_checker.claim_lines([claim, converse]))
        value = closed_value(self._system, term)
        if value is not None:
            return HeapFacts(_sign(value), value, said)
        facts = self._bounds(member)
        if facts.sign is None and term[0] == "family":
            facts = self._bounds(term)
            facts = facts._replace(claims=(*said, *facts.claims) if facts.claims else ())
        return facts

    def _bounds(self, member: Any) -> HeapFacts:
        """Return who wins a heap by the claims that compare it with numbers and ups."""
        for sign, leaves in ((1, _POSITIVE), (-1, _NEGATIVE)):
            for leaf in leaves:
                text = self._claim(member, leaf, sign)
                if text is not None:
                    return HeapFacts(sign, None, (text,))
        both = [self._claim(member, leaf, sign) for sign in (1, -1) for leaf in _ZEROS]
        above, below = (next(filter(None, both[i : i + 2]), None) for i in (0, 2))
        return UNKNOWN if above is None or below is None else HeapFacts(0, None, (above, below))

    def _claim(self, member: Any, leaf: Any, sign: int) -> str | None:
        """Return the claim that a heap is at least a leaf, or at most, as text."""
        pair = (member, leaf) if sign > 0 else (leaf, member)
        for text, alone in self._claims[member[1]]:
            if TRUE in alone.fitting(*pair):
                return text
        return None


def _sign(value: Value) -> int | None:
    """Return the sign of a value; None if the first player wins."""
    return {outcome: sign for sign, outcome in OUTCOMES.items()}.get(value.outcome)


def heap_theorem(left: tuple[int, ...], right: tuple[int, ...]) -> HeapTheorem | None:
    """Return the theorem about the subtraction game with these numbers, if one is in use.

    Examples
    --------
    >>> theorem = heap_theorem((1, 3), (2,))
    >>> theorem.name, theorem.facts(4000).value
    ('take-13-2', Value('1^1996*'))
    """
    if are_off():
        return None
    rules = rules_text(left, right)
    return own_heap_theorems.get(rules) or _from_library(rules)


@lru_cache(maxsize=64)
def _from_library(rules: str) -> HeapTheorem | None:
    known = index().get(rules) or index_of_plugins().get(rules)
    if not known:
        return None
    cited = known[0]
    return HeapTheorem(cited.name, cited.digest, checked_data(cited))


own_heap_theorems: dict[str, HeapTheorem] = {}
"""Theorems of the user's, by the rules that they are about."""
