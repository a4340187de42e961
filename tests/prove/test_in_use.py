"""Rulesets that a theorem is about answer by it; the answers are those of a search."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest

import farstar as fs
from farstar.errors import BudgetExceeded, CertificateError, IllegalPositionError, NotationError
from farstar.games.patterns import _theorems
from farstar.prove import _library, in_use
from farstar.prove._answers import answers_of
from farstar.prove.heaps_in_use import heaps_of
from farstar.prove.members_in_use import member_facts

KAYLES = "board strip\ncells . #\nboth . -> # .. -> ##"
COVER = "board strip\ncells . #\nleft .. -> ##\nright ... -> ###"


def rules_of(name: str) -> Any:
    return fs.rules(_library._QUESTIONS[name].arguments[0])


def about_words() -> list[str]:
    """Return the theorems about boards of one row."""
    rules = {one.name: one.certificate.data.get("rules") for one in fs.prove.library()}
    return [name for name, data in rules.items() if data is not None and data["height"] == 1]


def compare(position: fs.Position) -> bool:
    """Compare what theorems say about a position with brute force; return whether they say it."""
    rules, state = position.ruleset, position.state
    outcome = rules.closed_outcome(state)
    if outcome is not None:
        assert outcome is position.search_outcome(), position
        assert rules.theorem(state) is not None
    value = rules.closed_form(state)
    if value is not None:
        assert value == position.search_value(), position
    misere = rules.closed_misere_outcome(state)
    if misere is not None:
        assert misere is position.search_misere_outcome(), position
    return outcome is not None


@pytest.mark.parametrize("name", about_words())
def test_short_words(name: str) -> None:
    """On all words of at most 7 letters, 6 of three marks or 5 of more, they agree."""
    rules = rules_of(name)
    marks = rules.written.marks
    answered = 0
    for length in range(1, {2: 8, 3: 7}.get(len(marks), 6)):
        for word in itertools.product(marks, repeat=length):
            answered += compare(rules("".join(word)))
    assert answered > 20


@pytest.mark.parametrize("name", about_words())
def test_longer_words(name: str) -> None:
    """The same on random words for which a search still ends."""
    rules, chance = rules_of(name), random.Random(name)
    marks = list(rules.written.marks)
    word = _library._QUESTIONS[name].arguments[1:]
    for _ in range(12):
        length = chance.randrange(10, 17)
        text = "".join(chance.choices(marks, k=length))
        if word:
            text = (word[0] * length)[chance.randrange(len(word[0])) :][:length]
        compare(rules(text))


@pytest.mark.parametrize("leaves", ["integers", "dyadics", "all"])
def test_bounds_by_numbers(leaves: Any) -> None:
    """Strips with values close to numbers: labels with numbers, and also with ups and stars."""
    text = "board strip\ncells . #\nleft . -> #\nright .. -> ##"
    theorem = fs.prove.bounds(text, ".", leaves=leaves)
    assert isinstance(theorem, fs.prove.Theorem)
    answers = answers_of(theorem.certificate().data)
    assert answers is not None
    rules = fs.rules(text)
    values = 0
    for length in range(1, 11):
        for word in map("".join, itertools.product(".#", repeat=length)):
            facts, position = answers.facts(word), rules(word)
            if facts.outcome is not None:
                assert facts.outcome is position.search_outcome(), word
            if facts.value is not None:
                assert facts.value == position.search_value(), word
                values += 1
    assert values > 100


def test_boards_of_two_rows() -> None:
    """Cram on two rows: on all boards of up to four columns, theorem and search agree."""
    answered = 0
    for columns in range(1, 5):
        for cells in map("".join, itertools.product(".#", repeat=2 * columns)):
            answered += compare(fs.Cram(f"{cells[:columns]}|{cells[columns:]}"))
    assert answered > 40
    assert str(fs.Cram("2x1000000").outcome) == "P"


def test_rows_of_toads_and_frogs() -> None:
    """On all rows of up to 7 cells, and longer ones with one frog, theorem and search agree."""
    rows = ["".join(row) for n in range(1, 8) for row in itertools.product("TF.", repeat=n)]
    rows += [
        "T" * i + middle.format("T" * j) + "T" * k
        for i, j, k in itertools.product(range(4), repeat=3)
        for middle in (".{}F", "F{}.", "..{}F", ".{}.F", "{}.F.", "F{}..")
    ]
    answered = 0
    for row in rows:
        position = fs.ToadsAndFrogs(row)
        facts = position.ruleset._row_facts(position.state)
        if facts is not None:
            answered += 1
            assert facts.value == position.search_value(), row
            assert compare(position)
    assert answered > 600


def test_long_rows_of_toads_and_frogs() -> None:
    values = {
        "T^500000.F": "{499998|1||0}",
        "T.F^500000": "{0||-1|-499998}",
        "T^500000..F": "499999",
        "T^300000.F^300000": "*",
    }
    for row, value in values.items():
        position = fs.ToadsAndFrogs(row)
        assert position.value == fs.Value(value), row
        theorem = position.ruleset.theorem(position.state)
        assert theorem is not None
        assert theorem.name.startswith("toads-")
        with fs.prove.without_theorems():
            assert position.ruleset.theorem(position.state) is None


def test_long_rows_of_dominoes() -> None:
    """Who wins depends on the ends; on short rows the theorem is compared with search above."""
    for row, outcome, misere in [("(llr)^100000", "N", "N"), ("l^1000000", "L", "R")]:
        position = fs.TopplingDominoes(row)
        assert (str(position.outcome), str(position.misere_outcome)) == (outcome, misere)
    row = fs.TopplingDominoes("(ler)^3000")
    (move,) = row.some_winning_moves(fs.Left, most=1)
    assert not move.after.outcome.wins(fs.Right, first=True)
    with pytest.raises(BudgetExceeded, match="at most 5000 cells"):
        row.moves(fs.Left)


def test_geography_names_its_theorem() -> None:
    """Every position has an equation for all parameters, whose right side is its value."""
    for kind, x, y, z in itertools.product("AB", range(4), range(1, 6), range(4)):
        if kind == "A" or x > 0:
            facts = member_facts("AB", kind, (x, y, z))
            assert facts is not None
            position: fs.Position = {"A": fs.GeographyA, "B": fs.GeographyB}[kind](x, y, z)
            assert facts.value in (None, position.search_value())
            theorem = position.ruleset.theorem(position.state)
            assert theorem == facts.theorem
            assert theorem is not None
            assert theorem.name == "geography"
    position = fs.GeographyA(10**40, 10**40, 10**30)
    assert position.ruleset.theorem(position.state) is not None
    assert position.ruleset.theorem(position.state, misere=True) is None


def test_two_rows_of_domineering() -> None:
    for columns in (4, 8, 12, 1_000_000):
        board = fs.Domineering(f"2x{columns}")
        assert board.outcome is fs.Outcome.R
        theorem = board.ruleset.theorem(board.state)
        assert theorem is not None
        assert theorem.name.startswith("domineering-two-rows")
    assert compare(fs.Domineering("2x4"))
    assert fs.Domineering("2x4").search_outcome() is fs.Outcome.R


def test_strip_of_a_million_cells() -> None:
    assert fs.rules(KAYLES)(".^1000000").grundy == fs.Kayles(1_000_000).grundy
    row = fs.rules(KAYLES)(".^100000")
    moves = row.some_winning_moves(most=3)
    assert [move.after.grundy for move in moves] == [0, 0, 0]
    with pytest.raises(BudgetExceeded, match="too many to list"):
        row.winning_moves()
    with pytest.raises(BudgetExceeded, match="at most 5000 cells"):
        row.moves()
    clobber = fs.Clobber("(xxo)^333333")
    assert clobber.value == fs.up(166_667)
    (move,) = clobber.some_winning_moves(fs.Left, most=1)
    assert move.text == "(1,2) takes (1,3)"
    assert not move.after.outcome.wins(fs.Right, first=True)
    assert str(fs.rules(COVER)("1x1000000").outcome) == "L"
    assert fs.Cram("1x1000000").grundy == fs.DawsonsKayles(1_000_000).grundy


@pytest.mark.parametrize("name", [n for n in about_words() if n != "pegs-ring"])
@pytest.mark.parametrize("misere", [False, True])
def test_winning_moves_by_theorem(name: str, misere: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The winning moves that theorems give are those of a list of all moves."""
    rules, chance = rules_of(name), random.Random(name)
    marks = list(rules.written.marks)
    words = ["".join(chance.choices(marks, k=chance.randrange(1, 11))) for _ in range(25)]
    period = _library._QUESTIONS[name].arguments[1:]
    words += [period[0] * n for n in (1, 2, 3)] if period else []
    theory = in_use.theory_of(rules.source, 1)
    assert theory is not None
    for word in words:
        for player in (fs.Left, fs.Right):
            if theory.known(word).facts.first_wins(player, misere=misere) is None:
                continue
            with monkeypatch.context() as patch:
                patch.setattr(_theorems, "LARGEST_LISTED", 0)
                steps = rules.closed_winning_moves(word, player, misere=misere)
                assert steps is not None
                by_theorem = {step.after: step.path for step in steps}
            listed = {
                move.after.state: move.path
                for move in rules(word).moves(player)
                if not searched(move.after, misere=misere).wins(-player, first=True)
            }
            # Bounds may not decide every option.
            assert by_theorem.keys() <= listed.keys()
            assert by_theorem.keys() == listed.keys() or fs.prove.known(name).method == "bounds"
            for after, path in by_theorem.items():
                assert {*path} <= {*listed[after]}


