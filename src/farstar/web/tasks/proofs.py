"""Certificates for the answers of a page: proofs that a reader can check without Farstar."""

from __future__ import annotations

from typing import Any

import farstar as fs
from farstar import reports
from farstar.errors import FarstarError, NotationError

_FILE = "proof.json"
_LONGEST = 80
_MOST_LINES = 40
_LONGEST_LINE = 1_000


def provable(known: reports.Report) -> list[str]:
    """Return what can be proved of a game by a certificate, if that is not too large."""
    value = known.value
    if known.outcome is None or known.game is None:
        return []
    if not isinstance(value, fs.Value):
        is_loopy = value is not None and not isinstance(known.game, fs.Loopy)
        return ["outcome", "loopy_value"] if is_loopy else ["outcome"]
    others = {"grundy": value.is_nimber, "thermograph": True, "atomic_weight": value.is_all_small}
    return ["outcome", "canonical", *(name for name, exists in others.items() if exists)]


def proof(game: Any, prove: str, relation: str | None = None, other: Any = None) -> dict[str, Any]:
    """Return a certificate, checked, as text for a file, with what it proves.

    Of a position or a sum with loops, ``loopy_value`` is proved by strategies that show it to be
    equal.

    Raises
    ------
    NotationError
        If there is no certificate for such a game, with the reason.

    Examples
    --------
    >>> certificate = proof(fs.Value("^"), "outcome", ">", fs.Value(0))
    >>> certificate["proved"], certificate["asked"], certificate["command"]
    ('L', '^ > 0', 'farstar check proof.json')
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
        answer["asked"] = f"{left} {relation} {right}"
    return answer


def checked(certificate: fs.Certificate, file: str = _FILE) -> dict[str, Any]:
    """Return a certificate, once it is checked, as text for a file, with what it proves.

    `proved` and `report` come from the checker, in short and line by line; `asked` is the question.

    Examples
    --------
    >>> checked(fs.certify("Nim(2)"))["proved"]
    'N'
    """
    report = certificate.report()
    lines = [reports.shorten(line, _LONGEST_LINE) for line in report[:_MOST_LINES]]
    if len(report) > _MOST_LINES:
        lines.append(f"... and {len(report) - _MOST_LINES} more lines")
    return {
        "proved": reports.shorten(", ".join(certificate.check()), _LONGEST),
        "asked": "",
        "report": "\n".join(lines),
        "replies": certificate.replies,
        "listed": [reports.shorten(name, _LONGEST) for name in certificate.listed[:5]],
        "json": str(certificate),
        "file": file,
        "command": f"farstar check {file}",
    }
