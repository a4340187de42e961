"""All papers by name, and the claims in them."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from farstar.errors import FarstarError
from farstar.papers._claim import Claim, Claims

PAPERS = (
    "partizan-euclid",
    "nim-type-game",
    "real-euclid",
    "partizan-geography",
    "beyond",
)
"""The papers, each in the module of its name, and what we found beyond them."""


class UnknownClaimError(FarstarError, ValueError):
    """There is no such paper, or no such claim."""


def paper(name: str) -> Claims:
    """Return the claims of one paper.

    Examples
    --------
    >>> paper("partizan-euclid").title
    'Outcomes of Partizan Euclid'
    """
    if name not in PAPERS:
        raise UnknownClaimError(f"expected a paper, one of {', '.join(PAPERS)}, got {name!r}")
    module = import_module(f"farstar.papers.{name.replace('-', '_')}")
    claims: Claims = module.CLAIMS
    return claims


def select(name: str | None = None, claims: Sequence[str] = ()) -> list[Claim]:
    """Return the claims of a paper (None: of all), those whose label is or holds one of the texts.

    Examples
    --------
    >>> [claim.label for claim in select("partizan-euclid", ["lemma 2"])]
    ['Lemma 2']
    """
    listed = [claim for one in PAPERS if name in (None, one) for claim in paper(one)]
    if name is not None:
        listed = list(paper(name))
    if not claims:
        return listed
    chosen: set[str] = set()
    for text in claims:
        labels = {claim.label for claim in listed}
        exact = {label for label in labels if label.casefold() == text.casefold()}
        holding = {label for label in labels if text.casefold() in label.casefold()}
        named = exact or (holding if text.strip() else set())
        if not named:
            where = "the papers" if name is None else name
            raise UnknownClaimError(f"expected the label of a claim in {where}, got {text!r}")
        chosen |= named
    return [claim for claim in listed if claim.label in chosen]


def find(name: str, label: str) -> Claim:
    """Return the claim with this label.

    Examples
    --------
    >>> find("partizan-euclid", "Lemma 2").statement
    'E(kp, kq) and E(p, q) have the same game tree.'
    """
    for claim in paper(name):
        if claim.label == label:
            return claim
    raise UnknownClaimError(f"expected the label of a claim in {name}, got {label!r}")
