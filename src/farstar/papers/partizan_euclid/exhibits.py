"""Exhibits of N. A. McKay and R. J. Nowakowski, Outcomes of Partizan Euclid."""

from __future__ import annotations

from itertools import product
from math import gcd

from farstar.figures import Figure, plot
from farstar.papers.partizan_euclid import PartizanEuclid, Word
from farstar.papers.partizan_euclid.claims import CLAIMS
from farstar.papers.partizan_euclid.theory import automata
from farstar.tables import Table, table

_LETTERS = 6
"""Words so long reduce to every irreducible word (Theorem 15 says that there are nine)."""

_LARGEST = 84
"""With larger p, other positions than E(k+1, k) have a mean atomic weight above the cut."""

_CUT = 25


_ORDER = ("", "e", "re", "le", "lle", "lre", "rlre", "rlle", "llre")
"""The rows of Table 1 as the paper has them."""


def irreducible_words() -> Table:
    """Return the words that all words reduce to, with their positions and outcomes."""
    irreducible = {Word("")}
    for length in range(_LETTERS + 1):
        for letters in product("lr", repeat=length):
            irreducible.add(Word("".join(letters) + "e").irreducible())
    words = sorted(irreducible, key=lambda word: _ORDER.index(word.letters()))
    rows = tuple((w, w.position.search_outcome(), str(w.position)) for w in words)
    return Table(("irreducible signature", "outcome", "position"), rows, stubs=1)


def atomic_weights() -> Table:
    """Return the atomic weights of E(p, q) for p < q."""
    return table(
        PartizanEuclid,
        p=range(10, 16),
        q=range(11, 21),
        show="atomic weight",
        where=lambda p, q: p < q,
    )


def mean_weights() -> Figure:
    """Draw the means of the atomic weights against p/q."""
    points = table(
        PartizanEuclid,
        range(3, _LARGEST + 1),
        range(2, _LARGEST),
        show="mean atomic weight",
        where=lambda p, q: q < p < 2 * q and gcd(p, q) == 1,
        grid=False,
    )
    return plot(points, x="p/q", y_limits=(-100, _CUT))


CLAIMS.exhibit(
    "Figure 1",
    "The game tree of `(11, 8)`. Left's moves go down to the left, Right's down to the right; "
    "the spine, which spells the signature `rlle`, is drawn thick.",
    note="Drawn anew, with the whole tree.",
    claims=("Figure 1", "Definition 8"),
)(lambda: plot(PartizanEuclid(11, 8)))
CLAIMS.exhibit(
    "Figure 2",
    "The paired outcomes (of Left's option, of the position) of signatures, and how a letter "
    "in front changes them; below each its shortest word.",
    note="Drawn anew from the definition of outcome.",
    claims=("Figure 2", "Lemma 11", "Section 3, eight paired outcomes"),
)(lambda: plot(automata.paired_outcome_automaton()))
CLAIMS.exhibit(
    "Table 1",
    "The irreducible signatures, with the outcomes and smallest positions.",
    claims=("Table 1", "Theorem 15"),
)(irreducible_words)
CLAIMS.exhibit(
    "Table 2",
    "Atomic weights of `E(p, q), p = 10, ..., 15, q = 11, ..., 20`, for `p < q`, where the "
    "same rule makes `E(p, q) = E(p + q, q)`.",
    note="The printed caption says `E(q, p)`, which the entries are not; `{2|2}` is written `2*`.",
    claims=("Table 2",),
)(atomic_weights)
CLAIMS.exhibit(
    "Figure 3",
    f"Means of the atomic weights of the positions `E(p, q)`, `q < p < 2q`, `p <= {_LARGEST}`, "
    f"in lowest terms, against `p/q`. Means above {_CUT} are left out; they belong to "
    "`E(k + 1, k)`, whose atomic weight is `k - 2`, for `k > 27`.",
    note="The paper does not say how far it goes. Only `E(k + 1, k)` is cut off as long as "
    "`p <= 84`: `E(85, 57)` and `E(85, 82)` have the mean 26.",
    claims=("Figure 3", "Question 3"),
)(mean_weights)
