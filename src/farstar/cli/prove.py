"""``farstar prove``: theorems about positions of every size."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from farstar.cli import _rulesets
from farstar.cli.common import (
    PathType,
    choice,
    command_with_examples,
    emit_json,
    flag,
    say,
    setting,
    writing,
)
from farstar.cli.completion import files
from farstar.errors import NotationError

if TYPE_CHECKING:
    from farstar.prove import NotProved, Theorem

SCHEMA = "farstar.prove/1"
NOT_PROVED = 3
_LONGEST_STATEMENT = 400


@command_with_examples("""\b
Examples, labels of all words by an automaton:
  farstar prove strip.rules --what outcome --out strip.json
  farstar prove pins.rules --what grundy --parts '#'
  farstar prove topple.rules --words '[xo]*'
\b
Bounds of a family of words:
  farstar prove clobber.rules --family 'xxo^n' --bounds ups --out xxo.json
  farstar prove strip.rules --family '.^n' --bounds integers
  farstar check xxo.json
\b
Who wins a family, by an invariant (needs farstar[prove]):
  farstar prove clobber.rules --family 'xxo^n' --wins second
  farstar prove cram.rules --height 2 --family '(..|..)^n' --wins second
\b
P-positions of games on heaps, and families with parameters:
  farstar prove wythoff.heaps --numeration zeckendorf --out wythoff.json
  farstar prove subtraction.families --lemmas subtraction.lemmas
  farstar prove toads.families --fit 5
\b
The theorems of the library:
  farstar prove --list
