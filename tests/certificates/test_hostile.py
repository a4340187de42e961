"""Certificates by a hostile author: false claims, and true ones that can be misread."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import farstar as fs
from farstar.certificates import (
    Certificate,
    Refused,
    certify,
    certify_family,
    certify_period,
    checker,
)
from farstar.certificates._loops import outcome_with_loops, relation_with_loops
from farstar.cli import cli
from tests.certificates.mutations import resealed
from tests.certificates.test_certificates import SIDED


def alone(data: Any, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the checker on a certificate, as a file of its own."""
    path = folder / "proof.json"
    path.write_text(data if isinstance(data, str) else checker.text_of(data), encoding="utf-8")
    run = [sys.executable, "-I", "-S", str(checker.__file__), str(path)]
    return subprocess.run(run, capture_output=True, text=True, check=False)


def small_sum(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return the data of a certificate by lemmas."""
    monkeypatch.setattr("farstar.certificates._lemmas.MOST_SUMS", 1)
    data: dict[str, Any] = json.loads(str(certify("Domineering(2x2) + 3 + Domineering(1x2)")))
    return data


def test_a_lemma_cannot_hide_its_proof_behind_lemmas_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A certificate with `lemmas` inside a lemma was not looked at, whatever it claimed."""
    data = small_sum(monkeypatch)
    assert data["claim"] == "L"
    for lemma in data["lemmas"]:
        false = lemma["certificate"]
        false |= {"lemmas": [], "strategies": []}
        form = false["games"][false["parts"][false["start"][-1]][0]]
        form |= {"moves": [[[], [1]], [[], []]], "name": "-1"}
    data |= {"theory": "numbers", "numbers": [["-1", "-1"]] * 3, "claim": "R"}
    with pytest.raises(Refused):
        Certificate(resealed(data)).check()
    with pytest.raises(ValueError, match="must have the fields"):
        checker.check(resealed(data))


@pytest.mark.parametrize("uses", [[0], [1], [2], [-1], [True], ["0"], [None, None], [], None])
def test_lemmas_use_only_earlier_lemmas(monkeypatch: pytest.MonkeyPatch, uses: Any) -> None:
    data = small_sum(monkeypatch)
    data["lemmas"][0]["uses"] = uses
    with pytest.raises(Refused):
        Certificate(resealed(data)).check()


@pytest.mark.parametrize("text", SIDED)
def test_the_sides_of_a_negative_are_exchanged(text: str) -> None:
    """-(S & T) is -T & -S: a part with the players exchanged uses its other side."""
    value = fs.Loopy(text)
    assert outcome_with_loops([(value, -1)]).check() == [str((-value).outcome)]
    negative = -value
    equal = relation_with_loops([(value, -1)], "==", [(negative, 1)])
    assert equal.check() == ["g == h"]
    assert relation_with_loops([(negative, 1)], "==", [(value, -1)]).check() == ["g == h"]


def test_sides_in_the_wrong_order_have_no_outcome() -> None:
    """Nothing is -1 & 1: Right would win its onside and Left its offside, whoever starts."""
    left, right = [[[1], []], [[], []]], [[[], [1]], [[], []]]
    data = json.loads(str(certify(fs.Loopy("1 & 0"))))
    data["games"] = [{"name": "none", "on": right, "off": left}]
    for claim, player, reading in (("L", "left", "off"), ("R", "right", "on")):
        replies = [[[[0, 0]], [[0, 1]]]]
        data["claim"] = claim
        data["strategies"] = [
            {"player": player, "reading": reading, "replies": replies, "starter": player},
            {"player": player, "reading": reading, "replies": [], "starter": other_of(player)},
        ]
        with pytest.raises(ValueError, match="are not those that prove"):
            checker.check(resealed(data))
        other = "on" if reading == "off" else "off"
        both = [{**strategy, "reading": other} for strategy in data["strategies"]]
        data["strategies"] = [*data["strategies"], *both]
        with pytest.raises(checker.Refused):
            checker.check(resealed(data))


def other_of(player: str) -> str:
    """Return the other player."""
    return checker.OTHER[player]


@pytest.mark.parametrize(
    ("text", "prove", "said"),
    [
        ("-^ - ^", "outcome", ["proved: R: Right wins", '+1 times {"moves"']),
        ("- Clobber(xo) - Clobber(xo)", "outcome", ["proved: P: the player who", "-2 times {"]),
        ("Nim(1)", "misere", ["proved: P: the player who", "+1 times {"]),
        ("BackslidingToadsAndFrogs(T.F)", "misere", ["proved: ", "+1 times {"]),
    ],
)
def test_a_checker_says_what_sum_and_what_play_is_meant(
    text: str, prove: Any, said: list[str], tmp_path: Path
) -> None:
    """A certificate about -G, about 2G or about misère play cannot pass for one about G."""
    done = alone(certify(text, prove=prove).data, tmp_path)
    assert done.returncode == 0, done.stderr
    for line, beginning in zip(done.stdout.splitlines(), said, strict=True):
        assert line.strip().startswith(beginning)
    assert ("under misère play" in done.stdout) == (prove == "misere")


FLOATS = [("Nim(2)", '"parts":[[0,1]]', '"parts":[[0,1.0]]')]
FLOATS += [("over", '"start":[0]', '"start":[0.0]')]


@pytest.mark.parametrize(("text", "written", "other"), FLOATS)
def test_floats_are_refused(text: str, written: str, other: str, tmp_path: Path) -> None:
    data = str(certify(text)).strip()
    assert written in data
    changed = resealed(json.loads(data.replace(written, other)))
    for number in ("1e999", "NaN", "-Infinity"):
        assert alone(data.replace(written, f'"parts":{number}'), tmp_path).returncode == 1
    assert alone(changed, tmp_path).stderr.startswith("refused: not JSON: numbers must be integers")
    checked = CliRunner().invoke(cli, ["check", str(tmp_path / "proof.json")])
    assert checked.exit_code == 1, checked.output


def test_heaps_of_a_family_are_integers() -> None:
    """True is 1 for Python, and a position that was met before is not looked at again."""
    data = json.loads(str(certify_family([fs.Nim(1), fs.Nim(2)])))
    for wrong in (True, 1.0):
        changed = copy.deepcopy(data)
        changed["positions"].append([0, [[wrong]]])
        changed["results"].append("N")
        with pytest.raises(ValueError, match="heaps must be an integer"):
            checker.check(resealed(changed))


def test_digits_are_those_of_ascii() -> None:
    period = json.loads(str(certify_period("0.3")))
    with pytest.raises(ValueError, match="expected a code such as"):
        checker.check(resealed(period | {"code": "0.\uff13"}))
    data = json.loads(str(certify("Nim(2)")))
    data["games"][0]["left"] = ["n -> n-\u0661 if n > 0"]
    with pytest.raises(ValueError, match="beyond arithmetic"):
        checker.check(resealed(data))


ODD: list[Any] = [None, True, 0, -1, 10**400, "", "0", [], [[]], {}, {"0": 0}, [None], [[[]]], "x"]


@pytest.mark.parametrize("text", ["Nim(2)", "over > ^", "dud", "Clobber(xo) + *"])
def test_odd_fields_are_refused_with_one_kind_of_error(text: str) -> None:
    data = json.loads(str(certify(text)))
    for field in data:
        for odd in ODD:
            changed = resealed({**data, field: odd})
            if field == "digest" or changed == data:
                continue
            try:
                proved = Certificate(changed).check()
            except Refused:
                continue
            # An empty text is as good as an empty list; nothing else is proved by it.
            assert (field, proved) == ("h", certify(text).check()), odd
