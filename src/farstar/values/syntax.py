"""Text in value notation to a syntax tree.

Text may come from anywhere: length and nesting are bounded.
"""

from __future__ import annotations

from farstar._immutable import Record
from farstar._lazy import TYPE_CHECKING
from farstar.errors import NotationError
from farstar.values._parser import Parser
from farstar.values.tree import MAX_LENGTH

if TYPE_CHECKING:
    from collections.abc import Mapping

    from farstar.values.tree import Node


class Statement(Record):
    """What `parse_statement` reads: a game, or two games and a relation between them."""

    left: Node
    relation: str | None
    """One of ``==``, ``!=``, ``<``, ``<=``, ``>``, ``>=``, ``||``, ``<|`` and ``|>``."""
    right: Node | None
    notes: tuple[str, ...]
    """What a reader may have meant otherwise."""


def parse(text: str, *, names: Mapping[str, Node] | None = None) -> Node:
    """Read a value, or an expression with values and positions, as a syntax tree.

    Parameters
    ----------
    text : str
        At most `MAX_LENGTH` characters, nested at most `MAX_DEPTH` deep.
    names : mapping, optional
        The trees that names without a parenthesis stand for.

    Raises
    ------
    NotationError
        If the text is not in the notation; :func:`caret` draws the place.

    Examples
    --------
    >>> parse("{1|0}")
    Braces(left=(Compact(numerator=1, exponent=0, up=0, star=0),), \
right=(Compact(numerator=0, exponent=0, up=0, star=0),))
    >>> parse("1 +")
    Traceback (most recent call last):
    ...
    farstar.errors.NotationError: column 4: expected a value, found the end of the text
    """
    return _parser(text, names).run()


def parse_statement(text: str, *, names: Mapping[str, Node] | None = None) -> Statement:
    """Read an expression, or a relation between two, such as ``{1|-1} + * >= ^``.

    Examples
    --------
    >>> statement = parse_statement("^ > 0")
    >>> statement.relation, statement.right
    ('>', Compact(numerator=0, exponent=0, up=0, star=0))
    """
    parser = _parser(text, names)
    parser.takes_relations = True
    node = parser.run()
    notes: tuple[str, ...] = ()
    if parser.doubtful:
        from farstar.values._refusals import nimber_and_multiple

        notes = tuple(nimber_and_multiple(number, heap) for number, heap in parser.doubtful)
    if parser.left is None:
        return Statement(node, None, None, notes)
    return Statement(parser.left, parser.relation, node, notes)


def _parser(text: str, names: Mapping[str, Node] | None) -> Parser:
    if not isinstance(text, str):
        raise TypeError(f"expected text in value notation, got {text!r}")
    if len(text) > MAX_LENGTH:
        raise NotationError(f"expected at most {MAX_LENGTH} characters, got {len(text)}")
    return Parser(text, names or {})


def caret(error: NotationError, *, width: int = 72) -> str:
    """Draw the place of a fault: the text around it, and a caret below.

    Examples
    --------
    >>> from farstar.errors import NotationError
    >>> try:
    ...     parse("{1|0|-1}")
    ... except NotationError as error:
    ...     print(caret(error))
    {1|0|-1}
        ^
    """
    if error.text is None or error.column is None:
        return ""
    start = max(0, min(error.column - width // 2, len(error.text) + 1 - width))
    clip = error.text[start : start + width]
    before = "..." if start else ""
    after = "..." if start + width < len(error.text) else ""
    line = "".join(c if c.isprintable() else " " for c in clip)
    return f"{before}{line}{after}\n{' ' * (len(before) + error.column - start)}^"
