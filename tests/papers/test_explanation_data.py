"""The data of explanations, which JSON shows: the names in them, and what they say."""

from __future__ import annotations

import pytest

import farstar as fs

POSITIONS = {
    "E": ("E(11,8)", "E(31,19)", "E(7,2)", "E(4,2)", "E(211,121)", "E(5,4)"),
    "Euclid": ("Euclid(9,2)", "Euclid(5,3)"),
    "Grossman": ("Grossman(9,2)", "Grossman(11,8)", "Grossman(5,5)"),
    "SerialNim": ("SerialNim(3,1,2)",),
    "Geography": ("A(3,2,1)", "A(0,5,0)", "A(2,4,0)", "A(3,6,0)", "A(0,1,0)", "B(3,1,2)"),
}
NAMES = {
    "E": {
        "Atomic weight": {"atomic_weight"},
        "Automaton": {"outcome", "paired_outcome"},
        "Class": {"class", "outcomes_with_heaps"},
        "Left has no winning move": {"player", "to", "wins"},
        "Reductions": {"irreducible_word", "outcome", "reductions"},
        "Right has no winning move": {"player", "to", "wins"},
        "Signs": {"ficf", "nicf"},
        "The end": {"outcome", "signature", "value"},
        "Value": {"normal_form", "value"},
        "Winning move of Left": {"player", "to", "wins"},
        "Winning move of Right": {"player", "to", "wins"},
        "Word": {"signature"},
    },
    "Euclid": {
        "First heap that is not 1": {"place", "wins"},
        "Golden ratio": {"in_cone"},
        "Grundy value": {"grundy"},
        "Misère play": {"misere_outcome"},
        "Play": {"length"},
        "Quotients": {"heaps", "quotients"},
        "Winning move": {"multipliers"},
    },
    "SerialNim": {
        "First heap that is not 1": {"place", "wins"},
        "Grundy value": {"grundy"},
        "Winning move": {"after", "takes"},
    },
    "Geography": {
        "By a theorem": {"theorem"},
        "Case": {"case"},
        "Left's moves": {"relation"},
        "Mean and temperature": {"mean", "temperature"},
        "Value": {"layers", "case"},
        "Winning moves": {"outcome"},
    },
}
NAMES["Grossman"] = NAMES["Euclid"] | {
    "No winning move": {"multipliers"},
    "The end": {"heaps"},
}


def position(text: str) -> fs.Position:
    """Return the position that a text means."""
    read = fs.parse(text)
    assert isinstance(read, fs.Position)
    return read


@pytest.mark.parametrize("kind", POSITIONS)
def test_the_names_in_the_data(kind: str) -> None:
    found: dict[str, set[str]] = {}
    for text in POSITIONS[kind]:
        for reason in position(text).explain().steps:
            found.setdefault(reason.title, set()).update(reason.data)
    assert {title: names for title, names in found.items() if names} == {
        title: names for title, names in NAMES[kind].items() if title in found
    }


@pytest.mark.parametrize("multipliers", [{1, 3}, "odd"])
def test_the_data_of_odd_multipliers(multipliers: set[int] | str) -> None:
    g = fs.Grossman(13, 5, multipliers=multipliers)
    (parity,) = (one for one in g.explain().steps if one.title == "Parity")
    assert parity.data == {"counters": sum(g.heaps)}


def test_the_data_of_a_limit() -> None:
    (residues,) = (
        one for one in fs.SerialNim(5, 3, 7, takes="k=2").explain().steps if one.title == "Residues"
    )
    assert residues.data == {"residues": [5 % 3, 3 % 3, 7 % 3]}


@pytest.mark.parametrize("text", POSITIONS["Geography"])
def test_the_data_of_geography(text: str) -> None:
    g = position(text)
    data = {one.title: one.data for one in g.explain().steps}
    assert data["Winning moves"] == {"outcome": str(g.outcome)}
    assert data["Mean and temperature"] == {"mean": str(g.mean), "temperature": str(g.temperature)}
