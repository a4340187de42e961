"""Moves as short text, and the moves that a text means.

>>> import farstar as fs
>>> g = fs.Nim(3, 5)
>>> [short_text(move) for move in g.moves()][:3]
['5', '1,5', '2,5']
>>> str(parse_move("(3,2)", Match(g)))
'Left: (3,5) -> (3,2)'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from farstar.errors import NotationError
from farstar.formulas import MarkedText, source_of
from farstar.rules import Move
from farstar.sums._sum import SumMove
from farstar.sums.matches import Match

__all__ = ["matching", "parse_move", "short_text", "short_texts"]

_WORDS = re.compile(
    r"[ ,]*\b(?:takes|to|burns|into|and|times|falls?|row|column|vertex)\b ?", re.ASCII
)
_NUMBERS_IN_BRACKETS = re.compile(r"(?<![A-Za-z0-9])\(([0-9]+(?:,[0-9]+)*)\)", re.ASCII)
_NUMBERS = re.compile(r"[A-Za-z]*\(?([0-9]{1,4000}(?:,[0-9]{1,4000})*)\)?", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)
_PLACE = re.compile(r"#([0-9]{1,9})", re.ASCII)
_COMPONENT = re.compile(r"([0-9]{1,6}):(.+)", re.ASCII | re.DOTALL)

_LONGEST_MENTION = 40
_MENTIONED = 3
"""Moves that an error names."""


def short_text(move: Move) -> str:
    """Return a move as short text: what it leads to, or the places that it touches.

    A move in a sum begins with the number of its component.

    Examples
    --------
    >>> [short_text(g.moves(fs.Left)[0]) for g in (fs.Euclid(9, 2), fs.Domineering("2x2"))]
    ['7,2', '1,1-2,1']
    >>> short_text((fs.Euclid(9, 2) + fs.Clobber("xo")).moves(fs.Left)[-1])
    '2:1,1-1,2'
    """
    if isinstance(move, SumMove):
        return f"{move.component + 1}:{_short(str(move.move.text))}"
    return _short(str(move.text))


@lru_cache(maxsize=16_384)
def _short(text: str) -> str:
    goal = text.rpartition("->")[2].strip()
    joined = _WORDS.sub("-", goal.replace(", ", ",")).strip("- ")
    bare = _NUMBERS_IN_BRACKETS.sub(r"\1", "".join(joined.split()))
    return re.sub("-{2,}", "-", bare) or goal


def short_texts(moves: Sequence[Move]) -> list[str]:
    """Return a different short text for each of the moves that a player has.

    It is that of `short_text`; where two moves have the same, their places in the list.

    Examples
    --------
    >>> short_texts(fs.Euclid(9, 2).moves())
    ['7,2', '5,2', '3,2', '1,2']
    """
    texts = [short_text(move) for move in moves]
    times: dict[str, int] = {}
    for text in texts:
        times[text] = times.get(text, 0) + 1
    return [
        text if times[text] == 1 and "_" not in text and text.isascii() else f"#{place}"
        for place, text in enumerate(texts, 1)
    ]


def parse_move(text: str, match: Match) -> Move:
    """Return the move of the player to move that a text means.

    Any text will do that can mean only one move: its text, its short text, what it leads to, or a
    part of them; ``#3`` is the third move. If there are too many moves to list, it is the numbers
    that the move leads to.

    Raises
    ------
    NotationError
        If it means no move, or several.

    Examples
    --------
    >>> parse_move("3, 2", Match(fs.Euclid(9, 2))).text
    '(9,2) -> (3,2)'
    >>> parse_move("7,3", Match(fs.Euclid(10**20, 3))).text
    '(100000000000000000000,3) -> (7,3)'
    """
    moves = match.known_moves
    candidates = _numbered(text, moves) or matching(text, moves)
    if not candidates and not match.is_listable:
        candidates = _to_numbers(text, match) or _near(text, match)
    if len(candidates) == 1:
        return candidates[0]
    given = repr(text[:_LONGEST_MENTION])
    player = match.to_move.name.title()
    if not candidates:
        example = f", such as {short_text(moves[0])!r}" if moves else ""
        raise NotationError(f"expected a move of {player}{example}, got {given}")
    names = ", ".join(_mention(move) for move in candidates[:_MENTIONED])
    raise NotationError(
        f"expected one move of {player}, got {given}, which fits {len(candidates):,}: {names}"
    )


def matching(text: str, moves: Sequence[Move]) -> list[Move]:
    """Return the moves that a text can mean, the better fits only.

    Examples
    --------
    >>> moves = fs.Euclid(9, 2).moves()
    >>> [[move.text for move in matching(text, moves)] for text in ("(9,2)->(3,2)", "3,2")]
    [['(9,2) -> (3,2)'], ['(9,2) -> (3,2)']]
    >>> [move.text for move in matching("3,3", fs.Domineering("3x3").moves(fs.Left))]
    ['(2,3)-(3,3)']
    """
    wanted = _bare(text)
    if not text.strip():
        return []
    short, part = _short(text), _COMPONENT.fullmatch(text)
    inner = (int(part[1]) - 1, _short(part[2])) if part else None
    ways: tuple[Callable[[Move], bool], ...] = (
        lambda move: short_text(move) == short or _is_in_component(move, inner),
        lambda move: bool(wanted) and wanted in map(_bare, _texts(move)),
        lambda move: _short(_inner(move)) == short,
        lambda move: wanted == _bare(str(move.after)),
        lambda move: bool(wanted) and any(wanted in _bare(text) for text in _texts(move)),
    )
    for way in ways:
        fitting = [move for move in moves if way(move)]
        if fitting:
            # A move in either of two equal components leads to the same sum.
            return fitting[:1] if len({move.after for move in fitting}) == 1 else fitting
    return []


def _is_in_component(move: Move, inner: tuple[int, str] | None) -> bool:
    return (
        inner is not None
        and isinstance(move, SumMove)
        and (move.component, _short(str(move.move.text))) == inner
    )


def _inner(move: Move) -> str:
    return str(move.move.text if isinstance(move, SumMove) else move.text)


def _texts(move: Move) -> Iterable[str]:
    yield str(move.text)
    if isinstance(move, SumMove):
        yield str(move.move.text)
        yield f"in part {move.component + 1}: {move.move.text}"


def _bare(text: str) -> str:
    """Return a text without spaces and outer parentheses."""
    bare = "".join(text.split()).lower()
    return bare[1:-1] if bare.startswith("(") and bare.endswith(")") else bare


def _numbered(text: str, moves: Sequence[Move]) -> list[Move]:
    place = _PLACE.fullmatch(text.strip())
    if place is None or not 1 <= int(place[1]) <= len(moves):
        return []
    return [moves[int(place[1]) - 1]]


def _to_numbers(text: str, match: Match) -> list[Move]:
    """Return the moves to the numbers that were typed, if not all moves can be listed."""
    bare = "".join(text.split())
    part = _COMPONENT.fullmatch(bare)
    numbers = _NUMBERS.fullmatch((part[2] if part else bare).rpartition("->")[2])
    if numbers is None:
        return []
    moves = match.moves_to_numbers([int(n) for n in numbers[1].split(",")])
    if part is None:
        return list(moves)
    wanted = int(part[1]) - 1
    return [move for move in moves if isinstance(move, SumMove) and move.component == wanted]


def _near(text: str, match: Match) -> list[Move]:
    """Return the move that is meant among those near the cells that were typed."""
    numbers = {int(n) for n in _NUMBER.findall(text[:_LONGEST_MENTION])}
    return matching(text, match.moves_near(sorted(numbers))) if numbers else []


def _mention(move: Move) -> str:
    text = source_of(move.text)
    return str(MarkedText(text if len(text) <= _LONGEST_MENTION else short_text(move)))[:80]
