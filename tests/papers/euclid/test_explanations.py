"""Every sentence of the explanations of Euclid, Grossman's game and Serial Nim is true."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import count, pairwise
from typing import Any

import pytest

import farstar as fs
from farstar.impartial.number_sets import Multipliers
from tests.papers.euclid.euclid_brute import Brute
from tests.papers.sentences import Reader, with_groups

BOUND = 34
SETS: dict[str, tuple[Any, Callable[[int], bool]]] = {
    "all": (None, lambda m: True),
    "k=1": (fs.up_to(1), lambda m: m == 1),
    "k=2": (fs.up_to(2), lambda m: m <= 2),
    "k=4": (fs.up_to(4), lambda m: m <= 4),
    "odd": (fs.odd, lambda m: m % 2 == 1),
    "{1,3}": ({1, 3}, lambda m: m in (1, 3)),
    "{1,4}": ({1, 4}, lambda m: m in (1, 4)),
    "{2,3}": ({2, 3}, lambda m: m in (2, 3)),
}
GAMES: dict[str, tuple[Any, int]] = {"Euclid": (fs.Euclid, 0), "Grossman": (fs.Grossman, 1)}


@cache
def tables(name: str, game: str) -> Brute:
    return Brute(BOUND, SETS[name][1], least=GAMES[game][1])


def fraction(a: int, b: int) -> list[int]:
    """Return the quotients of b/a by division."""
    digits = []
    while a:
        digits.append(b // a)
        a, b = b % a, a
    return digits


def listed(items: Any) -> str:
    return ", ".join(map(str, items))


def agreed(said: int, known: int) -> int:
    """Return a number that is said to be the result of a calculation, and known in another way."""
    assert said == known
    return known


def pair(numbers: Any) -> str:
    return f"({numbers[0]},{numbers[1]})"


class Facts:
    """A position, and what plain play says about it."""

    def __init__(self, game: str, name: str, a: int, b: int) -> None:
        self.game, self.name, self.pair = game, name, (a, b)
        make, self.least = GAMES[game]
        self.position = make(a, b, multipliers=SETS[name][0])
        self.table = tables(name, game)
        self.small, self.large = key = min(a, b), max(a, b)
        self.key = key
        self.moves = self.table.moves[key]
        self.wins, self.misere = self.table.wins[False][key], self.table.wins[True][key]
        self.winning = self.table.winning(key, misere=False)
        self.digits = fraction(*key)
        row = [*self.digits]
        if self.least and row:
            row[-1] -= 1
        self.row = row if not row or row[-1] else row[:-1]
        self.limit = int(name[2:]) if name.startswith("k=") else None
        place = next((i for i, heap in enumerate(self.row) if heap > 1), None)
        # The player who meets the first heap that leaves a choice wins.
        self.is_choice = place is not None and self.table.wins[False][self.tail(place)]

    def __repr__(self) -> str:
        return f"{self.game}{pair(self.pair)} with {self.name}"

    def after(self, m: int, of: Any = None) -> tuple[int, int]:
        """Return the position after a move, with the numbers where they were."""
        a, b = of or self.pair
        return (a, b - m * a) if a <= b else (a - m * b, b)

    def tail(self, place: int) -> tuple[int, int]:
        """Return the position that is left when the quotients before a place are used up."""
        a, b = self.key
        for _ in range(place):
            a, b = b % a, a
        return a, b

    @property
    def best(self) -> tuple[int, int]:
        """The position after the first winning move."""
        return self.after(self.winning[0])

    @property
    def replies(self) -> dict[int, tuple[int, int]]:
        """The opponent's moves after the first winning one."""
        return self.table.moves[ordered(self.best)]


def ordered(numbers: tuple[int, ...]) -> tuple[int, int]:
    return min(numbers), max(numbers)


def who(wins: bool) -> str:
    return "to move" if wins else "who moved last"


def reduced(f: Facts) -> list[int]:
    """Return the reduced sequence, as Theorem 4 describes it for Grossman's game."""
    quotients = [*f.digits]
    if not f.least:
        quotients[-1] += 1
    sequence = [min(q % (f.limit + 1), 2) for q in quotients if q % (f.limit + 1)]  # type: ignore[operator]
    return sequence if sequence and sequence[-1] == 2 else [*sequence, 2]


