"""Theorem 7 and Corollary 8 for all parameters: the certificate, and that it counts."""

from __future__ import annotations

import json
from fractions import Fraction
from importlib.resources import files
from itertools import product
from pathlib import Path

import pytest

import farstar as fs
from farstar.certificates import seal
from farstar.papers import _ranges
from farstar.papers._claim import ClaimVerdict
from farstar.papers._verify import check
from farstar.papers.geography.claims import CLAIMS

FAMILIES = Path(str(files("farstar.papers.geography"))) / "families"
PROVED = [claim for claim in CLAIMS if claim.range.for_all is not None]


def test_the_certificate_is_proved_again() -> None:
    texts = [(FAMILIES / f"geography.{kind}").read_text() for kind in ("families", "lemmas")]
    theorem = fs.prove.family(*texts)
    assert isinstance(theorem, fs.prove.Theorem)
    (path,) = {claim.range.for_all.path for claim in PROVED if claim.range.for_all}
    assert path.read_text() == str(theorem.certificate())


def test_the_claims_say_so() -> None:
    labels = {claim.label for claim in PROVED}
    assert {"Lemma 3", "Theorem 7 (A)", "Theorem 7 (D)(ii)", "Theorem 7 (F)"} <= labels
    for claim in PROVED:
        text = claim.range.text(claim.range.default)
        assert text.startswith("proved for all parameters")
        assert "(certificate a09e35535ff8474d), and compared for" in text
    cases = {label for label in labels if label.startswith("Corollary 8")}
    assert cases == {"Corollary 8 (C)", "Corollary 8 (D)(i)", "Corollary 8 (D)(ii)"}


def test_the_bounds_of_case_c_have_the_same_mean_and_temperature() -> None:
    for x, y, z in product(range(7), range(1, 9), range(7)):
        if z < y - 2 < x:
            high, low = x + z, y + z - 1
            lower = fs.Value(f"{{{high}|{low}}}")
            upper = fs.Value(f"{{{high},{{{x + y + z}|{low}}}|{low}}}")
            value = fs.GeographyA(x, y, z).search_value()
            assert lower <= value <= upper
            for one in (lower, value, upper):
                assert one.mean == low + Fraction(x - y + 1, 2)
                assert one.temperature == Fraction(x - y + 1, 2)


def test_the_means_of_case_d_follow_from_its_layers() -> None:
    """Each step of the induction on the page on proofs, for all small parameters."""
    for x, y, z in product(range(7), range(1, 13), range(7)):
        if not (z < y - 2 and x <= y - 2):
            continue
        value, inner = fs.GeographyA(x, y, z).search_value(), fs.GeographyA(x, y - 1, z + 1)
        assert value == fs.Value.of([inner.value], [x + z])
        last = next(j for j in range(y) if not (z + j < y - j - 2 and x <= y - j - 2))
        # The position after the last layer, less its number.
        base = fs.GeographyA(x, y - last, z + last).search_value() - (x + z + last)
        is_odd = (y - z) % 2 == 1
        if 2 * x >= y + z:
            assert last == y - x - 1
            assert base.mean == 0
        else:
            assert (last, base.mean) == ((y - z - 1) // 2, Fraction(-1, 2) if is_odd else 0)
        assert str(base) in ("*", "-1/2") or base.mean == base.temperature == 0
        mean = base.mean
        for _ in range(last):
            mean = (1 + mean) / 2
        assert (value.mean - (x + z), value.temperature) == (mean, mean)


def test_a_refused_certificate_refutes_the_claim(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = next(claim for claim in PROVED if claim.label == "Theorem 7 (B)")
    assert check(claim, 10).verdict is ClaimVerdict.HOLDS
    assert claim.range.for_all is not None
    data = json.loads(claim.range.for_all.path.read_text())
    data["proofs"] = data["proofs"][1:]
    del data["digest"], data["version"]
    forged = seal(data)
    monkeypatch.setattr(_ranges, "_certificate", lambda path: forged)
    result = check(claim, 10)
    assert result.verdict is ClaimVerdict.DISAGREES
    assert "refused" in (result.counterexample or "")
