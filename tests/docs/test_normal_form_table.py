"""The table of the automaton of normal forms on the page of proofs is that of the program."""

from __future__ import annotations

from pathlib import Path

from farstar.papers.partizan_euclid.theory import canonical, normal_form

PAGE = Path(__file__).resolve().parents[2] / "docs" / "proofs.md"


def cell(state: int, letter: int, target: int, action: str) -> str:
    """Return what the table says of a letter, in brackets where the word ceases to be normal."""
    is_normal = state < len(normal_form.TRANSITIONS) and (
        normal_form.TRANSITIONS[state][letter] is not None
    )
    return f"{target}, {action}" if is_normal else f"({target}, {action})"


def test_the_table_is_that_of_the_program() -> None:
    text = PAGE.read_text(encoding="utf-8").replace("\\*", "*")
    _, _, rest = text.partition("| state | l | r | state | l | r |\n")
    rows = [line.strip("| ").split(" | ") for line in rest.partition("\n\n")[0].split("\n")[1:]]
    printed = [row[i : i + 3] for i in (0, 3) for row in rows if len(row) > i + 1]
    expected = [
        [str(state), cell(state, 0, after_l, action_l), cell(state, 1, after_r, action_r)]
        for state, (after_l, action_l, after_r, action_r) in enumerate(
            canonical.complete_automaton()
        )
    ]
    assert [[one.strip() for one in row] for row in printed if row[0].strip()] == expected
