"""Arguments written as in Python: numbers, strings, tuples, lists, sets and mappings of them."""

from __future__ import annotations

import ast
from typing import Any

from farstar.expressions._fields import Field, clip

_MOST_CHARACTERS = 200_000
_MOST_DEPTH = 50


def arguments(text: str, *, names: tuple[str, ...]) -> tuple[list[Any], dict[str, Any]]:
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
        If an argument is no literal, or has another name.

    Examples
    --------
    >>> arguments("{'a': ['b']}, 'a', visited=['b']", names=("visited",))
    ([{'a': ['b']}, 'a'], {'visited': ['b']})
    """
    field = Field(text)
    _refuse_large(field)
    try:
        call = ast.parse(f"f({field.text})", mode="eval").body
    except SyntaxError as error:
        # Two characters stand before the text.
        offset = min(max(0, (error.offset or 1) - 3), len(field.text))
        raise field.fault(f"expected literals as in Python: {error.msg}", offset) from None
    except (ValueError, MemoryError, RecursionError):
        raise field.fault(f"expected literals as in Python, got {clip(field.text)!r}") from None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        raise field.fault(f"expected literals as in Python, got {clip(field.text)!r}")
    named: dict[str, Any] = {}
    for keyword in call.keywords:
        if keyword.arg not in names:
            wanted = ", ".join(names)
            raise field.fault(f"expected no other name than {wanted}, got {keyword.arg!r}")
        named[keyword.arg] = _literal(keyword.value, field)
    return [_literal(node, field) for node in call.args], named


def _refuse_large(field: Field) -> None:
    if len(field.text) > _MOST_CHARACTERS:
        raise field.fault(f"expected at most {_MOST_CHARACTERS} characters, got {len(field.text)}")
    depth = 0
    for place, character in enumerate(field.text):
        depth += (character in "([{") - (character in ")]}")
        if depth > _MOST_DEPTH:
            raise field.fault(f"expected at most {_MOST_DEPTH} nested brackets", place)


def _literal(node: ast.expr, field: Field) -> Any:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, MemoryError, RecursionError):
        shown = clip(ast.get_source_segment(f"f({field.text})", node) or field.text)
        raise field.fault(
            f"expected numbers, strings, tuples, lists or mappings, got {shown!r}"
        ) from None
