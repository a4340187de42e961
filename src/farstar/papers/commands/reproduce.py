"""``farstar reproduce``: the tables and figures of the papers."""

from __future__ import annotations

from pathlib import Path

import click

from farstar.cli.common import command_with_examples, flag, setting, writing
from farstar.cli.completion import folders
from farstar.papers.commands.verify import chosen_paper, paper_names, watched_report


@command_with_examples("""\b
Examples:
  farstar reproduce --out papers
  farstar reproduce partizan-euclid --out papers
  farstar reproduce real-euclid --verify --out papers
  farstar reproduce mine.py --verify --out mine
  farstar reproduce --manuscripts docs --out papers
""")
@click.argument("paper", metavar="[PAPER|FILE.py]", nargs=-1, shell_complete=paper_names)
@setting("--out", "DIR", "The folder to write to; created if necessary.", shell_complete=folders)
@setting(
    "--manuscripts",
    "DOCS",
    "Also write our own papers about it in LaTeX, with figures and certificates; DOCS is the "
    "folder of the documentation, which has the proofs.",
    shell_complete=folders,
)
@flag("--verify", "Also check the claims, and report the verdicts.")
def command(paper: tuple[str, ...], out: str | None, manuscripts: str | None, verify: bool) -> int:
    """Regenerate the tables and figures of PAPER, or of all papers, with corrected captions.

    Tables are written as text, Markdown, LaTeX, CSV and HTML, figures as SVG, PDF and PNG;
    DIR/index.html shows them all, next to the claims they belong to; DIR/report.md is the same in
    Markdown, and DIR/note.tex a LaTeX note. Every run writes identical files. The exit code is 1 if
    --verify finds a claim that disagrees.

    FILE.py is a paper of your own, as for farstar verify.
    """
    if len(paper) > 1:
        raise click.UsageError(f"expected one paper, got {len(paper)}: {' '.join(paper)!r}")
    if not out:
        raise click.UsageError("expected a folder to write to, such as --out papers")
    from farstar import papers

    name = chosen_paper(paper)
    papers.exhibits(name)
    report = watched_report(name) if verify else None
    with writing(out, "folder that can be written to"):
        if manuscripts is not None:
            subject = name if name is None or isinstance(name, str) else name.paper
            for path in papers.manuscripts(Path(manuscripts), Path(out), subject):
                click.echo(str(path))
        index = papers.reproduce(
            out,
            name,
            verified=report,
            finished=lambda exhibit: click.echo(f"{exhibit.paper}: {exhibit.label}", err=True),
        )
    click.echo(str(index))
    return 0 if report is None or report.ok else 1
