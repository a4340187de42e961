"""What is printed about a certificate is what was checked, and labels are only labels."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import farstar as fs
from farstar.certificates import (
    Certificate,
    Refused,
    _certificate,
    certify,
    certify_family,
    checker,
    load_certificate,
)
from farstar.certificates._certificate import compare_names
from farstar.certificates._games import Games, Work, positions_of
from farstar.certificates._strategies import values_of
from farstar.errors import BudgetExceeded, FarstarError
from tests.certificates.mutations import resealed
from tests.certificates.test_mutations import SUMS
from tests.certificates.test_random_sums import loopy_games, random_sum, short_games
from tests.certificates.truth import is_true_statement
from tests.running import run


def report(certificate: Certificate, folder: Path) -> list[str]:
    """Return what the command prints."""
    certificate.save(folder / "proof.json")
    result = run("check", folder / "proof.json")
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()


UP = '{"moves":[[[1],[2]],[[],[]],[[1],[1]]]}, moves listed and not derived, called "^" by the file'


def test_a_value_is_printed_and_not_the_difference_that_proves_it(tmp_path: Path) -> None:
    lines = report(certify("^", prove="canonical"), tmp_path)
    assert lines[:2] == ["proved: canonical form {0|{0|0}} of the sum of", f"  +1 times {UP}"]
    assert not any("P:" in line for line in lines)


def test_terms_that_cancel_keep_their_signs(tmp_path: Path) -> None:
    lines = report(certify("E(5,3) - E(5,3)"), tmp_path)
    assert [line.split(" times ")[0] for line in lines[1:3]] == ["  +1", "  -1"]


def test_both_games_of_a_relation_are_printed(tmp_path: Path) -> None:
    on = '  +1 times {"moves":[[[0],[]]]}, moves listed and not derived, called "on" by the file'
    lines = report(certify("on == on"), tmp_path)
    assert lines[:4] == ["proved: g == h, where g is", on, "and h is", on]
    lines = report(certify("over > ^"), tmp_path)
    assert lines[0] == "proved: g > h, where g is"
    assert '"over" by the file' in lines[1]
    assert lines[3] == f"  +1 times {UP}"


@pytest.mark.parametrize(
    ("text", "prove", "claim"),
    [
        ("Kayles(6)", "grundy", "Grundy value 3"),
        ("E(17,10)", "atomic_weight", "atomic weight 2"),
        ("Domineering(2x2)", "canonical", "canonical form {1|-1}"),
        ("{3|1}", "thermograph", 'left wall [["-1","4"],["1","2"]]'),
    ],
)
def test_the_value_that_is_proved_is_printed(
    text: str, prove: Any, claim: str, tmp_path: Path
) -> None:
    assert claim in report(certify(text, prove=prove), tmp_path)[0]


def test_a_large_form_is_printed_as_its_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker, "LONGEST_FORM", 8)
    (proved,) = certify("^", prove="canonical").check()
    moves = "[[[1],[2]],[[],[]],[[1],[1]]]"
    assert proved == f"the canonical form is position 0 of these moves: {moves}"
    head, *_ = certify("^", prove="canonical").report()
    assert head == f"proved: {proved}, for the sum of"


def test_a_label_is_not_a_fact() -> None:
    """A file that lists 0 twice, and calls it ^ and *."""
    data: dict[str, Any] = {
        "games": [{"name": name, "moves": [[[], []]]} for name in ("my ^", "my *")],
        "parts": [[0, 1], [1, -1]], "start": [0, 1], "play": "normal", "claim": "P", "values": {},
        "strategies": [{"player": player, "starter": starter, "replies": []}
                       for player, starter in (("left", "right"), ("right", "left"))],
    }  # fmt: skip
    lines = Certificate(resealed(data)).report()
    zero = '{"moves":[[[],[]]]}, moves listed and not derived, called'
    assert lines[1:3] == [
        f'  +1 times {zero} "my ^" by the file', f'  -1 times {zero} "my *" by the file'
    ]  # fmt: skip
    assert lines[3] == 'names that Farstar does not know: "my ^", "my *"'


@pytest.mark.parametrize("name", ["", " ", "\n", "\u200b", "\u3164", "\u2800", "*\x1b[2K", 3, None])
def test_labels_can_be_seen(name: Any) -> None:
    for text, path in (("*", "games"), ("over > ^", "games")):
        data = json.loads(str(certify(text)))
        data[path][0]["name"] = name
        with pytest.raises(Refused, match="label"):
            Certificate(resealed(data)).check()
    wall: Any = fs.parse("Hackenbush(br)")
    data = json.loads(str(certify_family([wall])))
    data["rules"][0]["name"] = name
    with pytest.raises(Refused):
        Certificate(resealed(data)).check()


def test_a_ruleset_without_a_visible_name_gets_a_label() -> None:
    class Hidden(fs.Ruleset):
        name = "\n"

        def left(self, n: int) -> list[int]:
            return [n - 1] if n else []

        def right(self, n: int) -> list[int]:
            return [n - 1] if n else []

        def text(self, n: int) -> str:
            return "\u3164\n"

    certificate = certify(Hidden()(1))
    assert certificate.check() == ["N"]
    assert certificate.data["games"][0]["name"].isprintable()


def test_labels_outside_of_ascii_are_printed_as_escapes() -> None:
    data = json.loads(str(certify("*")))
    data["games"][0]["name"] = "Клоббер"
    assert (
        Certificate(resealed(data))
        .report()[1]
        .endswith('called "\\u041a\\u043b\\u043e\\u0431\\u0431\\u0435\\u0440" by the file')
    )


def test_a_budget_does_not_refuse() -> None:
    """Out of budget is never no."""
    certificate = certify("Clobber(xo.x) + Domineering(2x3)")
    with fs.engine.budget(nodes=3), pytest.raises(BudgetExceeded):
        certificate.check()
    with fs.engine.budget(seconds=0), pytest.raises(BudgetExceeded):
        certificate.check()
    assert certificate.check()


def test_names_are_compared_within_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A label can mean a long computation; it is given up, and the proof holds."""
    monkeypatch.setattr("farstar.certificates._certificate.MOST_NODES", 2_000)
    data = json.loads(str(certify("*")))
    data["games"][0]["name"] = "1*Domineering(8x8)"
    assert compare_names(data["games"]).uncompared == ["1*Domineering(8x8)"]
    lines = Certificate(resealed(data)).report()
    assert lines[-1] == 'games of Farstar that are too large to be compared: "1*Domineering(8x8)"'


