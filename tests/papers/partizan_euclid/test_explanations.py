"""Every sentence of the explanations of Partizan Euclid, and of sums, is true."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from itertools import islice
from math import gcd
from random import Random
from typing import Any

import farstar as fs
from farstar.papers.partizan_euclid.theory import automata, words
from farstar.sums import Method
from tests.papers.sentences import Reader, with_groups
from tests.sums.plain import Plain

BOUND = 40
WINNERS = {
    "L": "Left wins, whoever moves first",
    "R": "Right wins, whoever moves first",
    "N": "the player who moves first wins",
    "P": "the player who moves second wins",
}
RULES = {
    1: ("lll", "nothing"),
    2: ("rr", "r"),
    3: ("Xrlr", "rlr"),
    4: ("rllrllr", "r"),
    5: ("rllre", "le"),
    6: ("Xrlle", "rlle"),
    7: ("rle", "le"),
}
"""Lemma 13 of the paper."""


@cache
def value(p: int, q: int) -> fs.Value:
    """Return the value of a position by the rules."""
    t = p % q
    return fs.Value.of([value(q, t)], [value(q, q - t)]) if t else fs.Value(0)


@cache
def word_of(p: int, q: int) -> str:
    """Return the word by the definition: the owner of the standard option gives the letter."""
    t = p % q
    if not t:
        return ""
    if 2 * t == q:
        return "e"
    return "l" + word_of(q, t) if 2 * t > q else "r" + word_of(q, q - t)


def pair_of(word: str) -> tuple[int, int]:
    """Return the position of a word that ends in e."""
    p, q = 3, 2
    for letter in reversed(word[:-1]):
        p, q = (p + q, p) if letter == "l" else (2 * p - q, p)
    return p, q


def expanded(text: str) -> str:
    """Return a word without numbers: lr2e is lrre."""
    return re.sub(r"([lr])(\d+)", lambda run: run[1] * int(run[2]), text)


def shortened(word: str) -> str:
    """Return a word with the lengths of its runs."""
    return re.sub(r"(l+|r+)", lambda m: m[0][0] + (str(len(m[0])) if len(m[0]) > 1 else ""), word)


def paired(word: str) -> str:
    """Return the outcomes of Left's option and of the position."""
    p, q = pair_of(word)
    return f"({value(q, p % q).outcome},{value(p, q).outcome})"


@cache
def weights_by_class() -> dict[int, set[str]]:
    """Return the weights of positions of each class, p up to 120, from values by the rules."""
    weights: dict[int, set[str]] = {}
    for p in range(2, 121):
        for q in range(1, p):
            if gcd(p, q) == 1 and word_of(p, q):
                number = automata.class_number(words.Word(word_of(p, q)))
                weights.setdefault(int(number or 0), set()).add(str(value(p, q).atomic_weight()))
    return weights


