"""Certificates of what verdicts rest on."""

from __future__ import annotations

import re

import pytest

import farstar as fs
from farstar.papers import certify_verdict


@pytest.mark.parametrize(
    ("paper", "label", "what"),
    [
        ("partizan-euclid", "Observation 5, values", ["E(5,3) < ^", "values of 4 positions"]),
        ("partizan-euclid", "Lemma 1", ["outcomes of 28 positions"]),
        ("partizan-euclid", "Introduction, Euclid as a sequential sum",
         ["Grundy value 1 of Grossman(1,2)", "Grundy values of 85 positions"]),
        ("partizan-euclid", "Theorem 6", ["game trees of 14 positions"]),
        ("partizan-euclid", "Table 1", ["outcomes of 9 positions", "moves of 9 positions"]),
        ("partizan-euclid", "Section 5, the weight {7||6|5}",
         ["atomic weight of 1 position", "value of 1 position"]),
        ("nim-type-game", "Section 3, length", ["lengths of play of 28 positions"]),
        ("nim-type-game", "Theorem 4", ["Grundy values of 28 positions"]),
        ("beyond", "Misère outcomes", ["misère outcomes of 21 positions"]),
        ("beyond", "Geography on K_n x K_5", ["values of 2 positions"]),
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
    (result,) = fs.verify("partizan-euclid", claim="Introduction, NICF and FICF", bound=8)
    (certified,) = certify_verdict(result)
    assert certified.certificate is None
    assert certified.what.startswith("no certificate, as no game is played: it compares the lib")


def test_sums_have_certificates_of_their_own() -> None:
    (result,) = fs.verify("beyond", claim="Plain sums are hard", bound=1)
    certified = certify_verdict(result)
    # One of three instances occurs twice; each is played with and without a minus sign.
    assert len(certified) == 4
    for one in certified:
        assert one.certificate is not None
        assert one.what.startswith(f"outcome {one.certificate.check()[0]} of E(")


def test_a_family_that_is_too_large_is_divided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("farstar.certificates._families.MOST_POSITIONS", 5)
    result = next(iter(fs.verify("partizan-euclid", claim="Lemma 1", bound=12)))
    certified = certify_verdict(result)
    sizes = [re.fullmatch(r"outcomes? of (\d+) positions?", one.what) for one in certified]
    refused = [one.what for one in certified if one.certificate is None]
    assert sum(int(size[1]) for size in sizes if size) + len(refused) == 66
    assert all("expected at most 5 positions" in what for what in refused)
    assert refused


@pytest.mark.long
@pytest.mark.parametrize("paper", ["nim-type-game", "real-euclid", "partizan-geography"])
def test_all_certificates_of_a_paper_are_accepted(paper: str) -> None:
    count = 0
    for result in fs.verify(paper, bound=8):
        for certified in certify_verdict(result):
            if certified.certificate is not None:
                assert certified.certificate.check(), result.claim.label
                count += 1
            else:
                assert certified.what.startswith("no certificate"), certified.what
    assert count >= 20
