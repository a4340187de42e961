"""``farstar learn``: automata from questions about words, and formulas for sequences."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from farstar.cli._rulesets import knows_rules
from farstar.cli.common import command_with_examples, emit_json, flag, setting, writing
from farstar.cli.completion import files, games, invariants
from farstar.errors import NotationError
from farstar.plugins import run_file
from farstar.tables.ranges import split

if TYPE_CHECKING:
    from farstar.learn import Conjecture, SequenceConjecture

SCHEMA = "farstar.learn/1"
SEQUENCE_SCHEMA = "farstar.sequence/1"

_TERMS = re.compile(r"\s*-?[0-9]+(?:/[0-9]+)?(?:\s*,\s*-?[0-9]+(?:/[0-9]+)?)+\s*,?\s*", re.ASCII)
_DIGITS = re.compile(r"([0-9]{1,4})\.\.([0-9]{1,4})", re.ASCII)
_FORMATS = ("text", "python", "latex", "rules", "claim", "oeis", "b-file")


@command_with_examples("""\b
Examples, words (Figure 2, the 17 classes and the integer weights of Partizan Euclid):
  farstar learn 'E({w}e)' --alphabet lr --from right --options left
  farstar learn 'E({w}e)' --alphabet lr --from right --options left --beside '*' --beside '*2'
  farstar learn 'E({w}e)' --alphabet lr --from right --oracle integrality --plot weights.svg
\b
Digits of continued fractions and of numbers, and functions of your own:
  farstar learn 'Grossman({p},{q}; k=2)' --digits 1..3
  farstar learn 'Subtraction({n}; 1,3,4)' --base 2
  farstar learn --alphabet ab --oracle mine.py:property
\b
Hand the conjecture on:
  farstar learn 'Lanterns({w})' --rules lanterns.rules --alphabet o. --oracle grundy --prove
  farstar learn 'E({w}e)' --alphabet lr --from right --claim-file claim.py
  farstar search --claim claim.py n=0..1000000 --jobs 2
  farstar verify claim.py --bound 800
\b
Sequences:
  farstar learn 'Kayles(n)' n=0..200 --oracle grundy
  farstar learn 0,1,1,2,3,5,8,13,21,34 --format oeis
  farstar learn 'A(0,n,0)' n=1..20 --oracle mean
""")
@click.argument("words", metavar="[WHAT] [NAME=RANGE]", nargs=-1, shell_complete=games)
@setting(
    "--oracle",
    "NAME",
    "What is asked of each game: an invariant (farstar table --help lists them), weight, "
    "integrality, or FILE.py:FUNCTION; outcome by default, grundy for sequences.",
    shell_complete=invariants,
)
@setting("--alphabet", "LETTERS", "The letters of {w}, such as lr.")
@setting("--digits", "A..B", "The digits of the continued fraction {p}/{q}.")
@setting("--base", "B", "The base in which {n} is written.", type=int)
@setting(
    "--from",
    "start",
    "END",
    "Read words from the left or from the right; left by default, right for --digits.",
)
@setting("--beside", "GAME", "Ask about the sum with this game, too.", multiple=True)
@setting("--options", "PLAYER", "Ask about the options of left or right, too.", default="")
@flag("--search", "by_search", "Answer by search instead of closed forms.")
@setting("--length", "N", "Test all words of at most N letters.", type=int)
@setting("--samples", "N", "Test N longer random words; 1000 by default.", type=int, default=1000)
@setting("--seed", "S", "Seed for the random words.", type=int, default=0)
@setting("--states", "N", "Give up beyond N states; 200 by default.", type=int, default=200)
@setting(
    "--format",
    "form",
    "FORMAT",
    "text (the default), python, latex, rules or claim; for sequences text, oeis or b-file.",
    default="text",
)
@flag("--json", "as_json", "Print JSON, one object.")
@setting("--plot", "FILE", "Draw the automaton too.", shell_complete=files)
@setting(
    "--claim-file",
    "FILE.py",
    "Write the conjecture as a claim for farstar search and farstar verify.",
    shell_complete=files,
)
@flag(
    "--prove",
    "to_prove",
    "Hand the automaton to the prover; the exit code is 3 if it finds no proof. For games by "
    "patterns, and outcomes, misere outcomes, Grundy values and values.",
)
@setting("--out", "FILE", "With --prove: write the certificate here.", shell_complete=files)
@knows_rules
def command(
    words: tuple[str, ...],
    oracle: str | None,
    form: str,
    as_json: bool,
    plot: str | None,
    claim_file: str | None,
    digits: str | None,
    states: int,
    to_prove: bool,
    out: str | None,
    **options: Any,
) -> int:
    """Learn the smallest automaton that answers a question about words, or guess a formula.

    WHAT is an expression with {w} where a word over the alphabet goes; or with {p} and {q}, the
    fraction with these digits; or with {n}, the number with these digits. The oracle
    answers the question for the game of each word. The result is the smallest automaton that agrees
    with all answers. It is tested on all words up to a length and on longer random ones, and
    remains a conjecture, unless --prove finds a proof for words of every length.

    With a range, such as n=0..100, or with numbers in place of WHAT, the terms of a sequence are
    examined: for a period, a linear recurrence and a formula in n.
    """
    names, ranges = split(words)
    if len(names) > 1:
        raise click.UsageError(f"expected one expression, got {' '.join(names)[:60]!r}")
    what = names[0] if names else None
    if form not in _FORMATS:
        raise click.UsageError(f"expected one of {', '.join(_FORMATS)}, got {form[:40]!r}")
    is_sequence = bool(ranges) or (what is not None and _TERMS.fullmatch(what) is not None)
    if (form in ("oeis", "b-file")) > is_sequence or (
        is_sequence and form not in ("text", "oeis", "b-file")
    ):
        kind = "a sequence" if is_sequence else "an automaton"
        raise click.UsageError(f"expected a format for {kind}, got {form!r}")
    if out is not None and not to_prove:
        raise click.UsageError("expected --prove with --out, got none")
    if is_sequence and to_prove:
        raise click.UsageError("expected words with --prove, got a sequence")
    if is_sequence:
        return _show_sequence(_sequence(what, oracle, ranges), form, as_json=as_json)
    conjecture = _automaton(what, oracle, digits, states, options)
    _write_files(conjecture, plot, claim_file)
    if to_prove:
        return _prove(conjecture, out, as_json=as_json)
    return _show_automaton(conjecture, form, as_json=as_json)


def _prove(conjecture: Conjecture, out: str | None, *, as_json: bool) -> int:
    """Print a conjecture, and its proof or why there is none."""
    from farstar import prove
    from farstar.cli.prove import NOT_PROVED, result_fields

    result = prove.conjecture(conjecture)
    theorem = result if isinstance(result, prove.Theorem) else None
    if theorem is not None and out is not None:
        with writing(out):
            Path(out).write_text(str(theorem.certificate()), encoding="utf-8")
    if as_json:
        proof = result_fields(result)
        emit_json({"schema": SCHEMA, **conjecture.to_dict(), "proof": proof})
    else:
        click.echo(str(conjecture))
        click.echo(str(result))
        for line in theorem.lines[1:] if theorem is not None else ():
            click.echo(line)
        if theorem is not None:
            click.echo("The learned automaton gives the same answers, for words of every length.")
    return NOT_PROVED if theorem is None else 0


def _oracle(text: str | None, usual: str) -> Any:
    """Return the oracle: a name, or the function in a user's file."""
    if text is None:
        return usual
    file, colon, name = text.rpartition(":")
    if not colon or not file.endswith(".py"):
        return text
    functions = run_file(file, NotationError)
    if not callable(functions.get(name)):
        known = ", ".join(n for n, f in functions.items() if callable(f) and n[0] != "_")
        raise NotationError(f"expected a function in {file!r} ({known[:80]}), got {name[:40]!r}")
    return functions[name]


