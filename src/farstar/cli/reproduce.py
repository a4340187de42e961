"""``farstar reproduce``: the tables and figures of the papers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from farstar.cli._common import Command, flag, setting, writing
from farstar.cli._completion import folders, papers
from farstar.cli.verify import chosen_paper, watched_report

if TYPE_CHECKING:
    from farstar.papers import Exhibit

_EXAMPLES = """\b
Examples:
  farstar reproduce --out papers
  farstar reproduce partizan-euclid --out papers
  farstar reproduce real-euclid --verify --out papers
  farstar reproduce mine.py --verify --out mine
  farstar reproduce partizan-euclid --note docs --out papers
"""


@click.command(cls=Command, epilog=_EXAMPLES)
@click.argument("paper", metavar="[PAPER|FILE.py]", nargs=-1, shell_complete=papers)
@setting("--out", "DIR", "The folder to write to; created if necessary.", shell_complete=folders)
@setting(
    "--note",
    "DOCS",
    "Also write the research note on Partizan Euclid, with certificates; DOCS is the folder "
    "of the documentation, which has the proofs.",
    shell_complete=folders,
)
@flag("--verify", "Also check the claims, and report the verdicts.")
@click.pass_context
def command(
    ctx: click.Context, paper: tuple[str, ...], out: str | None, note: str | None, verify: bool
) -> int:
    """Regenerate the tables and figures of PAPER, or of all papers, with corrected captions.

    Tables are written as text, Markdown, LaTeX, CSV and HTML, figures as SVG, PDF and PNG;
    DIR/index.html shows them all, next to the claims they belong to; DIR/report.md is the same in
    Markdown, and DIR/note.tex a LaTeX note. Every run writes identical files. The exit code is 1 if
    --verify finds a claim that disagrees.

    FILE.py is a paper of your own, as for farstar verify.
    """
    if len(paper) > 1:
        raise click.UsageError(f"expected one paper, got {len(paper)}: {' '.join(paper)!r}", ctx)
    if not out:
        raise click.UsageError("expected a folder to write to, such as --out papers", ctx)
    from farstar import papers

    name = chosen_paper(paper)
    papers.exhibits(name)
    report = watched_report(name) if verify else None
    with writing(out, "folder that can be written to"):
        if note is not None:
            click.echo(str(papers.research_note(Path(note), Path(out))))
        index = papers.reproduce(out, name, verified=report, finished=_tell)
    click.echo(str(index))
    return 0 if report is None or report.ok else 1


def _tell(exhibit: Exhibit) -> None:
    click.echo(f"{exhibit.paper}: {exhibit.label}", err=True)
