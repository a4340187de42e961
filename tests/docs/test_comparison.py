"""What the page of comparison says that one writes here can be written."""

from __future__ import annotations

import re
from pathlib import Path

import farstar as fs
from farstar.games.grundy_sequences import grundy_sequence
from farstar.impartial.grundy import nim_product, nim_sum, ugly_product

PAGE = Path(__file__).resolve().parents[2] / "docs" / "comparison.md"


def rows() -> list[list[str]]:
    """Return the cells of the table of translations."""
    text = PAGE.read_text(encoding="utf-8").partition("| you want | in CGSuite | in Farstar |")[2]
    table = text.partition("\n\n")[0].splitlines()[2:]
    return [
        [cell.replace("\\|", "|").strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line in table
    ]


def test_there_are_many_rows_of_three() -> None:
    assert len(rows()) > 40
    assert all(len(row) == 3 for row in rows())


def test_what_is_to_be_written_here_is_executed() -> None:
    names: dict[str, object] = {"fs": fs, "grundy_sequence": grundy_sequence}
    names |= {"nim_sum": nim_sum, "nim_product": nim_product, "ugly_product": ugly_product}
    names |= {"g": fs.Value("{2||1|0}"), "h": fs.Value("^*"), "p": fs.Domineering("..|..")}
    tried = 0
    for _, _, here in rows():
        for code in re.findall(r"`([^`]*)`", here):
            # The rest are commands, names of methods and the head of a class.
            if code.startswith(("class", "farstar", "--", "help")) or code.isidentifier():
                continue
            source = code.partition(" = ")[2] or code
            assert eval(source, names) is not None, code
            tried += 1
    assert tried > 55
