"""``farstar worksheet``: exercises with pictures, and answers with reasons."""

from __future__ import annotations

from pathlib import Path

import click

from farstar.cli._rulesets import knows_rules
from farstar.cli.common import command_with_examples, flag, setting, writing
from farstar.cli.completion import files, games


@command_with_examples("""\b
Examples:
  farstar worksheet Domineering --out domineering.pdf
  farstar worksheet Nim Kayles --level 2 --questions 8 --format html >nim.html
  farstar worksheet Domineering Clobber --level 4 --seed 7 --out order.pdf
  farstar worksheet Clobber --level 3 --format latex --answers
\b
Levels: 1 who wins? 2 which move wins? 3 what is the value? 4 order these games;
5 draw the thermograph.
""")
@click.argument("names", metavar="GAME...", nargs=-1, shell_complete=games)
@setting("--questions", "N", "How many exercises; 12 by default.", type=int, default=12)
@setting("--level", "L", "From 1 to 5; 2 by default.", type=int, default=2)
@setting("--seed", "S", "Another seed gives other exercises.", type=int, default=0)
@setting("--format", "form", "FORMAT", "html, latex or pdf; by default that of --out, or html.")
@setting(
    "--out",
    "FILE",
    "Write the exercises to FILE (.pdf, .html or .tex) and the answers to FILE-answers.",
    shell_complete=files,
)
@flag("--answers", "Print the answers instead of the exercises, if there is no --out.")
@knows_rules
def command(
    names: tuple[str, ...],
    questions: int,
    level: int,
    seed: int,
    form: str | None,
    out: str | None,
    answers: bool,
) -> int:
    """Make a worksheet about positions of each GAME, a name or a first position.

    The answers are on a separate sheet, with reasons. The same command makes the same worksheet
    every time; --seed makes others. PDF needs matplotlib, but no TeX.
    """
    import farstar as fs
    from farstar.worksheets import FORMATS

    if form is not None and form not in FORMATS:
        raise click.UsageError(f"expected a format, one of {', '.join(FORMATS)}, got {form[:40]!r}")
    if out is not None and answers:
        raise click.UsageError("expected --out FILE, which writes the answers too, or --answers")
    if out is not None and form is not None and Path(out).suffix != FORMATS[form]:
        raise click.UsageError(
            f"expected a file name that ends in {FORMATS[form]} for --format {form}, got {out!r}"
        )
    sheet = fs.worksheet(*names, questions=questions, level=level, seed=seed)
    if len(sheet.questions) < questions:
        click.echo(
            f"note: {len(sheet.questions)} of {questions} exercises; these games have no more "
            "positions for this level",
            err=True,
        )
    if out is None:
        written = sheet.write(form or "html", answers=answers)
        click.echo(written if form == "pdf" else written.decode("utf-8"), nl=False)
        return 0
    with writing(out):
        paths = sheet.save(out)
    for path, what in zip(paths, ("exercises", "answers"), strict=True):
        click.echo(f"{path}: {what}", err=True)
    return 0
