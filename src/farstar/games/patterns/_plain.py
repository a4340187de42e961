"""Rules as plain text for certificates: patterns that lie as they are written, and arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from farstar.games.patterns._compiled import compiled, placements, written_rules
from farstar.games.patterns._heap_text import HeapRule, Linear
from farstar.games.patterns._patterns import Offset, Pattern
from farstar.games.patterns._placements import Placement

MOST_PATTERNS = 2000
"""How many patterns a player may have in a certificate."""

_MOST_LOOPS = 2
_LARGEST_FACTOR = 4


def plain_rules(source: str, board: str) -> Mapping[str, Any] | None:
    r"""Return a board with the patterns of both players, each in one direction and without words.

    None if they are too many. A token is a mark, ``[xo]`` for one of several, ``[^x]`` for none
    of them, ``?`` for anything and ``$`` for the outside; after the arrow ``=`` means that a cell
    stays as it is.

    Examples
    --------
    >>> rules = plain_rules("cells x/o .\nleft xo -> .x both\nright = swap of left", "xo|..")
    >>> rules["left"]
    ['xo -> .x', 'ox -> x.', 'x|o -> .|x', 'o|x -> x|.']
    """
    rows = board.split("|")
    texts = _texts(source, len(rows), len(rows[0]))
    if texts is None:
        return None
    return {"board": board, "left": list(texts[0]), "right": list(texts[1])}


@lru_cache(maxsize=64)
def _texts(source: str, rows: int, columns: int) -> tuple[tuple[str, ...], ...] | None:
    if written_rules(source).ring:
        sides = [
            [anchored(placement, columns) for placement in placements(source, rows, columns, side)]
            for side in (0, 1)
        ]
    else:
        rules = compiled(source, max(rows, columns))
        sides = [
            [plain_text(pattern) for pattern in side if _has_room(pattern, rows, columns)]
            for side in (rules.left, rules.right)
        ]
    unique = tuple(tuple(dict.fromkeys(side)) for side in sides)
    return None if max(map(len, unique)) > MOST_PATTERNS else unique


def _has_room(pattern: Pattern, rows: int, columns: int) -> bool:
    cells = pattern.on_board
    spread = [max(c[i] for c in cells) - min(c[i] for c in cells) for i in (0, 1)]
    return spread[0] < rows and spread[1] < columns


def plain_text(pattern: Pattern) -> str:
    """Return a plain pattern as text, its cells in a rectangle."""
    before = _tokens(pattern.needs, pattern.forbids)
    after = dict(pattern.writes)
    top, first = (min(cell[i] for cell in before) for i in (0, 1))
    bottom, last = (max(cell[i] for cell in before) for i in (0, 1))
    lines = [[(r, c) for c in range(first, last + 1)] for r in range(top, bottom + 1)]
    stands = "|".join("".join(before.get(cell, "?") for cell in line) for line in lines)
    return f"{stands} -> " + "|".join(
        "".join(after.get(cell, "=") for cell in line) for line in lines
    )


def anchored(placement: Placement, length: int) -> str:
    """Return a pattern that fits a strip of this length at one place only."""
    before = _tokens(
        [((0, i), marks) for i, marks in placement.needs],
        [((0, i), marks) for i, marks in placement.forbids],
    )
    after = dict(placement.writes)
    stands = "".join(before.get((0, i), "?") for i in range(length))
    return f"${stands}$ -> =" + "".join(after.get(i, "=") for i in range(length)) + "="


def _tokens(
    needs: Iterable[tuple[Offset, frozenset[str]]], forbids: Iterable[tuple[Offset, frozenset[str]]]
) -> dict[Offset, str]:
    wanted, banned = dict(needs), dict(forbids)
    return {at: token_of(wanted.get(at), banned.get(at)) for at in (*banned, *wanted)}


def token_of(needs: frozenset[str] | None, forbids: frozenset[str] | None) -> str:
    """Return the token of a cell that needs one of some marks, or forbids some."""
    if needs is None:
        return f"[^{_sorted(forbids)}]" if forbids else "?"
    left = needs - (forbids or frozenset())
    return _sorted(left) if len(left) == 1 else f"[{_sorted(left)}]"


def _sorted(marks: frozenset[str]) -> str:
    """Return marks in order; ``^`` last, since at the beginning it means none of them."""
    return "".join(sorted(marks, key=lambda mark: (mark == "^", mark)))


def heap_rules(rules: Sequence[HeapRule]) -> list[str] | None:
    r"""Return rules on heaps as arithmetic; None if some rule is beyond it."""
    texts = [_arithmetic(rule) for rule in rules]
    return None if None in texts else [text for text in texts if text is not None]


def _arithmetic(rule: HeapRule) -> str | None:
    if len(rule.before.letters) != 1 or rule.before.letters[0][1] != 1:
        return None
    ((heap, _),) = rule.before.letters
    new = sorted({x for part in rule.after for x, _ in part.letters} - {heap})
    given = [*rule.after, *(side for c in rule.conditions for side in (c.first, c.second))]
    factors = [abs(n) for form in given for _, n in form.letters]
    if len(new) > _MOST_LOOPS or max(factors, default=0) > _LARGEST_FACTOR:
        return None
    taken = rule.before.number

    def text(form: Linear) -> str:
        return "".join(_terms(form, heap, taken)).removeprefix("+") or "0"

    conditions = [f"{heap}-{taken} >= 0"] if taken else []
    if rule.shared is not None:
        conditions.append(f"{text(rule.shared)} == 0")
    conditions += [f"{text(part)} >= 0" for part in rule.after if not _is_letter(part, new)]
    if rule.is_smaller:
        conditions.append(f"{text(rule.after[0])} < {heap}")
    else:
        conditions += _changes_something(rule, text, heap)
    conditions += [
        f"{text(c.first)} {'==' if c.sign == '=' else c.sign} {text(c.second)}"
        for c in rule.conditions
    ]
    loops = "".join(f" for {x} in range({heap}+1)" for x in new)
    asked = f" if {' and '.join(conditions)}" if conditions else ""
    return f"{heap} -> {', '.join(map(text, rule.after))}{loops}{asked}"


def _changes_something(rule: HeapRule, text: Callable[[Linear], str], heap: str) -> Iterator[str]:
    """Yield conditions which say that the heap does not stay as it is."""
    whole = Linear(rule.before.number, rule.before.letters)
    for part in rule.after:
        difference = part.plus(whole, -1)
        if rule.shared is not None and rule.before.number:
            continue  # what is shared out is less than the heap
        if not difference.letters and difference.number:
            continue
        same = [f"{text(part)} != {heap}"]
        if rule.shared is None:
            same += [f"{text(other)} != 0" for other in rule.after if other is not part]
        yield same[0] if len(same) == 1 else f"({' or '.join(same)})"


def _is_letter(form: Linear, letters: Sequence[str]) -> bool:
    return (
        form.number == 0 and len(form.letters) == 1 and form.letters[0] in [(x, 1) for x in letters]
    )


def _terms(form: Linear, heap: str, taken: int) -> Iterator[str]:
    """Yield terms with signs; the letter of the heap stands for what is left of it."""
    for x, n in form.letters:
        term = f"({heap}-{taken})" if x == heap and taken else x
        yield ("+" if n > 0 else "-") + term
        for _ in range(abs(n) - 1):
            yield ("+" if n > 0 else "-") + term
    if form.number:
        yield f"{form.number:+d}"
