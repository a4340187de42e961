"""What the page Evaluate says about misère play of impartial games."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import farstar as fs
from farstar import reports
from farstar.errors import FarstarError, NotationError

_MOST_MOVES = 40
_MOST_ELEMENTS = 64
_LONGEST = 200
_NODES = 200_000
"""What the genus and the quotient may cost; the outcome has all the time of the task."""

_MEANINGS = {
    "Genus": "The Grundy values in normal and in misère play, alone and with heaps of two added.",
    "Misère value": "The misère canonical form: the simplest game that can replace this one in "
    "every sum of impartial games.",
    "Kind": "A tame game behaves like heaps of Nim in sums with other tame games.",
    "Quotient": "The misère quotient: all sums of these games, up to being interchangeable. It "
    "decides every sum by multiplication.",
    "Element": "The element of the quotient to which the position belongs.",
    "P-positions": "The elements of sums that the player who moves second wins.",
}


def misere_sheet(game: Any) -> dict[str, Any]:
    """Return who wins an impartial game under misère play, by which moves, and why."""
    if not is_impartial(game):
        raise NotationError(
            "expected an impartial game, in which both players have the same moves: for others "
            "the row Misère play says who wins"
        )
    outcome = game.misere_outcome
    moves = game.winning_moves(fs.Left, misere=True)
    facts = {}
    if isinstance(game, fs.Position):
        facts = {**_value_facts(game), **_quotient_facts(game)}
    return {
        "letter": str(outcome),
        "outcome": reports.WHO_WINS[outcome],
        "moves": [str(move.text) for move in moves[:_MOST_MOVES]],
        "count": len(moves),
        "rows": [
            {"label": label, "text": reports.shorten(text, _LONGEST), "meaning": _MEANINGS[label]}
            for label, text in facts.items()
        ],
    }


def is_impartial(game: Any) -> bool:
    """Return whether both players have the same moves in a game and in all its followers."""
    if isinstance(game, fs.Value):
        return bool(game.is_nimber)
    return isinstance(game, fs.Position | fs.Sum) and bool(game.is_impartial)


def _value_facts(position: fs.Position) -> dict[str, str]:
    """Return the genus and the canonical form, as far as they are found at little cost."""
    facts: dict[str, str] = {}
    with suppress(FarstarError), fs.engine.budget(nodes=_NODES):
        value = fs.MisereValue.of(position)
        facts["Genus"] = str(value.genus)
        facts["Kind"] = "tame" if value.is_tame else "wild"
        text = str(value)
        if len(text) <= _LONGEST:
            facts["Misère value"] = text
    return facts


def _quotient_facts(position: fs.Position) -> dict[str, str]:
    """Return the quotient of the game, for heaps up to the largest one of the position."""
    heaps = position.state
    is_heaps = hasattr(position.ruleset, "parts") and isinstance(heaps, tuple)
    with suppress(FarstarError), fs.engine.budget(nodes=_NODES):
        if is_heaps:
            quotient = fs.misere_quotient(
                position.ruleset, heaps=max(heaps, default=0), most=_MOST_ELEMENTS
            )
            element = quotient.image(*heaps)
        else:
            quotient = fs.misere_quotient([position], most=_MOST_ELEMENTS)
            element = quotient.image(position)
        reach = f"heaps up to {max(heaps, default=0)}" if is_heaps else "this position's followers"
        return {
            "Quotient": f"order {quotient.order}, {len(quotient.p_portion)} P-positions, for "
            f"{reach}",
            "Element": element,
            "P-positions": ", ".join(quotient.p_portion),
        }
    return {}
