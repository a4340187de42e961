"""All papers by name, and the claims in them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from farstar.errors import FarstarError
from farstar.papers._claim import Claim, Paper, PaperError
from farstar.plugins import merged, run_file

_MODULES: dict[str, str] = merged("papers")

PAPERS = tuple(_MODULES)
"""The papers of all plugins, those that come with Farstar first."""


class UnknownClaimError(FarstarError, ValueError):
    """There is no such paper, or no such claim."""


def paper(name: str) -> Paper:
    """Return the claims of one paper.

    Examples
    --------
    >>> paper("partizan-euclid").title
    'Outcomes of Partizan Euclid'
    """
    if name in _LOADED:
        return _LOADED[name]
    if name not in PAPERS:
        raise UnknownClaimError(f"expected a paper, one of {', '.join(PAPERS)}, got {name!r}")
    module = import_module(_MODULES[name])
    claims: Paper = module.CLAIMS
    return claims


_LOADED: dict[str, Paper] = {}
"""Papers from files of users, by their names."""


def load(path: str | os.PathLike[str]) -> Paper:
    """Run a user's file and return the paper that it defines; the file can do anything.

    Raises
    ------
    PaperError
        If there is no such file, it does not run, or it does not define one paper with claims
        or exhibits.
    """
    names = run_file(path, PaperError)
    own = {id(thing): thing for thing in names.values() if isinstance(thing, Paper)}
    if len(own) != 1:
        raise PaperError(f"expected one Paper in {str(path)!r}, got {len(own)}")
    (loaded,) = own.values()
    if loaded.paper in PAPERS:
        raise PaperError(f"expected another name than that of a paper included: {loaded.paper!r}")
    if not len(loaded) and not loaded.exhibits:
        raise PaperError(f"expected claims or exhibits in {str(path)!r}, got none")
    labels = {claim.label for claim in loaded}
    for exhibit in loaded.exhibits:
        for label in set(exhibit.claims) - labels:
            raise PaperError(f"expected {exhibit.label} to name claims of the paper, got {label!r}")
    loaded.source = str(Path(path).resolve())
    _LOADED[loaded.paper] = loaded
    return loaded


def select(name: str | Paper | None = None, claims: Sequence[str] = ()) -> list[Claim]:
    """Return the claims of a paper (None: of all), those whose label is or holds one of the texts.

    Examples
    --------
    >>> [claim.label for claim in select("partizan-euclid", ["lemma 2"])]
    ['Lemma 2']
    """
    if name is None:
        all_claims = [claim for one in PAPERS for claim in paper(one)]
    else:
        all_claims = list(paper(name) if isinstance(name, str) else name)
    if not claims:
        return all_claims
    chosen: set[str] = set()
    for text in claims:
        labels = {claim.label for claim in all_claims}
        exact = {label for label in labels if label.casefold() == text.casefold()}
        holding = {label for label in labels if text.casefold() in label.casefold()}
        named = exact or (holding if text.strip() else set())
        if not named:
            where = "the papers" if name is None else getattr(name, "paper", name)
            raise UnknownClaimError(f"expected the label of a claim in {where}, got {text!r}")
        chosen |= named
    return [claim for claim in all_claims if claim.label in chosen]


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
