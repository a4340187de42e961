"""``farstar explain``: step by step why a player wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from farstar.cli._batch import answer_all
from farstar.cli._common import Command, emit_json

if TYPE_CHECKING:
    from farstar import Explanation
    from farstar.expressions import Expression

SCHEMA = "farstar.explain/1"

_WIDTH = 80

_EXAMPLES = """\b
Examples:
  farstar explain 'E(11,8)'
  farstar explain 'Grossman(459,2393; k=2)'
  farstar explain --format html 'A(3,2,1)' > why.html
  farstar explain --json 'E(lrlle) + *2'
"""


@click.command(cls=Command, epilog=_EXAMPLES)
@click.argument("expression", metavar="POSITION", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object a line.")
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "markdown", "html"]),
    default="text",
    help="How to write the steps; text by default.",
)
@click.pass_context
def command(ctx: click.Context, expression: tuple[str, ...], as_json: bool, style: str) -> int:
    """Say why a player wins POSITION, a position, a value or a sum of them.

    A position is explained by the theory of its game: its word and the rules used, its continued
    fraction, the case of a theorem. With - the expressions are read from standard input, one a
    line.
    """
    if as_json and style != "text":
        raise click.UsageError(f"expected --json or --format, got both: --format {style}", ctx)

    def answer(text: str) -> None:
        from farstar.expressions import read

        read_text = read(text)
        why = explanation(read_text)
        if as_json:
            outcome = str(read_text.game.outcome)
            shown = {"expression": read_text.normalised, "outcome": outcome, **why.to_dict()}
            emit_json({"schema": SCHEMA, **shown})
        elif style == "text":
            _show(why)
        else:
            click.echo(why.markdown() if style == "markdown" else why.html())

    return answer_all(ctx, expression, answer, as_json=as_json)


def explanation(expression: Expression) -> Explanation:
    """Return why who wins: by the theory of the game, for a value by its moves."""
    from farstar import Value

    game = expression.game
    if not isinstance(game, Value):
        return game.explain()
    from farstar import Explanation
    from farstar.cli._facts import value_facts
    from farstar.cli._show import clip, mention
    from farstar.cli._why import WHO_WINS, why
    from farstar.rules import Step

    text = expression.normalised
    facts = value_facts(text, game, None, expression.terms)
    outcome = f"{WHO_WINS[facts.outcome]} ({facts.outcome})"
    value = mention(game, unicode=False, longest=1000)
    reasons = tuple(why(facts, lambda g: mention(g, unicode=False)))
    return Explanation(
        f"{clip(text)}: {WHO_WINS[facts.outcome]}",
        (
            Step("Value", value, (), {"value": facts.text}),
            Step("Outcome", outcome, reasons, {"outcome": str(facts.outcome)}),
        ),
    )


def _show(why: Explanation) -> None:
    """Print the steps, broken at the width of the terminal."""
    from shutil import get_terminal_size

    from farstar.cli._show import wrapped

    width = min(get_terminal_size((_WIDTH, 24)).columns, _WIDTH)
    for line in why.text().splitlines():
        click.echo(wrapped(line, width))
