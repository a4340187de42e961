"""Forms: what is written stays, what is dropped is dropped for a reason."""

from __future__ import annotations

import pickle
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import farstar as fs
from farstar import Form, Value
from farstar.testing import Form as Written
from farstar.testing import build, dyadics, forms

DAY_2_TEXT = [str(v) for v in fs.born_by_day(2)]
EXAMPLE = "{0,*,-1|-1,{1|-2},{2|0}}"
ENGINES = pytest.mark.usefixtures("each_engine")

Tree = tuple[tuple["Tree", ...], tuple["Tree", ...]]
"""A game written out to the end."""


def tree(form: Form) -> Tree:
    return tuple(map(tree, form.left_options)), tuple(map(tree, form.right_options))


@cache
def tree_value(g: Tree) -> Value:
    return Value.of(map(tree_value, g[0]), map(tree_value, g[1]))


def as_form(written: Written) -> Form:
    if len(written) == 4:
        return Form(build(written))
    return Form.of(map(as_form, written[0]), map(as_form, written[1]))


small_forms = st.builds(
    lambda left, right: Form.of(left, right),
    *[st.lists(st.sampled_from(["0", "1", "-1", "*", "^", "{1|*}", "{0,0|-1}"]), max_size=3)] * 2,
)
"""Forms of a few moves, which can be written out."""


# Text and identity


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        (EXAMPLE, EXAMPLE),
        ("{3||2|1}", "{3|{2|1}}"),
        ("{|}", "{|}"),
        ("{0,0|}", "{0,0|}"),
        ("+-{1,0}", "{1,0|-1,0}"),
        ("-{1,0|{*|}}", "{{|*}|-1,0}"),
        ("Tiny({1|1})", "{0|{0|{-1|-1}}}"),
        ("Miny(2)", "{{2|0}|0}"),
        ("{1+1|0:1}", "{2|1}"),
        ("1000000000000", "1000000000000"),
        ("^<2>", "^<2>"),
    ],
)
def test_what_is_written_stays(text: str, printed: str) -> None:
    form = Form(text)
    assert str(form) == printed
    assert Form(printed) == form
    assert form.value == Value(text)
    assert pickle.loads(pickle.dumps(form)) == form


@ENGINES
def test_forms_are_equal_where_they_are_identical() -> None:
    assert Form("{0,*|1}") == Form("{*,0,*|1}")
    assert Form("1") == Form("{0|}") == Form("{{|}|}") == Form(1) == Form(Value("{0|}"))
    assert Form("^") == Form("{0|{0|0}}")
    assert Form("{-1|1}") != Form("0")
    assert Form("{0,{-1|1}|}") != Form("{0|}")
    assert len({Form("{0,*|1}"), Form("{*,0|1}"), Form("1/2")}) == 2


def test_canonical_forms_are_known() -> None:
    for text in DAY_2_TEXT:
        form = Form(text)
        written = Form.of(form.left_options, form.right_options)
        assert form.is_canonical
        assert written.is_canonical
        assert written == form == form.canonical()
        assert not form.dominated()
        assert not form.reversible()
    for text in (EXAMPLE, "{-1|1}", "{0|{0,*|*}}", "{*3|*3}", "{*,*2|*,*2}"):
        assert not Form(text).is_canonical, text


def test_a_form_does_not_change() -> None:
    with pytest.raises(AttributeError, match="cannot be changed"):
        Form("*").value = 1  # type: ignore[misc, assignment]
    with pytest.raises(TypeError, match="list of options"):
        Form.of("*")
    with pytest.raises(fs.NotationError, match="unknown name"):
        Form("{E(3,2)|0}")


# Dominated and reversible options


def naive_dominated(form: Form) -> set[tuple[str, str]]:
    reversible = set()
    for player, options in (("L", form.left_options), ("R", form.right_options)):
        for i, option in enumerate(options):
            for j, other in enumerate(options):
                better = other.value - option.value
                at_least = better >= 0 if player == "L" else better <= 0
                if at_least and (better != 0 or j < i) and str(other) != str(option):
                    reversible.add((player, str(option)))
    return reversible


