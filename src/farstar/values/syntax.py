"""Text in value notation to a syntax tree.

The parser keeps its own stack (one `_Level` for each open bracket), so the nesting of the text
never meets Python's recursion limit. Text may come from anywhere: length and nesting are bounded.
"""

from __future__ import annotations

import re
from typing import NoReturn

from farstar._arguments import clip
from farstar._digits import from_text
from farstar.errors import NotationError
from farstar.values.tree import (
    Braces,
    Compact,
    HigherUp,
    Miny,
    Multiple,
    Named,
    Negation,
    Node,
    OrdinalSum,
    PlusMinus,
    Sum,
    Tiny,
)

__all__ = [
    "MAX_DEPTH",
    "MAX_LENGTH",
    "MAX_ORDER",
    "Braces",
    "Compact",
    "HigherUp",
    "Miny",
    "Multiple",
    "Named",
    "Negation",
    "Node",
    "OrdinalSum",
    "PlusMinus",
    "Sum",
    "Tiny",
    "caret",
    "fault",
    "parse",
]

MAX_LENGTH = 1_000_000
"""Characters that a text may have."""

MAX_DEPTH = 1_000
"""Brackets and prefix operators that may be open at once."""

MAX_ORDER = 1_000
"""The largest n in ``^<n>`` and ``^[n]``."""

_SPACE = re.compile(r"\s*")
_BARS = re.compile(r"\|+")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_PLUS_MINUS = re.compile(r"\+[-−]|±")
_PARENTHESIS = re.compile(r"""[()]|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""", re.DOTALL)
"""A parenthesis, or a quoted text, inside which parentheses do not count."""
_NUMBER = re.compile(r"[0-9]*")
_SPACED_STAR = re.compile(r"\s+[*∗]")
_ATOM = re.compile(
    r"""
    (?P<number> [-−]?[0-9]+ (?:/[0-9]+)? )?
    (?P<up>
        (?P<double> \^\^ | ↑↑ | ⇑ | ↓↓ | ⇓ | vv(?![A-Za-z_0-9]) )
      | (?P<single> [\^↑↓] | v(?![A-Za-z_]) )
        (?: <(?P<order>[0-9]+)> | \[(?P<through>[0-9]+)\] | (?P<count>[0-9]+) )?
    )?
    (?P<star> [*∗](?P<heap>[0-9]*) )?
    """,
    re.VERBOSE,
)
_MULTIPLE_START = re.compile(r"[\^↑⇑↓⇓({A-Za-z_]")


