"""``farstar cite``: how to cite the program and a result."""

from __future__ import annotations

from pathlib import Path

import click

from farstar.cli._batch import read_noted
from farstar.cli.common import PathType, choice, command_with_examples, say
from farstar.cli.completion import games


@command_with_examples("""\b
Examples:
  farstar cite
  farstar cite 'E(11,8) + Nim(3,5)'
  farstar cite --format bibtex 'Domineering(3x3)'
  farstar certify 'E(5,3) + ^' --out proof.json
  farstar cite --certificate proof.json --format csl-json 'E(5,3) + ^'
""")
@click.argument("expression", metavar="[EXPR]", required=False, shell_complete=games)
@click.option(
    "--certificate",
    type=PathType(exists=True, dir_okay=False, path_type=Path),
    help="A certificate of the result; it is checked, and its digest is cited.",
)
@choice("--format", "style", "text bibtex csl-json", "The format; text by default.", default="text")
def command(expression: str | None, certificate: Path | None, style: str) -> int:
    """Print what to cite for EXPR: the program with its version, the literature, and a proof.

    The literature is about the games in EXPR. Without EXPR, only the program is cited.
    """
    from farstar import reports
    from farstar.certificates import Refused, load_certificate

    digest = None
    if certificate is not None:
        try:
            proof = load_certificate(certificate)
            proof.check()
        except Refused as error:
            click.echo(f"the certificate proves nothing: {error}", err=True)
            return 1
        digest = str(proof.data["digest"])
    citation = reports.cite(None if expression is None else read_noted(expression), digest=digest)
    match style:
        case "bibtex":
            click.echo(citation.bibtex())
        case "csl-json":
            click.echo(reports.csl_json(citation))
        case _:
            say(citation.text(), 4)
    return 0
