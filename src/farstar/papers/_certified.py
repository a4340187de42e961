"""Certificates of what a verdict rests on: brute force, position by position, or a counterexample.

The check of a claim is a program, and a certificate does not prove that this program says what the
paper says. It proves what was computed by brute force, and compared with the claim.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from farstar import engine
from farstar.certificates import Certificate, certify, certify_family
from farstar.errors import BudgetExceeded, FarstarError, IllegalPositionError
from farstar.expressions import parse
from farstar.papers._brute import ASKED
from farstar.papers._run import Result
from farstar.rules import Position
from farstar.values import Value

_COUNTEREXAMPLE = re.compile(r"(.+): (.+), not (.+)", re.DOTALL)
_NAMES = {"misere": "misère outcomes", "outcome": "outcomes", "grundy": "Grundy values"}


class Certified(NamedTuple):
    """What is certified of a verdict, with its certificate, or why nothing is.

    Examples
    --------
    >>> Certified("no certificate: it compares trees", None).certificate is None
    True
    """

    what: str
    """What is proved, or the reason why there is no certificate."""
    certificate: Certificate | None


def certify_verdict(result: Result) -> list[Certified]:
    """Return certificates of what a verdict rests on, or the reason why there is none.

    A counterexample that is a position with a wrong value or outcome has a certificate that it is
    one. For a claim about outcomes, Grundy values or values of games whose rules can be derived,
    all positions that were compared have a certificate that brute force gave what it says.

    Raises
    ------
    BudgetExceeded
        If the time or memory of the caller's budget is used up.

    Examples
    --------
    >>> import farstar as fs
    >>> result, = fs.verify("partizan-euclid", claim="Observation 5, values", bound=8)
    >>> for certified in fs.papers.certify_verdict(result):
    ...     print(certified.what)
    E(5,3) < ^
    values of 4 positions
    """
    certified = []
    if result.counterexample is not None:
        certified.append(_of_counterexample(result.counterexample))
    questions: dict[str, list[tuple[str, tuple[int, ...]]]] = {}
    with ASKED.noted() as notes:
        for _ in result.claim.check(result.bound):
            pass
        for what, game, numbers in notes:
            questions.setdefault(what, []).append((game, numbers))
    certified += [_of_family(what, asked) for what, asked in questions.items()]
    nothing = Certified(f"no certificate: it compares {result.claim.compared}", None)
    return certified or [nothing]


def _of_counterexample(text: str) -> Certified:
    """Return a certificate that a position has not the value or outcome that is claimed."""
    match = _COUNTEREXAMPLE.fullmatch(text)
    nothing = Certified(f"no certificate of the counterexample {text}", None)
    if match is None:
        return nothing
    position, actual, wrong = (_read(part) for part in match.groups())
    try:
        if isinstance(position, Position) and actual in ("L", "R", "N", "P"):
            certificate = certify(position)
            if certificate.claims != [actual]:
                return nothing
            return Certified(f"outcome {actual} of {position}", certificate)
        if isinstance(position, Position) and match[2].isdecimal() and match[3].isdecimal():
            if not position.value.is_nimber or position.value.nim_value != int(match[2]):
                return nothing
            return Certified(
                f"Grundy value {match[2]} of {position}", certify(position, prove="grundy")
            )
        if isinstance(position, Position) and isinstance(wrong, Value):
            relation = str(position.value.compare(wrong))
            if relation == "=" or position.value != actual:
                return nothing
            what = f"{position} {relation} {wrong}"
            return Certified(what, certify(position, relation, wrong))
    except FarstarError as error:
        _go_on(error)
        return Certified(f"no certificate of the counterexample: {error}", None)
    return nothing


def _read(text: str) -> Any:
    if text in ("L", "R", "N", "P"):
        return text
    try:
        return parse(text)
    except FarstarError:
        return None


def _of_family(what: Any, asked: list[tuple[str, tuple[int, ...]]]) -> Certified:
    positions: list[Any] = []
    for game, numbers in asked:
        try:
            positions.append(parse(f"{game}({','.join(map(str, numbers))})"))
        except IllegalPositionError:  # brute force may go beyond the rules
            continue
    name = _NAMES.get(what, f"{what}s")
    try:
        certificate = certify_family(positions, what=what)
    except (BudgetExceeded, ValueError) as error:
        _go_on(error)
        return Certified(f"no certificate of {len(positions)} {name}: {error}", None)
    return Certified(f"{name} of {len(positions)} positions", certificate)


def _go_on(error: Exception) -> None:
    """Raise an error again if it is not the certificate that is too large: time is up."""
    if isinstance(error, BudgetExceeded) and engine.is_out_of_time():
        raise error
