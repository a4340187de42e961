"""Attempts to forge certificates: false statements, and files that can be misread."""

from __future__ import annotations

import copy
import json
from pathlib import Path
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
from tests.certificates.mutations import resealed
from tests.certificates.truth import is_true
from tests.running import python, run


def forged(certificate: Certificate, *changes: tuple[Any, ...]) -> dict[str, Any]:
    """Return a certificate with fields changed and a digest that fits; each is path, value."""
    data: Any = json.loads(str(certificate))
    for *path, last, value in changes:
        inside = data
        for key in path:
            inside = inside[key]
        inside[last] = value
    return resealed(data)


NIM = certify("Nim(2)")
CLOBBER = certify("Clobber(xo.x)")


@pytest.mark.parametrize(
    "changes",
    [
        [("games", 0, "heaps", [[-2]])],
        [("games", 0, "heaps", [[2.0]])],
        [("games", 0, "heaps", [[True], [True]])],
        [("games", 0, "heaps", [[10**301]])],
        [("games", 0, "left", ["n -> n-n"]), ("games", 0, "right", [])],
        [("games", 0, "left", ["n -> n<<n"])],
        [("games", 0, "extra", 1)],
        [("values", None)],
        [("values", [])],
        [("games", 0, "moves", [[[], []]])],
        [("parts", [[0, 1], [0, 1]])],
        [("parts", [[0, 7]])],
        [("parts", [[-1, 1]])],
        [("start", [0.5])],
        [("start", [-1])],
        [("start", [[0, 0]])],
        [("start", [])],
        [("statement", "Nim(2) is a win for Right")],
        [("claim", "L")],
        [("claim", ">=")],
        [("play", "misere"), ("claim", ">=")],
        [("play", "anything")],
        [("strategies", 0, "goal", "draw")],
        [("strategies", 0, "reading", "on")],
        [("lemmas", [])],
        [("h", [])],
        [("strategies", 0, "starter", "right")],
        [("strategies", 0, "note", "")],
        [("strategies", 0, "replies", [])],
        [("strategies", 0, "replies", 2 * NIM.data["strategies"][0]["replies"])],
        [("values", {"canonical": True})],
    ],
)
def test_forged_strategies_are_refused(changes: list[tuple[Any, ...]]) -> None:
    data = forged(NIM, *changes)
    with pytest.raises(Refused):
        Certificate(data).check()


def test_a_pass_does_not_win() -> None:
    """Left passes for ever: not a loss, but not a win."""
    listed = {"name": "on", "moves": [[[0], []]]}
    data = forged(certify("on"), ("games", [listed]))
    assert checker.check(data).claims == ["L"]
    both = {"name": "a game with passes", "moves": [[[0], [0]]]}
    data = forged(certify("on"), ("games", [both]))
    data["strategies"][1]["replies"] = [[[[0, 0]], [[0, 0]]]]
    with pytest.raises(checker.Refused, match="without a move that counts"):
        checker.check(resealed(data))


@pytest.mark.parametrize(
    "changes",
    [
        [("games", 0, "board", "xo.x|.")],
        [("games", 0, "left", ["xo|. -> .x|.", "ox -> x."])],
        [("games", 0, "left", ["xo -> .|x", "ox -> x."])],
        [("games", 0, "left", ["xo -> .", "ox -> x."])],
        [("games", 0, "board", "xo$x")],
        [("games", 0, "left", ["xo -> ?x", "ox -> x."])],
    ],
)
def test_boards_and_patterns_are_rectangles(changes: list[tuple[Any, ...]]) -> None:
    with pytest.raises(ValueError, match=r"different (length|shape)|is no mark|cannot be written"):
        checker.check(forged(CLOBBER, *changes))