def first_two(f: Facts) -> tuple[Any, ...]:
    place = reduced(f).index(2)
    verdict = "even: the player to move wins" if f.wins else "odd: the player to move loses"
    return place, verdict, place


@with_groups
def goal(asked: Any) -> bool:
    """Check a goal by the six cases of the proof, the winner of the rest found by play."""
    f, place, quotient, case, order, residue, period = asked
    place = int(place)
    quotients = [*f.digits]
    if not f.least:
        quotients[-1] += 1
    is_last = place == len(quotients) - 1
    rest_wins = is_last or f.table.wins[False][f.tail(place + 1)]
    here = quotients[place] % (f.limit + 1)
    cases = {(True, 1): "a", (False, 1): "b", (True, 2): "c"}
    cases |= {(False, 2): "d", (True, 0): "e", (False, 0): "f"}
    wins = f.table.wins[False][f.tail(place)]
    assert int(quotient) == quotients[place]
    assert case == cases[rest_wins, min(here, 2)]
    assert (order == "first") == wins
    # A rest that the player who begins it wins is left to the opponent, so 1 must remain.
    return int(residue) == rest_wins and int(period) == f.limit + 1


def index(row: list[int]) -> int:
    """Return the largest i with a0 = ... = a(i-1) <= ai, tried one by one."""
    return max(i for i in range(len(row)) if all(x == row[0] for x in row[:i]) and row[0] <= row[i])


@with_groups
def play(asked: Any) -> bool:
    """Check a line of play: the winner makes winning moves, and it has the stated length."""
    f, length, _, line = asked
    numbers = [tuple(map(int, place.strip("()").split(","))) for place in line.split(" -> ")
               if place != "..."]  # fmt: skip
    assert f.table.lengths[False][f.key] == {int(length)}
    assert numbers[0] == f.pair
    assert line.endswith(" -> ...") == (int(length) > 12)
    if not line.endswith("..."):
        assert len(numbers) == int(length) + 1
        assert not f.table.moves[ordered(numbers[-1])]
    for one, other in pairwise(numbers):
        wins = f.table.wins[False]
        assert any(
            f.after(m, one) == other
            for m in f.table.moves[ordered(one)]
            if not wins[ordered(one)] or not wins[ordered(f.after(m, one))]
        )
    return True


@with_groups
def winning_set(asked: Any) -> bool:
    f, text = asked
    chosen = Multipliers.parse(text)
    return len(f.winning) > 1 and [m for m in f.moves if m in chosen] == f.winning


@with_groups
def subtraction_item(asked: Any) -> bool:
    f, heap, place, value = asked
    place = int(place)
    return (int(heap), int(value)) == (f.row[place], f.table.grundy[f.tail(place)])


@with_groups
def only_move(asked: Any) -> bool:
    f, to, answer = asked
    assert f.row[0] == 1
    assert [*f.moves] == [1]
    assert to == pair(f.after(1))
    replies = f.table.winning(ordered(f.after(1)), misere=False)
    expected = pair(f.after(replies[0], f.after(1))) if replies else None
    return bool(answer == expected)


def first_heap(f: Any) -> tuple[Any, ...]:
    place = next(i for i, heap in enumerate(f.row) if heap > 1)
    before = {0: None, 1: "; the heap before it is 1, so play up to there is forced"}.get(
        place, f"; the {place} heaps before it are 1, so play up to there is forced"
    )
    return f.row[place], place, before


ROWS = {
    r"All heaps are 1, so every move is forced and the game lasts (\d+) (moves?): the player to "
    r"move (makes|does not make) the last one\.": lambda f: (
        len(f.row),
        "move" if len(f.row) == 1 else "moves",
        "makes" if f.wins else "does not make",
    ),
    r"The first heap that is not 1 is (\d+), at place (\d+)(; .*? is forced)?\.": first_heap,
    r"Whoever meets it can take all of it or all but one, and so decides who must begin the "
    r"rest\.": lambda f: f.is_choice,
    r"Place (\d+) is (even: that is the player to move|odd: that is the opponent)\.": lambda f: (
        next(i for i, heap in enumerate(f.row) if heap > 1),
        "even: that is the player to move" if f.wins else "odd: that is the opponent",
    ),
    r"Every move takes an odd number of counters and 1 is always legal, so all plays have the same "
    r"parity\.": lambda f: all(m % 2 for m in f.moves) and 1 in f.moves,
    r"The heaps hold (\d+) counters, which is (odd: the player to move wins|even: the player to "
    r"move loses)\.": lambda f: (
        sum(f.row),
        "odd: the player to move wins" if f.wins else "even: the player to move loses",
    ),
}  # fmt: skip
"""What is said about heaps in all three games."""

