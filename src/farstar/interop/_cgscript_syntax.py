"""The syntax of CGScript, the language of CGSuite, as far as it is read here: text to a tree.

A tree is made of `Node`: a kind, its parts, and the line where it begins. What is not supported is
refused with its line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from farstar._arguments import clip
from farstar.errors import NotationError

_TOKEN = re.compile(
    r"""
    (?P<blank>\s+|//[^\n]*|/\*.*?\*/)
  | (?P<string>"(?:[^"\\\n]|\\.)*")
  | (?P<form>'[^'\n]*')
  | (?P<number>[0-9]+)
  | (?P<name>[A-Za-z_][A-Za-z0-9_]*)
  | (?P<sign>:=|===|!==|=>|->|==|!=|<=|>=|<\||\|>|<>|\+-|\.\.|\|+|[-+*/%^:.,;()\[\]{}<>&?=])
    """,
    re.VERBOSE | re.DOTALL,
)
KEYWORDS = frozenset(
    [
        "and",
        "as",
        "begin",
        "break",
        "by",
        "class",
        "continue",
        "def",
        "do",
        "else",
        "elseif",
        "end",
        "enum",
        "error",
        "extends",
        "external",
        "false",
        "for",
        "from",
        "if",
        "import",
        "in",
        "is",
        "listof",
        "method",
        "mutable",
        "nil",
        "not",
        "or",
        "override",
        "pass",
        "property",
        "return",
        "setof",
        "singleton",
        "static",
        "sumof",
        "system",
        "tableof",
        "then",
        "this",
        "to",
        "true",
        "var",
        "where",
        "while",
        "yield",
    ]
)
_COMPARE = frozenset({"==", "!=", "===", "!==", "<", "<=", ">", ">=", "<|", "|>", "<>"})
_CLAUSES = frozenset({"for", "from", "while", "where", "in", "to", "by", "do", "yield"})
_MOST_NESTED = 150


@dataclass(frozen=True)
class Token:
    """A word, a number, a sign or a string."""

    kind: str
    text: str
    line: int
    start: int
    end: int


@dataclass(frozen=True)
class Node:
    """A part of a program."""

    kind: str
    parts: tuple[Any, ...]
    line: int


class Parameter(NamedTuple):
    """A parameter of a function or a class."""

    name: str
    default: Node | None = None
    type: str | None = None


def fault(line: int, message: str) -> NotationError:
    """Return an error that names its line."""
    return NotationError(f"line {line}: {message}")


def tokens(text: str) -> list[Token]:
    """Return the tokens of a program, with one of kind ``end`` after them."""
    found, place, line = [], 0, 1
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise fault(line, f"expected CGScript, got {clip(text[place : place + 20])!r}")
        kind = match.lastgroup or ""
        if kind != "blank":
            found.append(Token(kind, match[0], line, place, match.end()))
        line += match[0].count("\n")
        place = match.end()
    return [*found, Token("end", "", line, place, place)]


def is_unfinished(text: str) -> bool:
    """Return whether a program breaks off inside a statement, such as a loop without its end.

    Examples
    --------
    >>> is_unfinished("for n from 1 to 3"), is_unfinished("{1|"), is_unfinished("3 + )")
    (True, True, False)
    """
    if text.count("/*") > text.count("*/"):
        return True
    try:
        parser = Parser(text)
    except NotationError:
        return False
    try:
        parser.program()
    except NotationError:
        return parser.next.kind == "end"
    return False


def source(words: Sequence[Token]) -> str:
    """Return a part of a program in one line, with the blanks that CGSuite writes."""
    text, after_operand, after_word = "", False, False
    for word in words:
        is_word = word.kind != "sign"
        is_keyword = is_word and word.text in KEYWORDS - _OPERANDS
        piece = word.text
        if is_keyword or (piece in _SPACED and after_operand and not is_word):
            piece = f" {piece} "
        elif piece in (",", ";"):
            piece = f"{piece} "
        elif is_word and after_word:
            piece = f" {piece}"
        text += piece.lstrip(" ") if not text or text.endswith(" ") else piece
        after_word = is_word
        after_operand = (is_word and not is_keyword) or word.text in (")", "]", "}")
    return text.strip()


_OPERANDS = frozenset({"this", "true", "false", "nil", "end", "pass"})
_SPACED = frozenset({*_COMPARE, ":=", "=>", "->", "+", "-", "+-", "*", "/", "%", "^", ":", "&"})


class Parser:
    """Reads statements and expressions; `text` is kept for game trees, which are read as text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tokens(text)
        self.at = 0
        self.depth = 0
        self.inner = 0
        """How many brackets and blocks are open; outside them a line ends a command."""

    # Small steps.

    def goes_on(self) -> bool:
        """Return whether the next token may belong to what was read so far."""
        if self.inner or not self.at:
            return True
        return self.next.line == self.tokens[self.at - 1].line

    @property
    def next(self) -> Token:
        """The token to be read."""
        return self.tokens[self.at]

    def peek(self, text: str, ahead: int = 0) -> bool:
        """Return whether a sign or a keyword comes next."""
        token = self.tokens[min(self.at + ahead, len(self.tokens) - 1)]
        return token.text == text and token.kind in ("sign", "name")

    def accept(self, *texts: str) -> str | None:
        """Read one of some signs, if it comes next."""
        for text in texts:
            if self.peek(text):
                self.at += 1
                return text
        return None

    def expect(self, text: str) -> None:
        """Read a sign or keyword, which has to come next."""
        if not self.accept(text):
            got = repr(self.next.text) if self.next.text else "the end"
            raise fault(self.next.line, f"expected {text!r}, got {got}")

    def name(self) -> str:
        """Read a name."""
        token = self.next
        if token.kind != "name" or token.text in KEYWORDS - {"this"}:
            raise fault(token.line, f"expected a name, got {token.text!r}")
        self.at += 1
        return token.text

    # Statements.

    def program(self) -> list[Node]:
        """Read all statements."""
        return self.block(())

    def block(self, ends: tuple[str, ...]) -> list[Node]:
        """Read statements up to one of some keywords, which is not read."""
        statements = []
        self.inner += bool(ends)
        while self.next.kind != "end" and not any(self.peek(word) for word in ends):
            if self.accept(";"):
                continue
            statements.append(self.statement())
        self.inner -= bool(ends)
        return statements

    def statement(self) -> Node:
        """Read one statement."""
        line = self.next.line
        for word in ("property", "method", "external", "system"):
            if self.peek(word):
                raise fault(line, f"expected what is supported, got {word!r}")
        if self.accept("import"):
            return Node("import", (self.dotted(),), line)
        if self.peek("enum"):
            return self.enum()
        if any(self.peek(word) for word in ("class", "singleton")) or (
            self.peek("mutable") and not self.peek("var", 1)
        ):
            return self.class_()
        changes = bool(self.accept("mutable"))
        if self.peek("static") and self.peek("var", 1):
            self.at += 1
        if self.accept("var"):
            name = self.name()
            self.type_()
            value = self.expression() if self.accept(":=") else None
            return Node("var", (name, value, changes), line)
        if any(self.peek(word) for word in ("def", "override", "static")):
            return self.function()
        if self.accept("return"):
            empty = self.peek(";") or self.peek("end") or self.next.kind == "end"
            return Node("return", (None if empty else self.expression(),), line)
        leaving = self.accept("break", "continue")
        if leaving:
            return Node(leaving, (), line)
        value = self.expression()
        if self.goes_on() and self.accept(":="):
            if value.kind not in ("name", "index"):
                raise fault(line, "expected a name before :=")
            return Node("assign", (value, self.expression()), line)
        return value

    def function(self) -> Node:
        """Read ``def``, its parameters and its body."""
        line = self.next.line
        while self.accept("override", "static"):
            pass
        self.expect("def")
        name = self.name()
        parameters = self.parameters() if self.peek("(") else None
        self.type_()
        if self.accept(":="):
            body = [self.expression()]
        else:
            self.expect("begin")
            body = self.block(("end",))
            self.expect("end")
        return Node("def", (name, parameters, tuple(body)), line)

    def parameters(self) -> tuple[Parameter, ...]:
        """Read parameters in parentheses, with their types and defaults."""
        self.expect("(")
        found: list[Parameter] = []
        while not self.accept(")"):
            name, type_name = self.name(), self.type_()
            default = self.expression() if self.accept("?") else None
            found.append(Parameter(name, default, type_name))
            if not self.peek(")"):
                self.expect(",")
        return tuple(found)

    def type_(self) -> str | None:
        """Read ``as Type``, and return the name of the type."""
        return self.type_name() if self.accept("as") else None

    def type_name(self) -> str:
        """Read a type, such as ``Integer`` or ``List of Integer``, and return its name."""
        name = self.dotted()
        if self.peek("of") and self.accept("of"):
            if self.accept("("):
                while self.next.kind != "end" and not self.accept(")"):
                    self.at += 1
            else:
                self.dotted()
        return name

    def dotted(self) -> str:
        """Read a name with packages before it, and return the name."""
        name = self.name()
        while self.goes_on() and self.peek(".") and self.tokens[self.at + 1].kind == "name":
            self.at += 1
            name = self.name()
        return name

    def enum(self) -> Node:
        """Read an enumerated class: its constants, and its members."""
        line = self.next.line
        self.expect("enum")
        name = self.name()
        self.inner += 1
        constants = [self.name()]
        while self.accept(","):
            constants.append(self.name())
        self.inner -= 1
        members = self.members(name)
        return Node("enum", (name, tuple(constants), tuple(members)), line)

    def members(self, name: str) -> list[Node]:
        """Read the members of a class, up to its end."""
        members = self.block(("end",))
        self.expect("end")
        known = set[str]()
        for member in members:
            if member.kind not in ("def", "var", "class"):
                raise fault(member.line, f"expected def, var or class in the class {name}")
            if member.kind != "def" and member.parts[0] in known:
                raise fault(member.line, f"expected {member.parts[0]} only once in {name}")
            known.add(member.parts[0])
        return members

    def class_(self) -> Node:
        """Read a class with its members."""
        line = self.next.line
        modifiers = set[str]()
        while word := self.accept("singleton", "mutable"):
            modifiers.add(word)
        self.expect("class")
        name = self.name()
        parameters = self.parameters() if self.peek("(") else ()
        bases = []
        if self.accept("extends"):
            self.inner += 1
            bases.append(self.dotted())
            while self.accept(","):
                bases.append(self.dotted())
            self.inner -= 1
        members = tuple(self.members(name))
        return Node("class", (name, parameters, tuple(bases), members, modifiers), line)

    # Expressions, from the loosest operator to the tightest.

    def expression(self) -> Node:
        """Read an expression, perhaps a function ``x -> ...``."""
        self.depth += 1
        if self.depth > _MOST_NESTED:
            raise fault(self.next.line, f"expected at most {_MOST_NESTED} nested expressions")
        try:
            return self.lambda_() or self.binary(0)
        finally:
            self.depth -= 1

    def lambda_(self) -> Node | None:
        """Read a function if one comes next."""
        start, line = self.at, self.next.line
        try:
            if self.peek("("):
                parameters = self.parameters()
            elif self.next.kind == "name" and self.next.text not in KEYWORDS:
                parameters = (Parameter(self.name(), None, self.type_()),)
            else:
                return None
        except NotationError:
            self.at = start
            return None
        if not self.accept("->"):
            self.at = start
            return None
        names = [parameter.name for parameter in parameters]
        for place, name in enumerate(names):
            if name in names[:place]:
                raise fault(line, f"expected another parameter than {name!r}, which is one already")
        body = self.expression()
        return Node("lambda", (parameters, body, source(self.tokens[start : self.at])), line)

    _LEVELS = (
        ("or",),
        ("and",),
        ("not",),
        ("is", "as"),
        _COMPARE,
        ("infix",),
        ("..",),
        ("&",),
        ("+", "-", "+-"),
        ("*", "/", "%"),
        ("neg",),
        (":",),
        ("^",),
    )

    def binary(self, level: int) -> Node:
        """Read operators of a level and of tighter ones."""
        if level == len(self._LEVELS):
            return self.postfix()
        signs = self._LEVELS[level]
        line = self.next.line
        if signs == ("not",):
            return (
                Node("not", (self.binary(level),), line)
                if self.accept("not")
                else self.binary(level + 1)
            )
        if signs == ("..",):
            ends = [self.binary(level + 1)]
            while self.goes_on() and self.accept(".."):
                ends.append(self.binary(level + 1))
            if len(ends) > 3:
                raise fault(line, "expected a range such as 1..10 or 1..10..2")
            return Node("steps", tuple(ends), line) if len(ends) > 1 else ends[0]
        if signs == ("neg",):
            if sign := self.accept("-", "+-", "+"):
                return Node("unary", (sign, self.binary(level)), line)
            return self.binary(level + 1)
        if signs == ("^",):
            base = self.postfix()
            if self.goes_on() and self.accept("^"):
                exponent = (
                    Node("unary", ("-", self.binary(level)), line)
                    if self.accept("-")
                    else self.binary(level)
                )
                return Node("binary", ("^", base, exponent), line)
            return base
        left = self.binary(level + 1)
        while True:
            line = self.next.line
            if not self.goes_on():
                return left
            if signs == ("infix",):
                word = self.next
                if word.kind != "name" or word.text in KEYWORDS or not word.text[0].isupper():
                    return left
                self.at += 1
                left = Node(
                    "call",
                    (Node("dot", (left, word.text), line), (self.binary(level + 1),), ()),
                    line,
                )
                continue
            sign = self.accept(*signs)
            if sign is None:
                return left
            if sign == "is":
                left = Node("is", (left, self.dotted()), line)
                continue
            if sign == "as":
                left = Node("as", (left, self.type_name()), line)
                continue
            left = Node("binary", (sign, left, self.binary(level + 1)), line)

    def postfix(self) -> Node:
        """Read an operand with its calls, indices and properties."""
        node = self.operand()
        while True:
            line = self.next.line
            if not self.goes_on():
                return node
            if self.peek(".") and self.tokens[self.at + 1].kind == "name":
                self.at += 1
                word = self.next.text
                self.at += 1
                node = Node("dot", (node, word), line)
            elif self.peek("(") and node.kind in (
                "dot",
                "name",
                "call",
                "lambda",
                "group",
                "index",
            ):
                arguments, named = self.arguments()
                node = Node("call", (node, arguments, named), line)
            elif self.peek("[") and self.can_be_indexed(node):
                self.at += 1
                places = [self.expression()]
                while self.accept(","):
                    places.append(self.expression())
                self.expect("]")
                place = places[0] if len(places) == 1 else Node("pair", tuple(places), line)
                node = Node("index", (node, place), line)
            else:
                return node

    def can_be_indexed(self, node: Node) -> bool:
        """Return whether brackets after an operand are an index."""
        if node.kind in ("list", "map", "string"):
            return self.next.start == self.tokens[self.at - 1].end
        return node.kind in ("dot", "name", "call", "index", "group")

    def arguments(self) -> tuple[tuple[Node, ...], tuple[tuple[str, Node], ...]]:
        """Read arguments in parentheses; one with clauses makes a list of them."""
        self.expect("(")
        self.inner += 1
        given: list[Node] = []
        named: list[tuple[str, Node]] = []
        while not self.accept(")"):
            if self.next.kind == "name" and self.peek("=>", 1):
                name = self.name()
                self.expect("=>")
                if any(name == other for other, _ in named):
                    raise fault(self.next.line, f"expected one argument called {name!r}, got two")
                named.append((name, self.expression()))
            else:
                if named:
                    message = f"expected the argument {named[0][0]!r} after those without a name"
                    raise fault(self.next.line, message)
                value = self.expression()
                given.append(self.clauses(value, "list") if self.is_clause() else value)
            if not self.peek(")"):
                self.expect(",")
        self.inner -= 1
        return tuple(given), tuple(named)

    def is_clause(self) -> bool:
        """Return whether a loop follows."""
        return self.peek("for") or self.peek("from")

    def clauses(self, value: Node, kind: str) -> Node:
        """Read the loops after an expression that they collect."""
        line = self.next.line
        return Node("collect", (kind, self.loops(), (value,)), line)

    def loops(self) -> tuple[Node, ...]:
        """Read ``for``, ``from``, ``to``, ``by``, ``in``, ``while`` and ``where``."""
        loops = []
        while self.is_clause():
            line = self.next.line
            name = self.name() if self.accept("for") else None
            self.type_()
            source: dict[str, Node] = {}
            if self.accept(":="):
                source["is"] = self.expression()
            while word := self.accept("from", "to", "by", "in", "while", "where"):
                source[word] = self.expression()
            loops.append(Node("loop", (name, source), line))
        return tuple(loops)

    def operand(self) -> Node:
        """Read a number, a name, a game, a list, something in parentheses, or a statement."""
        token, line = self.next, self.next.line
        if token.kind == "number":
            self.at += 1
            return Node(
                "number", (int(token.text) if len(token.text) < 4000 else token.text,), line
            )
        if token.kind == "string":
            self.at += 1
            return Node("string", (token.text[1:-1].replace('\\"', '"'),), line)
        if token.kind == "form":
            self.at += 1
            return Node("form", (token.text[1:-1],), line)
        if token.kind == "sign" and token.text in ("*", "^"):
            return self.arrows_and_stars()
        if token.kind == "name":
            return self.word()
        if self.peek("("):
            return self.group()
        if self.peek("["):
            return self.list_()
        if self.peek("{"):
            return self.braces("")
        got = repr(token.text) if token.text else "the end"
        raise fault(line, f"expected a value, got {got}")

    def arrows_and_stars(self) -> Node:
        """Read ``*``, ``*2``, ``^``, ``^^*``, ``^3`` and the like."""
        line = self.next.line
        ups = 0
        while self.peek("^"):
            self.at += 1
            ups += 1
        count: Node = Node("number", (ups,), line)
        if ups == 1 and (self.next.kind == "number" or self.peek("(")):
            count = self.operand()
        return self.star(count, line)

    def star(self, count: Node, line: int) -> Node:
        """Read a star after arrows; `count` says how many ups there are."""
        nim: Node = Node("number", (0,), line)
        ups = count != Node("number", (0,), line)
        # After arrows a star belongs to them only if it is written next to them.
        if self.peek("*") and not (ups and self.next.start != self.tokens[self.at - 1].end):
            self.at += 1
            nim = Node("number", (1,), line)
            touching = self.next.start == self.tokens[self.at - 1].end
            if touching and self.next.kind == "number":
                nim = self.operand()
            elif touching and self.peek("("):
                nim = self.group()
            elif touching and self.next.kind in ("name", "string") and self.is_operand():
                nim = self.operand()
            elif touching and self.peek("[") and not ups:
                return Node("misere", (self.list_(),), line)
        return Node("arrows", (count, nim), line)

    def is_operand(self) -> bool:
        """Return whether the next word is the name of a number, not an infix operator."""
        word = self.next.text
        return self.next.kind == "string" or not (word in KEYWORDS or set(word) == {"v"})

    def word(self) -> Node:
        """Read what begins with a word."""
        token, line = self.next, self.next.line
        word = token.text
        if word in ("true", "false", "nil", "this", "pass"):
            self.at += 1
            return Node("constant" if word not in ("this",) else "name", (word,), line)
        if word == "if":
            return self.if_()
        if word == "begin":
            self.at += 1
            body = self.block(("end",))
            self.expect("end")
            return Node("begin", tuple(body), line)
        if word in ("for", "from", "while", "do"):
            return self.loop()
        if word in ("listof", "setof", "sumof", "tableof"):
            self.at += 1
            self.expect("(")
            self.inner += 1
            value = self.clauses(self.expression(), word[:-2])
            self.inner -= 1
            self.expect(")")
            return value
        if word == "error":
            self.at += 1
            arguments, _ = self.arguments()
            return Node("error", arguments, line)
        if set(word) == {"v"}:
            self.at += 1
            count: Node = Node("number", (-len(word),), line)
            touching = self.next.start == token.end
            if len(word) == 1 and touching and self.next.kind == "number":
                count = Node("unary", ("-", self.operand()), line)
            return self.star(count, line)
        if re.fullmatch(r"v[0-9]+", word):
            self.at += 1
            return self.star(Node("number", (-int(word[1:]),), line), line)
        if word in KEYWORDS:
            raise fault(line, f"expected a value, got {word!r}")
        self.at += 1
        if self.peek("{") and self.next.start == token.end:
            return self.braces(word)
        return Node("name", (word,), line)

    def if_(self) -> Node:
        """Read ``if`` with its branches."""
        line = self.next.line
        branches = []
        self.at += 1
        self.inner += 1
        while True:
            condition = self.expression()
            self.expect("then")
            branches.append((condition, tuple(self.block(("elseif", "else", "end")))))
            if not self.accept("elseif"):
                break
        otherwise = tuple(self.block(("end",))) if self.accept("else") else ()
        self.inner -= 1
        self.expect("end")
        return Node("if", (tuple(branches), otherwise), line)

    def loop(self) -> Node:
        """Read ``for``, ``while`` or ``do`` with its body."""
        line = self.next.line
        self.inner += 1
        if self.accept("while"):
            loops: tuple[Node, ...] = (Node("loop", (None, {"while": self.expression()}), line),)
        elif self.peek("do"):
            # Without a condition a loop ends by break or return only.
            always = Node("constant", ("true",), line)
            loops = (Node("loop", (None, {"while": always}), line),)
        else:
            loops = self.loops()
        kind = self.accept("do", "yield")
        if kind is None:
            raise fault(self.next.line, "expected 'do' or 'yield' after the loop")
        body = tuple(self.block(("end",)))
        self.inner -= 1
        self.expect("end")
        return Node("collect", ("do" if kind == "do" else "list", loops, body), line)

    def group(self) -> Node:
        """Read parentheses: an expression, coordinates, or an assignment."""
        line = self.next.line
        self.expect("(")
        self.inner += 1
        inner = [self.expression()]
        if self.accept(":="):
            inner = [Node("assign", (inner[0], self.expression()), line)]
        while self.accept(","):
            inner.append(self.expression())
        self.inner -= 1
        self.expect(")")
        return (
            Node("group", (inner[0],), line)
            if len(inner) == 1
            else Node("pair", tuple(inner), line)
        )

    def list_(self) -> Node:
        """Read a list, or one that loops make."""
        line = self.next.line
        self.expect("[")
        self.inner += 1
        items: list[Node] = []
        made: Node | None = None
        while not self.peek("]"):
            items.append(self.expression())
            if self.is_clause():
                made = self.clauses(items[0], "list")
                break
            if not self.peek("]"):
                self.expect(",")
        self.inner -= 1
        self.expect("]")
        return made or Node("list", tuple(items), line)

    def braces(self, label: str) -> Node:
        """Read a game, a set or a map."""
        line, start = self.next.line, self.at
        depth, bars, arrows = 0, False, False
        for at in range(start, len(self.tokens)):
            token = self.tokens[at]
            if token.kind == "sign":
                depth += (
                    (token.text in "([{") - (token.text in ")]}") if len(token.text) == 1 else 0
                )
                bars = bars or (depth == 1 and set(token.text) == {"|"})
                arrows = arrows or (depth == 1 and token.text == "=>")
            if depth == 0 or token.kind == "end":
                break
        if depth:
            self.at = len(self.tokens) - 1
            raise fault(line, "expected a closing brace")
        if bars:
            self.inner += 1
            game = self.game(label, at)
            self.inner -= 1
            return game
        if label:
            raise fault(line, f"expected a game in braces after {label}")
        self.at += 1
        self.inner += 1
        items: list[Node] = []
        while not self.peek("}"):
            if self.accept("=>"):
                continue
            item = self.expression()
            if arrows:
                self.expect("=>")
                item = Node("pair", (item, self.expression()), line)
            items.append(self.clauses(item, "set") if self.is_clause() else item)
            if not self.peek("}"):
                self.expect(",")
        self.inner -= 1
        self.expect("}")
        return Node("map" if arrows else "set", tuple(items), line)

    def game(self, label: str, end: int) -> Node:
        """Read a game whose closing brace is the token `end`."""
        line = self.next.line
        inside = self.tokens[self.at : end + 1]
        words = {token.text for token in inside if token.kind == "name"}
        if label or "pass" in words:
            raw = self.text[inside[0].start : inside[-1].end]
            self.at = end + 1
            return Node("loopy", (label + raw,), line)
        self.at += 1
        sides = self.sides(end)
        self.expect("}")
        return Node("game", sides, line)

    def sides(self, end: int) -> tuple[Any, Any]:
        """Read the options of both players between here and the token `end`."""
        depth = 0
        bars: list[tuple[int, int]] = []
        for at in range(self.at, end):
            token = self.tokens[at]
            if token.kind != "sign":
                continue
            if len(token.text) == 1 and token.text in "([{)]}":
                depth += 1 if token.text in "([{" else -1
            elif depth == 0 and set(token.text) == {"|"}:
                bars.append((len(token.text), at))
        most, place = max(bars)
        if sum(length == most for length, _ in bars) > 1:
            raise fault(self.next.line, "expected one place with the most bars, got two")
        left = self.options(place)
        self.at = place + 1
        right = self.options(end)
        return left, right

    def options(self, end: int) -> tuple[Any, ...]:
        """Read options up to the token `end`: expressions, or one game without braces."""
        depth, bars = 0, False
        for token in self.tokens[self.at : end]:
            if token.kind == "sign":
                depth += (
                    (token.text in "([{") - (token.text in ")]}") if len(token.text) == 1 else 0
                )
                bars = bars or (depth == 0 and set(token.text) == {"|"})
        if bars:
            line = self.next.line
            return (Node("game", self.sides(end), line),)
        found = []
        while self.at < end:
            found.append(self.expression())
            if self.at < end:
                self.expect(",")
        return tuple(found)
