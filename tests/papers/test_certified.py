"""Certificates of what verdicts rest on."""

from __future__ import annotations

import pytest

import farstar as fs
from farstar.papers import certify_verdict


@pytest.mark.parametrize(
    ("paper", "label", "what"),
    [
        ("partizan-euclid", "Observation 5, values", ["E(5,3) < ^", "values of 4 positions"]),
        ("partizan-euclid", "Lemma 1", ["outcomes of 28 positions"]),
        ("partizan-euclid", "Introduction, Euclid as a sequential sum",
         ["Grundy value 1 of Grossman(1,2)", "Grundy values of 56 positions"]),
    ],
)  # fmt: skip
def test_what_verdicts_rest_on_is_certified(paper: str, label: str, what: list[str]) -> None:
    report = fs.verify(paper, claim=label, bound=8)
    result = next(result for result in report if result.claim.label == label)
    certified = certify_verdict(result)
    assert [one.what for one in certified] == what
    for one in certified:
        assert one.certificate is not None
        assert one.certificate.check()


def test_what_has_no_certificate_says_what_is_compared() -> None:
    (result,) = fs.verify("partizan-euclid", claim="Introduction, FICF of 11/8")
    (certified,) = certify_verdict(result)
    assert certified.certificate is None
    assert certified.what == f"no certificate: it compares {result.claim.compared}"


def test_a_family_that_is_too_large_is_refused_with_a_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("farstar.certificates._games.MOST_POSITIONS", 20)
    result = next(iter(fs.verify("partizan-euclid", claim="Lemma 1", bound=12)))
    (certified,) = certify_verdict(result)
    assert certified.certificate is None
    assert "expected at most 20 positions" in certified.what


@pytest.mark.long
@pytest.mark.parametrize("paper", ["partizan-euclid", "nim-type-game", "partizan-geography"])
def test_all_certificates_of_a_paper_are_accepted(paper: str) -> None:
    count = 0
    for result in fs.verify(paper, bound=8):
        for certified in certify_verdict(result):
            if certified.certificate is not None:
                assert certified.certificate.check(), result.claim.label
                count += 1
            else:
                assert certified.what.startswith("no certificate"), certified.what
    assert count >= 5