def searched(position: fs.Position, *, misere: bool) -> fs.Outcome:
    return position.search_misere_outcome() if misere else position.search_outcome()


def test_rules_are_recognised_by_what_they_say() -> None:
    """Other marks, another order and another name are the same rules; one rule more is not."""
    same = fs.rules("game Bowling\nboard strip\ncells p x\nboth xx -> pp  x -> p")
    theorem = same.theorem("x" * 100)
    assert theorem is not None
    assert theorem.name == "kayles"
    assert same("x^50px^20").grundy == fs.Kayles(50, 20).grundy
    more = fs.rules("game Kayles\nboard strip\ncells . #\nboth . -> #  .. -> ##  ... -> ###")
    assert more.theorem("....") is None
    grid = fs.rules("cells . #\nboth . -> #  .. -> ## rows")
    assert grid.theorem("....") is not None
    assert grid.theorem("....|....") is None
    with pytest.raises(IllegalPositionError, match="of 1 to 4096 cells, got 5000"):
        more(".^5000")


def test_theorems_can_be_switched_off() -> None:
    row = fs.rules(KAYLES)(".^50")
    with fs.prove.without_theorems():
        assert row.ruleset.closed_outcome(row.state) is None
        assert row.ruleset.theorem(row.state) is None
    assert row.ruleset.theorem(row.state) is not None


