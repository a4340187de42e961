"""``farstar misere``: misère quotients, values and certificates."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from farstar.cli._failures import complain
from farstar.cli._rulesets import knows_rules
from farstar.cli.common import command_with_examples, emit_json, flag, say, setting
from farstar.cli.completion import game_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from farstar import MisereQuotient, Position
    from farstar.misere import PartizanQuotient

SCHEMA = "farstar.misere/1"
_MOST_SHOWN = 60


@command_with_examples("""\b
Examples:
  farstar misere 0.77
  farstar misere 0.77 --sum 5,7,1000000
  farstar misere 0.07 --heaps 24
  farstar misere kayles
  farstar misere 'Cram(2x4)' --json
  farstar misere 'Cram(2x3)' 'Cram(1x5)' --sum 'Cram(2x3) + Cram(1x5)'
  farstar misere '{*|0}'
  farstar misere '*[2#0]'
  farstar misere 0.123 --out 0.123.json
  farstar misere --check 0.123.json
""")
@click.argument("game", metavar="GAME...", nargs=-1, shell_complete=game_names)
@setting("--heaps", "N", "Only heaps of at most N.", type=click.IntRange(0))
@setting(
    "--most", "N", "The largest order to try; 256 by default.", type=click.IntRange(1), default=256
)
@setting("--sum", "sum_text", "SUM", "Say who wins a sum: heaps 5,7,9, or positions.")
@flag("--latex", "Print LaTeX.")
@setting("--out", "FILE", "Write a certificate.")
@setting("--check", "FILE", "Check a certificate; the exit code is 1 if it fails.")
@flag("--json", "as_json", "Print JSON, one object.")
@knows_rules
def command(
    game: tuple[str, ...],
    heaps: int | None,
    most: int,
    sum_text: str | None,
    latex: bool,
    out: str | None,
    check: str | None,
    as_json: bool,
) -> int:
    """Find the misère quotient of GAME, where a player who cannot move wins.

    GAME is the code of a take-and-break game such as 0.77, the name of a game on heaps such as
    kayles or grundy, a position, a partizan game in braces, or a misère value such as *[2#0].
    For a code, heaps are added until the quotient is proved for heaps of all sizes. For one or
    more positions of a game, it is the quotient of all sums of positions that can be reached from
    them. If no quotient with at most --most elements is found, the exit code is 3.
    """
    from farstar.misere import PartizanQuotient

    if check is not None:
        if game:
            raise click.UsageError("expected either GAME or --check FILE, got both")
        return _check(check, as_json=as_json)
    if not game:
        raise click.UsageError("expected a game such as 0.77, got none")
    if game[0].lstrip().startswith("*") and len(game) == 1:
        _show_value(game[0], as_json=as_json)
        return 0
    quotient = _find(game[0], heaps, most) if len(game) == 1 else _find_all(game, heaps, most)
    if isinstance(quotient, PartizanQuotient):
        if sum_text is not None or latex or out is not None:
            raise click.UsageError(
                f"expected an impartial game with --sum, --latex or --out, got {game[0]!r}"
            )
        _show_partizan(quotient, as_json=as_json)
        return 0
    if out is not None:
        quotient.save(out)
    if sum_text is not None:
        _show_sum(quotient, sum_text, as_json=as_json)
    elif as_json:
        emit_json({"schema": SCHEMA, **quotient.as_json()})
    else:
        click.echo(quotient.latex()) if latex else say(_text(quotient), 13)
    return 0


def _find(game: str, heaps: int | None, most: int) -> MisereQuotient | PartizanQuotient:
    import farstar as fs

    name = game.strip().lower()
    heap_game = _heap_game(name)
    if heap_game is not None:
        return fs.misere_quotient(heap_game, heaps=heaps, most=most)
    if name == "grundy" or name[:1].isdigit() or game.startswith("."):
        return fs.misere_quotient(game, heaps=heaps, most=most)
    return _find_all((game,), heaps, most)


def _heap_game(name: str) -> type[Position] | None:
    """Return the game on heaps of this name if it is complete without a code or a set of takes."""
    from farstar.games import GAMES, load

    kind = next((load(known) for known in GAMES if known.lower() == name), None)
    if kind is None or not hasattr(kind.rules, "parts"):
        return None
    return kind if set(kind.rules.fields) == {"heaps"} else None


def _find_all(
    games: Sequence[str], heaps: int | None, most: int
) -> MisereQuotient | PartizanQuotient:
    """Return the quotient of positions of one impartial game, or of any partizan games."""
    from farstar import misere_quotient
    from farstar.misere import partizan_quotient

    if heaps is not None:
        raise click.UsageError(f"expected --heaps with a game on heaps only, got {games[0]!r}")
    given = [game if game.lstrip().startswith("{") else _position(game) for game in games]
    positions = [x for x in given if not isinstance(x, str) and x.ruleset.is_impartial]
    if len(positions) == len(given):
        return misere_quotient(positions, most=most)
    return partizan_quotient(given, most=most)


def _position(text: str) -> Position:
    from farstar import Position, parse

    position = parse(text)
    if not isinstance(position, Position):
        raise click.UsageError(f"expected a code such as 0.77 or a position, got {text!r}")
    return position


def _show_partizan(quotient: PartizanQuotient, *, as_json: bool) -> None:
    outcomes = dict(zip(quotient.elements, map(str, quotient.outcomes), strict=True))
    if as_json:
        emit_json(
            {
                "schema": SCHEMA,
                "order": quotient.order,
                "generators": list(quotient.generators),
                "relations": list(quotient.relations),
                "outcomes": outcomes,
                "cayley_table": [list(row) for row in quotient.cayley_table],
            }
        )
        return
    click.echo(f"partizan misère quotient: order {quotient.order}")
    click.echo(f"generators  {_letters(quotient)}")
    click.echo(f"relations   {', '.join(quotient.relations)}")
    click.echo("outcomes    " + ", ".join(f"{e}: {outcome}" for e, outcome in outcomes.items()))


def _letters(quotient: MisereQuotient | PartizanQuotient) -> str:
    """Return the generators with the letters that stand for them."""
    return ", ".join(f"{chr(97 + i)} = {g}" for i, g in enumerate(quotient.generators[:26]))


def _text(quotient: MisereQuotient) -> str:
    """Return the quotient for people."""
    from farstar.reports import shorten

    rows = {
        "generators": _letters(quotient),
        "relations": ", ".join(quotient.relations),
        "P-positions": ", ".join(quotient.p_portion),
        "kernel": f"{len(quotient.kernel)} elements"
        + ("" if quotient.kernel_values is None else ", the Grundy values of normal play"),
        "growth": ", ".join(f"{order} from {game} on" for game, order in quotient.growth),
    }
    if quotient.has_heaps:
        last = quotient.games_count - 1
        if quotient.preperiod is not None and quotient.period is not None:
            last = quotient.preperiod + quotient.period - 1
        largest = min(last, _MOST_SHOWN)
        more = " ..." if largest < last else ""
        rows[f"heaps 1..{largest}"] = " ".join(quotient.pretending_function(largest)[1:]) + more
    width = max(map(len, rows))
    lines = [f"{name:<{width}}  {shorten(text, 2000)}" for name, text in rows.items() if text]
    return "\n".join([str(quotient), *lines])


def _show_sum(quotient: MisereQuotient, text: str, *, as_json: bool) -> None:
    from farstar.errors import BudgetExceeded
    from farstar.reports import WHO_WINS

    games = _summands(text, heaps=quotient.has_heaps)
    outcome, element = quotient.outcome(*games), quotient.image(*games)
    try:
        moves, are_all = quotient.winning_moves(*games), True
    except BudgetExceeded:
        moves, are_all = quotient.some_winning_moves(*games), False
    if as_json:
        plain = [after if quotient.has_heaps else list(map(str, after)) for after in moves]
        terms = {"heaps": games} if quotient.has_heaps else {"positions": list(map(str, games))}
        answer: dict[str, Any] = {
            **terms,
            "element": element,
            "outcome": str(outcome),
            "winning_moves": plain,
        }
        answer["all_winning_moves"] = are_all
        emit_json({"schema": SCHEMA, "game": quotient.game, **answer})
        return
    name = f"{quotient.game}({text})" if quotient.has_heaps else " + ".join(map(str, games))
    click.echo(f"{name} = {element}: {WHO_WINS[outcome]}")
    plus = "," if quotient.has_heaps else " + "
    for after in moves[:_MOST_SHOWN]:
        click.echo(f"  to {plus.join(map(str, after)) or 'nothing'}")
    if len(moves) > _MOST_SHOWN:
        click.echo(f"  and {len(moves) - _MOST_SHOWN:,} more; --json gives {_ALL[are_all]}")
    elif not are_all and moves:
        click.echo("  and others: there are too many moves to list")


_ALL = {True: "all", False: "these; there are too many moves to list all"}


def _summands(text: str, *, heaps: bool) -> list[Any]:
    """Return the heaps or the positions of a sum."""
    from farstar import Position, Sum, parse

    if heaps:
        try:
            return [int(part) for part in text.split(",")]
        except ValueError:
            raise click.UsageError(
                f"expected heaps such as 5,7,9 after --sum, got {text!r}"
            ) from None
    game = parse(text)
    terms = [term.component for term in game.terms] if isinstance(game, Sum) else [game]
    if not all(isinstance(term, Position) for term in terms):
        raise click.UsageError(f"expected a sum of positions after --sum, got {text!r}")
    return terms


def _show_value(text: str, *, as_json: bool) -> None:
    from farstar import MisereValue
    from farstar.reports import kinds

    value = MisereValue(text)
    facts = {
        "value": str(value),
        "outcome": str(value.outcome),
        "genus": str(value.genus),
        "born_on_day": value.birthday,
        "options": [str(option) for option in value.options],
        "mate": str(value.mate),
        "kinds": kinds(value),
        "parts": [str(part) for part in value.parts()],
    }
    if as_json:
        emit_json({"schema": SCHEMA, **facts})
        return
    for name, fact in facts.items():
        words = ", ".join(map(str, fact)) if isinstance(fact, list) else fact
        click.echo(f"{name.replace('_', ' '):<17} {words}")


def _check(path: str, *, as_json: bool) -> int:
    from farstar.errors import CertificateError
    from farstar.misere import check_certificate

    if not os.path.isfile(path):
        raise click.UsageError(f"expected a file after --check, got {path!r}")
    try:
        proved = check_certificate(path)
    except CertificateError as error:
        if as_json:
            emit_json({"schema": SCHEMA, "ok": False, "reason": str(error)})
        else:
            complain(error, "misere")
        return 1
    if as_json:
        emit_json({"schema": SCHEMA, "ok": True, **proved._asdict()})
        return 0
    period = proved.period
    reach = f"{proved.games} games" if period is None else "heaps of all sizes"
    click.echo(f"proved: order {proved.order}, for {reach}; {proved.pairs:,} pairs checked")
    return 0