def _automaton(
    what: str | None, oracle: str | None, digits: str | None, states: int, options: dict[str, Any]
) -> Conjecture:
    from farstar import learn

    digit_range = None
    if digits is not None:
        match = _DIGITS.fullmatch(digits)
        if match is None:
            raise NotationError(f"expected digits such as 1..4, got {digits[:40]!r}")
        digit_range = range(int(match[1]), int(match[2]) + 1)
    if all(options[name] is None for name in ("alphabet", "base")) and digit_range is None:
        raise NotationError(
            "expected --alphabet LETTERS, --digits A..B or --base B for the words, or a range "
            "such as n=0..100 for a sequence, got none"
        )
    return learn.automaton(
        what, digits=digit_range, oracle=_oracle(oracle, "outcome"), most_states=states, **options
    )


def _write_files(conjecture: Conjecture, plot: str | None, claim_file: str | None) -> None:
    import farstar as fs

    if plot is not None:
        fs.plot(conjecture).save(plot)
    if claim_file is not None:
        with writing(claim_file):
            Path(claim_file).write_text(conjecture.claim(), encoding="utf-8")


def _show_automaton(conjecture: Conjecture, form: str, *, as_json: bool) -> int:
    if as_json:
        emit_json({"schema": SCHEMA, **conjecture.to_dict()})
    elif form == "text":
        click.echo(str(conjecture))
        click.echo(str(conjecture.table()))
    elif form == "rules":
        click.echo("\n".join(conjecture.rule_lines()))
    else:
        texts = {"python": conjecture.python, "latex": conjecture.latex, "claim": conjecture.claim}
        click.echo(texts[form](), nl=False)
    return 0


def _sequence(what: str | None, oracle: str | None, ranges: dict[str, Any]) -> SequenceConjecture:
    from fractions import Fraction

    from farstar import learn

    if what is None:
        raise NotationError("expected an expression such as 'Kayles(n)' before the range, got none")
    if ranges:
        return learn.sequence(what, oracle=_oracle(oracle, "grundy"), **ranges)
    if oracle is not None:
        raise NotationError(f"expected an oracle only with an expression, got {oracle!r}")
    return learn.sequence([Fraction(text) for text in what.split(",") if text.strip()])


def _show_sequence(sequence: SequenceConjecture, form: str, *, as_json: bool) -> int:
    if as_json:
        emit_json({"schema": SEQUENCE_SCHEMA, **sequence.to_dict()})
    elif form == "b-file":
        click.echo(sequence.b_file(), nl=False)
    else:
        click.echo(sequence.oeis() if form == "oeis" else str(sequence))
    return 0
