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
from collections.abc import Callable
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
    require(rules["height"] >= 1, "the height must be at least 1")
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
    """Return a rank in words."""
    levels = []
    for level in rank:
        weights = ", ".join(f"{' '.join(letters)} = {n}" for letters, n in level["weights"])
        levels.append(f"the {'moment' if level['moment'] else 'sum'} of the weights {weights}")
    return ", then ".join(levels)


def check_rank(rank: Any, machines: list[Transducer], budget: Budget) -> None:
    """Refuse a rank that does not fall with every move."""
    expect(rank, [LEVEL], "the rank")
    letters = {letter: a for a, letter in enumerate(machines[0].letters)}
    for level in rank:
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
        left, right = self.rows[g]
        if not right and (not left or left == {g - 1}):
            inner = self.text(g - 1) if left else "-1"
            if inner.lstrip("-").isdecimal():
                return str(int(inner) + 1)
        sides = (",".join(sorted(self.text(x) for x in side)) for side in (left, right))
        return (
            "*" if left == right == {0} and not any(self.rows[0]) else "{" + "|".join(sides) + "}"
        )


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
    states = product.check(read)
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

    def check(self, letters: list[int]) -> int:
        """Refuse the machine if some word has a wrong label; return how many states there are."""
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
        return len(words)


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
    lines.append(f"play ends: {rank_text(document['rank'])} falls with every move")
    lines.append(f"checked in {product} states of the automaton on a word and its options")
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
# j >= k, or e != f and j >= k+2. The canonical Left options of b = [j,e] are: none if b = 0; {0} if
# j >= 1 or b = star, except that up star = {0, star | 0}; {[j+1,1-e]} if j <= -1. Down star is
# confused with 0; so if X >= [j-1,1-e], then Left, moving first, wins X - [j,e].
#
# Lemma. A position c is >= b = [j,e] if
#   (R) every Right option X of c is >= [j-1,1-e], or has a Left option >= b; and
#   (L) if j >= 1 or b = star, c has a Left option >= 0 (and if b = up star, (R) holds for 0 as
#       well, or c has a Left option >= star); if j <= -1, c has a Left option >= [j+1,1-e].
# Proof. Left must win c - b moving second. If Right moves in c to X, then by (R) Left wins, by what
# was said about down star or by the reply. If Right moves in -b, the rest is c - b', where b' is a
# Left option of b, and by (L) Left moves to something >= b'; if b' = star and (R) holds for 0, she
# moves from star to 0, and c >= 0 by the Lemma for 0.
#
# Setting. Each rule changes two neighbouring letters and leaves one dead cell there; the rules are
# symmetric under reversal; no rule reads a dead cell. So a position is the sum of the words between
# dead cells. The family of a period has all words of at most one letter, and all words a.u.b, where
# a and b are any letters and u is a factor of the period repeated for ever. A move leaves two words
# of the family: the only new letter stands beside the dead cell, at the end of a word.
#
# Labels. The label (m0, m1) of a word claims that it is >= [m0,0] and >= [m1,1]. A word without
# moves has (0,-2). Labels of a sum: (max(a0+b0, a1+b1), max(a0+b1, a1+b0)). A sum with the label
# (s0,s1) is known to be >= [j,e] if s_e >= j or s_(1-e) >= j+2. Words of fewer than l0+p letters
# have the labels of the file, one for a word and its reversal; if c is longer, its label is that of
# c without p letters of its inside, plus (sigma,sigma). Adding (sigma,sigma) to a part adds it to
# the sum.
#
# A claim (c,e) is verified if (R) and (L) hold with "known" for ">=", and, if |c| > N-p, its number
# is >= 2 (sigma > 0) or <= -1 (sigma < 0). The file is checked to satisfy, for each word with moves
# of 2 to N = 4 l0 + 2p letters and each e: (c,e) is verified, or (c,1-e) is and m_e <= m_(1-e) - 2.
# Moreover l0 >= 3, p > 0 is a multiple of the period, and words of l0 letters and more have moves.
#
# Theorem. All claims about all words of the family are true. Proof. If |c| <= N: by the Lemma and
# induction. Let |c| > N, and c' be c without p letters of its inside. We show that (c,e) is
# verified if (c',e) is, with b + [sigma,0] for b. (R) A Right move in c leaves K and M, |M| >= |K|,
# so |M| >= 2 l0 + p. Delete p letters inside M: this is the same move in c' and leaves K and M',
# |M'| >= 2 l0, so that the label of M is that of M' plus sigma. In c' one of these holds. (i) K +
# M' is known to be >= [j-1,1-e]: then K + M is known to be >= [j+sigma-1,1-e]. (ii) A Left reply in
# K: the same one is good in c. (iii) A Left reply in M' leaves U + V of at least 2 l0 - 1 letters;
# the longer has at least l0. Insert p letters inside it: this is a reply in M, and its label is
# larger by sigma. (L) The Left option of c' has a part of at least l0 letters; insert p letters
# inside it. If sigma > 0, the option was known to be >= 0 and still is; if sigma < 0, it is known
# to be >= [j+sigma+1, 1-e]; if sigma = 0 nothing changes. The condition on the numbers passes on,
# and says that b is not 0, star or up star. QED. Upper bounds are lower bounds of the negative,
# where Left and Right are exchanged.

