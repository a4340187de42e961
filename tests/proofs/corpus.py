"""Certificates of every kind for the proved checker, and changed ones with a digest that fits.

Everything goes through the public functions of `farstar.certificates` and through the JSON that
they write. Names are replaced by labels that Farstar does not know, so that a changed game is
another game without a name, not a game with a wrong name.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import farstar as fs
from farstar.certificates import (
    Certificate,
    Refused,
    certify,
    certify_family,
    certify_period,
)
from farstar.errors import BudgetExceeded
from tests.certificates.mutations import leaves, mutated, rearranged
from tests.certificates.test_random_sums import added, loopy_games, random_sum, short_games

SUMS: tuple[tuple[str, Any], ...] = (
    ("E(5,3) + ^", "outcome"), ("Domineering(2x2) - *2", "outcome"), ("1/2 - 1/2", "outcome"),
    ("Col(.|.) + A(2,1,1)", "outcome"), ("Kayles(3)", "grundy"), ("Kayles(5) + Nim(3)", "grundy"),
    ("ToadsAndFrogs(T.F)", "canonical"), ("{2|1||0}", "canonical"), ("^ + E(5,3)", "canonical"),
    ("Clobber(xo.x) + *", "misere"), ("Nim(2,1)", "misere"), ("Snort(...)", "outcome"),
    ("over", "outcome"), ("FoxAndGeese(F..|...|G..)", "outcome"),
    ("BackslidingToadsAndFrogs(T.F)", "outcome"), ("BackslidingToadsAndFrogs(T.F)", "misere"),
    ("BackslidingToadsAndFrogs(T..F) + ^", "outcome"), ("Phutball(..B..) + *", "outcome"),
    ("^ >= 0", "outcome"), ("Domineering(2x3) <= 4", "outcome"), ("^ || *", "outcome"),
)  # fmt: skip
"""Sums that the proved checker covers, with what is proved of them."""

LARGE_SUMS: tuple[tuple[str, Any], ...] = (
    ("Kayles(2) + Kayles(3) + Kayles(4)", "outcome"), ("3*Kayles(2) - Kayles(5)", "outcome"),
    ("Hackenbush(br) + Hackenbush(bbr) - Hackenbush(rb) + Hackenbush(b)", "outcome"),
    ("Hackenbush(br) + Hackenbush(bbr) - 3/8 - 5*Hackenbush(b)", "outcome"),
    ("Domineering(2x2) + Snort(..) + Clobber(xo)", "outcome"),
    ("Domineering(2x2) + E(5,3) + 1", "canonical"), ("Kayles(3) + Kayles(4)", "grundy"),
)  # fmt: skip
"""Sums that are proved by lemmas if strategies for sums of several parts are not tried."""

FAMILIES: tuple[tuple[list[Any], Any, list[Any]], ...] = (
    ([fs.PartizanEuclid(p, q) for p in range(2, 12) for q in range(1, p)], "outcome", []),
    ([fs.GeographyB(x, y, 2) for x in range(1, 4) for y in range(4)], "outcome", ["R", "N"]),
    ([fs.Clobber("xo" * n) for n in range(1, 5)], "outcome", ["L", "R"]),
    ([fs.Domineering(f"{n}x{m}") for n in (1, 2) for m in (2, 3)], "outcome", ["P"]),
    ([fs.Kayles(n) for n in range(1, 12)], "grundy", [0, 9]),
    ([fs.SerialNim(a, b) for a in range(1, 5) for b in range(1, 4)], "grundy", []),
    ([fs.Nim(a, b) for a in range(5) for b in range(5)], "misere", ["L", "R"]),
    ([fs.parse(f"Hackenbush({text})") for text in ("br", "brb", "rrb")], "outcome", []),
)
"""Families that the proved checker covers."""


def with_python_only() -> dict[str, Any]:
    """Return certificates of the kinds that only the Python checker takes."""
    euclid = [fs.PartizanEuclid(p, q) for p in (5, 6) for q in range(1, p)]
    kinds: dict[str, Any] = {
        "thermograph": certify("{3|{1|-1/2}}", prove="thermograph"),
        "atomic weight": certify("E(17,10)", prove="atomic_weight"),
        "two sides": certify("dud"),
        "relation with loops": certify("over > ^"),
        "period": certify_period("0.77"),
        "lengths": certify_family([fs.Grossman(3, 5)], what="lengths"),
    }
    with patch("farstar.certificates._lemmas.MOST_SUMS", 1):
        kinds["stops"] = certify("Domineering(2x2) + 3 + Domineering(1x2)")
        kinds["two-ahead"] = certify("E(5,4) + E(7,6) - E(5,3)")
    for what in ("value", "weight", "tree", "moves"):
        kinds[what] = certify_family(euclid, what=what)
    data = {name: json.loads(str(certificate)) for name, certificate in kinds.items()}
    data["quotient"] = json.loads(json.dumps(fs.misere_quotient("0.77").certificate()))
    return data


def covered() -> dict[str, Any]:
    """Return a certificate of every kind that the proved checker covers."""
    kinds = {f"{text} {prove}": certify(text, prove=prove) for text, prove in SUMS}
    with patch("farstar.certificates._lemmas.MOST_SUMS", 1):
        for text, prove in LARGE_SUMS:
            kinds[f"{text} {prove} by lemmas"] = certify(text, prove=prove)
    for number, (positions, what, none) in enumerate(FAMILIES):
        kinds[f"family {number}"] = certify_family(positions, what=what, none=none)
    return {name: unnamed(json.loads(str(proof))) for name, proof in kinds.items()}


def random_sums(generator: random.Random, count: int) -> Iterator[Any]:
    """Yield certificates of random sums: short ones and some with loops, normal and misère."""
    for number in range(count):
        prove: Any = ("outcome", "outcome", "misere")[number % 3]
        if number % 10 == 9:
            loopy = generator.choice(loopy_games())
            components = [(loopy, 1), (generator.choice(short_games()), 1)]
        else:
            components = random_sum(generator, short_games(), 3 if prove == "outcome" else 2)
        yield json.loads(str(certify(added(components), prove=prove)))


def unnamed(data: Any) -> Any:
    """Return a certificate whose games have labels that are no names of games."""
    for key in ("games", "rules"):
        for number, game in enumerate(data.get(key, ())):
            if "name" in game:
                game["name"] = f"game number {number}"
    for lemma in data.get("lemmas", ()):
        unnamed(lemma["certificate"])
    return data


def changed(data: Any, count: int, generator: random.Random) -> Iterator[Any]:
    """Yield certificates with a change each, and with a digest that fits."""
    paths = [path for path in leaves(data) if path[-1] not in ("digest", "name")]
    for _ in range(count):
        change = generator.choice([mutated, rearranged])
        yield change(data, generator.choice(paths), generator)


def text_of(data: Any) -> str:
    """Return what the file of a certificate contains, with the digest that fits."""
    sealed = {**data, "digest": ""} if isinstance(data, dict) else {"digest": ""}
    if isinstance(sealed.get("lemmas"), list):
        sealed["lemmas"] = [_with_digest(lemma) for lemma in sealed["lemmas"]]
    sealed["digest"] = hashlib.sha256(_json(sealed).encode()).hexdigest()
    return _json(sealed)


def _with_digest(lemma: Any) -> Any:
    if isinstance(lemma, dict) and isinstance(lemma.get("certificate"), dict):
        return {**lemma, "certificate": json.loads(text_of(lemma["certificate"]))}
    return lemma


def _json(data: Any) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def is_accepted(text: str) -> bool | None:
    """Return whether the Python checker accepts a certificate; None if that takes too long."""
    try:
        with patch("farstar.certificates.checker.STEPS", 300_000):
            Certificate(json.loads(text)).check()
    except Refused:
        return False
    except BudgetExceeded:
        return None
    return True
