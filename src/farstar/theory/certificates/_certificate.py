"""The whole proof: the induction, and the rules that rest on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from farstar.errors import FarstarError
from farstar.theory.certificates._induction import Automaton, Obligation, invariant
from farstar.theory.certificates._rules import rule_obligations


class CertificateError(FarstarError, ArithmeticError):
    """Something that was to be proved is not."""


class Certificate(NamedTuple):
    """What was proved, and from how much."""

    obligations: tuple[Obligation, ...]
    kinds: int
    """How many kinds of normal words the induction tells apart."""
    facts: int
    """How many facts about the order it carries along."""


def obligations(automaton: Automaton | None = None) -> Iterator[Obligation]:
    """Yield everything that has to be proved, each proved or not.

    Parameters
    ----------
    automaton : sequence, optional
        Another automaton than `farstar.theory.canonical.complete_automaton`.

    Examples
    --------
    >>> print(next(obligations()))
    state 0, l in front: K: proved
    """
    facts = invariant(automaton)
    yield from facts.obligations()
    yield from rule_obligations(facts)


def prove(automaton: Automaton | None = None) -> Certificate:
    """Prove the canonical forms and the rules.

    Parameters
    ----------
    automaton : sequence, optional
        Another automaton than `farstar.theory.canonical.complete_automaton`.

    Raises
    ------
    CertificateError
        If something is not proved; it names the first such thing.

    Examples
    --------
    >>> prove().facts > 100_000
    True
    >>> from farstar.theory.canonical import complete_automaton
    >>> broken = complete_automaton()
    >>> broken[9] = (12, "K", 15, "U")
    >>> prove(broken)
    Traceback (most recent call last):
        ...
    farstar.theory.certificates._certificate.CertificateError: not proved: state 9, l in front: K
    """
    proofs = tuple(obligations(automaton))
    for one in proofs:
        if not one.proved:
            raise CertificateError(f"not proved: {one.statement}")
    facts = invariant(automaton)
    return Certificate(proofs, len(facts.kinds), len(facts))
