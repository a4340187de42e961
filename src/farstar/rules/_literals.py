"""Arguments written as in Python: numbers, strings, tuples, lists, sets and mappings of them."""

from __future__ import annotations

import ast
from typing import Any

from farstar._arguments import clip
from farstar.rules._reading import TextPart

_MOST_CHARACTERS = 200_000
_MOST_DEPTH = 50


def literal_arguments(text: str, names: tuple[str, ...] = ()) -> tuple[list[Any], dict[str, Any]]:
    """Return the arguments in `text`, those without a name and those with one.

    Nothing is executed: only literals are read.

    Parameters
    ----------
    text : str
        The arguments, separated by commas.
    names : tuple of str
        The names that may be used.

    Raises
    ------
    NotationError
        If an argument is not a literal, or has another name.

    Examples
    --------
    >>> literal_arguments("{'a': ['b']}, 'a', visited=['b']", ("visited",))
    ([{'a': ['b']}, 'a'], {'visited': ['b']})
    """
    part = TextPart(text)
    _refuse_large(part)
    try:
        call = ast.parse(f"f({part.text})", mode="eval").body
    except SyntaxError as error:
        # Two characters stand before the text.
        offset = min(max(0, (error.offset or 1) - 3), len(part.text))
        raise part.fault(f"expected literals as in Python: {error.msg}", offset) from None
    except (ValueError, MemoryError, RecursionError):
        raise part.fault(f"expected literals as in Python, got {clip(part.text, 40)!r}") from None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        raise part.fault(f"expected literals as in Python, got {clip(part.text, 40)!r}")
    named: dict[str, Any] = {}
    for keyword in call.keywords:
        if keyword.arg not in names:
            wanted = f"no name but {', '.join(names)}" if names else "no names"
            raise part.fault(f"expected {wanted}, got {keyword.arg!r}")
        named[keyword.arg] = _literal(keyword.value, part)
    return [_literal(node, part) for node in call.args], named


def _refuse_large(part: TextPart) -> None:
    if len(part.text) > _MOST_CHARACTERS:
        raise part.fault(f"expected at most {_MOST_CHARACTERS} characters, got {len(part.text)}")
    depth = 0
    for place, character in enumerate(part.text):
        depth += (character in "([{") - (character in ")]}")
        if depth > _MOST_DEPTH:
            raise part.fault(f"expected at most {_MOST_DEPTH} nested brackets", place)


def _literal(node: ast.expr, part: TextPart) -> Any:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, MemoryError, RecursionError):
        source = clip(ast.get_source_segment(f"f({part.text})", node) or part.text, 40)
        raise part.fault(
            f"expected numbers, strings, tuples, lists or mappings, got {source!r}"
        ) from None
