"""Pickles of earlier versions can be read.

``tests/data/old_pickles.json`` has, for each version, expressions with the pickles that this
version wrote, in base64, and what it printed for them.
"""

from __future__ import annotations

import json
import pickle
from base64 import b64decode
from pathlib import Path

import pytest

import farstar as fs
from tests.running import python

DATA = Path(__file__).parent / "data" / "old_pickles.json"
PICKLES = json.loads(DATA.read_text(encoding="utf-8"))


@pytest.mark.parametrize("expression", PICKLES)
def test_old_pickles_are_read(expression: str) -> None:
    data, text = PICKLES[expression]
    restored = pickle.loads(b64decode(data))
    assert repr(restored) == text
    assert repr(pickle.loads(pickle.dumps(restored))) == text


def test_restored_positions_are_those_of_today() -> None:
    position = pickle.loads(b64decode(PICKLES["PartizanEuclid(11,8)"][0]))
    assert (type(position), position) == (fs.PartizanEuclid, fs.PartizanEuclid(11, 8))
    word = pickle.loads(b64decode(PICKLES["Word('lrlle')"][0]))
    assert (type(word), word.position) == (fs.Word, fs.PartizanEuclid(19, 11))


def test_a_pickle_can_be_the_first_that_a_program_does() -> None:
    program = "import base64, pickle, sys; print(pickle.loads(base64.b64decode(sys.argv[1])))"
    assert python("-c", program, PICKLES["Euclid(21,8)"][0], check=True).stdout == "Euclid(21,8)\n"


def test_former_modules_are_the_modules_of_today() -> None:
    program = (
        "import farstar.theory.words, farstar.games.partizan_euclid._rules\n"
        "from farstar.papers.partizan_euclid import PartizanEuclidRules, theory\n"
        "from farstar.papers.partizan_euclid.theory import words\n"
        "assert farstar.theory.words is words\n"
        "assert farstar.games.partizan_euclid._rules.PartizanEuclidRules is PartizanEuclidRules\n"
    )
    python("-c", program, check=True)
    with pytest.raises(ModuleNotFoundError, match=r"farstar\.theory\.nothing"):
        __import__("farstar.theory.nothing")