@pytest.mark.parametrize(
    ("text", "name"),
    [("Clobber(xo.x)", "Clobber(xoxo)"), ("Nim(2)", "Nim(3)"), ("*", "^"), ("1", "2"),
     ("Hackenbush(br)", "Hackenbush(bb)"), ("Nim(2)", "Domineering(9x9)"), ("on", "over")],
)  # fmt: skip
def test_rules_under_the_name_of_another_game_are_refused(text: str, name: str) -> None:
    data = forged(certify(text), ("games", 0, "name", name))
    assert checker.check(data).claims == certify(text).claims
    with pytest.raises(Refused, match="another game"):
        Certificate(data).check()
    unknown = forged(certify(text), ("games", 0, "name", "a game of mine"))
    assert Certificate(unknown).check() == certify(text).check()


def test_a_name_does_not_look_like_an_answer(tmp_path: Path) -> None:
    data = forged(certify("*"), ("games", 0, "name", "*\nproved: L\x1b[2K"))
    (tmp_path / "proof.json").write_text(checker.text_of(data), encoding="utf-8")
    done = python("-I", checker.__file__, tmp_path / "proof.json")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        'refused: a label must be text that can be seen, got "*\\nproved: L\\u001b[2K"\n'
    )
    checked = run("check", tmp_path / "proof.json")
    assert checked.exit_code == 1
    assert "\nproved: L" not in checked.stdout


def test_forms_with_a_hidden_loop_are_refused() -> None:
    """The option off of {0, off | 0} is never looked at in a comparison that stops early."""
    rows = [[[1], [1]], [[], []], [[], [2]]]
    for prove in ("canonical", "atomic_weight"):
        data = json.loads(str(certify("*", prove=prove)))
        part = data["start"][-1]
        data["games"][data["parts"][part][0]]["moves"] = rows
        with pytest.raises(checker.Refused, match="must not have loops"):
            checker.check(resealed(data))


FAMILY = certify_family([fs.Kayles(n) for n in range(1, 6)], what="grundy", none=[0])
OUTCOMES = certify_family([fs.Kayles(n) for n in range(1, 6)], none=["P", "L", "R"])


@pytest.mark.parametrize(
    ("certificate", "changes"),
    [
        (FAMILY, [("none", ["1"])]),
        (FAMILY, [("none", [1.0])]),
        (FAMILY, [("none", [True])]),
        (FAMILY, [("none", [-1])]),
        (FAMILY, [("results", 0, True)]),
        (FAMILY, [("positions", 0, 0, -1)]),
        (FAMILY, [("what", "value")]),
        (FAMILY, [("play", "misere")]),
        (FAMILY, [("forms", [[[], []]])]),
        (FAMILY, [("forms", None)]),
        (FAMILY, [("name", "all heaps")]),
        (OUTCOMES, [("none", ["N "])]),
        (OUTCOMES, [("none", ["LN"])]),
        (OUTCOMES, [("none", "N")]),
        (OUTCOMES, [("what", "wins")]),
        (OUTCOMES, [("results", [])]),
        (OUTCOMES, [("rules", 0, "middle", [])]),
    ],
)
def test_forged_families_are_refused(
    certificate: Certificate, changes: list[tuple[Any, ...]]
) -> None:
    with pytest.raises(checker.Refused):
        checker.check(forged(certificate, *changes))


def test_forged_values_of_a_family_are_refused() -> None:
    family = certify_family([fs.Kayles(n) for n in range(1, 6)], what="value")
    assert family.check() == ["the values of 5 positions"]
    results = family.data["results"]
    for wrong in [*range(-1, len(family.data["forms"]) + 1), True, None, "0"]:
        if wrong != results[1][2] or type(wrong) is bool:
            with pytest.raises(Refused):
                Certificate(forged(family, ("results", 1, 2, wrong))).check()
    changes: list[tuple[Any, ...]] = [("results", 0, 0, 0, 2), ("results", 1, 0, [])]
    for change in [*changes, ("results", 2, [])]:
        with pytest.raises(checker.Refused):
            checker.check(forged(family, change))


def test_forged_weights_of_a_family_are_refused() -> None:
    family = certify_family([fs.PartizanEuclid(11, 10)], what="weight")
    assert family.check() == [f"the atomic weights of {len(family.data['results'])} positions"]
    claimed = family.data["results"][0][2]
    for wrong in [*range(-1, len(family.data["forms"]) + 1), True, None, "0"]:
        if wrong != claimed or type(wrong) is bool:
            with pytest.raises(Refused):
                Certificate(forged(family, ("results", 0, 2, wrong))).check()


