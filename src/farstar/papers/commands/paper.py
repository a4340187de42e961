"""``farstar paper new``: a folder to begin a paper with."""

from __future__ import annotations

import click

from farstar.cli.common import command_with_examples, setting, writing
from farstar.cli.completion import folders


@command_with_examples("""\b
Examples:
  farstar paper new mine
  farstar paper new mine --title 'Eroding rows' --author 'A. Author'
""")
@click.argument("words", metavar="new DIR", nargs=-1, shell_complete=folders)
@setting("--title", "TEXT", "The title of the paper.", default="A game of stones")
@setting("--author", "TEXT", "Who writes it.", default="A. Author")
def command(words: tuple[str, ...], title: str, author: str) -> int:
    """Write a working template of a paper into the new folder DIR.

    It is a small paper about a game that is not included: its rules, a claim that 'farstar verify'
    checks, a table, figures, a certificate, and a note in LaTeX with two columns. 'make' in the
    folder writes everything; replace the example by your own game.
    """
    if len(words) != 2 or words[0] != "new":
        given = repr(" ".join(words)[:60]) if words else "none"
        raise click.UsageError(f"expected new and a folder, such as paper new mine, got {given}")
    from farstar import papers

    with writing(words[1], "folder that can be written to"):
        paths = papers.new_paper(words[1], title=title, author=author)
    for path in paths:
        click.echo(str(path))
    click.echo(f"next: cd {words[1]}; make verify", err=True)
    return 0
