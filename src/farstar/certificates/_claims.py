"""What certificates claim: relations, as outcomes of a difference, and values."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from farstar.certificates._games import Games
from farstar.errors import NotAtomicError
from farstar.values import Value

Prove: TypeAlias = Literal[
    "outcome", "misere", "canonical", "grundy", "thermograph", "atomic_weight"
]
"""What can be proved about a game."""

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


def value_claimed(games: Games, total: Value, prove: Prove) -> Any:
    """Return what is claimed about the canonical form of a sum."""
    if prove == "canonical":
        return True
    if prove == "grundy":
        return total.nim_value
    if prove == "thermograph":
        graph = total.thermograph()
        walls = {"left": graph.left_wall, "right": graph.right_wall}
        return {side: [[str(t), str(x)] for x, t in wall.vertices] for side, wall in walls.items()}
    if not total.is_all_small:
        raise NotAtomicError(f"expected an all-small game for a certificate, got {total!r}")
    return weights_of(games, total)


def weights_of(games: Games, value: Value) -> dict[str, Any]:
    """Return the atomic weights of all positions of a form, as forms."""
    _, followers = games.form([value])
    weights = [follower.atomic_weight() for follower in followers]
    rows, listed = games.form([Value(0), *weights])
    return {"weights": rows, "of": [listed.index(weight) for weight in weights]}