def test_forged_lists_of_moves_are_refused() -> None:
    walls: list[Any] = [fs.parse(f"Hackenbush({text})") for text in ("brb", "rrb")]
    family = certify_family(walls)
    assert family.check() == ["the outcomes of 2 positions"]
    changes: list[tuple[Any, ...]] = [
        ("positions", 0, 1, -1),
        ("positions", 0, 1, 99),
        ("positions", 0, 1, "brb"),
        ("rules", 0, "moves", 0, 0, [-1]),
        ("rules", 0, "moves", 0, 0, [0]),
        ("rules", 0, "left", []),
    ]
    for change in changes:
        with pytest.raises(Refused):
            Certificate(forged(family, change)).check()


def test_true_is_not_one() -> None:
    lengths = certify_family([fs.Nim(1)], what="lengths")
    assert lengths.data["results"] == [[1]]
    moves = certify_family([fs.Nim(1)], what="moves")
    assert moves.data["results"] == [[[1], [1]], [[], []]]
    for certificate, *path in ((lengths, "results", 0), (moves, "results", 0, 0)):
        with pytest.raises(Refused):
            Certificate(forged(certificate, (*path, [True]))).check()


def test_misere_families_say_so() -> None:
    assert certify_family([fs.Nim(1)], what="misere").check() == [
        "the misère outcome of 1 position"
    ]


@pytest.mark.parametrize(
    "changes",
    [
        [("period", True)],
        [("preperiod", False)],
        [("period", -1)],
        [("code", "0.77")],
        [("code", "3.3")],
        [("grundy", [])],
        [("grundy", 0, False)],
    ],
)
def test_forged_periods_are_refused(changes: list[tuple[Any, ...]]) -> None:
    with pytest.raises(checker.Refused):
        checker.check(forged(certify_period("0.3"), *changes))


def test_a_long_period_is_not_checked() -> None:
    with pytest.raises(checker.OutOfBudget, match="more than 10000 heaps"):
        checker.check(forged(certify_period("0.3"), ("period", 10**30)))


LARGE = {
    "nim-sum": [f"Kayles({n})" for n in range(4, 9)],
    "numbers": ["Hackenbush(bbr)", "Hackenbush(rbb)", "Hackenbush(brrb)", "Hackenbush(bbrr)"] * 4,
    "stops": ["Domineering(2x3)", "{9|8}", "Domineering(3x3)", "Domineering(2x4)", "Snort(..)"],
    "two-ahead": [f"E({n},{n - 1})" for n in range(12, 18)],
    "strategies": ["Clobber(xoxo)", "Clobber(xoox)", "Clobber(xxoo)", "Clobber(oxo)", "E(7,4)"],
}


def large(theory: str) -> Certificate:
    """Return a certificate by lemmas and this theory."""
    certificate = certify(" + ".join(LARGE[theory]))
    assert certificate.data["theory"] == theory
    return certificate


@pytest.mark.parametrize("theory", LARGE)
def test_sums_by_lemmas(theory: str) -> None:
    certificate = large(theory)
    total: Any = fs.parse(" + ".join(LARGE[theory]))
    assert certificate.check() == [str(total.outcome)]
    lines = checker.check(certificate.data).lines[1:]
    assert sum(int(line.split()[0]) for line in lines) == len(LARGE[theory])


def test_forms_are_added_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("farstar.certificates._lemmas.MOST_SUMS", 12)
    total: Any = fs.parse(
        "Domineering(2x3) + Domineering(2x2) - Snort(...) + Clobber(xox) - E(7,4)"
    )
    certificate = certify(total)
    assert certificate.check() == [str(total.outcome)]
    uses = [lemma["uses"] for lemma in certificate.data["lemmas"]]
    assert uses.count([None]) == 5
    assert len(uses) > 7
    assert certify(total, "||" if str(total.outcome) == "N" else ">=", 0).check()
    with pytest.raises(ValueError, match="a relation that holds"):
        certify(total, "==", 0)


