"""The checker stands alone, and derives the moves of the games by itself."""

from __future__ import annotations

import ast
import copy
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import farstar as fs
from farstar.certificates import (
    certify,
    checker,
)
from farstar.certificates._games import Games
from farstar.games.patterns import pattern_rules
from tests.certificates.mutations import resealed
from tests.certificates.plain_rules import rows_of
from tests.running import python


def test_the_checker_is_one_file_without_imports_of_ours() -> None:
    text = Path(checker.__file__).read_text(encoding="utf-8")
    tree = ast.parse(text)
    imported = {
        name.name if isinstance(node, ast.Import) else str(node.module)
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
    }
    assert {name.split(".")[0] for name in imported} <= set(sys.stdlib_module_names)
    called = {node.func.id for node in ast.walk(tree) if _is_plain_call(node)}  # type: ignore[attr-defined]
    assert called.isdisjoint({"eval", "exec", "compile", "getattr", "__import__"})


def _is_plain_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name)


def run_alone(path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return python("-I", "-S", checker.__file__, path, *words)


KINDS: list[tuple[str, Any]] = [
    ("^ + *", "outcome"), ("dud", "outcome"), ("Nim(2,1)", "misere"), ("{3|1}", "thermograph"),
    ("^", "atomic_weight"), ("over > ^", "outcome"), ("^", "canonical"), ("Kayles(4)", "grundy"),
    ("Domineering(2x2) >= -2", "outcome"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "prove"), KINDS)
def test_the_checker_alone_says_what_farstar_says(text: str, prove: Any, tmp_path: Path) -> None:
    """The same code runs, so the same lines are printed; Farstar adds what it knows of names."""
    path = tmp_path / "proof.json"
    certificate = certify(text, prove=prove)
    certificate.save(path)
    done = run_alone(path)
    assert done.returncode == 0, done.stderr
    assert certificate.report()[: len(done.stdout.splitlines())] == done.stdout.splitlines()
    done = run_alone(path, "1")
    assert (done.returncode, done.stderr[:13], done.stdout) == (3, "out of budget", "")


def test_files_that_are_no_certificates(tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    for text in ("[]", "{", "3", "{}", '{"claim":NaN}', '{"h":[]}', '{"lemmas":3}', "\x00"):
        path.write_text(text, encoding="utf-8")
        done = run_alone(path)
        assert (done.returncode, done.stderr[:8], done.stdout) == (1, "refused:", ""), text
        assert done.stderr.count("\n") == 1
    path.write_bytes(b"\xff")
    assert run_alone(path).stderr.startswith("refused:")
    missing = run_alone(tmp_path / "missing.json")
    assert (missing.returncode, missing.stderr[:15]) == (2, "cannot be read:")
    assert run_alone(path, "many").returncode == 2


DERIVED = (
    "E(19,12)", "A(3,2,2)", "B(2,2,1)", "Board(4)", "Domineering(2x4)", "Clobber(2x3)",
    "ToadsAndFrogs(TT..FF)", "ToadsAndFrogs(T..|.FF)", "Konane(xo.o.|ox.x.)", "Col(..x|.o.)",
    "Snort(..l|#..)", "Amazons(x.|.o)", "Amazons(x..o)", "Cram(2x4)", "TopplingDominoes(lrelr)",
    "Nim(3,5,2)",
    "Kayles(7)", "DawsonsKayles(8)", "GrundysGame(9)", "TakeAndBreak(4.3F;6)", "Wythoff(4,6)",
    "Subtraction(9,4;1,3,4)", "PartizanSubtraction(9,4;1,4|2,3)", "Cutcake(3,4)", "Euclid(13,8)",
    "Grossman(13,8)", "Grossman(13,8; k=2)", "Grossman(21,5; {1,4,6..+3})", "Euclid(17,3; odd<=3)",
    "SerialNim(3,1,2)", "SerialNim(4,2; {1,3})", "FoxAndGeese(F...|....|G.G.)",
    "CeyloneseFoxAndGeese(F...|....|G.G.)", "BackslidingToadsAndFrogs(T..F)",
)  # fmt: skip


@pytest.mark.parametrize("text", DERIVED)
def test_moves_are_derived_and_equal_to_those_of_the_game(text: str) -> None:
    games = Games()
    start: Any = fs.parse(text)
    games.component(start, 1)
    (described,) = games.games
    assert "moves" not in described
    # The order of positions is that of the checker; the number of options of each is that of ours.
    rows = checker.positions(described, checker.Budget())
    assert rows == rows_of(described)
    assert [len(side) for side in rows[0]] == [
        len({_key(option) for option in start.options(player)}) for player in (fs.Left, fs.Right)
    ]


def _key(position: Any) -> Any:
    rules = position.ruleset.plain_rules(position.state)
    return rules.get("board") or tuple(map(tuple, rules["heaps"]))


EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "rules").glob("*.rules"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_patterns_of_the_examples_are_derived(path: Path) -> None:
    rules: Any = pattern_rules(path.read_text(encoding="utf-8"))
    board = rules.written.board
    if board == "heaps":
        starts: list[Any] = [(7,), (3, 4)]
    elif board == "graph":
        starts = ["path 4", "star 3"]
    else:
        marks = list(rules.written.marks)
        generator = random.Random(path.stem)
        shapes = [(1, 5)] if board in ("ring", "strip") else [(1, 4), (2, 2)]
        starts = [
            "|".join("".join(generator.choices(marks, k=columns)) for _ in range(rows))
            for rows, columns in shapes
            for _ in range(2)
        ]
    for start in starts:
        games = Games()
        games.component(rules(start), 1)
        assert "moves" not in games.games[0], start


def test_a_wrong_rule_is_found_and_moves_are_listed() -> None:
    class Odd(fs.Ruleset):
        def left(self, n: int) -> list[int]:
            return [n - 1] if n else []

        def right(self, n: int) -> list[int]:
            return [n - 2] if n > 1 else []

        def plain_rules(self, n: int) -> dict[str, Any]:
            return {"heaps": [[n]] if n else [], "left": ["n -> n-1"], "right": ["n -> n-1"]}

    certificate = certify(Odd()(4) + Odd()(3))
    assert certificate.listed == [str(Odd()(4)), str(Odd()(3))]
    certificate = certify(Odd()(4))
    assert certificate.check() == [str(Odd()(4).outcome)]


@pytest.mark.parametrize(
    "rule",
    [
        "n -> __import__", "n -> n.real", "n -> (1,)*999999", "n -> [k for k in range(n)]",
        "n -> lambda",
        "n -> 'text'", "n -> n**n", "n -> exec(n)", "n -> " + "(" * 500, "n", "n -> n -> n",
    ],
)  # fmt: skip
def test_rules_beyond_arithmetic_are_refused(rule: str) -> None:
    data = json.loads(str(certify("Nim(2)")))
    data["games"][0]["left"] = [rule]
    with pytest.raises(checker.Refused, match="rule"):
        checker.check(resealed(data))


def test_games_that_never_end_are_not_accepted() -> None:
    data = json.loads(str(certify("Nim(2)")))
    data["games"][0] |= {"left": ["n -> n+1"], "right": []}
    with pytest.raises(checker.OutOfBudget, match="more than 30000 positions"):
        checker.check(resealed(data))


def test_a_form_that_is_not_canonical_is_refused() -> None:
    data = copy.deepcopy(dict(certify(fs.Value("1") + fs.Value("*"), prove="canonical").data))
    part = data["start"][-1]
    rows = data["games"][data["parts"][part][0]]["moves"]
    # A second option to a copy of the first: equal, so it is dominated.
    option = rows[0][0][0]
    rows.append(copy.deepcopy(rows[option]))
    rows[0][0].append(len(rows) - 1)
    with pytest.raises(checker.Refused, match="position 0 of the form has a dominated"):
        checker.check_canonical(rows, checker.Budget())


def test_an_option_that_is_listed_twice_is_dominated() -> None:
    with pytest.raises(checker.Refused, match="dominated"):
        checker.check_canonical([[[1, 1], []], [[], []]], checker.Budget())
