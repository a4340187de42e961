"""Running claims: verdicts, processes, budgets, and closed forms broken on purpose."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

import farstar as fs
from farstar import Outcome, engine, papers
from farstar.papers import Claim, ClaimVerdict, Range, Status
from farstar.papers.beyond import densities
from farstar.papers.euclid.theory import cone, euclid, grossman, restricted, serial_nim
from farstar.papers.geography.theory import two_rows as geography
from farstar.papers.partizan_euclid.theory import (
    automata,
    canonical,
    intervals,
    normal_form,
    observations,
    rewriting,
    words,
)
from farstar.sums.intervals import ZERO


def claim(
    faults: list[str | None],
    printed: list[str | None] | None = None,
    status: Status = Status.TRUE,
    answer: str | None = None,
) -> Claim:
    def listed(cases: list[str | None]) -> Callable[[int], Iterator[str | None]]:
        return lambda bound: iter(cases)

    return Claim(
        *("test", "Lemma 1", "A statement.", "this with that", Range("n <= {}", 5)),
        *(listed(faults), status, None if printed is None else "Corrected."),
        None if printed is None else listed(printed),
        answer,
    )


@pytest.mark.parametrize(
    ("made", "verdict", "counterexample"),
    [
        (claim([None, None]), "holds", None),
        (claim([None, "at 2", "at 3"]), "disagrees", "at 2"),
        (claim([]), "disagrees", "nothing was compared"),
        (claim([None], [None, "at 7"], Status.FALSE), "corrected", "at 7"),
        (
            claim([None], [None], Status.FALSE),
            "disagrees",
            "no counterexample to the statement as printed",
        ),
        (claim(["at 1"], ["at 7"], Status.FALSE), "disagrees", "at 1"),
        (claim([None], None, Status.QUESTION), "open", None),
        (claim(["at 4"], None, Status.QUESTION), "disagrees", "at 4"),
        (claim([None], None, Status.ANSWERED, "Yes."), "answered", None),
        (claim(["at 4"], None, Status.ANSWERED, "Yes."), "disagrees", "at 4"),
    ],
)
def test_verdicts(made: Claim, verdict: str, counterexample: str | None) -> None:
    result = papers.check(made)
    assert (result.verdict, result.counterexample) == (verdict, counterexample)


def test_only_answered_questions_have_an_answer() -> None:
    with pytest.raises(papers.PaperError, match="expected an answer exactly if"):
        claim([None], None, Status.ANSWERED)
    with pytest.raises(papers.PaperError, match="expected an answer exactly if"):
        claim([None], None, Status.TRUE, "Yes.")


def test_a_closed_form_that_raises_disagrees() -> None:
    def failing(bound: int) -> Iterator[str | None]:
        yield None
        raise ArithmeticError("no formula here")

    claim = Claim("test", "Lemma", "A statement.", "this", Range("n <= {}", 5), failing)
    result = papers.check(claim)
    assert result.verdict is ClaimVerdict.DISAGREES
    assert result.counterexample == "ArithmeticError: no formula here"
    assert result.cases == 1


def test_a_bound_is_kept() -> None:
    seen = []

    def noting(bound: int) -> Iterator[str | None]:
        seen.append(bound)
        yield None

    claim = Claim("test", "Lemma", "A statement.", "this", Range("n <= {}", 5, least=3), noting)
    assert [papers.check(claim, bound).range for bound in (None, 9, 1)] == [
        "n <= 5",
        "n <= 9",
        "n <= 3",
    ]
    assert seen == [5, 9, 3]


@pytest.mark.parametrize(
    ("wanted", "letters", "sizes", "fixed"),
    [(None, 9, 40, 7), (100, 9, 40, 7), (200, 10, 80, 7), (50, 8, 20, 7), (25, 7, 10, 7)],
)
def test_scales(wanted: int | None, letters: int, sizes: int, fixed: int) -> None:
    assert Range("{}", 9, "letters").bound(wanted) == letters
    assert Range("{}", 40, "sizes").bound(wanted) == sizes
    assert Range("{}", 7, "fixed").bound(wanted) == fixed


def verdict(label: str, paper: str = "partizan-euclid") -> ClaimVerdict:
    return papers.check(papers.find(paper, label), 20).verdict


_ONE_WRONG = (*canonical.ACTIONS[:9], "KU", *canonical.ACTIONS[10:])
"""The certificate finds it before a value is made from it."""

_EUCLID = "partizan-euclid"

BROKEN = [
    (observations, "fibonacci_value", lambda k: (1, 0), _EUCLID, "Observation 5, values"),
    (automata, "paired_outcome", lambda word: (Outcome.P, Outcome.N), _EUCLID, "Figure 2"),
    (rewriting, "RULES", rewriting.RULES | {5: ("rllre", "re")}, _EUCLID, "Lemma 13 rule 5"),
    (words.Word, "from_position", lambda p, q: words.Word("lrle"), _EUCLID, "Definition 8"),
    (grossman, "wins", lambda a, b: a < b, "nim-type-game", "Theorem A"),
    (grossman, "length", lambda a, b: 1, "nim-type-game", "Theorem 2"),
    (cone, "column", lambda x: range(x), "nim-type-game", "Section 2 (ii)"),
    (restricted, "wins", lambda a, b, k: True, "nim-type-game", "Theorem 5"),
    (restricted, "length_by_cases", lambda a, b, k: 2, "nim-type-game", "Theorem 5, length L_k"),
    (euclid, "grundy", lambda a, b: b // a if a else 0, "real-euclid", "Theorem 1"),
    (euclid, "grundy_by_ratio", lambda a, b: b // a, "real-euclid", "Corollary"),
    (grossman, "grundy", lambda a, b: b // a, "real-euclid", "Introduction, Nivasch"),
    (serial_nim, "grundy", lambda row: row[0], "real-euclid", "Remark 2, Serial Nim"),
    (geography, "mean", lambda g: 0, "partizan-geography", "Theorem 2 (D)(i)"),
    (geography, "value_of_b", lambda x, y, z: x, "partizan-geography", "Lemma 6"),
    (geography, "case", lambda x, y, z: "A", "partizan-geography", "Theorem 7 (C)"),
    (intervals, "thresholds", lambda word: ZERO, "beyond", "Interval test for sums"),
    (normal_form, "normal_form", lambda word: word, "beyond", "Normal forms keep the state"),
    (canonical, "ACTIONS", _ONE_WRONG, "beyond", "Canonical forms without comparisons"),
    (densities, "win_count", lambda n, k: n, "beyond", "Exact counts of won pairs"),
    (
        densities,
        "mean_quotients_law",
        lambda: densities.mean_length_law(),
        "beyond",
        "Mean number of quotients",
    ),
    (
        densities,
        "digits_until_decided",
        lambda digits: densities.outcome_shares(digits=digits).left,
        "beyond",
        "Quotients until the outcome is decided",
    ),
    (
        normal_form,
        "TRANSITIONS",
        (*normal_form.TRANSITIONS[:29], (14, 24)),
        "beyond",
        "Recurrence of the normal words",
    ),
]


@pytest.mark.parametrize(
    ("module", "name", "broken", "paper", "label"), BROKEN, ids=[row[4] for row in BROKEN]
)
def test_broken_closed_forms_turn_claims_red(
    monkeypatch: pytest.MonkeyPatch,
    module: object,
    name: str,
    broken: object,
    paper: str,
    label: str,
) -> None:
    assert verdict(label, paper) is not ClaimVerdict.DISAGREES
    monkeypatch.setattr(module, name, broken)
    assert verdict(label, paper) is ClaimVerdict.DISAGREES


def test_an_unbroken_statement_leaves_no_counterexample(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the printed statement were right, the claim would not be called corrected."""
    claim = papers.find("partizan-euclid", "Lemma 4")
    assert claim.printed is not None
    mended = Claim(
        *(claim.paper, claim.label, claim.statement, claim.compared, claim.range, claim.check),
        *(claim.status, claim.correction, claim.check),
    )
    assert papers.check(mended, 20).verdict is ClaimVerdict.DISAGREES


