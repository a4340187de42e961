"""Section 5: atomic weights, Table 2 and Figure 3."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from farstar.games import PartizanEuclid
from farstar.papers import _brute as brute
from farstar.papers._cases import Cases, fixed, numbers, same, true
from farstar.papers._claim import Status, compared, correction
from farstar.papers._exhibit import Exhibit
from farstar.papers.partizan_euclid._paper import CLAIMS, claim
from farstar.tables import Table
from farstar.values import Value

TABLE_2 = {
    10: ("{6|2}", "3/2", "2", "0", "-1", "0", "2", "0", "0", "0"),
    11: ("{7|2}", "0", "-3", "0", "4", "3", "0", "-4", "0"),
    12: ("{8|2}", "{2|2}", "1", "0", "-3", "-1", "-1", "0"),
    13: ("{9|2}", "0", "2", "3", "0", "5", "4"),
    14: ("{10|2}", "{3|2}", "-3", "0", "0", "2"),
    15: ("{11|2}", "0", "3/2", "0", "0"),
}
"""The printed entries by p, for q = p + 1, ..., 20."""


def _entries() -> Iterator[tuple[int, int, Value]]:
    for p, row in TABLE_2.items():
        for q, text in enumerate(row, start=p + 1):
            yield p, q, Value(text)


def _table_2_printed(_: int) -> Cases:
    for p, q, weight in _entries():
        yield same(f"AW `E({q},{p})`", str(brute.weight(q, p)), str(weight))


@claim("Table 2", fixed("45 entries"))
@compared("the 45 entries with atomic weights of values by the rules")
@correction(
    "They are the weights of `E(p, q)` with `p < q`, read by the same rule: of `E(p+q, q)`.",
    _table_2_printed,
)
def _table_2(_: int) -> Cases:
    """The atomic weights of `E(q, p)` for `q = 11, ..., 20` and `p = 10, ..., 15`."""
    for p, q, weight in _entries():
        yield same(f"AW `E({p + q},{q})`", brute.weight(p + q, q), weight)
        yield same(f"AW `E({p},{q})`", brute.weight(p, q), weight)
        yield same(f"AW `E({p},{q})`", PartizanEuclid(p, q).atomic_weight(), weight)


def _tables() -> list[Exhibit]:
    # The tables are made by those who know these claims.
    from farstar.papers._reproduce._write import exhibits

    return [exhibit for exhibit in exhibits("partizan-euclid") if exhibit.label.startswith("Table")]


def _table_5_printed(_: int) -> Cases:
    labels = [str(exhibit.label) for exhibit in _tables()]
    yield true(f"the paper has {' and '.join(labels)}, no Table 5", "Table 5" in labels)


@claim("Section 5, reference to Table 5", fixed("the tables of the paper"), Status.MISPRINT)
@compared("the tables as they are reproduced, and their cells with brute force")
@correction("Table 2 is meant: Table 1 holds outcomes, Table 2 atomic weights.", _table_5_printed)
def _table_5(_: int) -> Cases:
    """The atomic weights of Table 5 were found by a computer program."""
    outcomes, weights = (exhibit.make() for exhibit in _tables())
    assert isinstance(outcomes, Table)
    assert isinstance(weights, Table)
    for _word, outcome, position in outcomes.rows:
        pair = re.fullmatch(r"E\((\d+),(\d+)\)", str(position))
        assert pair is not None
        searched = brute.outcomes()(int(pair[1]), int(pair[2]))
        yield same(f"Table 1, `{position}`", str(outcome), str(searched))
    for record in weights.records():
        p, q, weight = int(str(record["p"])), int(str(record["q"])), record["atomic weight"]
        if weight is not None:
            yield same(f"Table 2, `E({p},{q})`", weight, brute.weight(p + q, q))


def _figure_3_printed(bound: int) -> Cases:
    for p, q in brute.standard_pairs(bound):
        if p - q != 1 and brute.weight(p, q).mean > 25:
            yield f"AW `E({p},{q})` has mean {brute.weight(p, q).mean}"


@claim("Figure 3", numbers("coprime `q < p < 2q, p <= {}`", 90, 85), Status.READING)
@compared("means of atomic weights of values by the rules")
@correction(
    "This is true up to `p = 84`; from `p = 85` on, further points lie above 25.", _figure_3_printed
)
def _figure_3(_: int) -> Cases:
    """Cutting the means of atomic weights off above 25 removes the points of `E(k+1, k), k >
    27`."""
    for p, q in brute.standard_pairs(84):
        high = brute.weight(p, q).mean > 25
        yield same(f"`E({p},{q})` is above 25", high, p == q + 1 and q > 27)


def _exotic(examples: dict[str, tuple[int, int]], _: int) -> Cases:
    for text, (p, q) in examples.items():
        yield same(f"AW `E({p},{q})`", str(brute.weight(p, q)), text)
        yield same(f"AW `E({p},{q})`", str(PartizanEuclid(p, q).atomic_weight()), text)


def _number_printed(_: int) -> Cases:
    printed = Value.of(left=[6], right=[Value("19/2")])
    yield true(f"`{{6|9 1/2}}` is the number {printed}", not printed.is_number)


CLAIMS.corrected(
    "Section 5, the weight `{6|9 1/2}`",
    "Among the atomic weights is `{6|9 1/2}`.",
    "its canonical form; weights of values by the rules",
    fixed("two positions"),
    correction="`{6|9/2}` is one, AW `E(203,111)`; `{6|9 1/2}` is the number 7.",
    printed=_number_printed,
    status=Status.MISPRINT,
)(partial(_exotic, {"{6|9/2}": (203, 111), "{10|19/2}": (425, 237)}))


def _searched(weight: str, _: int) -> Cases:
    pairs, wanted = brute.standard_pairs(300), Value(weight)
    occurs = any(brute.weight(p, q) == wanted for p, q in pairs)
    yield true(f"`{weight}` is no weight of a standard `E(p,q), p <= 300`", occurs)


CLAIMS.corrected(
    "Section 5, the weight tiny-three",
    "Among the atomic weights is tiny-three.",
    "weights of values by the rules",
    fixed("coprime `q < p < 2q, p <= 300`; four positions"),
    correction="A number plus tiny-three is meant: 8 + tiny-three is AW E(211,121).",
    printed=partial(_searched, "Tiny(3)"),
    status=Status.READING,
)(
    partial(
        _exotic,
        {
            "6Tiny(1)": (169, 97),
            "7Tiny(2)": (190, 109),
            "8Tiny(3)": (211, 121),
            "9Tiny(4)": (232, 133),
        },
    )
)


CLAIMS.corrected(
    "Section 5, the weight `8^*`",
    "Among the atomic weights is `8 + up + star`, as one printing has it.",
    "weights of values by the rules",
    fixed("coprime `q < p < 2q, p <= 300`; three positions"),
    correction="8 + double-up `+ star` is one, AW `E(726,419)`.",
    printed=partial(_searched, "8^*"),
    status=Status.READING,
)(partial(_exotic, {"8^^*": (726, 419), "8^": (289, 166), "8*": (106, 57)}))


CLAIMS.holds(
    "Section 5, the weight `{7||6|5}`",
    "Among the atomic weights is `{7||6|5}`.",
    "weights of values by the rules",
    fixed("E(219,122)"),
)(partial(_exotic, {"{7||6|5}": (219, 122)}))
