"""``farstar check``: check a certificate."""

from __future__ import annotations

from pathlib import Path

import click

from farstar.cli.common import Command, PathType

_EXAMPLES = """\b
Examples:
  farstar certify '^ || *' --out proof.json
  farstar check proof.json
  farstar misere 0.77 --out quotient.json
  farstar check quotient.json
  farstar certify 'over > ^' --out loopy.json
  farstar check loopy.json
  farstar certify 'Cram(4x5)' --prove strategy --out cram.strategy
  farstar check cram.strategy
  farstar prove clobber.rules --family 'xxo^n' --bounds ups --out theorem.json
  farstar check theorem.json
"""


@click.command(cls=Command, epilog=_EXAMPLES)
@click.argument("file", type=PathType(exists=True, dir_okay=False, path_type=Path))
def command(file: Path) -> int:
    """Check the certificate in FILE, and say what it proves.

    Every move is recomputed from the rules in the file, and every line of play is followed. What is
    printed is what was checked. Games with the name of one of Farstar's games must have its moves.
    The exit code is 1 if the certificate is refused, 2 if the file cannot be read, and 3 if the
    check takes too long or is beyond the limits of the checker. Without Farstar, 'python checker.py
    FILE' runs the same code: checker.py is one file of the package farstar.certificates, and needs
    nothing but Python. Theorems about positions of every size are checked by theorem_checker.py in
    the same way, and strategies on large boards by board_checker.py.
    """
    from farstar.certificates import Refused, check_strategy, is_strategy, load_certificate

    try:
        if is_strategy(file):
            proof = check_strategy(file)
            click.echo("\n".join([f"proved: {proof.lines[0]}", *proof.lines[1:]]))
            click.echo(
                f"checked: {proof.sums} sums, {proof.replies} replies, {file.stat().st_size} bytes"
            )
            return 0
        certificate = load_certificate(file)
        lines = certificate.report()
    except Refused as refusal:
        click.echo(f"refused: {refusal}")
        return 1
    for line in lines:
        click.echo(line)
    replies = f"{certificate.replies} replies, " if certificate.replies else ""
    click.echo(f"checked: {replies}{file.stat().st_size} bytes")
    return 0
