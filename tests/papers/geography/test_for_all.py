"""Theorem 7 for all parameters: the certificate is that of the families and lemmas, and counts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import farstar as fs
from farstar.certificates import seal
from farstar.papers import _ranges
from farstar.papers._claim import ClaimVerdict
from farstar.papers._verify import check
from farstar.papers.geography.claims import CLAIMS

FAMILIES = Path(fs.prove.__file__).parent / "families"
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
        assert "(certificate c1f7ef9677302f02), and compared for" in text
    # No proof of the means and temperatures.
    assert not any(label.startswith("Corollary 8") for label in labels)


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
