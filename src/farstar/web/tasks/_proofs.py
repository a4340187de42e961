"""Certificates for the answers of a page: proofs that a reader can check without Farstar."""

from __future__ import annotations

from typing import Any

import farstar as fs
from farstar.errors import FarstarError, NotationError

PROVABLE = ("outcome", "canonical", "grundy")
"""What can be proved about one game, besides a relation between two."""

_FILE = "proof.json"


def proof(game: Any, prove: str, relation: str | None = None, other: Any = None) -> dict[str, Any]:
    """Return a certificate, checked, as text for a file, with what it proves.

    Raises
    ------
    NotationError
        If there is no certificate for such a game, with the reason.

    Examples
    --------
    >>> import farstar as fs
    >>> certificate = proof(fs.Value("^"), "outcome", ">", fs.Value(0))
    >>> certificate["proved"], certificate["command"]
    ('L', 'farstar check proof.json')
    >>> proof(fs.Value("{1|-1}"), "mean")
    Traceback (most recent call last):
    ...
    farstar.errors.NotationError: expected one of outcome, canonical, grundy to prove, got 'mean'
    """
    if prove not in PROVABLE:
        raise NotationError(f"expected one of {', '.join(PROVABLE)} to prove, got {prove[:40]!r}")
    certify: Any = fs.certify
    try:
        if relation is None:
            certificate = certify(game, prove=prove)
        else:
            certificate = certify(game, relation, other)
    except fs.BudgetExceeded:
        raise
    except (FarstarError, ValueError) as reason:
        raise NotationError(f"no certificate: {reason}") from None
    text = str(certificate)
    return {
        "proved": ", ".join(certificate.check()),
        "strategies": len(certificate.data["proofs"]),
        "replies": sum(len(strategy["replies"]) for strategy in certificate.data["proofs"]),
        "json": text,
        "file": _FILE,
        "command": f"farstar check {_FILE}",
    }