VALUES: dict[str, Any] = {
    "canonical": (["Domineering(3x3)", "Domineering(2x4)", "Clobber(2x3)", "E(11,8)"], 1),
    "thermograph": (["Domineering(2x4)", "Domineering(4x2)", "Snort(....)", "-2"], {}),
    "atomic_weight": (["E(34,21)", "E(30,19)", "E(45,26)", "Clobber(2x3)", "E(21,13)"], {"of": []}),
    "grundy": (["Nim(3,5,9)", "Nim(4,7)", "Cram(2x3)"], 3),
}
"""What is proved by lemmas, of which sums, and a false claim."""


@pytest.mark.parametrize("prove", VALUES)
def test_values_of_large_sums(prove: Any) -> None:
    """The last sum is a form minus itself; what it is worth is computed from the form."""
    parts, false = VALUES[prove]
    certificate = certify(" + ".join(parts), prove=prove)
    assert certificate.claims == [prove]
    (proved,) = certificate.check()
    assert proved.startswith(prove.replace("_", " ").replace("grundy", "Grundy"))
    assert is_true(json.loads(str(certificate)))
    lines = certificate.report()[1 : 1 + len(parts)]
    assert all(line.startswith("  +1 times ") for line in lines)
    last = len(certificate.data["lemmas"]) - 1
    for changes in (
        [("lemmas", last, "certificate", "values", {prove: false})],
        [("lemmas", last, "certificate", "values", [prove])],
        [("lemmas", last, "certificate", "claim", ">=")],
        [("lemmas", 0, "certificate", "values", {"canonical": True})],
        [("claim", "N")],
    ):
        with pytest.raises(Refused):
            Certificate(forged(certificate, *changes)).check()


def test_a_sum_that_cancels_is_worth_zero() -> None:
    certificate = certify("Domineering(4x4) - Domineering(4x4)", prove="canonical")
    assert certificate.data["theory"] == "strategies"
    assert certificate.check() == ["canonical form 0"]
    assert certificate.report()[1] == "  nothing: the empty sum"


@pytest.mark.parametrize("theory", LARGE)
def test_forged_sums_are_refused(theory: str) -> None:
    certificate = large(theory)
    first = certificate.data["sum"][:1] or [[0, 1]]
    wrong = {"L": "R", "R": "L", "N": "P", "P": "N"}[certificate.data["claim"]]
    lemma = certificate.data["lemmas"][0]
    forgeries: list[list[tuple[Any, ...]]] = [
        [("claim", wrong)],
        [("claim", "")],
        [("theory", "numbers" if theory != "numbers" else "nim-sum")],
        [("theory", "because")],
        [("sum", [*certificate.data["sum"], [0, 0]])],
        [("sum", [*certificate.data["sum"], [-1, 1]])],
        [("sum", first)],
        [("numbers", [])] if theory != "strategies" else [("numbers", [1])],
        [("weights", [1])],
        [("lemmas", [])],
        [("lemmas", [*certificate.data["lemmas"], lemma])],
        [("lemmas", 0, "uses", [0])],
        [("lemmas", 0, "uses", [])],
        [("lemmas", 0, "proof", "")],
        [("lemmas", 0, "certificate", "claim", ">=")],
        [("lemmas", 0, "certificate", "play", "misere")],
        [("lemmas", 0, "certificate", "strategies", [])],
        [("lemmas", 0, "certificate", "parts", [[0, 1], [1, 1]])],
        [("note", 1)],
    ]
    for changes in forgeries:
        with pytest.raises(Refused):
            Certificate(forged(certificate, *changes)).check()


