r"""A research note: theorems, their proofs from the pages of the documentation, and certificates.

The pages are Markdown with mathematics in plain characters. Here they become LaTeX for pdfTeX:
every character beyond ASCII is declared, scripts such as x_(k+1) are set, and console sessions are
kept.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from farstar.certificates import certify
from farstar.errors import FarstarError
from farstar.formulas import to_latex
from farstar.papers._claim import Claim, Status
from farstar.papers._registry import paper
from farstar.papers._reports import SYMBOLS, declarations, save_lines
from farstar.tables import tex

PAGES = ("proofs.md", "weights.md")
"""The pages with the proofs, in the order of the note."""

CERTIFIED = ("E(11,8) + ^", "E(5,3) + *2", "E(19,11) + E(4,3)", "E(30,19) - E(13,8) + *")
"""Sums whose outcomes are certified."""

_TITLE = "Partizan Euclid: outcomes, weights, values and sums"
_ABSTRACT = (
    "Partizan Euclid is played on pairs of positive integers. We collect what is known about it: "
    "who wins a position and its sum with any nim-heap, read off a finite automaton; its atomic "
    "weight in closed form; its canonical form, one action a letter; and sums of positions. "
    "Statements with a finite part that a program went through name the command that repeats it, "
    "and outcomes of examples come with certificates that a short checker verifies."
)
_SUBJECTS = re.compile(
    r"word|weight|canonical|class|automat|sum|letter|\bE\(|Euclid|normal form|rewrit|far star", re.I
)
_OTHERS = re.compile(
    r"Grossman|Geography|multiplier|Misère Euclid|K_n|lost heap|every set|b/a", re.I
)
_MORE = {
    c: rf"\ensuremath{{\{name}}}"
    for c, name in {
        "∎": "blacksquare",
        "·": "cdot",
        "→": "to",
        "∫": "int",
        "∞": "infty",
        "½": "frac12",
        "∗": "ast",
        "±": "pm",
        "⇒": "Rightarrow",
        "∈": "in",
        "⌊": "lfloor",
        "⌋": "rfloor",
        "≠": "ne",
        "⇑": "Uparrow",
        "⇓": "Downarrow",
        "ε": "varepsilon",
    }.items()
} | {"″": "''", "′": "'"}
_BAR = re.compile("(\\w)\N{COMBINING MACRON}")
_SCRIPT = re.compile(r"(?<=[\w)\]|])([_^])(\([^()]*\)|\{[^{}]*\}|[−-]?\w+)")

_PREAMBLE = r"""\documentclass[a4paper,11pt]{article}
\usepackage[T1]{fontenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage{amsmath,amssymb}
\usepackage{array,booktabs,longtable}
\usepackage[margin=2.6cm]{geometry}
\setlength{\parskip}{0.5em}\setlength{\parindent}{0pt}
\emergencystretch=4em
% Lists in formulas may break after a comma.
\mathchardef\mathcomma\mathcode`\,
{\catcode`\,=\active \gdef,{\mathcomma\penalty0 }}
\mathcode`\,="8000"""


class DocumentationError(FarstarError, ValueError):
    """The folder of the documentation does not have the pages of a note."""


def research_note(docs: Path, folder: Path) -> Path:
    """Write the note on Partizan Euclid and the certificates that it cites; return its path.

    Parameters
    ----------
    docs : Path
        The folder of the documentation, with the pages of the proofs.
    folder : Path
        Where ``partizan-euclid-note.tex`` and the folder ``certificates`` are written.

    Raises
    ------
    DocumentationError
        If a page is missing.
    """
    missing = [name for name in PAGES if not (docs / name).is_file()]
    if missing:
        raise DocumentationError(f"expected the page {missing[0]} in {str(docs)!r}")
    folder.mkdir(parents=True, exist_ok=True)
    body = [
        rf"\title{{{tex(_TITLE)}}}",
        r"\author{The Farstar developers}\date{}",
        r"\begin{document}\maketitle",
        rf"\begin{{abstract}}{tex(_ABSTRACT)}\end{{abstract}}",
        r"\tableofcontents",
        *_theorems(),
        *(part for name in PAGES for part in _page(docs / name)),
        *_certificates(folder),
        r"\end{document}",
    ]
    text = "\n\n".join(body)
    letters = {c: latex for c in set(text) if (latex := _letter_or_script(c))}
    lines = [_PREAMBLE, *declarations(text, letters | SYMBOLS | _MORE), text]
    return save_lines(folder / "partizan-euclid-note.tex", lines)


def _letter_or_script(c: str) -> str:
    """Return how a Greek letter or a raised or lowered character is set, or nothing."""
    kind, _, point = unicodedata.decomposition(c).partition(" ")
    if kind in ("<sub>", "<super>"):
        sign = "_" if kind == "<sub>" else "^"
        return rf"\ensuremath{{{sign}{chr(int(point, 16)).replace('−', '-')}}}"
    alphabet, _, name = unicodedata.name(c, "").partition(" LETTER ")
    if alphabet not in ("GREEK SMALL", "GREEK CAPITAL") or " " in name:
        return ""
    return rf"\ensuremath{{\{name.lower() if alphabet == 'GREEK SMALL' else name.title()}}}"


def _theorems() -> Iterator[str]:
    """Yield the statements about the game, those of the paper and those that are new."""
    yield r"\section{Results}"
    yield tex(
        "Each statement is a claim of the program: 'farstar verify PAPER --claim LABEL' repeats "
        "its check by brute force."
    )
    new = [c for c in paper("beyond") if _is_about_the_game(c) and c.status is Status.PROVED]
    corrected = [c for c in paper("partizan-euclid") if c.correction]
    yield r"\subsection{New}"
    yield from _description_list(new)
    yield r"\subsection{Corrections to the literature}"
    yield from _description_list(corrected)


def _is_about_the_game(claim: Claim) -> bool:
    text = f"{claim.label} {claim.statement}"
    return bool(_SUBJECTS.search(text)) and not _OTHERS.search(text)


def _description_list(claims: Sequence[Claim]) -> Iterator[str]:
    yield r"\begin{description}"
    for claim in claims:
        text = to_latex(claim.statement)
        if claim.correction:
            text += rf" \emph{{{tex(str(claim.status))}.}} {to_latex(claim.correction)}"
        yield rf"\item[{to_latex(claim.label)}.] {text}"
    yield r"\end{description}"


def _certificates(folder: Path) -> Iterator[str]:
    """Write the certificates, and yield the section that lists them."""
    from farstar.papers.partizan_euclid.theory import induction as certificates

    induction = certificates.prove()
    yield r"\section{Certificates}"
    yield tex(
        f"The finite part of the theorems on normal and canonical forms is {induction.kinds} kinds "
        f"of states with {len(induction.obligations)} obligations, each inferred again by 'farstar "
        "verify beyond'. The files below prove the outcomes of sums move by move; 'farstar check' "
        "or the file checker.py alone, which needs nothing but Python, verifies them."
    )
    (folder / "certificates").mkdir(exist_ok=True)
    yield r"\begin{description}"
    for number, text in enumerate(CERTIFIED, 1):
        certificate = certify(text)
        name = f"certificates/sum-{number}.json"
        certificate.save(folder / name)
        digest = str(certificate.data["digest"])
        halves = rf"\texttt{{{digest[:32]}}}\newline \texttt{{{digest[32:]}}}"
        proved = ", ".join(certificate.check())
        yield (
            rf"\item[\texttt{{{tex(text)}}}] has outcome {tex(proved)}: \texttt{{{tex(name)}}}, "
            rf"{certificate.replies} replies, SHA-256\newline {halves}"
        )
    yield r"\end{description}"


# Markdown to LaTeX.


def _page(path: Path) -> Iterator[str]:
    """Yield the LaTeX of a page, whose headings become sections."""
    from markdown_it import MarkdownIt

    tokens = MarkdownIt("commonmark").enable("table").parse(path.read_text(encoding="utf-8"))
    is_left_out = False
    for place, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag in ("h1", "h2"):
            is_left_out = tokens[place + 1].content.endswith(_LEFT_OUT)
        if not is_left_out:
            yield from _block(token, tokens, place)


_LEFT_OUT = "Misère Grossman"
"""A section about another game."""

_SECTIONS = {"h1": "section", "h2": "subsection", "h3": "subsubsection", "h4": "paragraph"}
_ENVIRONMENTS = {
    "bullet_list_open": r"\begin{itemize}",
    "bullet_list_close": r"\end{itemize}",
    "ordered_list_open": r"\begin{enumerate}",
    "ordered_list_close": r"\end{enumerate}",
    "list_item_open": r"\item",
    "table_close": r"\bottomrule\end{longtable}}",
    "thead_close": r"\midrule",
    "tr_close": r"\tabularnewline",
}
_HEADING_NUMBER = re.compile(r"^\d+(?:\.\d+)*\.? ")


def _block(token: Any, tokens: Sequence[Any], place: int) -> Iterator[str]:
    before = tokens[place - 1].type if place else ""
    if token.type in _ENVIRONMENTS:
        yield _ENVIRONMENTS[token.type]
    elif token.type == "table_open":
        following = next(i for i, t in enumerate(tokens[place:]) if t.type == "thead_close")
        columns = sum(1 for t in tokens[place : place + following] if t.type == "th_open")
        width = rf"\dimexpr\linewidth/{columns}-2\tabcolsep\relax"
        yield rf"{{\small\begin{{longtable}}{{*{{{columns}}}{{p{{{width}}}}}}}\toprule"
    elif token.type == "fence":
        if "toctree" not in token.info:
            code = _verbatim(token.content)
            yield f"\\begin{{quote}}\\small\\raggedright\n{code}\n\\end{{quote}}"
    elif token.type == "inline" and before == "heading_open":
        command = _SECTIONS[tokens[place - 1].tag]
        yield rf"\{command}{{{_inline(token, _HEADING_NUMBER)}}}"
    elif token.type == "inline" and before in ("th_open", "td_open"):
        is_first = tokens[place - 2].type == "tr_open"
        yield ("" if is_first else "& ") + rf"\raggedright {_inline(token)}"
    elif token.type == "inline":
        yield _inline(token)


def _verbatim(text: str) -> str:
    lines = (tex(line).replace("(", r"(\allowbreak{}") for line in text.rstrip().splitlines())
    return "\\\\\n".join(rf"\texttt{{{line}}}" for line in lines)


_INLINE = {
    "em_open": r"\emph{",
    "em_close": "}",
    "strong_open": r"\textbf{",
    "strong_close": "}",
    "softbreak": "\n",
    "hardbreak": r"\\",
    "link_open": "",
    "link_close": "",
}


def _inline(token: Any, cut: re.Pattern[str] | None = None) -> str:
    parts = []
    for number, child in enumerate(token.children or ()):
        if child.type == "text":
            text = child.content if cut is None or number else cut.sub("", child.content)
            parts.append(_mathematics(text))
        elif child.type == "code_inline":
            parts.append(rf"\texttt{{{tex(child.content)}}}")
        elif child.type in _INLINE:
            parts.append(_INLINE[child.type])
    return "".join(parts)


def _mathematics(text: str) -> str:
    """Return a sentence with scripts and signs set as mathematics."""
    for written, printed in {"<=": "≤", ">=": "≥"}.items():
        text = text.replace(written, printed)
    plain, *rest = _SCRIPT.split(text)
    out = [tex(plain)]
    for sign, script, after in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
        inner = script[1:-1] if script[0] in "({" else script
        raised = "textsubscript" if sign == "_" else "textsuperscript"
        out.append(rf"\{raised}{{{tex(inner)}}}{tex(after)}")
    return _BAR.sub(r"\\ensuremath{\\bar{\1}}", "".join(out))
