"""Writing exhibits to a folder, each in every format, and a report that links them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

from farstar.figures import FORMATS
from farstar.formulas import to_latex
from farstar.papers._registry import PAPERS, UnknownClaimError
from farstar.papers._reproduce._exhibit import Exhibit
from farstar.papers._reproduce._report import write_report
from farstar.papers._verify import Report
from farstar.tables import Table, tex

_TABLES = ("txt", "md", "tex", "csv", "html")


def exhibits(paper: str | None = None) -> list[Exhibit]:
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
    if paper is not None and paper not in PAPERS:
        raise UnknownClaimError(f"expected a paper, one of {', '.join(PAPERS)}, got {paper!r}")
    every: list[Exhibit] = []
    for name in PAPERS if paper is None else [paper]:
        module = import_module(f"farstar.papers._reproduce._{name.replace('-', '_')}")
        every += module.EXHIBITS
    return every


def reproduce(
    out: str | os.PathLike[str],
    paper: str | None = None,
    *,
    verified: Report | None = None,
    finished: Callable[[Exhibit], None] | None = None,
) -> Path:
    """Write the tables and figures of a paper, or of all papers, and a report on them.

    Tables are written as text, Markdown, LaTeX, CSV and HTML, figures as SVG, PDF and PNG with a
    LaTeX file that includes them, all in a folder for each paper. The bytes are the same every
    time.

    Parameters
    ----------
    out : path
        The folder to write to; it is made if need be.
    paper : str, optional
        The paper, as in ``partizan-euclid``; all of them by default.
    verified : Report, optional
        What `fs.verify` returned, to be shown in the report.
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
    chosen = exhibits(paper)
    for exhibit in chosen:
        for _ in write(exhibit, folder):
            pass
        if finished is not None:
            finished(exhibit)
    return write_report(chosen, folder, verified)


def write(exhibit: Exhibit, folder: Path) -> Iterator[Path]:
    """Write an exhibit in every format, and yield the files."""
    place = folder / exhibit.paper
    place.mkdir(parents=True, exist_ok=True)
    made = exhibit.made
    if isinstance(made, Table):
        # LaTeX numbers tables itself.
        unnumbered = made.with_caption(exhibit.caption)
        for suffix in _TABLES:
            table = unnumbered if suffix == "tex" else made
            yield table.save(place / f"{exhibit.name}.{suffix}")
        return
    for form in FORMATS:
        yield made.save(place / f"{exhibit.name}.{form}")
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
