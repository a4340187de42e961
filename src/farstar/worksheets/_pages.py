"""Worksheets as HTML and as LaTeX."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from farstar.errors import MissingExtraError
from farstar.figures import layout, stand_alone_svg, tikz
from farstar.formulas import escape_latex
from farstar.rules import Position
from farstar.worksheets._questions import Question

if TYPE_CHECKING:
    from farstar.worksheets._make import Worksheet

_STYLE = """
body { font: 12pt/1.45 Georgia, "Times New Roman", serif; max-width: 46rem; margin: 2rem auto;
  padding: 0 1rem; }
h1 { font-size: 1.5rem; margin-bottom: 0; }
p.note { color: #555; margin-top: .2rem; }
p.rules { font-size: .92em; margin: .3rem 0; }
ol { padding-left: 1.6rem; }
ol > li { margin: 1.2rem 0; break-inside: avoid; }
.games { display: flex; flex-wrap: wrap; gap: 1.2rem; align-items: end; margin: .5rem 0; }
figure { margin: 0; text-align: center; }
svg { max-width: 100%; height: auto; }
.space { border-bottom: 1px solid #999; height: 1.9rem; }
.space.tall { height: 9rem; border: 1px solid #bbb; }
ul { margin: .3rem 0; font-size: .92em; }
@media print { body { margin: 0; max-width: none; } }
"""

PROMPT_SPACE = {"who": 1, "move": 1, "value": 1, "order": 1, "thermograph": 0}
"""Lines to write on; a thermograph needs a box."""


def heading(sheet: Worksheet, *, answers: bool) -> str:
    """Return the title of a sheet."""
    return f"{sheet.title}: {'answers' if answers else 'exercises'}"


def labels(question: Question) -> Iterator[tuple[str, Position]]:
    """Yield the positions of a question, each with its letter if there are several."""
    several = len(question.games) > 1
    for letter, game in zip("ABCDEFGH", question.games, strict=False):
        yield letter if several else "", game


def html(sheet: Worksheet, *, answers: bool) -> str:
    """Return a page of questions, or one of answers."""
    title = escape(heading(sheet, answers=answers))
    items = "\n".join(
        _answer_item(question) if answers else _question_item(question)
        for question in sheet.questions
    )
    rules = "".join(f'<p class="rules">{escape(line)}</p>\n' for line in sheet.rules)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
        f'<p class="note">{escape(sheet.note)}</p>\n{rules}'
        f"<ol>\n{items}\n</ol>\n</body>\n</html>\n"
    )


def _question_item(question: Question) -> str:
    space = '<div class="space"></div>' * PROMPT_SPACE[question.kind]
    space = space or '<div class="space tall"></div>'
    return f"<li>{escape(question.prompt)}{_pictures(question)}{space}</li>"


def _answer_item(question: Question) -> str:
    reasons = "".join(f"<li>{escape(reason)}</li>" for reason in question.reasons)
    return (
        f"<li><b>{escape(question.answer)}</b>{_pictures(question)}"
        f"{_thermograph_svg(question)}<ul>{reasons}</ul></li>"
    )


def _pictures(question: Question) -> str:
    figures = []
    for letter, game in labels(question):
        diagram = game.diagram()
        picture = "" if diagram is None else stand_alone_svg(layout(diagram))
        words = f"{letter}: {game}" if letter else str(game)
        figures.append(f"<figure>{picture}<figcaption>{escape(words)}</figcaption></figure>")
    return f'<div class="games">{"".join(figures)}</div>'


def _thermograph_svg(question: Question) -> str:
    if question.thermograph is None:
        return ""
    try:
        picture = question.thermograph.thermograph()._repr_svg_()
    except MissingExtraError:
        picture = None
    # What stands before the picture belongs to a file of its own.
    return "" if picture is None else picture[picture.index("<svg") :]


_PREAMBLE = r"""\documentclass[11pt]{article}
\usepackage[margin=2.2cm]{geometry}
\usepackage[utf8]{inputenc}
\usepackage{amsmath, amssymb, tikz}
\setlength{\parindent}{0pt}
\newsavebox{\fittedbox}
\newcommand{\fitted}[1]{\sbox{\fittedbox}{\scalebox{0.7}{#1}}%
  \ifdim\wd\fittedbox>\linewidth\resizebox{\linewidth}{!}{\usebox{\fittedbox}}%
  \else\usebox{\fittedbox}\fi}
\begin{document}
"""


def latex(sheet: Worksheet, *, answers: bool) -> str:
    """Return a document of questions, or one of answers."""
    lines = [
        rf"\section*{{{_tex(heading(sheet, answers=answers))}}}",
        _tex(sheet.note),
        "",
        *(rf"{{\small {_tex(line)}\par}}" for line in sheet.rules),
        r"\begin{enumerate}",
    ]
    for question in sheet.questions:
        lines += [r"\item \begin{minipage}[t]{\linewidth}"]
        lines.append(rf"\textbf{{{_tex(question.answer)}}}" if answers else _tex(question.prompt))
        lines += [r"\par\medskip"]
        for letter, game in labels(question):
            words = f"{letter}: {game}" if letter else str(game)
            lines += [r"\begin{minipage}[b]{0.48\linewidth}\centering"]
            if game.diagram() is not None:
                lines += [rf"\fitted{{{tikz(game, kind='board')}}}", r"\par"]
            lines += [rf"{{\small\ttfamily {_breakable(words)}}}\par\medskip", r"\end{minipage}"]
        if answers:
            if question.thermograph is not None:
                lines += [rf"\par\fitted{{{tikz(question.thermograph)}}}"]
            lines += [
                r"\par\small\begin{itemize}\setlength{\itemsep}{0pt}\setlength{\parskip}{0pt}"
            ]
            lines += [rf"\item {_tex(reason)}" for reason in question.reasons]
            lines += [r"\end{itemize}"]
        else:
            has_line = PROMPT_SPACE[question.kind]
            lines.append(r"\par\vspace{8mm}\hrule" if has_line else r"\par\vspace{4cm}")
        lines += [r"\end{minipage}\par\bigskip"]
    return "\n".join([_PREAMBLE + lines[0], *lines[1:], r"\end{enumerate}", r"\end{document}", ""])


_FRACTIONS = (
    *(("½", 1, 2), ("¼", 1, 4), ("¾", 3, 4), ("⅛", 1, 8), ("⅜", 3, 8), ("⅝", 5, 8), ("⅞", 7, 8)),
)
_SYMBOLS = {
    "↑": r"$\uparrow$",
    "↓": r"$\downarrow$",
    "⇑": r"$\Uparrow$",
    "⇓": r"$\Downarrow$",
    "∗": r"$\ast$",
    "±": r"$\pm$",
    "−": "$-$",
    "<": "$<$",
    ">": "$>$",
    "|": "$|$",
    "⧾": "$+$",
    "⧿": "$-$",
    **{digit: f"$_{n}$" for n, digit in enumerate("₀₁₂₃₄₅₆₇₈₉")},
    **{digit: f"$^{n}$" for n, digit in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")},
    **{sign: rf"$\tfrac{{{a}}}{{{b}}}$" for sign, a, b in _FRACTIONS},
}
"""Signs of Unicode notation, which not every font of TeX has."""


def _tex(text: str) -> str:
    escaped = escape_latex(text)
    return "".join(_SYMBOLS.get(sign, sign) for sign in escaped)


def _breakable(text: str) -> str:
    """Return the text of a position, which may be broken between the rows of its board."""
    return _tex(text).replace(r"\textbar{}", r"\textbar{}\allowbreak{}")