def naive_reversible(form: Form) -> set[tuple[str, str]]:
    value = form.value
    left = {
        ("L", str(option))
        for option in form.left_options
        if any(answer.value <= value for answer in option.right_options)
    }
    right = {
        ("R", str(option))
        for option in form.right_options
        if any(answer.value >= value for answer in option.left_options)
    }
    return left | right


@given(small_forms)
def test_dominated_and_reversible_by_definition(form: Form) -> None:
    dominated = form.dominated()
    assert {(str(d.player), str(d.option)) for d in dominated} == naive_dominated(form)
    bad = {(str(d.player), str(d.option)) for d in dominated}
    for player, option, by in dominated:
        gain = by.value - option.value
        assert gain >= 0 if player is fs.Left else gain <= 0
        assert by in form.options(player)
        assert (str(player), str(by)) not in bad
    reversible = form.reversible()
    assert {(str(r.player), str(r.option)) for r in reversible} == naive_reversible(form)
    for player, option, through, replacements in reversible:
        assert through in option.options(-player)
        assert replacements == through.options(player)
        swing = form.value - through.value
        assert swing >= 0 if player is fs.Left else swing <= 0


# Simplification


def check_steps(form: Form) -> None:
    how = form.simplify()
    value = form.value
    assert how.value == value
    assert how.canonical == Form(value)
    assert how.steps[-1].kind == "canonical"
    open_games = [form]
    for step in how:
        assert step.game == open_games[-1]
        assert step.after.value == step.game.value
        if step.kind == "inside":
            assert step.option is not None
            assert not step.option.is_canonical
            open_games.append(step.option)
        elif step.kind == "canonical":
            assert step.game.is_canonical
            assert not step.game.dominated()
            assert not step.game.reversible()
            open_games.pop()
            if open_games:
                open_games[-1] = replaced(open_games[-1], step.after)
        else:
            check_reason(step)
            open_games[-1] = step.after
    assert not open_games


def replaced(game: Form, canonical: Form) -> Form:
    """Return the game in which options of that value are written canonically."""
    sides = [
        [canonical if o.value == canonical.value else o for o in side]
        for side in (game.left_options, game.right_options)
    ]
    return Form.of(*sides)


def check_reason(step: Any) -> None:
    player, option, other = step.player, step.option, step.other
    assert player is not None
    assert option is not None
    assert option in step.game.options(player)
    sign = 1 if player is fs.Left else -1
    if step.kind == "duplicate":
        assert step.after == step.game
        assert len(step.after.options(player)) < len(step.game.options(player))
        return
    assert other is not None
    if step.kind == "dominated":
        assert other in step.after.options(player)
        assert sign * (other.value - option.value) >= 0
        assert option not in step.after.options(player)
    else:
        assert step.kind == "reversible"
        assert other in option.options(-player)
        assert sign * (step.game.value - other.value) >= 0
        assert step.replacements == other.options(player)
        assert set(step.replacements) <= set(step.after.options(player))


@ENGINES
@pytest.mark.parametrize(
    "text",
    [
        EXAMPLE,
        "{1/4|1}",
        "{-5|7}",
        "{0,0,{1,1|-1}|{0|{2|-1},{|}}}",
        "{*,^,{1,0|*2}|{{3|3}|{-1,-1|-4}},v}",
        "{1000000000000|1000000000002}",
        "{{{-1|1}|{-1|1}}|{{-1|1}|{-1|1}}}",
        "{*3,*5,*2|*3,*7,*2}",
        "0",
        "{|}",
    ],
)
def test_steps_by_their_reasons(text: str) -> None:
    check_steps(Form(text))


@given(forms(max_leaves=6))
@settings(max_examples=40)
def test_steps_lead_to_the_canonical_form(written: Written) -> None:
    form = as_form(written)
    assert form.value == build(written)
    check_steps(form)


def test_the_sentences() -> None:
    how = Form("{1,1/4|1,1}").simplify()
    assert str(how).splitlines() == [
        "{1,1/4|1,1}",
        "1. Right's option 1 is written 2 times. This leaves {1,1/4|1}.",
        "2. Left's option 1/4 is dominated by 1, since 1 >= 1/4. This leaves {1|1}.",
        "3. No option of {1|1} is dominated or reversible: it is the canonical form of 1*.",
    ]
    (_, step, _) = how
    assert step.to_dict() == {
        "kind": "dominated",
        "game": "{1,1/4|1}",
        "player": "left",
        "option": "1/4",
        "other": "1",
        "replacements": [],
        "after": "{1|1}",
        "text": "Left's option 1/4 is dominated by 1, since 1 >= 1/4.",
    }
    assert "replaced by Left's options in 1/2: 0." in str(Form("{1/4|1}").simplify())
    assert repr(how) == "<Simplification of {1,1/4|1,1} in 3 steps>"


