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

from collections.abc import Callable

__all__ = [
    "MarkedText",
    "as_formula",
    "escape_latex",
    "formula_html",
    "source_of",
    "span",
    "to_html",
    "to_latex",
    "to_markdown",
]


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


def as_formula(text: str) -> str:
    """Return the source of a text: one that has no marks of its own is a formula as a whole."""
    return text.source if isinstance(text, MarkedText) else f"`{text}`"


def to_html(text: str) -> str:
    """Return a text as HTML, with its formulas set; what is copied from them is their source.

    Examples
    --------
    >>> to_html(MarkedText("at most `2^k` <words>"))
    'at most <span class="math" data-text="2^k">2<sup><i>k</i></sup></span> &lt;words&gt;'
    """
    from html import escape

    return _mapped(text, escape, formula_html)


_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        **{c: "\\" + c for c in "&%$#_{}"},
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
    }
)


def escape_latex(text: str) -> str:
    r"""Return a text with the special characters of LaTeX escaped.

    Examples
    --------
    >>> escape_latex("50% of {a_1}")
    '50\\% of \\{a\\_1\\}'
    """
    return text.translate(_LATEX)


def to_latex(text: str, escaped: Callable[[str], str] = escape_latex) -> str:
    """Return a text as LaTeX, with its formulas in dollars and the rest `escaped`."""
    from farstar._typesetting import typeset

    return _mapped(text, escaped, lambda formula: f"${typeset(formula)[1]}$")


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
    from farstar._typesetting import typeset

    return span(formula, typeset(formula)[0])


def span(formula: str, html: str) -> str:
    """Return the HTML of a formula that is set already."""
    from html import escape

    return f'<span class="math" data-text="{escape(formula)}">{html}</span>'


def fitted_latex(lines: list[str]) -> list[str]:
    r"""Return the lines of a picture or a table that is scaled down if its column is narrower.

    It needs the package graphicx, which TikZ loads.

    Examples
    --------
    >>> print(*fitted_latex([r"\rule{9in}{1pt}"]), sep="\n")
    \begingroup\setbox0=\hbox{%
    \rule{9in}{1pt}}%
    \noindent\ifdim\wd0>\linewidth\resizebox{\linewidth}{!}{\box0}\else\box0\fi\endgroup
    """
    *above, last = lines
    return [
        r"\begingroup\setbox0=\hbox{%",
        *above,
        f"{last}}}%",
        r"\noindent\ifdim\wd0>\linewidth\resizebox{\linewidth}{!}{\box0}\else\box0\fi\endgroup",
    ]
