"""The moves that rules in a certificate mean, as plainly as possible; nothing of the checker's.

The board lies in an endless plane of outside. Arithmetic is left to Python itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any


def cells_of(pattern: str) -> dict[tuple[int, int], str]:
    """Return the cells of a pattern or of a board, each a mark or a class in brackets."""
    rows = [re.findall(r"\[[^]]*\]|.", row) for row in pattern.split("|")]
    return {(r, c): cell for r, row in enumerate(rows) for c, cell in enumerate(row)}


def fits(cell: str, mark: str) -> bool:
    """Return whether a cell of a pattern fits a mark, or ``$`` for the outside."""
    if cell.startswith("[^"):
        return mark not in cell[2:-1]
    if cell.startswith("["):
        return mark in cell[1:-1]
    return cell in ("?", mark)


def board_moves(board: str, rule: str) -> set[str]:
    """Return the boards after a move by a pattern."""
    before, after = map(cells_of, rule.split(" -> "))
    marks = cells_of(board)
    (bottom, last), (lowest, longest) = max(marks), max(before)
    moved = set()
    for top in range(-lowest - 1, bottom + 2):
        for first in range(-longest - 1, last + 2):
            shifted = {(top + r, first + c): cell for (r, c), cell in before.items()}
            if not shifted.keys() & marks.keys():
                continue
            if all(fits(cell, marks.get(at, "$")) for at, cell in shifted.items()):
                new = dict(marks)
                for (r, c), cell in after.items():
                    if cell != "=" and (top + r, first + c) in marks:
                        new[top + r, first + c] = cell
                rows: dict[int, str] = {}
                for (r, _), mark in new.items():
                    rows[r] = rows.get(r, "") + mark
                moved.add("|".join(rows.values()))
    return moved


def heap_moves(heaps: tuple[tuple[int, ...], ...], rule: str) -> set[Any]:
    """Return the heaps after a move by a rule, by a comprehension of Python's."""
    letters, results = rule.split("->")
    new, *clauses = re.split(r"(?=\bfor\b|\bif\b)", results, maxsplit=1)
    text = f"[({new},) for {letters}, in [heap] {''.join(clauses)}]"
    text = re.sub(r"\b0+(?=[0-9])", "", text)  # 03 is 3 in certificates, and no number in Python
    moved = set()
    for i, heap in enumerate(heaps):
        for after in eval(text, {"heap": heap, "range": range}):
            piles = [pile if isinstance(pile, tuple) else (pile,) for pile in after]
            rest = [*heaps[:i], *heaps[i + 1 :]]
            moved.add(tuple(sorted([*rest, *(pile for pile in piles if any(pile))])))
    return moved


def sides(rules: Any, position: Any) -> Iterator[set[Any]]:
    """Yield the positions after Left's and after Right's moves."""
    for i, player in enumerate(("left", "right")):
        if "moves" in rules:
            yield set(rules["moves"][position][i])
        else:
            moves: Any = board_moves if isinstance(position, str) else heap_moves
            yield {new for rule in rules[player] for new in moves(position, rule)}


def rows_of(game: Any) -> list[list[list[int]]]:
    """Return the moves of a game, with its positions numbered as they are met."""
    if "moves" in game:
        return list(game["moves"])
    start = game["board"] if "board" in game else tuple(map(tuple, game["heaps"]))
    met, number, rows = [start], {start: 0}, []
    for position in met:
        row = []
        for side in sides(game, position):
            fresh = [new for new in sorted(side) if new not in number]
            number |= {new: len(met) + i for i, new in enumerate(fresh)}
            met += fresh
            row.append([number[new] for new in sorted(side)])
        rows.append(row)
    return rows


def both_sides(game: Any) -> tuple[Any, Any]:
    """Return the moves on the onside and on the offside."""
    if "on" in game:
        return game["on"], game["off"]
    return rows_of(game), rows_of(game)
