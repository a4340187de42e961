"""The proved checker next to the Python checker: the same verdicts on every kind of certificate."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from farstar.certificates import certify
from tests.proofs import corpus
from tests.proofs.conftest import FCHECK, Run

Verdicts = Callable[[Sequence[str]], list[str]]

NOT_COVERED = "not covered by the proved checker: "


def claim_of(data: Any) -> str:
    """Return the claim of a certificate in the words of fcheck."""
    values = data["lemmas"][-1]["certificate"]["values"] if "lemmas" in data else data.get("values")
    if values:
        words = {"canonical": "canonical form", "grundy": f"Grundy value {values.get('grundy')}"}
        return "; ".join(words[name] for name in sorted(values))
    if "lemmas" in data:
        return str(data["claim"])
    if "claim" in data:
        play = " under misere play" if data["play"] == "misere" else ""
        return str(data["claim"] + play)
    what = {"outcome": "outcome", "grundy": "Grundy value"}[data["what"]]
    what = "misere outcome" if data["play"] == "misere" else what
    never = f", never {', '.join(dict.fromkeys(map(str, data['none'])))}" if data["none"] else ""
    count = len(data["positions"])
    return f"the {what}{'s' * (count > 1)} of {count} position{'s' * (count > 1)}{never}"


def test_every_kind_that_is_covered(verdicts: Verdicts) -> None:
    certificates = corpus.covered()
    answers = verdicts([corpus.text_of(data) for data in certificates.values()])
    for (name, data), answer in zip(certificates.items(), answers, strict=True):
        assert answer == f"proved: {claim_of(data)}", name


def test_other_kinds_are_not_covered(verdicts: Verdicts) -> None:
    certificates = corpus.with_python_only()
    answers = verdicts([corpus.text_of(data) for data in certificates.values()])
    for name, answer in zip(certificates, answers, strict=True):
        assert answer.startswith(NOT_COVERED), name


def test_exit_codes(fcheck: Run, tmp_path: Path) -> None:
    good, bad, other = (str(tmp_path / name) for name in ("good", "bad", "other"))
    certify("^ || *").save(good)
    Path(bad).write_text("{}\n", encoding="utf-8")
    certify("{3|1}", prove="thermograph").save(other)
    codes = {(good,): 0, (bad,): 1, (other,): 3, (good, other): 3, (other, bad, good): 1}
    for paths, code in codes.items():
        assert fcheck(*paths).returncode == code
    assert fcheck().returncode == fcheck("--what").returncode == 2
    missing = fcheck(str(tmp_path / "missing"))
    assert missing.returncode == 2
    assert "No such file" in missing.stderr


def test_what_was_proved_is_printed_in_full(fcheck: Run, tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    data = json.loads(str(certify("Clobber(xo.x)", prove="canonical")))
    data["games"][0]["name"] = 'a "label"'
    path.write_text(corpus.text_of(data), encoding="utf-8")
    lines = fcheck(str(path)).stdout.splitlines()
    assert lines[0] == "proved: canonical form"
    assert "so the sum is equal to 0" in lines
    assert '+1 times, from board xo.x (called "a \\"label\\"" by the file):' in lines
    assert "    Left:  xo -> .x, ox -> x." in lines
    form = [line for line in lines if line.startswith("    row")]
    rows = data["games"][1]["moves"]
    assert len(form) == len(rows)
    assert form[-1].strip() == f"row {len(rows) - 1}: {{ | }}"


BOARD: dict[str, Any] = {"board": "x.", "left": ["x -> ."], "right": [], "name": "g"}
HEAPS: dict[str, Any] = {"heaps": [[1]], "left": ["n -> n-1 if n > 0"], "right": [], "name": "g"}


def game(**fields: Any) -> str:
    """Return a certificate that Left wins a game in which only she has one move."""
    rules = {**(HEAPS if "heaps" in fields or "rule" in fields else BOARD), **fields}
    if "rule" in rules:
        rules["left"] = [rules.pop("rule")]
    return corpus.text_of(
        {
            "claim": "L",
            "games": [rules],
            "parts": [[0, 1]],
            "play": "normal",
            "start": [0],
            "strategies": [
                {"player": "left", "replies": [[[[0, 0]], [[0, 1]]]], "starter": "left"},
                {"player": "left", "replies": [], "starter": "right"},
            ],
            "values": {},
        }
    )


TRUE = (
    game(), game(heaps=[[1]]), game(left=["[x] -> ."]), game(left=["[^.$] -> ."]),
    game(left=["x? -> .="]), game(left=["$x -> =."]), game(board="x"), game(left=["x.$ -> .=="]),
    game(rule="n -> n-1 if 0 < n <= 5"), game(rule="n -> n-1 if (n > 0 and n != 3) or n > 7"),
    game(rule="n -> k for k in (0,) if n == 1"), game(rule="n -> n//2 if n % 2 == 1"),
    game(rule="n -> k for k in range(n)"), game(rule="n -> -(1-n) if n > 0"),
    game(board="x .", left=["x -> ."]), game(heaps=[[10**300 - 1]], left=["n -> 0 if n > 0"]),
)  # fmt: skip

FALSE = {
    "a sum without a reply": [game(left=["x -> ."], right=["x -> ."])],
    "that cannot be read": [
        game(board="x]"), game(board="x^"), game(board="x$"), game(board="x="), game(board="x?"),
        game(board="x["), game(board="x|.."), game(board=""), game(left=["x -> .."]),
        game(left=["x-> ."]), game(left=["x -> $"]), game(left=["x -> ?"]), game(left=["] -> ."]),
        game(left=["= -> ."]), game(left=["[x -> ."]), game(left=["x -> . -> ."]),
        game(left=["[]x] -> ."]), game(left=["[x|o] -> ."]),
        game(heaps=[[-1]]), game(heaps=[[]]), game(heaps=[[0]]), game(heaps=[[1], [0]]),
        game(heaps=[[0], [1]], left=["n -> 2 if n == 0", "n -> 0 if n == 1"]),
        game(rule="n - n-1"), game(rule="n -> m"),
        game(rule="n -> n-1 if n"), game(rule="n -> n-1if n > 0"), game(rule="nn -> nn-1"),
        game(rule="n -> n-1 for n in range(2)"), game(rule="n -> n*0"),
        game(rule="n, n -> (n, n)"), game(rule="n -> n-1 if n > 0 else 2"), game(rule="n -> "),
        game(rule="n -> __import__"), game(rule="n -> n/1"), game(rule="n -> (n-1,)"),
    ],
    "not defined in a position, or a negative heap": [
        game(rule="n -> n-2 if n > 0"), game(rule="n -> n % (n-n)"),
        game(rule="n -> 0 if n//0 > 0"), game(rule="p, q -> (p, q)"),
    ],
    "a heap of 10^300 or more": [game(heaps=[[10**300]], left=["n -> 0 if n > 0"])],
    "too large for": [game(heaps=[[10**302]], left=["n -> 0 if n > 0"])],
    "a game with other fields": [game(note=1), game(moves=[])],
}  # fmt: skip


def test_rules_that_are_read(verdicts: Verdicts) -> None:
    assert verdicts(TRUE) == ["proved: L"] * len(TRUE)
    assert all(map(corpus.is_accepted, TRUE))


@pytest.mark.parametrize("message", FALSE)
def test_rules_that_are_refused(message: str, verdicts: Verdicts) -> None:
    for answer in verdicts(FALSE[message]):
        assert answer.startswith("refused: "), answer
        assert message in answer
    accepted = map(corpus.is_accepted, FALSE[message])
    assert not any(accepted)


BEYOND = {
    "a rule with numbers of more than three digits": game(rule="n -> n-1 if 0 < n < 1000"),
    "a rule with more than two loops":
        game(rule="n -> a for a in (0,) for b in (0,) for c in (0,)"),
    "rules with a range for a heap of more than 1000":
        game(heaps=[[1001]], left=["n -> k for k in range(n)"]),
}  # fmt: skip


@pytest.mark.parametrize("limit", BEYOND)
def test_limits_are_no_refusals(limit: str, verdicts: Verdicts) -> None:
    assert verdicts([BEYOND[limit]]) == [NOT_COVERED + limit]
    assert corpus.is_accepted(BEYOND[limit]) is None


def test_marks_outside_ascii_are_not_covered(verdicts: Verdicts) -> None:
    (answer,) = verdicts([game(board="x\N{BLACK CIRCLE}")])
    assert answer == NOT_COVERED + "marks other than printable ASCII"


def test_files_that_are_written_in_another_way(verdicts: Verdicts) -> None:
    text = game()
    spaced = text.replace('":', '": ')
    twice = text.replace('"claim":"L"', '"claim":"P","claim":"L"')
    unordered = "{" + text[len('{"claim":"L",') : -1] + ',"claim":"L"}'
    escaped = text.replace('"normal"', '"n\\u006frmal"')
    forged = text.replace('"claim":"L"', '"claim":"N"')
    wrong = [spaced, twice, unordered, escaped, forged, text + "x", text[:-1], "", "[]", "null"]
    wrong += [
        text.replace("[0,1]", number) for number in ("[0,true]", "[0,1.0]", "[-0,1]", "[00,1]")
    ]
    assert json.loads(unordered) == json.loads(escaped) == json.loads(text)
    for answer in verdicts(wrong):
        assert answer.startswith("refused: "), answer


def test_a_loop_does_not_win(verdicts: Verdicts) -> None:
    """A strategy that passes for ever may draw, but it does not win."""
    strategy = {"player": "left", "replies": [[[[0, 0]], [[0, 0]]]]}
    data: dict[str, Any] = {
        "claim": "L",
        "games": [{"moves": [[[0], [0]]], "name": "passes"}],
        "h": [],
        "parts": [[0, 1]],
        "play": "normal",
        "start": [0],
        "strategies": [
            {**strategy, "starter": starter, "reading": "off"} for starter in ("left", "right")
        ],
    }
    drawn = {**data, "claim": "D"}
    drawn["strategies"] = [
        {**strategy, "player": player, "starter": starter, "reading": reading}
        for starter in ("left", "right")
        for player, reading in (("left", "on"), ("right", "off"))
    ]
    false, true = verdicts([corpus.text_of(data), corpus.text_of(drawn)])
    assert false.startswith("refused: ")
    assert true == "proved: D"


def compare(texts: list[str], verdicts: Verdicts) -> tuple[int, int]:
    """Require that both checkers accept the same files; return how many they accept and refuse."""
    accepted = refused = 0
    for text, answer in zip(texts, verdicts(texts), strict=True):
        is_accepted = None if answer.startswith(NOT_COVERED) else corpus.is_accepted(text)
        if is_accepted is None:
            continue
        is_proved = answer.startswith("proved: ")
        if is_proved:
            assert is_accepted, (answer, text)
            assert answer == f"proved: {claim_of(json.loads(text))}"
        else:
            assert not is_accepted, (answer, text)
        accepted += is_proved
        refused += not is_proved
    return accepted, refused


@pytest.mark.parametrize(
    ("changes", "sums"), [(10, 30), pytest.param(120, 300, marks=pytest.mark.long)]
)
def test_both_checkers_agree(changes: int, sums: int, verdicts: Verdicts) -> None:
    """On random sums, and on certificates that were changed and have a digest that fits."""
    texts = []
    for name, data in corpus.covered().items():
        changed = corpus.changed(data, changes, random.Random(name))
        texts += [corpus.text_of(one) for one in changed]
    accepted, refused = compare(texts, verdicts)
    assert refused > len(texts) // 2
    assert accepted
    texts = [corpus.text_of(data) for data in corpus.random_sums(random.Random(sums), sums)]
    accepted, refused = compare(texts, verdicts)
    assert refused == 0
    assert accepted > sums * 2 // 3


@pytest.mark.long
@pytest.mark.skipif(shutil.which("coqc") is None, reason="needs coqc")
@pytest.mark.parametrize(
    ("text", "prove", "theorem"),
    [
        ("^ || *", "outcome", "holds_for the_claim games"),
        ("Clobber(xo.x)", "canonical", "value_holds the_claim IsCanonical"),
        ("Kayles(4)", "grundy", "value_holds the_claim (HasGrundy 1%nat)"),
        ("Nim(2,1)", "misere", "holds_for the_claim games"),
        ("BackslidingToadsAndFrogs(T.F)", "outcome", "holds the_claim"),
    ],
)
def test_coq_checks_a_certificate(
    text: str, prove: Any, theorem: str, fcheck: Run, tmp_path: Path
) -> None:
    certify(text, prove=prove).save(tmp_path / "proof.json")
    written = fcheck("--coq", str(tmp_path / "proof.json")).stdout
    assert theorem in written
    (tmp_path / "proof.v").write_text(written, encoding="utf-8")
    command = ["coqc", "-q", "-Q", str(FCHECK.parent), "Farstar", "proof.v"]
    answer = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, timeout=100, check=True
    ).stdout
    assert set(answer.splitlines()) == {"Closed under the global context"}
    false = written.replace("kind := Normal", "kind := Misere")
    if false != written:
        (tmp_path / "proof.v").write_text(false, encoding="utf-8")
        assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode
