"""Certificates: the stand-alone checker accepts what is true and refuses what was changed."""

from __future__ import annotations

import ast
import copy
import json
import random
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import farstar as fs
from farstar.certificates import Certificate, Refused, certify, checker, load_certificate
from farstar.errors import BudgetExceeded, FarstarError, LoopyError

TERMS = (
    "E(5,3)", "E(7,4)", "A(2,1,1)", "B(1,1,2)", "Domineering(2x2)", "Domineering(2x3)",
    "Clobber(xo.x)", "ToadsAndFrogs(TT.F)", "Kayles(4)", "Nim(3)", "Konane(xo.x)",
    "Hackenbush(bbr)", "Col(.|.)", "Snort(..)", "Cutcake(2,3)", "Wythoff(2,3)",
    "Amazons(x.o)", "Subtraction(1,3;5)",
    "^", "v*", "*2", "1/2", "-1", "{1|-1}", "{2|1||0}", "Tiny(1)", "0",
)  # fmt: skip


TERM_GAMES: list[Any] = [fs.parse(text) for text in TERMS]


def random_sum(generator: random.Random) -> fs.Sum:
    """Return a random sum of one to three terms with signs."""
    total = fs.Sum()
    for _ in range(generator.randint(1, 3)):
        term = fs.Sum(generator.choice(TERM_GAMES))
        total = total + term if generator.random() < 0.5 else total - term
    return total


def plain_outcome(data: dict[str, Any]) -> str:
    """Return who wins the sum of a certificate by plain recursion over its games."""
    games, parts = data["games"], data["parts"]

    @cache
    def wins(state: tuple[tuple[int, int], ...], left: bool) -> bool:
        for i, (part, position) in enumerate(state):
            game, sign = parts[part]
            if "nim" in games[game]:
                options = range(position)
            else:
                options = games[game]["moves"][position][0 if left == (sign > 0) else 1]
            for option in options:
                after = (*state[:i], (part, option), *state[i + 1 :])
                if not wins(after, not left):
                    return True
        return False

    start = tuple(map(tuple, data["start"]))
    return {(1, 1): "N", (0, 0): "P", (1, 0): "L", (0, 1): "R"}[
        wins(start, True), wins(start, False)
    ]


@pytest.mark.parametrize("seed", range(60))
def test_random_sums(seed: int) -> None:
    total = random_sum(random.Random(seed))
    certificate = certify(total)
    assert certificate.check() == certificate.claims == [str(total.outcome)]
    assert plain_outcome(dict(certificate.data)) == str(total.outcome)


@pytest.mark.long
def test_many_random_sums() -> None:
    generator = random.Random(21)
    for _ in range(10_000):
        total = random_sum(generator)
        certificate = certify(total)
        assert certificate.check() == [str(total.outcome)]


@pytest.mark.parametrize(
    ("g", "relation", "h", "claims"),
    [
        ("^", "||", "*", ["N"]),
        ("^^", ">", "*", ["L"]),
        ("{1|-1} + {1|-1}", "==", "0", ["P"]),
        ("Domineering(2x2)", ">=", "-2 + *", [">="]),
        ("v", "<", "0", ["R"]),
        ("-1", "<=", "*", ["<="]),
    ],
)
def test_relations(g: str, relation: str, h: str, claims: list[str]) -> None:
    first, second = fs.parse(g), fs.parse(h)
    certificate = certify(first, relation, second)
    assert certificate.check() == certificate.claims == claims


def test_text() -> None:
    assert certify("E(5,3) + ^").check() == certify(fs.parse("E(5,3) + ^")).check()
    assert certify("^ || *").check() == ["N"]
    with pytest.raises(ValueError, match="one relation"):
        certify("^ || *", ">=")
    with pytest.raises(LoopyError):
        certify("over + 1")


def test_false_relations_have_no_certificate() -> None:
    with pytest.raises(ValueError, match="a relation that holds"):
        certify(fs.Value("^"), "==", fs.Value("*"))
    with pytest.raises(ValueError, match="expected a relation"):
        certify(fs.Value("^"), "=>", 0)


@pytest.mark.parametrize("text", ["Domineering(2x3)", "E(5,3)", "ToadsAndFrogs(TT.F)", "+-1 + *"])
def test_canonical_forms(text: str) -> None:
    game = fs.parse(text)
    certificate = certify(game, prove="canonical")
    assert certificate.check() == ["P", "canonical"]
    part, position = certificate.data["start"][-1]
    rows = certificate.data["games"][certificate.data["parts"][part][0]]["moves"]

    def value(p: int) -> fs.Value:
        return fs.Value.of(map(value, rows[p][0]), map(value, rows[p][1]))

    assert value(position) == game.value


def test_a_form_that_is_not_canonical_is_refused() -> None:
    data = copy.deepcopy(dict(certify(fs.Value("1") + fs.Value("*"), prove="canonical").data))
    part = data["start"][-1][0]
    rows = data["games"][data["parts"][part][0]]["moves"]
    # A second option to a copy of the first: equal, so it is dominated.
    option = rows[0][0][0]
    rows.append(copy.deepcopy(rows[option]))
    rows[0][0].append(len(rows) - 1)
    with pytest.raises(Refused):
        checker.check({**data, "digest": checker.digest(data)})
    with pytest.raises(Refused, match="dominated or reversible"):
        checker.check_canonical(rows, True)
    with pytest.raises(Refused, match="loop"):
        checker.check_canonical([[[0, 1], []], [[0], []]], True)


@pytest.mark.parametrize(("text", "grundy"), [("Kayles(6)", 3), ("Nim(1,2,5)", 6), ("Nim(3,3)", 0)])
def test_grundy_values(text: str, grundy: int) -> None:
    certificate = certify(fs.parse(text), prove="grundy")
    assert certificate.check() == ["P", "grundy"]
    assert certificate.data["start"][-1][1] == grundy
    with pytest.raises(ValueError, match="nimber"):
        certify(fs.Value("^"), prove="grundy")


def leaves(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the way to every number, text and list in a certificate."""
    inside = data.items() if isinstance(data, dict) else enumerate(data)
    found = []
    for key, value in inside:
        found.append((*path, key))
        if isinstance(value, dict | list):
            found += leaves(value, (*path, key))
    return found


def mutated(
    data: dict[str, Any], path: tuple[Any, ...], generator: random.Random
) -> dict[str, Any]:
    """Return a certificate with one field changed."""
    changed = copy.deepcopy(data)
    inside = changed
    for key in path[:-1]:
        inside = inside[key]
    old = inside[path[-1]]
    if type(old) is bool:
        inside[path[-1]] = not old
    elif type(old) is int:
        inside[path[-1]] = generator.choice([old + 1, old - 1, -old - 1, 10**7, str(old), None])
    elif isinstance(old, str):
        inside[path[-1]] = generator.choice(
            [word for word in ("left", "right", "L", "R", "N", "P", ">=", "", 3) if word != old]
        )
    elif isinstance(old, list) and old and generator.random() < 0.7:
        del inside[path[-1]][generator.randrange(len(old))]
    else:
        inside[path[-1]] = generator.choice([None, [0], {"x": 1}, "text"])
    return changed


SAMPLES = [
    ("E(5,3) + ^", "outcome"), ("Domineering(2x2) - *2", "outcome"), ("Kayles(3)", "grundy"),
    ("ToadsAndFrogs(T.F)", "canonical"), ("{2|1||0}", "canonical"), ("1/2 - 1/2", "outcome"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "prove"), SAMPLES)
def test_every_change_is_refused(text: str, prove: Any) -> None:
    generator = random.Random(text)
    data = json.loads(str(certify(fs.parse(text), prove=prove)))
    paths = leaves(data)
    for path in paths if len(paths) < 600 else generator.sample(paths, 600):
        changed = mutated(data, path, generator)
        assert changed != data
        with pytest.raises(Refused):
            checker.check(changed)


@pytest.mark.parametrize(("text", "prove"), SAMPLES)
def test_a_change_with_a_new_digest_proves_nothing_false(text: str, prove: Any) -> None:
    generator = random.Random(text)
    data = json.loads(str(certify(fs.parse(text), prove=prove)))
    paths = [path for path in leaves(data) if path != ("digest",)]
    refused = 0
    for path in paths if len(paths) < 400 else generator.sample(paths, 400):
        changed = mutated(data, path, generator)
        try:
            claims = checker.check({**changed, "digest": checker.digest(changed)})
        except Refused:
            refused += 1
            continue
        outcome = plain_outcome(changed)
        assert all(
            claim in ("canonical", "grundy")
            or claim == outcome
            or (claim in (">=", "<=") and outcome in ("P", "L" if claim == ">=" else "R"))
            for claim in claims
        )
    assert refused > len(paths) // 4


def test_loops_and_large_games_are_refused() -> None:
    for loopy in (fs.Loopy("over"), fs.FoxAndGeese("F...|....|G.G.")):
        with pytest.raises(LoopyError, match="without loops"):
            certify(loopy)
    with pytest.raises(BudgetExceeded, match="positions"):
        certify(fs.Domineering("4x6"))
    data: dict[str, Any] = {
        "games": [{"moves": [[[0], [0]]]}], "parts": [[0, 1]], "start": [[0, 0]], "claims": ["P"],
        "proofs": [{"winner": w, "starter": s, "replies": [[[[0, 0]], [[0, 0]]]]}
                   for w, s in checker.CLAIMS["P"]], "digest": "",
    }  # fmt: skip
    with pytest.raises(Refused, match="comes back"):
        checker.check({**data, "digest": checker.digest(data)})


def test_the_checker_stands_alone(tmp_path: Path) -> None:
    source = Path(checker.__file__)
    text = source.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 150
    modules = {
        name.name if isinstance(node, ast.Import) else str(node.module)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
    }
    assert modules == {"hashlib", "json", "sys", "typing"}
    certify(fs.parse("^ + *")).save(tmp_path / "proof.json")
    run = [sys.executable, "-I", "-S", str(source), str(tmp_path / "proof.json")]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "proved: N\n")
    (tmp_path / "proof.json").write_text("[]", encoding="utf-8")
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr[:8]) == (1, "refused:")


def test_files(tmp_path: Path) -> None:
    certificate = certify(fs.Value("^*"))
    certificate.save(tmp_path / "a.json")
    assert load_certificate(tmp_path / "a.json").data == certificate.data
    assert isinstance(certificate, Certificate)
    for text in ("{", "3", "[" * 100_000):
        (tmp_path / "b.json").write_text(text, encoding="utf-8")
        with pytest.raises(FarstarError, match="expected a certificate in JSON"):
            load_certificate(tmp_path / "b.json")
