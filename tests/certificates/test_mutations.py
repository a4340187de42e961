"""No change of a certificate passes, and with a new digest nothing false is proved."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from farstar.certificates import Certificate, Refused, certify
from tests.certificates.mutations import leaves, mutated, resealed
from tests.certificates.test_certificates import plain_outcome

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


@pytest.mark.parametrize(("text", "prove"), SAMPLES)
def test_a_change_with_a_new_digest_proves_nothing_false(text: str, prove: Any) -> None:
    changed, data = changes(text, prove, 140)
    refused = 0
    for path, other in changed:
        if path == ("digest",):
            continue
        try:
            claim, *values = Certificate(resealed(other)).check()
        except Refused:
            refused += 1
            continue
        if data["claim"] in "LRNP" and "Backsliding" not in text and "Fox" not in text:
            outcome = plain_outcome(other)
            assert claim == outcome or (claim in (">=", "<=") and outcome in ("P", claim))
        # Whatever is claimed about the form can only have changed with the form itself.
        if values and path[0] == "values":
            pytest.fail(f"a changed value was accepted at {path}")
    assert refused > len(changed) // 4


@pytest.mark.long
def test_thousands_of_changes() -> None:
    count = 0
    for text, prove in SAMPLES:
        changed, _ = changes(text, prove, 10**6)
        count += len(changed)
        for _, other in changed:
            with pytest.raises(Refused):
                Certificate(other).check()
    assert count > 2_500