def test_a_name_of_a_huge_game_does_not_stop_a_proof() -> None:
    """Even its first move takes too long."""
    data = json.loads(str(certify("*")))
    data["games"][0]["name"] = "Nim(1000000000)"
    lines = Certificate(resealed(data)).report()
    assert lines[-1] == 'games of Farstar that are too large to be compared: "Nim(1000000000)"'


def test_options_of_named_games_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first has about a hundred positions, and two hundred options in each."""
    monkeypatch.setattr("farstar.certificates._certificate.MOST_NODES", 1_000)
    data = json.loads(str(certify("*")))
    data["games"][0]["name"] = "*99"
    assert compare_names(data["games"]).uncompared == ["*99"]
    board = Games()
    position = fs.Hackenbush("l" * 60)
    with fs.engine.budget(nodes=1_000), pytest.raises(BudgetExceeded):
        board.component(position, 1)


def test_few_large_games_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("farstar.certificates._certificate.MOST_NODES", 1_000)
    tried = []
    has_moves_of = _certificate._has_moves_of

    def spied(game: Any, component: Any) -> bool:
        tried.append(game["name"])
        return has_moves_of(game, component)

    monkeypatch.setattr("farstar.certificates._certificate._has_moves_of", spied)
    names = [f"*{n}" for n in range(80, 120)]
    games = [{"name": name, "moves": [[[], []]]} for name in names]
    assert compare_names(games).uncompared == names
    assert tried == names[: _certificate.MOST_TRIES]


def test_long_games_are_compared_in_one_pass() -> None:
    """It took as many passes as the game has moves."""
    rows, shorter = ([[[p + 1], []] for p in range(n)] + [[[], []]] for n in (3000, 2999))
    assert _certificate._is_same(rows, rows)
    assert not _certificate._is_same(rows, shorter)
    with fs.engine.budget(nodes=50_000):
        assert compare_names([{"name": "3000", "moves": rows}]).known == ["3000"]


def test_games_are_the_same_if_their_plays_are() -> None:
    """With loops and without, against a comparison of the unfolded games to a depth."""
    generator = random.Random(28)

    def unfolded(rows: Any, p: int, depth: int) -> Any:
        sides = rows[p] if depth else ()
        return tuple(frozenset(unfolded(rows, q, depth - 1) for q in side) for side in sides)

    same = 0
    for _ in range(400):
        size = generator.randint(1, 3)
        first, second = (
            [
                [
                    [q for q in range(p + 1 if ends else 0, size) if generator.random() < 0.4]
                    for _ in range(2)
                ]
                for p in range(size)
            ]
            for ends in [generator.random() < 0.5] * 2
        )
        expected = unfolded(first, 0, 6) == unfolded(second, 0, 6)
        assert _certificate._is_same(first, second) == expected
        same += expected
    assert 20 < same < 380


def test_a_game_that_is_too_large_may_still_be_another_one() -> None:
    data = json.loads(str(certify("Nim(2)")))
    data["games"][0]["name"] = "Domineering(9x9)"
    with pytest.raises(Refused, match="another game than Domineering"):
        Certificate(resealed(data)).check()


def test_every_phase_looks_at_the_time() -> None:
    """Work that takes long stops soon after the time is over."""
    rows: list[list[list[int]]] = [[[1], [1]], [[], []]]
    certificate = certify("Clobber(xo.x)")
    game = certificate.data["games"][0]
    with fs.engine.budget(seconds=0):
        for work in (
            lambda: values_of(rows),
            lambda: positions_of(game),
            lambda: checker.check(certificate.data, Work()),
            lambda: certify("Clobber(xo.x)"),
            lambda: certify("Clobber(xo.x)", prove="misere"),
            lambda: certify_family([fs.Clobber("xo")], what="tree"),
            lambda: certify_family([fs.Nim(2)], what="lengths"),
        ):
            with pytest.raises(BudgetExceeded):
                work()


def test_a_check_that_is_too_long_has_an_exit_code_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certify("Clobber(xo.x)").save(tmp_path / "proof.json")
    monkeypatch.setattr(checker, "STEPS", 1)
    result = run("check", tmp_path / "proof.json")
    assert result.exit_code == 3
    assert "refused" not in result.output
    assert "proved" not in result.output


def test_numbers_that_are_no_numbers(tmp_path: Path) -> None:
    for text in ('{"claim":NaN}', '{"claim":-Infinity}', '{"claim":1.5}', '{"claim":1e999}'):
        (tmp_path / "proof.json").write_text(text, encoding="utf-8")
        with pytest.raises(FarstarError, match="numbers must be integers"):
            load_certificate(tmp_path / "proof.json")
        result = run("check", tmp_path / "proof.json")
        assert result.exit_code == 1
        assert "internal" not in result.output
    with pytest.raises(Refused):
        Certificate({"claim": float("nan")}).check()


def test_marks_in_classes() -> None:
    """A mark ] does not fit [xo], and a mark ^ would fit [^x]: both are no marks."""
    for board, rule in (("]o", "[xo]o -> .."), ("^a", "[^x]a -> ..")):
        data = json.loads(str(certify("Clobber(xo)")))
        data["games"][0] |= {"board": board, "left": [rule], "right": [], "name": "a board"}
        with pytest.raises(Refused, match="is no mark"):
            Certificate(resealed(data)).check()


@pytest.mark.parametrize("count", [40, pytest.param(1_500, marks=pytest.mark.long)])
def test_printed_statements_are_true(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Brute force is given nothing but the printed lines."""
    generator = random.Random(count)
    games = [game for game in short_games() if not isinstance(game, fs.Value) or game.is_number]
    for number in range(count):
        pool = loopy_games() if number % 8 == 7 else games
        components = random_sum(generator, pool, 1 if number % 8 == 7 else 2)
        total: Any = fs.Sum()
        for game, sign in components:
            total = total + game if sign > 0 else total - game
        if pool is games and number % 4 == 3:
            values = ["canonical", "thermograph"]
            values += ["grundy"] if total.value.is_nimber else []
            values += ["atomic_weight"] if total.value.is_all_small else []
            prove: Any = generator.choice(values)
        else:
            prove = generator.choice(["outcome", "misere"])
        certificate = certify(total, prove=prove)
        assert is_true_statement(certificate.report()), components
    with monkeypatch.context() as patch:
        patch.setattr("farstar.certificates._lemmas.MOST_SUMS", 1)
        for theory, text in SUMS.items():
            prove = theory if theory in ("canonical", "atomic_weight") else "outcome"
            assert is_true_statement(certify(text, prove=prove).report()), text


def test_false_statements_are_seen() -> None:
    (head, *lines) = certify("^ + *").report()
    assert is_true_statement([head, *lines])
    assert not is_true_statement([head.replace("N:", "L:"), *lines])
    (head, *lines) = certify("Kayles(6)", prove="grundy").report()
    assert not is_true_statement([head.replace("value 3", "value 2"), *lines])
    (head, *lines) = certify("^", prove="canonical").report()
    assert not is_true_statement([head.replace("{0|{0|0}}", "{0|0}"), *lines])
