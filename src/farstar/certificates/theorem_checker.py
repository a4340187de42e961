"""Check the certificate of a theorem about games of every size: ``python theorem_checker.py FILE``.

This one file needs nothing but Python. It reads a certificate in JSON, makes the proof obligations
again from the rules that the file contains, decides all of them, and prints what is proved: the
rules in full, and the statement made from what was checked. A name in the file is a label, not a
fact.

The sections: 1. what a file contains; 2. rules and moves; 3. termination; 4. Moore machines;
5. invariants; 6. bounds; 7. families; 8. numeration systems; 9. the answer. Each begins with the
theorem that it relies on, and its proof.

The players are Left and Right. They move in turn; a player who cannot move loses, or wins under
misère play. The program ends with exit code 0 if the theorem is proved, 1 if the certificate is
refused, 2 if the file cannot be read, and 3 if the check takes more than STEPS steps, which says
nothing about the certificate.
"""

import hashlib
import json
import sys
from collections.abc import Callable, Iterable
from itertools import product
from typing import Any, NamedTuple

STEPS = 100_000_000
VERSION = 1


class Refused(ValueError):
    """The certificate does not prove what it claims, or is not a certificate."""


class OutOfBudget(Exception):
    """The check is longer than allowed: nothing is known about the certificate."""


class Statement(NamedTuple):
    """What is proved: in short, and line by line with the rules that were checked."""

    claims: list[str]
    lines: list[str]


def require(condition: object, message: str) -> None:
    if not condition:
        raise Refused(message)


class Budget:
    """Counts the steps of a check."""

    def __init__(self, steps: int | None = None) -> None:
        self.steps = self.left = STEPS if steps is None else steps

    def spend(self, steps: int = 1) -> None:
        self.left -= steps
        if self.left < 0:
            raise OutOfBudget(f"the check takes more than {self.steps} steps")


# 1. What a file contains.
#
# A shape is int, str or object (anything), [shape] for a list, (shape, shape) for a list of that
# length, or {field: shape}. Numbers are integers: true, 1.0 and "1" are refused. Every certificate
# has the fields of HEADER and those of its kind, and no others.

HEADER = {"digest": str, "kind": str, "version": int}
TYPES = {int: "an integer", str: "a text", dict: "an object", list: "a list"}


