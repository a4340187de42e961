"""Changed certificates with a digest that fits: whatever is accepted is true."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import farstar as fs
from farstar.certificates import (
    Certificate,
    Refused,
    certify,
    certify_family,
    certify_period,
    checker,
)
from tests.certificates.mutations import (
    FEW_STEPS,
    NOT_ACCEPTED,
    leaves,
    mutated,
    rearranged,
    resealed,
)
from tests.certificates.test_certificates import SIDED
from tests.certificates.test_families import FAMILIES
from tests.certificates.test_mutations import RELATIONS, SAMPLES, SUMS
from tests.certificates.truth import is_true


def every_kind(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return certificates of all kinds, as data."""
    kinds: dict[str, Any] = {text: certify(text) for text in RELATIONS}
    for text, prove in SAMPLES:
        what: Any = prove
        kinds[f"{text} {prove}"] = certify(text, prove=what)
    for text in SIDED:
        value, over = fs.Loopy(text), fs.Loopy("over")
        kinds[text] = certify(value)
        relation = str(value.compare(over)).replace("=", "==")
        kinds[f"{text} {relation} over"] = certify(value, relation, over)
    for name, (positions, what, none) in FAMILIES.items():
        kinds[name] = certify_family(positions, what=what, none=none)
    for code in ("0.77", "0.3", "0.137", "4.3"):
        kinds[f"period {code}"] = certify_period(code)
    with monkeypatch.context() as patch:
        patch.setattr("farstar.certificates._lemmas.MOST_SUMS", 1)
        for theory, text in SUMS.items():
            proved: Any = theory if theory in ("canonical", "atomic_weight") else "outcome"
            kinds[f"sum {theory}"] = certify(text, prove=proved)
    data = {name: json.loads(str(certificate)) for name, certificate in kinds.items()}
    for code in ("0.77", "0.123", "0.31"):
        document = fs.misere_quotient(code).certificate()
        data[f"quotient {code}"] = json.loads(checker.text_of(document))
    return data


@pytest.mark.parametrize("most", [4, pytest.param(60, marks=pytest.mark.long)])
def test_what_is_accepted_is_true(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker, "STEPS", FEW_STEPS)
    accepted = 0
    for name, data in every_kind(monkeypatch).items():
        assert is_true(data), name
        generator = random.Random(name)
        paths = leaves(data)
        for _ in range(most):
            change = generator.choice([mutated, rearranged])
            path = generator.choice(paths)
            changed = change(data, path, generator)
            if checker.text_of(changed) == checker.text_of(data):
                continue
            with pytest.raises(Refused):
                Certificate(changed).check()
            try:
                Certificate(resealed(changed)).check()
            except NOT_ACCEPTED:
                continue
            accepted += 1
            assert is_true(resealed(changed)), (name, path)
    assert accepted


def test_the_brute_force_tells_false_claims() -> None:
    wrong: list[tuple[Any, str, Any]] = [
        (certify("^ + *"), "claim", "L"),
        (certify("over > ^"), "claim", "g == h"),
        (certify("dud"), "claim", "N"),
        (certify("Kayles(3)", prove="grundy"), "values", {"grundy": 4}),
        (certify("{3|1}", prove="thermograph"), "values", {"thermograph": {}}),
        (certify_family([fs.Kayles(3)], what="grundy"), "results", [4]),
        (certify_family([fs.Nim(1)], what="misere"), "results", ["N"]),
        (certify_period("0.77"), "period", 6),
    ]
    for certificate, field, value in wrong:
        data = json.loads(str(certificate))
        assert is_true(data)
        assert not is_true({**data, field: value})