def parse(text: str) -> Node:
    """Read a value, or an expression with values and positions, as a syntax tree.

    Parameters
    ----------
    text : str
        At most `MAX_LENGTH` characters, nested at most `MAX_DEPTH` deep.

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
    if not isinstance(text, str):
        raise TypeError(f"expected text in value notation, got {text!r}")
    if len(text) > MAX_LENGTH:
        raise NotationError(f"expected at most {MAX_LENGTH} characters, got {len(text)}")
    return _Parser(text).run()


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
    shown = "".join(c if c.isprintable() else " " for c in clip)
    return f"{before}{shown}{after}\n{' ' * (len(before) + error.column - start)}^"


def fault(message: str, text: str | None, column: int) -> NotationError:
    """Return an error whose message names the column (zero-based here, one-based for people)."""
    return NotationError(f"column {column + 1}: {message}", text=text, column=column)


class _Level:
    """What has been read inside one open bracket."""

    __slots__ = (
        "column",
        "factor",
        "glued",
        "kind",
        "may_be_set",
        "ordinals",
        "prefixes",
        "runs",
        "sign",
        "spans",
        "terms",
    )

    def __init__(self, kind: str, column: int) -> None:
        self.kind = kind
        self.column = column
        self.may_be_set = False
        self.prefixes: list[str] = []
        self.factor: int | None = None
        self.glued: Compact | None = None
        self.ordinals: list[Node] = []
        self.sign = 1
        self.terms: list[tuple[int, Node]] = []
        self.spans: list[list[Node]] = [[]]
        self.runs: list[tuple[int, int]] = []

    def at_start_of_span(self) -> bool:
        """Whether nothing has been read since the last bar (or the bracket)."""
        return not (self.spans[-1] or self.terms or self.ordinals or self.prefixes)

    def end_term(self, next_sign: int) -> None:
        """Close the current term; the next one will be added or subtracted."""
        parts = tuple(self.ordinals)
        self.terms.append((self.sign, parts[0] if len(parts) == 1 else OrdinalSum(parts)))
        self.ordinals.clear()
        self.sign = next_sign

    def end_expression(self) -> Node:
        """Close the current expression and return it."""
        self.end_term(1)
        terms = tuple(self.terms)
        self.terms.clear()
        return terms[0][1] if len(terms) == 1 else Sum(terms)


class _Parser:
    """One pass over one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self.depth = 0
        self.levels = [_Level("", 0)]
        self.atoms: dict[str, Node] = {}

    def run(self) -> Node:
        """Alternate between operands and operators until the text ends."""
        while True:
            while not self._operand():
                pass
            while not self._operator():
                if self._at_end():
                    return self._finish()

    # Small steps

    def _error(self, message: str, column: int | None = None) -> NotationError:
        return fault(message, self.text, self.place if column is None else column)

    def _found(self) -> str:
        if self.place == len(self.text):
            return "the end of the text"
        match = _NAME.match(self.text, self.place)
        found = match[0] if match else self.text[self.place]
        return repr(clip(found, 20))

    def _peek(self) -> str:
        """Return the next character after spaces, or nothing at the end."""
        character = self.text[self.place : self.place + 1]
        if character.isspace():
            match = _SPACE.match(self.text, self.place)
            assert match is not None
            self.place = match.end()
            character = self.text[self.place : self.place + 1]
        return character

    def _at_end(self) -> bool:
        return self._peek() == ""

    def _deepen(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self._error(f"expected at most {MAX_DEPTH} nested brackets and signs")

    def _open(self, kind: str, width: int) -> None:
        self._deepen()
        self.levels.append(_Level(kind, self.place))
        self.place += width

    # Operands: each step returns True once a whole operand has been read

    def _operand(self) -> bool:
        """Read one prefix, bracket or atom where a value is expected."""
        character = self._peek()
        level = self.levels[-1]
        sign = _PLUS_MINUS.match(self.text, self.place)
        if sign:
            return self._prefix("+-", sign.end())
        following = self.text[self.place + 1 : self.place + 2]
        if character in ("-", "−") and not ("0" <= following <= "9"):
            return self._prefix("-", self.place + 1)
        if character == "(":
            self._open("(", 1)
            return False
        if character == "{":
            is_set = level.prefixes[-1:] == ["+-"] and level.factor is None
            self._open("{", 1)
            self.levels[-1].may_be_set = is_set
            return False
        if character in ("|", "}") and level.kind == "{" and level.at_start_of_span():
            return self._empty_side(character)
        atom = _ATOM.match(self.text, self.place)
        if atom and atom[0]:
            return self._atom(atom)
        name = _NAME.match(self.text, self.place)
        if name:
            return self._named(name)
        raise self._error(f"expected a value, found {self._found()}")

    def _prefix(self, sign: str, end: int) -> bool:
        self._deepen()
        self.levels[-1].prefixes.append(sign)
        self.place = end
        return False

    def _empty_side(self, character: str) -> bool:
        """Read past a bar or a closing brace whose side has no options."""
        if character == "|":
            self._bars()
            return False
        return self._close_braces()

    def _complete(self, node: Node) -> None:
        """Apply what stood before the operand: glued number, factor, signs."""
        level = self.levels[-1]
        if level.glued is not None:
            node = Sum(((1, level.glued), (1, node)))
            level.glued = None
        if level.factor is not None:
            node = Multiple(level.factor, node)
            level.factor = None
        for sign in reversed(level.prefixes):
            node = Negation(node) if sign == "-" else PlusMinus((node,))
        self.depth -= len(level.prefixes)
        level.prefixes.clear()
        level.ordinals.append(node)

    # Atoms

    def _atom(self, atom: re.Match[str]) -> bool:
        """Read number, ups and nimber written together; or the factor of a multiple."""
        if atom["number"] and not atom["up"] and self._factor(atom):
            return False
        node = self.atoms.get(atom[0])
        if node is None:
            node = self.atoms[atom[0]] = self._atom_node(atom)
        self._refuse_glue_after_sign(atom)
        self.place = atom.end()
        if isinstance(node, Compact) and atom["number"] == atom[0]:
            name = _NAME.match(self.text, self.place)
            if name:
                return self._glued_name(name, atom["number"], node)
        self._complete(node)
        return True

    def _atom_node(self, atom: re.Match[str]) -> Node:
        up, higher = self._ups(atom)
        compact = Compact(*self._dyadic(atom), up, self._heap(atom))
        if higher is None:
            return compact
        if atom["number"] or atom["star"]:
            return Sum(((1, compact), (1, higher)))
        return higher

    def _dyadic(self, atom: re.Match[str]) -> tuple[int, int]:
        """Return the number in front, in lowest terms."""
        if not atom["number"]:
            return 0, 0
        top, _, bottom = atom["number"].replace("−", "-").partition("/")
        numerator, denominator = from_text(top), from_text(bottom or "1")
        if denominator < 1 or denominator & (denominator - 1):
            raise self._error(
                f"expected a power of two as denominator, found {clip(bottom, 20)!r}",
                atom.start("number") + len(top) + 1,
            )
        exponent = denominator.bit_length() - 1
        if numerator == 0:
            return 0, 0
        shift = min(exponent, (numerator & -numerator).bit_length() - 1)
        return numerator >> shift, exponent - shift

    def _ups(self, atom: re.Match[str]) -> tuple[int, HigherUp | None]:
        """Return a multiple of up, or an up of higher order."""
        if not atom["up"]:
            return 0, None
        sign = -1 if atom["up"][0] in "v↓⇓" else 1
        if atom["double"]:
            return 2 * sign, None
        order = atom["order"] or atom["through"]
        if order is None:
            return sign * from_text(atom["count"] or "1"), None
        n = from_text(order)
        if not 1 <= n <= MAX_ORDER:
            column = atom.start("order" if atom["order"] else "through")
            raise self._error(
                f"expected an order from 1 to {MAX_ORDER}, found {clip(order, 20)!r}", column
            )
        return (sign, None) if n == 1 else (0, HigherUp(n, sign, bool(atom["through"])))

    @staticmethod
    def _heap(atom: re.Match[str]) -> int:
        if not atom["star"]:
            return 0
        return from_text(atom["heap"]) if atom["heap"] else 1

    def _refuse_glue_after_sign(self, atom: re.Match[str]) -> None:
        """Refuse ``+-1^``: it could be +-(1^) or (+-1) + ^."""
        if "+-" not in self.levels[-1].prefixes:
            return
        pieces = [atom[part] for part in ("number", "up", "star") if atom[part]]
        if len(pieces) > 1:
            whole, first = clip(atom[0], 20), clip(pieces[0], 20)
            rest = clip("".join(pieces[1:]), 20)
            raise self._error(f"'+-' takes one atom: write +-({whole}) or +-{first}+{rest}")

    def _factor(self, atom: re.Match[str]) -> bool:
        """Read ``n*`` if it multiplies what follows; refuse it where that is not clear."""
        number, end = atom["number"], atom.end()
        if atom["heap"]:
            return False
        spaced = None if atom["star"] else _SPACED_STAR.match(self.text, end)
        if not atom["star"] and not spaced:
            return False
        end = spaced.end() if spaced else end
        here = _SPACE.match(self.text, end)
        assert here is not None
        if _MULTIPLE_START.match(self.text, here.end()):
            self._begin_multiple(number, end)
            return True
        if spaced or here.end() == end:
            self._refuse_two_readings(number, end if not spaced else here.end(), bool(spaced))
        return False

    def _begin_multiple(self, number: str, end: int) -> None:
        level = self.levels[-1]
        if "/" in number:
            raise self._error(
                f"expected an integer before '*' in a multiple, found {clip(number, 20)!r}"
            )
        if "+-" in level.prefixes:
            raise self._error(
                f"'+-' takes one atom: put the multiple in parentheses, +-({clip(number, 20)}*...)"
            )
        level.factor = from_text(number.replace("−", "-"))
        self.place = end

    def _refuse_two_readings(self, number: str, end: int, spaced: bool) -> None:
        """Refuse ``3*-1``, ``3**2``, ``3*+-1`` and ``3 * 2``."""
        n, character = clip(number, 20), self.text[end : end + 1]
        sign = _PLUS_MINUS.match(self.text, end)
        after = _ATOM.match(self.text, sign.end() if sign else end + 1)
        rest = clip(after[0], 20) if after and after[0] else "..."
        if sign:
            first, second = f"({n}*)+-{rest}", f"{n}*(+-{rest})"
        elif character in ("-", "−"):
            first, second = f"({n}*)-{rest}", f"{n}*(-{rest})"
        elif character in ("*", "∗"):
            star = f"*{after['number'] or ''}" if after else "*"
            first, second = f"({n}*)+{star}", f"{n}*({star})"
        elif spaced:
            heap = self._digits_at(end)
            first = f"{n}*{heap} for {n} + *{heap},"
            second = f"{n}*({heap or 'G'}) for a multiple"
        else:
            return
        raise self._error(f"'{n}*' has two readings here: write {first} or {second}")

    def _digits_at(self, place: int) -> str:
        digits = _NUMBER.match(self.text, place)
        return clip(digits[0], 20) if digits else ""

    # Names

    def _named(self, name: re.Match[str]) -> bool:
        """Read ``Tiny(``, ``Miny(``, or a position up to its matching parenthesis."""
        end = name.end()
        if self.text[end : end + 1] != "(":
            hint = f": write v{len(name[0])}" if set(name[0]) == {"v"} else ""
            raise self._error(f"expected '(' after the name {clip(name[0], 20)!r}{hint}", end)
        if name[0] in ("Tiny", "Miny"):
            self._open(name[0], len(name[0]) + 1)
            return False
        stop = self._matching_parenthesis(end)
        node = Named(name[0], self.text[end + 1 : stop], name.start())
        self.place = stop + 1
        self._complete(node)
        return True

    def _matching_parenthesis(self, start: int) -> int:
        open_now = 0
        for match in _PARENTHESIS.finditer(self.text, start):
            open_now += (match[0] == "(") - (match[0] == ")")
            if open_now == 0:
                return match.start()
        raise self._error(
            f"expected ')' to close the '(' at column {start + 1}, found the end of the text",
            len(self.text),
        )

    def _glued_name(self, name: re.Match[str], number: str, compact: Compact) -> bool:
        """Read what is written right after a number: only Tiny and Miny may be."""
        word, n = name[0], clip(number, 20)
        if word not in ("Tiny", "Miny"):
            raise self._error(
                f"expected an operator between {n!r} and {clip(word, 20)!r}: "
                f"write {n}+{clip(word, 20)} or {n}*{clip(word, 20)}"
            )
        if "+-" in self.levels[-1].prefixes:
            raise self._error(f"'+-' takes one atom: write +-({n}{word}(...)) or +-{n}+{word}(...)")
        self.levels[-1].glued = compact
        return False

    # Operators: each step returns True where an operand must follow

    def _operator(self) -> bool:
        """Read one operator, separator or closing bracket after an operand."""
        character = self._peek()
        level = self.levels[-1]
        sign = _PLUS_MINUS.match(self.text, self.place)
        if sign:
            level.end_term(1)
            self._prefix("+-", sign.end())
            return True
        if character in ("+", "-", "−"):
            level.end_term(1 if character == "+" else -1)
        elif character == "," and level.kind == "{":
            level.spans[-1].append(level.end_expression())
        elif character == "|" and level.kind == "{":
            level.spans[-1].append(level.end_expression())
            self._bars()
            return True
        elif character == "}" and level.kind == "{":
            level.spans[-1].append(level.end_expression())
            self._close_braces()
            return False
        elif character == ")" and level.kind in ("(", "Tiny", "Miny"):
            self._close_parenthesis()
            return False
        elif character != ":":
            if character == "" and level.kind == "":
                return False
            self._refuse_operator(level)
        self.place += 1
        return True

    def _refuse_operator(self, level: _Level) -> NoReturn:
        wanted = "an operator"
        if level.kind == "":
            wanted += " or the end of the text"
        elif level.kind == "{":
            bar = "" if level.runs else " '|',"
            wanted += f", ',',{bar} or '}}' to close the '{{' at column {level.column + 1}"
        else:
            wanted += f" or ')' to close the {level.kind!r} at column {level.column + 1}"
        raise self._error(f"expected {wanted}, found {self._found()}")

    # Brackets

    def _bars(self) -> None:
        level = self.levels[-1]
        run = _BARS.match(self.text, self.place)
        assert run is not None
        level.runs.append((len(run[0]), self.place))
        level.spans.append([])
        self.place = run.end()

    def _close_braces(self) -> bool:
        """Close ``{...}``: a game, or after ``+-`` a set of options."""
        level = self.levels[-1]
        node: Node
        if level.runs:
            node = self._resolve_bars(level)
        elif level.may_be_set and level.spans[-1]:
            node = PlusMinus(tuple(level.spans[-1]))
        elif level.may_be_set:
            raise self._error("expected an option between '+-{' and '}'")
        else:
            raise self._error(
                f"expected '|' between the '{{' at column {level.column + 1} and this '}}'"
            )
        self._leave(1)
        if isinstance(node, PlusMinus):
            self._drop_plus_minus()
        self._complete(node)
        return True

    def _drop_plus_minus(self) -> None:
        """Forget the sign that the set of options has taken up."""
        self.levels[-1].prefixes.pop()
        self.depth -= 1

    def _close_parenthesis(self) -> None:
        level = self.levels[-1]
        node = level.end_expression()
        self._leave(1)
        if level.kind == "Tiny":
            node = Tiny(node)
        elif level.kind == "Miny":
            node = Miny(node)
        self._complete(node)

    def _leave(self, width: int) -> None:
        self.place += width
        self.levels.pop()
        self.depth -= 1

    def _resolve_bars(self, level: _Level) -> Braces:
        """Nest the spans: the longest run of bars of a span is its root."""
        stack: list[tuple[list[Node], int]] = []
        for span, (length, column) in zip(level.spans, level.runs, strict=False):
            while stack and stack[-1][1] < length:
                span = [Braces(tuple(stack.pop()[0]), tuple(span))]
            if stack and stack[-1][1] == length:
                bars = "|" * length if length <= 8 else f"{length} bars"
                raise self._error(
                    f"expected one longest run of bars, found a second {bars!r} in the same "
                    "span: write a longer run at the root, as in {1||0|-1}",
                    column,
                )
            stack.append((span, length))
        span = level.spans[-1]
        while stack:
            span = [Braces(tuple(stack.pop()[0]), tuple(span))]
        root = span[0]
        assert isinstance(root, Braces)
        return root

    def _finish(self) -> Node:
        level = self.levels[-1]
        if level.kind:
            self._refuse_operator(level)
        return level.end_expression()
