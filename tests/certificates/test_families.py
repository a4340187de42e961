"""Certificates of families, periods and misère quotients."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import farstar as fs
from farstar.certificates import (
    Certificate,
    Refused,
    certify_family,
    certify_period,
    checker,
    load_certificate,
)
from farstar.certificates._strategies import values_of
from farstar.errors import BudgetExceeded, NotAtomicError
from farstar.impartial.codes import Code
from tests.certificates.mutations import NOT_ACCEPTED, leaves, mutated, resealed

FAMILIES: dict[str, tuple[list[Any], Any, list[Any]]] = {
    "euclid": ([fs.PartizanEuclid(p, q) for p in range(2, 16) for q in range(1, p)], "outcome", []),
    "geography": (
        [fs.GeographyB(x, y, z) for x in range(1, 4) for y in range(4) for z in range(3)],
        "outcome",
        ["R", "N"],
    ),
    "clobber": ([fs.Clobber("xo" * n) for n in range(1, 5)], "outcome", ["L", "R"]),
    "kayles": ([fs.Kayles(n) for n in range(1, 12)], "grundy", [0, 9]),
    "misere": ([fs.Nim(a, b) for a in range(5) for b in range(5)], "misere", ["L", "R"]),
    "boards": ([fs.Domineering(f"{n}x{m}") for n in (1, 2) for m in (2, 3)], "outcome", ["P"]),
    "values": ([fs.PartizanEuclid(p, q) for p in range(2, 11) for q in range(1, p)], "value", []),
    "weights": ([fs.PartizanEuclid(p, q) for p in (9, 10) for q in range(1, p)], "weight", []),
    "trees": ([fs.PartizanEuclid(p, q) for p in range(2, 11) for q in range(1, p)], "tree", []),
    "moves": ([fs.Kayles(n) for n in range(1, 6)], "moves", []),
    "lengths": ([fs.Grossman(a, b) for a in range(1, 9) for b in range(a, 9)], "lengths", []),
    "multipliers": (
        [fs.Grossman(a, b, multipliers={1, 4}) for a in range(1, 7) for b in range(a, 12)],
        "grundy",
        [5],
    ),
    "rows": ([fs.SerialNim(a, b) for a in range(1, 5) for b in range(1, 4)], "grundy", []),
    "listed": ([fs.parse(f"Hackenbush({text})") for text in ("br", "brb", "rrb")], "value", []),
}


@pytest.mark.parametrize("name", FAMILIES)
def test_families(name: str) -> None:
    positions, what, none = FAMILIES[name]
    certificate = certify_family(positions, what=what, none=none)
    (proved,) = certificate.check()
    if what in ("moves", "weight"):
        assert len(certificate.data["results"]) >= len(positions)
    else:
        assert f"of {len(positions)} positions" in proved
    if what == "outcome":
        searched = [str(position.search_outcome()) for position in positions]
        assert certificate.data["results"] == searched


@pytest.mark.parametrize("name", FAMILIES)
def test_changed_families_are_refused(name: str) -> None:
    positions, what, none = FAMILIES[name]
    data = json.loads(str(certify_family(positions, what=what, none=none)))
    generator = random.Random(name)
    paths = leaves(data)
    for path in generator.sample(paths, min(len(paths), 150)):
        with pytest.raises(Refused):
            Certificate(mutated(data, path, generator)).check()
    for path in generator.sample(paths, min(len(paths), 60)):
        if path[0] in ("results", "what", "play"):
            changed = resealed(mutated(data, path, generator))
            # Without its form a position is still true, and one value less is claimed.
            if what == "value" and path[0] == "results" and len(path) == 2:
                row = changed["results"][path[1]]
                if isinstance(row, list) and row == data["results"][path[1]][:2]:
                    continue
            with pytest.raises(Refused):
                Certificate(changed).check()


def test_families_that_have_no_certificate(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match=r"expected no outcome P, got PartizanEuclid\(2, 1\)"):
        certify_family([fs.PartizanEuclid(5, 3), fs.PartizanEuclid(2, 1)], none=["P"])
    with pytest.raises(ValueError, match="at least one"):
        certify_family([])
    with pytest.raises(ValueError, match="expected one of outcome, misere, grundy, value"):
        certify_family([fs.Nim(1)], what="mean")  # type: ignore[arg-type]
    with pytest.raises(NotAtomicError, match="all-small"):
        certify_family([fs.Domineering("1x2")], what="weight")
    with pytest.raises(ValueError, match="expected no results that must not occur"):
        certify_family([fs.Nim(1)], what="value", none=[0])
    monkeypatch.setattr("farstar.certificates._families.MOST_POSITIONS", 100)
    with pytest.raises(BudgetExceeded, match="at most 100 positions"):
        certify_family([fs.PartizanSubtraction(20, 10, left={1}, right={1})])


def test_families_agree_with_the_library() -> None:
    pairs = [(a, b) for a in range(1, 12) for b in range(a, 12)]
    lengths = certify_family([fs.Grossman(a, b) for a, b in pairs], what="lengths").data["results"]
    assert lengths == [[fs.Grossman(a, b).length] for a, b in pairs]
    euclid = [fs.PartizanEuclid(p, q) for p in range(2, 14) for q in range(1, p)]
    trees = certify_family(euclid, what="tree").data["results"]
    words = [str(position.signature) for position in euclid]
    assert trees == [words.index(word) for word in words]
    data = certify_family(euclid, what="weight").data
    weights = values_of(data["forms"])
    for position, row in zip(euclid, data["results"], strict=False):
        assert weights[row[2]] == position.atomic_weight()


def test_moves_that_are_listed_are_named() -> None:
    walls: list[Any] = [fs.parse(f"Hackenbush({text})") for text in ("br", "rb")]
    certificate = certify_family(walls)
    assert certificate.listed == ["Hackenbush"]
    assert certificate.check() == ["the outcomes of 2 positions"]


@pytest.mark.parametrize(
    ("code", "preperiod", "period"),
    [("0.77", 71, 12), ("0.07", 53, 34), ("0.3", 0, 2), ("0.333", 0, 4), ("0.137", 52, 34),
     ("4.7", 0, 2), ("0.123", 5, 5)],
)  # fmt: skip
def test_periods(code: str, preperiod: int, period: int) -> None:
    certificate = certify_period(code)
    data = certificate.data
    assert certificate.check() == [
        f"the Grundy values of {code} have period {data['period']} from {data['preperiod']}"
    ]
    assert data["period"] == period
    if code != "4.7":
        assert data["preperiod"] == preperiod


def test_moves_of_codes() -> None:
    for code in ("0.77", "4.F", "0.137", "4.3F", "0.F", "C.8"):
        for n in range(14):
            assert sorted(checker.heap_options(code, n)) == sorted(Code.parse(code).moves(n))


def test_changed_periods_are_refused() -> None:
    generator = random.Random(1)
    for code in ("0.77", "0.123"):
        data = json.loads(str(certify_period(code)))
        for path in leaves(data):
            with pytest.raises(Refused):
                Certificate(mutated(data, path, generator)).check()
            if path[0] not in ("code", "digest"):
                with pytest.raises(Refused):
                    Certificate(resealed(mutated(data, path, generator))).check()
    with pytest.raises(ValueError, match="finitely many"):
        certify_period("0.[3]")
    with pytest.raises(BudgetExceeded, match="within"):
        certify_period("0.6")


def test_quotients(tmp_path: Path) -> None:
    for code, order in (("0.75", 8), ("0.77", 40), ("0.15", 42)):
        document = fs.misere_quotient(code).certificate()
        assert Certificate(document).check() == [f"the misère quotient of {code} has order {order}"]
        fs.misere_quotient(code).save(tmp_path / "q.json")
        assert load_certificate(tmp_path / "q.json").claims == ["misere quotient"]


def test_changed_quotients_are_refused() -> None:
    document = fs.misere_quotient("0.75").certificate()
    generator = random.Random(4)
    data = json.loads(json.dumps(document))
    kept = 0
    for path in leaves(data):
        if path == ("digest",):
            continue
        changed = mutated(data, path, generator)
        with pytest.raises(Refused):
            Certificate(changed).check()
        try:
            (proved,) = Certificate(resealed(changed)).check()
        except NOT_ACCEPTED:
            continue
        # A longer preperiod, or another period that also fits, is still true.
        assert path[0] == "period" or proved != "the misère quotient of 0.75 has order 8", path
        kept += 1
    assert kept <= 3
