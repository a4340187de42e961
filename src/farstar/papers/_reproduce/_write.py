"""Writing exhibits to a folder, each in every format, and a report that links them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

from farstar.figures import FORMATS
from farstar.formulas import to_latex
from farstar.papers._claim import Exhibit, Paper
from farstar.papers._registry import PAPERS
from farstar.papers._registry import paper as paper_of
from farstar.papers._reproduce._markdown import write_markdown
from farstar.papers._reproduce._note import write_note
from farstar.papers._reproduce._report import write_report
from farstar.papers._verify import Report
from farstar.tables import Table, tex

_TABLES = ("txt", "md", "tex", "csv", "html")


def _papers(paper: str | Paper | None) -> list[Paper]:
    """Return one paper, or all that are included, with their tables and figures."""
    if isinstance(paper, Paper):
        return [paper]
    if paper is not None and paper not in PAPERS:
        return [paper_of(paper)]
    chosen = PAPERS if paper is None else [paper]
    for name in chosen:
        # The tables and figures of a paper are loaded apart from its claims.
        import_module(f"farstar.papers._reproduce._{name.replace('-', '_')}")
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
        The folder to write to; it is made if need be.
    paper : str or Paper, optional
        The paper, as in ``partizan-euclid``, or one of your own, as `farstar.papers.load` returns
        it; by default all papers included.
    verified : Report, optional
        What `fs.verify` returned, to be shown in the reports.
    finished : callable, optional
        Told of each exhibit as it is written.

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
    """
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    chosen = _papers(paper)
    for exhibit in (exhibit for one in chosen for exhibit in one.exhibits):
        for _ in write(exhibit, folder):
            pass
        if finished is not None:
            finished(exhibit)
    write_markdown(chosen, folder, verified)
    write_note(chosen, folder, verified)
    return write_report(chosen, folder, verified)


def write(exhibit: Exhibit, folder: Path) -> Iterator[Path]:
    """Write an exhibit in every format, and yield the files."""
    place = folder / exhibit.paper
    place.mkdir(parents=True, exist_ok=True)
    content = exhibit.made
    if isinstance(content, Table):
        # LaTeX numbers tables itself.
        unnumbered = content.with_caption(exhibit.caption)
        for suffix in _TABLES:
            table = unnumbered if suffix == "tex" else content
            yield table.save(place / f"{exhibit.name}.{suffix}")
        return
    for form in FORMATS:
        yield content.save(place / f"{exhibit.name}.{form}")
    yield _include(exhibit, place)


def _include(exhibit: Exhibit, place: Path) -> Path:
    """Write the LaTeX that shows a figure with its caption."""
    name = exhibit.name
    lines = [
        r"\begin{figure}[htbp]",
        r"  \centering",
        rf"  \includegraphics[width=\linewidth]{{{name}.pdf}}",
        rf"  \caption{{{to_latex(exhibit.caption, tex)}}}",
        r"\end{figure}",
    ]
    target = place / f"{name}.tex"
    target.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    return target
