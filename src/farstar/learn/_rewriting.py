"""Rewrite rules that an automaton allows.

Two words are interchangeable *where reading begins* if they lead to the same state, and
*everywhere* if they take each state to the same state. The second kind of rule comes from the
monoid of transformations: its elements are listed by their least words, and a word that is not
least, though all its parts are, is the left side of a rule. The rules found in this way are
complete: two words act alike exactly if they are rewritten to the same word.

References
----------
.. [1] V. Froidure, J.-E. Pin, Algorithms for computing finite semigroups, in: Foundations of
   Computational Mathematics, Springer (1997) 112-126.
"""

from __future__ import annotations

from typing import NamedTuple

from farstar.learn._machine import Machine, Reading

MOST_ELEMENTS = 3000
"""Larger monoids are given up."""


class Rule(NamedTuple):
    """A word and the shorter or earlier one that can replace it, in the order of reading."""

    word: Reading
    replacement: Reading


def starting_rules(machine: Machine) -> tuple[Rule, ...]:
    """Return the rules that hold where reading begins.

    They reduce every word to the first one of its state.
    """
    words = machine.words
    return tuple(
        Rule((*word, letter), words[targets[state]])
        for state, word in enumerate(words)
        for letter, targets in machine.transitions.items()
        if words[targets[state]] != (*word, letter)
    )


def everywhere_rules(machine: Machine) -> tuple[Rule, ...] | None:
    """Return the rules that hold everywhere in a word; None if the monoid is too large."""
    identity = tuple(range(len(machine)))
    least: dict[tuple[int, ...], Reading] = {identity: ()}
    action: dict[Reading, tuple[int, ...]] = {(): identity}
    rules: list[Rule] = []
    waiting: list[Reading] = [()]
    for word in waiting:
        for letter, targets in machine.transitions.items():
            longer = (*word, letter)
            if word and longer[1:] not in action:
                # A part of it is rewritten already.
                continue
            moved = tuple(targets[state] for state in action[word])
            if moved in least:
                rules.append(Rule(longer, least[moved]))
                continue
            if len(least) >= MOST_ELEMENTS:
                return None
            least[moved] = longer
            action[longer] = moved
            waiting.append(longer)
    return tuple(rules)
