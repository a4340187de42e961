"""Theorems for all sizes: automata, bounds and their checks, one row of the tables each."""

from __future__ import annotations

from typing import Any

import farstar as fs
from benchmarks.tasks import Report, timed
from farstar.prove._bounds import LEAVES
from farstar.prove._game import WordGame
from farstar.prove._labels import labels_of

STRIP = "board strip\ncells . #\n"
CLOBBER = "board strip\ncells x/o .\nleft xo -> .x rows\nright = swap of left"
TOPPLING = "board strip\ncells x/o .\nleft $[xo.]*x -> =.*.  x[xo.]*$ -> ..*=\nright = swap of left"
TAKING: dict[str, Any] = {"what": "grundy", "parts": "#"}
MOORE: dict[str, tuple[str, dict[str, Any]]] = {
    "Kayles": (f"{STRIP}both . -> # .. -> ##", TAKING),
    "take 2 or 3": (f"{STRIP}both .. -> ## ... -> ###", TAKING),
    "Left 2, Right 3": (f"{STRIP}left .. -> ##\nright ... -> ###", {}),
    "Left 4, Right 5": (f"{STRIP}left .... -> ####\nright ..... -> #####", {}),
    "Left 2, Right 2 or 3": (f"{STRIP}left .. -> ##\nright .. -> ## ... -> ###", {}),
    "pegs on rings": ("board ring\ncells o .\nboth oo. -> ..o", {"what": "grundy"}),
    "Toppling Dominoes": (TOPPLING, {"words": "[xo]*"}),
}


def moore(lib: Any, repetitions: int, *, name: str) -> Report:
    """Learn and prove an automaton."""
    rules, options = MOORE[name]
    seconds, results = timed(
        lambda: [fs.prove.outcomes(rules, **options) for _ in range(repetitions)]
    )
    return seconds / repetitions, [_size(results[0])]


def _size(result: Any) -> str:
    return str(len(result.automaton)) if result else str(result)


def take_two_or_three(lib: Any, repetitions: int) -> Report:
    """Learn and prove the 166 states of taking 2 or 3 pins."""
    return moore(lib, repetitions, name="take 2 or 3")


def left_two_right_two_or_three(lib: Any, repetitions: int) -> Report:
    """Learn and prove the 187 states of Left 2, Right 2 or 3."""
    return moore(lib, repetitions, name="Left 2, Right 2 or 3")


def other_automata(lib: Any, repetitions: int) -> Report:
    """Learn and prove the other automata, and return the longest time."""
    names = [name for name in MOORE if name not in ("take 2 or 3", "Left 2, Right 2 or 3")]
    reports = [moore(lib, repetitions, name=name) for name in names]
    return max(seconds for seconds, _ in reports), [states for _, (states,) in reports]


def clobber(lib: Any, repetitions: int) -> Report:
    """Find and prove the value of (xxo)^n."""
    seconds, results = timed(lambda: [fs.prove.bounds(CLOBBER, "xxo") for _ in range(repetitions)])
    return seconds / repetitions, [str(results[0])]


def clobber_check(lib: Any, repetitions: int) -> Report:
    """Check the certificate of the value of (xxo)^n."""
    certificate = fs.prove.known("clobber-xxo").certificate
    seconds, lines = timed(lambda: [certificate.theorem().lines for _ in range(repetitions)])
    return seconds / repetitions, [lines[0][0]]


def labels(lib: Any, letters: int) -> Report:
    """Label all words of the family of xxo up to a length."""
    found = labels_of(WordGame(CLOBBER), "xxo", LEAVES["ups"], is_negative=False)
    seconds, _ = timed(lambda: [found.extend() for _ in range(letters)])
    return seconds, [str(found.row(letters)[0][1])]
