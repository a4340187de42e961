"""Making a worksheet, and writing it as HTML, LaTeX or PDF."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from farstar._arguments import clip, integer
from farstar.errors import NotationError
from farstar.expressions import known_game, parse
from farstar.rules import Position
from farstar.worksheets._questions import KINDS, LEVELS, Candidates, Question

FORMATS = {"html": ".html", "latex": ".tex", "pdf": ".pdf"}
"""The formats and their suffixes."""
_SUFFIXES = {suffix: form for form, suffix in FORMATS.items()}
_MOST = 60


@dataclass(frozen=True)
class Worksheet:
    """Exercises, and a separate sheet with their answers.

    Examples
    --------
    >>> sheet = fs.worksheet("Nim", questions=2, level=2)
    >>> sheet.html().count("<li>"), "exercises" in sheet.latex()
    (2, True)
    """

    title: str
    questions: tuple[Question, ...]
    level: int
    seed: int
    rules: tuple[str, ...] = ()
    """How each game is played, where the game says so."""

    @property
    def note(self) -> str:
        """The line that says how to make the same sheet again, and who loses if no rules say it.

        Examples
        --------
        >>> fs.worksheet("Domineering", questions=1, level=1, seed=3).note
        'Level 1, seed 3. Left and Right move in turn.'
        """
        made_from = f"Level {self.level}, seed {self.seed}. Left and Right move in turn"
        is_said = self.rules and all("cannot move loses" in rules for rules in self.rules)
        return f"{made_from}." if is_said else f"{made_from}; a player who cannot move loses."

    def html(self, *, answers: bool = False) -> str:
        """Return a page for the browser, which can be printed."""
        from farstar.worksheets._pages import html

        return html(self, answers=answers)

    def latex(self, *, answers: bool = False) -> str:
        """Return a document for pdfLaTeX; the pictures need TikZ."""
        from farstar.worksheets._pages import latex

        return latex(self, answers=answers)

    def pdf(self, *, answers: bool = False) -> bytes:
        """Return a document that is ready to print; it needs matplotlib, but no TeX."""
        from farstar.worksheets._printed import pdf

        return pdf(self, answers=answers)

    def write(self, form: str, *, answers: bool = False) -> bytes:
        """Return the sheet in a format: ``html``, ``latex`` or ``pdf``."""
        if form == "pdf":
            return self.pdf(answers=answers)
        if form not in FORMATS:
            raise NotationError(f"expected a format, one of {', '.join(FORMATS)}, got {form!r}")
        text = self.html(answers=answers) if form == "html" else self.latex(answers=answers)
        return text.encode("utf-8")

    def save(self, path: str | os.PathLike[str]) -> tuple[Path, Path]:
        """Write the questions to a file and the answers to another next to it.

        The suffix is ``.html``, ``.tex`` or ``.pdf``; the answers are in ``NAME-answers``.

        Examples
        --------
        >>> import tempfile, os
        >>> sheet = fs.worksheet("Nim", questions=1)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     [path.name for path in sheet.save(os.path.join(folder, "nim.html"))]
        ['nim.html', 'nim-answers.html']
        """
        target = Path(path)
        form = _SUFFIXES.get(target.suffix.lower())
        if form is None:
            raise NotationError(
                f"expected a file name that ends in {', '.join(_SUFFIXES)}, got {str(path)!r}"
            )
        answers = target.with_name(f"{target.stem}-answers{target.suffix}")
        target.write_bytes(self.write(form))
        answers.write_bytes(self.write(form, answers=True))
        return target, answers


def worksheet(
    *games: str,
    questions: int = 12,
    level: int = 2,
    seed: int = 0,
    progress: Callable[[int, int], object] | None = None,
) -> Worksheet:
    """Return exercises about positions of some games, with answers and reasons.

    Equal arguments give equal worksheets.

    Parameters
    ----------
    *games : str
        Names of games, such as ``"Domineering"``, or first positions, such as ``"Nim(3,4,5)"``.
    questions : int
        How many exercises.
    level : int
        1: who wins? 2: also which move wins? 3: also the value; 4: values, and games to order;
        5: also thermographs. Positions grow with the level.
    seed : int
        Another seed gives other exercises.
    progress : callable, optional
        Is called with the number of exercises made so far, and that of all.

    Raises
    ------
    NotationError
        If a game is not known, or has no positions that suit the level.
    BudgetExceeded
        If the time or the nodes of `farstar.engine.budget` are used up.

    Examples
    --------
    >>> sheet = fs.worksheet("Domineering", "Clobber", questions=4, level=3)
    >>> sheet.title, len(sheet.questions)
    ('Domineering, Clobber', 4)
    """
    if not games:
        raise NotationError("expected the name of a game, such as Domineering, got none")
    for name in games:
        parse(name) if "(" in name else known_game(name)
    count = integer(questions, 1, "the number of questions")
    if count > _MOST:
        raise NotationError(f"expected at most {_MOST} questions, got {count}")
    if level not in LEVELS:
        raise NotationError(f"expected a level from 1 to {len(LEVELS)}, got {level!r}")
    random = Random(f"farstar worksheet {' '.join(games)} {level} {seed}")
    candidates = Candidates(list(games), level, random)
    kinds = list(LEVELS[level])
    made: list[Question] = []
    while len(made) < count and kinds:
        if progress is not None:
            progress(len(made), count)
        kind = kinds[len(made) % len(kinds)]
        question = KINDS[kind](candidates)
        if question is None:
            # The games have no more positions for such a question.
            kinds.remove(kind)
        else:
            made.append(question)
    if not made:
        raise NotationError(
            f"expected games that end, with positions for level {level}, "
            f"got {clip(', '.join(games))}"
        )
    return Worksheet(_title(games), tuple(made), level, seed, _rules(games))


def _rules(games: Sequence[str]) -> tuple[str, ...]:
    """Return how the games are played, each once."""
    played: dict[str, None] = {}
    for name in games:
        game = parse(name) if "(" in name else None
        if game is not None and not isinstance(game, Position):
            continue
        rules = known_game(name).rules if game is None else game.rules
        if rules.how_to_play:
            title = rules.title or rules.name
            played[f"{title}: {str(rules.how_to_play).replace('`', '')}"] = None
    return tuple(played)


def _title(games: Sequence[str]) -> str:
    names = [name if "(" in name else known_game(name).rules.title or name for name in games]
    return ", ".join(names)
