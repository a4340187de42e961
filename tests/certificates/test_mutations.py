"""No change of a certificate passes, and with a new digest nothing false is proved."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from farstar.certificates import (
    Certificate,
    Refused,
    certify,
    certify_family,
    checker,
)
from tests.certificates.mutations import FEW_STEPS, NOT_ACCEPTED, leaves, mutated, resealed
from tests.certificates.test_certificates import plain_outcome
from tests.certificates.test_families import FAMILIES
from tests.certificates.truth import is_true, total_of

SAMPLES = [
    ("E(5,3) + ^", "outcome"), ("Domineering(2x2) - *2", "outcome"), ("Kayles(3)", "grundy"),
    ("ToadsAndFrogs(T.F)", "canonical"), ("{2|1||0}", "canonical"), ("1/2 - 1/2", "outcome"),
    ("{3|{1|-1/2}}", "thermograph"), ("E(7,4)", "thermograph"), ("E(17,10)", "atomic_weight"),
    ("{0|||0||0|v*}", "atomic_weight"), ("Clobber(xo.x) + *", "misere"), ("Nim(2,1)", "misere"),
    ("BackslidingToadsAndFrogs(T.F)", "outcome"), ("over", "outcome"),
    ("FoxAndGeese(F..|...|G..)", "outcome"), ("Col(.|.) + A(2,1,1)", "outcome"),
]  # fmt: skip


def changes(text: str, prove: Any, most: int) -> Any:
    generator = random.Random(f"{text} {prove}")
    data = json.loads(str(certify(text, prove=prove)))
    paths = leaves(data)
    chosen = paths if len(paths) < most else generator.sample(paths, most)
    return [(path, mutated(data, path, generator)) for path in chosen], data


@pytest.mark.parametrize(("text", "prove"), SAMPLES)
def test_every_change_is_refused(text: str, prove: Any) -> None:
    changed, data = changes(text, prove, 160)
    for _, other in changed:
        assert other != data
        with pytest.raises(Refused):
            Certificate(other).check()


MOST = pytest.mark.parametrize("most", [40, pytest.param(150, marks=pytest.mark.long)])


@MOST
@pytest.mark.parametrize(("text", "prove"), SAMPLES)
def test_a_change_with_a_new_digest_proves_nothing_false(text: str, prove: Any, most: int) -> None:
    changed, data = changes(text, prove, most)
    refused = 0
    for path, other in changed:
        if path == ("digest",):
            continue
        try:
            (claim,) = Certificate(resealed(other)).check()
        except NOT_ACCEPTED:
            refused += 1
            continue
        assert is_true(resealed(other)), path
        values = other.get("values")
        if (
            not values
            and data["claim"] in "LRNP"
            and "Backsliding" not in text
            and "Fox" not in text
        ):
            outcome = plain_outcome(other)
            claim = claim.removesuffix(" under misère play" * (other["play"] == "misere"))
            assert claim == outcome or (claim in (">=", "<=") and outcome in ("P", claim))
        # Whatever is claimed about the form can only have changed with the form itself.
        if values and path[0] == "values":
            pytest.fail(f"a changed value was accepted at {path}")
    assert refused > len(changed) // 4


SUMS: dict[Any, str] = {
    "nim-sum": "Kayles(2) + Kayles(3) + Kayles(4)",
    "numbers": "Hackenbush(br) + Hackenbush(bbr) - Hackenbush(rb) + Hackenbush(b)",
    "stops": "Domineering(2x2) + 3 + Domineering(1x2)",
    "two-ahead": "E(5,4) + E(7,6) - E(5,3)",
    "strategies": "Domineering(2x2) + Snort(..) + Clobber(xo)",
    "canonical": "Domineering(2x2) + E(5,3) + 1",
    "atomic_weight": "E(5,4) + Clobber(xo) + E(5,3)",
}
"""Sums by the theorem that decides them, or by the value that is proved."""


@MOST
@pytest.mark.parametrize("theory", SUMS)
def test_changes_of_sums_with_lemmas(
    theory: Any, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("farstar.certificates._lemmas.MOST_SUMS", 1)
    is_value = theory in ("canonical", "atomic_weight")
    changed, data = changes(SUMS[theory], theory if is_value else "outcome", most)
    assert data["theory"] == ("strategies" if is_value else theory)
    refused = 0
    for path, other in changed:
        with pytest.raises(Refused):
            Certificate(other).check()
        if path[-1] == "digest":
            continue
        try:
            claim = Certificate(resealed(other)).check()[0]
        except NOT_ACCEPTED:
            refused += 1
            continue
        assert "values" not in path, path
        assert is_true(resealed(other)), path
        outcome = str(total_of(other).outcome)
        implied = {">=": ("L", "P"), "<=": ("R", "P")}.get(claim, (claim,))
        assert is_value or outcome in implied
    assert refused > len(changed) // 2


RELATIONS = ("over > ^", "upon || *", "FoxAndGeese(F..|...|G..) >= -1", "over == over")


@pytest.mark.parametrize("text", RELATIONS)
def test_changes_of_relations_with_loops(text: str) -> None:
    changed, data = changes(text, "outcome", 150)
    for path, other in changed:
        with pytest.raises(Refused):
            Certificate(other).check()
        if path[0] in ("claim", "strategies") and path[-1] not in ("digest", "reading"):
            # Nothing else is shown by strategies that were changed, not even with a new digest.
            try:
                Certificate(resealed(other)).check()
            except NOT_ACCEPTED:
                continue
            assert checker.check(resealed(other)).claims == [data["claim"]], path


PLAYED = "E(600000000000000000059,400000000000000000040) + E(33,23)"
"""A sum whose positions are too many to be listed."""

NAMED_OR_TRUE = {"name", "games", "rules", "positions", "none", "results", "h"}
"""Fields that can be changed so that something true is proved: labels, and other games.

A family may exclude fewer results, and a position may lose its form, so that less is claimed. A
relation of g and h may become one of g - h and 0.
"""


def every_kind() -> dict[str, Any]:
    """Return certificates of every kind that sums and families have, as data."""
    kinds: dict[str, Any] = {text: certify(text) for text in (*RELATIONS, PLAYED)}
    for text, prove in SAMPLES:
        kind: Any = prove
        kinds[f"{text} {prove}"] = certify(text, prove=kind)
    for name, (positions, what, none) in FAMILIES.items():
        kinds[name] = certify_family(positions, what=what, none=none)
    return {name: json.loads(str(certificate)) for name, certificate in kinds.items()}


@pytest.mark.parametrize("most", [20, pytest.param(400, marks=pytest.mark.long)])
def test_only_labels_and_other_games_can_be_changed(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a new digest, no other field of any kind of certificate can be changed."""
    monkeypatch.setattr(checker, "STEPS", FEW_STEPS)
    for name, data in every_kind().items():
        generator = random.Random(name)
        paths = [path for path in leaves(data) if path[-1] != "digest"]
        for _ in range(most):
            path = generator.choice(paths)
            try:
                Certificate(resealed(mutated(data, path, generator))).check()
            except NOT_ACCEPTED:
                continue
            assert NAMED_OR_TRUE & set(path), (name, path)


@pytest.mark.long
def test_thousands_of_changes() -> None:
    count = 0
    for text, prove in [*SAMPLES, *((text, "outcome") for text in RELATIONS)]:
        changed, _ = changes(text, prove, 10**6)
        count += len(changed)
        for _, other in changed:
            with pytest.raises(Refused):
                Certificate(other).check()
    assert count > 2_500
