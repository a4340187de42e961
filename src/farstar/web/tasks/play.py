"""Tasks of the page Play.

A game is plain data here, all of it in the address: its expression, who began, whether it is misère
play, the moves so far as short text, and perhaps rules of the visitor's own; see `_reading`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from html import escape
from itertools import groupby
from typing import Any

import farstar as fs
from farstar import reports
from farstar.errors import BudgetExceeded, FarstarError, NotationError
from farstar.formulas import MarkedText, source_of, to_html
from farstar.sums import SumMove
from farstar.sums.matches import Match
from farstar.sums.notation import parse_move, short_text, short_texts
from farstar.sums.players import PLAYERS, PerfectPlayer, guess
from farstar.web import puzzles as daily
from farstar.web import qr_code
from farstar.web.settings import LONGEST_EXPRESSION
from farstar.web.tasks import Progress, _catalogue, task
from farstar.web.tasks._judging import ending, facts, side, turning_points, verdict, verdicts
from farstar.web.tasks._reading import check_moves, opened, read_expression, takes
from farstar.web.tasks.boards import LONGEST_TEXT, boards, inner, short_name

MOST_LISTED = 150
"""Moves that are listed by name."""

_LONGEST_PLACE = 40
_LONGEST_TRANSCRIPT = 1_000_000
_THINKING, _GUESSING = 4.0, 2.0
"""Seconds for a move of the opponent, and then for a guess."""

_REVIEWING = 5.0
_MOST_ADVICE = 12
"""Turning points for which a better move is sought."""


@task
def catalogue() -> dict[str, Any]:
    """Return the games that can be played, and the kinds of opponents.

    Examples
    --------
    >>> games = catalogue()["games"]
    >>> games[0]["title"], games[0]["starts"][0]
    ('Domineering', {'e': 'Domineering(4x4)', 'side': 'left', 'first': 'you'})
    """
    return {"games": _catalogue.catalogue()}


@task
def rules(name: str) -> dict[str, Any]:
    """Return the rules of a built-in game in a sentence, with a picture of a move.

    Examples
    --------
    >>> rules("Nim")["title"], [picture["caption"] for picture in rules("Nim")["pictures"]]
    ('Nim', ['A move'])
    """
    description = _catalogue.rules_of(name)
    return {
        "title": description.title,
        "rules": to_html(MarkedText(description.how_to_play)),
        "pictures": _catalogue.pictures(name),
    }


@task
def view(
    expression: str,
    first: str = "left",
    misere: bool = False,
    moves: tuple[str, ...] = (),
    rules: str = "",
) -> dict[str, Any]:
    """Return a position as the page shows it.

    Examples
    --------
    >>> page = view("Euclid(9,2)", moves=["3,2"])
    >>> page["text"], page["to_move"], page["record"][0]["text"], page["count"]
    ('Euclid(3,2)', 'right', '(9,2) -> (3,2)', 1)
    >>> page["boards"][0]["paths"], page["moves"][0]["key"]
    ([('1,2', ['1'])], '1,2')
    """
    match = opened(expression, first, misere, moves, rules)
    keys = {} if match.is_draw else keys_of(match)
    legal = tuple(keys)
    few = legal[:MOST_LISTED]
    normalised = read_expression(expression, rules).normalised
    return {
        "expression": reports.shorten(normalised, LONGEST_EXPRESSION),
        "text": reports.shorten(str(match.game), LONGEST_EXPRESSION),
        "name": short_name(match.start),
        "to_move": side(match.to_move),
        "result": ending(match),
        "count": len(legal) if match.is_listable else None,
        "moves": [_move(move, keys[move]) for move in few],
        "groups": list(_groups(few)),
        "boards": boards(match, legal, tuple(keys.values())),
        "record": _record(match),
        "games": _games(match.start),
        "loops": any(rules.may_loop for rules in _rulesets(match.start)),
    }


def _record(match: Match) -> list[dict[str, str]]:
    return [
        {"player": side(move.player), "text": str(_move_text(move)), "short": to_html(_goal(move))}
        for move in match.moves
    ]


def _goal(move: fs.Move) -> str:
    """Return what a move leads to, for a narrow list."""
    text = inner(move).text
    _, arrow, goal = str(text).rpartition("->")
    short = f"→ `{goal.strip()}`" if arrow else source_of(text)
    if isinstance(move, SumMove):
        where = reports.shorten(reports.component_text(move.move.before), _LONGEST_PLACE)
        short = f"{where} {short}" if arrow else f"{where}: {short}"
    return reports.shorten(MarkedText(short), LONGEST_TEXT)


def _move(move: fs.Move, key: str) -> dict[str, str]:
    text = reports.shorten(inner(move).text, LONGEST_TEXT)
    return {"key": key, "text": str(_move_text(move)), "html": to_html(text)}


def _move_text(move: fs.Move) -> str:
    """Return the text of a move: what it does matters more than where."""
    if isinstance(move, SumMove) and len(move.text) > LONGEST_TEXT:
        text = MarkedText(f"in part {move.component + 1}: {source_of(move.move.text)}")
        return reports.shorten(text, LONGEST_TEXT)
    return reports.shorten(move.text, LONGEST_TEXT)


def _groups(legal: Sequence[fs.Move]) -> Iterator[dict[str, Any]]:
    """Yield the component in which moves are made, and their number."""
    for _, group in groupby(legal, key=lambda move: getattr(move, "component", None)):
        moves = list(group)
        title = ""
        if isinstance(moves[0], SumMove):
            title = reports.shorten(str(moves[0].move.before), LONGEST_TEXT)
        yield {"title": title, "count": len(moves)}


def _rulesets(game: Any) -> Iterator[type[fs.Ruleset]]:
    for component in reports.components(game):
        if isinstance(component, fs.Position):
            yield type(component.ruleset)


def _games(start: Any) -> list[dict[str, str]]:
    """Return the games that are played, with their rules in a sentence."""
    kinds = {rules.title: rules for rules in _rulesets(start) if _sentence(rules)}
    names = {title: rules.position_class.__name__ for title, rules in kinds.items()}
    return [
        {
            "name": names[title] if names[title] in fs.games.GAMES else "",
            "title": title,
            "rules": _sentence(rules),
        }
        for title, rules in kinds.items()
    ]


def _sentence(rules: type[fs.Ruleset]) -> str:
    """Return the rules of a game as HTML; patterns without a sentence explain themselves."""
    if rules.how_to_play:
        return to_html(MarkedText(rules.how_to_play))
    source = getattr(rules, "source", "")
    return f"<pre>{escape(source)}</pre>" if source else ""


@task
@takes(opened)
def read_move(match: Match, text: str) -> dict[str, str]:
    """Return the legal move that a text means.

    Examples
    --------
    >>> read_move("Nim(2000,1000)", "(1000, 1000)")
    {'key': '1000,1000', 'text': '(2000,1000) -> (1000,1000)'}
    """
    if not text.strip():
        raise NotationError("expected a move as text, got nothing")
    return _named(parse_move(text[:LONGEST_EXPRESSION], match), match)


def keys_of(match: Match) -> dict[fs.Move, str]:
    """Return the moves that are known, with the short texts for an address.

    Examples
    --------
    >>> list(keys_of(Match(fs.Nim(2))).values())
    ['()', '1']
    """
    moves = match.known_moves
    keys = short_texts(moves) if match.is_listable else [short_text(move) for move in moves]
    return dict(zip(moves, keys, strict=True))


def _key(move: fs.Move, match: Match) -> str:
    """Return the short text by which a move is known in an address."""
    return keys_of(match)[move] if match.is_listable else short_text(move)


def _named(move: fs.Move, match: Match) -> dict[str, str]:
    return {"key": _key(move, match), "text": str(_move_text(move))}


@task
@takes(opened)
def reply(match: Match, opponent: str = "perfect", seed: int = 1) -> dict[str, Any]:
    """Return the opponent's move, and whether it had to guess.

    Examples
    --------
    >>> reply("Euclid(9,2)")
    {'key': '3,2', 'text': '(9,2) -> (3,2)', 'guessed': False}
    """
    move, guessed = answer_of(match, opponent, seed)
    return {**_named(move, match), "guessed": guessed}


def answer_of(match: Match, opponent: str, seed: int) -> tuple[fs.Move, bool]:
    """Return the move of an opponent, and whether it had to guess."""
    if opponent not in PLAYERS:
        names = ", ".join(PLAYERS)
        raise NotationError(f"expected one of {names}, got {opponent[:40]!r}")
    kind = PLAYERS[opponent]
    if match.misere and not kind.plays_misere:
        raise NotationError("expected another opponent for misère play, got thermal")
    if match.is_over:
        raise NotationError("expected a game that goes on, got one that is over")
    chosen = seed + len(match.moves)
    try:
        with fs.engine.budget(seconds=_THINKING):
            return kind(chosen).choose(match.game, match.to_move, misere=match.misere), False
    except FarstarError:
        # Out of time, or a game that its methods cannot handle: a guess will do.
        return _guess(match, chosen), True


def _guess(match: Match, seed: int) -> fs.Move:
    """Return a move that is found quickly."""
    with suppress(BudgetExceeded), fs.engine.budget(seconds=_GUESSING):
        return guess(match.game, match.to_move, misere=match.misere, seed=seed)
    known = match.known_moves
    if not known:
        raise BudgetExceeded("expected a move that can be listed; there are too many")
    return known[seed % len(known)]


@task
@takes(opened)
def judge(match: Match) -> dict[str, Any]:
    """Return who wins the position, the moves that hold that, and its value if it is short.

    Examples
    --------
    >>> answer = judge("Euclid(9,2)")
    >>> answer["winner"], answer["good"], answer["value"]
    ('left', ['3,2'], '∗4')
    """
    winner, good = judged(match)
    keys = keys_of(match)
    unknown = dict.fromkeys(("value", "mean", "temperature"))
    return {
        "winner": winner,
        "good": [keys.get(move) or short_text(move) for move in good],
        "texts": [str(_move_text(move)) for move in good],
        **(unknown if match.misere else facts(match.game)),
    }


def judged(match: Match) -> tuple[str, tuple[fs.Move, ...]]:
    """Return who wins a match from here, and the moves that hold that result."""
    game, player, misere = match.game, match.to_move, match.misere
    result = ending(match)
    good: tuple[fs.Move, ...] = ()
    with fs.engine.budget(seconds=_REVIEWING):
        winner = result or verdict(game, player, misere=misere)
        if result is None and winner == side(player):
            good = game.winning_moves(player, misere=misere)
        elif result is None and winner == "draw":
            good = game.drawing_moves(player, misere=misere)
    return winner, good


@task
@takes(opened)
def hint(match: Match, seed: int = 1) -> dict[str, Any]:
    """Return a good move, and what it leads to: ``win``, ``draw`` or ``loss``.

    Examples
    --------
    >>> hint("Euclid(9,2)")
    {'key': '3,2', 'text': '(9,2) -> (3,2)', 'leads_to': 'win', 'count': 4, 'guessed': False}
    """
    if match.is_over:
        raise NotationError("expected a game that goes on, got one that is over")
    player = match.to_move
    leads_to: str | None
    try:
        with fs.engine.budget(seconds=_THINKING):
            winner = verdict(match.game, player, misere=match.misere)
            leads_to = {"draw": "draw", side(player): "win"}.get(winner, "loss")
            move = PerfectPlayer(seed).choose(match.game, player, misere=match.misere)
    except FarstarError:
        move, leads_to = _guess(match, seed), None
    return {
        **_named(move, match),
        "leads_to": leads_to,
        "count": len(match.known_moves) if match.is_listable else None,
        "guessed": leads_to is None,
    }


@task
@takes(opened)
def why(match: Match) -> dict[str, str]:
    """Explain in steps why the current position is won or lost.

    Examples
    --------
    >>> "the player who moved last wins" in why("Euclid(9,2)", moves=("3,2",))["title"]
    True
    """
    game = match.game
    reasons = reports.misere_explanation(game) if match.misere else game.explain()
    return {"title": to_html(reasons.title), "html": reasons.steps_html()}


@task
@takes(opened)
def analyse(match: Match, advise: bool = True) -> dict[str, Any]:
    """Return who wins after each move, and the turning points with better moves.

    Examples
    --------
    >>> answer = analyse("Euclid(9,2)", moves=["7,2"])
    >>> answer["verdicts"], answer["is_complete"]
    (['left', 'right'], True)
    >>> answer["turning_points"][0]["better"]
    {'key': '3,2', 'text': '(9,2) -> (3,2)'}
    """
    answers = verdicts(match, _REVIEWING)
    points = turning_points(match, answers)
    if advise:
        with suppress(BudgetExceeded), fs.engine.budget(seconds=_THINKING):
            for point in reversed(points[-_MOST_ADVICE:]):
                point["better"] = _better(match, point["place"])
    return {"verdicts": answers, "turning_points": points, "is_complete": None not in answers}


def _better(match: Match, place: int) -> dict[str, str] | None:
    """Return the move that should have been made at a place, if it is found in time."""
    earlier = Match(match.start, match.first, misere=match.misere)
    for move in match.moves[:place]:
        earlier.append(move)
    try:
        move = PerfectPlayer(1).choose(earlier.game, earlier.to_move, misere=match.misere)
    except BudgetExceeded:
        raise
    except FarstarError:
        return None
    return _named(move, earlier)


@task
def save(
    expression: str,
    first: str = "left",
    misere: bool = False,
    moves: tuple[str, ...] = (),
    you: str = "left",
    opponent: str = "perfect",
    seed: int = 1,
) -> str:
    """Return the transcript of a game, as ``farstar play --save`` writes it."""
    match = opened(expression, first, misere, moves)
    normalised = read_expression(expression).normalised
    transcript = reports.Transcript(normalised, you, opponent, seed, match)
    return json.dumps(transcript.to_dict(), indent=1) + "\n"


@task
def load(text: str) -> dict[str, Any]:
    """Return the game in a transcript; every move is checked.

    Examples
    --------
    >>> text = save("Euclid(9,2)", moves=["3,2", "1,2"])
    >>> load(text)["moves"], load(text)["opponent"]
    (['3,2', '1,2'], 'perfect')
    """
    if len(text) > _LONGEST_TRANSCRIPT:
        raise NotationError(
            f"expected a transcript of at most {_LONGEST_TRANSCRIPT} characters, got more"
        )
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise NotationError("expected a game saved by farstar, got no JSON") from None
    try:
        if isinstance(data, dict):
            read_expression(str(data.get("expression")))
            record = data.get("moves")
            check_moves(len(record) if isinstance(record, list) else 0)
        transcript = reports.Transcript.from_dict(data)
    except (fs.NotationError, fs.IllegalPositionError) as error:
        raise NotationError(f"expected a game saved by farstar: {error}") from None
    again = Match(transcript.match.start, transcript.match.first, misere=transcript.match.misere)
    keys = []
    for move in transcript.match.moves:
        keys.append(_key(move, again))
        again.append(move)
    names = ("expression", "you", "first", "opponent", "misere", "seed")
    return {**{name: data[name] for name in names}, "moves": keys}


@task
def puzzle(name: str) -> dict[str, Any]:
    """Return a puzzle by its date or its theme and number.

    Examples
    --------
    >>> puzzle("heaps-2")["title"]
    'Heaps and pins, puzzle 2'
    """
    return asdict(daily.puzzle(name))


@task
def puzzles() -> dict[str, Any]:
    """Return the archive of puzzles: the themes, and how many there are of each.

    Examples
    --------
    >>> archive = puzzles()
    >>> archive["count"], archive["themes"][0]["title"]
    (48, 'Heaps and pins')
    """
    return {
        "count": daily.NUMBERED,
        "themes": [
            {"name": name, "title": theme.title, "words": theme.words}
            for name, theme in daily.themes().items()
        ],
    }


@task
def levels(theme: str, progress: Progress) -> list[int]:
    """Return how hard each puzzle of a theme is, from 1 to 5.

    Examples
    --------
    >>> levels("heaps", lambda *_: None)[:4]
    [5, 4, 3, 1]
    """
    if theme not in daily.themes():
        expected = ", ".join(daily.themes())
        raise NotationError(f"expected one of {expected}, got {theme[:40]!r}")
    found = []
    for number in range(1, daily.NUMBERED + 1):
        progress(number - 1, daily.NUMBERED, f"{number} of {daily.NUMBERED}")
        found.append(daily.level_of(daily.puzzle(f"{theme}-{number}")))
    return found


@task
def code(text: str) -> dict[str, str]:
    """Return a link as a QR code.

    Examples
    --------
    >>> code("https://example.org/play?e=Nim(3,5,7)")["svg"].startswith("<svg")
    True
    """
    return {"svg": qr_code.svg(text)}