TABLE = {"l0": int, "labels": [(str, int, int)], "p": int, "sigma": int}
FORMULA = {
    "factor": int, "from": int, "modulus": int, "plus": int, "relation": str, "shift": int,
    "star": int,
}  # fmt: skip
BOUNDS = {"rules": RULES, "formulas": [FORMULA], "lower": object, "upper": object, "word": str}
Pair = tuple[int, int]


def sum_of_labels(a: Pair, b: Pair) -> Pair:
    return max(a[0] + b[0], a[1] + b[1]), max(a[0] + b[1], a[1] + b[0])


def is_known(label: Pair, j: int, e: int) -> bool:
    """Return whether a sum with this label is known to be >= [j,e]."""
    return label[e] >= j or label[1 - e] >= j + 2


def best_labels(labels: set[Pair]) -> frozenset[Pair]:
    """Return the labels that no other one surpasses in both numbers; no others are ever needed."""
    return frozenset(
        x for x in labels if not any(y != x and y[0] >= x[0] and y[1] >= x[1] for y in labels)
    )


class PairRule(NamedTuple):
    """Two letters, and what the first and the second become: a letter, or None where it dies."""

    before: str
    after: tuple[str | None, str | None]


def pair_rules(rules: Any, side: str, dead: str) -> list[PairRule]:
    """Return the rules of a player, if each leaves one dead cell of two letters."""
    pairs = []
    for text in rules[side]:
        rule = read_rule(text, rules["marks"])
        require(len(rule.rows) == 1 and rule.group is None, f"{text!r} is not about two letters")
        cells = rule.rows[0]
        is_pair = len(cells) == 2 and all(
            len(cell.members) == 1 and not cell.is_negated and cell.members <= {*rules["marks"]}
            for cell in cells
        )
        require(is_pair, f"{text!r} is not about two letters")
        before = "".join(next(iter(cell.members)) for cell in cells)
        require(dead not in before, f"{text!r} reads the dead cell")
        marks = [x if c.result == "=" else c.result for x, c in zip(before, cells, strict=True)]
        require(marks.count(dead) == 1, f"{text!r} does not leave one dead cell")
        first, second = (None if mark == dead else mark for mark in marks)
        pairs.append(PairRule(before, (first, second)))
    mirrored = {PairRule(rule.before[::-1], rule.after[::-1]) for rule in pairs}
    require(mirrored == {*pairs}, f"the rules of {side} are not symmetric under reversal")
    return pairs


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
        dead = dead_mark(rules)
        sides = ("right", "left") if is_negative else ("left", "right")
        self.rules = [pair_rules(rules, side, dead) for side in sides]
        self.letters = [mark for mark in rules["marks"] if mark != dead]
        self.period = period
        self.table: dict[str, Pair] = {}
        self.longest, self.p, self.sigma = MOST_LENGTH, 1, 0  # words up to `longest` are listed
        self.known_moves: dict[tuple[str, int], list[tuple[str, ...]]] = {}
        self.known_labels: dict[str, Pair] = {}
        self.known_options: dict[str, frozenset[Pair]] = {}

    def moves(self, word: str, player: int) -> list[tuple[str, ...]]:
        """Return the words of two letters and more that each move of a player leaves."""
        key = (word, player)
        if key not in self.known_moves:
            after = set()
            for i in range(len(word) - 1):
                for before, (first, second) in self.rules[player]:
                    if word.startswith(before, i):
                        if first is None:
                            parts = word[:i], f"{second}{word[i + 2 :]}"
                        else:
                            parts = f"{word[:i]}{first}", word[i + 2 :]
                        after.add(tuple(part for part in parts if len(part) > 1))
            self.known_moves[key] = sorted(after)
        return self.known_moves[key]

    def has_moves(self, word: str) -> bool:
        return bool(self.moves(word, 0) or self.moves(word, 1))

    def label(self, word: str) -> Pair:
        if word not in self.known_labels:
            if not self.has_moves(word):
                self.known_labels[word] = (0, -2)
            else:
                times = max(0, -(-(len(word) - self.longest) // self.p))
                short = word[0] + word[1 + times * self.p :]
                key = min(short, short[::-1])
                require(key in self.table, f"no label for {key!r}")
                j0, j1 = self.table[key]
                self.known_labels[word] = (j0 + times * self.sigma, j1 + times * self.sigma)
        return self.known_labels[word]

    def total(self, parts: tuple[str, ...]) -> Pair:
        total = (0, -2)
        for part in parts:
            total = sum_of_labels(total, self.label(part))
        return total

    def left_options(self, word: str) -> frozenset[Pair]:
        """Return the best labels of Left's options of a word."""
        if word not in self.known_options:
            labels = {self.total(parts) for parts in self.moves(word, 0)}
            self.known_options[word] = best_labels(labels)
        return self.known_options[word]

    def right_options(self, word: str) -> list[tuple[Pair, frozenset[Pair]]]:
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
        size = len(self.period)
        endless = self.period * (length // size + 2)
        words = {
            f"{a}{endless[start : start + length - 2]}{b}"
            for start in range(size)
            for a in self.letters
            for b in self.letters
        }
        return {min(word, word[::-1]) for word in words}

    def check_table(self, table: Any, budget: Budget) -> int:
        """Refuse labels that are not verified; return how many claims there are."""
        l0, self.p, self.sigma = table["l0"], table["p"], table["sigma"]
        require(l0 >= 3, "l0 must be at least 3")
        is_multiple = self.p > 0 and self.p % len(self.period) == 0
        require(is_multiple, "p must be a multiple of the length of the period")
        self.longest = l0 + self.p - 1
        longest = 4 * l0 + 2 * self.p
        require(longest <= MOST_LENGTH, f"words of more than {MOST_LENGTH} letters")
        for word, j0, j1 in table["labels"]:
            require(word not in self.table and word == min(word, word[::-1]), "a label twice")
            require(1 < len(word) <= self.longest, f"the label of {word!r} is not used")
            self.table[word] = (j0, j1)
        claims = 0
        for length in range(2, longest + 1):
            for word in self.words(length):
                budget.spend(length)
                if not self.has_moves(word):
                    require(length < l0, f"{word!r} has no moves")
                    continue
                self.check_word(word, is_in_window=length > longest - self.p)
                claims += 2
        return claims

    def check_word(self, word: str, *, is_in_window: bool) -> None:
        label = self.label(word)
        right, left = self.right_options(word), self.left_options(word)
        verified = [
            self.is_verified(label[e], e, right, left)
            and not (is_in_window and self.sigma > 0 and label[e] < 2)
            and not (is_in_window and self.sigma < 0 and label[e] > -1)
            for e in (0, 1)
        ]
        for e in (0, 1):
            is_derived = verified[1 - e] and label[e] <= label[1 - e] - 2
            require(verified[e] or is_derived, f"the label {list(label)} of {word!r} is not proved")

    def is_verified(
        self, j: int, e: int, right: list[tuple[Pair, frozenset[Pair]]], left: frozenset[Pair]
    ) -> bool:
        """Return whether the Lemma shows that a word with these options is >= [j,e]."""
        if not answers_right(j, e, right):
            return False
        if j <= -1:
            return any(is_known(label, j + 1, 1 - e) for label in left)
        if (j, e) == (0, 0):
            return True
        if (j, e) == (1, 1):
            is_good = answers_right(0, 0, right) or any(is_known(label, 0, 1) for label in left)
            if not is_good:
                return False
        return any(is_known(label, 0, 0) for label in left)


def answers_right(j: int, e: int, right: list[tuple[Pair, frozenset[Pair]]]) -> bool:
    """Return whether (R) of the Lemma holds for [j,e]."""
    return all(
        is_known(own, j - 1, 1 - e) or any(is_known(reply, j, e) for reply in replies)
        for own, replies in right
    )


def value_of_formula(formula: Any, n: int) -> int:
    floor = (n + formula["shift"]) // formula["modulus"]
    return int(formula["factor"] * floor + formula["plus"])


def check_formula(formula: Any, word: str, bounds: Bounds, sign: int) -> None:
    """Refuse a formula that the labels do not give: lower bounds (sign 1), upper bounds (-1)."""
    modulus, start = formula["modulus"], formula["from"]
    require(modulus >= 1 and start >= 1, "the modulus and the first n must be at least 1")
    require(formula["star"] in (0, 1), "a formula has one star or none")
    require(len(word * start) >= 2, "the first word must have two letters")
    # The label of word^(n+q) is that of word^n plus sigma, as soon as word^n has l0 letters; the
    # formula grows by sigma as well, since q is a multiple of its modulus.
    q, rest = divmod(bounds.p, len(word))
    is_even = rest == 0 and q % modulus == 0
    require(is_even, "the period of the labels must be a multiple of that of the formula")
    grows = sign * formula["factor"] * (q // modulus)
    require(grows == bounds.sigma, "the formula does not grow as the labels do")
    for n in range(start, max(start, bounds.longest // len(word) + 1) + q + 1):
        label = bounds.label(word * n)
        wanted = sign * value_of_formula(formula, n)
        require(
            is_known(label, wanted, formula["star"]),
            f"the labels do not give the formula for n = {n}",
        )


def formula_text(formula: Any) -> str:
    """Return the formula as mathematicians write it."""
    factor, shift, modulus, plus = (formula[x] for x in ("factor", "shift", "modulus", "plus"))
    star = "*" * formula["star"]
    terms = []
    if factor:
        n = f"n{shift:+d}" if shift else "n"
        floor = f"floor(({n})/{modulus})" if modulus > 1 else n if not shift else f"({n})"
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
    claims = 0
    sides: dict[int, Bounds] = {}
    for sign, name in ((1, "lower"), (-1, "upper")):
        if document[name] is not None:
            expect(document[name], TABLE, name)
            sides[sign] = Bounds(rules, word, is_negative=sign < 0)
            claims += sides[sign].check_table(document[name], budget)
    lines = []
    for formula in formulas:
        needed = {">=": [1], "<=": [-1], "=": [1, -1]}.get(formula["relation"], [0])
        require({*needed} <= sides.keys(), "a formula without labels that prove it")
        for sign in needed:
            check_formula(formula, word, sides[sign], sign)
        name = f"({word})^n" if len(word) > 1 else f"{word}^n"
        bound = f"{name} {formula['relation']} {formula_text(formula)}"
        lines.append(f"{bound} for all n >= {formula['from']}")
    first = "; ".join(lines)
    longest = max(4 * bounds.longest + 4 - 2 * bounds.p for bounds in sides.values())
    return Statement(
        lines,
        [
            first,
            *rule_lines(rules),
            f"checked: {claims} claims about words up to {longest} letters",
        ],
    )


# Bounds by integers, for strips of n cells of which Left covers l neighbouring ones and Right r.
# The label L(n) claims that the strip is >= L(n). A claim j is verified if
#   (R) every Right option has a Left reply whose labels add up to at least j, or, if j < 0, labels
#       that add up to at least j+1; and (L) if j > 0, some Left option has labels of at least j-1.
# This says that Left wins moving second if -j is added: an integer j > 0 is {j-1|}, and j < 0 is
# {|j+1}. Let L(n+p) = L(n) + sigma for n >= n0, and let all claims up to N = 4 n0 + 2p + 2l + r be
# verified, where l and r are the largest numbers of covered cells; if sigma > 0, let the last p of
# them be >= 1. Then all claims are true. The proof is that of the theorem above: the longer part
# after a Right move has at least 2 n0 + p + l cells, and that after a reply in it, without p cells,
# at least n0. A sum with labels that add up to s is >= s, and with sigma > 0 the exceptions for
# j < 0 and j <= 0 are not needed, while with sigma <= 0 they stay valid.

STRIP_TABLE = {"labels": [int], "n0": int, "p": int, "sigma": int}
STRIPS = {"rules": RULES, "lower": object, "upper": object}


def covered_cells(rules: Any, side: str) -> list[int]:
    """Return how many cells a player covers, if the rules are of this kind."""
    sizes = []
    for text in rules[side]:
        rule = read_rule(text, rules["marks"])
        require(len(rule.rows) == 1 and rule.group is None, f"{text!r} does not cover cells")
        first = rule.rows[0][0]
        for cell in rule.rows[0]:
            is_one = len(cell.members) == 1 and not cell.is_negated and cell == first
            is_change = {*rules["marks"]} == cell.members | {cell.result} and len(
                rules["marks"]
            ) == 2
            require(is_one and is_change, f"{text!r} does not cover cells")
        sizes.append(len(rule.rows[0]))
    return sizes


def free_mark(rules: Any) -> str:
    """Return the mark that all rules cover."""
    covered = {
        read_rule(text, rules["marks"]).rows[0][0] for s in ("left", "right") for text in rules[s]
    }
    require(len(covered) == 1, "the players must cover the same cells")
    return next(iter(covered.pop().members))


class Strips:
    """Labels of strips by their numbers of cells."""

    def __init__(self, rules: Any, *, is_negative: bool) -> None:
        sides = ("right", "left") if is_negative else ("left", "right")
        self.sizes = [covered_cells(rules, side) for side in sides]
        self.labels: list[int] = []
        self.p, self.sigma = 1, 0

    def label(self, n: int) -> int:
        times = max(0, -(-(n + 1 - len(self.labels)) // self.p))
        return self.labels[n - times * self.p] + times * self.sigma

    def options(self, n: int, player: int) -> list[Pair]:
        """Return the two parts that each move leaves."""
        return [
            (a, n - size - a) for size in self.sizes[player] for a in range((n - size) // 2 + 1)
        ]

    def best_option(self, n: int) -> int | None:
        """Return the largest label of a Left option."""
        labels = (self.label(a) + self.label(b) for a, b in self.options(n, 0))
        return max(labels, default=None)

    def is_verified(self, n: int, j: int, best: list[int | None]) -> bool:
        for a, b in self.options(n, 1):
            replies = [
                self.label(other) + reply
                for part, other in ((a, b), (b, a))
                if (reply := best[part]) is not None
            ]
            is_own = j < 0 and self.label(a) + self.label(b) >= j + 1
            if not is_own and not any(reply >= j for reply in replies):
                return False
        option = best[n]
        return j <= 0 or (option is not None and option >= j - 1)

    def check_table(self, table: Any, budget: Budget) -> int:
        n0, self.p, self.sigma = table["n0"], table["p"], table["sigma"]
        self.labels = table["labels"]
        require(self.p > 0 and n0 >= 0, "p must be positive, and n0 not negative")
        require(len(self.labels) == n0 + self.p, "there must be n0 + p labels")
        left, right = (max(sizes, default=0) for sizes in self.sizes)
        longest = int(4 * n0 + 2 * self.p + 2 * left + right)
        require(longest <= MOST_LENGTH, f"strips of more than {MOST_LENGTH} cells")
        best: list[int | None] = []
        for n in range(longest + 1):
            budget.spend(n + 1)
            best.append(self.best_option(n))
            j = self.label(n)
            require(self.is_verified(n, j, best), f"the label {j} of {n} cells is not proved")
            is_in_window = self.sigma > 0 and n > longest - self.p
            require(not is_in_window or j >= 1, f"the label {j} of {n} cells is below 1")
        return longest


def check_strips(document: Any, budget: Budget) -> Statement:
    rules = document["rules"]
    check_rules(rules)
    require(rules["height"] == 1 and not rules["ring"], "strips have one row and two ends")
    mark = free_mark(rules)
    claims, notes = [], []
    for name, sign in (("lower", 1), ("upper", -1)):
        table = document[name]
        if table is None:
            continue
        expect(table, STRIP_TABLE, name)
        strips = Strips(rules, is_negative=sign < 0)
        longest = strips.check_table(table, budget)
        listed = " ".join(str(sign * label) for label in table["labels"])
        letter = "L" if sign > 0 else "U"
        period = f"{letter}(n+{table['p']}) = {letter}(n){sign * table['sigma']:+d}"
        claims.append(f"{mark}^n {'>=' if sign > 0 else '<='} {letter}(n)")
        notes.append(f"{letter}(0), {letter}(1), ... = {listed}; {period} for n >= {table['n0']}")
        notes.append(f"checked: claims about up to {longest} cells")
    require(claims, "there must be bounds")
    first = f"{' and '.join(claims)} for all n >= 0"
    return Statement([first], [first, *notes, *rule_lines(rules)])


# 9. The answer.


class Kind(NamedTuple):
    """A kind of certificate: its fields besides the header, and the function that checks it."""

    fields: dict[str, Any]
    check: Callable[[Any, Budget], Statement]


KINDS = {
    "bounds": Kind(BOUNDS, check_bounds),
    "invariant": Kind(INVARIANT, check_invariant),
    "moore": Kind(MOORE, check_moore),
    "strips": Kind(STRIPS, check_strips),
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
