r"""Formulas in running text: marked where the text is written, and set where it is shown.

A sentence marks its formulas by backticks, as in Markdown: "coprime `q < p <= 2^k`". `MarkedText`
is a string without them, which is what programs, JSON and terminals get, that still knows where
they were: `to_html`, `to_latex` and `to_markdown` set them as books do. A formula is written as in
expressions and as people type: ``2^(k+1)``, ``a_n`` or ``a0``, ``floor(b/a)``, ``n.up + *k``,
``{1*|v}``; a word of Partizan Euclid such as ``rl2e`` has its runs as powers.

>>> text = MarkedText("the value is `n.up + *k`, with `k <= 2^n`")
>>> print(text)
the value is n.up + *k, with k <= 2^n
>>> print(to_latex(text))
the value is $n\cdot {\uparrow} + {\ast}k$, with $k \le  2^{n}$
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from unicodedata import name as name_of

__all__ = ["MarkedText", "formula_html", "source_of", "span", "to_html", "to_latex", "to_markdown"]

_LONGEST = 3_000
"""Characters of a formula that is set; longer ones are left as they are."""


class MarkedText(str):
    """Text that knows which parts of it are formulas.

    Examples
    --------
    >>> text = MarkedText("coprime `q < p`")
    >>> text == "coprime q < p", text.source
    (True, 'coprime `q < p`')
    """

    source: str
    """The text with its marks."""

    def __new__(cls, source: str) -> MarkedText:
        """Return the text; where a backtick has no partner there are no formulas."""
        source = source_of(source)
        is_marked = source.count("`") % 2 == 0
        text = super().__new__(cls, source.replace("`", "") if is_marked else source)
        text.source = source
        return text

    def __getnewargs__(self) -> tuple[str]:
        return (self.source,)


def source_of(text: str) -> str:
    """Return a text with the marks that it has, so that it can be part of another one."""
    return text.source if isinstance(text, MarkedText) else text


def to_html(text: str) -> str:
    """Return a text as HTML, with its formulas set; what is copied from them is their source.

    Examples
    --------
    >>> to_html(MarkedText("at most `2^k` <words>"))
    'at most <span class="math" data-text="2^k">2<sup><i>k</i></sup></span> &lt;words&gt;'
    """
    return _mapped(text, escape, formula_html)


def to_latex(text: str, escaped: Callable[[str], str] = str) -> str:
    """Return a text as LaTeX, with its formulas in dollars and the rest `escaped`."""
    return _mapped(text, escaped, lambda formula: f"${_set(formula)[1]}$")


def to_markdown(text: str, escaped: Callable[[str], str] = str) -> str:
    """Return a text as Markdown, with its formulas as code and the rest `escaped`."""
    return _mapped(text, escaped, lambda formula: f"`{formula}`")


def _mapped(text: str, plain: Callable[[str], str], formula: Callable[[str], str]) -> str:
    if not isinstance(text, MarkedText):
        return plain(text)
    parts = text.source.split("`")
    if len(parts) % 2 == 0:
        return plain(text)
    return "".join((formula if i % 2 else plain)(part) for i, part in enumerate(parts) if part)


def formula_html(formula: str) -> str:
    """Return a formula by itself as HTML.

    Examples
    --------
    >>> formula_html("q <= vv*")
    '<span class="math" data-text="q &lt;= vv*"><i>q</i> ≤ ⇓∗</span>'
    """
    return span(formula, _set(formula)[0] if len(formula) <= _LONGEST else escape(formula))


def span(formula: str, html: str) -> str:
    """Return the HTML of a formula that is set already."""
    return f'<span class="math" data-text="{escape(formula)}">{html}</span>'


Set = tuple[str, str]
"""HTML and LaTeX."""

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
_GREEK = frozenset("αβγδεζηθικλμνξοπρστυφχψω")
_LETTERS = _GREEK | frozenset("lrwe")


def _plain(text: str) -> Set:
    return escape(text), re.sub(r"([#$%&_{}])", r"\\\1", text)


def _sign(text: str) -> Set:
    return _SIGNS.get(text) or _plain(text)


def _joined(*parts: Set) -> Set:
    return "".join(html for html, _ in parts), "".join(latex for _, latex in parts)


def _raised(text: str) -> Set:
    html, latex = _set(text.removeprefix("(").removesuffix(")"))
    return f"<sup>{html}</sup>", f"^{{{latex}}}"


def _lowered(text: str) -> Set:
    html, latex = _set(text.removeprefix("(").removesuffix(")"))
    return f"<sub>{html}</sub>", f"_{{{latex}}}"


def _letter(text: str) -> Set:
    """Set a letter with its primes: in italics, capitals upright."""
    letter, primes = text[0], text[1:]
    html = f"<i>{letter}</i>" if letter.islower() else letter
    latex = f"\\{name_of(letter).split()[-1].lower()} " if letter in _GREEK else letter
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
    (r"\*(\d+|[jk](?!\w))?", lambda m: _joined(_SIGNS["*"], _set(m[1] or ""))),
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


def _set(formula: str) -> Set:
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
    if found := _POSITION.match(formula, at):
        end = _end_of_position(formula, found.end())
        # A position is written in the notation of its game.
        return end, _plain(formula[at:end])
    if found := _OPENING.match(formula, at):
        opened.append(found[0])
        return found.end(), _BRACKETS[found[0]][0]
    if formula[at] in ")]}" and opened:
        return at + 1, _BRACKETS[opened.pop()][1]
    if opened[-1:] == ["{"] and (found := _BARS.match(formula, at)):
        room = "" if formula[at - 1] == " " else "\u2009"
        return found.end(), (f"{room}{found[0]}{room}", rf"\mathrel{{{found[0]}}}")
    for pattern, set_token in _COMPILED:
        if found := pattern.match(formula, at):
            return found.end(), set_token(found)
    raise AssertionError(f"no token for {formula[at]!r}")


def _end_of_position(formula: str, at: int) -> int:
    depth = 1
    while depth and at < len(formula):
        depth += (formula[at] == "(") - (formula[at] == ")")
        at += 1
    return at
