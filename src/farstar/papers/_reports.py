"""The tables and figures of the papers in every format, and reports on their claims.

There are three reports, in HTML, in Markdown and in LaTeX. The LaTeX note needs only packages of
every TeX distribution, and has no character that pdfTeX does not know: what is neither ASCII nor
declared here is declared to print as its code point.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from importlib import import_module
from pathlib import Path
from textwrap import fill

from farstar.figures import FORMATS
from farstar.formulas import to_html, to_latex, to_markdown
from farstar.papers._claim import Claim, ClaimVerdict, Exhibit, Paper
from farstar.papers._registry import PAPERS
from farstar.papers._registry import paper as paper_of
from farstar.papers._verify import Report, Result
from farstar.plugins import merged
from farstar.tables import Table


def _papers(paper: str | Paper | None) -> list[Paper]:
    """Return one paper, or all that are included, with their tables and figures."""
    if isinstance(paper, Paper):
        return [paper]
    if paper is not None and paper not in PAPERS:
        return [paper_of(paper)]
    chosen = PAPERS if paper is None else [paper]
    modules = merged("exhibits")
    for name in chosen:
        # The tables and figures of a paper are loaded apart from its claims.
        if name in modules:
            import_module(modules[name])
    return [paper_of(name) for name in chosen]


def exhibits(paper: str | Paper | None = None) -> list[Exhibit]:
    """Return the tables and figures of a paper, or of all papers.

    Raises
    ------
    UnknownClaimError
        If there is no such paper.

    Examples
    --------
    >>> [exhibit.label for exhibit in exhibits("real-euclid")]
    ['Table 1', 'Figure 1', 'Table 2', 'Figure 2']
    """
    return [exhibit for one in _papers(paper) for exhibit in one.exhibits]


def reproduce(
    out: str | os.PathLike[str],
    paper: str | Paper | None = None,
    *,
    verified: Report | None = None,
    finished: Callable[[Exhibit], None] | None = None,
) -> Path:
    """Write the tables and figures of a paper, or of all papers, and reports on them.

    Tables are written as text, Markdown, LaTeX, CSV and HTML, figures as SVG, PDF and PNG with a
    LaTeX file that includes them, all in a folder for each paper. There are three reports:
    ``index.html``, ``report.md`` and ``note.tex``, a LaTeX note with all claims, tables and
    figures. The bytes are the same every time.

    Parameters
    ----------
    out : path
        The folder to write to; it is created if it does not exist.
    paper : str or Paper, optional
        The paper, as in ``partizan-euclid``, or one of your own, as `farstar.papers.load` returns
        it; by default all papers included.
    verified : Report, optional
        What `fs.verify` returned, to be shown in the reports.
    finished : callable, optional
        Called with each exhibit when it has been written.

    Returns
    -------
    Path
        The report, ``index.html`` in `out`.

    Raises
    ------
    UnknownClaimError
        If there is no such paper.
    MissingExtraError
        If matplotlib is not installed.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as name:
    ...     folder = pathlib.Path(name)
    ...     mine = fs.papers.load(fs.new_paper(folder / "mine")[2])
    ...     print(fs.reproduce(folder / "out", mine).name)
    index.html
    """
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    chosen = _papers(paper)
    for exhibit in (exhibit for one in chosen for exhibit in one.exhibits):
        _write_exhibit(exhibit, folder)
        if finished is not None:
            finished(exhibit)
    _write_markdown(chosen, folder, verified)
    _write_note(chosen, folder, verified)
    return _write_report(chosen, folder, verified)


def _write_exhibit(exhibit: Exhibit, folder: Path) -> None:
    """Write a table or figure in every format, a figure with the LaTeX that includes it."""
    place, content = folder / exhibit.paper, exhibit.made
    place.mkdir(parents=True, exist_ok=True)
    if isinstance(content, Table):
        # LaTeX numbers tables itself.
        unnumbered = content.with_caption(exhibit.caption)
        for suffix in _TABLE_FORMATS:
            table = unnumbered if suffix == "tex" else content
            table.save(place / f"{exhibit.name}.{suffix}")
        return
    for suffix in FORMATS:
        content.save(place / f"{exhibit.name}.{suffix}")
    included = _latex_figure(exhibit, r"width=\linewidth", to_latex(exhibit.caption))
    save_lines(place / f"{exhibit.name}.tex", [included])


def save_lines(path: Path, lines: Sequence[str]) -> Path:
    """Write a text, the same bytes on every system, and return its path."""
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    return path


_STYLE = """:root { color-scheme: light; }
body { font-family: sans-serif; line-height: 1.45; margin: 2rem auto; max-width: 62rem;
  padding: 0 1rem; color: #1f2937; background: #fff; }
figure { margin: 1.5rem 0 2.5rem; overflow-x: auto; }
figure img { max-width: 100%; height: auto; }
figcaption { margin-top: 0.6rem; }
section { overflow-x: auto; }
table { border-collapse: collapse; }
caption { display: none; }
th, td { padding: 0.2rem 0.6rem; text-align: left; vertical-align: top; }
thead tr { border-top: 2px solid; border-bottom: 1px solid; }
tbody tr:last-child { border-bottom: 2px solid; }
table.claims tbody tr { border-bottom: 1px solid #e7e3da; }
table.claims td:last-child { white-space: nowrap; }
td.number, th.number { text-align: right; }
.note, .files { color: #4b5563; font-size: 0.92rem; }
.corrected { color: #8a4500; } .holds { color: #14622b; } .open { color: #0550ae; }
.disagrees { color: #b00020; font-weight: bold; }"""

_TABLE_FORMATS = ("txt", "md", "tex", "csv", "html")


def _write_report(papers: Sequence[Paper], folder: Path, verified: Report | None) -> Path:
    """Write ``index.html`` and return its path."""
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        '<head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>Tables and figures of the papers</title><style>\n{_STYLE}\n</style></head>",
        "<body><h1>Tables and figures of the papers</h1>",
        f"<nav><ul>{''.join(map(_html_link, papers))}</ul></nav>",
        "<main>",
        *(_html_section(paper, verified) for paper in papers),
        "</main></body></html>",
    ]
    return save_lines(folder / "index.html", parts)


def _html_link(paper: Paper) -> str:
    return f'<li><a href="#{paper.paper}">{escape(paper.title)}</a></li>'


def _html_section(claims: Paper, verified: Report | None) -> str:
    mine, name = claims.exhibits, claims.paper
    numbers = {claim.label: i for i, claim in enumerate(claims, start=1)}
    figures = "\n".join(_html_exhibit(exhibit, numbers) for exhibit in mine)
    rows = "\n".join(_html_claim(claim, numbers, mine, verified) for claim in claims)
    heads = ("claim", "statement", "verdict" if verified else "as printed", "see")
    head = "".join(f'<th scope="col">{text}</th>' for text in heads)
    return (
        f'<section id="{name}"><h2>{escape(claims.title)}</h2>\n{figures}\n'
        f'<h3>Paper</h3>\n<table class="claims"><thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{rows}\n</tbody></table></section>"
    )


def _html_exhibit(exhibit: Exhibit, numbers: dict[str, int]) -> str:
    content = exhibit.made
    if isinstance(content, Table):
        html = content.html()
        suffixes: tuple[str, ...] = _TABLE_FORMATS
    else:
        source = f"{exhibit.paper}/{exhibit.name}.svg"
        html = f'<img src="{source}" alt="{escape(exhibit.caption)}">'
        suffixes = (*FORMATS, "tex")
    files = ", ".join(
        f'<a href="{exhibit.paper}/{exhibit.name}.{suffix}">{suffix}</a>' for suffix in suffixes
    )
    links = ", ".join(
        f'<a href="#{exhibit.paper}-{numbers[label]}">{to_html(label)}</a>'
        for label in exhibit.claims
    )
    note = f'<p class="note">{to_html(exhibit.note)}</p>' if exhibit.note else ""
    return (
        f'<figure id="{exhibit.paper}-{exhibit.name}">\n{html}\n'
        f"<figcaption><strong>{to_html(exhibit.label)}.</strong> {to_html(exhibit.caption)}\n{note}"
        f'<p class="files">Files: {files}. Paper: {links or "none"}.</p></figcaption></figure>'
    )


def _html_claim(
    claim: Claim, numbers: dict[str, int], mine: Sequence[Exhibit], verified: Report | None
) -> str:
    see = ", ".join(
        f'<a href="#{e.paper}-{e.name}">{to_html(e.label)}</a>'
        for e in mine
        if claim.label in e.claims
    )
    statement = _statement(claim, to_html, "<br><em>{}:</em> ")
    return (
        f'<tr id="{claim.paper}-{numbers[claim.label]}">'
        f'<th scope="row">{to_html(claim.label)}</th><td>{statement}</td>'
        f"<td>{_html_verdict(claim, verified)}</td><td>{see}</td></tr>"
    )


def _statement(claim: Claim, set_text: Callable[[str], str], heading: str) -> str:
    """Return a claim with its correction or its answer, each after a heading."""
    parts = {"Corrected": claim.correction, "Answer": claim.answer}
    more = (heading.format(word) + set_text(text) for word, text in parts.items() if text)
    return set_text(claim.statement) + "".join(more)


def _html_verdict(claim: Claim, verified: Report | None) -> str:
    result = _result_of(claim, verified)
    if result is None:
        return escape(standing_of(claim, verified)[0])
    html = f'<span class="{result.verdict}">{result.standing}</span>, {to_html(result.range)}'
    if result.counterexample:
        of = "as printed" if result.verdict is ClaimVerdict.CORRECTED else "counterexample"
        html += f"<br>{of}: {to_html(result.counterexample)}"
    return html


def standing_of(claim: Claim, verified: Report | None) -> tuple[str, str, str | None]:
    """Return how a claim stands, how far it was or would be checked, and a counterexample."""
    result = _result_of(claim, verified)
    if result is not None:
        return result.standing, result.range, result.counterexample
    standing = str(claim.status) if verified is None else "not checked"
    return standing, claim.range.text(claim.range.default), None


def _result_of(claim: Claim, verified: Report | None) -> Result | None:
    """Return what checking a claim came to, if it was checked."""
    for result in verified or ():
        if (result.claim.paper, result.claim.label) == (claim.paper, claim.label):
            return result
    return None


_WIDTH = 100


def _write_markdown(papers: Sequence[Paper], folder: Path, verified: Report | None) -> Path:
    """Write ``report.md`` and return its path."""
    parts = [part for paper in papers for part in _markdown_section(paper, verified)]
    if verified is not None and (corrections := errata(verified)):
        parts += ["# Errata", corrections.rstrip()]
    return save_lines(folder / "report.md", ["\n\n".join(parts)])


def _markdown_section(paper: Paper, verified: Report | None) -> list[str]:
    parts = [f"# {_escape_markdown(paper.title)}"]
    if paper.authors:
        parts.append(_escape_markdown(paper.authors))
    if len(paper):
        head = ("claim", "statement", "verdict" if verified else "as printed", "range")
        rows = [head, ("---",) * 4, *(_markdown_row(claim, verified) for claim in paper)]
        parts.append("\n".join(f"| {' | '.join(row)} |" for row in rows))
    return [*parts, *(part for exhibit in paper.exhibits for part in _markdown_exhibit(exhibit))]


def _markdown_row(claim: Claim, verified: Report | None) -> tuple[str, ...]:
    statement = _statement(claim, _to_markdown, " *{}:* ")
    standing, upto, counterexample = standing_of(claim, verified)
    if counterexample:
        standing += f": {_to_markdown(counterexample)}"
    return _to_markdown(claim.label), statement, standing, _to_markdown(upto)


def _markdown_exhibit(exhibit: Exhibit) -> list[str]:
    content = exhibit.made
    parts = [f"## {_to_markdown(exhibit.label)}", _to_markdown(exhibit.caption)]
    if exhibit.note:
        parts.append(_to_markdown(exhibit.note))
    if isinstance(content, Table):
        parts.append(content.with_caption("").markdown().strip())
    else:
        parts.append(f"![{_to_markdown(exhibit.label)}]({exhibit.paper}/{exhibit.name}.svg)")
    return parts


def _to_markdown(text: str) -> str:
    # A bar ends a cell of a table, inside code too.
    return to_markdown(text, _escape_markdown).replace("|", r"\|")


def _escape_markdown(text: str) -> str:
    """Return text in which Markdown finds nothing to set."""
    return "".join(f"\\{c}" if c in r"\*_[]<>`#" else c for c in text)


def errata(results: Iterable[Result]) -> str:
    """Return the corrected claims and answered questions among `results`, in Markdown.

    Examples
    --------
    >>> page = errata(fs.verify("partizan-euclid", claim="Observation 5, values"))
    >>> print(page)  # doctest: +ELLIPSIS
    ## Outcomes of Partizan Euclid
    <BLANKLINE>
    **Observation 5, values** (false as printed)
    <BLANKLINE>
    - Printed: E(f...3k, f...(3k-1)) = up, ...
    - Correct: They are 0, ...* and down, and E(5,3) = down.
    - Found: `E(5,3): v, not ^`
    <BLANKLINE>
    """
    notable = [
        one for one in results if one.verdict in (ClaimVerdict.CORRECTED, ClaimVerdict.ANSWERED)
    ]
    lines: list[str] = []
    for name in dict.fromkeys((*PAPERS, *(result.claim.paper for result in notable))):
        entries = [result for result in notable if result.claim.paper == name]
        if entries:
            lines += [f"## {paper_of(name).title}", ""]
        for result in entries:
            lines += [*_erratum(result), ""]
    return "\n".join(lines)


def _erratum(result: Result) -> list[str]:
    claim = result.claim
    if claim.answer is not None:
        return [
            f"**{_escape_emphasis(claim.label)}** ({claim.status})",
            "",
            _list_item(f"Asked: {_escape_emphasis(claim.statement)}"),
            _list_item(f"Answer: {_escape_emphasis(claim.answer)}"),
        ]
    # A code span shows every character of a counterexample as it is.
    return [
        f"**{_escape_emphasis(claim.label)}** ({claim.status})",
        "",
        _list_item(f"Printed: {_escape_emphasis(claim.statement)}"),
        _list_item(f"Correct: {_escape_emphasis(claim.correction or '')}"),
        f"- Found: `{result.counterexample}`",
    ]


def _list_item(text: str) -> str:
    return fill(f"- {text}", _WIDTH, subsequent_indent="  ")


def _escape_emphasis(text: str) -> str:
    """Return text in which Markdown finds nothing to set in italics."""
    return text.replace("*", r"\*").replace("_", r"\_")


_PREAMBLE = r"""\documentclass[a4paper]{article}
\usepackage[T1]{fontenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage{amsmath,amssymb}
\usepackage{array,booktabs,longtable}
\usepackage{graphicx,pdflscape}
\usepackage[margin=2.2cm]{geometry}
\emergencystretch=3em
\belowcaptionskip=6pt"""

_LATEX_HEADS = (r"claim & statement & verdict and range \\", r"\midrule")
_LATEX_COLUMNS = r"p{0.19\linewidth}p{0.45\linewidth}p{0.27\linewidth}"

_PRODUCT = re.compile(r"K_\w x K_\w")
SYMBOLS = {
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


def _write_note(papers: Sequence[Paper], folder: Path, verified: Report | None) -> Path:
    """Write ``note.tex`` and return its path."""
    body = [part for paper in papers for part in _latex_section(paper, verified)]
    titled = papers[0] if len(papers) == 1 else None
    title = [
        rf"\title{{{_latex_title(titled.title if titled else 'The papers as programs')}}}",
        rf"\author{{{to_latex(titled.authors) if titled else ''}}}",
        r"\date{}",
    ]
    text = "\n".join([*title, r"\begin{document}", r"\maketitle", *body, r"\end{document}"])
    declared = declarations(text + _included_texts(papers, folder))
    return save_lines(folder / "note.tex", [_PREAMBLE, *declared, text])


def _included_texts(papers: Sequence[Paper], folder: Path) -> str:
    """Return the texts of the files that the note includes."""
    exhibits = (exhibit for paper in papers for exhibit in paper.exhibits)
    files = (folder / exhibit.paper / f"{exhibit.name}.tex" for exhibit in exhibits)
    return "".join(file.read_text(encoding="utf-8") for file in files)


def declarations(text: str, symbols: Mapping[str, str] = SYMBOLS) -> list[str]:
    """Return declarations of the characters beyond Latin letters, which TeX knows."""
    return [
        rf"\DeclareUnicodeCharacter{{{ord(c):04X}}}{{{symbols.get(c, f'[U+{ord(c):04X}]')}}}"
        for c in sorted(set(text))
        if c in symbols or ord(c) > 0x17F
    ]


def _latex_section(paper: Paper, verified: Report | None) -> list[str]:
    lines = [rf"\section{{{_latex_title(paper.title)}}}"]
    mine = [r for r in verified or () if r.claim.paper == paper.paper]
    if mine:
        summary = Report(tuple(mine))
        cases = sum(result.cases for result in mine)
        lines.append(
            rf"Checked by Farstar: {to_latex(str(summary))}; {cases:,} cases were compared."
        )
    if len(paper):
        lines += [
            rf"\begin{{longtable}}{{{_LATEX_COLUMNS}}}",
            r"\toprule",
            *_LATEX_HEADS,
            r"\endhead",
        ]
        lines += [_latex_row(claim, verified) for claim in paper]
        lines += [r"\bottomrule", r"\end{longtable}"]
    if paper.exhibits:
        lines.append(rf"\graphicspath{{{{{paper.paper}/}}}}")
    lines += map(_latex_exhibit, paper.exhibits)
    return [*lines, r"\clearpage"]


def _latex_row(claim: Claim, verified: Report | None) -> str:
    statement = _statement(claim, to_latex, r" \emph{{{}:}} ")
    standing, upto, counterexample = standing_of(claim, verified)
    verdict = rf"\raggedright {to_latex(standing)}; {to_latex(upto)}"
    if counterexample:
        verdict += rf"; {to_latex(counterexample)}"
    label = rf"\raggedright {to_latex(claim.label)}"
    return rf"{label} & \raggedright {statement} & {verdict} \tabularnewline \addlinespace"


def _latex_exhibit(exhibit: Exhibit) -> str:
    note = rf" {to_latex(exhibit.note)}" if exhibit.note else ""
    if isinstance(exhibit.made, Table):
        return rf"\input{{{exhibit.paper}/{exhibit.name}}}{note}"
    size = r"width=0.8\linewidth,height=0.7\textheight,keepaspectratio"
    return _latex_figure(exhibit, size, f"{to_latex(exhibit.caption)}{note}")


def _latex_figure(exhibit: Exhibit, size: str, caption: str) -> str:
    return "\n".join(
        [
            r"\begin{figure}[htbp]",
            r"  \centering",
            rf"  \includegraphics[{size}]{{{exhibit.name}.pdf}}",
            rf"  \caption{{{caption}}}",
            r"\end{figure}",
        ]
    )


def _latex_title(text: str) -> str:
    """Return a title, in which products of graphs are formulas without marks."""
    return to_latex(_PRODUCT.sub(r"`\g<0>`", text))
