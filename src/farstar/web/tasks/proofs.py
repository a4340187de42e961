"""Certificates for the answers of a page: proofs that a reader can check without Farstar."""

from __future__ import annotations

from typing import Any

import farstar as fs
from farstar import reports
from farstar.errors import FarstarError, NotationError

MOST_POSITIONS = 20_000
"""Positions that a certificate may list; `fs.certify` refuses larger games."""

_COUNTING = 3.0
"""Seconds for counting positions."""

_FILE = "proof.json"
_LONGEST = 80
_MOST_LINES = 40
_LONGEST_LINE = 1_000


def provable(known: reports.Report) -> list[str]:
    """Return what can be proved of a game by a certificate, if that is not too large."""
    value = known.value
    if known.outcome is None or known.game is None:
        return []
    if known.may_loop or not isinstance(value, fs.Value):
        is_loopy = value is not None and not isinstance(known.game, fs.Loopy)
        return ["outcome", "loopy_value"] if is_loopy else ["outcome"]
    others = {"grundy": value.is_nimber, "thermograph": True, "atomic_weight": value.is_all_small}
    return ["outcome", "canonical", *(name for name, exists in others.items() if exists)]


def is_too_large(game: Any) -> bool:
    """Return whether a component has more positions than a certificate may list.

    Where they cannot be counted in a moment, a certificate may still be found.

    Examples
    --------
    >>> is_too_large(fs.Nim(3, 5, 7)), is_too_large(fs.Clobber("3x4"))
    (False, True)
    """
    parts = [part for part in reports.components(game) if isinstance(part, fs.Position)]
    try:
        with fs.engine.budget(seconds=_COUNTING):
            return any(_has_more_than(part, MOST_POSITIONS) for part in parts)
    except fs.BudgetExceeded:
        return False


def _has_more_than(start: fs.Position, most: int) -> bool:
    met = {start}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        for option in (*position.options(fs.Left), *position.options(fs.Right)):
            if option not in met:
                met.add(option)
                waiting.append(option)
        if len(met) > most:
            return True
    return False


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
