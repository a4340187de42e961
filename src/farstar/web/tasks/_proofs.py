"""Certificates for the answers of a page: proofs that a reader can check without Farstar."""

from __future__ import annotations

from typing import Any

import farstar as fs
from farstar import reports
from farstar.errors import FarstarError, NotationError

_FILE = "proof.json"


def provable(facts: reports.Facts) -> list[str]:
    """Return what can be proved of a game by a certificate, if that is not too large."""
    if facts.outcome is None:
        return []
    value = facts.value
    if value is None:
        return ["outcome"]
    others = {"grundy": value.is_nimber, "thermograph": True, "atomic_weight": value.is_all_small}
    return ["outcome", "canonical", *(name for name, exists in others.items() if exists)]


def proof(game: Any, prove: str, relation: str | None = None, other: Any = None) -> dict[str, Any]:
    """Return a certificate, checked, as text for a file, with what it proves.

    Raises
    ------
    NotationError
        If there is no certificate for such a game, with the reason.

    Examples
    --------
    >>> certificate = proof(fs.Value("^"), "outcome", ">", fs.Value(0))
    >>> certificate["proved"], certificate["command"]
    ('L', 'farstar check proof.json')
    """
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
    return checked(certificate)


def checked(certificate: fs.Certificate) -> dict[str, Any]:
    """Return a certificate, once it is checked, as text for a file, with what it proves.

    Examples
    --------
    >>> checked(fs.certify("Nim(2)"))["checkers"]
    ['checker.py']
    """
    return {
        "proved": ", ".join(certificate.check()).replace("_", " "),
        "replies": certificate.replies,
        "listed": [reports.shorten(name, 80) for name in certificate.listed[:5]],
        "json": str(certificate),
        "file": _FILE,
        "command": f"farstar check {_FILE}",
        "checkers": certificate.checkers,
    }
