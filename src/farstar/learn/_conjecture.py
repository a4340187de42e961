"""What learning ends with: an automaton that agrees with every word that was tried."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import indent

from farstar._arguments import integer
from farstar.errors import IllegalPositionError, NotationError
from farstar.formulas import MarkedText
from farstar.learn import _automata
from farstar.learn._question import End, Options, Oracle, Question
from farstar.tables import Table, tex

_EMPTY = "(empty)"
_MOST_RULES_SHOWN = 60
_MOST_WORDS = 5000
"""If no length is given, all words are tested up to the length at which there are this many."""


@dataclass(frozen=True)
class Conjecture:
    """The least automaton that gives the oracle's answers for all words that were tried.

    That it does so for every word is a conjecture. `farstar.learn.automaton` makes one.

    Examples
    --------
    >>> from farstar import learn
    >>> figure_2 = learn.automaton("E({w}e)", alphabet="lr", start="right", options="left")
    >>> len(figure_2), figure_2.answer("rll")
    (8, 'R, R')
    >>> print(figure_2)
    Conjecture: an automaton of 8 states gives the outcome of E({w}e), and the same of Left's \
options.
    Tested: all 4095 words of at most 11 letters, and 1000 random words of 12 to 44 letters.
    If any automaton of at most 15 states is right, it is this one.
    """

    question: Question
    machine: _automata.Machine
    plan: _automata.Plan
    """The words it was tested on."""
    counterexamples: tuple[_automata.Reading, ...]
    """The words that refuted earlier, smaller automata."""

    def __len__(self) -> int:
        return len(self.machine)

    def answer(self, word: str) -> str:
        """Return the answer that the automaton gives for a written word."""
        return self.machine.answer(self.question.alphabet.reading(word))

    @property
    def most_states(self) -> int | None:
        """The bound below which only this automaton is possible; None if there is none.

        By Chow's theorem, automata of at most this many states are equal if they agree on certain
        words, all of which were tested.

        References
        ----------
        T. S. Chow, Testing software design modeled by finite-state machines, IEEE Trans. Software
        Eng. 4 (1978) 178-187.
        """
        separating = self.machine.separating_length()
        if separating is None:
            return None
        depth = max(map(len, self.machine.words))
        spare = self.plan.length - depth - 1 - separating
        return len(self.machine) + spare if spare >= 0 else None

    @property
    def tested(self) -> str:
        """To which length the automaton was tested."""
        plan = self.plan
        count = _automata.word_count(len(self.machine.letters), plan.length)
        text = f"all {count} words of at most {plan.length} letters"
        if plan.samples:
            text += (
                f", and {plan.samples} random words of {plan.length + 1} to {plan.longest} letters"
            )
        return text

    def __str__(self) -> str:
        lines = [
            f"Conjecture: an automaton of {len(self)} states gives the {self.question.text}.",
            f"Tested: {self.tested}.",
        ]
        if self.most_states is not None:
            lines.append(
                f"If any automaton of at most {self.most_states} states is right, it is this one."
            )
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Conjecture: {len(self)} states>"

    def table(self) -> Table:
        """Return the states: number, shortest word, answer, and where each letter leads."""
        machine = self.machine
        rows = tuple(
            (
                number,
                _written(self.question, word),
                machine.answers[number],
                *(to[number] for to in machine.transitions.values()),
            )
            for number, word in enumerate(machine.words)
        )
        return Table(("state", "shortest word", "answer", *machine.letters), rows, stubs=1)

    def python(self) -> str:
        """Return the automaton as a program in plain Python, with a function ``answer``."""
        alphabet, machine = self.question.alphabet, self.machine
        plain = alphabet.kind == "letters"
        rows = "".join(
            f"    {letter if not plain else repr(letter)}: {to!r},\n"
            for letter, to in machine.transitions.items()
        )
        order = "word" if alphabet.start == "left" else "reversed(word)"
        what = "a word" if plain else "a sequence of digits"
        return (
            f'"""{_docstring(str(self))}"""\n\n'
            f"NEXT = {{\n{rows}}}\n"
            f"ANSWERS = {machine.answers!r}\n\n\n"
            "def answer(word):\n"
            f'    """Return the conjectured answer for {what}, read from the '
            f'{alphabet.start}."""\n'
            "    state = 0\n"
            f"    for letter in {order}:\n"
            "        state = NEXT[letter][state]\n"
            "    return ANSWERS[state]\n"
        )

    def latex(self) -> str:
        """Return the conjecture, its table and its rewrite rules as LaTeX."""
        tested, rules, question = self.tested, self.rules(), self.question
        caption = f"The states of the conjectured automaton. Tested: {tested}."
        first = str(self).splitlines()[0].removeprefix("Conjecture: ")
        lines = [
            rf"\paragraph{{Conjecture.}} {tex(first[:1].upper() + first[1:])}",
            rf"It was tested on {tex(tested)}; it is not proved.",
            "",
            self.table().with_caption(MarkedText(caption)).latex().rstrip(),
        ]
        if rules and len(rules) <= _MOST_RULES_SHOWN:
            lines += ["", "Rewrite rules that hold everywhere in a word:", r"\begin{align*}"]
            lines += [
                rf"  {_tex_word(question, a)} &\to {_tex_word(question, b)} \\" for a, b in rules
            ]
            lines.append(r"\end{align*}")
        return "\n".join(lines) + "\n"

    def rules(self) -> tuple[_automata.Rule, ...] | None:
        """Return the rewrite rules that hold everywhere in a word, None if they are too many.

        Each is a pair of words in the order of reading. Together they are complete.
        """
        return _automata.everywhere_rules(self.machine)

    def starting_rules(self) -> tuple[_automata.Rule, ...]:
        """Return the rewrite rules that hold at the end of a word where reading begins."""
        return _automata.starting_rules(self.machine)

    def rule_lines(self) -> list[str]:
        """Return the rewrite rules as they are written, with what they are for."""
        end = "end" if self.question.alphabet.start == "right" else "beginning"
        lines = [f"At the {end} of a word, where reading begins:"]
        lines += [_rule(self.question, rule) for rule in self.starting_rules()]
        rules = self.rules()
        if rules is None:
            lines.append("Rules that hold everywhere in a word are too many to list.")
            return lines
        lines.append("Everywhere in a word (complete):" if rules else "Everywhere in a word: none.")
        lines += [_rule(self.question, rule) for rule in rules]
        return lines

    def claim(self) -> str:
        """Return a Python file that ``farstar search`` and ``farstar verify`` can check.

        Raises
        ------
        NotationError
            If the oracle is a function that is in no file.
        """
        return _claim_file(self.question, self.machine, str(self), self.plan.length)

    def to_dict(self) -> dict[str, object]:
        """Return the conjecture as JSON knows it."""
        write = self.question.written
        rules = self.rules()
        return {
            "question": self.question.text,
            "letters": list(self.machine.letters),
            "start": self.question.alphabet.start,
            "states": [
                {
                    "number": number,
                    "word": write(word),
                    "answer": self.machine.answers[number],
                    "next": {a: to[number] for a, to in self.machine.transitions.items()},
                }
                for number, word in enumerate(self.machine.words)
            ],
            "rules": None if rules is None else [[write(a), write(b)] for a, b in rules],
            "tested": {
                "length": self.plan.length,
                "samples": self.plan.samples,
                "longest": self.plan.longest,
                "seed": self.plan.seed,
            },
            "only_one_up_to_states": self.most_states,
            "is_proved": False,
        }


