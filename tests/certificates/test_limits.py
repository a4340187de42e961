"""Large and odd certificates: the steps of a check bound its work, and limits are not refusals."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import farstar as fs
from farstar.certificates import (
    Certificate,
    certify,
    certify_family,
    checker,
    load_certificate,
)
from farstar.certificates._games import Games, label_of
from farstar.certificates._strategies import values_of
from farstar.errors import BudgetExceeded
from tests.certificates.mutations import resealed
from tests.certificates.test_hostile import alone
from tests.running import run


class Cells(str):
    """A board that counts how often one of its cells is looked at, and how often it is copied."""

    __slots__ = ()
    looked_at = 0
    copied = 0

    def __getitem__(self, index: Any) -> str:
        Cells.looked_at += 1
        return super().__getitem__(index)

    def __iter__(self) -> Iterator[str]:
        Cells.copied += 1
        return super().__iter__()


def test_cells_of_patterns_are_steps() -> None:
    """A pattern as large as the board lies in many places, each with many cells."""
    row = "x" * 30
    rule = "|".join([row] * 30)
    budget = checker.Budget()
    checker.BoardRules([f"{rule} -> {rule.replace('x', 'o')}"], [], budget).moves(rule)
    assert budget.steps - budget.left > 30**2 * 59**2
    with pytest.raises(checker.OutOfBudget):
        checker.BoardRules([f"{rule} -> {rule}"], [], checker.Budget(10**6)).moves(rule)


def test_cells_of_boards_are_steps() -> None:
    board = Cells("x" * 99 + "o")
    budget = checker.Budget()
    rules = checker.BoardRules(["x" * 100 + " -> " + "." * 100], [], budget)
    rules.placed(board)
    before, Cells.looked_at = budget.left, 0
    rules.moves(board)
    assert Cells.looked_at >= 100
    assert before - budget.left >= Cells.looked_at - 1


def test_boards_are_counted_before_they_are_copied() -> None:
    """A board of 90,000 cells has as many moves, each to a board of this size."""
    board = Cells("." * 2000)
    rules = checker.BoardRules([". -> #"], [], checker.Budget(10_000))
    rules.placed(board)
    Cells.copied = 0
    with pytest.raises(checker.OutOfBudget):
        rules.moves(board)
    assert 0 < Cells.copied < 100


@pytest.mark.parametrize(
    "rule",
    ["n -> 0" + " if n > 5" * 400, "n -> 0 if n > " + "+".join(["n"] * 400),
     "n -> 0" + ", 0" * 400, "n -> 0 if " + "(" * 40 + "n > 5" + ")" * 40],
)  # fmt: skip
def test_words_of_rules_are_steps(rule: str) -> None:
    budget = checker.Budget()
    rules = checker.HeapRules([rule], [], budget)
    read = budget.steps - budget.left
    assert len(rule) <= read < 20 * len(rule)  # not quadratic
    before = budget.left
    rules.moves(((3,),))
    assert before - budget.left >= len(rules.rules[0][0].words) // 16
    with pytest.raises(checker.OutOfBudget):
        checker.HeapRules([rule], [], checker.Budget(len(rule) - 1))


def test_a_long_rule_is_read_in_time_that_grows_with_its_length() -> None:
    """Its words were copied for each comparison: 40,000 of them took minutes."""
    data = json.loads(str(certify("Nim(2)")))
    data["games"][0] |= {"left": ["n -> 0" + " if n > 5" * 40_000]}
    with pytest.raises(checker.OutOfBudget):
        checker.check(resealed(data), checker.Budget(10**6))


def test_a_move_that_is_listed_often_is_made_once() -> None:
    rows = [[[1] * 1000, []], [[], []]]
    total = checker.Sum([(0, 1)], [rows])
    assert [len(options) for options in total.tables["left"][0][0]] == [1, 0]


def test_moves_are_counted_before_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sum of 3,000 games with 300 options each has 900,000 moves, each to a long state."""
    options = [*range(1, 301)]
    rows: list[Any] = [[options, options], *([[], []] for _ in options)]
    total = checker.Sum([(0, 1)] * 3000, [rows] * 3000)
    start = tuple((part, 0) for part in range(3000))
    monkeypatch.setattr(checker.Sum, "moves", lambda *_: pytest.fail("the moves were made"))
    strategy = {"player": "left", "starter": "left", "replies": []}
    with pytest.raises(checker.OutOfBudget):
        checker.walk(total, start, "normal", strategy, checker.Budget(10_000_000))


