"""The parser of value notation: one pass over a text, with a stack of its own.

There is one `Level` for each open bracket, so the nesting of the text never meets Python's
recursion limit.
"""

from __future__ import annotations

import re

from farstar._arguments import clip
from farstar._lazy import TYPE_CHECKING
from farstar.values.tree import (
    ATOM,
    LOOPY_WORDS,
    MAX_DEPTH,
    MINUS,
    Braces,
    Compact,
    Labelled,
    Miny,
    Multiple,
    Named,
    Negation,
    Node,
    OrdinalSum,
    PlusMinus,
    Sides,
    Sum,
    Symbol,
    Tiny,
    atom_node,
    fault,
    fraction,
    two_readings,
    unknown_name,
    unsupported,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import NoReturn, TypeAlias

    from farstar.errors import NotationError

    GameNames: TypeAlias = Callable[[], Iterable[str]]
    """Returns the names of games, which are looked up only for a message."""

_RELATIONS = {"=": "==", "≤": "<=", "≥": ">=", "≠": "!=", "<>": "||", "‖": "||"}
"""Other ways to write a relation."""

_SPACE = re.compile(r"\s*")
_BARS = re.compile(r"[|∣‖]+")
_NAME = re.compile(r"(?:[A-Za-z_][A-Za-z0-9_]*\.)*([A-Za-z_][A-Za-z0-9_]*)")
"""A name, perhaps with the packages that CGSuite writes before it."""
_PLUS_MINUS = re.compile(rf"\+[{MINUS}]|±")
_SMALL = {"⧾": "Tiny", "⧿": "Miny"}
_PARENTHESIS = re.compile(r"""[()]|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""", re.DOTALL)
"""A parenthesis, or a quoted text, inside which parentheses do not count."""
_RELATION = re.compile(r"<=|>=|==|!=|<>|\|\||<\||\|>|[<>=≤≥≠‖]")
_NUMBER = re.compile(r"[0-9]*")
_SPACED_STAR = re.compile(r"\s+[*∗]")
_DOT = re.compile(r"\s*[·⋅×]|\.(?=[\^↑⇑↓⇓v])")
"""A sign that makes a multiple, and nothing else."""
_ENDS_OF_ATOMS = ("", "|", ",", "}", ")")
"""After these nothing can be glued to an atom, and it is not a factor."""

_MULTIPLE_START = re.compile(r"[\^↑⇑↓⇓({A-Za-z_]")


_CLOSERS = {"{": "}", "(": ")"}


def signed(signs: list[str], node: Node) -> Node:
    """Return a node under the signs that stand before it."""
    for sign in reversed(signs):
        if sign == "-":
            node = Negation(node)
        elif sign == "+-":
            node = PlusMinus((node,))
        else:
            node = Tiny(node) if sign == "Tiny" else Miny(node)
    return node


class Level:
    """What has been read inside one open bracket."""

    __slots__ = (
        "column",
        "factor",
        "glued",
        "kind",
        "label",
        "may_be_set",
        "onside",
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
        self.label = ""
        self.may_be_set = False
        self.onside: Node | None = None
        self.prefixes: list[str] = []
        self.factor: int | None = None
        self.glued: tuple[Compact, int] | None = None
        """A number before a tiny, and how many signs stood before it."""
        self.ordinals: list[Node] = []
        self.sign = 1
        self.terms: list[tuple[int, Node]] = []
        self.spans: list[list[Node]] = [[]]
        self.runs: list[tuple[int, int]] = []

    def at_start_of_span(self) -> bool:
        """Whether nothing has been read since the last bar (or the bracket)."""
        before = self.spans[-1] or self.terms or self.ordinals or self.prefixes or self.onside
        return not before

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
        whole = terms[0][1] if len(terms) == 1 else Sum(terms)
        if self.onside is not None:
            whole, self.onside = Sides(self.onside, whole), None
        return whole


class Parser:
    """One pass over one text."""

    def __init__(self, text: str, names: Mapping[str, Node], games: GameNames) -> None:
        self.text = text
        self.names = names
        self.games = games
        self.place = 0
        self.depth = 0
        self.levels = [Level("", 0)]
        self.atoms: dict[str, Node] = {}
        self.takes_relations = False
        self.left: Node | None = None
        self.relation = ""
        self.doubtful: dict[tuple[str, str], None] = {}
        """Numbers and heaps that are written like products."""
        self.powers: dict[tuple[str, str], None] = {}
        """Numbers and multiples of up that are written like powers."""

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

    def _next_word(self) -> str:
        """Return what stands here, for an error message."""
        if self.place == len(self.text):
            return "the end of the text"
        match = _NAME.match(self.text, self.place)
        return repr(clip(match[0] if match else self.text[self.place], 20))

    def _peek(self) -> str:
        """Return the next character after spaces, or nothing at the end."""
        character = self.text[self.place : self.place + 1]
        if character.isspace():
            match = _SPACE.match(self.text, self.place)
            assert match is not None
            self.place = match.end()
            character = self.text[self.place : self.place + 1]
        return character

    def _plus_minus(self, character: str) -> re.Match[str] | None:
        """Return the match of ``+-`` or its sign, if it stands here."""
        return _PLUS_MINUS.match(self.text, self.place) if character in ("+", "±") else None

    def _at_end(self) -> bool:
        return self._peek() == ""

    def _deepen(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self._error(f"expected at most {MAX_DEPTH} nested brackets and signs")

    def _open(self, kind: str, width: int) -> None:
        self._deepen()
        self.levels.append(Level(kind, self.place))
        self.place += width

    # Operands: each step returns True once a whole operand has been read

    def _operand(self) -> bool:
        """Read one prefix, bracket or atom where a value is expected."""
        character = self._peek()
        level = self.levels[-1]
        if character in ("(", "{"):
            is_set = level.prefixes[-1:] == ["+-"] and level.factor is None
            self._open(character, 1)
            self.levels[-1].may_be_set = is_set
            return False
        sign = self._plus_minus(character)
        if sign:
            return self._prefix("+-", sign.end())
        if character in _SMALL:
            return self._prefix(_SMALL[character], self.place + 1)
        atom = ATOM.match(self.text, self.place)
        if character and character in MINUS and not (atom and atom["number"]):
            return self._prefix("-", self.place + 1)
        if level.at_start_of_span() and self._ends_empty_side(character):
            return self._empty_side(character)
        if atom and atom[0]:
            return self._atom(atom)
        name = _NAME.match(self.text, self.place)
        if name:
            return self._named(name)
        self._refuse_unsupported(character)
        raise self._error(f"expected a value, found {self._next_word()}")

    def _ends_empty_side(self, character: str) -> bool:
        """Return whether a side of a game ends here; parentheses are one only after a bar."""
        level = self.levels[-1]
        if level.kind not in _CLOSERS:
            return False
        if character in ("|", "∣", "‖"):
            return True
        return character == _CLOSERS[level.kind] and (level.kind == "{" or bool(level.runs))

    def _refuse_unsupported(self, name: str) -> None:
        """Refuse a name that the literature knows and this library does not."""
        reason = unsupported(name)
        if reason is not None:
            raise self._error(reason)

    def _prefix(self, sign: str, end: int) -> bool:
        self._deepen()
        self.levels[-1].prefixes.append(sign)
        self.place = end
        return False

    def _empty_side(self, character: str) -> bool:
        """Read past a bar or a closing brace whose side has no options."""
        if character in ("|", "∣", "‖"):
            self._bars()
            return False
        return self._close_braces()

    def _complete(self, node: Node) -> None:
        """Apply what stood before the operand: glued number, factor, signs."""
        level = self.levels[-1]
        if level.factor is not None:
            node = Multiple(level.factor, node)
            level.factor = None
        signs = level.prefixes
        if level.glued is not None:
            number, count = level.glued
            node = Sum(((1, number), (1, signed(signs[count:], node))))
            level.glued = None
            signs = signs[:count]
        if level.prefixes:
            node = signed(signs, node)
            self.depth -= len(level.prefixes)
            level.prefixes.clear()
        level.ordinals.append(node)

    # Atoms

    def _atom(self, atom: re.Match[str]) -> bool:
        """Read number, ups and nimber written together; or the factor of a multiple."""
        ends = self.text[atom.end() : atom.end() + 1] in _ENDS_OF_ATOMS
        if not ends and atom["number"] and not atom["up"] and self._factor(atom):
            return False
        node = self.atoms.get(atom[0])
        if node is None:
            node = self.atoms[atom[0]] = atom_node(atom, self.text)
        self._refuse_glue_after_sign(atom)
        self.place = atom.end()
        if not ends and isinstance(node, Compact) and atom["number"] == atom[0]:
            name = _NAME.match(self.text, self.place)
            if name:
                return self._glued_name(name, atom["number"], node)
            if self.text[self.place : self.place + 1] in _SMALL:
                return self._glue(_SMALL[self.text[self.place]], atom["number"], node)
        if atom["heap"] and atom["number"] and not atom["up"] and atom["number"].isdecimal():
            self.doubtful.setdefault((atom["number"], atom["heap"]))
        if atom["up"] and atom["number"] and atom["up"][-1].isdecimal():
            self.powers.setdefault((atom["number"], atom["up"]))
        self._complete(node)
        return True

    def _refuse_glue_after_sign(self, atom: re.Match[str]) -> None:
        """Refuse ``+-1^``: it could be +-(1^) or (+-1) + ^."""
        prefixes = self.levels[-1].prefixes
        taking = next((s for s in prefixes if s != "-"), None) if prefixes else None
        if taking is None:
            return
        written = {"Tiny": "⧾", "Miny": "⧿"}.get(taking, taking)
        pieces = [atom[part] for part in ("number", "up", "star") if atom[part]]
        if len(pieces) > 1:
            whole, first = clip(atom[0], 20), clip(pieces[0], 20)
            rest = clip("".join(pieces[1:]), 20)
            raise self._error(
                f"{written!r} takes one atom: write {written}({whole}) or {written}{first}+{rest}"
            )

    def _factor(self, atom: re.Match[str]) -> bool:
        """Read ``n*`` if it multiplies what follows; refuse it where that is not clear."""
        number, end = atom["number"], atom.end()
        dot = None if atom["star"] else _DOT.match(self.text, end)
        if dot:
            self._begin_multiple(number, dot.end())
            if _PLUS_MINUS.match(self.text, self.place):
                raise self._error("put what '+-' makes a switch of in parentheses after a multiple")
            return True
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
        numerator, denominator = fraction(number)
        if denominator != 1:
            raise self._error(
                f"expected an integer before '*' in a multiple, found {clip(number, 20)!r}"
            )
        if any(sign != "-" for sign in level.prefixes):
            raise self._error(
                f"'+-' takes one atom: put the multiple in parentheses, +-({clip(number, 20)}*...)"
            )
        level.factor = numerator
        self.place = end

    def _refuse_two_readings(self, number: str, end: int, spaced: bool) -> None:
        """Refuse ``3*-1``, ``3**2``, ``3*+-1`` and ``3 * 2``."""
        character = self.text[end : end + 1]
        sign = _PLUS_MINUS.match(self.text, end)
        after = ATOM.match(self.text, sign.end() if sign else end + 1)
        rest = clip(after[0], 20) if after and after[0] else "..."
        if sign:
            kind = "+-"
        elif character and character in MINUS:
            kind = "-"
        elif character in ("*", "∗"):
            kind, rest = "*", (after["number"] or "") if after else ""
        elif spaced:
            digits = _NUMBER.match(self.text, end)
            kind, rest = " ", clip(digits[0], 20) if digits else ""
        else:
            return
        raise self._error(two_readings(number, kind, rest))

    # Names

    def _named(self, name: re.Match[str]) -> bool:
        """Read ``Tiny(``, ``Miny(``, a name, or a position up to its matching parenthesis."""
        word = name[1]
        if self.text[name.end() : name.end() + 1] == "{":
            self.place = name.end()
            self._open("{", 1)
            self.levels[-1].label = name[0]
            return False
        space = _SPACE.match(self.text, name.end())
        assert space is not None
        end = space.end()
        if self.text[end : end + 1] != "(":
            if self._loopy(name) or self._variable(name):
                return True
            self._refuse_unsupported(word)
            message = unknown_name(name[0], self.names, self.games())
            is_known = message.startswith("expected '('")
            raise self._error(message, name.end() if is_known else name.start())
        if word.capitalize() in ("Tiny", "Miny"):
            self._open(word.capitalize(), end + 1 - self.place)
            return False
        stop = self._matching_parenthesis(end)
        node = Named(word, self.text[end + 1 : stop], name.start(1), end + 1)
        self.place = stop + 1
        self._complete(node)
        return True

    def _loopy(self, name: re.Match[str]) -> bool:
        """Read the name of a loopy game, or of a game around this place, if it is one."""
        word = name[0]
        if all(level.label != word for level in self.levels):
            word = word.lower()
            if word not in LOOPY_WORDS:
                return False
        self.place = name.end()
        self._complete(Symbol(word, name.start()))
        return True

    def _variable(self, name: re.Match[str]) -> bool:
        """Read a name that stands for a tree, if it is one."""
        if name[0] not in self.names:
            return False
        self.place = name.end()
        self._complete(self.names[name[0]])
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
        """Read what is written right after a number: Tiny, Miny, over or under."""
        word, n = name[0], clip(number, 20)
        if word.capitalize() not in ("Tiny", "Miny") and word.lower() not in ("over", "under"):
            raise self._error(
                f"expected an operator between {n!r} and {clip(word, 20)!r}: "
                f"write {n}+{clip(word, 20)} or {n}*{clip(word, 20)}"
            )
        rest = word if word.lower() in LOOPY_WORDS else f"{word}(...)"
        return self._glue(rest, number, compact)

    def _glue(self, what: str, number: str, compact: Compact) -> bool:
        """Keep a number until the tiny or miny after it has been read."""
        level, n = self.levels[-1], clip(number, 20)
        if any(sign != "-" for sign in level.prefixes):
            raise self._error(f"'+-' takes one atom: write +-({n}{what}) or +-{n}+{what}")
        level.glued = compact, len(level.prefixes)
        return False

    # Operators: each step returns True where an operand must follow

    def _operator(self) -> bool:
        """Read one operator, separator or closing bracket after an operand."""
        character = self._peek()
        level = self.levels[-1]
        sign = self._plus_minus(character)
        if sign:
            level.end_term(1)
            self._prefix("+-", sign.end())
            return True
        if character and character in "+" + MINUS:
            level.end_term(1 if character == "+" else -1)
        elif character == "&" and level.onside is None:
            level.onside = level.end_expression()
        elif character == "," and level.kind in _CLOSERS:
            level.spans[-1].append(level.end_expression())
        elif character in ("|", "∣", "‖") and level.kind in _CLOSERS:
            level.spans[-1].append(level.end_expression())
            self._bars()
            return True
        elif character and character == _CLOSERS.get(level.kind):
            level.spans[-1].append(level.end_expression())
            self._close_braces()
            return False
        elif character == ")" and level.kind in ("Tiny", "Miny"):
            self._close_parenthesis()
            return False
        elif character and level.kind == "" and _RELATION.match(self.text, self.place):
            self._relation(level)
            return True
        elif character != ":":
            if character == "" and level.kind == "":
                return False
            self._refuse_operator(level)
        self.place += 1
        return True

    def _relation(self, level: Level) -> None:
        """Read a relation between two games, if it may stand here."""
        match = _RELATION.match(self.text, self.place)
        assert match is not None
        if not self.takes_relations or self.left is not None:
            wanted = "one relation" if self.takes_relations else "a game, and no relation"
            raise self._error(f"expected {wanted}, found {match[0]!r}")
        self.left = level.end_expression()
        self.relation = _RELATIONS.get(match[0], match[0])
        self.place = match.end()

    def _refuse_operator(self, level: Level) -> NoReturn:
        wanted = "an operator"
        if level.kind == "":
            wanted += " or the end of the text"
        elif level.kind == "{":
            bar = "" if level.runs else " '|',"
            wanted += f", ',',{bar} or '}}' to close the '{{' at column {level.column + 1}"
        else:
            wanted += f" or ')' to close the {level.kind!r} at column {level.column + 1}"
        raise self._error(f"expected {wanted}, found {self._next_word()}")

    # Brackets

    def _bars(self) -> None:
        level = self.levels[-1]
        run = _BARS.match(self.text, self.place)
        assert run is not None
        level.runs.append((len(run[0]) + run[0].count("‖"), self.place))
        level.spans.append([])
        self.place = run.end()

    def _close_braces(self) -> bool:
        """Close ``{...}`` or ``(...)``: a game, or after ``+-`` a set of options."""
        level = self.levels[-1]
        options, takes_sign = level.spans[-1], False
        node: Node
        if level.runs:
            node = self._resolve_bars(level)
        elif level.kind == "(" and len(options) == 1:
            node = options[0]
        elif level.may_be_set and options:
            node, takes_sign = PlusMinus(tuple(options)), True
        elif level.may_be_set:
            raise self._error("expected an option between '+-{' and '}'")
        else:
            raise self._error(
                f"expected '|' between the {level.kind!r} at column {level.column + 1} "
                f"and this {_CLOSERS[level.kind]!r}"
            )
        self._leave(1)
        if takes_sign:
            # The sign ``+-`` belongs to the set of options.
            self.levels[-1].prefixes.pop()
            self.depth -= 1
        self._complete(Labelled(level.label, node) if level.label else node)
        return True

    def _close_parenthesis(self) -> None:
        level = self.levels[-1]
        node = level.end_expression()
        self._leave(1)
        self._complete(Tiny(node) if level.kind == "Tiny" else Miny(node))

    def _leave(self, width: int) -> None:
        self.place += width
        self.levels.pop()
        self.depth -= 1

    def _resolve_bars(self, level: Level) -> Braces:
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
