"""``farstar eval``: the value of a game, who wins, and why."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from farstar.cli import _failures
from farstar.cli._common import Command, emit_json, out_of_time
from farstar.errors import BudgetExceeded, FarstarError

_EXAMPLES = """\b
Examples:
  farstar eval '{3||2|1} + ^*2 - +-1'
  farstar eval --explain '+-1 + *2'
  farstar eval --thermograph '{5|2||-1}'
  farstar eval --json -3/8
  printf '*2 + *3\\n{1|0}\\n' | farstar eval --json -
"""


@click.command(cls=Command, epilog=_EXAMPLES)
@click.argument("expression", metavar="EXPR", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object a line.")
@click.option("--explain", is_flag=True, help="Say why, in a few sentences.")
@click.option("--thermograph", is_flag=True, help="Draw the thermograph.")
@click.option("--unicode", is_flag=True, help="Write values with arrows and the like.")
@click.pass_context
def command(
    ctx: click.Context,
    expression: tuple[str, ...],
    as_json: bool,
    explain: bool,
    thermograph: bool,
    unicode: bool,
) -> int:
    """Work out the value of EXPR, a game or a sum of games, and who wins.

    Quote EXPR, so that the shell leaves it alone. With - the expressions are read from standard
    input, one a line; empty lines and lines that begin with # are skipped, and a line that cannot
    be read is reported and passed over.
    """
    if len(expression) != 1:
        raise click.UsageError(_wanted_one(expression), ctx)
    deadline = ctx.meta.get("farstar.deadline")

    def answer(text: str) -> None:
        evaluate(
            text,
            deadline=deadline,
            as_json=as_json,
            explain=explain,
            thermograph=thermograph,
            unicode=unicode,
        )

    if expression[0] != "-":
        answer(expression[0])
        return 0
    code = 0
    for count, (line, text) in enumerate(_lines()):
        if count and not as_json:
            click.echo()
        try:
            answer(text)
        except FarstarError as error:
            if isinstance(error, BudgetExceeded) and out_of_time(deadline):
                raise
            code = max(code, _report(line, error, as_json=as_json))
        sys.stdout.flush()
    return code


def evaluate(
    text: str,
    *,
    deadline: float | None,
    as_json: bool,
    explain: bool,
    thermograph: bool,
    unicode: bool,
) -> None:
    """Print the answer to one expression."""
    from farstar import Value
    from farstar.cli import _facts
    from farstar.cli._echo import normalised, terms

    facts = _facts.find_facts(normalised(text), Value(text), deadline, terms(text))
    if as_json:
        emit_json(_facts.as_json(facts))
        return
    from farstar.cli._show import show

    show(facts, unicode=unicode, explain=explain, thermograph=thermograph, deadline=deadline)


def _lines() -> Iterator[tuple[int, str]]:
    """Yield the expressions on standard input, with the numbers of their lines."""
    for number, line in enumerate(sys.stdin, start=1):
        text = line.strip()
        if text and not text.startswith("#"):
            yield number, text


def _report(line: int, error: FarstarError, *, as_json: bool) -> int:
    """Report an expression that has no answer; return the exit code that stands for it."""
    if as_json:
        found = {"line": line, **_failures.error_object(error)}
        emit_json({"schema": _failures.schema(["eval"]), "error": found})
    _failures.complain(error, "eval", f"line {line}: ")
    return _failures.exit_code(error)


def _wanted_one(given: tuple[str, ...]) -> str:
    if not given:
        return "expected an expression such as '{1|-1} + *', got none"
    return f"expected one expression, in quotes, got {len(given)}: {' '.join(given)[:80]!r}"
