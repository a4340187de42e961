"""What learning ends with: an automaton that agrees with every word that was tried."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from farstar._arguments import integer
from farstar.errors import IllegalPositionError
from farstar.learn import _export as export
from farstar.learn._machine import Machine, Reading
from farstar.learn._question import Options, Oracle, Question
from farstar.learn._rewriting import Rule, everywhere_rules, starting_rules
from farstar.learn._table import ObservationTable
from farstar.learn._testing import Plan, counterexample, word_count
from farstar.learn._words import End
from farstar.tables import Table

_MOST_WORDS = 5000
"""Without a length, all words are tested up to the length of which there are so many."""


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
    machine: Machine
    plan: Plan
    """The words it was tested on."""
    counterexamples: tuple[Reading, ...]
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
        count = word_count(len(self.machine.letters), plan.length)
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
        return export.state_table(self.question, self.machine)

    def python(self) -> str:
        """Return the automaton as a program in plain Python, with a function ``answer``."""
        return export.python(self.question, self.machine, str(self))

    def latex(self) -> str:
        """Return the conjecture, its table and its rewrite rules as LaTeX."""
        return export.latex(self.question, self.machine, str(self), self.rules(), self.tested)

    def rules(self) -> tuple[Rule, ...] | None:
        """Return the rewrite rules that hold everywhere in a word, None if they are too many.

        Each is a pair of words in the order of reading. Together they are complete.
        """
        return everywhere_rules(self.machine)

    def starting_rules(self) -> tuple[Rule, ...]:
        """Return the rewrite rules that hold at the end of a word where reading begins."""
        return starting_rules(self.machine)

    def rule_lines(self) -> list[str]:
        """Return the rewrite rules as they are written, with what they are for."""
        return export.rule_lines(self.question, self.rules(), self.starting_rules())

    def claim(self) -> str:
        """Return a Python file that ``farstar search`` and ``farstar verify`` can check.

        Raises
        ------
        NotationError
            If the oracle is a function that is in no file.
        """
        return export.claim_file(self.question, self.machine, str(self), self.plan.length)

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
        Test so many random words more, up to four times as long.
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
    """Learn the least automaton that answers a question; see `automaton`."""
    letters = question.alphabet.letters
    upto = _default_length(len(letters)) if length is None else integer(length, 1, "the length")
    if word_count(len(letters), upto) > 1_000_000:
        raise IllegalPositionError(
            f"expected a length with at most a million words over {len(letters)} letters, "
            f"got {upto}"
        )
    plan = Plan(upto, integer(samples, 0, "the number of samples"), 4 * upto, seed)
    table = ObservationTable(letters, question.ask, integer(most_states, 1, "the states"))
    refuted: list[Reading] = []
    while True:
        machine = table.close()
        wrong = counterexample(machine, letters, question.ask, plan)
        if wrong is None:
            return Conjecture(question, machine.renumbered(), plan, tuple(refuted))
        refuted.append(wrong)
        table.refine(machine, wrong)


def _default_length(letters: int) -> int:
    length = 1
    while word_count(letters, length + 1) <= _MOST_WORDS and length < 200:
        length += 1
    return length
