"""The languages of rules, patterns and arithmetic, against a plain reading on random rules."""

from __future__ import annotations

import random

import pytest

import farstar as fs
from farstar.certificates import Certificate, Refused, certify_family, checker
from tests.certificates import plain_rules

MARKS = "xo."


def random_class(generator: random.Random) -> str:
    """Return a class of marks, perhaps with the outside, perhaps negated or empty."""
    members = "".join(sorted(generator.sample(MARKS + "$", generator.randint(0, 3))))
    return f"[{generator.choice(['', '^'])}{members}]"


def random_pattern(generator: random.Random) -> str:
    """Return a rule of one to three rows from the whole language of patterns."""
    rows, columns = generator.choice([(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (3, 1), (1, 4)])
    before = [
        [
            generator.choice([*MARKS, *MARKS, "?", "$", random_class(generator)])
            for _ in range(columns)
        ]
        for _ in range(rows)
    ]
    after = [[generator.choice([*MARKS, "=", "="]) for _ in range(columns)] for _ in range(rows)]
    sides = ("|".join(map("".join, side)) for side in (before, after))
    return " -> ".join(sides)


def random_board(generator: random.Random) -> str:
    """Return a small board."""
    rows, columns = generator.randint(1, 3), generator.randint(1, 4)
    return "|".join("".join(generator.choices(MARKS, k=columns)) for _ in range(rows))


@pytest.mark.parametrize("count", [1_500, pytest.param(60_000, marks=pytest.mark.long)])
def test_random_patterns(count: int) -> None:
    generator = random.Random(count)
    moved = 0
    for _ in range(count):
        rule, board = random_pattern(generator), random_board(generator)
        rules = checker.BoardRules([rule], [rule, rule], checker.Budget())
        left, right = rules.moves(board)
        assert left == right == plain_rules.board_moves(board, rule), (rule, board)
        moved += bool(left)
    assert moved > count // 5


OUTSIDE = [
    ("x$$ -> .==", "x"), ("x?$ -> .==", "x"), ("$?x -> ==.", "x"),
    ("$$.$ -> ==x=", "."), ("??.?? -> ==x==", ".."), ("[^x]x -> =.", "x"), ("[$o]x -> =.", "x"),
    ("$|x -> =|.", "x"), ("x|$ -> .|=", "x|x"), ("? -> x", "."), ("$ -> x", "."),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "board"), OUTSIDE)
def test_patterns_at_the_rim_of_the_board(rule: str, board: str) -> None:
    """The board lies in an endless plane of outside, of which nothing is ever written."""
    rules = checker.BoardRules([rule], [], checker.Budget())
    assert rules.moves(board)[0] == plain_rules.board_moves(board, rule)


def test_what_lies_outside_is_never_written() -> None:
    def moves(rule: str, board: str) -> set[str]:
        return checker.BoardRules([rule], [], checker.Budget()).moves(board)[0]

    assert moves("x$ -> ox", "x.x") == {"x.o"}
    assert moves("$$x$$ -> ==.==", "x") == {"."}
    assert moves("[^x]x -> =.", "x") == {"."}  # a class that excludes marks fits the outside
    assert moves("[o]x -> =.", "x") == set()
    assert moves("??x?? -> ==.==", "x") == {"."}
    assert moves("$$ -> xx", "x") == set()  # a placement must touch the board


@pytest.mark.parametrize("mark", "^[]$?=")
def test_signs_of_patterns_are_no_marks(mark: str) -> None:
    with pytest.raises(checker.Refused, match="is no mark on the board"):
        checker.check_board(f"x{mark}")


@pytest.mark.parametrize(
    "rule",
    ["[xo -> .", "x] -> ..", "^ -> .", "[[] -> .", "[x^] -> .", "= -> .", "x -> ?", "x -> [x]",
     "x -> $", "x", "x -> ", " -> ", "x -> . -> x", "xo|x -> ..|.", "x -> ..", "[=] -> ."],
)  # fmt: skip
def test_patterns_that_are_refused(rule: str) -> None:
    with pytest.raises(checker.Refused):
        checker.BoardRules([rule], [], checker.Budget())


def random_sum(generator: random.Random, letters: str, depth: int = 2) -> str:
    """Return arithmetic with some letters."""
    kind = generator.randrange(7) if depth else generator.randrange(2)
    if kind == 0:
        return str(generator.randrange(6))
    if kind == 1:
        return generator.choice(letters)
    if kind == 2:
        return f"({random_sum(generator, letters, depth - 1)})"
    if kind == 3:
        return f"-{random_sum(generator, letters, 0)}"
    first, second = (random_sum(generator, letters, depth - 1) for _ in range(2))
    if kind == 4:
        return f"{first}{generator.choice(['%', '//', ' % '])}{generator.randint(1, 4)}"
    return f"{first}{generator.choice(['+', '-', ' - '])}{second}"


def random_condition(generator: random.Random, letters: str, depth: int = 2) -> str:
    """Return a condition, with chains of comparisons and words between them."""
    if depth and generator.random() < 0.5:
        first, second = (random_condition(generator, letters, depth - 1) for _ in range(2))
        text = f"{first} {generator.choice(['and', 'or'])} {second}"
        return f"({text})" if generator.random() < 0.4 else text
    terms = [random_sum(generator, letters, 1) for _ in range(generator.randint(2, 3))]
    text = terms[0]
    for term in terms[1:]:
        text += f" {generator.choice(['<', '<=', '>', '>=', '==', '!='])} {term}"
    return text


