"""Rules for the proofs: those of the tables in docs/prove.md, and helpers."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import product
from typing import Any

from farstar.certificates import Certificate, seal, theorem_checker

STRIP = "board strip\ncells . #\n"
PEGS = "board strip\ncells o .\nboth oo. -> ..o"
TOPPLING = "board strip\ncells x/o .\nleft $[xo.]*x -> =.*.  x[xo.]*$ -> ..*=\nright = swap of left"
CLOBBER = "game Clobber\nboard strip\ncells x/o .\nleft xo -> .x rows\nright = swap of left"
CRAM = "cells . #\nboth .. -> ## both"


def covering(left: list[int], right: list[int]) -> str:
    """Return rules by which Left covers so many cells of a strip, and Right so many."""
    sides = (" ".join(f"{'.' * n} -> {'#' * n}" for n in numbers) for numbers in (left, right))
    return STRIP + "left {}\nright {}".format(*sides)


def taking(numbers: list[int]) -> str:
    """Return rules by which both players cover so many cells of a strip."""
    return STRIP + "both " + " ".join(f"{'.' * n} -> {'#' * n}" for n in numbers)


def colouring(*, col: bool) -> str:
    """Return the rules of Col or of Snort on paths.

    Left may play on ``.`` and ``l``, Right on ``.`` and ``r``; a vertex that nobody may play on is
    ``#``.
    """
    near = {".": "r", "l": "#", "r": "="} if col else {".": "l", "l": "=", "r": "#"}
    near |= {"[#$]": "="}
    rules = " ".join(f"{a}[.l]{b} -> {near[a]}#{near[b]}" for a in near for b in near)
    return f"board strip\ncells . l/r #\nleft {rules}\nright = swap of left"


def words_up_to(letters: str, length: int) -> Iterator[str]:
    """Yield all words over some letters, shorter ones first."""
    for n in range(length + 1):
        for word in product(letters, repeat=n):
            yield "".join(word)


def changed(certificate: Certificate, path: list[Any], value: Any) -> Certificate:
    """Return a certificate with another entry at a path, and the digest that fits it."""
    data = copy.deepcopy(dict(certificate.data))
    del data["digest"], data["version"]
    target: Any = data
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = value
    return seal(data)


def is_accepted(certificate: Certificate) -> bool:
    """Return whether the stand-alone checker accepts a certificate."""
    try:
        theorem_checker.check(certificate.data)
    except theorem_checker.Refused:
        return False
    return True
