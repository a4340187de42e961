"""What a relation between two games says about their difference."""

from __future__ import annotations

RELATIONS = {">=": "LP", "<=": "RP", "==": "P", ">": "L", "<": "R", "||": "N"}
"""For each relation of G and H the outcomes that G - H may have."""


def claimed(outcome: str, relation: str | None) -> str:
    """Return what a certificate claims: an outcome, ``>=`` or ``<=``.

    Raises
    ------
    ValueError
        If the relation does not hold.
    """
    if relation is None:
        return outcome
    if outcome not in RELATIONS[relation]:
        raise ValueError(f"expected a relation that holds, got G {relation} H with another outcome")
    return relation if len(RELATIONS[relation]) > 1 else outcome