def text_of(data: Any) -> str:
    """Return data as JSON in the only way in which a certificate may be written."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), allow_nan=False)


def in_short(data: Any) -> str:
    text = text_of(data)
    return text if len(text) <= 60 else text[:57] + "..."


def expect(data: Any, shape: Any, what: str) -> None:
    """Refuse data of another shape."""
    if shape is object:
        return
    kind: Any = shape if isinstance(shape, type) else dict if isinstance(shape, dict) else list
    if type(data) is not kind:
        raise Refused(f"{what} must be {TYPES[kind]}, got {in_short(data)}")
    if isinstance(shape, dict):
        if data.keys() != shape.keys():
            raise Refused(f"{what} must have the fields {', '.join(sorted(shape))}")
        for field in shape:
            expect(data[field], shape[field], f"{field} of {what}")
    elif isinstance(shape, tuple):
        if len(data) != len(shape):
            raise Refused(f"{what} must have {len(shape)} entries, got {in_short(data)}")
        for entry, inner in zip(data, shape, strict=True):
            expect(entry, inner, what)
    elif isinstance(shape, list):
        for entry in data:
            expect(entry, shape[0], what)


def check_digest(document: Any) -> None:
    text = text_of({**document, "digest": ""})
    digest = hashlib.sha256(text.encode()).hexdigest()
    require(document["digest"] == digest, "the digest does not fit the other fields")


# 2. Rules and moves.
#
# A position is a board of `height` rows; a letter is one column of it, from top to bottom, and a
# board is a word. The board lies in an endless plane of outside. A rule "before -> after" is a
# move wherever `before` fits; it lies as it is written and must touch the board. Before the arrow
# a mark fits itself, [xo] fits one of these marks, [^x] anything else, even the outside, ? fits
# anything, and $ only the outside. After the arrow a mark is written, and at = a cell stays as it
# is. What lies outside is never written. In a rule of one row a group (o.)+ stands for one or
# more copies of it, and a group stands in the same place on both sides of the arrow. On a ring the
# columns are counted round it, no cell is met twice, and the rows above and below are outside; a
# rule $...$ is about the whole ring of that many cells, from its first one.
#
# So the moves of a player are a letter-to-letter transducer: a nondeterministic automaton whose
# edges read a letter of the word and write a letter of the option. State 0 copies what stands
# before the rule, state 1 what stands after it.

OUTSIDE = "$"
NO_MARKS = set("^[]()+$?=|")
MOST_LETTERS = 100
MOST_LENGTH = 5000
MOST_NODES = 20_000
RULES = {"height": int, "left": [str], "marks": str, "ring": int, "right": [str]}


class Cell(NamedTuple):
    """One cell of a pattern: what fits (one of the members, or anything else), what is written."""

    members: frozenset[str]
    is_negated: bool
    result: str

    def fits(self, mark: str) -> bool:
        return (mark in self.members) != self.is_negated


class Rule(NamedTuple):
    """The rows of a rule, and the columns of its group, if one may be repeated."""

    rows: list[list[Cell]]
    group: tuple[int, int] | None
    text: str


def read_side(text: str, rule: str) -> tuple[list[str], tuple[int, int] | None]:
    """Return the tokens of one row, and from where to where a group stands among them."""
    tokens: list[str] = []
    first, group, at = -1, None, 0
    while at < len(text):
        end = at + 1
        if text[at] == "(":
            require(first < 0 and group is None, f"more than one group in {rule!r}")
            first = len(tokens)
        elif text[at] == ")":
            require(0 <= first < len(tokens), f"an empty group in {rule!r}")
            require(text[at + 1 : at + 2] == "+", f"a group without + in {rule!r}")
            group, first, end = (first, len(tokens)), -1, at + 2
        else:
            if text[at] == "[":
                end = text.find("]", at) + 1
                require(end > at + 2, f"a class without marks in {rule!r}")
            tokens.append(text[at:end])
        at = end
    require(first < 0, f"a group without end in {rule!r}")
    return tokens, group


def read_cell(token: str, result: str, marks: str, rule: str) -> Cell:
    if token == "?":
        cell = Cell(frozenset(), True, result)
    elif token.startswith("["):
        is_negated = token[1] == "^"
        cell = Cell(frozenset(token[1 + is_negated : -1]), is_negated, result)
        require(cell.members, f"a class without marks in {rule!r}")
    else:
        cell = Cell(frozenset(token), False, result)
    require(cell.members <= {*marks, OUTSIDE}, f"{token!r} is no mark in {rule!r}")
    require(result in {*marks, "="}, f"{result!r} cannot be written by {rule!r}")
    is_kept = result == "=" or not cell.fits(OUTSIDE)
    require(is_kept, f"{rule!r} writes where the outside fits")
    return cell


def read_rule(text: str, marks: str) -> Rule:
    sides = text.split(" -> ")
    require(len(sides) == 2, f"{text!r} is not of the form before -> after")
    before, after = ([read_side(row, text) for row in side.split("|")] for side in sides)
    shapes = [[(len(tokens), group) for tokens, group in side] for side in (before, after)]
    require(shapes[0] == shapes[1], f"the two sides of {text!r} have different shapes")
    width, group = shapes[0][0]
    is_rectangle = width > 0 and all(shape == (width, None) for shape in shapes[0])
    require(
        is_rectangle or (len(before) == 1 and width > 0),
        f"{text!r} has rows of different lengths, or a group and several rows",
    )
    rows = [
        [read_cell(t, r, marks, text) for t, r in zip(tokens, results, strict=True)]
        for (tokens, _), (results, _) in zip(before, after, strict=True)
    ]
    return Rule(rows, group, text)


class Column(NamedTuple):
    """What one column of a rule does: the letters it fits, each with what it becomes."""

    pairs: dict[int, int]
    fits_outside: bool


class Transducer:
    """The moves of one player: next[p][a] has (b, q) for an edge from p that reads a, writes b."""

    def __init__(self, letters: list[str]) -> None:
        self.letters = letters
        self.next: list[list[list[tuple[int, int]]]] = []
        self.initial: set[int] = set()
        self.final: set[int] = set()

    def node(self) -> int:
        require(len(self.next) < MOST_NODES, f"the rules need more than {MOST_NODES} states")
        self.next.append([[] for _ in self.letters])
        return len(self.next) - 1

    def edge(self, p: int, column: Column, q: int) -> None:
        for a, b in column.pairs.items():
            if (b, q) not in self.next[p][a]:
                self.next[p][a].append((b, q))

    def copies(self, p: int) -> None:
        self.edge(p, Column({a: a for a in range(len(self.letters))}, True), p)

    def options(self, word: tuple[int, ...]) -> set[tuple[int, ...]]:
        """Return the words that a move leads to."""
        reached: set[tuple[int, tuple[int, ...]]] = {(p, ()) for p in self.initial}
        for a in word:
            reached = {(q, (*after, b)) for p, after in reached for b, q in self.next[p][a]}
        return {after for p, after in reached if p in self.final}


def letters_of(rules: Any) -> list[str]:
    """Return all columns of the height of the board, in order."""
    require(1 <= rules["height"] <= MOST_LETTERS, f"the height must be 1 to {MOST_LETTERS}")
    marks = rules["marks"]
    require(len(marks) ** rules["height"] <= MOST_LETTERS, f"more than {MOST_LETTERS} columns")
    letters = [""]
    for _ in range(rules["height"]):
        letters = [letter + mark for letter in letters for mark in marks]
    return letters


def check_rules(rules: Any) -> None:
    marks = rules["marks"]
    require(marks and len(set(marks)) == len(marks), "each mark must be named once")
    require(marks.isprintable() and not set(marks) & NO_MARKS, f"{marks!r} are no marks")
    require(" " not in marks and ">" not in marks, f"{marks!r} are no marks")
    require(rules["ring"] in (0, 1), "ring must be 0 or 1")
    require(not rules["ring"] or rules["height"] == 1, "a ring has one row")


def transducer(rules: Any, side: str) -> Transducer:
    """Return the moves of Left or of Right."""
    machine = Transducer(letters_of(rules))
    before, after = machine.node(), machine.node()
    machine.copies(before)
    machine.copies(after)
    machine.initial.add(before)
    machine.final.add(after)
    for text in rules[side]:
        rule = read_rule(text, rules["marks"])
        first, last = rule.rows[0][0], rule.rows[0][-1]
        is_whole_ring = len(rule.rows) == 1 and is_outside(first) and is_outside(last)
        if rules["ring"] and is_whole_ring:
            meets_outside = any(cell.fits(OUTSIDE) for cell in rule.rows[0][1:-1])
            require(not meets_outside, f"{text!r} is about rings of several lengths")
        for top in range(1 - len(rule.rows), rules["height"]):
            columns = columns_of(rule, top, machine.letters)
            if columns is not None and rules["ring"] and not is_whole_ring:
                add_around_ring(machine, columns, rule.group)
            elif columns is not None:
                add_on_strip(machine, columns, rule.group)
    return machine


def is_outside(cell: Cell) -> bool:
    return cell.members == {OUTSIDE} and not cell.is_negated


def columns_of(rule: Rule, top: int, letters: list[str]) -> list[Column] | None:
    """Return what a rule whose first row is row `top` does; None if a row outside does not fit."""
    height = len(letters[0])
    inside = [(r + top, row) for r, row in enumerate(rule.rows) if 0 <= r + top < height]
    beyond = [row for r, row in enumerate(rule.rows) if not 0 <= r + top < height]
    if not all(cell.fits(OUTSIDE) for row in beyond for cell in row):
        return None
    number = {letter: a for a, letter in enumerate(letters)}
    columns = []
    for c in range(len(rule.rows[0])):
        pairs = {}
        for a, letter in enumerate(letters):
            if all(row[c].fits(letter[r]) for r, row in inside):
                marks = list(letter)
                for r, row in inside:
                    marks[r] = marks[r] if row[c].result == "=" else row[c].result
                pairs[a] = number["".join(marks)]
        columns.append(Column(pairs, all(row[c].fits(OUTSIDE) for row in rule.rows)))
    return columns


def links_of(columns: list[Column], group: tuple[int, int] | None) -> list[tuple[int, int, int]]:
    """Return (i, j, k): from place i column j leads to place k. Place 0 is before the rule."""
    links = [(j, j, j + 1) for j in range(len(columns))]
    if group is not None:
        links.append((group[1] - 1, group[1] - 1, group[0]))
    return links


def add_on_strip(machine: Transducer, columns: list[Column], group: tuple[int, int] | None) -> None:
    """Add a rule to a transducer; some of its columns may lie to the left or right of the board.

    A place that is reached before any letter was read is a state of its own, so that the rule
    touches the board.
    """
    links, last = links_of(columns, group), len(columns)
    untouched, touched = ([machine.node() for _ in range(last + 1)] for _ in range(2))
    for i, j, k in links:
        for places in (untouched, touched):
            machine.edge(places[i], columns[j], touched[k])
            if k == last:
                machine.edge(places[i], columns[j], 1)
        if i == 0:
            machine.edge(0, columns[j], touched[k])
            if k == last:
                machine.edge(0, columns[j], 1)
    # Columns beyond the board: to the left, places that are reached from place 0 outside; to the
    # right, places from which the last one is reached outside.
    reached, ends = {0}, {last}
    for _ in range(last + 1):
        reached |= {k for i, j, k in links if i in reached and columns[j].fits_outside}
        ends |= {i for i, j, k in links if k in ends and columns[j].fits_outside}
    machine.initial |= {untouched[k] for k in reached}
    machine.final |= {touched[k] for k in ends}


def add_around_ring(
    machine: Transducer, columns: list[Column], group: tuple[int, int] | None
) -> None:
    """Add a rule that lies inside the word, or across its end, where the ring was cut."""
    links, last = links_of(columns, group), len(columns)
    places = [machine.node() for _ in range(last + 1)]
    for i, j, k in links:
        for source in (0, places[i]) if i == 0 else (places[i],):
            machine.edge(source, columns[j], places[k])
            if k == last:
                machine.edge(source, columns[j], 1)
    # Across the end: the rest of the rule from the place `cut` on, a copy of what stands between,
    # and the beginning of the rule up to that place. A group may begin at place 0 again.
    cuts = [*range(1, last), *([0] if group is not None and group[0] == 0 else [])]
    for cut in cuts:
        rest, start = ([machine.node() for _ in range(last + 1)] for _ in range(2))
        between = machine.node()
        machine.copies(between)
        for i, j, k in links:
            machine.edge(rest[i], columns[j], between if k == last else rest[k])
            machine.edge(start[i], columns[j], start[k])
            if i == 0:
                machine.edge(between, columns[j], start[k])
        machine.initial.add(rest[cut])
        machine.final.add(start[cut])


# 3. Termination.
#
# A rank is a list of levels, compared lexicographically; with every move it must fall. A level is
# a weight of the word: the sum of the weights of its letters, or of its pairs of neighbouring
# letters; or it is the moment of such a weight, the sum of place times weight. Words of one length
# are finitely many, so that play ends if the rank falls with every move.
#
# The change of a weight by a move is a sum of costs along the path of the transducer. So it never
# rises exactly if no path from an initial to a final state has a cost above 0, and the moves that
# keep it are the paths all of whose edges are tight, that is, on a path of greatest cost to where
# they lead. The next level is about these only. If all remaining moves keep a weight, let P_j be
# the change up to place j; then the moment changes by the sum of j (P_j - P_(j-1)), which is minus
# the sum of all P_j, and P_j depends only on the state.

LEVEL = {"moment": int, "weights": [([str], int)]}
Node = tuple[int, int, int]
Edge = tuple[Node, Node, int, int]


class Moves:
    """The moves of both players as one graph; an edge has the letters that it reads and writes.

    A node is a state of the transducer with the last letters read and written; these are -1 if no
    level looks at pairs.
    """

    def __init__(self, machines: list[Transducer], looks_at_pairs: bool, budget: Budget) -> None:
        self.edges: set[Edge] = set()
        self.initial: set[Node] = set()
        self.final: set[Node] = set()
        shift = 0
        for machine in machines:
            waiting = [(p + shift, -1, -1) for p in machine.initial]
            self.initial |= {*waiting}
            seen = {*waiting}
            for node in waiting:
                p, _, _ = node
                if p - shift in machine.final:
                    self.final.add(node)
                for a, edges in enumerate(machine.next[p - shift]):
                    for b, q in edges:
                        budget.spend()
                        after = (q + shift, a, b) if looks_at_pairs else (q + shift, -1, -1)
                        self.edges.add((node, after, a, b))
                        if after not in seen:
                            seen.add(after)
                            waiting.append(after)
            shift += len(machine.next)

    def keep(self, edges: set[Edge], initial: set[Node], final: set[Node]) -> None:
        """Keep only what lies on a path from an initial to a final node."""
        forward = reachable(initial, [(u, v) for u, v, _, _ in edges])
        backward = reachable(final, [(v, u) for u, v, _, _ in edges])
        both = forward & backward
        self.edges = {edge for edge in edges if edge[0] in both and edge[1] in both}
        self.initial, self.final = initial & both, final & both


def reachable(start: set[Node], pairs: list[tuple[Node, Node]]) -> set[Node]:
    after: dict[Node, list[Node]] = {}
    for u, v in pairs:
        after.setdefault(u, []).append(v)
    seen, waiting = set(start), list(start)
    for u in waiting:
        for v in after.get(u, ()):
            if v not in seen:
                seen.add(v)
                waiting.append(v)
    return seen


def greatest_costs(moves: Moves, costs: dict[Edge, int], budget: Budget) -> dict[Node, int]:
    """Return the greatest cost of a path from an initial node to each node."""
    greatest = dict.fromkeys(moves.initial, 0)
    for _ in range(len(moves.edges) + 2):
        changed = False
        for edge, cost in costs.items():
            budget.spend()
            u, v, _, _ = edge
            if u in greatest and greatest[u] + cost > greatest.get(v, greatest[u] + cost - 1):
                greatest[v] = greatest[u] + cost
                changed = True
        if not changed:
            return greatest
    raise Refused("the rank does not fall: a weight grows with longer moves")


def rank_text(rank: Any) -> str:
    """Return in words why play ends."""
    levels = []
    for level in rank:
        weights = ", ".join(f"{' '.join(letters)} = {n}" for letters, n in level["weights"])
        kind = {0: "the sum", 1: "the moment", -1: "minus the moment"}[level["moment"]]
        levels.append(f"{kind} of the weights {weights}")
    return f"{', then '.join(levels)} falls with every move" if levels else "nobody can move"


def check_rank(rank: Any, machines: list[Transducer], budget: Budget) -> None:
    """Refuse a rank that does not fall with every move."""
    expect(rank, [LEVEL], "the rank")
    letters = {letter: a for a, letter in enumerate(machines[0].letters)}
    for level in rank:
        windows = [tuple(window) for window, _ in level["weights"]]
        require(windows and len({*windows}) == len(windows), "a level must weigh things, each once")
        for window, _ in level["weights"]:
            require(len(window) in (1, 2), "a weight must be of a letter or of a pair of letters")
            require(letters.keys() >= {*window}, f"{in_short(window)} has an unknown letter")
        require(level["moment"] in (-1, 0, 1), "a moment must be -1, 0 or 1")
    looks_at_pairs = any(len(window) == 2 for level in rank for window, _ in level["weights"])
    moves = Moves(machines, looks_at_pairs, budget)
    moves.keep(moves.edges, moves.initial, moves.final)
    for level in rank:
        weights = {tuple(letters[x] for x in window): n for window, n in level["weights"]}
        check_level(moves, weights, level["moment"], budget)
    require(not moves.edges, "the rank does not fall with every move")


def check_level(
    moves: Moves, weights: dict[tuple[int, ...], int], moment: int, budget: Budget
) -> None:
    """Refuse a level that some move raises, and keep the moves that do not change it."""
    costs = {}
    for edge in moves.edges:
        (_, a_before, b_before), _, a, b = edge
        costs[edge] = (
            weights.get((b,), 0) + weights.get((b_before, b), 0)
            - weights.get((a,), 0) - weights.get((a_before, a), 0)
        )  # fmt: skip
    if moment:
        change = greatest_costs(moves, costs, budget)
        is_kept = all(change[u] + cost == change[v] for (u, v, _, _), cost in costs.items())
        is_kept = is_kept and not any(change[node] for node in moves.initial | moves.final)
        require(is_kept, "a moment needs a weight that all remaining moves keep")
        costs = {edge: -moment * change[edge[1]] for edge in costs}
    greatest = greatest_costs(moves, costs, budget)
    require(all(greatest[node] <= 0 for node in moves.final), "a level of the rank rises")
    moves.keep(
        {edge for edge, cost in costs.items() if greatest[edge[0]] + cost == greatest[edge[1]]},
        {node for node in moves.initial if greatest[node] == 0},
        {node for node in moves.final if greatest[node] == 0},
    )


# 4. Moore machines.
#
# Theorem. Let play end, and let M be an automaton that reads words and has a label in every state.
# If for every word w the label of w is what the labels of its options give, then M labels every
# word correctly. Proof. Induction along moves.
#
# The labels give: for outcomes, who wins moving first; for misère outcomes likewise, but a player
# without a move wins; for Grundy values the least number that no option has; for values the game
# whose options are the labels. In each case only the set of labels of Left's options and that of
# Right's matter.
#
# Decision. Let M read the word and all its options at once: a state is (s, L, R), where s is the
# state of M on the word, and L is the set of all (p, t) such that Left's transducer can be in p
# while M is in t on what it has written; R likewise. There are finitely many such states, and in
# each that is reached the label of s is compared with what the labels of the t give whose p is
# final.
#
# Parts. If a mark is a separator, a position is the sum of the words between separators. For this
# no rule may be able to tell a separator from the outside: only the first and the last cell of a
# rule fit either, they fit both, and they are not changed. Then M reads words without separators,
# and the set has triples (p, g, t), where g is the sum of the labels of the parts that are
# complete. This needs sums, which only Grundy values and values have.
#
# Words. If an expression is given, the theorem is about the words that match it and all that
# arises from them: the label ? means that a word is not one of these, and it must not be the label
# of a word that matches, nor of an option of a word that has another label.

MACHINE = {"labels": [object], "next": [[int]]}
MOORE = {
    "forms": [([int], [int])], "machine": MACHINE, "parts": str, "rank": object, "rules": RULES,
    "what": str, "words": str,
}  # fmt: skip
NO_POSITION = "?"
LONGEST_FORM = 200
WHATS = {
    "outcome": "the outcome", "misere": "the misère outcome", "grundy": "the Grundy value",
    "value": "the value",
}  # fmt: skip


class Forms:
    """Games given by their options, compared by the definition of >=."""

    def __init__(self, rows: list[Any]) -> None:
        self.rows: list[tuple[frozenset[int], frozenset[int]]] = []
        self.number: dict[tuple[frozenset[int], frozenset[int]], int] = {}
        self.known: dict[tuple[int, int], bool] = {}
        self.sums: dict[tuple[int, int], int] = {}
        self.texts: dict[int, str] = {}
        for i, (left, right) in enumerate(rows):
            require(all(0 <= x < i for x in (*left, *right)), "forms must be listed options first")
            self.rows.append((frozenset(left), frozenset(right)))
            self.number.setdefault(self.rows[-1], i)

    def make(self, left: frozenset[int], right: frozenset[int]) -> int:
        if (left, right) not in self.number:
            self.number[left, right] = len(self.rows)
            self.rows.append((left, right))
        return self.number[left, right]

    def is_at_least(self, g: int, h: int) -> bool:
        """Return whether g >= h: no Right option of g is <= h, no Left option of h is >= g."""
        if (g, h) not in self.known:
            self.known[g, h] = not any(self.is_at_least(h, x) for x in self.rows[g][1]) and not any(
                self.is_at_least(x, g) for x in self.rows[h][0]
            )
        return self.known[g, h]

    def are_equal(self, g: int, h: int) -> bool:
        return self.is_at_least(g, h) and self.is_at_least(h, g)

    def total(self, g: int, h: int) -> int:
        if (g, h) not in self.sums:
            left, right = (
                frozenset(self.total(x, h) for x in self.rows[g][side])
                | frozenset(self.total(g, x) for x in self.rows[h][side])
                for side in (0, 1)
            )
            self.sums[g, h] = self.make(left, right)
        return self.sums[g, h]

    def text(self, g: int) -> str:
        """Return a form in notation; in one that is long, a part is called by its number."""
        if g not in self.texts:
            name = self.notation(g)
            self.texts[g] = name if len(name) <= LONGEST_FORM else f"form {g}"
        return self.texts[g]

    def notation(self, g: int) -> str:
        left, right = ({self.text(x) for x in side} for side in self.rows[g])
        nimbers = ["0", "*", *(f"*{n}" for n in range(2, len(left) + 1))]
        if left == right == {*nimbers[: len(left)]}:
            return nimbers[len(left)]
        if not right and len(left) == 1 and (n := next(iter(left))).isdecimal():
            return str(int(n) + 1)
        sides = (",".join(sorted(side)) for side in (left, right))
        return "{" + "|".join(sides) + "}"


def mex(numbers: frozenset[int]) -> int:
    least = 0
    while least in numbers:
        least += 1
    return least


class Algebra:
    """What the labels of options give, and how labels are added."""

    def __init__(self, what: str, forms: Forms) -> None:
        self.what, self.forms = what, forms
        self.classes: dict[int, int] = {}
        self.representatives: list[int] = []

    def check(self, label: Any) -> None:
        if self.what in ("outcome", "misere"):
            require(isinstance(label, str) and label in "LRNP" and len(label) == 1, "no outcome")
            return
        require(type(label) is int and label >= 0, f"{in_short(label)} is not {WHATS[self.what]}")
        require(self.what == "grundy" or label < len(self.forms.rows), "no form has this number")

    def standard(self, label: Any) -> Any:
        """Return the same label for equal values."""
        if self.what != "value":
            return label
        if label not in self.classes:
            equal = (g for g in self.representatives if self.forms.are_equal(g, label))
            self.classes[label] = next(equal, label)
            if self.classes[label] == label:
                self.representatives.append(label)
        return self.classes[label]

    def of_options(self, left: frozenset[Any], right: frozenset[Any]) -> Any:
        if self.what == "grundy":
            require(left == right, "Grundy values are for games with the same moves for both")
            return mex(left)
        if self.what == "value":
            return self.standard(self.forms.make(left, right))
        nobody = self.what == "misere"
        left_wins = (nobody and not left) or not left.isdisjoint("LP")
        right_wins = (nobody and not right) or not right.isdisjoint("RP")
        return {(1, 1): "N", (1, 0): "L", (0, 1): "R", (0, 0): "P"}[left_wins, right_wins]

    def zero(self) -> Any:
        return (
            0 if self.what == "grundy" else self.standard(self.forms.make(frozenset(), frozenset()))
        )

    def plus(self, g: Any, h: Any) -> Any:
        return g ^ h if self.what == "grundy" else self.standard(self.forms.total(g, h))


def check_separator(rules: Any, mark: str) -> None:
    """Refuse a separator that some rule can tell from the outside."""
    require(mark in rules["marks"] and len(mark) == 1, "the separator must be a mark")
    require(rules["height"] == 1 and not rules["ring"], "parts are for words, not rings or columns")
    for text in (*rules["left"], *rules["right"]):
        rule = read_rule(text, rules["marks"])
        for r, row in enumerate(rule.rows):
            others = rule.rows[:r] + rule.rows[r + 1 :]
            if all(cell.fits(OUTSIDE) for other in others for cell in other):
                check_row_between_separators(row, rule, mark)


def check_row_between_separators(row: list[Cell], rule: Rule, mark: str) -> None:
    """Refuse a row, which may lie on the word, if it can tell the mark from the outside."""
    require(
        any(not cell.fits(mark) and not cell.fits(OUTSIDE) for cell in row),
        f"{rule.text!r} has no cell that must lie inside a part",
    )
    first, end = rule.group or (len(row), 0)
    for c, cell in enumerate(row):
        if cell.fits(mark) or cell.fits(OUTSIDE):
            is_at_end = c in (0, len(row) - 1) and not first <= c < end
            is_alike = cell.fits(mark) and cell.fits(OUTSIDE) and cell.result == "="
            require(is_at_end and is_alike, f"{rule.text!r} tells {mark!r} from the outside")


def check_moore(document: Any, budget: Budget) -> Statement:
    rules, what, separator = document["rules"], document["what"], document["parts"]
    check_rules(rules)
    require(what in WHATS, f"what must be one of {', '.join(WHATS)}")
    require(what in ("grundy", "value") or not separator, "outcomes of parts cannot be added")
    require(what != "grundy" or rules["left"] == rules["right"], "the players' rules must be equal")
    if separator:
        check_separator(rules, separator)
    machines = [transducer(rules, side) for side in ("left", "right")]
    check_rank(document["rank"], machines, budget)
    forms = Forms(document["forms"])
    algebra = Algebra(what, forms)
    following, labels = document["machine"]["next"], document["machine"]["labels"]
    letters = machines[0].letters
    read = [a for a, letter in enumerate(letters) if letter != separator]
    check_machine(document["machine"], len(read))
    for label in labels:
        if label != NO_POSITION:
            algebra.check(label)
    labels = [label if label == NO_POSITION else algebra.standard(label) for label in labels]
    # The state of the machine after each letter, by the number of the letter.
    moved = [dict(zip(read, row, strict=True)) for row in following]
    end = letters.index(separator) if separator else -1
    product = Product(machines, moved, labels, algebra, end, budget)
    states, reached = product.check(read)
    require(len(reached) == len(labels), "some state of the automaton is never reached")
    check_words(document["words"], letters, read, moved, labels, budget)
    return moore_statement(document, algebra, states)


def check_machine(machine: Any, letters: int) -> None:
    following = machine["next"]
    require(following, "an automaton must have a state")
    require(len(machine["labels"]) == len(following), "each state must have a label")
    for row in following:
        require(len(row) == letters, "each state must have a successor for each letter")
        require(all(0 <= s < len(following) for s in row), "a successor must be a state")


class Product:
    """The automaton on a word and on all its options at once."""

    def __init__(
        self,
        machines: list[Transducer],
        moved: list[dict[int, int]],
        labels: list[Any],
        algebra: Algebra,
        separator: int,
        budget: Budget,
    ) -> None:
        self.machines, self.moved, self.labels = machines, moved, labels
        self.algebra, self.separator, self.budget = algebra, separator, budget
        self.steps: dict[tuple[int, frozenset[Any], int], frozenset[Any]] = {}
        self.given: dict[tuple[frozenset[Any], frozenset[Any]], Any] = {}

    def start(self, side: int) -> frozenset[Any]:
        zero = self.algebra.zero() if self.separator >= 0 else 0
        return frozenset((p, zero, 0) for p in self.machines[side].initial)

    def plus(self, g: Any, t: int) -> Any:
        """Return the sum with the label of a part; words that are no positions have no sum."""
        if NO_POSITION in (g, self.labels[t]):
            return NO_POSITION
        return self.algebra.plus(g, self.labels[t])

    def step(self, side: int, options: frozenset[Any], a: int) -> frozenset[Any]:
        key = (side, options, a)
        if key not in self.steps:
            after = set()
            for p, g, t in options:
                self.budget.spend()
                for b, q in self.machines[side].next[p][a]:
                    if b == self.separator:
                        after.add((q, self.plus(g, t), 0))
                    else:
                        after.add((q, g, self.moved[t][b]))
            self.steps[key] = frozenset(after)
        return self.steps[key]

    def option_labels(self, side: int, options: frozenset[Any]) -> frozenset[Any]:
        final = self.machines[side].final
        if self.separator >= 0:
            return frozenset(self.plus(g, t) for p, g, t in options if p in final)
        return frozenset(self.labels[t] for p, _, t in options if p in final)

    def is_consistent(self, state: int, left: frozenset[Any], right: frozenset[Any]) -> bool:
        if self.labels[state] == NO_POSITION:
            return True
        key = self.option_labels(0, left), self.option_labels(1, right)
        if NO_POSITION in key[0] or NO_POSITION in key[1]:
            return False
        if key not in self.given:
            self.given[key] = self.algebra.of_options(*key)
        return bool(self.given[key] == self.labels[state])

    def check(self, letters: list[int]) -> tuple[int, set[int]]:
        """Refuse the machine if some word has a wrong label.

        Return how many states there are, and the states of the machine among them.
        """
        start = (0, self.start(0), self.start(1))
        words: dict[Any, tuple[int, ...]] = {start: ()}
        waiting = [start]
        for state, left, right in waiting:
            self.budget.spend()
            word = words[state, left, right]
            if not self.is_consistent(state, left, right):
                names = " ".join(self.machines[0].letters[a] for a in word)
                raise Refused(f"the label of {names!r} is not what its options give")
            for a in letters:
                after = (
                    self.moved[state][a],
                    self.step(0, left, a),
                    self.step(1, right, a),
                )
                if after not in words:
                    words[after] = (*word, a)
                    waiting.append(after)
        return len(words), {state for state, _, _ in words}


# Expressions for words: marks, [xo] for one of several, ( ) for groups, | for "or", and * + ? for
# any number of times, at least once, at most once. Positions are numbered; an expression is then
# given by the positions at which a word may begin and end, and those that may follow each other.


class Expression:
    """The words that match an expression, as an automaton on the positions of its marks."""

    def __init__(self, text: str, marks: str) -> None:
        self.text, self.marks, self.at = text, marks, 0
        self.members: list[frozenset[str]] = []
        self.follow: list[set[int]] = []
        self.is_nullable, self.first, self.last = self.alternatives()
        require(self.at == len(text), f"the expression {text!r} ends too early")

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def alternatives(self) -> tuple[bool, set[int], set[int]]:
        nullable, first, last = self.sequence()
        while self.peek() == "|":
            self.at += 1
            other = self.sequence()
            nullable, first, last = nullable or other[0], first | other[1], last | other[2]
        return nullable, first, last

    def sequence(self) -> tuple[bool, set[int], set[int]]:
        nullable, first, last = True, set[int](), set[int]()
        while self.peek() not in ("", "|", ")"):
            after_nullable, after_first, after_last = self.repeated()
            for i in last:
                self.follow[i] |= after_first
            first = first | after_first if nullable else first
            last = last | after_last if after_nullable else after_last
            nullable = nullable and after_nullable
        return nullable, first, last

    def repeated(self) -> tuple[bool, set[int], set[int]]:
        nullable, first, last = self.single()
        while self.peek() and self.peek() in "*+?":
            sign = self.peek()
            self.at += 1
            nullable = nullable or sign in "*?"
            for i in last if sign in "*+" else ():
                self.follow[i] |= first
        return nullable, first, last

    def single(self) -> tuple[bool, set[int], set[int]]:
        sign = self.peek()
        self.at += 1
        if sign == "(":
            inside = self.alternatives()
            require(self.peek() == ")", f"a group without end in the expression {self.text!r}")
            self.at += 1
            return inside
        members = sign
        if sign == "[":
            end = self.text.find("]", self.at)
            require(end > self.at, f"a class without marks in the expression {self.text!r}")
            members, self.at = self.text[self.at : end], end + 1
        wrong = {*members} - {*self.marks}
        require(not wrong, f"{''.join(sorted(wrong))!r} is no mark in {self.text!r}")
        self.members.append(frozenset(members))
        self.follow.append(set())
        place = {len(self.members) - 1}
        return False, place, place

    def after(self, places: frozenset[int], mark: str) -> frozenset[int]:
        """Return the positions after a mark; -1 stands for the beginning."""
        following = (self.first if i < 0 else self.follow[i] for i in places)
        return frozenset(i for near in following for i in near if mark in self.members[i])

    def is_end(self, places: frozenset[int]) -> bool:
        return (-1 in places and self.is_nullable) or not places.isdisjoint(self.last)

    def matches(self, word: str) -> bool:
        places = frozenset([-1])
        for mark in word:
            places = self.after(places, mark)
        return self.is_end(places)


def check_words(
    text: str,
    letters: list[str],
    read: list[int],
    moved: list[dict[int, int]],
    labels: list[Any],
    budget: Budget,
) -> None:
    """Refuse the label ? for a word that matches the expression."""
    if not text:
        require(NO_POSITION not in labels, "without an expression every word is a position")
        return
    require(len(letters[0]) == 1, "expressions are for words of marks, not of columns")
    expression = Expression(text, "".join(letters[a] for a in read))
    waiting = [(0, frozenset([-1]))]
    seen = {*waiting}
    for state, places in waiting:
        budget.spend()
        is_position = labels[state] != NO_POSITION
        require(is_position or not expression.is_end(places), "a word that matches has the label ?")
        for a in read:
            after = moved[state][a], expression.after(places, letters[a])
            if after not in seen:
                seen.add(after)
                waiting.append(after)


def rule_lines(rules: Any) -> list[str]:
    """Return the rules in full."""
    kind = "rings" if rules["ring"] else f"boards of {rules['height']} rows"
    kind = "words" if kind == "boards of 1 rows" else kind
    lines = [f"the positions are {kind} over the marks {' '.join(rules['marks'])}"]
    if rules["left"] == rules["right"]:
        return [*lines, f"both players: {',  '.join(rules['left']) or 'no moves'}"]
    for side in ("left", "right"):
        lines.append(f"{side.capitalize()}: {',  '.join(rules[side]) or 'no moves'}")
    return lines


def moore_statement(document: Any, algebra: Algebra, product: int) -> Statement:
    """Return what was proved."""
    rules, machine, what = document["rules"], document["machine"], WHATS[document["what"]]
    separator, words, count = document["parts"], document["words"], len(machine["labels"])
    marks = "{" + ", ".join(mark for mark in rules["marks"] if mark != separator) + "}"
    kind = "ring" if rules["ring"] else "word"
    if rules["height"] > 1:
        kind = f"board of {rules['height']} rows"
    about = f"every {kind} over {marks}"
    if words:
        about = f"every {kind} that matches {words}, and every one that arises from it,"
    states = f"an automaton with {count} state{'s' * (count > 1)}"
    first = f"{what} of {about} is the label that {states} gives it"
    if separator:
        first += f"; with separators {separator} between words it is the sum of their labels"
    names = {label_text(label, algebra) for label in machine["labels"]} - {NO_POSITION}
    lines = [first, *rule_lines(rules)]
    lines.append(f"labels: {', '.join(sorted(names, key=lambda name: (len(name), name)))}")
    if len(machine["next"][0]) == 1:
        lines.append(period_line(document, algebra))
    lines.append(f"play ends: {rank_text(document['rank'])}")
    states = f"{product} state{'s' * (product > 1)}"
    lines.append(f"checked in {states} of the automaton on a word and its options")
    return Statement([first], lines)


def label_text(label: Any, algebra: Algebra) -> str:
    return algebra.forms.text(label) if algebra.what == "value" and label != "?" else str(label)


def period_line(document: Any, algebra: Algebra) -> str:
    """Return the labels of the words with 0, 1, 2, ... letters, if there is only one letter."""
    place: dict[int, int] = {}
    state = 0
    while state not in place:
        place[state] = len(place)
        state = document["machine"]["next"][state][0]
    names = [label_text(document["machine"]["labels"][s], algebra) for s in place]
    start = place[state]
    before = f"{' '.join(names[:start])}, then for ever " if start else "for ever "
    return f"for n = 0, 1, 2, ... letters: {before}{' '.join(names[start:])}"


# 5. Invariants.
#
# Theorem. Let play end, and let I be a set of words such that for every move of the opponent from a
# word of I the player has a reply into I. Then the player, moving second, wins every word of I; and
# moving first every word from which there is a move into I. Proof. The player replies into I again
# and again. Play ends, and not when it is the player's turn to reply.
#
# Decision. Let I be given by an automaton. A state is (s, p, S): s is the state of the automaton on
# the word, p that of the opponent's transducer, and S the set of all (q, t) such that the player's
# transducer, reading what the opponent writes, can be in q while the automaton is in t on what it
# writes itself. The invariant fails where s accepts and p is final, but no (q, t) of S has q final
# and t accepting.
#
# Families. The words prefix.period^n.suffix are read up to the end of the n-th period; what is
# known then (a state of the automaton, or for moves into I a set S) repeats after some n, so that
# finitely many n are to be looked at.

FAMILY = {"from": int, "period": str, "prefix": str, "suffix": str}
INVARIANT = {
    "families": [FAMILY], "machine": {"accepts": [int], "next": [[int]]}, "player": str,
    "rank": object, "rules": RULES, "wins": str,
}  # fmt: skip


def columns_in(text: str, letters: list[str]) -> tuple[int, ...]:
    """Return the letters of a word that is written column by column."""
    height = len(letters[0])
    require(len(text) % height == 0, f"{text!r} is not made of columns")
    columns = [text[i : i + height] for i in range(0, len(text), height)]
    require({*columns} <= {*letters}, f"{text!r} has an unknown mark")
    return tuple(letters.index(column) for column in columns)


def check_answers(
    opponent: Transducer,
    player: Transducer,
    following: list[list[int]],
    accepts: list[int],
    budget: Budget,
) -> int:
    """Refuse the invariant if some move from it has no reply; return how many states there are."""
    replies = frozenset((q, 0) for q in player.initial)
    words: dict[Any, tuple[int, ...]] = {(0, p, replies): () for p in opponent.initial}
    waiting = list(words)
    steps: dict[tuple[frozenset[Any], int], frozenset[Any]] = {}
    for state in waiting:
        s, p, answers = state
        budget.spend()
        if accepts[s] and p in opponent.final:
            is_answered = any(q in player.final and accepts[t] for q, t in answers)
            word = " ".join(player.letters[a] for a in words[state])
            require(is_answered, f"a move from {word!r} has no reply into the invariant")
        for a, edges in enumerate(opponent.next[p]):
            for b, after in edges:
                if (answers, b) not in steps:
                    budget.spend(len(answers))
                    steps[answers, b] = frozenset(
                        (q2, following[t][c]) for q, t in answers for c, q2 in player.next[q][b]
                    )
                new = (following[s][a], after, steps[answers, b])
                if new not in words:
                    words[new] = (*words[state], a)
                    waiting.append(new)
    return len(words)


def check_invariant(document: Any, budget: Budget) -> Statement:
    rules, machine, wins = document["rules"], document["machine"], document["wins"]
    check_rules(rules)
    names = {"left": "right", "right": "left"}
    require(document["player"] in names, "the player must be left or right")
    require(wins in ("first", "second"), "the player must win moving first or second")
    require(document["families"], "there must be a family")
    player = transducer(rules, document["player"])
    opponent = transducer(rules, names[document["player"]])
    check_rank(document["rank"], [player, opponent], budget)
    accepts, following = machine["accepts"], machine["next"]
    check_machine({"labels": accepts, "next": following}, len(player.letters))
    require({*accepts} <= {0, 1}, "a state accepts (1) or not (0)")
    product = check_answers(opponent, player, following, accepts, budget)
    claims = []
    is_impartial = rules["left"] == rules["right"]
    winner = f"the {wins} player" if is_impartial else document["player"].capitalize()
    moving = "" if is_impartial else f", moving {wins},"
    for family in document["families"]:
        check_powers(family, player, following, accepts, budget, is_second=wins == "second")
        claims.append(f"{winner}{moving} wins {family_text(family, rules['height'])}")
    first = "; ".join(claims)
    count = len(accepts)
    return Statement(
        claims,
        [
            first,
            *rule_lines(rules),
            f"play ends: a rank of {len(document['rank'])} levels falls with every move",
            f"every move from the invariant, an automaton with {count} states, has a reply into it",
            f"checked in {product} states of the automaton on a word, its options and the replies",
        ],
    )


def check_powers(
    family: Any,
    player: Transducer,
    following: list[list[int]],
    accepts: list[int],
    budget: Budget,
    *,
    is_second: bool,
) -> None:
    """Refuse a family with a member that is not in the invariant, or has no move into it."""
    prefix, period, suffix = (
        columns_in(family[field], player.letters) for field in ("prefix", "period", "suffix")
    )
    require(period and family["from"] >= 0, "a family needs a period, and n from 0 at least")
    require(family["from"] <= MOST_LENGTH, f"n must not begin beyond {MOST_LENGTH}")

    def read(state: frozenset[Any], word: tuple[int, ...]) -> frozenset[Any]:
        for a in word:
            budget.spend(len(state) + 1)
            if is_second:
                state = frozenset((0, following[t][a]) for _, t in state)
            else:
                state = frozenset(
                    (q2, following[t][b]) for q, t in state for b, q2 in player.next[q][a]
                )
        return state

    start = frozenset([(0, 0)]) if is_second else frozenset((q, 0) for q in player.initial)
    state = read(start, prefix + period * family["from"])
    seen = set()
    while state not in seen:
        seen.add(state)
        end = read(state, suffix)
        is_good = any(accepts[t] and (is_second or q in player.final) for q, t in end)
        require(is_good, f"a member of the family {in_short(family)} is not proved")
        state = read(state, period)


def family_text(family: Any, height: int) -> str:
    """Return the family with its boards written row by row."""

    def board(text: str) -> str:
        return "|".join(text[r::height] for r in range(height))

    prefix, suffix = (board(family[x]) if family[x] else "" for x in ("prefix", "suffix"))
    parts = [prefix, f"({board(family['period'])})^n", suffix]
    return f"{' '.join(part for part in parts if part)} for all n >= {family['from']}"


# 6. Bounds with an additive period.
#
# Write [j,e] for j.up + e.star (j an integer, e = 0 or 1). Then [j,e] >= [k,f] exactly if e = f and
# j >= k, or e != f and j >= k+2. The canonical Left options of [j,e] are: none of 0; 0 if j >= 1 or
# for star, and up star = {0, star | 0} has star as well; [j+1,1-e] if j <= -1. Down star is
# confused with 0. For dyadic numbers, q + [j,e] > r + [k,f] if q > r. Unless [j,e] = 0, the options
# of q + [j,e] are those of [j,e] plus q. The canonical Left option of a number q = m/2^k, m odd and
# k > 0, is q - 1/2^k; that of an integer q > 0 is q-1; an integer q <= 0 has none.
#
# Lemma. A position c is >= b = q + [j,e] if
#   (R) every Right option X of c is >= q + [j-1,1-e], or has a Left option >= b; and
#   (L) c has a Left option that is, if j >= 1 or [j,e] = star: >= q (and if [j,e] = up star, (R)
#       holds for q as well, or c has a Left option >= q + star); if j <= -1: >= q + [j+1,1-e]; if
#       b = q: >= the canonical Left option of q, where there is one.
# Proof. Left must win c - b moving second. If Right moves in c to X, then by (R) Left wins, by the
# reply, or since X - b is >= down star. If Right moves in -b, the rest is c - b', where b' is a
# Left option of b, and by (L) Left moves to something >= b'; if b' = q + star and (R) holds for q,
# she moves from star to 0, and c >= q by the Lemma for q.
#
# Setting. Each rule changes neighbouring letters and leaves a dead cell or more there; no rule
# reads a dead cell or the outside. So a position is the sum of the words between dead cells. Let w
# be the greatest number of letters that a rule reads. The family of a period has all words a.u.b,
# where a and b have at most w-1 letters and u is a factor of the period repeated for ever. A move
# leaves words of the family: the new letters stand beside a dead cell, at the end of a word, at
# most w-1 of them, and what was changed before lies at the other end, or beside them in a word of
# fewer than 2w-1 letters. The first and the last word have at least |c|-k letters together, if the
# first and the last dead cell of a rule are the ends of at most k letters.
#
# Labels. The label (q; m0, m1) of a word claims that it is >= q + [m0,0] and >= q + [m1,1]. A word
# without moves has (0; 0,-2). The label of a sum is (q+r; max(a0+b0, a1+b1), max(a0+b1, a1+b0)). A
# sum with the label (q; s0,s1) is known to be >= r + [j,e] if q > r, or if q = r and s_e >= j or
# s_(1-e) >= j+2. Words of fewer than l0+p letters have the labels of the file (one for a word and
# its reversal, if the rules are symmetric under reversal); if c is longer, its label is that of c
# without p letters of its inside, plus (s; t, t), where the number s is an integer. Adding (s; t,
# t) to a part adds it to the sum.
#
# A claim (c,e) is verified if (R) and (L) hold with "known" for ">=", and if |c| > N-p moreover: if
# t > 0, m_e >= 2; if t < 0, m_e <= -1; if t = 0 < s, and the claim is an integer q, then q >= 1.
# The file is checked to satisfy, for each word with moves of at most N = 4 l0 + 2p + 3k - 3 letters
# and each e: (c,e) is verified, or (c,1-e) is and m_e <= m_(1-e) - 2. Moreover l0 >= 1 and l0 >=
# 3w-3, p > 0 is a multiple of the period, and words of l0 letters and more have moves.
#
# Theorem. All claims about all words of the family are true. Proof. If |c| <= N: by the Lemma and
# induction. Let |c| > N, and c' be c without p letters of its inside. We show that (c,e) is
# verified if (c',e) is, with b + s + [t,0] for b. (R) A Right move in c leaves K and M, and perhaps
# words between them that the rule alone determines, |M| >= |K|, so |M| >= 2 l0 + p + k - 1. Delete
# p letters inside M: this is the same move in c' and leaves K and M', |M'| >= 2 l0 + k - 1, so that
# the label of M is that of M' plus (s; t, t). In c' one of these holds. (i) K + M' is known to be
# >= q + [j-1,1-e]: then K + M is known to be so plus s + [t,0]. (ii) A Left reply outside M': the
# same one is good in c. (iii) A Left reply in M' leaves U and V of at least 2 l0 - 1 letters
# together; the longer has at least l0. Insert p letters inside it: this is a reply in M, and its
# label is larger by (s; t, t). (L) The Left option of c' has a part of at least l0 letters; insert
# p letters inside it. If t > 0, the option was known to be >= q and now is >= q+s; if t < 0, it is
# known to be >= q+s + [j+t+1, 1-e]; if t = 0, what is demanded is shifted by s as well, unless b is
# an integer q <= 0 < q+s. The conditions on the numbers exclude this and pass on, and if t is not 0
# they say that [j,e] is not 0, star or up star. A word without moves of more than N letters would
# give one of at least l0 and at most N letters, without p letters of its inside again and again.
# QED. Upper bounds are lower bounds of the negative, where Left and Right are exchanged.

TABLE = {"l0": int, "labels": [(str, int, int)], "p": int, "sigma": int}
NUMBER_TABLE = {
    "exponent": int, "l0": int, "labels": [(str, int, int, int)], "number": int, "p": int,
    "sigma": int,
}  # fmt: skip
FORMULA = {
    "factor": int, "from": int, "modulus": int, "plus": int, "relation": str, "shift": int,
    "star": int,
}  # fmt: skip
PERIODIC_FORMULA = {
    "exponent": int, "from": int, "grows": (int, int), "relation": str, "values": [(int, int, int)],
}  # fmt: skip
BOUNDS = {"rules": RULES, "formulas": [object], "lower": object, "upper": object, "word": str}
LARGEST_EXPONENT = 60
MOST_WIDTH = 12
Label = tuple[int, int, int]
Bound = tuple[int, int, int]
"""A number q in units of 2^-exponent, then j and e of [j,e]."""
Option = tuple[Label, frozenset[Label]]
"""The label of a Right option, and the best labels of Left's replies."""


