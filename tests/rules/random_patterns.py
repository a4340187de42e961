"""Random rules from the whole grammar of patterns, and random positions for them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations
from random import Random
from typing import Any

CELLS = ["x/o .", "x/o . #", ". #", "x .", "T/F . e", "x y/z ."]
WORDS = ["", "", "rows", "columns", "both", "diagonals", "lines", "all"]
LETTERS = "nab"


def random_rules(chance: Random) -> str:
    """Return a text of rules; now and then it is one that no reader accepts."""
    board = chance.choices(["grid", "strip", "ring", "graph", "heaps"], [40, 15, 18, 14, 13])[0]
    lines = [] if board == "grid" else [f"board {board}"]
    if board == "heaps":
        rule: Callable[[], str] = partial(heap_line, chance)
    else:
        cells = chance.choice(CELLS)
        lines.append(f"cells {cells}")
        marks = cells.replace("/", "").replace(" ", "")
        maker = _Maker(chance, marks, is_graph=board == "graph", falls=chance.random() < 0.7)
        rule = maker.rules
    if chance.random() < 0.15:
        lines.append(f"variant {chance.choice(['impartial', 'dicotic', 'twisted'])}")
    way = chance.random()
    if way < 0.3:
        lines.append(f"both {rule()}")
    else:
        lines.append(f"left {rule()}")
        derived = ["= left"]
        if board != "heaps":
            derived += ["= mirror of left", "= swap of left", "= turn of left"]
        lines.append(f"right {rule() if way < 0.6 else chance.choice(derived)}")
    return "\n".join(lines)


class _Maker:
    """Makes rules on boards. If `falls`, marks mostly become later ones, so that games end."""

    def __init__(self, chance: Random, marks: str, *, is_graph: bool, falls: bool) -> None:
        self.chance, self.marks, self.is_graph, self.falls = chance, marks, is_graph, falls

    def rules(self) -> str:
        return "  ".join(self.move() for _ in range(self.chance.choice([1, 1, 2, 3])))

    def move(self) -> str:
        steps = 1 if self.is_graph else self.chance.choices([1, 2, 3], [74, 22, 4])[0]
        return " then ".join(self.step() for _ in range(steps))

    def step(self) -> str:
        chance = self.chance
        count = 1 if self.is_graph else chance.choices([1, 2, 3], [78, 19, 3])[0]
        rows = [self.row(3 if count == 1 else 2) for _ in range(count)]
        words = ["|".join(before for before, _ in rows), "->", "|".join(after for _, after in rows)]
        if not self.is_graph:
            words.append(chance.choice([*WORDS[:5], "all"] if count > 1 else WORDS))
        while chance.random() < 0.25:
            named = "".join(chance.sample(self.marks, chance.choice([1, 1, 2])))
            words += [chance.choice(["if", "unless"]), chance.choice(["near", "touching"]), named]
        return " ".join(word for word in words if word)

    def row(self, most: int) -> tuple[str, str]:
        chance = self.chance
        items = []
        for _ in range(chance.randint(1, most)):
            sign = chance.choices(["", "+", "*"], [80, 14, 6])[0]
            size = chance.choice([1, 1, 1, 2]) if sign else 1
            cells = [self.cell() for _ in range(size)]
            before, after = ("".join(cell[i] for cell in cells) for i in (0, 1))
            group = len(cells) > 1
            items.append([f"({s}){sign}" if group else f"{s}{sign}" for s in (before, after)])
        afters = [after for _, after in items]
        if chance.random() < 0.2:
            chance.shuffle(afters)
        return "".join(before for before, _ in items), "".join(afters)

    def cell(self) -> tuple[str, str]:
        chance = self.chance
        kind = chance.random()
        if kind < 0.14:
            return "?", chance.choice("==?")
        if kind < 0.24 and not self.is_graph:
            return "$", chance.choice("==$")
        marks = "".join(
            sorted(chance.sample(self.marks, chance.choice([1, 1, 1, 2])), key=self.age)
        )
        if kind < 0.30 and not self.is_graph:
            return f"[{marks}$]", "="
        before = marks if len(marks) == 1 else f"[{marks}]"
        later = self.marks[self.age(marks[-1]) + 1 :] if self.falls else self.marks
        return before, chance.choice("=" + later + later)

    def age(self, mark: str) -> int:
        return self.marks.index(mark)


def heap_line(chance: Random) -> str:
    """Return rules on heaps."""
    return ", ".join(_heap_rule(chance) for _ in range(chance.choice([1, 1, 2])))


def _heap_rule(chance: Random) -> str:
    before = chance.choice(["n", "n", "n+1", "n+2", "2n", "a+b", "a+2b", "2a+1", "3a"])
    known = [x for x in LETTERS if x in before]
    letters = known + chance.choice([[], [], ["c"], ["c", "d"]])
    results = [
        "+".join(_form(chance, letters) for _ in range(chance.choice([1, 1, 2, 2, 3])))
        for _ in range(chance.choice([1, 1, 2]))
    ]
    text = f"{before} -> {' | '.join(results)}"
    used = sorted(set(known).union(*(set(LETTERS + "cd") & set(r) for r in results)))
    if len(results) == 1 and chance.random() < 0.4:
        signs = ["<", "<=", ">", ">=", "=", "!="]
        asked = [
            f"{_form(chance, used)} {chance.choice(signs)} {_form(chance, used)}"
            for _ in range(chance.choice([1, 1, 2]))
        ]
        text += f" if {' and '.join(asked)}"
    return text


def _form(chance: Random, letters: list[str]) -> str:
    kind = chance.random()
    letter = chance.choice(letters)
    if kind < 0.5:
        return letter
    if kind < 0.65:
        return f"{letter}-{chance.choice('123')}"
    if kind < 0.75:
        return chance.choice("0123")
    if kind < 0.9:
        return f"{letter}-{chance.choice(letters)}"
    return f"2{letter}"


def random_position(chance: Random, rules: Any, *, is_large: bool = False) -> Any:
    """Return a small position of some rules, or a larger one."""
    written = getattr(rules, "base", rules).written
    if written.board == "heaps":
        most = 20 if is_large else 7
        return tuple(chance.randint(1, most) for _ in range(chance.choice([1, 1, 2])))
    marks = list(written.alphabet) if written.board != "graph" else list(written.marks)
    if written.board == "graph":
        size = chance.randint(6, 9) if is_large else chance.randint(1, 5)
        edges = [edge for edge in combinations(range(size), 2) if chance.random() < 0.5]
        return "".join(chance.choices(marks, k=size)), tuple(edges)
    rows, columns = 1, chance.randint(7, 12) if is_large else chance.randint(1, 6)
    if written.board == "grid" and chance.random() < 0.75:
        small = [(2, 1), (3, 1), (2, 2), (2, 3), (3, 2)]
        rows, columns = chance.choice([(2, 5), (3, 4), (5, 2), (4, 4)] if is_large else small)
    return "|".join("".join(chance.choices(marks, k=columns)) for _ in range(rows))