def automaton(
    what: str | None = None,
    *,
    alphabet: str | None = None,
    digits: Iterable[int] | None = None,
    base: int | None = None,
    oracle: Oracle = "outcome",
    beside: Sequence[str] = (),
    options: Options = "",
    start: End | None = None,
    by_search: bool = False,
    length: int | None = None,
    samples: int = 1000,
    seed: int = 0,
    most_states: int = 200,
) -> Conjecture:
    """Learn the least automaton that answers a question about words.

    Parameters
    ----------
    what, alphabet, digits, base, oracle, beside, options, start, by_search
        The question: which games, over which words, and what is asked; see `Question`.
    length : int, optional
        Test all words of at most this length; by default as many as there are about 5,000.
    samples : int
        Test this many random words as well, up to four times as long.
    seed : int
        Which random words.
    most_states : int
        Give up if more states are needed.

    Raises
    ------
    BudgetExceeded
        If more states are needed, or time or memory does not suffice.
    NotationError
        If the question cannot be understood.

    Examples
    --------
    Which heaps of the game in which 1, 3 or 4 may be taken does the second player win? The
    automaton reads binary numbers, from the left:

    >>> from farstar import learn
    >>> heaps = learn.automaton("Subtraction({n}; 1,3,4)", base=2)
    >>> len(heaps), [n for n in range(16) if heaps.answer(",".join(f"{n:b}")) == "P"]
    (7, [0, 2, 7, 9, 14])

    Any function of words can be asked:

    >>> learn.automaton(alphabet="ab", oracle=lambda word: word.count("a") % 3)
    <Conjecture: 3 states>
    """
    question = Question(
        what,
        alphabet=alphabet,
        digits=digits,
        base=base,
        oracle=oracle,
        beside=beside,
        options=options,
        start=start,
        by_search=by_search,
    )
    return learn(question, length=length, samples=samples, seed=seed, most_states=most_states)


def learn(
    question: Question,
    *,
    length: int | None = None,
    samples: int = 1000,
    seed: int = 0,
    most_states: int = 200,
) -> Conjecture:
    """Learn the least automaton for a `Question`, as `automaton` does."""
    letters = question.alphabet.letters
    upto = _default_length(len(letters)) if length is None else integer(length, 1, "the length")
    if _automata.word_count(len(letters), upto) > 1_000_000:
        raise IllegalPositionError(
            f"expected a length with at most a million words over {len(letters)} letters, "
            f"got {upto}"
        )
    plan = _automata.Plan(upto, integer(samples, 0, "the number of samples"), 4 * upto, seed)
    table = _automata.ObservationTable(letters, question.ask, integer(most_states, 1, "the states"))
    refuted: list[_automata.Reading] = []
    while True:
        machine = table.close()
        wrong = _automata.counterexample(machine, letters, question.ask, plan)
        if wrong is None:
            return Conjecture(question, machine.renumbered(), plan, tuple(refuted))
        refuted.append(wrong)
        table.refine(machine, wrong)


def _default_length(letters: int) -> int:
    length = 1
    while _automata.word_count(letters, length + 1) <= _MOST_WORDS and length < 200:
        length += 1
    return length


# The conjecture in other languages.


def _written(question: Question, word: _automata.Reading) -> str:
    return question.written(word) or _EMPTY


def _rule(question: Question, rule: _automata.Rule) -> str:
    return f"  {_written(question, rule.word)} -> {_written(question, rule.replacement)}"


def _docstring(summary: str) -> str:
    return summary.replace("\\", "\\\\").replace('"""', "'''")


def _tex_word(question: Question, word: _automata.Reading) -> str:
    return rf"\mathtt{{{tex(question.written(word))}}}" if word else r"\lambda"


def _claim_file(question: Question, machine: _automata.Machine, summary: str, length: int) -> str:
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