def sum_of_labels(a: Label, b: Label) -> Label:
    return a[0] + b[0], max(a[1] + b[1], a[2] + b[2]), max(a[1] + b[2], a[2] + b[1])


def is_known(label: Label, bound: Bound) -> bool:
    """Return whether a sum with this label is known to be >= q + [j,e]."""
    q, j, e = bound
    return label[0] > q or (label[0] == q and (label[1 + e] >= j or label[2 - e] >= j + 2))


def best_labels(labels: set[Label]) -> frozenset[Label]:
    """Return the labels that no other one surpasses in both claims; no others are ever needed."""
    most = max((label[0] for label in labels), default=0)
    highest = {label for label in labels if label[0] == most}
    return frozenset(
        x for x in highest if not any(y != x and y[1] >= x[1] and y[2] >= x[2] for y in highest)
    )


class DeadlyRule(NamedTuple):
    """Neighbouring letters, and what becomes of them, with at least one dead mark."""

    before: str
    after: str


def deadly_rules(rules: Any, side: str, dead: str) -> list[DeadlyRule]:
    """Return the rules of a player, if each leaves a dead cell and reads no dead one."""
    made: dict[DeadlyRule, None] = {}
    for text in rules[side]:
        rule = read_rule(text, rules["marks"])
        require(len(rule.rows) == 1 and rule.group is None, f"{text!r} is not about a few letters")
        cells = rule.rows[0]
        require(len(cells) <= MOST_WIDTH, f"{text!r} is about more than {MOST_WIDTH} letters")
        is_inside = not any(cell.fits(OUTSIDE) for cell in cells)
        require(is_inside, f"{text!r} reads the outside of the board")
        fitting = [[mark for mark in rules["marks"] if cell.fits(mark)] for cell in cells]
        for letters in product(*fitting):
            require(dead not in letters, f"{text!r} reads the dead cell")
            marks = [
                x if c.result == "=" else c.result for x, c in zip(letters, cells, strict=True)
            ]
            require(dead in marks, f"{text!r} does not leave a dead cell")
            made[DeadlyRule("".join(letters), "".join(marks))] = None
    return list(made)


