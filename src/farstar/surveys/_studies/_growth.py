"""How many states and values the words of each length bring: counted, and by the recurrence.

Behind a word of Partizan Euclid stands its state, the values of Left's option and of the position.
The count makes every state and compares values; the recurrence counts the words that the automaton
of normal forms accepts. They share nothing but the words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from farstar.engine import kernels
from farstar.surveys._plan import Chunk
from farstar.surveys._study import Study
from farstar.surveys._work import Rows
from farstar.theory.normal_form import TRANSITIONS
from farstar.values import Value

if TYPE_CHECKING:
    from farstar.surveys._survey import Survey


class WordGrowth(Study):
    """New states and values for each length of words."""

    name = "partizan-euclid-growth"
    title = "how many states and values appear first at words of n letters before e, n <= N"
    meaning = "letters up to"
    least = 1
    most = 24
    default = 14
    columns = {  # noqa: RUF012
        "length": "UInt32",
        "words": "Int64",
        "new_states": "Int64",
        "new_values": "Int64",
        "normal_words": "Int64",
    }

    def chunks(self, parameters: Mapping[str, Any], wanted: int | None) -> Sequence[Chunk]:
        """Take all in one: what is new at a length depends on all that is shorter."""
        return [Chunk(0, {}, {"block": 0}, 2 ** (parameters["bound"] + 1))]

    def rows(self, parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> Rows:
        """Count for each length."""
        lengths = range(1, parameters["bound"] + 1)
        count = kernels.euclid_growth if kernels.available() else counted_plainly
        states, values = count(len(lengths))
        return {
            "length": list(lengths),
            "words": [2**n for n in lengths],
            "new_states": states,
            "new_values": values,
            "normal_words": _normal_words(len(lengths)),
        }

    def summary(self, survey: Survey) -> dict[str, Any]:
        """Return the counts, and whether they are what the recurrence says."""
        frame = survey.frame()
        return {
            "new_states": frame["new_states"].to_list(),
            "new_values": frame["new_values"].to_list(),
            "agrees": bool((frame["new_states"] == frame["normal_words"]).all()),
            "states_over_words": round(frame["new_states"][-1] / frame["words"][-1], 9),
        }


def counted_plainly(longest: int) -> tuple[list[int], list[int]]:
    """Return how many states and how many values are new at each length from 1 on.

    Examples
    --------
    >>> counted_plainly(5)
    ([2, 4, 7, 11, 21], [2, 2, 5, 8, 15])
    """
    # Of the word e: Left's option is 0, the position is *. The empty word has the value 0.
    zero, star = Value(0), Value("*")
    fresh = [(zero, star)]
    seen, known = set(fresh), {zero, star}
    states, values = [], []
    for _ in range(longest):
        found = []
        values.append(0)
        for a, b in fresh:
            for state in ((b, Value.of([b], [a])), (a, Value.of([a], [b]))):
                if state in seen:
                    continue
                seen.add(state)
                found.append(state)
                if state[1] not in known:
                    known.add(state[1])
                    values[-1] += 1
        states.append(len(found))
        fresh = found
    return states, values


def _normal_words(longest: int) -> list[int]:
    """Return how many words of each length from 1 on are normal."""
    ends = [1] + [0] * (len(TRANSITIONS) - 1)
    counts = []
    for _ in range(longest):
        after = [0] * len(TRANSITIONS)
        for state, many in enumerate(ends):
            for target in TRANSITIONS[state]:
                if target is not None:
                    after[target] += many
        ends = after
        counts.append(sum(ends))
    return counts
