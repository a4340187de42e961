"""Certificates for the answers of a page: proofs that a reader can check without Farstar."""

from __future__ import annotations

from typing import Any

import farstar as fs
from farstar import reports
from farstar.errors import FarstarError, NotationError
from farstar.web.tasks._boards import is_impartial

_FILE = "proof.json"
_LONGEST = 80
_WORDS = {
    "canonical": "the canonical form",
    "grundy": "the Grundy value",
    "thermograph": "the thermograph",
    "atomic_weight": "the atomic weight",
}


def provable(facts: reports.Facts) -> list[str]:
    """Return what can be proved of a game by a certificate, if that is not too large."""
    if facts.outcome is None:
        return []
    value = facts.value
    if value is None:
        is_loopy = isinstance(facts.game, fs.Position) and facts.game.ruleset.may_loop
        return ["outcome", "loopy_value"] if is_loopy else ["outcome"]
    others = {"grundy": value.is_nimber, "thermograph": True, "atomic_weight": value.is_all_small}
    # The misère play of impartial games has a card of its own.
    others["misere"] = "misere outcome" in facts.found and not is_impartial(facts.game)
    return ["outcome", "canonical", *(name for name, exists in others.items() if exists)]


def proof(game: Any, prove: str, relation: str | None = None, other: Any = None) -> dict[str, Any]:
    """Return a certificate, checked, as text for a file, with what it proves.

    Of a position with loops, ``loopy_value`` is proved by strategies that show it to be equal.

    Raises
    ------
    NotationError
        If there is no certificate for such a game, with the reason.

    Examples
    --------
    >>> certificate = proof(fs.Value("^"), "outcome", ">", fs.Value(0))
    >>> certificate["proved"], certificate["command"]
    ('^ > 0', 'farstar check proof.json')
    """
    certify: Any = fs.certify
    try:
        if prove == "loopy_value":
            relation, other = "==", game.loopy_value
        if relation is None:
            certificate = certify(game, prove=prove)
        else:
            certificate = certify(game, relation, other)
    except fs.BudgetExceeded:
        raise
    except (FarstarError, ValueError) as reason:
        raise NotationError(f"no certificate: {reason}") from None
    answer = checked(certificate)
    if relation is not None:
        left, right = (reports.shorten(str(side), _LONGEST) for side in (game, other))
        answer["proved"] = f"{left} {relation} {right}"
    elif prove in _WORDS:
        answer["proved"] = _WORDS[prove]
    return answer


def checked(certificate: fs.Certificate, file: str = _FILE) -> dict[str, Any]:
    """Return a certificate, once it is checked, as text for a file, with what it proves.

    Examples
    --------
    >>> checked(fs.certify("Nim(2)"))["checkers"]
    ['checker.py']
    """
    return {
        "proved": ", ".join(certificate.check()),
        "replies": certificate.replies,
        "listed": [reports.shorten(name, _LONGEST) for name in certificate.listed[:5]],
        "json": str(certificate),
        "file": file,
        "command": f"farstar check {file}",
        "checkers": certificate.checkers,
    }