def dead_mark(rules: Any) -> str:
    """Return the only mark that no rule reads."""
    read = {
        mark
        for side in ("left", "right")
        for text in rules[side]
        for row in read_rule(text, rules["marks"]).rows
        for cell in row
        for mark in rules["marks"]
        if cell.fits(mark)
    }
    unread = [mark for mark in rules["marks"] if mark not in read]
    require(len(unread) == 1, "there must be one mark that no rule reads, the dead cell")
    return str(unread[0])


class Bounds:
    """Words of a family, their moves, and their labels: a table, continued by its period."""

    def __init__(self, rules: Any, period: str, *, is_negative: bool) -> None:
        self.dead = dead_mark(rules)
        sides = ("right", "left") if is_negative else ("left", "right")
        self.rules = [deadly_rules(rules, side, self.dead) for side in sides]
        every = self.rules[0] + self.rules[1]
        require(every, "there must be rules")
        self.letters = [mark for mark in rules["marks"] if mark != self.dead]
        self.end = max(len(rule.before) for rule in every) - 1
        self.lost = max(after.rindex(self.dead) - after.index(self.dead) + 1 for _, after in every)
        self.is_symmetric = all(
            {DeadlyRule(x[::-1], y[::-1]) for x, y in side} == {*side} for side in self.rules
        )
        self.period = period
        self.table: dict[str, Label] = {}
        self.longest, self.p, self.sigma = MOST_LENGTH, 1, 0  # words up to `longest` are listed
        self.number, self.exponent = 0, 0
        self.known_moves: dict[tuple[str, int], list[tuple[str, ...]]] = {}
        self.known_labels: dict[str, Label] = {}
        self.known_options: dict[str, frozenset[Label]] = {}

    def same(self, word: str) -> str:
        """Return the word that stands for a word and its reversal."""
        return min(word, word[::-1]) if self.is_symmetric else word

    def moves(self, word: str, player: int) -> list[tuple[str, ...]]:
        """Return the words that each move of a player leaves, without empty ones."""
        key = (word, player)
        if key not in self.known_moves:
            after = set()
            for i in range(len(word)):
                for before, marks in self.rules[player]:
                    if word.startswith(before, i):
                        parts = f"{word[:i]}{marks}{word[i + len(before) :]}".split(self.dead)
                        after.add(tuple(part for part in parts if part))
            self.known_moves[key] = sorted(after)
        return self.known_moves[key]

    def has_moves(self, word: str) -> bool:
        return any(before in word for side in self.rules for before, _ in side)

    def label(self, word: str) -> Label:
        if word not in self.known_labels:
            if not self.has_moves(word):
                self.known_labels[word] = (0, 0, -2)
            else:
                times = max(0, -(-(len(word) - self.longest) // self.p))
                short = word[: self.end] + word[self.end + times * self.p :]
                key = self.same(short)
                require(key in self.table, f"no label for {key!r}")
                q, j0, j1 = self.table[key]
                more = times * self.sigma
                self.known_labels[word] = (q + times * self.number, j0 + more, j1 + more)
        return self.known_labels[word]

    def total(self, parts: tuple[str, ...]) -> Label:
        total = (0, 0, -2)
        for part in parts:
            total = sum_of_labels(total, self.label(part))
        return total

    def left_options(self, word: str) -> frozenset[Label]:
        """Return the best labels of Left's options of a word."""
        if word not in self.known_options:
            labels = {self.total(parts) for parts in self.moves(word, 0)}
            self.known_options[word] = best_labels(labels)
        return self.known_options[word]

    def right_options(self, word: str) -> list[Option]:
        """Return for each Right option its label, and the best labels of Left's replies."""
        options = []
        for parts in self.moves(word, 1):
            replies = set()
            for i, part in enumerate(parts):
                others = self.total(parts[:i] + parts[i + 1 :])
                replies |= {sum_of_labels(others, label) for label in self.left_options(part)}
            options.append((self.total(parts), best_labels(replies)))
        return options

    def words(self, length: int) -> set[str]:
        """Return the words of the family with a length, one of each word and its reversal."""
        inside = length - 2 * self.end
        if inside < 0:
            return {self.same("".join(word)) for word in product(self.letters, repeat=length)}
        size = len(self.period)
        endless = self.period * (inside // size + 2)
        ends = ["".join(end) for end in product(self.letters, repeat=self.end)]
        return {
            self.same(f"{a}{endless[start : start + inside]}{b}")
            for start in range(size)
            for a in ends
            for b in ends
        }

    def read_table(self, table: Any) -> tuple[int, int]:
        """Take labels from a file; return l0, and the length up to which they are checked."""
        has_numbers = "number" in table
        expect(table, NUMBER_TABLE if has_numbers else TABLE, "a table of labels")
        l0, self.p, self.sigma = table["l0"], table["p"], table["sigma"]
        if has_numbers:
            self.exponent = table["exponent"]
            is_small = 0 <= self.exponent <= LARGEST_EXPONENT
            require(is_small, f"the exponent must be 0 to {LARGEST_EXPONENT}")
            self.number = table["number"] << self.exponent
        require(l0 >= max(1, 3 * self.end), f"l0 must be at least {max(1, 3 * self.end)}")
        is_multiple = self.p > 0 and self.p % len(self.period) == 0
        require(is_multiple, "p must be a multiple of the length of the period")
        self.longest = l0 + self.p - 1
        longest = 4 * l0 + 2 * self.p + 3 * self.lost - 3
        require(longest <= MOST_LENGTH, f"words of more than {MOST_LENGTH} letters")
        for word, *numbers in table["labels"]:
            require(word not in self.table and word == self.same(word), "a label twice")
            is_used = len(word) <= self.longest and self.has_moves(word)
            require(is_used, f"the label of {word!r} is not used")
            self.table[word] = (0, *numbers) if len(numbers) == 2 else tuple(numbers)
        return l0, longest

    def check_table(self, table: Any, budget: Budget) -> tuple[int, int]:
        """Refuse labels that are not verified; return how many claims, and up to which length."""
        l0, longest = self.read_table(table)
        claims = 0
        for length in range(1, longest + 1):
            for word in self.words(length):
                budget.spend(length)
                if not self.has_moves(word):
                    require(length < l0, f"{word!r} has no moves")
                    continue
                self.check_word(word, is_in_window=length > longest - self.p)
                claims += 2
        return claims, longest

    def check_word(self, word: str, *, is_in_window: bool) -> None:
        label = self.label(word)
        right, left = self.right_options(word), self.left_options(word)
        verified = []
        for e in (0, 1):
            bound = label[0], label[1 + e], e
            passes_on = not is_in_window or self.passes_on(bound)
            verified.append(passes_on and self.is_verified(bound, right, left))
        for e in (0, 1):
            is_derived = verified[1 - e] and label[1 + e] <= label[2 - e] - 2
            require(verified[e] or is_derived, f"the label {list(label)} of {word!r} is not proved")

    def passes_on(self, bound: Bound) -> bool:
        """Return whether longer words inherit a claim if it is verified."""
        q, j, e = bound
        if self.sigma:
            return j >= 2 if self.sigma > 0 else j <= -1
        is_integer = (j, e) == (0, 0) and q % (1 << self.exponent) == 0
        return not is_integer or self.number <= 0 or q > 0

    def is_verified(self, bound: Bound, right: list[Option], left: frozenset[Label]) -> bool:
        """Return whether the Lemma shows that a word with these options is >= q + [j,e]."""
        q, j, e = bound
        if not answers_right(bound, right):
            return False
        if j <= -1:
            needed: list[Bound] = [(q, j + 1, 1 - e)]
        elif (j, e) != (0, 0):
            needed = [(q, 0, 0)]
        else:
            option = self.left_option_of_number(q)
            needed = [] if option is None else [(option, 0, 0)]
        if (j, e) == (1, 1) and not answers_right((q, 0, 0), right):
            needed.append((q, 0, 1))
        return all(any(is_known(label, need) for label in left) for need in needed)

    def left_option_of_number(self, q: int) -> int | None:
        """Return the canonical Left option of a number, both in units of 2^-exponent."""
        unit = 1 << self.exponent
        if q % unit:
            return q - (q & -q)
        return q - unit if q > 0 else None


def answers_right(bound: Bound, right: list[Option]) -> bool:
    """Return whether (R) of the Lemma holds for q + [j,e]."""
    q, j, e = bound
    enough = (q, j - 1, 1 - e)
    return all(
        is_known(own, enough) or any(is_known(reply, bound) for reply in replies)
        for own, replies in right
    )


# What the labels say about the powers of the word: factor * floor((n + shift) / modulus) + plus is
# the multiple of up, or the values from number n = from on are those of a list, which is repeated
# with a number and a multiple of up, `grows`, added each time.


def value_of_formula(formula: Any, n: int) -> Bound:
    """Return the bound for the n-th power, the number in units of the exponent of the formula."""
    if "values" in formula:
        times, place = divmod(n - formula["from"], len(formula["values"]))
        q, j, e = formula["values"][place]
        more, ups = formula["grows"]
        return q + (times * more << formula["exponent"]), j + times * ups, e
    floor = (n + formula["shift"]) // formula["modulus"]
    return 0, formula["factor"] * floor + formula["plus"], formula["star"]


def check_shape_of_formula(formula: Any) -> tuple[int, tuple[int, int], int]:
    """Return after how many powers a formula grows, by what number and ups, and its exponent."""
    require(isinstance(formula, dict), "a formula must be an object")
    if "values" in formula:
        expect(formula, PERIODIC_FORMULA, "a formula")
        values, exponent = formula["values"], formula["exponent"]
        require(values, "a formula must have values")
        require(all(e in (0, 1) for _, _, e in values), "a value has one star or none")
        is_small = 0 <= exponent <= LARGEST_EXPONENT
        require(is_small, f"the exponent must be 0 to {LARGEST_EXPONENT}")
        return len(values), (formula["grows"][0], formula["grows"][1]), exponent
    expect(formula, FORMULA, "a formula")
    require(formula["modulus"] >= 1, "the modulus must be at least 1")
    require(formula["star"] in (0, 1), "a formula has one star or none")
    return formula["modulus"], (0, formula["factor"]), 0


def check_formula(formula: Any, word: str, bounds: Bounds, sign: int) -> None:
    """Refuse a formula that the labels do not give: lower bounds (sign 1), upper bounds (-1)."""
    modulus, (number, ups), exponent = check_shape_of_formula(formula)
    start = formula["from"]
    require(start >= 1, "the first n must be at least 1")
    # The label of word^(n+m) is that of word^n plus what the labels grow by, as soon as word^n has
    # l0 letters; the formula grows by as much, since m is a multiple of its modulus.
    m, rest = divmod(bounds.p, len(word))
    require(
        rest == 0 and m % modulus == 0,
        "the period of the labels must be a multiple of that of the formula",
    )
    times = sign * (m // modulus)
    grows = (times * number << bounds.exponent, times * ups)
    require(grows == (bounds.number, bounds.sigma), "the formula does not grow as the labels do")
    for n in range(start, max(start, bounds.longest // len(word) + 1) + m + 1):
        q, j, e = value_of_formula(formula, n)
        label = bounds.label(word * n)
        finer = (label[0] << exponent, *label[1:])
        wanted = (sign * q << bounds.exponent, sign * j, e)
        require(is_known(finer, wanted), f"the labels do not give the formula for n = {n}")


def number_text(q: int, exponent: int) -> str:
    while exponent and q % 2 == 0:
        q, exponent = q // 2, exponent - 1
    return str(q) if exponent == 0 else f"{q}/{1 << exponent}"


def linear_text(constant: str, factor: int, name: str) -> str:
    """Return constant + factor * name, such as ``2t+1/2``."""
    if not factor:
        return constant
    times = {1: "", -1: "-"}.get(factor, str(factor))
    if constant == "0":
        return f"{times}{name}"
    return f"{times}{name}{'' if constant.startswith('-') else '+'}{constant}"


def value_text(bound: Bound, exponent: int, grows: tuple[int, int], name: str) -> str:
    """Return a number and ups that grow with a variable, such as ``t+1/2 + (2t+1).up*``."""
    q, j, e = bound
    number = linear_text(number_text(q, exponent), grows[0], name)
    ups = linear_text(str(j), grows[1], name)
    star = "*" * e
    texts = [] if number == "0" else [number]
    if ups != "0":
        plain = ups.isdecimal() or ups == name
        texts.append(f"{ups if plain else f'({ups})'}.up{star}")
    elif star:
        texts.append(star)
    return " + ".join(texts) or "0"


def periodic_text(formula: Any, name: str) -> str:
    """Return a formula with a list of values as mathematicians write it."""
    start, values, relation = formula["from"], formula["values"], formula["relation"]
    grows, exponent = (formula["grows"][0], formula["grows"][1]), formula["exponent"]
    if len(values) == 1:
        q, j, e = values[0]
        first = q - (start * grows[0] << exponent), j - start * grows[1], e
        return f"{name}^n {relation} {value_text(first, exponent, grows, 'n')} for all n >= {start}"
    modulus = len(values)
    if not any(grows):
        listed = ", ".join(value_text((q, j, e), exponent, (0, 0), "t") for q, j, e in values)
        return f"{name}^n {relation} {listed}, ... with period {modulus} for all n >= {start}"
    texts = [
        f"{name}^({linear_text(str(start + i), modulus, 't')}) {relation} "
        + value_text((q, j, e), exponent, grows, "t")
        for i, (q, j, e) in enumerate(values)
    ]
    return f"{', '.join(texts)} for all t >= 0"


def formula_text(formula: Any) -> str:
    """Return the multiple of up of a formula as mathematicians write it."""
    factor, shift, modulus, plus = (formula[x] for x in ("factor", "shift", "modulus", "plus"))
    star = "*" * formula["star"]
    terms = []
    if factor:
        n = f"n{shift:+d}" if shift else "n"
        n = f"({n})" if shift else n
        floor = f"floor({n}/{modulus})" if modulus > 1 else n
        sign = "" if factor == 1 else "-" if factor == -1 else f"{factor} "
        terms.append(f"{sign}{floor}")
    if plus or not terms:
        terms.append(str(plus) if not terms else f"{'+' if plus > 0 else '-'} {abs(plus)}")
    text = " ".join(terms)
    if text == "0":
        return star or "0"
    return f"{text}.up{star}" if len(terms) == 1 else f"({text}).up{star}"


def check_bounds(document: Any, budget: Budget) -> Statement:
    rules, word, formulas = document["rules"], document["word"], document["formulas"]
    check_rules(rules)
    require(rules["height"] == 1 and not rules["ring"], "bounds are for words")
    dead = dead_mark(rules)
    require(word and {*word} <= {*rules["marks"]} - {dead}, "the word must have live letters only")
    require(formulas, "there must be a formula")
    claims = longest = 0
    sides: dict[int, Bounds] = {}
    for sign, name in ((1, "lower"), (-1, "upper")):
        if document[name] is not None:
            require(isinstance(document[name], dict), f"{name} must be an object")
            sides[sign] = Bounds(rules, word, is_negative=sign < 0)
            checked = sides[sign].check_table(document[name], budget)
            claims, longest = claims + checked[0], max(longest, checked[1])
    lines = []
    for formula in formulas:
        check_shape_of_formula(formula)
        needed = {">=": [1], "<=": [-1], "=": [1, -1]}.get(formula["relation"], [0])
        require({*needed} <= sides.keys(), "a formula without labels that prove it")
        for sign in needed:
            check_formula(formula, word, sides[sign], sign)
        name = f"({word})" if len(word) > 1 else word
        if "values" in formula:
            lines.append(periodic_text(formula, name))
        else:
            bound = f"{name}^n {formula['relation']} {formula_text(formula)}"
            lines.append(f"{bound} for all n >= {formula['from']}")
    first = "; ".join(lines)
    return Statement(
        lines,
        [
            first,
            *rule_lines(rules),
            f"checked: {claims} claims about words up to {longest} letters",
        ],
    )


# 7. Families.
#
# A family f has parameters p, which are integers in its domain, and options that are terms with
# guards: numbers and ups whose sizes are linear in p, sums of these two, members of families, and
# forms {..|..} of terms. A claim is: if phi(p), then s(p) >= t(p), for terms s and t.
#
# Let g |> h mean that Left wins g - h moving first. Then g >= h exactly if g^R |> h for every
# Right option of g and g |> h^L for every Left option of h; and g |> h exactly if some g^L >= h or
# g >= some h^R. Write U(s >= t) for the right-hand side, as a formula about the parameters, in
# which every inner statement >= is replaced by a sufficient condition: for numbers and ups the
# exact one; for terms that fit claims, the phi of one of these; for the same member of a family,
# truth; for pairs with a form, again U, twice at most; otherwise falsehood. If phi => U is true
# for every claim and all parameters, then all claims are true: by induction on the followers of
# s(p) - t(p), since every inner statement is about a pair that is reached by two moves or more.
# For the induction play must end: every family has a rank, which is not negative and falls with
# every option. Options must lie in the domain of their family.
#
# Some equations among the claims, f(p) = t(p) if phi(p), may be marked as values: then t(p)
# replaces the option f(p) wherever phi holds. The claims are proved for the replaced families
# first, with the same conditions on ranks and domains. Then every member is equal to its replaced
# twin, by induction on the rank: its options are equal to their twins, and these to what replaces
# them.
#
# Each of these obligations is a statement about integers: no integers satisfy the hypotheses and
# the negation of the conclusion. Strict inequalities are tightened, a < b to a + 1 <= b. A
# refutation is a tree. A node divides one of the disjunctions, or a new case e >= 0 or e <= -1,
# into its cases; a leaf adds up multiples of the inequalities e >= 0 at hand to a negative number.

OPENED = 2
UP_WORDS = (".up", ".up*")
LEAVES = {"mixed", "number", "up"}


def plus(first: Any, second: Any, times: int = 1) -> Any:
    """Return the sum with a multiple of another combination: (number, ((name, factor), ...))."""
    factors = dict(first[1])
    for name, factor in second[1]:
        factors[name] = factors.get(name, 0) + times * factor
    kept = tuple(sorted((name, factor) for name, factor in factors.items() if factor))
    return first[0] + times * second[0], kept


def constant(number: int) -> Any:
    return number, ()


def substitute(form: Any, values: dict[str, Any]) -> Any:
    result = constant(form[0])
    for name, factor in form[1]:
        result = plus(result, values.get(name, (0, ((name, 1),))), factor)
    return result


TRUE: Any = ("and", ())
FALSE: Any = ("or", ())


def at_least_zero(form: Any) -> Any:
    if form[1]:
        return (">=", form)
    return TRUE if form[0] >= 0 else FALSE


def at_least(first: Any, second: Any) -> Any:
    return at_least_zero(plus(first, second, -1))


def all_hold(parts: Iterable[Any]) -> Any:
    return joined("and", parts, TRUE, FALSE)


def one_holds(parts: Iterable[Any]) -> Any:
    return joined("or", parts, FALSE, TRUE)


def joined(kind: str, parts: Iterable[Any], neutral: Any, absorbing: Any) -> Any:
    flat: list[Any] = []
    for part in parts:
        flat += part[1] if part[0] == kind else [part]
    if absorbing in flat:
        return absorbing
    unique = tuple(dict.fromkeys(flat))
    return unique[0] if len(unique) == 1 else (kind, unique) if unique else neutral


def equal(first: Any, second: Any) -> Any:
    return all_hold([at_least(first, second), at_least(second, first)])


def negated(formula: Any) -> Any:
    kind, inside = formula
    if kind == ">=":
        return at_least_zero(plus(constant(-1), inside, -1))
    parts = [negated(part) for part in inside]
    return one_holds(parts) if kind == "and" else all_hold(parts)


def with_values(formula: Any, values: dict[str, Any]) -> Any:
    kind, inside = formula
    if kind == ">=":
        return at_least_zero(substitute(inside, values))
    parts = [with_values(part, values) for part in inside]
    return all_hold(parts) if kind == "and" else one_holds(parts)


# Reading: what stands in a file becomes tuples, after a look at its shape.


def read_linear(data: Any, names: set[str]) -> Any:
    expect(data, (int, [(str, int)]), "a combination of parameters")
    known = {name for name, _ in data[1]}
    require(known <= names, f"unknown parameters in {in_short(data)}")
    require(len(known) == len(data[1]), f"a parameter occurs twice in {in_short(data)}")
    return plus(constant(0), (data[0], data[1]))


def read_formula(data: Any, names: set[str]) -> Any:
    expect(data, (str, object), "a formula")
    kind, inside = data
    if kind == ">=":
        return at_least_zero(read_linear(inside, names))
    require(kind in ("and", "or"), f"a formula must be >=, and, or: got {in_short(data)}")
    expect(inside, [object], "a formula")
    parts = [read_formula(part, names) for part in inside]
    return all_hold(parts) if kind == "and" else one_holds(parts)


def read_term(data: Any, names: set[str], families: dict[str, Any]) -> Any:
    require(isinstance(data, list) and data, f"a term must be a list, got {in_short(data)}")
    shapes = {
        "number": (str, object),
        "up": (str, object, int),
        "mixed": (str, object, object, int),
        "family": (str, str, [object]),
        "form": (str, [object], [object]),
    }
    require(str(data[0]) in shapes, f"unknown term {in_short(data)}")
    expect(data, shapes[str(data[0])], "a term")
    if data[0] == "number":
        return "number", read_linear(data[1], names)
    if data[0] == "up":
        require(data[2] in (0, 1), "a multiple of up has no star, 0, or one, 1")
        return "up", read_linear(data[1], names), data[2]
    if data[0] == "mixed":
        require(data[3] in (0, 1), "a multiple of up has no star, 0, or one, 1")
        return "mixed", read_linear(data[1], names), read_linear(data[2], names), data[3]
    if data[0] == "family":
        require(data[1] in families, f"unknown family {in_short(data[1])}")
        require(len(data[2]) == families[data[1]], f"wrong number of parameters: {in_short(data)}")
        return "family", data[1], tuple(read_linear(form, names) for form in data[2])
    left, right = (tuple(read_term(term, names, families) for term in side) for side in data[1:])
    return "form", left, right


def term_with_values(term: Any, values: dict[str, Any]) -> Any:
    if term[0] == "number":
        return "number", substitute(term[1], values)
    if term[0] == "up":
        return "up", substitute(term[1], values), term[2]
    if term[0] == "mixed":
        return "mixed", substitute(term[1], values), substitute(term[2], values), term[3]
    if term[0] == "family":
        return "family", term[1], tuple(substitute(form, values) for form in term[2])
    left, right = (tuple(term_with_values(part, values) for part in side) for side in term[1:])
    return "form", left, right


def number_and_ups(leaf: Any) -> tuple[Any, Any, int]:
    """Return a leaf as a number, a multiple of up, and a star or none."""
    if leaf[0] == "mixed":
        return leaf[1], leaf[2], leaf[3]
    if leaf[0] == "number":
        return leaf[1], constant(0), 0
    return constant(0), leaf[1], leaf[2]


def members(term: Any, inside: bool = False) -> Iterable[Any]:
    """Yield the members of families in a term; with `inside`, only those in a form."""
    if term[0] == "family" and not inside:
        yield term
    elif term[0] == "form":
        for part in term[1] + term[2]:
            yield from members(part)


class Family(NamedTuple):
    """A family: its parameters, domain, rank, and options with their guards."""

    name: str
    parameters: list[str]
    domain: Any
    rank: Any
    left: list[tuple[Any, Any]]
    right: list[tuple[Any, Any]]


class Claim(NamedTuple):
    """If a condition holds, then first >= second."""

    variables: list[str]
    condition: Any
    first: Any
    second: Any


class Families:
    """Families and claims, and the obligations that make the claims theorems."""

    def __init__(self, document: Any, budget: Budget) -> None:
        self.budget = budget
        sizes = {data["name"]: len(data["parameters"]) for data in document["families"]}
        require(len(sizes) == len(document["families"]), "families must have different names")
        self.families: dict[str, Family] = {}
        for data in document["families"]:
            names = self.parameters(data["parameters"])
            require(data["name"].isidentifier(), "a family must have a name")
            sides = [
                [
                    (read_formula(option["if"], names), read_term(option["to"], names, sizes))
                    for option in data[side]
                ]
                for side in ("left", "right")
            ]
            domain = read_formula(data["domain"], names)
            rank = read_linear(data["rank"], names)
            name = data["name"]
            self.families[name] = Family(name, data["parameters"], domain, rank, *sides)
        self.claims: list[Claim] = []
        for data in document["claims"]:
            names = self.parameters(data["variables"])
            terms = [read_term(data[side], names, sizes) for side in ("first", "second")]
            condition = read_formula(data["if"], names)
            self.claims.append(Claim(data["variables"], condition, *terms))
        self.values = [self.equation(place) for place in document["values"]]
        self.replaced = {
            name: family._replace(left=self.replace(family.left), right=self.replace(family.right))
            for name, family in self.families.items()
        }

    def equation(self, place: int) -> Claim:
        """Return a claim that is followed by its converse, about a member with any parameters."""
        require(0 <= place < len(self.claims) - 1, "a value must be one of the claims")
        claim, converse = self.claims[place : place + 2]
        is_equation = converse == claim._replace(first=claim.second, second=claim.first)
        require(is_equation, "a value must be a claim that is followed by its converse")
        require(claim.first[0] == "family", "a value must be that of a member of a family")
        names = [form[1][0][0] for form in claim.first[2] if form[1]]
        plain = tuple((0, ((name, 1),)) for name in names)
        is_plain = plain == claim.first[2] and set(names) == set(claim.variables)
        require(is_plain and len(set(names)) == len(names), "a value must be for all parameters")
        return claim

    def replace(self, options: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
        made = []
        for guard, option in options:
            rest = guard
            for claim in self.values:
                if option[:2] == claim.first[:2]:
                    names = [form[1][0][0] for form in claim.first[2]]
                    values = dict(zip(names, option[2], strict=True))
                    here = all_hold([rest, with_values(claim.condition, values)])
                    rest = all_hold([rest, negated(with_values(claim.condition, values))])
                    made.append((here, term_with_values(claim.second, values)))
            made.append((rest, option))
        return [(guard, option) for guard, option in made if guard != FALSE]

    def parameters(self, names: list[str]) -> set[str]:
        require(all(map(str.isidentifier, names)), "parameters must have names")
        require(len(set(names)) == len(names), "parameters must have different names")
        return set(names)

    def in_domain(self, term: Any) -> Any:
        """Return the condition that the parameters of a member lie in its domain."""
        family = self.families[term[1]]
        return with_values(family.domain, dict(zip(family.parameters, term[2], strict=True)))

    def rank(self, term: Any) -> Any:
        family = self.families[term[1]]
        return substitute(family.rank, dict(zip(family.parameters, term[2], strict=True)))

    def options(self, term: Any, side: int) -> list[tuple[Any, Any]]:
        """Return the options of Left, 0, or Right, 1, each with its guard."""
        self.budget.spend()
        if term[0] == "form":
            return [(TRUE, option) for option in term[1 + side]]
        if term[0] == "family":
            family = self.replaced[term[1]]
            values = dict(zip(family.parameters, term[2], strict=True))
            return [
                (with_values(guard, values), term_with_values(option, values))
                for guard, option in (family.right if side else family.left)
            ]
        if term[0] == "mixed":
            return self.options_of_mixed(term, side)
        size, sign = term[1], -1 if side else 1
        has_size = at_least_zero(plus(constant(-1), size, sign))
        if term[0] == "number":
            # n = {n-1|} and -n = {|1-n}
            return [(has_size, ("number", plus(size, constant(-sign))))]
        # The sum of j.up = {0|(j-1).up*}, of -j.up = {(1-j).up*|0}, and of * = {0|0}.
        star = term[2]
        options = [(TRUE, ("up", size, 0))] if star else []
        options.append((has_size, ("up", constant(0), star)))
        has_other = at_least_zero(plus(constant(-1), size, -sign))
        return [*options, (has_other, ("up", plus(size, constant(sign)), 1 - star))]

    def options_of_mixed(self, term: Any, side: int) -> list[tuple[Any, Any]]:
        """Return the options of a number plus a multiple of up.

        Unless the multiple is 0, they are those of the multiple, plus the number.
        """
        _, number, size, star = term
        made: list[tuple[Any, Any]] = [
            (guard, ("mixed", number, option[1], option[2]))
            for guard, option in self.options(("up", size, star), side)
        ]
        if not star:
            is_number = equal(size, constant(0))
            made += [
                (all_hold([is_number, guard]), option)
                for guard, option in self.options(("number", number), side)
            ]
        return made

    def leaves_in_order(self, g: Any, h: Any) -> Any:
        """Return exactly when a number, up, or number plus up is at least another one."""
        if "mixed" in (g[0], h[0]):
            (q, *first), (r, *second) = map(number_and_ups, (g, h))
            ups = self.leaves_in_order(("up", *first), ("up", *second))
            return one_holds([at_least(q, plus(r, constant(1))), all_hold([equal(q, r), ups])])
        if g[0] == h[0] == "number":
            return at_least(g[1], h[1])
        if g[0] == h[0] == "up":
            return at_least(g[1], plus(h[1], constant(0 if g[2] == h[2] else 2)))
        zero = ("up", constant(0), 0)
        if g[0] == "number":
            beside = all_hold([equal(g[1], constant(0)), self.leaves_in_order(zero, h)])
            return one_holds([at_least(g[1], constant(1)), beside])
        beside = all_hold([equal(h[1], constant(0)), self.leaves_in_order(g, zero)])
        return one_holds([at_least(constant(-1), h[1]), beside])

    def fitting(self, g: Any, h: Any) -> Iterable[Any]:
        """Yield the condition under which each claim says that g >= h."""
        for claim in self.claims:
            values: dict[str, Any] = {}
            pairs: list[tuple[Any, Any]] = []
            for pattern, term in ((claim.first, g), (claim.second, h)):
                if pattern[0] != term[0] or "form" in (pattern[0], term[0]):
                    break
                if pattern[0] == "family":
                    if pattern[1] != term[1]:
                        break
                    pairs += zip(pattern[2], term[2], strict=True)
                elif pattern[0] == "mixed":
                    if pattern[3] != term[3]:
                        break
                    pairs += zip(pattern[1:3], term[1:3], strict=True)
                elif pattern[2:] != term[2:]:
                    break
                else:
                    pairs.append((pattern[1], term[1]))
            else:
                for form, value in pairs:
                    if form[0] == 0 and len(form[1]) == 1 and form[1][0][1] == 1:
                        values.setdefault(form[1][0][0], value)
                if set(claim.variables) <= set(values):
                    places = [equal(substitute(form, values), value) for form, value in pairs]
                    domains = [self.in_domain(x) for x in (g, h) if x[0] == "family"]
                    yield all_hold([*places, *domains, with_values(claim.condition, values)])

    def known(self, g: Any, h: Any, depth: int) -> Any:
        """Return a sufficient condition for g >= h."""
        kinds = {g[0], h[0]}
        if kinds <= LEAVES:
            return self.leaves_in_order(g, h)
        cases = list(self.fitting(g, h))
        if g[:2] == h[:2] and g[0] == "family":
            cases.append(all_hold(map(equal, g[2], h[2])))
        if "form" in kinds and depth:
            cases.append(self.opened(g, h, depth - 1))
        return one_holds(cases)

    def opened(self, g: Any, h: Any, depth: int = OPENED) -> Any:
        """Return U(g >= h)."""
        parts = [(guard, right, h) for guard, right in self.options(g, 1)]
        parts += [(guard, g, left) for guard, left in self.options(h, 0)]
        return all_hold(
            one_holds([negated(guard), self.left_wins_first(x, y, depth)]) for guard, x, y in parts
        )

    def left_wins_first(self, g: Any, h: Any, depth: int) -> Any:
        """Return a sufficient condition for g |> h."""
        if {g[0], h[0]} <= LEAVES:
            return negated(self.leaves_in_order(h, g))
        cases = [(guard, left, h) for guard, left in self.options(g, 0)]
        cases += [(guard, g, right) for guard, right in self.options(h, 1)]
        return one_holds(all_hold([guard, self.known(x, y, depth)]) for guard, x, y in cases)

    def obligations(self) -> list[tuple[str, Any]]:
        """Return what must be refuted, with the words for it."""
        made: list[tuple[str, Any]] = []

        def demand(what: str, hypotheses: list[Any], conclusion: Any) -> None:
            made.append((what, all_hold([*hypotheses, negated(conclusion)])))

        for family in self.families.values():
            name = f"{family.name}({','.join(family.parameters)})"
            whole = [family.domain]
            demand(f"the rank of {name} is not negative", whole, at_least_zero(family.rank))
            twin = self.replaced[family.name]
            options = family.left + family.right + twin.left + twin.right
            for guard, option in dict.fromkeys(options):
                for member in members(option):
                    given, text = [family.domain, guard], term_text(member)
                    inside = self.in_domain(member)
                    demand(f"the option {text} of {name} lies in its domain", given, inside)
                    falls = at_least(family.rank, plus(self.rank(member), constant(1)))
                    demand(f"the rank falls from {name} to {text}", given, falls)
        for claim in self.claims:
            terms = (claim.first, claim.second)
            given = [claim.condition]
            given += [self.in_domain(term) for term in terms if term[0] == "family"]
            for member in (x for term in terms for x in members(term, inside=True)):
                text = f"{term_text(member)} lies in its domain in {claim_text(claim)}"
                demand(text, given, self.in_domain(member))
            demand(claim_text(claim), given, self.opened(*terms))
        return made


# What was checked, as text.


def sides_text(form: Any) -> str:
    """Return form >= 0 with positive factors on both sides."""
    left = [(name, factor) for name, factor in form[1] if factor > 0]
    right = [(name, -factor) for name, factor in form[1] if factor < 0]
    if not left:
        return f"{combination_text((0, right))} <= {form[0]}"
    if form[0] > 0 and right:
        return f"{combination_text((form[0], left))} >= {combination_text((0, right))}"
    return f"{combination_text((0, left))} >= {combination_text((-form[0], right))}"


def combination_text(form: Any) -> str:
    """Return a combination such as a-2k+3."""
    text = ""
    for name, factor in form[1]:
        size = "" if abs(factor) == 1 else str(abs(factor))
        text += ("-" if factor < 0 else "+" if text else "") + size + name
    if form[0] or not text:
        text += f"{form[0]:+d}" if text else str(form[0])
    return text


def condition_words(formula: Any, inner: bool = False) -> str:
    kind, inside = formula
    if kind == ">=":
        return sides_text(inside)
    if not inside:
        return "true" if kind == "and" else "false"
    texts = []
    for part in inside:
        opposite = plus(constant(0), part[1], -1) if part[0] == ">=" else None
        if kind == "and" and (">=", opposite) in inside:
            texts.append(sides_text(part[1]).replace(">=", "=").replace("<=", "="))
            if inside.index((">=", opposite)) < inside.index(part):
                texts.pop()
        else:
            texts.append(condition_words(part, True))
    text = f" {kind} ".join(texts)
    return f"({text})" if inner and len(texts) > 1 else text


def term_text(term: Any) -> str:
    if term[0] == "number":
        return combination_text(term[1])
    if term[0] == "up":
        return f"({combination_text(term[1])}){UP_WORDS[term[2]]}"
    if term[0] == "mixed":
        return f"{combination_text(term[1])} plus {term_text(('up', *term[2:]))}"
    if term[0] == "family":
        return f"{term[1]}({','.join(map(combination_text, term[2]))})"
    left, right = (", ".join(map(term_text, side)) for side in term[1:])
    return f"{{{left} | {right}}}"


def claim_text(claim: Claim, sign: str = ">=") -> str:
    text = f"{term_text(claim.first)} {sign} {term_text(claim.second)}"
    return text if claim.condition == TRUE else f"{text} if {condition_words(claim.condition)}"


def claim_lines(claims: list[Claim]) -> list[str]:
    """Return the claims; one that is followed by its converse is an equation."""
    lines = []
    waiting = list(claims)
    while waiting:
        claim = waiting.pop(0)
        converse = claim._replace(first=claim.second, second=claim.first)
        if waiting and waiting[0] == converse:
            waiting.pop(0)
            lines.append(claim_text(claim, "="))
        elif claim.first[0] != "family" and claim.second[0] == "family":
            lines.append(claim_text(converse, "<="))
        else:
            lines.append(claim_text(claim))
    return lines


def family_lines(family: Family) -> list[str]:
    name = f"{family.name}({','.join(family.parameters)})"
    lines = [f"{name} for integers with {condition_words(family.domain)}"]
    for player, options in (("Left", family.left), ("Right", family.right)):
        for guard, option in options:
            condition = "" if guard == TRUE else f" if {condition_words(guard)}"
            lines.append(f"  {player} moves to {term_text(option)}{condition}")
        if not options:
            lines.append(f"  {player} has no move")
    return lines


# Refutations.


def assume(formula: Any, atoms: list[Any], choices: list[Any]) -> None:
    """Add a formula to the inequalities and disjunctions at hand."""
    kind, inside = formula
    if kind == ">=":
        atoms.append(inside)
    elif kind == "and":
        for part in inside:
            assume(part, atoms, choices)
    elif inside:
        choices.append(inside)
    else:
        atoms.append(constant(-1))


def refute(node: Any, atoms: list[Any], choices: list[Any], budget: Budget) -> None:
    """Refuse a tree that does not refute what is at hand."""
    budget.spend(1 + len(atoms))
    require(isinstance(node, list) and node, "a refutation must be a list")
    if node[0] == "sum":
        expect(node, (str, [(int, int)]), "a sum of inequalities")
        total = constant(0)
        for place, times in node[1]:
            require(0 <= place < len(atoms), "a sum must name inequalities at hand")
            require(times > 0, "multipliers must be positive")
            total = plus(total, atoms[place], times)
        require(not total[1] and total[0] < 0, "the inequalities must add up to a negative number")
        return
    if node[0] == "or":
        expect(node, (str, int, [object]), "a division into cases")
        require(0 <= node[1] < len(choices), "a division must name a disjunction at hand")
        cases = choices[node[1]]
        require(len(cases) == len(node[2]), "a division must have all cases")
    else:
        require(node[0] == "cut", f"unknown step {in_short(node)}")
        expect(node, (str, object, [object]), "a division into cases")
        require(len(node[2]) == 2, "a division of a combination must have two cases")
        names = {name for form in atoms for name, _ in form[1]}
        form = read_linear(node[1], names)
        cases = (at_least_zero(form), negated(at_least_zero(form)))
    for case, child in zip(cases, node[2], strict=True):
        more, others = list(atoms), list(choices)
        assume(case, more, others)
        refute(child, more, others, budget)


FAMILIES = {
    "claims": [{"first": object, "if": object, "second": object, "variables": [str]}],
    "families": [
        {
            "domain": object,
            "left": [{"if": object, "to": object}],
            "name": str,
            "parameters": [str],
            "rank": object,
            "right": [{"if": object, "to": object}],
        }
    ],
    "proofs": [object],
    "values": [int],
}


def check_families(document: Any, budget: Budget) -> Statement:
    """Check claims about families of games."""
    system = Families(document, budget)
    require(system.claims, "there must be claims")
    obligations = system.obligations()
    proofs = document["proofs"]
    wanted = f"there must be a refutation for each of the {len(obligations)} obligations"
    require(len(proofs) == len(obligations), wanted)
    for (what, formula), proof in zip(obligations, proofs, strict=True):
        atoms: list[Any] = []
        choices: list[Any] = []
        assume(formula, atoms, choices)
        try:
            refute(proof, atoms, choices, budget)
        except Refused as refusal:
            raise Refused(f"not proved: {what}: {refusal}") from None
    claims = claim_lines(system.claims)
    count = f"{len(claims)} claim{'s' * (len(claims) > 1)} for all parameters"
    lines = [f"{count}: {'; '.join(claims)}", "the families:"]
    for family in system.families.values():
        lines += family_lines(family)
    return Statement(claims, lines)


# 8. Numeration systems.
#
# A position consists of heaps, which are numbers from 0; both players have the same moves. A set P
# of positions such that (i) no move leads from P to P, and (ii) every position outside P has a
# move into P, is the set of P-positions, provided that play ends: by induction along the moves, the
# player to move loses the positions in P and wins the others. No move makes a heap larger and every
# move changes the position, so play ends.
#
# Numbers are written in base b or in Zeckendorf's notation (digits 0 and 1, no two neighbouring
# ones), the most significant digit first; several numbers are read together, one digit of each at a
# time, with zeros in front of shorter ones. A relation is an automaton that accepts valid words
# only, and a word with a zero in front exactly if it accepts the word. Then (i) and (ii) are
# emptiness of automata that are made by products, complements among the valid words, and
# projections; a number that is projected away may be the longest, so that the automaton may start
# in any state that zeros of the others reach.
#
# Nothing is believed about arithmetic. Valid words without zeros in front, shorter ones first and
# then in lexicographic order, are an infinite list in which every word has finitely many
# predecessors: word number n stands for n. With S for the successor in this list, the
# relation x + y = z is determined by three facts, by induction on y: x + 0 = z exactly if x = z;
# x + Sy = 0 never; x + Sy = Sz exactly if x + y = z. The adder is built by a rule, and these three
# are then decided. All other sums are made of this adder. That the words 10...0 are the powers of
# b, or the Fibonacci numbers 1, 2, 3, 5, ..., is decided as well.

MOST_HEAPS = 4
MOST_CHOSEN = 3
LARGEST_FACTOR = 12
LARGEST_CONSTANT = 1_000
ADDER_STATES = 4
MOST_DIGITS_READ = 20_000
COMPARISONS = ("<", "<=", ">", ">=", "=", "!=")


class Automaton:
    """The words of a relation between numbers: for each state, the next state by the digits."""

    def __init__(self, names: tuple[str, ...], table: list[dict[Any, int]], accepting: set[int]):
        self.names = names
        self.table = table
        self.accepting = accepting


class Numbers:
    """Numbers in a notation, and the relations between them."""

    def __init__(self, base: int, zeckendorf: bool, budget: Budget) -> None:
        self.base = base
        self.zeckendorf = zeckendorf
        self.budget = budget
        self.names_made = 0
        self.adder = self.check_adder()

    # Automata and how to combine them.

    def letters(self, count: int) -> list[tuple[int, ...]]:
        if self.base**count > MOST_DIGITS_READ:
            raise OutOfBudget(f"{count} numbers in base {self.base} have too many digits together")
        return list(product(range(self.base), repeat=count))

    def build(self, names: Iterable[str], start: Any, step: Any, accepts: Any) -> Automaton:
        """Return the least automaton for steps that are given by a function."""
        ordered = tuple(sorted(set(names)))
        letters = self.letters(len(ordered))
        places, states, table = {start: 0}, [start], []
        for state in states:
            row = {}
            self.budget.spend(len(letters))
            for digits in letters:
                after = step(state, dict(zip(ordered, digits, strict=True)))
                if after not in places:
                    places[after] = len(states)
                    states.append(after)
                row[digits] = places[after]
            table.append(row)
        accepting = {place for place, state in enumerate(states) if accepts(state)}
        return self.least(Automaton(ordered, table, accepting))

    def least(self, automaton: Automaton) -> Automaton:
        table = automaton.table
        parts = [int(state in automaton.accepting) for state in range(len(table))]
        while True:
            self.budget.spend(len(table))
            marks: dict[Any, int] = {}
            finer = []
            for state, row in enumerate(table):
                mark = parts[state], *(parts[after] for after in row.values())
                finer.append(marks.setdefault(mark, len(marks)))
            is_stable = len(marks) == len(set(parts))
            parts = finer
            if is_stable:
                break
        # The marks are numbered in the order of the states, so that the start is part 0.
        rows: dict[int, dict[Any, int]] = {}
        for state, row in enumerate(table):
            if parts[state] not in rows:
                rows[parts[state]] = {digits: parts[after] for digits, after in row.items()}
        accepting = {parts[state] for state in automaton.accepting}
        return Automaton(automaton.names, [rows[i] for i in range(len(rows))], accepting)

    def valid(self, names: Iterable[str]) -> Automaton:
        """Return the words of all numbers."""
        ordered = sorted(set(names))

        def step(last: Any, digits: dict[str, int]) -> Any:
            if not self.zeckendorf:
                return 0
            if last is None or any(last[i] and digits[name] for i, name in enumerate(ordered)):
                return None
            return tuple(digits[name] for name in ordered)

        start = (0,) * len(ordered) if self.zeckendorf else 0
        return self.build(ordered, start, step, lambda last: last is not None)

    def of_valid(self, names: Iterable[str], start: Any, step: Any, accepts: Any) -> Automaton:
        return self.all_of(self.build(names, start, step, accepts), self.valid(names))

    def combine(self, one: Automaton, two: Automaton, keep: Any) -> Automaton:
        def step(state: Any, digits: dict[str, int]) -> Any:
            return (
                one.table[state[0]][tuple(digits[name] for name in one.names)],
                two.table[state[1]][tuple(digits[name] for name in two.names)],
            )

        return self.build(
            one.names + two.names,
            (0, 0),
            step,
            lambda state: keep(state[0] in one.accepting, state[1] in two.accepting),
        )

    def all_of(self, first: Automaton, *others: Automaton) -> Automaton:
        for other in others:
            first = self.combine(first, other, lambda x, y: x and y)
        return first

    def any_of(self, first: Automaton, *others: Automaton) -> Automaton:
        for other in others:
            first = self.combine(first, other, lambda x, y: x or y)
        return self.all_of(first, self.valid(first.names))

    def none_of(self, automaton: Automaton) -> Automaton:
        others = set(range(len(automaton.table))) - automaton.accepting
        flipped = Automaton(automaton.names, automaton.table, others)
        return self.all_of(flipped, self.valid(automaton.names))

    def exists(self, name: str, automaton: Automaton) -> Automaton:
        """Return for which other numbers some number of that name completes the relation."""
        place = automaton.names.index(name)
        others = automaton.names[:place] + automaton.names[place + 1 :]

        def after(states: Iterable[int], digits: tuple[int, ...]) -> frozenset[int]:
            return frozenset(
                automaton.table[state][*digits[:place], digit, *digits[place:]]
                for state in states
                for digit in range(self.base)
            )

        start = frozenset([0])
        while True:
            larger = start | after(start, (0,) * len(others))
            if larger == start:
                break
            start = larger

        def step(states: frozenset[int], digits: dict[str, int]) -> frozenset[int]:
            self.budget.spend(len(states))
            return after(states, tuple(digits[name] for name in others))

        made = self.build(others, start, step, lambda states: bool(states & automaton.accepting))
        return self.all_of(made, self.valid(others))

    def renamed(self, automaton: Automaton, names: dict[str, str]) -> Automaton:
        """Return the relation between numbers of other names."""
        return self.build(
            names.values(),
            0,
            lambda state, digits: automaton.table[state][
                tuple(digits[names[name]] for name in automaton.names)
            ],
            lambda state: state in automaton.accepting,
        )

    def is_empty(self, automaton: Automaton) -> bool:
        return not automaton.accepting  # a least automaton has reachable states only

    # The order, and the adder.

    def same(self, x: str, y: str) -> Automaton:
        return self.of_valid((x, y), True, lambda s, d: s and d[x] == d[y], bool)

    def less(self, x: str, y: str) -> Automaton:
        return self.of_valid((x, y), 0, lambda s, d: s or d[y] - d[x], lambda s: s > 0)

    def next(self, x: str, y: str) -> Automaton:
        """Return y = Sx."""
        between = self.exists("~", self.all_of(self.less(x, "~"), self.less("~", y)))
        return self.all_of(self.less(x, y), self.none_of(between))

    def constant(self, x: str, number: int) -> Automaton:
        """Return x = number, the word with that number in the list of all words."""
        valid = self.valid((x,))

        def count(state: int, length: int) -> int:
            reached = {state: 1}
            for _ in range(length):
                following: dict[int, int] = {}
                for place, ways in reached.items():
                    for after in valid.table[place].values():
                        following[after] = following.get(after, 0) + ways
                reached = following
            return sum(ways for place, ways in reached.items() if place in valid.accepting)

        length = 0
        while count(0, length) <= number:
            length += 1
        state, left, word = 0, number, []
        for place in range(length):
            for digit in range(self.base):
                after = valid.table[state][digit,]
                ways = count(after, length - place - 1)
                if left < ways:
                    state = after
                    word.append(digit)
                    break
                left -= ways

        def step(read: Any, digits: dict[str, int]) -> Any:
            if read is None or (read == 0 and digits[x] == 0 and word):
                return read
            return read + 1 if read < len(word) and word[read] == digits[x] else None

        if not word:
            return self.of_valid((x,), True, lambda s, d: s and d[x] == 0, bool)
        return self.of_valid((x,), 0, step, lambda read: read == len(word))

    def check_adder(self) -> Automaton:
        """Return x + y = z, after checking the three facts that determine it."""

        def step(state: Any, d: dict[str, int]) -> Any:
            if state is None:
                return None
            digit = d["x"] + d["y"] - d["z"]
            if self.zeckendorf:
                after = state[0] + state[1] + digit, state[0]
            else:
                after = self.base * state[0] + digit, 0
            return after if max(map(abs, after)) <= ADDER_STATES else None

        self.adder = self.of_valid(
            "xyz", (0, 0), step, lambda state: state is not None and sum(state) == 0
        )
        zero, valid = self.constant("y", 0), self.valid("xyz")
        with_zero = self.all_of(self.adder, zero)
        equal = self.all_of(self.same("x", "z"), zero, valid)
        is_right = self.is_empty(self.all_of(with_zero, self.none_of(equal)))
        is_right &= self.is_empty(self.all_of(equal, self.none_of(with_zero)))
        require(is_right, "the adder must satisfy x + 0 = z exactly if x = z")
        to_zero = self.all_of(self.adder, self.constant("z", 0), self.less("~", "y"))
        require(self.is_empty(to_zero), "the adder must satisfy x + Sy = 0 never")
        successors = self.all_of(self.next("y", "u"), self.next("z", "v"))
        before, after = self.adder, self.sum_of("x", "u", "v")
        is_right = self.is_empty(self.all_of(successors, before, self.none_of(after)))
        is_right &= self.is_empty(self.all_of(successors, after, self.none_of(before)))
        require(is_right, "the adder must satisfy x + Sy = Sz exactly if x + y = z")
        return self.adder

    def sum_of(self, x: str, y: str, z: str) -> Automaton:
        return self.renamed(self.adder, {"x": x, "y": y, "z": z})

    # Sums and conditions, made of the adder.

    def new_name(self) -> str:
        self.names_made += 1
        return f"~{self.names_made}"

    def total(self, parts: list[str], number: int) -> tuple[Automaton, str]:
        """Return the relation between some numbers and a new one, their sum plus a number."""
        name = self.new_name()
        made = self.constant(name, number)
        for part in parts:
            following = self.new_name()
            made = self.all_of(made, self.sum_of(name, part, following))
            made, name = self.exists(name, made), following
        return made, name

    def compare(self, first: Any, sign: str, second: Any) -> Automaton:
        """Return a comparison of two combinations; negative terms change sides."""
        sides: list[tuple[Automaton, str]] = []
        for one, other in ((first, second), (second, first)):
            parts = [x for x, factor in one[1] for _ in range(factor)]
            parts += [x for x, factor in other[1] for _ in range(-factor)]
            sides.append(self.total(parts, max(one[0], 0) + max(-other[0], 0)))
        (left, x), (right, y) = sides
        if sign in (">", ">="):
            x, y, sign = y, x, sign.replace(">", "<")
        order = self.less(x, y) if sign in ("<", "<=") else self.same(x, y)
        if sign == "<=":
            order = self.any_of(order, self.same(x, y))
        elif sign == "!=":
            order = self.none_of(order)
        return self.exists(x, self.exists(y, self.all_of(left, right, order)))

    def congruent(self, first: Any, second: Any, modulus: int) -> Automaton:
        new = self.new_name()
        found = []
        for one, other in ((first, second), (second, first)):
            more = [other[0], [*other[1], [new, modulus]]]
            found.append(self.exists(new, self.compare(one, "=", more)))
        return self.any_of(*found)

    def place_value(self, x: str) -> Automaton:
        return self.of_valid((x,), 0, lambda s, d: min(2, s + d[x]), lambda s: s == 1)

    def check_place_values(self) -> None:
        """Refuse unless the words 10...0 are the powers of the base, or the Fibonacci numbers."""
        x, y, z = "x", "y", "z"
        values = [self.place_value(name) for name in (x, y, z)]
        between = self.exists(z, self.all_of(self.less(x, z), self.less(z, y), values[2]))
        follows = self.all_of(self.less(x, y), values[0], values[1], self.none_of(between))
        if self.zeckendorf:
            after = self.renamed(follows, {x: y, y: z})
            wrong = self.all_of(follows, after, self.none_of(self.sum_of(x, y, z)))
            first = [1, 2]
        else:
            multiple = self.compare([0, [[x, self.base]]], "=", [0, [[y, 1]]])
            wrong = self.all_of(follows, self.none_of(multiple))
            first = [1]
        small = self.compare([0, [[x, 1]]], "<=", [first[-1], []])
        listed = self.any_of(*(self.constant(x, n) for n in first))
        start = self.all_of(small, values[0])
        is_right = self.is_empty(wrong) and self.is_empty(self.all_of(start, self.none_of(listed)))
        is_right &= self.is_empty(self.all_of(listed, self.none_of(values[0])))
        # There is a larger one after each: the words 10...0 are infinitely many.
        require(is_right, "the words 10...0 must be the values of the places")


LINEAR = (int, [(str, int)])


def check_linear(form: Any, letters: set[str]) -> None:
    expect(form, LINEAR, "a combination of numbers")
    names = [name for name, _ in form[1]]
    require(set(names) <= letters, f"unknown letters in {in_short(form)}")
    require(len(set(names)) == len(names), f"a letter occurs twice in {in_short(form)}")
    require(abs(form[0]) <= LARGEST_CONSTANT, f"a number is too large in {in_short(form)}")
    is_small = all(0 < abs(factor) <= LARGEST_FACTOR for _, factor in form[1])
    require(is_small, f"factors must be small and not 0 in {in_short(form)}")


def check_condition(condition: Any, letters: set[str]) -> None:
    require(isinstance(condition, list) and condition, "a condition must be a list")
    kinds = {"mod": (str, object, object, int), "place value": (str, object)}
    shape = kinds.get(str(condition[0]), (str, object, object))
    expect(condition, shape, "a condition")
    known = condition[0] in kinds or condition[0] in COMPARISONS
    require(known, f"unknown condition {in_short(condition)}")
    for form in condition[1:3]:
        check_linear(form, letters)
    if condition[0] == "mod":
        require(1 <= condition[3] <= LARGEST_FACTOR, "a modulus must be small and positive")


def condition_text(condition: Any, numbers: Numbers) -> str:
    forms = [combination_text(form) for form in condition[1:3]]
    if condition[0] == "mod":
        return f"{forms[0]} = {forms[1]} mod {condition[3]}"
    if condition[0] == "place value":
        if numbers.zeckendorf:
            return f"{forms[0]} is a Fibonacci number"
        return f"{forms[0]} is a power of {numbers.base}"
    return f"{forms[0]} {condition[0]} {forms[1]}"


def condition_automaton(condition: Any, numbers: Numbers) -> Automaton:
    if condition[0] == "mod":
        return numbers.congruent(*condition[1:])
    if condition[0] == "place value":
        new = numbers.new_name()
        same = numbers.compare(condition[1], "=", [0, [[new, 1]]])
        return numbers.exists(new, numbers.all_of(same, numbers.place_value(new)))
    return numbers.compare(condition[1], condition[0], condition[2])


def move_automaton(move: Any, heaps: list[str], numbers: Numbers) -> Automaton:
    """Return the relation between positions before and after a move; the latter have primes."""
    made = numbers.valid(())
    for heap, form in zip(heaps, move["after"], strict=True):
        made = numbers.all_of(made, numbers.compare([0, [[heap + "'", 1]]], "=", form))
    for condition in move["if"]:
        made = numbers.all_of(made, condition_automaton(condition, numbers))
    for letter in move["letters"]:
        made = numbers.exists(letter, made)
    unchanged = numbers.all_of(*(numbers.same(heap, heap + "'") for heap in heaps))
    return numbers.all_of(made, numbers.none_of(unchanged))


def move_text(move: Any, heaps: list[str], numbers: Numbers) -> str:
    forms = ", ".join(map(combination_text, move["after"]))
    text = f"  ({', '.join(heaps)}) -> ({forms})"
    conditions = [condition_text(condition, numbers) for condition in move["if"]]
    if move["letters"]:
        text += f" for numbers {', '.join(move['letters'])} >= 0"
    return text + (f" if {' and '.join(conditions)}" if conditions else "")


def check_heap_rules(document: Any) -> None:
    heaps = document["heaps"]
    require(1 <= len(heaps) <= MOST_HEAPS, f"there must be 1 to {MOST_HEAPS} heaps")
    require(document["moves"], "there must be moves")
    for move in document["moves"]:
        letters = heaps + move["letters"]
        is_letter = all(len(x) == 1 and "a" <= x <= "z" for x in letters)
        require(is_letter and len(set(letters)) == len(letters), "heaps must be different letters")
        require(len(move["letters"]) <= MOST_CHOSEN, "a move has too many letters")
        require(len(move["after"]) == len(heaps), "a move must say what every heap becomes")
        for form in move["after"]:
            check_linear(form, set(letters))
        for condition in move["if"]:
            check_condition(condition, set(letters))


def claimed_positions(document: Any, numbers: Numbers) -> Automaton:
    """Return the automaton of the claimed P-positions."""
    heaps, table = document["heaps"], document["next"]
    letters = numbers.letters(len(heaps))
    require(table, "the automaton must have states")
    for row in table:
        is_row = len(row) == len(letters) and all(0 <= after < len(table) for after in row)
        require(is_row, "the automaton must have a next state for all digits in every state")
    require(table[0][0] == 0, "the automaton must ignore zeros in front")
    is_state = all(0 <= state < len(table) for state in document["accepting"])
    require(is_state, "accepting states must be states of the automaton")
    rows = [dict(zip(letters, row, strict=True)) for row in table]
    accepting = set(document["accepting"])
    made = numbers.build(
        heaps,
        0,
        lambda state, digits: rows[state][tuple(digits[heap] for heap in heaps)],
        lambda state: state in accepting,
    )
    is_valid = numbers.is_empty(
        numbers.combine(made, numbers.valid(heaps), lambda x, y: x and not y)
    )
    require(is_valid, "the automaton must accept valid words only")
    return made


NUMERATION = {
    "accepting": [int],
    "heaps": [str],
    "moves": [{"after": [object], "if": [object], "letters": [str]}],
    "name": str,
    "next": [[int]],
    "numeration": str,
}


def check_numeration(document: Any, budget: Budget) -> Statement:
    """Check that an automaton accepts exactly the P-positions of a game on heaps."""
    notation = document["numeration"]
    known = ("zeckendorf", *map(str, range(2, 11)))
    require(notation in known, "the numeration must be zeckendorf or a base from 2 to 10")
    zeckendorf = notation == "zeckendorf"
    check_heap_rules(document)
    heaps, moves = document["heaps"], document["moves"]
    numbers = Numbers(2 if zeckendorf else int(notation), zeckendorf, budget)
    if any(condition[0] == "place value" for move in moves for condition in move["if"]):
        numbers.check_place_values()
    accepted = claimed_positions(document, numbers)
    primed = [heap + "'" for heap in heaps]
    reached = numbers.renamed(accepted, dict(zip(heaps, primed, strict=True)))
    settled = accepted
    for move in moves:
        step, text = move_automaton(move, heaps, numbers), move_text(move, heaps, numbers).strip()
        for heap in heaps:
            growth = numbers.all_of(step, numbers.less(heap, heap + "'"))
            require(numbers.is_empty(growth), f"the move {text} must not make heap {heap} larger")
        step = numbers.all_of(step, reached)
        inside = numbers.all_of(step, accepted)
        require(numbers.is_empty(inside), f"the move {text} must not lead from P to P")
        for heap in primed:
            step = numbers.exists(heap, step)
        settled = numbers.any_of(settled, step)
    rest = numbers.none_of(settled)
    require(numbers.is_empty(rest), "every position outside P must have a move into P")
    name = "Zeckendorf's notation" if zeckendorf else f"base {notation}"
    count = len(document["next"])
    claim = f"the P-positions are the words of an automaton with {count} states in {name}"
    lines = [claim, f"heaps {', '.join(heaps)}, numbers from 0; both players move"]
    lines += [move_text(move, heaps, numbers) for move in moves]
    lines.append("a choice that changes nothing, or leaves a negative heap, is no move")
    digits = ["".join(map(str, letter)) for letter in numbers.letters(len(heaps))]
    lines.append(f"the automaton starts in state 0 and reads digits of {', '.join(heaps)}:")
    for state, row in enumerate(document["next"]):
        mark = " (P)" if state in document["accepting"] else ""
        steps = ", ".join(f"{x} to {after}" for x, after in zip(digits, row, strict=True))
        lines.append(f"  state {state}{mark}: {steps}")
    return Statement([claim], lines)


# 9. The answer.


class Kind(NamedTuple):
    """A kind of certificate: its fields besides the header, and the function that checks it."""

    fields: dict[str, Any]
    check: Callable[[Any, Budget], Statement]


KINDS = {
    "bounds": Kind(BOUNDS, check_bounds),
    "families": Kind(FAMILIES, check_families),
    "invariant": Kind(INVARIANT, check_invariant),
    "moore": Kind(MOORE, check_moore),
    "numeration": Kind(NUMERATION, check_numeration),
}


def check(document: Any, budget: Budget | None = None) -> Statement:
    """Check a certificate, and return what it proves.

    Raises Refused if it does not prove its claim, and OutOfBudget if that takes too long.
    """
    require(isinstance(document, dict), "a certificate must be an object")
    name = document.get("kind")
    known = ", ".join(KINDS)
    require(isinstance(name, str) and name in KINDS, f"the kind must be one of {known}")
    kind = KINDS[str(name)]
    expect(document, {**HEADER, **kind.fields}, "the certificate")
    require(document["version"] == VERSION, f"the version of the format must be {VERSION}")
    check_digest(document)
    try:
        return kind.check(document, budget or Budget())
    except RecursionError:
        raise OutOfBudget("the certificate is too deep for Python") from None


def refuse_number(text: str) -> None:
    raise Refused(f"numbers must be integers, got {text}")


def read(text: str) -> Any:
    """Return the document in the text of a file, which must be written in the only way."""
    text = text.strip()
    try:
        document = json.loads(text, parse_float=refuse_number, parse_constant=refuse_number)
        is_same = text_of(document) == text
    except RecursionError:
        raise Refused("JSON that is nested too deeply") from None
    except ValueError as error:
        raise Refused(f"not JSON: {error}") from None
    require(is_same, "JSON must be written with its fields in order, once each, without spaces")
    return document


def main(words: list[str]) -> int:
    """Check a file, print what is proved, and return the exit code."""
    if len(words) not in (1, 2) or not all(word.isdecimal() for word in words[1:]):
        print("usage: python theorem_checker.py FILE [STEPS]", file=sys.stderr)
        return 2
    try:
        with open(words[0], encoding="utf-8") as file:
            document = read(file.read())
        statement = check(document, Budget(int(words[1])) if words[1:] else None)
    except OSError as error:
        print(f"cannot be read: {error}", file=sys.stderr)
        return 2
    except ValueError as error:
        print(f"refused: {error}", file=sys.stderr)
        return 1
    except OutOfBudget as error:
        print(f"out of budget, nothing is known: {error}", file=sys.stderr)
        return 3
    except MemoryError:
        print("out of memory: nothing is known", file=sys.stderr)
        return 3
    print("proved:", *statement.lines[:1])
    for line in statement.lines[1:]:
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