def test_stars_are_not_numbers_and_bounds_are_checked() -> None:
    """* has the stops of 0; weights must be within their bounds."""
    certificate = large("nim-sum")
    pairs = [["0", "0"]] * len(certificate.data["sum"])
    for theory in ("numbers", "stops"):
        with pytest.raises(checker.Refused):
            checker.check(
                forged(certificate, ("theory", theory), ("numbers", pairs), ("claim", "P"))
            )
    with pytest.raises(ValueError, match="must not have values"):
        checker.check(forged(certificate, ("lemmas", 0, "certificate", "values", {"grundy": 9})))
    ahead = large("two-ahead")
    low, high = ahead.data["numbers"][0]
    with pytest.raises(ValueError, match="the bound is too high"):
        checker.check(forged(ahead, ("numbers", 0, [low + 1, high + 1])))
    with pytest.raises(ValueError, match="the bound is too low"):
        checker.check(forged(ahead, ("numbers", 0, [low - 1, high - 1])))


def test_a_number_in_another_form_has_no_stops() -> None:
    """{-1*|1*} is 0, though the stops of its options are -1 and 1."""
    rows = [[[1], [2]], [[3], [3]], [[4], [4]], [[], [5]], [[5], []], [[], []]]
    with pytest.raises(ValueError, match="not in canonical form"):
        checker.stops(rows)
    right, left, is_number = checker.stops([[[1], [1]], [[], []]])
    assert (int(right), int(left), is_number) == (0, 0, False)


RELATIONS = [
    ("over", ">", "^"), ("on", ">", "over"), ("over", "==", "over"), ("upon", "<=", "on"),
    ("under", "<", "0"), ("upon", "||", "*"), ("FoxAndGeese(F..|...|G..)", ">=", "-1"),
    ("BackslidingToadsAndFrogs(T.F)", ">=", "BackslidingToadsAndFrogs(T.F)"), ("on", ">=", "off"),
]  # fmt: skip


@pytest.mark.parametrize(("g", "relation", "h"), RELATIONS)
def test_relations_with_loops(g: str, relation: str, h: str) -> None:
    certificate = certify(f"{g} {relation} {h}")
    assert certificate.check() == [f"g {relation} h"]
    for other in checker.LOOPY_RESULTS:
        if other != f"g {relation} h":
            with pytest.raises(Refused):
                Certificate(forged(certificate, ("claim", other))).check()
    for number, strategy in enumerate(certificate.data["strategies"]):
        for field, wrong in (
            ("reading", "off" if strategy["reading"] == "on" else "on"),
            ("player", "left" if strategy["player"] == "right" else "right"),
            ("starter", "left" if strategy["starter"] == "right" else "right"),
            ("reading", "stoppers"),
            ("note", 1),
        ):
            changed = forged(certificate, ("strategies", number, field, wrong))
            is_first = strategy["player"] == strategy["starter"]
            if field == "reading" and is_first and wrong != "stoppers":
                continue  # the same replies may refute the other reading, too
            with pytest.raises(Refused):
                Certificate(changed).check()
        for place, (before, after) in enumerate(strategy["replies"]):
            for reply in ([before, before], [after, after], [before], [before, after, 0]):
                if reply != [before, after]:
                    changed = forged(certificate, ("strategies", number, "replies", place, reply))
                    with pytest.raises(Refused):
                        Certificate(changed).check()
            rest = copy.deepcopy(strategy["replies"])
            del rest[place]
            with pytest.raises(Refused):
                Certificate(forged(certificate, ("strategies", number, "replies", rest))).check()


def test_a_file_that_can_be_misread_is_refused(tmp_path: Path) -> None:
    """Fields twice, spaces, NaN, and other ways to write the same."""
    written = str(NIM)
    bad = [
        written.replace('"claim":"N"', '"claim":"P","claim":"N"'),
        written.replace(",", ", "),
        written.replace('"values":{}', '"values":NaN'),
        "[" * 100_000,
        '{"values":' + "9" * 5000 + "}",
    ]
    folder = tmp_path / "empty"
    folder.mkdir()
    alone = folder / "checker.py"
    alone.write_bytes(Path(str(checker.__file__)).read_bytes())
    for text in [written, *bad]:
        (folder / "proof.json").write_text(text, encoding="utf-8")
        done = python("-I", "-S", alone, "proof.json", cwd=folder)
        if text == written:
            assert done.stdout.startswith("proved: N: the player who starts wins"), done.stderr
        else:
            assert (done.returncode, done.stderr[:8], done.stdout) == (1, "refused:", "")
