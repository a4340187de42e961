"""Explanations of Partizan Euclid, step by step."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from farstar._outcome import Left, Player, Right
from farstar.engine import budget
from farstar.errors import BudgetExceeded, FarstarError
from farstar.games.wording import count, number, numbers, pair
from farstar.papers.partizan_euclid._rules import CLASS_WEIGHTS
from farstar.papers.partizan_euclid.theory import automata, observations
from farstar.papers.partizan_euclid.theory.rewriting import RULES
from farstar.papers.partizan_euclid.theory.words import Run, Word
from farstar.rules import Explanation, Reason, clip
from farstar.rules.explaining import MEANING
from farstar.values import Value

if TYPE_CHECKING:
    from farstar.papers.partizan_euclid._position import PartizanEuclid

_SHOWN = 12
_ENDS = 3
_TEXT = 200
_VALUE_RUNS = 2000
_VALUE_SECONDS = 1.0


def explain(position: PartizanEuclid) -> Explanation:
    """Return the explanation of a position."""
    outcome = position.outcome
    title = f"`E{pair(position.p, position.q)}`: {MEANING[outcome]} ({outcome})"
    if position.signature.is_empty:
        return Explanation(title, (_end(position),))
    steps = [
        _word(position),
        _signs(position),
        _spine(position),
        _reductions(position),
        _walk(position),
        *(_move(position, player) for player in (Left, Right)),
        _class(position),
        _weight(position),
        _value(position),
        *_observations(position),
    ]
    return Explanation(title, tuple(steps))


def _end(position: PartizanEuclid) -> Reason:
    text = (
        f"{number(position.q)} divides {number(position.p)}, so nobody can move: the word is empty "
        "and the value is 0."
    )
    return Reason("The end", text, (), {"signature": "", "outcome": "P", "value": "0"})


def _word(position: PartizanEuclid) -> Reason:
    p, q, digits = position.p, position.q, position.continued_fraction
    text = (
        f"`{number(p)}/{number(q)} = [{numbers(digits)}]`. From the second on, each quotient `d` "
        "gives `d - 1` letters `r`, but the last one `d - 2`, with an `l` between each two of "
        f"them: the signature is `{brief(position.signature)}`."
    )
    return Reason("Word", text, (), {"signature": brief(position.signature)})


def _signs(position: PartizanEuclid) -> Reason:
    p, q = position.p, position.q
    furthest, nearest = position.furthest_integer_fraction, position.nearest_integer_fraction
    text = (
        f"The furthest-integer continued fraction is `{number(p)}/{number(q)} = {furthest}`. Each "
        "minus is a letter `r` and each plus an `l`; the last plus is the `e`. The "
        f"nearest-integer continued fraction is `{nearest}`."
    )
    return Reason("Signs", text, (), {"ficf": furthest, "nicf": nearest})


def _spine(position: PartizanEuclid) -> Reason:
    items: list[str] = []
    p, q = position.p, position.q
    while (double := 2 * (p % q)) != q and len(items) < _SHOWN:
        t = double // 2
        letter, after = ("l", (q, t)) if double > q else ("r", (q, q - t))
        sign = ">" if double > q else "<"
        who = "Left" if double > q else "Right"
        items.append(
            f"`{letter}`: `{pair(p, q)}` leaves {number(t)}, twice that `{sign} {number(q)}`, so "
            f"the option of {who}, `{pair(*after)}`, is standard"
        )
        p, q = after
    if double == q:
        items.append(f"`e`: `{pair(p, q)}` leaves half of {number(q)}: both moves end the game")
    else:
        items.append(f"... and so on, {count(position.signature.length, 'letter')} in all")
    text = "At each position one option is standard; its owner gives the letter."
    return Reason("Spine", text, tuple(items))


def _reductions(position: PartizanEuclid) -> Reason:
    word, irreducible = position.signature, position.irreducible_word
    steps = list(islice(word.reductions(), _SHOWN + 1))
    items = []
    for step in steps[:_SHOWN]:
        before, after = RULES[step.rule]
        times = "" if step.times == 1 else f", {number(step.times)} times"
        items.append(
            f"rule {step.rule} (`{before} -> {after or 'nothing'}`){times}: "
            f"`{clip(step.before, _TEXT)} -> {clip(step.after, _TEXT) or 'nothing'}`"
        )
    taken = count(len(steps), "step")
    if len(steps) > _SHOWN:
        items.append("... and so on to the end of the word")
        taken = f"more than {count(_SHOWN, 'step')}"
    text = f"The on-line algorithm takes {taken} and ends with `{irreducible}`."
    if not steps:
        text = f"No rule applies: `{irreducible}` is irreducible."
    data = {
        "irreducible_word": str(irreducible),
        "reductions": [
            {
                "rule": step.rule,
                "before": clip(step.before, _TEXT),
                "after": clip(step.after, _TEXT),
            }
            for step in steps[:_SHOWN]
        ],
        "outcome": str(position.outcome),
    }
    return Reason("Reductions", f"{text} Its outcome is {position.outcome}.", tuple(items), data)


def _walk(position: PartizanEuclid) -> Reason:
    word = position.signature
    walk = automata.paired_outcome_automaton().walk(word)
    items = ["`e`: `(P,N)`"]
    items += [f"`{_run(step.run)}`: `{_outcomes(step.after)}`" for step in islice(walk, _SHOWN)]
    if len(word.runs) > _SHOWN:
        items.append(f"... and {count(len(word.runs) - _SHOWN, 'run')} more")
    left, value = automata.paired_outcome(word)
    text = (
        "Reading the word from its end, the automaton follows the outcomes of Left's option and "
        f"of the position. It ends in `({left},{value})`, so the outcome is {value}: "
        f"{MEANING[value]}."
    )
    data = {"paired_outcome": [str(left), str(value)], "outcome": str(value)}
    return Reason("Automaton", text, tuple(items), data)


def _outcomes(state: automata.State) -> str:
    return f"({state.left[0]},{state.value[0]})"


def _move(position: PartizanEuclid, player: Player) -> Reason:
    word, name = position.signature, player.name.title()
    after = position.options(player)[0].state
    option = word.left_option() if player is Left else word.right_option()
    if option is None:
        raise AssertionError("a word that is not empty has two options")
    outcome = option.outcome
    wins = not outcome.wins(-player, first=True)
    other = (-player).name.title()
    text = (
        f"The only move is `{pair(position.p, position.q)} -> {pair(*after)}`, with the word "
        f"`{brief(option) or 'λ'}` and the outcome {outcome}: {other}, to move there, "
        f"{'loses, so the move wins' if wins else 'wins, so the move loses'}."
    )
    title = f"Winning move of {name}" if wins else f"{name} has no winning move"
    data = {"player": str(player), "wins": wins, "to": [number(after[0]), number(after[1])]}
    return Reason(title, text, (), data)


def _class(position: PartizanEuclid) -> Reason:
    state = automata.far_star_automaton().read(position.signature)
    heaps = zip(("alone", "`*`", "`*2`"), state.value, strict=True)
    sums = ", ".join(f"{name}: {outcome}" for name, outcome in heaps)
    text = (
        f"The position is in class {state.number} of 17, that of `{state.word}`. The "
        f"outcomes of sums with a nim-heap are {sums}; larger heaps behave like `*2`."
    )
    data = {"class": state.number, "outcomes_with_heaps": [str(o) for o in state.value]}
    return Reason("Class", text, (), data)


def _weight(position: PartizanEuclid) -> Reason:
    weight = _text(position.atomic_weight())
    constant = position.class_number in CLASS_WEIGHTS
    reason = "as for every position of this class" if constant else "computed along the word"
    text = (
        f"`{clip(weight, _TEXT)}`, {reason}." if weight is not None else "Too long to be printed."
    )
    return Reason("Atomic weight", text, (), {"atomic_weight": weight})


def _value(position: PartizanEuclid) -> Reason:
    normal = position.normal_form
    text = None
    if len(normal.runs) <= _VALUE_RUNS:
        try:
            with budget(seconds=_VALUE_SECONDS):
                text = _text(position.value)
        except BudgetExceeded:
            text = None
    value_text = "too large to be printed" if text is None else f"`{clip(text, _TEXT)}`"
    what = f"The normal form of the word is `{brief(normal)}`; the value is {value_text}."
    items = tuple(
        f"{step.rule}: `{brief(step.before)} -> {brief(step.after)}`"
        for step in islice(position.signature.normal_form_steps(), _SHOWN)
    )
    return Reason("Value", what, items, {"normal_form": brief(normal), "value": text})


def _observations(position: PartizanEuclid) -> list[Reason]:
    word, items = position.signature, []
    if observations.wins_for_one_player(word):
        items.append("Observation 1: the word begins with `r`, so one player wins, whoever starts")
    p, q = position.p, position.q
    if q < p < 2 * q and not observations.may_be_next_or_previous(p, q):
        items.append("Observation 2: `q > 2p/3`, so one player wins, whoever starts")
    letters = {run.letter for run in word.runs}
    if letters <= {"r"}:
        items.append("Observation 4: the word is `r^(k-2) e`, the value `(k-2).up + (k-1).*`")
    if letters <= {"l"}:
        items.append("Observation 5: the word of two Fibonacci numbers, the value 0, `*` or `down`")
    text = "Facts from the paper about such positions."
    return [Reason("Observations", text, tuple(items))] if items else []


def _text(value: Value) -> str | None:
    try:
        return str(value)
    except FarstarError:
        return None


def _run(run: Run) -> str:
    return run.letter if run.length == 1 else run.letter + number(run.length)


def brief(word: Word) -> str:
    """Return a word as text, without its middle if it has many runs."""
    if word.is_empty:
        return ""
    runs = [*map(_run, word.runs[: _SHOWN + _ENDS + 1])]
    if len(runs) <= _SHOWN + _ENDS:
        return "".join(runs) + "e"
    ends = "".join(map(_run, word.runs[-_ENDS:]))
    return f"{''.join(runs[:_SHOWN])}...{ends}e ({count(word.length, 'letter')})"
