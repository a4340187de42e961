"""How formulas are set: the tokens of a formula, each with its HTML and its LaTeX."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from unicodedata import name as name_of

Set = tuple[str, str]
"""HTML and LaTeX."""

_LONGEST = 3_000
"""Characters of a formula that is set."""

_SIGNS: dict[str, Set] = {
    "<=": ("≤", r"\le "),
    ">=": ("≥", r"\ge "),
    "!=": ("≠", r"\ne "),
    "==": ("=", "="),
    "->": ("→", r"\to "),
    "+-": ("±", r"{\pm}"),
    "-": ("−", "-"),
    "∘": ("∘", r"\circ "),
    "^": ("↑", r"{\uparrow}"),
    "^^": ("⇑", r"{\Uparrow}"),
    "v": ("↓", r"{\downarrow}"),
    "vv": ("⇓", r"{\Downarrow}"),
    "*": ("∗", r"{\ast}"),
    "up": ("↑", r"{\uparrow}"),
    "down": ("↓", r"{\downarrow}"),
    "star": ("∗", r"{\ast}"),
    "phi": ("<i>φ</i>", r"\varphi "),
    "pi": ("<i>π</i>", r"\pi "),
    "lambda": ("<i>λ</i>", r"\lambda "),
    "...": ("…", r"\ldots "),
    "..": (" … ", r", \ldots, "),
}
_TIMES, _DOT = ("×", r"\times "), ("·", r"\cdot ")
_BRACKETS: dict[str, tuple[Set, Set]] = {
    "(": (("(", "("), (")", ")")),
    "[": (("[", "["), ("]", "]")),
    "{": (("{", r"\{"), ("}", r"\}")),
    "floor(": (("⌊", r"\lfloor "), ("⌋", r"\rfloor ")),
    "ceil(": (("⌈", r"\lceil "), ("⌉", r"\rceil ")),
    "sqrt(": (("√(", r"\sqrt{"), (")", "}")),
}
_NAMES = frozenset({"ln", "mod", "min", "po", "aw", "xor"})
_GREEK = frozenset("αβγδεζηθικλμνξπρστυφχψω")
_LETTERS = _GREEK | frozenset("lrwe")


def _plain(text: str) -> Set:
    return escape(text), re.sub(r"([#$%&_{}])", r"\\\1", text)


def _sign(text: str) -> Set:
    return _SIGNS.get(text) or _plain(text)


def _joined(*parts: Set) -> Set:
    return "".join(html for html, _ in parts), "".join(latex for _, latex in parts)


def _raised(text: str) -> Set:
    html, latex = typeset(text.removeprefix("(").removesuffix(")"))
    return f"<sup>{html}</sup>", f"^{{{latex}}}"


def _lowered(text: str) -> Set:
    html, latex = typeset(text.removeprefix("(").removesuffix(")"))
    return f"<sub>{html}</sub>", f"_{{{latex}}}"


def _letter(text: str) -> Set:
    """Set a letter with its primes: in italics, capitals upright."""
    letter, primes = text[0], text[1:]
    html = f"<i>{letter}</i>" if letter.islower() else letter
    # Unicode writes LAMDA, TeX lambda.
    name = (
        name_of(letter).split()[-1].lower().replace("lamda", "lambda") if letter in _GREEK else ""
    )
    latex = f"\\{name} " if name else letter
    return html + primes.replace("'", "′"), latex + primes


def _word(text: str) -> Set:
    """Set letters: a sign, a name, a word of Partizan Euclid, or a product."""
    if text in _SIGNS or text in _NAMES or (len(text) > 2 and set(text) - _LETTERS):
        return _SIGNS.get(text, (text, rf"\mathrm{{{text}}} "))
    return _joined(*map(_letter, text))


def _arrow(text: str) -> Set:
    """Set ups or downs, of some order or so many times: ``^<2>``, ``v3``."""
    if text in _SIGNS:
        return _SIGNS[text]
    order = text[1:]
    raised = order.strip("<>") if "<" in order else order
    return _joined(_SIGNS[text[0]], _plain(order) if order.isdigit() else _raised(raised))


_ORDER = r"<\d+>|\[\d+\]"
_TOKENS: tuple[tuple[str, Callable[[re.Match[str]], Set]], ...] = (
    # Ups and downs; elsewhere ^ is a power.
    (rf"(?<![\w)\]])\^(?:\^|{_ORDER}|\d+)?", lambda m: _arrow(m[0])),
    (rf"(?<=\d)\^(?:\^|{_ORDER}|[1-9]\d*|(?![\w(]))|(?<=\))\^(?=\*)", lambda m: _arrow(m[0])),
    (rf"(?<!-> )(?<![^\W\d_])v(?:v|{_ORDER}|\d+)?(?![\w(])", lambda m: _arrow(m[0])),
    (r"\^(\d+(?:\.\d+)?|[^\W_]+|\([^()^_]*\))", lambda m: _raised(m[1])),
    (r"_([^\W_]+|\([^()^_]*\))", lambda m: _lowered(m[1])),
    # Letters that have an index or a power without a sign for it.
    (r"(?<=[lr])\d+|(?<=[lr]\))\d(?!\d)", lambda m: _raised(m[0])),
    (r"(?<!\w)(g|w|[lr]+e)(LL|RL|L|R)(?!\w)", lambda m: _joined(_word(m[1]), _raised(m[2]))),
    (
        r"(?<!\w)([adC])(\d|[nik]|\([ni]-1\))(?![\w(])",
        lambda m: _joined(_letter(m[1]), _lowered(m[2])),
    ),
    # Products.
    (r"(?<=\d)x(?=\d)|(?<=[\w)] )x(?= [\w(])", lambda _: _TIMES),
    (r"(?<=[\w)])\*(?=[^\W\d_])|(?<=[^\W\d_])\*(?=[\w(])", lambda _: _DOT),
    (r"(?<=[\w)] )\*(?= [\w(])|(?<=[\w)])\.(?=up\b|[(*])", lambda _: _DOT),
    (r"\*(\d+|[jk](?!\w))?", lambda m: _joined(_SIGNS["*"], typeset(m[1] or ""))),
    # All the rest.
    (r"\.\.\.|(?<=\d)\.\.(?=\d)", lambda m: _SIGNS[m[0]]),
    (r"(?<=[{ ])\.(?= \|)", lambda _: _DOT),
    (r"(?<=\))-(?=\()", lambda _: ("–", "-")),
    (r"[^\W\d_]{2,}", lambda m: _word(m[0])),
    (r"[^\W\d_]'{0,2}", lambda m: _letter(m[0])),
    (r"<=|>=|->|!=|==|\+-|\s+|\d+(?:\.\d+)?|.", lambda m: _sign(m[0])),
)
_COMPILED = tuple((re.compile(pattern, re.DOTALL), set_token) for pattern, set_token in _TOKENS)
_BARS = re.compile(r"\|+")
_OPENING = re.compile(r"(?:floor|ceil|sqrt)\(|[(\[{]")
_POSITION = re.compile(r"(?<!\w)(?!Tiny|Miny)[A-Z][A-Za-z]+\(")

_ARGUMENT = r"(?:\d+|[a-z](?:[+-]\d+)?)"
_ARGUMENTS = re.compile(rf"(?=.*[a-z])(?![lre]\Z){_ARGUMENT}(?:(?:,\s*| x ){_ARGUMENT})*")
"""Numbers and at least one variable; a single l, r or e is an edge or a word."""


def typeset(formula: str) -> Set:
    """Return a formula as HTML and as LaTeX; a long one is left as it is."""
    if len(formula) > _LONGEST:
        return _plain(formula)
    parts: list[Set] = []
    opened: list[str] = []
    at = 0
    while at < len(formula):
        end, part = _part(formula, at, opened)
        parts.append(part)
        at = end
    return _joined(*parts)


def _part(formula: str, at: int, opened: list[str]) -> tuple[int, Set]:
    """Return where the next part of a formula ends, and how it is set."""
    if match := _POSITION.match(formula, at):
        end = _end_of_position(formula, match.end())
        inside = formula[match.end() : end - 1]
        if _ARGUMENTS.fullmatch(inside):
            return end, _call(match[0][:-1], inside)
        # A position is written in the notation of its game.
        html, latex = _plain(formula[at:end])
        return end, (html, rf"\mbox{{{latex}}}")
    if match := _OPENING.match(formula, at):
        opened.append(match[0])
        return match.end(), _BRACKETS[match[0]][0]
    if formula[at] in ")]}" and opened:
        return at + 1, _BRACKETS[opened.pop()][1]
    if opened[-1:] == ["{"] and (match := _BARS.match(formula, at)):
        room = "" if formula[at - 1] == " " else "\u2009"
        return match.end(), (f"{room}{match[0]}{room}", rf"\mathrel{{{match[0]}}}")
    for pattern, set_token in _COMPILED:
        if match := pattern.match(formula, at):
            return match.end(), set_token(match)
    raise AssertionError(f"no token for {formula[at]!r}")


def _call(name: str, arguments: str) -> Set:
    """Set the name of a game upright and its arguments, numbers and variables, as formulas."""
    html, latex = typeset(arguments)
    return f"{name}({html})", rf"\mathrm{{{name}}}({latex})"


def _end_of_position(formula: str, at: int) -> int:
    depth = 1
    while depth and at < len(formula):
        depth += (formula[at] == "(") - (formula[at] == ")")
        at += 1
    return at
