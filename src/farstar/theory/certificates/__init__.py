"""Proofs by program: the finite parts of the theorems on normal and canonical forms.

The canonical form of a Partizan Euclid position is read off an automaton, one action a letter, and
ten rules take every word to its normal form (see `farstar.theory.canonical` and
`farstar.theory.normal_form`). Both are infinitely many statements. Here they are reduced to
finitely many, which are inferred again from nothing but the state of the word e:

- `invariant` finds facts about the order of ``a``, ``b`` and their options that hold for all normal
  words, and with them the canonical form after each letter;
- `rule_obligations` puts both sides of each rule in front of symbols.

What is not proved is said: `prove` raises an error that names it.

>>> from farstar.theory import certificates
>>> certificate = certificates.prove()
>>> certificate.kinds, len(certificate.obligations)
(268, 152)
"""

from farstar.theory.certificates._certificate import (
    Certificate,
    CertificateError,
    obligations,
    prove,
)
from farstar.theory.certificates._induction import Invariant, Obligation, invariant
from farstar.theory.certificates._rules import Rule, rule_obligations, rules

__all__ = [
    "Certificate",
    "CertificateError",
    "Invariant",
    "Obligation",
    "Rule",
    "invariant",
    "obligations",
    "prove",
    "rule_obligations",
    "rules",
]