""")
@click.argument("subject", metavar="RULES", required=False, shell_complete=files)
@flag("--list", "is_list", "List the theorems of the library, after checking each of them.")
@choice(
    "--what",
    "outcome misere grundy value",
    "Prove an automaton for the outcome (the default), the misère outcome, the Grundy value or the "
    "value of every word.",
)
@setting("--parts", "MARK", "The mark that separates independent parts; for grundy and value.")
@setting("--height", "H", "Boards of H rows; 1 by default.", type=int, default=1)
@setting(
    "--words", "EXPRESSION", "Only words that match, such as '[xo]*', and those that play leads to."
)
@setting(
    "--family",
    "WORD^n",
    "The powers of a word, such as 'xxo^n'; with --wins also '(..|..)^n' and 'x(xo)^noo', and "
    "several times.",
    multiple=True,
)
@choice(
    "--bounds",
    "ups integers dyadics all",
    "Prove bounds of the family: by ups and stars, by integers, by dyadic numbers, or by dyadic "
    "numbers plus ups and stars.",
)
@choice("--wins", "first second", "Prove that the player wins the family, moving first or second.")
@choice("--player", "left right", "The player who wins; left by default.", default="left")
@setting("--letters", "N", "Give up bounds beyond words of N letters.", type=int)
@setting("--states", "N", "Give up beyond N states.", type=int)
@setting("--numeration", "NAME", "P-positions of heaps, written in zeckendorf or a base 2 to 10.")
@setting("--digits", "N", "With --numeration: learn from heaps of at most N digits.", type=int)
@setting("--lemmas", "FILE", "Claims about the families in RULES.", type=PathType(exists=True))
@setting(
    "--fit",
    "N",
    "Propose the claims about families from members with parameters up to N.",
    type=int,
)
@setting("--out", "FILE", "Write the certificate here.", type=PathType(dir_okay=False))
@flag("--with-checker", "Write theorem_checker.py next to the file of --out.")
@flag("--json", "as_json", "Print JSON, one object.")
def command(
    subject: str | None,
    is_list: bool,
    out: str | None,
    with_checker: bool,
    as_json: bool,
    **options: Any,
) -> int:
    """Prove a theorem about the positions of every size of a game.

    RULES is a file with rules written as patterns, with --numeration rules of a game on named
    heaps, or families with parameters (a file whose name ends in .families). A theorem comes with a
    certificate, which 'farstar check' checks, or 'python theorem_checker.py FILE' without Farstar.
    The exit code is 0 if there is a proof, 3 if none was found or the budget is used up, and 2
    for bad input. Without a proof the reason is given; the statement may still be true.
    """
    from farstar.prove import Theorem

    if is_list:
        _list(as_json)
        return 0
    if subject is None:
        raise click.UsageError("expected a file with rules, or --list")
    result = _prove(subject, options)
    theorem = result if isinstance(result, Theorem) else None
    if theorem is not None and out is not None:
        with writing(out):
            theorem.certificate().save(out, with_checker=with_checker)
    if as_json:
        emit_json({"schema": SCHEMA, **result_fields(result)})
    else:
        say(str(result), 2)
        for line in theorem.lines[1:] if theorem is not None else ():
            say(line, 2)
    return NOT_PROVED if theorem is None else 0


def _list(as_json: bool) -> None:
    """Check and print the theorems of the library."""
    from farstar.prove import library

    rows = []
    for one in library():
        statement = one.lines()[0]
        rows.append({"name": one.name, "statement": statement, "size": one.size})
        if not as_json:
            say(f"{one.name}: {one.about}", 2)
            say(f"  proved: {_beginning(statement)}", 4)
    if as_json:
        emit_json({"schema": SCHEMA, "theorems": rows})


def _beginning(statement: str) -> str:
    """Return a statement of the library; of one with many claims only its beginning."""
    if len(statement) <= _LONGEST_STATEMENT:
        return statement
    claims = statement[:_LONGEST_STATEMENT].rpartition("; ")[0]
    return f"{claims}; ... ({len(statement):,} characters; --json has all of them)"


def result_fields(result: Theorem | NotProved) -> dict[str, Any]:
    """Return a result as JSON."""
    from farstar.prove import Theorem

    if isinstance(result, Theorem):
        return {
            "proved": True,
            "statement": result.statement,
            "lines": list(result.lines),
            "method": result.method,
            "certificate": result.certificate().data,
        }
    return {
        "proved": False,
        "reason": result.reason,
        "counterexample": result.counterexample,
        "out_of_budget": result.is_out_of_budget,
    }


def _prove(subject: str, options: dict[str, Any]) -> Theorem | NotProved:
    """Prove what the options ask for, by the method that they choose."""
    if options["wins"] is not None and options["bounds"] is not None:
        raise click.UsageError("expected --wins or --bounds, got both")
    if options["family"]:
        return _invariant(subject, options) if options["wins"] else _bounds(subject, options)
    for name in ("wins", "bounds"):
        if options[name] is not None:
            raise click.UsageError(f"expected --family with --{name}, got none")
    if options["numeration"] is not None:
        from farstar import prove

        limits = {name: options[name] for name in ("digits", "states") if options[name] is not None}
        return prove.heaps(_text(subject), numeration=options["numeration"], **limits)
    if options["fit"] is not None and not subject.endswith(".families"):
        raise click.UsageError(
            f"expected a file that ends in .families with --fit, got {subject!r}"
        )
    if options["lemmas"] is not None or subject.endswith(".families"):
        from farstar import prove

        lemmas = "" if options["lemmas"] is None else _text(options["lemmas"])
        return prove.family(_text(subject), lemmas, fit=options["fit"])
    return _labels(subject, options)


def _invariant(subject: str, options: dict[str, Any]) -> Theorem | NotProved:
    """Prove who wins families, by an invariant."""
    from farstar import prove

    limits = {} if options["states"] is None else {"states": options["states"]}
    return prove.invariant(
        _rulesets.loaded(_rulesets.game(subject)),
        options["family"],
        wins=options["wins"],
        player=options["player"],
        height=options["height"],
        **limits,
    )


def _bounds(subject: str, options: dict[str, Any]) -> Theorem | NotProved:
    """Prove bounds of the powers of a word."""
    from farstar import prove

    if len(options["family"]) > 1:
        raise click.UsageError(f"expected one family, got {len(options['family'])}")
    limits = {} if options["letters"] is None else {"letters": options["letters"]}
    rules = _rulesets.loaded(_rulesets.game(subject))
    return prove.bounds(rules, options["family"][0], leaves=options["bounds"] or "ups", **limits)


def _text(path: str) -> str:
    """Return the text of a file."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise NotationError(f"expected a file with text, got {path!r}") from None


def _labels(subject: str, options: dict[str, Any]) -> Theorem | NotProved:
    """Prove an automaton for the labels of all words."""
    from farstar import prove

    limits = {} if options["states"] is None else {"states": options["states"]}
    return prove.outcomes(
        _rulesets.loaded(_rulesets.game(subject)),
        what=options["what"] or "outcome",
        parts=options["parts"] or "",
        height=options["height"],
        words=options["words"] or "",
        **limits,
    )
