"""A learned automaton as a table, as Python, as LaTeX, as rules, and as a claim to be checked."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from pathlib import Path
from textwrap import indent

from farstar.errors import NotationError
from farstar.formulas import MarkedText
from farstar.learn._machine import Machine
from farstar.learn._question import Question
from farstar.learn._rewriting import Rule
from farstar.tables import Table

_EMPTY = "(empty)"
_MOST_RULES_SHOWN = 60


def _written(question: Question, word: tuple[str, ...]) -> str:
    return question.written(word) or _EMPTY


def state_table(question: Question, machine: Machine) -> Table:
    """Return the states with their shortest words, answers and transitions."""
    rows = tuple(
        (
            number,
            _written(question, word),
            machine.answers[number],
            *(to[number] for to in machine.transitions.values()),
        )
        for number, word in enumerate(machine.words)
    )
    return Table(("state", "shortest word", "answer", *machine.letters), rows, stubs=1)


def rule_lines(
    question: Question, rules: Sequence[Rule] | None, starting: Sequence[Rule]
) -> list[str]:
    """Return both kinds of rules as text."""
    end = "end" if question.alphabet.start == "right" else "beginning"
    lines = [f"At the {end} of a word, where reading begins:"]
    lines += [_rule(question, rule) for rule in starting]
    if rules is None:
        lines.append("Rules that hold everywhere in a word are too many to list.")
        return lines
    lines.append("Everywhere in a word (complete):" if rules else "Everywhere in a word: none.")
    lines += [_rule(question, rule) for rule in rules]
    return lines


def _rule(question: Question, rule: Rule) -> str:
    return f"  {_written(question, rule.word)} -> {_written(question, rule.replacement)}"


def python(question: Question, machine: Machine, summary: str) -> str:
    """Return a program that needs nothing but Python."""
    plain = question.alphabet.kind == "letters"
    rows = "".join(
        f"    {letter if not plain else repr(letter)}: {to!r},\n"
        for letter, to in machine.transitions.items()
    )
    order = "word" if question.alphabet.start == "left" else "reversed(word)"
    what = "a word" if plain else "a sequence of digits"
    return (
        f'"""{_docstring(summary)}"""\n\n'
        f"NEXT = {{\n{rows}}}\n"
        f"ANSWERS = {machine.answers!r}\n\n\n"
        "def answer(word):\n"
        f'    """Return the conjectured answer for {what}, read from the '
        f'{question.alphabet.start}."""\n'
        "    state = 0\n"
        f"    for letter in {order}:\n"
        "        state = NEXT[letter][state]\n"
        "    return ANSWERS[state]\n"
    )


def _docstring(summary: str) -> str:
    return summary.replace("\\", "\\\\").replace('"""', "'''")


def latex(
    question: Question,
    machine: Machine,
    summary: str,
    rules: Sequence[Rule] | None,
    tested: str,
) -> str:
    """Return the conjecture with its table, and the rules if they are few."""
    table = state_table(question, machine)
    caption = f"The states of the conjectured automaton. Tested: {tested}."
    first = summary.splitlines()[0].removeprefix("Conjecture: ")
    lines = [
        rf"\paragraph{{Conjecture.}} {_tex(first[:1].upper() + first[1:])}",
        rf"It was tested on {_tex(tested)}; it is not proved.",
        "",
        table.with_caption(MarkedText(caption)).latex().rstrip(),
    ]
    if rules and len(rules) <= _MOST_RULES_SHOWN:
        pairs = ",\\quad\n".join(
            rf"  {_tex_word(question, a)} &\to {_tex_word(question, b)} \\" for a, b in rules
        ).replace(",\\quad\n", "\n")
        lines += ["", "Rewrite rules that hold everywhere in a word:", r"\begin{align*}", pairs]
        lines.append(r"\end{align*}")
    return "\n".join(lines) + "\n"


def _tex(text: str) -> str:
    from farstar.tables import tex

    return tex(text)


def _tex_word(question: Question, word: tuple[str, ...]) -> str:
    return rf"\mathtt{{{_tex(question.written(word))}}}" if word else r"\lambda"


def claim_file(question: Question, machine: Machine, summary: str, length: int) -> str:
    """Return a file with the conjecture for ``farstar search`` and ``farstar verify``."""
    imported, oracle = _oracle(question)
    alphabet = question.alphabet
    given = {
        "letters": f"alphabet={''.join(alphabet.letters)!r}",
        "digits": f"digits={[int(a) for a in alphabet.letters]}"
        if alphabet.kind == "digits"
        else "",
        "base": f"base={len(alphabet.letters)}",
    }[alphabet.kind]
    arguments = [
        *([repr(question.what)] if question.what is not None else []),
        given,
        f"oracle={oracle}",
        *([f"beside={list(question.beside)!r}"] if question.beside else []),
        *([f"options={question.options!r}"] if question.options else []),
        f"start={alphabet.start!r}",
        *(["by_search=True"] if question.by_search else []),
    ]
    states = len(machine)
    rows = ", ".join(f"{letter!r}: {to!r}" for letter, to in machine.transitions.items())
    return f'''"""{_docstring(summary)}"""

{imported}from farstar import learn, papers

question = learn.Question(
{indent(",".join(f"{chr(10)}{one}" for one in arguments).strip(), "    ")},
)
machine = learn.Machine(
    {{{rows}}},
    {machine.answers!r},
)

# For farstar search --claim FILE.py n=0..1000000: the words by number, shorter ones first.
ranges = {{"n": range(100_000)}}


def claim(n):
    "An automaton of {states} states answers as the oracle does."
    word = question.word(n)
    answer, conjectured = question.ask(word), machine.answer(word)
    assert answer == conjectured, f"{{question.written(word)!r}}: {{answer}}, not {{conjectured}}"
    return True


# For farstar verify FILE.py --bound N.
PAPER = papers.Paper("conjecture", "A learned automaton")


@PAPER.holds(
    "Conjecture 1",
    {f"An automaton of {states} states gives the {question.text}."!r},
    "the automaton with the oracle",
    papers.letters("words of at most {{}} letters", {length}),
    status=papers.Status.CHECKED,
)
def conjecture_1(letters):
    for n in range(sum({len(alphabet.letters)}**k for k in range(letters + 1))):
        word = question.word(n)
        yield papers.same(question.written(word), question.ask(word), machine.answer(word))
'''


def _oracle(question: Question) -> tuple[str, str]:
    """Return the import of the oracle, if one is needed, and its name."""
    oracle = question.oracle
    if not callable(oracle):
        return "", repr(oracle)
    name = getattr(oracle, "__name__", "")
    try:
        file = Path(inspect.getsourcefile(oracle) or "")
    except TypeError:
        file = Path()
    if not name.isidentifier() or not file.is_file() or not file.stem.isidentifier():
        raise NotationError(
            "expected an oracle that a file can import, such as 'outcome' or FILE.py:function, "
            f"got {name or oracle!r}"
        )
    return f"from {file.stem} import {name}\n\n", name