def test_a_theorem_of_the_users(tmp_path: Path) -> None:
    text = "board strip\ncells o .\nleft oo -> ..\nright oo. -> ..."
    theorem = fs.prove.outcomes(text)
    assert isinstance(theorem, fs.prove.Theorem)
    path = tmp_path / "own.json"
    theorem.certificate().save(path)
    rules = fs.rules(text)
    assert rules.theorem("oo") is None
    cited = fs.prove.use(path)
    assert rules.theorem("oo") == cited
    assert (cited.statement, cited.name) == (theorem.statement, "")
    for length in range(1, 9):
        for word in itertools.product("o.", repeat=length):
            assert compare(rules("".join(word)))
    # A forged certificate is refused before it can answer.
    data = json.loads(path.read_text())
    data["machine"]["labels"][1] = "L" if data["machine"]["labels"][1] != "L" else "R"
    forged = fs.prove.known("kayles").certificate.sealed({**data})
    with pytest.raises(CertificateError, match="expected a certificate that proves"):
        fs.prove.use(forged)
    with pytest.raises(NotationError, match="expected a file with a certificate"):
        fs.prove.use(tmp_path / "none.json")
    with pytest.raises(NotationError, match="expected a theorem about words, boards or heaps"):
        fs.prove.use(fs.prove.known("geography").certificate)


def test_a_damaged_library_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The digest of a certificate is compared with the index."""
    damaged = {
        rules: [one._replace(digest="0" * 64) for one in entries]
        for rules, entries in in_use.index().items()
    }
    monkeypatch.setattr(in_use, "index", lambda: damaged)
    in_use.forget_theories()
    with pytest.raises(CertificateError, match="of the index, got another"):
        fs.rules(KAYLES).theorem("...")
    in_use.forget_theories()


def rules_in_the_index(data: Any) -> str | None:
    """Return the rules of a certificate as the index has them; None for P-positions."""
    if "rules" in data:
        return in_use.normal_rules(data["rules"]).text
    if data["kind"] != "families":
        return None
    heaps = heaps_of(data)
    names = (family["name"] for family in data["families"])
    return in_use.families_text(names) if heaps is None else heaps.text


def test_the_index_lists_all_certificates_about_words_and_heaps() -> None:
    """That the statements are those of the checker is tested with the library."""
    listed = {
        (rules, one.name, one.digest)
        for known in (in_use.index(), in_use.index_of_plugins())
        for rules, entries in known.items()
        for one in entries
    }
    assert listed == {
        (rules, one.name, one.certificate.data["digest"])
        for one in fs.prove.library()
        if (rules := rules_in_the_index(one.certificate.data)) is not None
    }


def test_marks_that_a_theorem_does_not_know() -> None:
    rules = fs.rules("cells T/F .\nleft T. -> .T  TF. -> .FT\nright = mirror of left")
    assert rules.theorem("T.FF") is not None
    # A cell that is not part of the board divides the row.
    assert rules.theorem("T.F#TF") is None
    assert rules("T.F#T.F").value == 2 * rules("T.F").value


def test_values_belong_to_the_engine_that_is_asked() -> None:
    for engine in ("native", "reference", "native"):
        with fs.engine.use(engine):
            assert fs.Clobber("xxoxxo").value + fs.Value(1) == fs.Value("1^")
