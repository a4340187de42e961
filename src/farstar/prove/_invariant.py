"""Regular invariants: sets of words from which every move has a reply into the set.

The automaton of the set is searched for with 1, 2, 3, ... states by a SAT solver. Its clauses are
about finitely many words: members of the family are accepted; if a word is accepted, then for each
move of the opponent some reply is; words that the player loses moving second are not. An automaton
that satisfies the clauses is checked for all words; if it fails, the word for which it does is
added.

Before, one automaton is tried that needs no search: words made of blocks as long as the period, in
each of which the player has a reply to every move.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

from farstar._arguments import integer, shown
from farstar.certificates.theorem_checker import Transducer
from farstar.errors import MissingExtraError, NotationError
from farstar.learn import Machine
from farstar.prove._game import Oracle, Word, WordGame, look_at_the_clock
from farstar.prove._theorem import NotProved, Theorem, answers, give_up
from farstar.rules import Ruleset

MOST_STATES = 7
_CONFLICTS = 2000
"""The clock is looked at after so many conflicts of the solver."""
_MOST_PRODUCT = 400_000
_MOST_BLOCKS = 500
_FAMILY = re.compile(
    r"(?:(?P<prefix>[^()^]*)\((?P<period>[^()^]+)\)|(?P<word>[^()^]+))\^n(?P<suffix>[^()^]*)"
)


class Family(NamedTuple):
    """The words prefix.period^n.suffix for all n from `start` on."""

    prefix: Word
    period: Word
    suffix: Word
    start: int

    def member(self, n: int) -> Word:
        """Return the word with n periods."""
        return self.prefix + self.period * n + self.suffix


@answers
def invariant(
    rules: Ruleset | str,
    families: str | Iterable[str],
    *,
    wins: Literal["first", "second"] = "second",
    player: Literal["left", "right"] = "left",
    height: int = 1,
    start: int = 1,
    states: int = MOST_STATES,
) -> Theorem | NotProved:
    r"""Prove that a player wins all words of a family, by a regular invariant.

    This needs the extra ``farstar[prove]``.

    Parameters
    ----------
    rules : Ruleset or str
        Rules written as patterns, for strips, rings or boards of fixed height.
    families : str or iterable of str
        Words such as ``"xxo^n"``, ``"x(xo)^noo"`` or ``"(..|..)^n"``.
    wins : str
        Whether the player wins moving ``"first"`` or ``"second"``.
    player : str
        ``"left"`` or ``"right"``.
    height : int
        The number of rows of the boards.
    start : int
        The least n.
    states : int
        Do not search for automata with more states.

    Raises
    ------
    NotationError
        If the rules cannot be translated, or a family cannot be read.
    MissingExtraError
        If python-sat is not installed.

    Examples
    --------
    >>> clobber = "board strip\ncells x/o .\nleft xo -> .x rows\nright = swap of left"
    >>> fs.prove.invariant(clobber, "xxo^n").statement
    'Left, moving second, wins (xxo)^n for all n >= 1'
    """
    game = WordGame(rules, height=integer(height, 1, "the height"))
    if wins not in ("first", "second") or player not in ("left", "right"):
        raise NotationError(f"expected first or second, left or right, got {wins!r}, {player!r}")
    texts = [families] if isinstance(families, str) else list(families)
    least = integer(start, 0, "the least n")
    wanted = [_family(text, game, least) for text in texts]
    if not wanted:
        raise NotationError("expected a family such as xxo^n, got none")
    search = Search(game, wanted, player, is_second=wins == "second")
    most = integer(states, 1, "states")
    return _theorem(search, texts, search.run(most))


def _family(text: str, game: WordGame, start: int) -> Family:
    match = _FAMILY.fullmatch(str(text).replace(" ", ""))
    if match is None:
        raise NotationError(f"expected a family such as xxo^n or x(xo)^noo, got {shown(text)}")
    prefix, suffix = (game.word(match[x]) if match[x] else () for x in ("prefix", "suffix"))
    return Family(prefix, game.word(match["period"] or match["word"]), suffix, start)


class Automaton(NamedTuple):
    """The automaton of an invariant."""

    following: list[list[int]]
    accepts: list[bool]

    def has(self, word: Word) -> bool:
        """Return whether it accepts a word."""
        state = 0
        for a in word:
            state = self.following[state][a]
        return self.accepts[state]


class Search:
    """The search for an invariant; the words that were looked at serve for all sizes."""

    def __init__(
        self, game: WordGame, families: Sequence[Family], player: str, *, is_second: bool
    ) -> None:
        self.game, self.families, self.player = game, families, player
        self.is_second = is_second
        mine, yours = game.machines if player == "left" else game.machines[::-1]
        self.mine: Transducer = mine
        self.yours: Transducer = yours
        self._oracle = Oracle(game, "outcome", None, lambda _: True)
        self._words: list[Word] = []

    def wins_second(self, word: Word) -> bool:
        """Return whether the player wins a word moving second."""
        return str(self._oracle.label(word)) in ("LP" if self.player == "left" else "RP")

    def wins_first(self, word: Word) -> bool:
        """Return whether the player wins a word moving first."""
        return str(self._oracle.label(word)) in ("LN" if self.player == "left" else "RN")

    def run(self, most: int) -> Automaton:
        """Return an invariant that contains the family, or moves to which lead from it."""
        self.game.rank  # noqa: B018 - no rank, no proof: say so before searching
        for family in self.families:
            for n in range(family.start, family.start + 3):
                word = family.member(n)
                if not (self.wins_second(word) if self.is_second else self.wins_first(word)):
                    give_up(
                        f"{self.player.capitalize()} does not win {self.game.text(word)!r}",
                        self.game.text(word),
                    )
        answering = self._blocks()
        if answering is not None and self.unanswered(answering) is None:
            return answering
        for states in range(1, most + 1):
            automaton = self._with_states(states)
            if automaton is not None:
                return automaton
        return give_up(f"there is no invariant with at most {most} states")

    def _blocks(self) -> Automaton | None:
        """Return the automaton of words all blocks of which the player can answer, if any.

        The blocks are those that arise if the player answers every move in the same block. Moves
        across several blocks are left to the decision.
        """
        lengths = {len(family.period) for family in self.families}
        if len(lengths) > 1 or any(family.prefix + family.suffix for family in self.families):
            return None
        blocks = [family.period for family in self.families]
        if not all(map(self.wins_second, blocks)):
            return None
        if not self.is_second:
            firsts = [set(filter(self.wins_second, self.mine.options(x))) for x in blocks]
            if not all(firsts):
                return None
            blocks += [min(options) for options in firsts]
        seen = set(blocks)
        for block in blocks:
            look_at_the_clock()
            if len(blocks) > _MOST_BLOCKS:
                return None
            for after in sorted(set(self.yours.options(block))):
                replies = set(filter(self.wins_second, self.mine.options(after)))
                if not replies & seen:
                    blocks.append(min(replies))
                    seen.add(blocks[-1])
        # A state is the set of ways to complete the block; afterwards the next one begins.
        first, done = frozenset(seen), frozenset[Word]([()])
        states = [first]
        following: list[list[int]] = []
        for rest in states:
            following.append([])
            for a in range(len(self.game.letters)):
                after_letter = frozenset(word[1:] for word in rest if word[0] == a)
                new = first if after_letter == done else after_letter
                if new not in states:
                    states.append(new)
                following[-1].append(states.index(new))
        return Automaton(following, [state == first for state in states])

    def _with_states(self, states: int) -> Automaton | None:
        clauses = Clauses(self, states)
        for family in self.families:
            for n in range(family.start, family.start + 3):
                clauses.contain(family.member(n))
        for word in self._words:
            clauses.answer(word)
        while True:
            automaton = clauses.solve()
            if automaton is None:
                return None
            outside = self._member_outside(automaton)
            if outside is not None:
                clauses.contain(outside)
                continue
            unanswered = self.unanswered(automaton)
            if unanswered is None:
                return automaton
            self._words.append(unanswered)
            clauses.answer(unanswered)

    def _member_outside(self, automaton: Automaton) -> Word | None:
        """Return a member of the family that the automaton does not prove, among enough of them."""
        for family in self.families:
            for n in range(family.start, family.start + 2 * len(automaton.accepts) + 2):
                word = family.member(n)
                members = [word] if self.is_second else self.mine.options(word)
                if not any(map(automaton.has, members)):
                    return word
        return None

    def unanswered(self, automaton: Automaton) -> Word | None:
        """Return an accepted word with a move that has no accepted reply, if there is one."""
        following, accepts = automaton
        replies = frozenset((q, 0) for q in self.mine.initial)
        came: dict[Any, tuple[Any, int]] = {(0, p, replies): (None, -1) for p in self.yours.initial}
        waiting = list(came)
        steps: dict[tuple[frozenset[Any], int], frozenset[Any]] = {}
        for here in waiting:
            look_at_the_clock()
            s, p, ready = here
            if (
                accepts[s]
                and p in self.yours.final
                and not any(q in self.mine.final and accepts[t] for q, t in ready)
            ):
                letters: list[int] = []
                while came[here][0] is not None:
                    here, a = came[here]
                    letters.append(a)
                return tuple(reversed(letters))
            for a, edges in enumerate(self.yours.next[p]):
                for b, after in edges:
                    key = (ready, b)
                    if key not in steps:
                        steps[key] = frozenset(
                            (q2, following[t][c])
                            for q, t in ready
                            for c, q2 in self.mine.next[q][b]
                        )
                    new = (following[s][a], after, steps[key])
                    if new not in came:
                        came[new] = (here, a)
                        waiting.append(new)
            if len(waiting) > _MOST_PRODUCT:
                give_up(f"the proof needs more than {_MOST_PRODUCT} states")
        return None


class Clauses:
    """What an automaton with so many states must satisfy, for a SAT solver."""

    def __init__(self, search: Search, states: int) -> None:
        try:
            from pysat.solvers import Glucose4
        except ImportError:
            raise MissingExtraError(
                "expected python-sat to be installed: pip install 'farstar[prove]'"
            ) from None
        self._search, self._states = search, range(states)
        self._solver = Glucose4()
        self._variables = 0
        letters = range(len(search.game.letters))
        self._next = [[self._one_of_states() for _ in letters] for _ in self._states]
        self._accepts = [self._variable() for _ in self._states]
        self._runs: dict[Word, list[int]] = {(): self._one_of_states()}
        self._solver.add_clause([self._runs[()][0]])
        self._members: dict[Word, int] = {}
        self._answered: set[Word] = set()

    def _variable(self) -> int:
        self._variables += 1
        return self._variables

    def _one_of_states(self) -> list[int]:
        """Return a variable for each state, exactly one of which is true."""
        chosen = [self._variable() for _ in self._states]
        self._solver.add_clause(chosen)
        for i, x in enumerate(chosen):
            for y in chosen[:i]:
                self._solver.add_clause([-x, -y])
        return chosen

    def _run(self, word: Word) -> list[int]:
        """Return the variables for the state after a word."""
        for end in range(1, len(word) + 1):
            part = word[:end]
            if part not in self._runs:
                before, after = self._runs[part[:-1]], self._one_of_states()
                self._runs[part] = after
                for i in self._states:
                    for j in self._states:
                        step = self._next[i][part[-1]][j]
                        self._solver.add_clause([-before[i], -step, after[j]])
        return self._runs[word]

    def _member(self, word: Word) -> int:
        """Return the variable that says that a word is accepted."""
        if word not in self._members:
            state = self._run(word)
            member = self._members[word] = self._variable()
            for i in self._states:
                self._solver.add_clause([-state[i], -self._accepts[i], member])
                self._solver.add_clause([-state[i], self._accepts[i], -member])
            if not self._search.wins_second(word):
                self._solver.add_clause([-member])
        return self._members[word]

    def contain(self, word: Word) -> None:
        """Demand that a word is accepted, or moving first that some option is."""
        search = self._search
        if search.is_second:
            self._solver.add_clause([self._member(word)])
        else:
            good = [after for after in search.mine.options(word) if search.wins_second(after)]
            self._solver.add_clause([self._member(after) for after in good])

    def answer(self, word: Word) -> None:
        """Demand a reply to every move from a word, if it is accepted."""
        if word in self._answered:
            return
        self._answered.add(word)
        member = self._member(word)
        for after in self._search.yours.options(word):
            replies = [
                self._member(reply)
                for reply in sorted(self._search.mine.options(after))
                if self._search.wins_second(reply)
            ]
            self._solver.add_clause([-member, *replies])

    def solve(self) -> Automaton | None:
        """Return an automaton that satisfies the clauses, if there is one."""
        while True:
            look_at_the_clock()
            self._solver.conf_budget(_CONFLICTS)
            answer = self._solver.solve_limited()
            if answer is not None:
                break
        if not answer:
            return None
        true = {x for x in self._solver.get_model() if x > 0}
        return Automaton(
            [
                [next(j for j in self._states if row[j] in true) for row in rows]
                for rows in self._next
            ],
            [x in true for x in self._accepts],
        )


def _theorem(search: Search, texts: Sequence[str], automaton: Automaton) -> Theorem:
    game = search.game

    def columns(word: Word) -> str:
        return "".join(game.letters[a] for a in word)

    data = {
        "kind": "invariant",
        "rules": game.data,
        "rank": game.rank,
        "player": search.player,
        "wins": "second" if search.is_second else "first",
        "families": [
            {
                "prefix": columns(family.prefix),
                "period": columns(family.period),
                "suffix": columns(family.suffix),
                "from": family.start,
            }
            for family in search.families
        ],
        "machine": {
            "accepts": [int(accepts) for accepts in automaton.accepts],
            "next": automaton.following,
        },
    }
    machine = Machine(
        {
            letter: tuple(row[a] for row in automaton.following)
            for a, letter in enumerate(game.letters)
        },
        tuple("yes" if accepts else "no" for accepts in automaton.accepts),
    )
    moving = "second" if search.is_second else "first"
    names = ", ".join(rf"\mathtt{{{text}}}" for text in texts)
    latex = rf"\text{{{search.player.capitalize()}, moving {moving}, wins }}{names}"
    return Theorem(data, method="regular invariant", latex=f"${latex}$", automaton=machine)