def test_moves_of_equal_components_are_counted_for_each_and_made_once() -> None:
    rows: list[Any] = [[[1, 2], [1]], [[2], []], [[], []]]
    total = checker.Sum([(0, 1), (0, -1)], [rows, rows])
    state = ((0, 0), (0, 0), (0, 1), (1, 0))
    assert [total.count(state, player) for player in ("left", "right")] == [6, 4]
    assert [len(total.moves(state, player)) for player in ("left", "right")] == [4, 3]


LIMITS = {
    "digits": ["n -> 0 if n > 1000"],
    "loops": ["n -> 0 for a in (1,) for b in (1,) for c in (1,)"],
    "parentheses": ["n -> 0 if " + "(" * 51 + "n" + ")" * 51 + " > 0"],
    "range": ["n -> a for a in range(n-1, n)"],
}


@pytest.mark.parametrize("limit", LIMITS)
def test_limits_of_the_checker_are_not_faults_of_a_file(limit: str, tmp_path: Path) -> None:
    data = json.loads(str(certify("Nim(2)")))
    data["games"][0] |= {"left": LIMITS[limit], "right": LIMITS[limit], "heaps": [[1001]]}
    data["games"][0]["name"] = "a game"
    data = resealed(data)
    with pytest.raises(checker.NotSupported, match=limit):
        checker.check(data)
    with pytest.raises(BudgetExceeded, match=limit):
        Certificate(data).check()
    answer = alone(data, tmp_path)
    assert (answer.returncode, answer.stdout) == (3, "")
    assert answer.stderr.startswith("not supported, nothing is known: ")


def test_games_beyond_the_limits_are_listed() -> None:
    """Farstar makes certificates of them all the same."""
    assert Games().derived(fs.Nim(9)) is not None
    assert Games().derived(fs.Nim(1001)) is None


def test_many_options_of_a_form_are_steps() -> None:
    """All pairs of options were listed before the first step was counted."""
    zero: list[list[int]] = [[], []]
    with pytest.raises(checker.Refused, match="position 0 of the form has a dominated"):
        checker.check_canonical([[[1] * 100_000, []], zero], checker.Budget(0))
    nimbers = [[[*range(n)], [*range(n)]] for n in range(30)]
    budget = checker.Budget()
    checker.check_canonical(nimbers, budget)
    assert budget.steps - budget.left >= sum(2 * n * (n - 1) for n in range(30))


def test_options_that_are_looked_up_are_steps() -> None:
    budget = checker.Budget()
    options: list[Any] = [[[*range(1, 1000)], [*range(1, 1000)]], *([[], []] for _ in range(999))]
    checker.Order(options.__getitem__, budget).at_least(0, 0)
    assert budget.steps - budget.left >= 2 * 999 // 16


