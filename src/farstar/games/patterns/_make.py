"""From a text with patterns to a ruleset."""

from __future__ import annotations

import os
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

from farstar.errors import NotationError
from farstar.games.patterns._analysis import falls_always, is_finite
from farstar.games.patterns._compiled import Compiled, compiled, written_rules
from farstar.games.patterns._graph import (
    GraphPatterns,
    ImpartialGraphPatterns,
)
from farstar.games.patterns._growth import growing_changes
from farstar.games.patterns._heaps import (
    HeapPatternPosition,
    ImpartialHeapPatterns,
    PartizanHeapPatterns,
)
from farstar.games.patterns._rules import (
    ImpartialPatternRules,
    PatternPosition,
    PatternRules,
    WrittenPosition,
    looks,
)
from farstar.games.patterns._text import Written
from farstar.rules import Ruleset, variants


def pattern_rules(
    text: str | None = None, *, path: str | os.PathLike[str] | None = None
) -> Ruleset:
    """Return the ruleset that a text, or a file, describes.

    A line ``game Name`` names it, ``cells x/o .`` lists the marks of a cell (a pair with a slash
    belongs to Left and to Right), and lines that begin with ``left``, ``right`` or ``both`` have
    rules ``before -> after``. See the page on rules as patterns.

    Raises
    ------
    NotationError
        If the text cannot be read; the message names line and column.

    Examples
    --------
    >>> clobber = fs.rules('''
    ... game Clobber
    ... cells x/o .
    ... left   xo -> .x  both
    ... right = swap of left
    ... ''')
    >>> clobber("xo|ox").value, clobber("xxo").value
    (Value('*'), Value('^'))
    """
    if path is not None and text is None:
        return _from_file(Path(path))
    if not isinstance(text, str) or path is not None:
        raise TypeError(f"expected the text of rules, or the path of a file, got {text!r}")
    if "->" not in text and (text.strip().endswith(".rules") or _is_file(text)):
        raise NotationError(
            f"expected the text of rules, got a file name: write rules(path={text.strip()!r})"
        )
    variant = written_rules(text).variant
    rules: Ruleset = _rules_class(text)()
    return variants.dicotic(rules) if variant == "dicotic" else rules


def _is_file(text: str) -> bool:
    """Return whether a short text is the path of a file."""
    try:
        return len(text) < 1_000 and "\n" not in text and Path(text).is_file()
    except (OSError, ValueError):
        return False


def _from_file(path: Path) -> Ruleset:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise NotationError(f"expected a file with rules, got {str(path)!r}: {error}") from None
    try:
        return pattern_rules(text)
    except NotationError as error:
        raise NotationError(f"{path}: {error.message}", error.text, error.column) from None


@lru_cache(maxsize=64)
def _rules_class(text: str) -> type[Ruleset]:
    written = written_rules(text)
    makers = {"graph": _on_graphs, "heaps": _on_heaps}
    return makers.get(written.board, _on_boards)(text, written)


def _members(text: str, written: Written) -> dict[str, Any]:
    return {
        "name": written.name,
        "title": written.title,
        "how_to_play": written.how_to_play,
        "written": written,
        "source": text,
        "__doc__": f"The rules of {written.title}.",
        "__module__": __name__,
    }


def _on_boards(text: str, written: Written) -> type[Ruleset]:
    rules = compiled(text, written.shortest)
    members = {
        **_members(text, written),
        "alphabet": written.alphabet,
        "filler": written.filler,
        "looks": looks(written),
        "start": written.start or ("." if "." in written.marks else ""),
        "example": next(iter(written.marks)),
        "may_loop": not _ends(written, rules),
    }
    base = ImpartialPatternRules if _is_impartial(written, rules) else PatternRules
    rules_class: type[PatternRules] = type(written.name, (base,), members)
    type(written.name, (PatternPosition,), {"__slots__": ()}, rules=rules_class)
    return rules_class


def _ends(written: Written, rules: Compiled) -> bool:
    """Return whether it is certain that games end, on boards of every size."""
    if not (written.has_repeats and rules.is_finite):
        return rules.is_finite
    has_directions = not written.ring
    longer = growing_changes(chain(*written.sides), has_directions=has_directions)
    return is_finite((*rules.left, *rules.right), has_directions=has_directions, more=longer)


def _is_impartial(written: Written, rules: Compiled) -> bool:
    """Return whether both players have the same patterns, on boards of every size."""
    if not written.has_repeats and not written.ring:
        return frozenset(rules.left) == frozenset(rules.right)
    left, right = written.sides
    return frozenset(left) == frozenset(right)


def _on_graphs(text: str, written: Written) -> type[Ruleset]:
    left, right = written.sides
    members = {
        **_members(text, written),
        "alphabet": written.marks,
        "looks": looks(written),
        "start": written.start or next(iter(written.marks)),
        "may_loop": not falls_always(growing_changes((*left, *right), has_directions=False)),
    }
    base = ImpartialGraphPatterns if frozenset(left) == frozenset(right) else GraphPatterns
    rules_class: type[GraphPatterns] = type(written.name, (base,), members)
    type(written.name, (WrittenPosition,), {"__slots__": ()}, rules=rules_class)
    return rules_class


def _on_heaps(text: str, written: Written) -> type[Ruleset]:
    left, right = written.heaps
    ends = all(rule.leaves_smaller for rule in (*left, *right))
    members = {**_members(text, written), "may_loop": not ends}
    if frozenset(left) != frozenset(right):
        return type(written.name, (PartizanHeapPatterns,), members)
    rules_class = type(written.name, (ImpartialHeapPatterns,), members)
    type(written.name, (HeapPatternPosition,), {"__slots__": ()}, rules=rules_class)
    return rules_class
