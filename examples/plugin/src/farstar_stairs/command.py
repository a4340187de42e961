"""The command ``farstar stairs``."""

from __future__ import annotations

import click

from farstar_stairs.game import Stairs


@click.command()
@click.argument("step", type=click.IntRange(min=0))
def command(step: int) -> int:
    """Say who wins Stairs(STEP)."""
    click.echo(f"{Stairs(step)}: {Stairs(step).outcome}")
    return 0
