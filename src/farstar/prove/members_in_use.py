"""Theorems in use for members of families: what equations say they are worth, with the theorem."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from farstar.certificates import theorem_checker
from farstar.certificates.theorem_checker import Families, constant
from farstar.certificates.theorem_work import TheoremWork
from farstar.formulas import MarkedText, source_of
from farstar.prove._families import closed_value, equation_for
from farstar.prove.in_use import are_off, checked_data, families_text, index, index_of_plugins
from farstar.rules import CitedTheorem
from farstar.values import Value


class MemberFacts(NamedTuple):
    """What a theorem says about a position that is a member of a family."""

    value: Value | None
    """The value, if equations give it in a few steps."""
    theorem: CitedTheorem
    """The theorem, with the equation as its statement."""

    def negative(self) -> MemberFacts:
        """Return what the theorem says about the negative of the position."""
        said = source_of(self.theorem.statement)
        statement = MarkedText(f"{said}, and what is asked is its negative")
        value = None if self.value is None else -self.value
        return MemberFacts(value, self.theorem._replace(statement=statement))


def member_facts(
    names: str, name: str, numbers: tuple[int, ...], position: str = ""
) -> MemberFacts | None:
    """Return what a theorem of the index says about a member of a family, if an equation does.

    Parameters
    ----------
    names : str
        The names of all families of the theorem.
    name : str
        The family.
    numbers : tuple of int
        The parameters.
    position : str
        The position that the member stands for, in words, if its name does not show it.

    Examples
    --------
    >>> facts = member_facts("DE", "D", (12, 0), "T^12.F")
    >>> facts.value, facts.theorem.statement
    (Value('{10|1||0}'), 'D(i,0) = {{i-2 | 1} | 0} if i >= 2 (T^12.F is D(12,0))')
    """
    if are_off():
        return None
    system, cited = _theorem(names)
    member = ("family", name, tuple(map(constant, numbers)))
    equation = equation_for(system, member)
    if equation is None:
        return None
    claim, term = equation
    converse = claim._replace(first=claim.second, second=claim.first)
    (line,) = theorem_checker.claim_lines([claim, converse])
    said = _marked(line)
    if position:
        said += f" (`{position}` is `{theorem_checker.term_text(member)}`)"
    return MemberFacts(closed_value(system, term), cited._replace(statement=MarkedText(said)))


def _marked(line: str) -> str:
    """Return an equation with its condition, with the formulas between the words marked."""
    parts = re.split(r"( if | and | or )", line)
    return "".join(part if i % 2 else f"`{part}`" for i, part in enumerate(parts))


@lru_cache(maxsize=16)
def _theorem(names: str) -> tuple[Families, CitedTheorem]:
    rules = families_text(names)
    (cited,) = index().get(rules) or index_of_plugins()[rules]
    return Families(checked_data(cited), TheoremWork()), cited
