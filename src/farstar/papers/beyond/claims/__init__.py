"""Beyond the papers: theorems of our own on their games, with honest status.

``proved`` means that there is a written proof, whose finite part the check goes through again;
``checked`` that there is the computation only, as far as the range says. ``docs/theory.md`` names
the pages with the proofs.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from importlib import import_module

from farstar.papers import ExamplePositions, Paper, Publication, Status
from farstar.papers.partizan_euclid import brute_force as brute
from farstar.values import Value

__all__ = ["CLAIMS"]

CLAIMS = Paper(
    "beyond",
    "Beyond the papers",
    publication=Publication(
        "Beyond the papers", "The Farstar developers", "", "first published here"
    ),
    examples=ExamplePositions(
        by_label={
            "Winning probability for k = 1": "Grossman(100,37; k=1)",
        },
        by_subject={
            "Misère Grossman": "Grossman(34,21)",
            "Clobber": "Clobber(xxoxxoxxo)",
            "Winning prob|won pairs|Player 1|Rate|multipliers": "Grossman(100,37; k=2)",
            "length of Grossman|winner's moves|sum of the quotients": "Grossman(100,37)",
            "Class pairs|[Ss]ums": "E(11,8) + E(4,3)",
            r"far star|nim-heap|17 classes|\*k|\*2|\*j": "E(5,3) + *2",
            "[Aa]tomic weight": "E(211,121)",
            "Right region": "E(lrlle)",
            "Normal|normal|rules|states|values|state": "E(llllrrre)",
            "quotients|continued fraction|letters": "E(30,19)",
            "P- and N-|Shares": "E(8,5)",
            "Misère": "E(13,8)",
        },
        otherwise="E(2393,459)",
        notations={
            r"(?<![\w.])([lr][lr0-9]*e)(?!\w)": "E({0})",
        },
    ),
)
proved = partial(CLAIMS.declare, status=Status.PROVED)
sketched = partial(CLAIMS.declare, status=Status.SKETCHED)
checked = partial(CLAIMS.declare, status=Status.CHECKED)
question = partial(CLAIMS.declare, status=Status.QUESTION)

State = tuple[Value, Value]
"""The values of Left's option and of the position."""

UP, STAR, STAR_2 = Value("^"), Value("*"), Value("*2")


def state(word: str) -> State:
    """Return the state of a word by the rules of the game."""
    p, q = brute.pair_of(word)
    return brute.values()(q, p % q), brute.values()(p, q)


@cache
def ups(n: int, star: int) -> Value:
    """Return ``n.up + *star``."""
    return n * UP + Value(f"*{star}" if star > 1 else "*" if star else "0")


def suffixes(word: str) -> Iterator[str]:
    """Yield the suffixes of a word, itself included, down to the empty word."""
    for start in range(len(word) + 1):
        yield word[start:]


# The modules add their claims to the paper as they are imported, in the order of the paper.
for _module in (
    *("_words", "_weights", "_normal_forms", "_sums"),
    *("_limits", "_products", "_growth", "_all_sizes"),
):
    import_module(f"{__name__}.{_module}")
