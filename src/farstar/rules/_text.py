"""States and arguments as text: written in Python and in LaTeX, and read inside ``Name(...)``.

Integers may have any number of digits. Errors point at the place of the mistake.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import Any, TypeVar

from farstar._arguments import clip
from farstar._digits import from_text, to_text
from farstar.errors import IllegalPositionError, NotationError

_NUMBERS = re.compile(r"[0-9,; ]*")
_SPECIAL = {
    **{mark: f"\\{mark}" for mark in "#$%&_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}


def literal(x: object) -> str:
    """Return Python text for `x`; tuples, lists, sets and dicts of huge integers included.

    Examples
    --------
    >>> literal((11, frozenset({8}), "l"))
    "(11, frozenset({8}), 'l')"
    >>> len(literal((10**5000,)))
    5004
    """
    if type(x) is int:
        return to_text(x)
    if type(x) is tuple:
        return f"({', '.join(map(literal, x))}{',' if len(x) == 1 else ''})"
    if type(x) is list:
        return f"[{', '.join(map(literal, x))}]"
    if type(x) in (set, frozenset):
        return _set_literal(x)  # type: ignore[arg-type]
    if type(x) is dict:
        return f"{{{', '.join(f'{literal(k)}: {literal(v)}' for k, v in x.items())}}}"
    return repr(x)


def _set_literal(x: set[object] | frozenset[object]) -> str:
    inner = ", ".join(sorted(map(literal, x), key=lambda text: (len(text), text)))
    if type(x) is frozenset:
        return f"frozenset({{{inner}}})" if x else "frozenset()"
    return f"{{{inner}}}" if x else "set()"


def arguments(state: object) -> str:
    """Return how `state` is written between the parentheses of a call.

    Examples
    --------
    >>> arguments((11, 8)), arguments((11,)), arguments(5)
    ('11, 8', '(11,)', '5')
    """
    if type(state) is tuple and len(state) > 1:
        return ", ".join(map(literal, state))
    return literal(state)


def clipped(x: object) -> str:
    """Return `literal` of `x` in one short line, for messages."""
    return clip(literal(x))


def position_latex(name: str, text: str) -> str:
    r"""Return ``Name(text)`` in LaTeX; what is not numbers is set in typewriter letters."""
    if not _NUMBERS.fullmatch(text):
        text = rf"\texttt{{{''.join(_SPECIAL.get(mark, mark) for mark in text)}}}"
    return rf"\mathrm{{{name}}}({text})"


_MOST_CHARACTERS = 200_000
_MOST_DEPTH = 50
_INTEGER = re.compile("[+-]?[0-9]+")
T = TypeVar("T")


class TextPart:
    """A part of a text, without the blanks around it, and its place in the text."""

    __slots__ = ("source", "start", "text")

    def __init__(self, source: str, start: int = 0, stop: int | None = None) -> None:
        piece = source[start:stop]
        self.source = source
        self.text = piece.strip()
        self.start = start + len(piece) - len(piece.lstrip())
        if not self.text:
            self.start = start

    def split(self, separator: str) -> list[TextPart]:
        """Return the pieces between separators; none for an empty text."""
        parts = []
        place = self.start
        for piece in self.text.split(separator) if self.text else ():
            parts.append(TextPart(self.source, place, place + len(piece)))
            place += len(piece) + len(separator)
        return parts

    def integer(self) -> int:
        """Return this part as an integer, of any number of digits."""
        text = self.text.replace("−", "-")
        if not _INTEGER.fullmatch(text):
            raise self.fault(f"expected an integer, got {clip(self.text, 40)!r}")
        return from_text(text)

    def integers(self) -> tuple[int, ...]:
        """Return the integers between commas."""
        return tuple(part.integer() for part in self.split(","))

    def exactly(self, count: int) -> tuple[int, ...]:
        """Return the integers between commas, whose number is given."""
        numbers = self.integers()
        if len(numbers) != count:
            wanted = {2: "two", 3: "three"}.get(count, str(count))
            raise self.fault(f"expected {wanted} integers, got {len(numbers)} of them")
        return numbers

    def before_semicolon(self, wanted: str) -> tuple[TextPart, TextPart | None]:
        """Return the part before the semicolon, and the part after it if there is one."""
        if ";" not in self.text:
            return self, None
        parts = self.split(";")
        if len(parts) > 2:
            raise parts[2].fault(f"expected one semicolon, then {wanted}, got another")
        if not parts[1].text:
            raise parts[1].fault(f"expected {wanted} after the semicolon, got nothing")
        return parts[0], parts[1]

    def fault(self, message: str, offset: int = 0) -> NotationError:
        """Return an error at this place."""
        return NotationError(message, self.source, self.start + offset)

    def placed(self, call: Callable[[], T]) -> T:
        """Return the result of `call`; errors that it raises point at this place."""
        try:
            return call()
        except NotationError as error:
            raise NotationError(error.message, self.source, self._column(error)) from None
        except IllegalPositionError as error:
            raise IllegalPositionError(error.message, self.source, self._column(error)) from None

    def _column(self, error: NotationError | IllegalPositionError) -> int:
        """Return the place of an error that may know where in this part it happened."""
        inside = error.column if error.text == self.text else None
        return self.start + (inside or 0)


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