TITLES = "|".join(
    [
        "The end",
        "Quotients",
        "First heap that is not 1",
        "Golden ratio",
        "Parity",
        "Play",
        "Reduced sequence",
        "Goals",
        "Subtraction games",
        "Grundy value",
        "Misère play",
        "Residues",
    ]
)

EUCLID = {
    **ROWS,
    r"(Euclid|Grossman)\((\d+),(\d+)\)(?: with multipliers .*)?: the player (to move|who moved "
    r"last) wins": lambda f: (f.game, *f.pair, who(f.wins)),
    rf"(?:{TITLES})$": lambda f: True,
    r"Winning move$": lambda f: f.wins,
    r"No winning move$": lambda f: not f.wins,
    r"There is no move: (one number is 0|no result may be 0)\. The player to move loses\.": (
        lambda f: "no move" if f.moves else "no result may be 0" if f.small else "one number is 0"
    ),
    r"The continued fraction of (\d+)/(\d+) is \[(.*?)\]\.": lambda f: (
        f.large,
        f.small,
        listed(f.digits),
    ),
    r"A move takes counters from the first heap of this row, until it is empty\.": lambda f: (
        f.row == f.digits
    ),
    r"No result may be 0, so the last quotient is reduced by one: the heaps are (.*?), and a move "
    r"takes counters from the first until it is empty\.": lambda f: listed(f.row),
    r"With a = (\d+) and b = (\d+), b\*b - a\*b - a\*a = (-?\d+) ([<>]) 0: b/a is (above|below) "
    r"the golden ratio, the slope of the cone, so (.*?)\.": lambda f: (
        *f.key,
        f.large**2 - f.large * f.small - f.small**2,
        *((">", "above") if f.large / f.small > (1 + 5**0.5) / 2 else ("<", "below")),
        "the player to move wins" if f.wins else "every move loses",
    ),
    r"Modulo k \+ 1 = (\d+) drop the quotients( \(the last one increased by one\))? that leave 0, "
    r"write 1 for those that leave 1 and 2 for the others, and end in 2: (.*?)\.": lambda f: (
        f.limit + 1,
        None if f.least else " (the last one increased by one)",
        listed(reduced(f)),
    ),
    r"The first 2 is at place (\d+), which is (.*?)\.()": lambda f: (*first_two(f)[:2], None),
    r"Whenever the opponent takes 1 to k counters, the winner takes the rest of k \+ 1, and so "
    r"reaches the goal at each quotient\.": lambda f: f.limit is not None,
    r"(\d+)@quotient (\d+): case \((.)\); the winner, who moves (first|second) there, always "
    r"leaves (\d) modulo (\d+)": goal,
    r"Folding the heaps from the last to the first gives (\d+)\.": lambda f: f.table.grundy[f.key],
    r"The index I, the largest i with a0 = \.\.\. = a\(i-1\) <= ai, is (\d+); the Grundy value is "
    r"a0 - \(I mod 2\) = (\d+) - (\d) = (\d+)\.": lambda f: (
        index(f.row),
        f.digits[0],
        index(f.row) % 2,
        agreed(f.digits[0] - index(f.row) % 2, f.table.grundy[f.key]),
    ),
    r"floor\(\(b\*b - a\*a\) / \(a\*b\)\) = floor\((\d+) / (\d+)\) = (\d+)\.": lambda f: (
        f.large**2 - f.small**2,
        f.large * f.small,
        agreed((f.large**2 - f.small**2) // (f.large * f.small), f.table.grundy[f.key]),
    ),
    r"Each heap is a subtraction game with takes (\S+) that stands in front of what follows it\. "
    r"From the last heap to the first the Grundy values are:": lambda f: f.name,
    r"from heap (\d+) at place (\d+) on: (\d+)": subtraction_item,
    r"Subtract (\d+) times (\d+): \((\d+),(\d+)\) -> \((\d+),(\d+)\)\.": lambda f: (
        f.winning[0],
        f.small,
        *f.pair,
        *f.best,
    ),
    r"No other move wins\.": lambda f: len(f.winning) == 1,
    r"The winning multipliers are (.*?)\.(?= [A-Z])": winning_set,
    r"That ends the game\.": lambda f: not f.replies and not fraction_left(f),
    r"The opponent has no legal move\.": lambda f: not f.replies,
    r"The quotient is now 1, so the reply is forced: to \((\d+),(\d+)\)\.": lambda f: (
        f.after(1, f.best) if [*f.replies] == [1] else ("not", "forced")
    ),
    r"An even number of counters is left, and every move takes an odd number\.": lambda f: (
        (sum(f.row) - f.winning[0]) % 2 == 0 and all(m % 2 for m in f.replies)
    ),
    r"Whatever the opponent replies, there is again a move to the goal\.": lambda f: (
        f.limit is not None and all(f.table.wins[False][after] for after in f.replies.values())
    ),
    r"After every reply the player to move wins again\.": lambda f: (
        bool(f.replies) and all(f.table.wins[False][after] for after in f.replies.values())
    ),
    r"There is no legal move\.": lambda f: not f.moves,
    r"The quotient is 1, so the only move is to (\(\d+,\d+\))(?:, and the opponent wins by moving "
    r"to (\(\d+,\d+\)))?\.": only_move,
    r"Every move leaves an odd number of counters to the opponent\.": lambda f: (
        bool(f.moves) and all((sum(f.row) - m) % 2 for m in f.moves)
    ),
    r"Whatever is subtracted, the opponent has an answer that reaches the goal\.": lambda f: (
        not f.wins and f.limit is not None
    ),
    r"Every move leaves a position that the opponent wins\.": lambda f: (
        all(f.table.wins[False][after] for after in f.moves.values())
    ),
    r"If both play well, the game lasts (\d+) (moves?): (.*)\.$": play,
    r"In misère play the player (to move|who moved last) wins(, as in normal play| instead)\.": (
        lambda f: (who(f.misere), ", as in normal play" if f.misere == f.wins else " instead")
    ),
}  # fmt: skip


def fraction_left(f: Facts) -> bool:
    """Return whether counters are left after the first winning move."""
    return sum(f.row) > f.winning[0]


def test_every_sentence_about_a_position_is_true() -> None:
    """All positions with numbers up to 34 without a limit, and every third one with each set."""
    reader = Reader(EUCLID)
    for game, (_, least) in GAMES.items():
        for name in SETS:
            for a in range(least, BOUND + 1, 1 if name == "all" else 3):
                for b in range(max(least, 1), BOUND + 1):
                    f = Facts(game, name, a, b)
                    for text in numbered(f.position.explain()):
                        reader.check_text(text, f)
    assert not reader.unused


def numbered(explanation: Any) -> list[str]:
    """Return the texts, those about goals with the place of the quotient in front."""
    texts = [str(explanation.title)]
    for step in explanation.steps:
        texts += map(str, (step.title, step.text))
        is_goals = step.title == "Goals"
        texts += [f"{i}@{item}" if is_goals else str(item) for i, item in enumerate(step.items)]
    return [text for text in texts if text]


# Serial Nim.


@cache
def row_grundy(row: tuple[int, ...], name: str) -> int:
    """Return the Grundy value of a row of heaps by its moves."""
    row = row if row and row[0] else row[1:]
    if not row:
        return 0
    values = {row_grundy((row[0] - m, *row[1:]), name) for m in takes(row, name)}
    return next(g for g in count() if g not in values)


def takes(row: tuple[int, ...], name: str) -> list[int]:
    return [m for m in range(1, row[0] + 1) if SETS[name][1](m)]


class Row:
    """A row of heaps, and what plain play says about it."""

    def __init__(self, name: str, row: tuple[int, ...]) -> None:
        self.name, self.row = name, row
        self.position = fs.SerialNim(*row, takes=SETS[name][0])
        self.grundy = row_grundy(row, name)
        self.wins = self.grundy > 0
        self.limit = int(name[2:]) if name.startswith("k=") else None
        self.moves = takes(row, name) if row else []
        self.winning = [m for m in self.moves if not row_grundy(self.after(m), name)]
        place = next((i for i, heap in enumerate(row) if heap > 1), None)
        self.is_choice = place is not None and row_grundy(row[place:], name) > 0

    def __repr__(self) -> str:
        return f"SerialNim{self.row} with {self.name}"

    def after(self, m: int) -> tuple[int, ...]:
        first, *rest = self.row
        return (first - m, *rest) if first > m else tuple(rest)


@with_groups
def residue_item(asked: Any) -> bool:
    r, place, heap, rest, goal_, period, here, verdict = asked
    place, period = int(place), int(period)
    row = r.row[place:]
    won = row_grundy(row[1:], r.name) > 0
    wins = row_grundy(row, r.name) > 0
    assert (int(heap), int(here)) == (row[0], row[0] % period)
    assert period == r.limit + 1
    assert (rest == "won", goal_ == "1", verdict == "wins") == (won, won, wins)
    return True


@with_groups
def winning_takes(asked: Any) -> bool:
    r, text = asked
    chosen = Multipliers.parse(text)
    return len(r.winning) > 1 and [m for m in r.moves if m in chosen] == r.winning


SERIAL = {
    **ROWS,
    r"SerialNim\(([\d,]*)\): the player (to move|who moved last) wins": lambda r: (
        ",".join(map(str, r.row)),
        who(r.wins),
    ),
    rf"(?:{TITLES})$": lambda r: True,
    r"Winning move$": lambda r: r.wins,
    r"No winning move$": lambda r: not r.wins,
    r"There is no heap left\.": lambda r: not r.row,
    r"Modulo (\d+) the heaps are (.*?)\.": lambda r: (
        r.limit + 1,
        listed(heap % (r.limit + 1) for heap in r.row),
    ),
    r"(\d+)@heap (\d+): the rest is (won|lost) for whoever begins it, so the winner leaves (\d) "
    r"modulo (\d+), and the player who meets (\d+) (wins|loses)": residue_item,
    r"Each heap is a subtraction game with takes (\S+) that stands in front of what follows it\. "
    r"From the last heap to the first the Grundy values are:": lambda r: r.name,
    r"\d+@from heap (\d+) at place (\d+) on: (\d+)": with_groups(
        lambda asked: (
            int(asked[1]) == asked[0].row[int(asked[2])]
            and int(asked[3]) == row_grundy(asked[0].row[int(asked[2]) :], asked[0].name)
        )
    ),
    r"Folding the heaps from the last to the first gives (\d+)\.": lambda r: r.grundy,
    r"The index I is (\d+); the Grundy value is a0 - \(I mod 2\) = (\d+) - (\d) = (\d+)\.": (
        lambda r: (
            index(list(r.row)),
            r.row[0],
            index(list(r.row)) % 2,
            agreed(r.row[0] - index(list(r.row)) % 2, r.grundy),
        )
    ),
    r"Take (\d+) counters?, which leaves the heaps (.*?)\.": lambda r: (
        r.winning[0],
        listed(r.after(r.winning[0])) or "none",
    ),
    r"The winning takes are (.*)\.$": winning_takes,
    r"The opponent has an answer to every take\.": lambda r: not r.winning,
}  # fmt: skip


def test_every_sentence_about_a_row_is_true() -> None:
    reader = Reader(SERIAL)
    rows = [(), *((a,) for a in range(1, 8)), *((a, b) for a in range(1, 6) for b in range(1, 6))]
    rows += [(a, b, c) for a in range(1, 5) for b in range(1, 5) for c in range(1, 4)]
    for name in SETS:
        for row in rows:
            r = Row(name, row)
            for step in r.position.explain().steps:
                items = [f"{i}@{item}" for i, item in enumerate(step.items)]
                for text in (str(step.title), str(step.text), *items):
                    reader.check_text(text, r)
            reader.check_text(str(r.position.explain().title), r)
    assert not reader.unused


@pytest.mark.parametrize(
    "text",
    [
        "In misère play the player to move wins instead.",
        "Place 0 is odd: that is the opponent.",
        "The player to move has a dog.",
    ],
)
def test_a_wrong_sentence_fails(text: str) -> None:
    f = Facts("Grossman", "all", 7, 30)
    with pytest.raises(AssertionError):
        Reader(EUCLID).check_text(text, f)