class Facts:
    """A position, and what the rules say about it."""

    def __init__(self, p: int, q: int) -> None:
        self.p, self.q, self.t = p, q, p % q
        self.word = word_of(p, q)
        self.value = value(p, q)
        self.outcome = str(self.value.outcome)
        self.class_number = automata.class_number(words.Word(self.word)) if self.word else None

    def __repr__(self) -> str:
        return f"E({self.p},{self.q})"

    @property
    def digits(self) -> list[int]:
        p, q, digits = self.p, self.q, []
        while q:
            digits.append(p // q)
            p, q = q, p % q
        return digits

    @property
    def built(self) -> str:
        """The word, from the quotients as the explanation says."""
        *middle, last = self.digits[1:]
        return "l".join([*("r" * (d - 1) for d in middle), "r" * (last - 2)]) + "e"

    def moves(self, player: str) -> tuple[int, int]:
        return (self.q, self.t) if player == "Left" else (self.q, self.q - self.t)

    def wins(self, player: str) -> bool:
        loser = fs.Right if player == "Left" else fs.Left
        return not value(*self.moves(player)).outcome.wins(loser, first=True)


@with_groups
def spine(asked: Any) -> bool:
    f, letter, p, q, t, sign, bound, who, after = asked
    p, q, t = int(p), int(q), int(t)
    assert (t, int(bound)) == (p % q, q)
    assert sign == (">" if 2 * t > q else "<")
    assert (letter, who) == (("l", "Left") if sign == ">" else ("r", "Right"))
    to = (q, t) if letter == "l" else (q, q - t)
    assert after == f"({to[0]},{to[1]})"
    # It lies on the spine: its word is an end of the whole.
    return f.word.endswith(letter + word_of(*to)) and q < 2 * to[1] < 2 * q


@with_groups
def reduction(asked: Any) -> bool:
    """Check one step: the rule is printed as in the paper, and applied where it may be."""
    _, rule, before, after, times, old, new = asked
    left, right = RULES[int(rule)]
    assert (before, after) == (left, right)
    old, new = expanded(old), "" if new == "nothing" else expanded(new)
    word = old
    for _ in range(int(times or 1)):
        place = word.rfind(left.lstrip("X"))
        assert place >= (1 if left[0] == "X" else 0)
        end = place + len(left.lstrip("X"))
        replaced = "" if right == "nothing" else right
        word = ("" if left[0] == "X" else word[:place]) + replaced + word[end:]
    assert word == new
    # The paired outcome is kept, whatever follows in the word.
    ends = ["e"] if not old.endswith("e") else [""]
    return all(paired(old + end) == paired(new + end) for end in ends)


@with_groups
def move(asked: Any) -> bool:
    f, *numbers, word, outcome, other, verdict = asked
    p, q, to_p, to_q = map(int, numbers)
    player = "Left" if other == "Right" else "Right"
    to = f.moves(player)
    assert (p, q, to_p, to_q) == (f.p, f.q, *to)
    assert is_word("" if word == "λ" else word, word_of(*to))
    assert outcome == str(value(*to).outcome)
    return bool((verdict == "loses, so the move wins") == f.wins(player))


def heaps(f: Facts) -> tuple[str, ...]:
    return tuple(str((f.value + fs.Value(f"*{n}")).outcome) for n in (0, 1, 2))


@with_groups
def same_class(asked: Any) -> bool:
    """The class is that of the word: the outcomes with heaps agree, also for larger heaps."""
    f, number, word, *outcomes = asked
    assert int(number) == f.class_number == automata.class_number(words.Word(word))
    assert tuple(outcomes) == heaps(f) == heaps(Facts(*pair_of(expanded(word))))
    larger = {str((f.value + fs.Value(f"*{n}")).outcome) for n in range(2, 9)}
    return larger == {outcomes[2]}


SENTENCES = {
    r"(E\(\d+,\d+\)): (.*) \((.)\)$": lambda f: (f, WINNERS[f.outcome], f.outcome),
    r"(?:The end|Word|Signs|Spine|Reductions|Automaton|Class|Atomic weight|Value|Observations)$": (
        lambda f: True
    ),
    r"(\d+) divides (\d+), so nobody can move: the word is empty and the value is 0\.": lambda f: (
        (f.q, f.p) if not f.p % f.q and f.value == 0 and not f.word else ()
    ),
    r"(\d+)/(\d+) = \[(.*?)\]\.": lambda f: (f.p, f.q, ", ".join(map(str, f.digits))),
    r"From the second on, each quotient d gives d - 1 letters r, but the last one d - 2, with an l "
    r"between each two of them: the signature is (\S+(?: \(\d+ letters\))?)\.$": with_groups(
        lambda asked: asked[0].built == asked[0].word and is_word(asked[1], asked[0].word)
    ),
    r"The furthest-integer continued fraction is (\d+)/(\d+) = (.*?)\. Each minus is a letter r "
    r"and each plus an l; the last plus is the e\.": with_groups(
        lambda asked: (
            (asked[0].p, asked[0].q) == (int(asked[1]), int(asked[2]))
            and is_fraction(asked[3], asked[0])
            and spelled(asked[3]) == asked[0].word[: len(spelled(asked[3]))]
        )
    ),
    r"The nearest-integer continued fraction is (.*)\.$": with_groups(
        lambda asked: is_fraction(asked[1], asked[0])
    ),
    r"At each position one option is standard; its owner gives the letter\.": lambda f: True,
    r"([lr]): \((\d+),(\d+)\) leaves (\d+), twice that ([<>]) (\d+), so the option of "
    r"(Left|Right), (\(\d+,\d+\)), is standard$": spine,
    r"e: \((\d+),(\d+)\) leaves half of (\d+): both moves end the game": with_groups(
        lambda asked: (
            word_of(int(asked[1]), int(asked[2])) == "e" and asked[2] == asked[3]
        )
    ),
    r"\.\.\. and so on, (\d+) letters in all": lambda f: len(f.word),
    r"No rule applies: (\w+) is irreducible\.": lambda f: (
        shortened(f.word) if not any(r.strip("X") in f.word[r[0] == "X" :] for r, _ in
                                     RULES.values()) else "reducible"
    ),
    r"The on-line algorithm takes (?:more than )?\d+ steps? and ends with (\w+)\.": with_groups(
        lambda asked: paired(expanded(asked[1])) == paired(asked[0].word)
    ),
    r"Its outcome is (.)\.": lambda f: f.outcome,
    r"rule (\d) \((\w+) -> (\w+)\)(?:, (\d+) times)?: (\w+) -> (\w+)$": reduction,
    r"\.\.\. and so on to the end of the word": lambda f: len(f.word) > 12,
    r"Reading the word from its end, the automaton follows the outcomes of Left's option and of "
    r"the position\. It ends in (\(.,.\)), so the outcome is (.): (.*)\.$": lambda f: (
        paired(f.word),
        f.outcome,
        WINNERS[f.outcome],
    ),
    r"(\d+)@(\w+): (\(.,.\))$": with_groups(
        lambda asked: walked(asked[0], int(asked[1])) == asked[2:]
    ),
    r"\d+@\.\.\. and (\d+) runs? more": lambda f: len(re.findall("l+|r+", f.word)) - 12,
    r"Winning move of (Left|Right)$": with_groups(lambda asked: asked[0].wins(asked[1])),
    r"(Left|Right) has no winning move$": with_groups(lambda asked: not asked[0].wins(asked[1])),
    r"The only move is \((\d+),(\d+)\) -> \((\d+),(\d+)\), with the word (.+?) and the outcome "
    r"(.): (Left|Right), to move there, (.*)\.$": move,
    r"The position is in class (\d+) of 17, that of (\w+)\. The outcomes of sums with a nim-heap "
    r"are alone: (.), \*: (.), \*2: (.); larger heaps behave like \*2\.": same_class,
    r"(\S+), (as for every position of this class|computed along the word)\.": lambda f: (
        f.value.atomic_weight(),
        "as for every position of this class"
        if len(weights_by_class()[f.class_number]) == 1
        else "computed along the word",
    ),
    r"The normal form of the word is (.+?); the value is (.+)\.$": with_groups(
        lambda asked: normal(asked[0], asked[1]) and is_printed(asked[0].value, asked[2])
    ),
    r"R\d+: (.+) -> (.+)$": with_groups(
        lambda asked: "..." in asked[1] + asked[2] or (
            value(*pair_of(expanded(asked[1]))) == value(*pair_of(expanded(asked[2])))
        )
    ),
    r"Facts from the paper about such positions\.": lambda f: True,
    r"Observation 1: the word begins with r, so one player wins, whoever starts": lambda f: (
        f.word[0] == "r" and f.outcome in "LR"
    ),
    r"Observation 2: q > 2p/3, so one player wins, whoever starts": lambda f: (
        3 * f.q > 2 * f.p and f.outcome in "LR"
    ),
    r"Observation 4: the word is r\^\(k-2\) e, the value \(k-2\)\.up \+ \(k-1\)\.\*": lambda f: (
        set(f.word) <= {"r", "e"}
        and f.value == (len(f.word) - 1) * fs.up(1) + fs.star(len(f.word) % 2)
    ),
    r"Observation 5: the word of two Fibonacci numbers, the value 0, \* or down": lambda f: (
        set(f.word) <= {"l", "e"} and f.value in (fs.Value(0), fs.Value("*"), fs.Value("v"))
    ),
}  # fmt: skip


def is_printed(game: fs.Value, text: str) -> bool:
    """Return whether a text means a game, or is its beginning if it ends in dots."""
    if not text.endswith("..."):
        return fs.Value(text) == game
    return str(game).startswith(text.removesuffix("...").rstrip())


def is_fraction(text: str, f: Facts) -> bool:
    """Return whether a fraction has the value p/q, computed as it is written."""
    if "..." in text:
        return text.count("/") == 12
    return eval(re.sub(r"(\d+)", r"Fraction(\1)", text)) == Fraction(f.p, f.q)  # type: ignore[no-any-return]


def spelled(text: str) -> str:
    """Return the letters that the signs of a fraction stand for."""
    letters = "".join("r" if sign == "-" else "l" for sign in re.findall(r" ([-+]) ", text))
    return letters if "..." in text else letters[:-1] + "e"


def is_word(text: str, word: str) -> bool:
    """Return whether a text is a word, perhaps without its middle but with its length."""
    if "..." not in text:
        return expanded(text) == word
    head, tail, length = re.fullmatch(r"(.*)\.\.\.(.*) \((\d+) letters\)", text).groups()  # type: ignore[union-attr]
    is_part = word.startswith(expanded(head)) and word.endswith(expanded(tail))
    return is_part and len(word) == int(length)


def normal(f: Facts, text: str) -> bool:
    """Return whether a normal form has the value of the position; a long one is computed."""
    word = str(fs.PartizanEuclid(f.p, f.q).normal_form) if "..." in text else text
    return is_word(text, expanded(word)) and value(*pair_of(expanded(word))) == f.value


def walked(f: Facts, place: int) -> tuple[str, str]:
    """Return the run that the automaton reads at a place, from the end, and where it leads."""
    runs = re.findall("l+|r+|e", f.word)[::-1][: place + 1]
    return shortened(runs[-1]), paired("".join(runs[::-1]))


def test_every_sentence_about_a_position_is_true() -> None:
    """All p, q up to 40, and some longer words."""
    reader = Reader(SENTENCES)
    pairs = [(p, q) for p in range(1, BOUND + 1) for q in range(1, p)]
    pairs += [pair_of("rl" * n + "e") for n in (6, 13, 14)]
    pairs += [pair_of("lllrrl" * n + "e") for n in (2, 5)]
    pairs += [pair_of(word) for word in ("llrllrllrrrlrre", "r" * 20 + "e", "l" * 15 + "re")]
    for p, q in pairs:
        f = Facts(p, q)
        explanation = f_explanation(f)
        for title, texts in explanation:
            for i, text in enumerate(texts):
                # The lines of the automaton are told by their places.
                is_walk = title == "Automaton" and i > 1
                reader.check_text(f"{i - 2}@{text}" if is_walk else text, f)
    assert not reader.unused


def f_explanation(f: Facts) -> list[tuple[str, list[str]]]:
    explanation = fs.PartizanEuclid(f.p, f.q).explain()
    steps = [
        (str(step.title), [str(step.title), str(step.text), *map(str, step.items)])
        for step in explanation.steps
    ]
    return [("", [str(explanation.title)]), *steps]


# Sums.

COMPONENTS = (
    "E(5,3)", "E(7,4)", "E(12,7)", "Euclid(5,8)", "A(2,1,1)", "B(2,1,1)", "^", "*2", "{1|-1}",
    "Clobber(xo.x)", "SerialNim(2,1)",
)  # fmt: skip


class SumFacts:
    """A sum, and what plain play says about it."""

    def __init__(self, total: fs.Sum) -> None:
        self.total = total
        self.plain = Plain()
        self.outcome = str(self.plain.outcome(total))

    def __repr__(self) -> str:
        return str(self.total)

    def winning(self, player: fs.Player) -> list[Any]:
        return [
            move for move in self.total.moves(player) if not self.plain.wins(move.after, -player)
        ]


@with_groups
def component(asked: Any) -> bool:
    """Check a component: its outcome, Grundy value and value, each searched by the rules."""
    f, name, outcome, value_text, grundy = asked
    term = next(t for t in f.total.terms if f"{'-' if t.sign < 0 else ''}{t}" == name)
    game = fs.Sum(term.component) if term.sign > 0 else -fs.Sum(term.component)
    assert outcome is None or outcome == str(Plain().outcome(game))
    found = game.value
    return (value_text is None or fs.Value(value_text) == found) and (
        grundy is None or found == fs.star(int(grundy))
    )


@with_groups
def nim_sum(asked: Any) -> bool:
    f, numbers, total = asked
    result = 0
    for number in numbers.split(" xor "):
        result ^= int(number)
    return result == int(total) and f.total.value == fs.star(result)


SUM_SENTENCES = {
    r"(\d+) in the sum$": lambda f: len(f.total.terms),
    r"none: nobody can move$": lambda f: not f.total.terms,
    r"(\S+?): (?:outcome (.)(?:, value (\S+))?|Grundy value (\d+))$": component,
    r"every component is impartial, so the nim-sum of the Grundy values decides: (.*) = (\d+)$": (
        nim_sum
    ),
    r"(Left|Right), moving first, (wins|loses) \((.*)\)$": with_groups(
        lambda asked: (
            asked[0].plain.wins(asked[0].total, fs.Left if asked[1] == "Left" else fs.Right)
            == (asked[2] == "wins")
        )
    ),
    r"(Left|Right) has at most (\d+) moves in this sum, so long components were shortened where "
    r"their length cannot matter$": with_groups(
        lambda asked: (
            longest(asked[0].total, fs.Left if asked[1] == "Left" else fs.Right) <= int(asked[2])
        )
    ),
    r"([LRNP]): (.*)$": lambda f: (f.outcome, WINNERS[f.outcome]),
    r"(\d+|no)@(Left|Right) moves? wins?$": with_groups(
        lambda asked: (
            (0 if asked[1] == "no" else int(asked[1]))
            == len(asked[0].winning(fs.Left if asked[2] == "Left" else fs.Right))
        )
    ),
}  # fmt: skip


def longest(total: fs.Sum, player: fs.Player) -> int:
    """Return the most moves of a player in a sum, counted in each component."""

    @cache
    def most(state: Any) -> int:
        own = [1 + most(after) for after in state.options(player)]
        return max([*own, *(most(after) for after in state.options(-player)), 0])

    return sum(most(term.component) for term in total.terms if term.sign > 0)


METHODS: dict[str, Any] = {
    "cancelled": lambda total: total.value == 0,
    "alone": lambda total: len(total.terms) == 1,
    "outcomes": lambda total: len(total.terms) > 1,
}


def test_every_sentence_about_a_sum_is_true() -> None:
    """Random sums of up to four small components, all moves tried."""
    rng, reader = Random(5), Reader(SUM_SENTENCES)
    sentences = {method.value for method in Method}
    sums: list[Any] = [
        fs.Sum(),
        fs.parse("E(600000000000000000059,400000000000000000040) + E(33,23)"),
    ]
    for _ in range(60):
        total: Any = fs.Sum()
        for text in rng.choices(COMPONENTS, k=rng.randint(1, 4)):
            game = fs.parse(text)
            total = total + game if rng.random() < 0.7 else total - game
        sums.append(total)
    for one in sums:
        total = one
        is_long = "600000000000000000059" in str(total)
        f = SumFacts(
            fs.Sum(fs.PartizanEuclid(59, 40), fs.PartizanEuclid(33, 23)) if is_long else total
        )
        explanation = total.explain()
        for step in islice(explanation.steps, 1 if is_long else 0, None):
            name = str(step.title).split(" ")[0]
            name = "Left" if name == "Either" else name
            text = str(step.text)
            if text in sentences:
                label = step.data["method"]
                assert METHODS.get(label, lambda _: True)(total)
            elif str(step.title).endswith("to move"):
                number, rest = text.split(" ", 1)
                reader.check_text(f"{number}@{name} {rest}", f)
            else:
                reader.check_text(text, f)
            if str(step.title).endswith("to move"):
                good = f.winning(fs.Left if name == "Left" else fs.Right)
                assert len(step.items) == len(good)
                if not is_long:
                    assert [*map(str, step.items)] == [str(move.text) for move in good]
            else:
                for item in step.items:
                    reader.check_text(str(item), f)
    assert not reader.unused
