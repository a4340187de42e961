"""The command line, ``farstar``: one module a command, each loaded when it is asked for.

Data goes to standard output, notes and errors to standard error. A command ends with 0 (done),
1 (checked, and false), 2 (bad input), 3 (out of budget), 130 (interrupted) or 143 (terminated).
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

import click

from farstar.cli._failures import failure_code, hush_stdout
from farstar.cli._first_run import mention_slow_engine
from farstar.cli._interrupt import insistent_interrupts
from farstar.cli.common import commands, find_command, prepare_streams

__all__ = ["cli", "main"]


def _unknown(name: str) -> str:
    """Return the message about a command that does not exist: the nearest one first."""
    from difflib import get_close_matches

    near = get_close_matches(name.lower(), commands(), n=1)
    hint = f": did you mean {near[0]}?" if near else "; farstar --help lists the commands"
    return f"expected a command, got {name[:40]!r}{hint}"


class _Commands(click.Group):
    """A group that imports a command on first use and turns every failure into an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(commands())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        entry = find_command(cmd_name)
        if entry is None:
            if ctx.resilient_parsing:
                return None
            raise click.UsageError(_unknown(cmd_name))
        mention_slow_engine()
        module = importlib.import_module(entry.module)
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(
                sorted((name, entry.description) for name, entry in commands().items())
            )

    def main(
        self,
        args: Any = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        words = list(sys.argv[1:] if args is None else args)
        prepare_streams()
        code = 0
        try:
            with insistent_interrupts():
                status = super().main(
                    words, prog_name, complete_var, standalone_mode=False, **extra
                )
            code = status if isinstance(status, int) else 0
            sys.stdout.flush()
        except (BrokenPipeError, SystemExit) as error:
            # Click exits by itself after completion, and where nobody reads what it writes.
            code = 0 if isinstance(error, SystemExit) and not error.code else hush_stdout()
        except (Exception, KeyboardInterrupt) as error:
            try:
                code = failure_code(error, words)
            except BrokenPipeError:
                code = hush_stdout()
        if standalone_mode:
            sys.exit(code)
        return code


def _show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        import farstar

        click.echo(f"farstar {farstar.__version__}")
        ctx.exit()


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    invoke_without_command=True,
    epilog="\b\nExamples:\n"
    "  farstar eval '{3||2|1} - ^'\n"
    "  farstar eval --explain 'E(11,8) + {3||2|1} - *2'\n"
    "  farstar explain 'E(11,8)'\n"
    "  farstar moves 'Grossman(459,2393; k=2)'\n"
    "  farstar doctor\n\n"
    "\b\nExit codes: 0 done, 1 checked and false, 2 bad input, 3 out of budget,\n"
    "130 interrupted, 143 terminated.",
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_show_version,
    help="Show the version and exit.",
)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Farstar, a workbench for combinatorial games."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main() -> None:
    """Run the command line with the arguments of this process."""
    cli(prog_name="farstar")
