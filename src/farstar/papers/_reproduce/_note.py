r"""The report as a LaTeX note: claims, verdicts, ranges, tables and figures.

The note needs packages of every TeX distribution only, and has no character that pdfTeX does not
know: what is neither ASCII nor declared here is declared to print as its code point.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from farstar.formulas import to_latex
from farstar.papers._claim import Claim, Exhibit, Paper
from farstar.papers._reproduce._report import standing_of
from farstar.papers._verify import Report
from farstar.tables import Table, tex

_PREAMBLE = r"""\documentclass[a4paper]{article}
\usepackage[T1]{fontenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage{amsmath,amssymb}
\usepackage{array,booktabs,longtable}
\usepackage{graphicx,pdflscape}
\usepackage[margin=2.2cm]{geometry}
\emergencystretch=3em
\belowcaptionskip=6pt"""

_HEADS = (r"claim & statement & verdict and range \\", r"\midrule")
_COLUMNS = r"p{0.19\linewidth}p{0.45\linewidth}p{0.27\linewidth}"

_PRODUCT = re.compile(r"K_\w x K_\w")
_SYMBOLS = {
    "λ": r"\ensuremath{\lambda}",
    "Λ": r"\ensuremath{\Lambda}",
    "φ": r"\ensuremath{\varphi}",
    "σ": r"\ensuremath{\sigma}",
    "≤": r"\ensuremath{\le}",
    "≥": r"\ensuremath{\ge}",
    "×": r"\ensuremath{\times}",
    "−": r"\ensuremath{-}",
    "↑": r"\ensuremath{\uparrow}",
    "↓": r"\ensuremath{\downarrow}",
    "…": r"\ldots{}",
    "₁": r"\ensuremath{_1}",
}


def write_note(papers: Sequence[Paper], folder: Path, verified: Report | None) -> Path:
    """Write ``note.tex`` and return its path."""
    body = [part for paper in papers for part in _section(paper, verified)]
    titled = papers[0] if len(papers) == 1 else None
    title = [
        rf"\title{{{_title(titled.title if titled else 'The papers as programs')}}}",
        rf"\author{{{_set(titled.authors) if titled else ''}}}",
        r"\date{}",
    ]
    text = "\n".join([*title, r"\begin{document}", r"\maketitle", *body, r"\end{document}"])
    target = folder / "note.tex"
    whole = "\n".join([_PREAMBLE, *_declarations(text + _inputs(papers, folder)), text])
    target.write_text(whole + "\n", encoding="utf-8", newline="\n")
    return target


def _inputs(papers: Sequence[Paper], folder: Path) -> str:
    """Return the texts of the files that the note includes."""
    files = (_file(folder, exhibit) for paper in papers for exhibit in paper.exhibits)
    return "".join(file.read_text(encoding="utf-8") for file in files)


def _file(folder: Path, exhibit: Exhibit) -> Path:
    return folder / exhibit.paper / f"{exhibit.name}.tex"


def _declarations(text: str) -> list[str]:
    """Return declarations of the characters beyond Latin letters, which TeX knows."""
    return [
        rf"\DeclareUnicodeCharacter{{{ord(c):04X}}}{{{_SYMBOLS.get(c, f'[U+{ord(c):04X}]')}}}"
        for c in sorted(set(text))
        if c in _SYMBOLS or ord(c) > 0x17F
    ]


def _section(paper: Paper, verified: Report | None) -> list[str]:
    lines = [rf"\section{{{_title(paper.title)}}}"]
    mine = [r for r in verified or () if r.claim.paper == paper.paper]
    if mine:
        summary = Report(tuple(mine))
        cases = sum(result.cases for result in mine)
        lines.append(rf"Checked by Farstar: {_set(str(summary))}; {cases:,} cases were compared.")
    if len(paper):
        lines += [rf"\begin{{longtable}}{{{_COLUMNS}}}", r"\toprule", *_HEADS, r"\endhead"]
        lines += [_row(claim, verified) for claim in paper]
        lines += [r"\bottomrule", r"\end{longtable}"]
    if paper.exhibits:
        lines.append(rf"\graphicspath{{{{{paper.paper}/}}}}")
    lines += map(_exhibit, paper.exhibits)
    return [*lines, r"\clearpage"]


def _row(claim: Claim, verified: Report | None) -> str:
    statement = _set(claim.statement)
    if claim.correction:
        statement += rf" \emph{{Corrected:}} {_set(claim.correction)}"
    standing, upto, counterexample = standing_of(claim, verified)
    verdict = rf"\raggedright {_set(standing)}; {_set(upto)}"
    if counterexample:
        verdict += rf"; {_set(counterexample)}"
    label = rf"\raggedright {_set(claim.label)}"
    return rf"{label} & \raggedright {statement} & {verdict} \tabularnewline \addlinespace"


def _exhibit(exhibit: Exhibit) -> str:
    note = rf" {_set(exhibit.note)}" if exhibit.note else ""
    if isinstance(exhibit.made, Table):
        return rf"\input{{{exhibit.paper}/{exhibit.name}}}{note}"
    return (
        "\\begin{figure}[htbp]\n  \\centering\n"
        f"  \\includegraphics[width=0.8\\linewidth,height=0.7\\textheight,keepaspectratio]"
        f"{{{exhibit.name}.pdf}}\n"
        f"  \\caption{{{_set(exhibit.caption)}{note}}}\n\\end{{figure}}"
    )


def _title(text: str) -> str:
    """Return a title, in which products of graphs are formulas without marks."""
    return _set(_PRODUCT.sub(r"`\g<0>`", text))


def _set(text: str) -> str:
    return to_latex(text, tex)