def test_out_of_memory_is_not_a_refusal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "proof.json"
    certify("^ || *").save(path)

    def no_memory(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(checker, "check_sum", no_memory)
    assert checker.main([str(path)]) == 3
    assert capsys.readouterr().err == "out of memory: nothing is known\n"
    with pytest.raises(BudgetExceeded, match="out of memory"):
        load_certificate(path).check()


def nimbers(n: int) -> list[Any]:
    """Return forms: for each nimber up to *n a position, the largest first."""
    return [[[*range(i + 1, n + 1)], [*range(i + 1, n + 1)]] for i in range(n + 1)]


def test_only_the_forms_that_are_asked_for_are_printed() -> None:
    """One long form made all of them unreadable, and the whole list was printed for each."""
    forms = nimbers(40)
    assert checker.form_texts(forms, [39, 40]).get(39) == "{0|0}"
    assert 0 not in checker.form_texts(forms, [0, 39])
    family = json.loads(str(certify_family([fs.Nim(n) for n in (0, 1, 30)], what="value")))
    lines = Certificate(family).report()
    assert "  0: [0,[]]" in lines
    assert "  {0|0}: [0,[[1]]]" in lines
    assert sum(checker.text_of(family["forms"]) in line for line in lines) == 1
    (long,) = (line for line in lines if "of the forms: " in line)
    assert long.endswith("[0,[[30]]]")


def test_texts_of_forms_mean_their_values() -> None:
    choice = random.Random(5)
    for _ in range(100):
        size = choice.randrange(1, 7)
        forms = [
            [choice.sample(range(p + 1, size), choice.randrange(min(3, size - p))) for _ in "lr"]
            for p in range(size)
        ]
        texts = checker.form_texts(forms, range(size))
        assert [fs.Value(texts[p]) for p in range(size)] == list(values_of(forms)), forms


def test_forms_that_nothing_uses_are_refused() -> None:
    family = json.loads(str(certify_family([fs.Nim(1), fs.Nim(2)], what="value")))
    family["forms"].append([[0], [0]])
    with pytest.raises(checker.Refused, match="a form that nothing uses"):
        checker.check(resealed(family))


@pytest.mark.parametrize(
    ("content", "code"),
    [(b'{"claim":NaN}', 1), (b'{ "claim": 1}', 1), (b"[]", 1), (b"[" * 100_000, 1), (b"", 1),
     (b"\xff", 1), (b"{}", 1), (None, 2)],
)  # fmt: skip
def test_both_programs_have_the_same_exit_codes(
    content: bytes | None, code: int, tmp_path: Path
) -> None:
    path = tmp_path / "proof.json"
    if content is not None:
        path.write_bytes(content)
    assert checker.main([str(path)]) == code
    answer = run("check", path)
    assert answer.exit_code == code, answer.output
    assert answer.output.startswith("refused: ") == (code == 1)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert checker.main([str(tmp_path)]) == run("check", tmp_path).exit_code == 2


def test_a_file_that_is_too_large_is_not_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "proof.json"
    certify("^ || *").save(path)
    monkeypatch.setattr("farstar.certificates._certificate.MOST_BYTES", 10)
    assert run("check", path).exit_code == 3


@pytest.mark.parametrize(
    "label",
    ["\u034f", "\ufe0f", "\u17b4", "\u180b", "\u0301", "\u20dd", "\u200d", "\U000e0100",
     "a\u034f", "a\ufe0f", "\u00ada", "\u2800", "\u3164a", " ", "", "\u00a0", "a\x00"],
)  # fmt: skip
def test_labels_can_be_seen(label: str) -> None:
    data = json.loads(str(certify("^")))
    data["games"][0]["name"] = label
    with pytest.raises(checker.Refused, match="a label must be text that can be seen"):
        checker.check(resealed(data))
    checker.check_label(label_of(label))


@pytest.mark.parametrize(
    "label", ["^", "E(5,3)", "é", "e\u0301", "Клоббер", "囲碁", "♟", "a b", "½"]
)
def test_visible_labels_are_taken(label: str) -> None:
    checker.check_label(label)
    assert label_of(label) == label


@pytest.mark.parametrize(
    ("what", "claim"),
    [("outcome", "the outcome of 1 position"), ("grundy", "the Grundy value of 1 position"),
     ("misere", "the misère outcome of 1 position"),
     ("weight", "the atomic weights of 3 positions"),
     ("lengths", "the lengths of play of 1 position"), ("tree", "the game tree of 1 position"),
     ("moves", "the moves of 3 positions"), ("value", "the value of 1 position")],
)  # fmt: skip
def test_what_is_proved_of_a_family_is_a_sentence(what: Any, claim: str) -> None:
    assert certify_family([fs.Nim(2)], what=what).check() == [claim]


def test_results_that_never_occur_are_printed_once() -> None:
    family = certify_family([fs.Nim(2), fs.Nim(3)], none=["P", "P", "L"])
    assert family.check() == ["the outcomes of 2 positions, never P, L"]


def test_messages_about_odd_fields() -> None:
    data = json.loads(str(certify("^")))
    data["games"][0]["moves"][0] = [[True], [2]]
    with pytest.raises(checker.Refused, match=r"^a listed move must be an integer, got true$"):
        checker.check(resealed(data))
    data["games"][0] = 5
    with pytest.raises(checker.Refused, match=r"^a field is missing or has the wrong type"):
        checker.check(resealed(data))


def test_text_is_accepted_on_both_sides() -> None:
    assert certify("over", ">=", "^").check() == ["g >= h"]
    assert certify(fs.Value("^"), "||", "*").check() == ["N"]
    with pytest.raises(ValueError, match="expected a game to compare with, got the relation"):
        certify("^", ">", "* > 0")