# Sums


def naive_sum(g: Tree, h: Tree, kind: str) -> Value:
    sides = []
    for i in (0, 1):
        pairs = []
        if kind != "conjunctive":
            pairs += [(a, h) for a in g[i]] + [(g, b) for b in h[i]]
        if kind != "disjunctive":
            pairs += product(g[i], h[i])
        sides.append([naive_sum(a, b, kind) for a, b in pairs])
    return Value.of(*sides)


@given(small_forms, small_forms)
@settings(max_examples=20)
def test_sums_by_definition(g: Form, h: Form) -> None:
    total = g + h
    assert total.value == g.value + h.value == naive_sum(tree(g), tree(h), "disjunctive")
    assert g.conjunctive_sum(h).value == naive_sum(tree(g), tree(h), "conjunctive")
    assert g.selective_sum(h).value == naive_sum(tree(g), tree(h), "selective")
    assert (g - g).value == 0
    opposite = -g
    assert -opposite == g
    assert (-g).value == -g.value
    assert -(g.selective_sum(h)) == (-g).selective_sum(-h)


@given(small_forms, small_forms)
@settings(max_examples=40)
def test_ordinal_sums_by_definition(g: Form, h: Form) -> None:
    def naive(base: Tree, top: Tree) -> Value:
        sides = ([*map(tree_value, base[i]), *(naive(base, b) for b in top[i])] for i in (0, 1))
        return Value.of(*sides)

    assert g.ordinal_sum(h).value == naive(tree(g), tree(h))
    # On a base only the value of the top counts, and of the base a canonical form is enough.
    assert g.ordinal_sum(h).value == g.ordinal_sum(h.canonical()).value
    assert g.canonical().ordinal_sum(h).value == g.value.ordinal_sum(h.value)


def test_the_base_of_an_ordinal_sum_counts_by_its_form() -> None:
    assert Form("0").ordinal_sum("*").value == Value("*")
    assert Form("{*|*}").ordinal_sum("*").value == Value("*2")


# The Conway product


def naive_conway(x: Tree, y: Tree) -> Value:
    def term(a: Tree, b: Tree) -> Value:
        return naive_conway(a, y) + naive_conway(x, b) - naive_conway(a, b)

    return Value.of(
        [term(a, b) for i in (0, 1) for a in x[i] for b in y[i]],
        [term(a, b) for i in (0, 1) for a in x[i] for b in y[1 - i]],
    )


TINY_FORMS = ["0", "1", "-1", "*", "{0,*|}", "{1|1}", "{-1|1}", "{*|*}", "1/2", "^", "{0,-1|}"]


@ENGINES
def test_the_conway_product_by_definition() -> None:
    for a, b in product(TINY_FORMS, TINY_FORMS):
        g, h = Form(a), Form(b)
        conway = g.conway_product(h)
        assert conway == naive_conway(tree(g), tree(h)) == h.conway_product(g), (a, b)
        assert (-g).conway_product(h) == -conway
    assert all(Form(t).conway_product(1) == Form(t).value for t in TINY_FORMS)


@pytest.mark.parametrize("n", range(7))
def test_the_conway_product_of_nimbers(n: int) -> None:
    # Written out, so that the definition does the work.
    one = Form.of(*[[f"*{k}" for k in range(n)]] * 2)
    for m in range(7):
        by_definition = one.conway_product(f"*{m}")
        assert by_definition == Form(f"*{n}").conway_product(f"*{m}")
        if n + m < 5:
            assert by_definition == naive_conway(tree(one), tree(Form(f"*{m}")))


@given(dyadics(max_size=2, max_exponent=2), dyadics(max_size=2, max_exponent=2))
def test_the_conway_product_of_numbers(x: Fraction, y: Fraction) -> None:
    assert Form(x).conway_product(y) == x * y
    # Written out, so that the definition does the work.
    one = Form.of(Form(x).left_options, Form(x).right_options)
    assert one.conway_product(y) == x * y