@pytest.mark.long
def test_processes_find_what_one_process_finds() -> None:
    one = fs.verify("partizan-euclid", claim=("lemma", "Table 2"), bound=20)
    two = fs.verify("partizan-euclid", claim=("lemma", "Table 2"), bound=20, jobs=2)
    assert [(r.claim.label, r.verdict, r.counterexample, r.cases) for r in one] == [
        (r.claim.label, r.verdict, r.counterexample, r.cases) for r in two
    ]
    assert one.ok
    assert one.counts["corrected"] >= 3
    assert str(one) == "15 holds, 3 false as printed, 1 wrong step in a proof"


def test_progress_is_told() -> None:
    lines: list[str] = []
    fs.verify(
        "partizan-euclid",
        claim="Lemma 2",
        bound=10,
        started=lambda claim: lines.append(claim.label),
        finished=lambda result: lines.append(str(result.verdict)),
    )
    assert lines == ["Lemma 2", "holds"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_running_out_of_time_is_no_verdict(jobs: int) -> None:
    with pytest.raises(fs.BudgetExceeded), engine.budget(seconds=0.05):
        fs.verify("partizan-euclid", claim="Algorithm", bound=3000, jobs=jobs)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"paper": "hackenbush"}, "expected a paper, one of partizan-euclid"),
        ({"paper": "partizan-euclid", "claim": "Lemma 99"}, "'Lemma 99'"),
        ({"bound": 0}, "expected a bound of at least 1"),
        ({"jobs": 0}, "expected a number of jobs of at least 1"),
    ],
)
def test_bad_input(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        fs.verify(**arguments)  # type: ignore[arg-type]


def test_reports_are_shown_in_notebooks() -> None:
    report = fs.verify("partizan-euclid", claim="Observation 5, values", bound=20)
    html = report._repr_html_()
    assert "<table>" in html
    assert "↓</span>, not <span" in html
    counts = {"holds": 0, "corrected": 1, "disagrees": 0, "open": 0, "answered": 0}
    assert report.to_dict()["counts"] == counts