def random_heap_rule(generator: random.Random, size: int) -> str:
    """Return a rule about heaps of some numbers from the whole language of arithmetic."""
    letters, clauses = "pqr"[:size], []
    for letter in generator.sample("ab", generator.randint(0, 2)):
        bounds = [random_sum(generator, letters, 1) for _ in range(generator.randint(1, 2))]
        is_range = generator.random() < 0.7
        loop = f"range({', '.join(bounds)})" if is_range else f"({', '.join(bounds)}, )"
        clauses.append(f" for {letter} in {loop}")
        letters += letter
        if generator.random() < 0.4:
            clauses.append(f" if {random_condition(generator, letters)}")
    if not clauses and generator.random() < 0.6:
        clauses.append(f" if {random_condition(generator, letters)}")
    heaps = []
    for _ in range(generator.randint(1, 2)):
        numbers = [random_sum(generator, letters) for _ in range(size)]
        heaps.append(numbers[0] if size == 1 else f"({', '.join(numbers)})")
    return f"{', '.join(letters[:size])} -> {', '.join(heaps)}{''.join(clauses)}"


@pytest.mark.parametrize("count", [1_500, pytest.param(60_000, marks=pytest.mark.long)])
def test_random_arithmetic(count: int) -> None:
    """Python itself says what the arithmetic means; heaps below zero are refused."""
    generator = random.Random(count)
    moved = refused = 0
    for _ in range(count):
        size = generator.randint(1, 3)
        rule = random_heap_rule(generator, size)
        heaps = tuple(
            tuple(generator.randrange(5) for _ in range(size))
            for _ in range(generator.randint(1, 2))
        )
        heaps = tuple(heap for heap in heaps if any(heap))
        expected = plain_rules.heap_moves(heaps, rule)
        rules = checker.HeapRules([rule], [rule, rule], checker.Budget())
        if any(number < 0 for after in expected for heap in after for number in heap):
            refused += 1
            with pytest.raises(checker.Refused, match="makes a heap of"):
                rules.moves(heaps)
            continue
        left, right = rules.moves(heaps)
        assert left == right == expected, (rule, heaps)
        moved += bool(left)
    assert moved > count // 8
    assert refused > count // 20


@pytest.mark.parametrize(
    "rule",
    ["n", "n -> ", "-> n", "n -> n +", "n -> (n", "n -> n)", "n -> n if", "n -> n if n",
     "n -> n if n < ", "n -> n for k", "n -> n for k in", "n -> n for k in range", "n -> k",
     "n -> n for k in range(1, 2, 3)", "n -> n for n in range(2)", "n, n -> n", "n -> n n",
     "n -> n for k in range(k)", "n -> nn", "n -> n*n", "n -> n/2", "n -> n < 2", "n -> N",
     "n -> n if n = 1", "n -> n if (n)", "n -> n if n < 2 +", "n -> n and n", "",
     "n -> n if not n < 2", "n -> n <> 2", "n -> n << 2", "n -> () ", "n -> " + "(" * 60],
)  # fmt: skip
def test_arithmetic_that_is_refused(rule: str) -> None:
    with pytest.raises(checker.Refused, match=r"rule|arithmetic|range"):
        checker.HeapRules([rule], [], checker.Budget()).moves(((2,),))


def test_division_by_zero_and_other_sizes() -> None:
    for rule, message in (
        ("n -> 2 % (n-2)", "divides by zero"), ("n -> n // 0", "divides by zero"),
        ("n, m -> n", "is about 2 numbers"), ("n -> n-3", "makes a heap of"),
    ):  # fmt: skip
        with pytest.raises(checker.Refused, match=message):
            checker.HeapRules([rule], [], checker.Budget()).moves(((2,),))
    rules = checker.HeapRules(["n -> n if n > 5 and n // 0 > 1 or n < 9"], [], checker.Budget())
    assert rules.moves(((2,),))[0] == {((2,),)}


@pytest.mark.parametrize("heaps", [[[0]], [[0], [1]], [[1], [0]], [[0, 0]], [[]], [[-1]]])
def test_heaps_of_zeros_vanish_and_are_not_listed(heaps: list[list[int]]) -> None:
    """Whether such a heap has moves, and when it vanishes, is a question that must not arise."""
    family = certify_family([fs.Nim(1)]).data
    for result in "LRNP":
        changed = {**family, "positions": [[0, heaps]], "results": [result]}
        rules = ["n -> 2 if n == 0", "n -> 0 if n == 1"]
        changed["rules"] = [{"left": rules, "right": rules}]
        with pytest.raises(Refused, match="heaps must have numbers from 0 to"):
            Certificate.sealed(changed).check()


def test_nested_ranges_are_out_of_budget() -> None:
    rule = "n -> a, b for a in range(n) for b in range(n)"
    with pytest.raises(checker.OutOfBudget, match="more than 100000 steps"):
        checker.HeapRules([rule], [], checker.Budget(100_000)).moves(((1000,),))
    with pytest.raises(checker.NotSupported, match="a heap of more than 1000"):
        checker.HeapRules([rule], [], checker.Budget()).moves(((1001,),))