@given(st.sampled_from(TINY_FORMS), dyadics(max_size=1, max_exponent=1), st.integers(-1, 1))
@settings(max_examples=30)
def test_the_conway_product_distributes_over_sums(text: str, x: Fraction, n: int) -> None:
    g, total = Form(text), Form(x) + Form(n)
    parts = g.conway_product(x) + g.conway_product(n)
    assert g.conway_product(total) == parts
    assert g.conway_product(Form(x) + Form("*")) == g.conway_product(x) + g.conway_product("*")


def test_the_conway_product_of_nimbers_is_the_nim_product() -> None:
    table = {(2, 2): 3, (2, 3): 1, (3, 3): 2, (4, 2): 8, (4, 4): 6}
    for (a, b), c in table.items():
        assert Form(f"*{a}").conway_product(f"*{b}") == Value(f"*{c}")


# Positions and misère play


@cache
def naive_misere(g: Tree, player: int) -> bool:
    return not g[player] or any(not naive_misere(h, 1 - player) for h in g[player])


@given(small_forms)
def test_misere_outcomes(form: Form) -> None:
    g = tree(form)
    assert form.misere_outcome is fs.Outcome.of(
        left_wins_first=naive_misere(g, 0), right_wins_first=naive_misere(g, 1)
    )
    assert form.outcome is form.value.outcome


@pytest.mark.parametrize(
    "position", [fs.GeographyA(3, 2, 1), fs.SerialNim(2, 1, 2), fs.PartizanEuclid(11, 8)], ids=str
)
def test_positions_written_down(position: fs.Position) -> None:
    form = Form.of_position(position)
    assert form.value == position.value
    assert form.misere_outcome is position.misere_outcome
    assert len(form.left_options) == len(position.options(fs.Left))
    check_steps(form)


class Ring:
    """A position that comes back."""

    def __init__(self, place: int) -> None:
        self.place = place % 3

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ring) and other.place == self.place

    def __hash__(self) -> int:
        return self.place

    def options(self, player: fs.Player, /) -> list[Ring]:
        return [Ring(self.place + 1)]


def test_loops_are_refused() -> None:
    with pytest.raises(fs.IllegalPositionError, match="without loops"):
        Form.of_position(Ring(0))


# Hostile input


def test_deep_forms() -> None:
    deep = "{" * 900 + "*" + "|}" * 900
    form = Form(deep)
    assert str(form) == deep
    assert form.value == Value(deep)
    assert form.misere_outcome in fs.Outcome
    assert form == Form(deep)
    assert form.simplify().canonical == Form(form.value)
    assert (-form).value == -form.value


def test_shared_forms_are_not_written_out() -> None:
    form = Form("{-1|1}")
    for _ in range(60):
        form = Form.of([form, form], [form])
    assert form.value.is_nimber
    with pytest.raises(fs.BudgetExceeded, match="characters"):
        str(form)
    assert repr(form).endswith("..., text too long>")
    assert form == Form.of(form.left_options, form.right_options)


def test_large_forms_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("farstar.values._form_graph.MAX_NODES", 5000)
    monkeypatch.setattr("farstar.values._form_graph.MAX_EDGES", 500_000)
    with pytest.raises(fs.BudgetExceeded):
        Form(10**9).selective_sum(10**9)
    with pytest.raises(fs.BudgetExceeded):
        Form("*1000000000").reversible()
    many = ",".join(f"{n}" for n in range(2_001))
    with pytest.raises(fs.BudgetExceeded, match="options to compare"):
        Form(f"{{{many}|}}").dominated()
    with pytest.raises(fs.BudgetExceeded, match="moves"):
        Form(f"{{{many[:3000]}0|{many[:3000]}0}}").simplify()
    assert len(Form("{" + ",".join(["0"] * 50_000) + "|}").simplify()) == 2


def test_budgets_are_kept() -> None:
    form = Form("{{1,0|*2},{3,^|2,*}|{{2|1},0|-5,v}}")
    big = form + form + form
    with pytest.raises(fs.BudgetExceeded), fs.engine.budget(seconds=0.2):
        big.selective_sum(big).conway_product(big)
