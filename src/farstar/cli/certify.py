"""``farstar certify``: answers with a proof."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from farstar.cli._common import Command, PathType
from farstar.cli._completion import games

_EXAMPLES = """\b
Examples:
  farstar certify 'E(5,3) + ^' --out proof.json
  farstar certify '^ || *'
  farstar certify 'Domineering(2x3)' --prove canonical --out form.json
  farstar check proof.json
"""


@click.command(cls=Command, epilog=_EXAMPLES)
@click.argument("expression", metavar="EXPR", shell_complete=games)
@click.option(
    "--prove",
    type=click.Choice(["outcome", "canonical", "grundy"]),
    default="outcome",
    help="What to prove: who wins (or the relation in EXPR), the canonical form, the Grundy value.",
)
@click.option("--out", type=PathType(dir_okay=False, path_type=Path), help="Write the file here.")
def command(
    expression: str, prove: Literal["outcome", "canonical", "grundy"], out: Path | None
) -> int:
    """Prove who wins EXPR, or a relation such as 'G >= H', by a certificate in JSON.

    The certificate lists the moves of the games and a winning reply to every play. It can be
    checked by 'farstar check', or by the file checker.py alone, which needs nothing but Python.
    """
    from farstar.certificates import certify
    from farstar.cli._notes import statement_noted
    from farstar.errors import FarstarError

    statement_noted(expression)
    try:
        certificate = certify(expression, prove=prove)
    except ValueError as error:
        if isinstance(error, FarstarError):
            raise
        click.echo(f"nothing to certify: {error}", err=True)
        return 1
    if out is None:
        click.echo(str(certificate), nl=False)
        return 0
    certificate.save(out)
    click.echo(f"{certificate!r}, {out.stat().st_size} bytes in {str(out)!r}")
    return 0
