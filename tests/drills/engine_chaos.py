"""Disturbs the native engine in every way we can think of, and compares it with the reference.

``python tests/drills/engine_chaos.py --seconds 600 --seed 1`` works through one round after the
other. In each, the reference engine runs some random programs in peace: they make, add and compare
games, and ask for stops, thermographs and atomic weights. The native engine then runs them at the
same time in several threads, under budgets of nodes, time and memory that are too small, with
signals that interrupt it, or whose handlers use it, or fork; in forked children; while games are
collected, and while rulesets and tables are worked out beside them. Every answer must be the same,
and in the end nothing may be left in the store that was not there before. Threads and signals come
at random moments, so that equal seeds disturb alike but not exactly alike.
"""

from __future__ import annotations

import argparse
import faulthandler
import gc
import hashlib
import os
import random
import signal
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import FrameType
from typing import Any

import farstar as fs
from farstar import _core
from farstar.engine.reference import ReferenceEngine
from farstar.games import bulk

STEPS = 120
"""Steps of a program."""

MOST_HELD = 14
EFFORT = 3_000
"""Nodes that a step may cost the reference engine; what costs more is left out."""

MOST_TRIES = 6
HANG = 900
"""Seconds after which the engine is thought to hang; the machine may be slow."""

Answer = Any
Names = tuple[int, ...]


class FaultError(AssertionError):
    """Something that must not happen."""


class InterruptionError(Exception):
    """Raised by the handler of a signal in the middle of something."""


@dataclass(frozen=True)
class Step:
    """Something to ask about games, which are named by their places in a list."""

    what: str
    left: Names = ()
    right: Names = ()
    numbers: tuple[int, int, int, int] = (0, 0, 0, 0)
    place: int = 0
    """Where a game goes that is the answer."""

    def ask(self, engine: Any, games: Sequence[Any]) -> Any:
        """Ask an engine, by handles or by values; return a game or plain data."""
        if self.what == "compact":
            return engine.compact(*self.numbers)
        if self.what == "construct":
            return engine.construct([games[i] for i in self.left], [games[i] for i in self.right])
        g = games[self.left[0]]
        if self.right:
            return getattr(engine, self.what)(g, games[self.right[0]])
        return getattr(engine, self.what)(g)


MAKING = ("compact", "construct", "construct", "construct", "add", "add", "subtract", "negate")
ASKING = ("geq", "geq", "equal", "stops", "thermograph", "atomic_weight")


def random_step(chance: random.Random, held: int) -> Step:
    """Return something to ask about so many games."""
    what = chance.choice(MAKING if held < 4 or chance.random() < 0.7 else ASKING)
    place = held if held < MOST_HELD else chance.randrange(held)
    if held == 0:
        what = "compact"
    if what == "compact":
        numerator = chance.choice((0, 1, -1, chance.randint(-9, 9), chance.randint(-9, 9) << 70))
        exponent = chance.choice((0, 0, 1, 3, 80))
        up = chance.choice((0, 0, 0, 1, -2, chance.randint(-5, 5)))
        star = chance.choice((0, 0, 0, 1, 2, chance.randint(0, 90)))
        return Step(what, numbers=(numerator, exponent, up, star), place=place)

    def some(most: int) -> Names:
        return tuple(chance.randrange(held) for _ in range(chance.randint(1, most)))

    if what == "construct":
        return Step(what, some(3), some(3), place=place)
    if what in ("add", "subtract", "geq", "equal"):
        return Step(what, some(1), some(1), place=place)
    return Step(what, some(1), place=place)


class Reference(ReferenceEngine):
    """The reference engine, with what values have and engines have not."""

    def subtract(self, g: Any, h: Any) -> Any:
        return self.add(g, self.negate(h))

    def equal(self, g: Any, h: Any) -> bool:
        return bool(g == h)


class Native:
    """The native engine, by the operators of values where there are some."""

    engine = fs.engine.active()

    def compact(self, *numbers: int) -> fs.Value:
        return fs.Value._of(self.engine.compact(*numbers))

    def construct(self, left: list[fs.Value], right: list[fs.Value]) -> fs.Value:
        return fs.Value.of(left, right)

    def add(self, g: fs.Value, h: fs.Value) -> fs.Value:
        return g + h

    def subtract(self, g: fs.Value, h: fs.Value) -> fs.Value:
        return g - h

    def negate(self, g: fs.Value) -> fs.Value:
        return -g

    def geq(self, g: fs.Value, h: fs.Value) -> bool:
        return g >= h

    def equal(self, g: fs.Value, h: fs.Value) -> bool:
        return g == h

    def stops(self, g: fs.Value) -> Any:
        return self.engine.stops(g._handle)

    def thermograph(self, g: fs.Value) -> Any:
        return self.engine.thermograph(g._handle)

    def atomic_weight(self, g: fs.Value) -> fs.Value:
        return fs.Value._of(self.engine.atomic_weight(g._handle))


def digest(engine: Any, game: Any) -> str:
    """Return a text that is the same exactly for games of the same canonical form."""
    known: dict[Any, str] = {}
    waiting = [game]
    while waiting:
        g = waiting[-1]
        numbers = engine.as_compact(g)
        if numbers is not None:
            known[g] = repr(numbers)
        sides = ((), ()) if g in known else engine.options(g)
        missing = [h for side in sides for h in side if h not in known]
        if not missing:
            waiting.pop()
            if g not in known:
                text = repr([sorted(known[h] for h in side) for side in sides])
                known[g] = hashlib.sha256(text.encode()).hexdigest()
        waiting += missing
    return known[game]


@dataclass(frozen=True)
class Program:
    """Steps, and what the reference engine answers to each."""

    steps: list[Step]
    answers: list[Answer]


def answer_of(engine: Any, asked: Callable[[], Any]) -> tuple[Any, Answer]:
    """Return the game, if it is one, that a question is answered by, and an answer to compare."""
    try:
        result = asked()
    except fs.NotAtomicError:
        return None, "no atomic weight"
    if isinstance(result, fs.Value):
        return result, digest(engine, result._handle)
    if isinstance(result, bool | tuple):
        return None, result
    return result, digest(engine, result)


def make_program(chance: random.Random) -> Program:
    """Make up a program that the reference engine can run in reasonable time."""
    reference = Reference()
    program = Program([], [])
    games: list[Any] = []
    while len(program.steps) < STEPS:
        step = random_step(chance, len(games))
        reference.set_budget(None, EFFORT, None)
        try:
            asked = step.ask(reference, games)
        except fs.BudgetExceeded:
            continue
        except fs.NotAtomicError:
            asked = None
        finally:
            reference.set_budget(None, None, None)
        game, answer = (None, "no atomic weight")
        if asked is not None:
            kept = asked
            game, answer = answer_of(reference, lambda kept=kept: kept)  # type: ignore[misc]
        program.steps.append(step)
        program.answers.append(answer)
        if game is not None:
            games[step.place : step.place + 1] = [game]
    return program


class Player:
    """Runs a program on the native engine, and is disturbed."""

    def __init__(self, chaos: Chaos, program: Program, seed: str) -> None:
        self.chaos, self.program = chaos, program
        self.chance = random.Random(seed)
        self.native = Native()
        self.games: list[fs.Value] = []
        self.at = 0
        self.interruptible = False

    def play(self, until: int | None = None) -> None:
        """Run the rest of the program, or a part of it, and compare every answer."""
        end = len(self.program.steps) if until is None else until
        while self.at < end:
            step, expected = self.program.steps[self.at], self.program.answers[self.at]
            game, answer = self.answer(step)
            if answer != expected:
                raise FaultError(f"step {self.at}, {step}: expected {expected!r}, got {answer!r}")
            if game is not None:
                self.games[step.place : step.place + 1] = [game]
            self.at += 1
            if self.chance.random() < 0.02:
                self.chaos.count("a collection")
                fs.engine.collect()

    def answer(self, step: Step) -> tuple[fs.Value | None, Answer]:
        """Ask again and again with bounds that may be too small, and in the end without."""
        for attempt in range(MOST_TRIES):
            is_last = attempt == MOST_TRIES - 1
            try:
                return self.attempt(step, is_last)
            except fs.BudgetExceeded as stop:
                if is_last:
                    raise
                self.chaos.count(str(stop))
            except InterruptionError:
                self.interruptible = False
                self.chaos.count("an interrupt")
        raise FaultError("there is a last attempt")

    def attempt(self, step: Step, is_last: bool) -> tuple[fs.Value | None, Answer]:
        _core.set_budget(*((None, None, None) if is_last else self.bounds()))
        try:
            self.interruptible = not is_last
            return answer_of(self.native.engine, lambda: step.ask(self.native, self.games))
        finally:
            self.interruptible = False
            _core.set_budget(None, None, None)

    def bounds(self) -> tuple[float | None, int | None, int | None]:
        """Return seconds, nodes and bytes."""
        kind = self.chance.random()
        if kind < 0.4:
            return None, None, None
        if kind < 0.7:
            return None, self.chance.choice((0, 1, 5, 30, 200)), None
        if kind < 0.8:
            return self.chance.choice((0, 1e-5, 1e-4, 1e-3)), None, None
        return None, None, self.chance.choice((0, 1 << 18, 1 << 20, 1 << 22, 1 << 24))


class Chaos:
    """Rounds of programs that are disturbed."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.seed = seed
        self.happened: Counter[str] = Counter()
        self.lock = threading.Lock()
        self.faults: list[str] = []
        self.main: Player | None = None
        self.done = threading.Event()
        self.owner = os.getpid()
        boards = ["...|...|...", "....|.#..|....", "..#..|.....", ".....|..#.."]
        with fs.engine.use("reference"):
            self.boards = {board: str(fs.Domineering(board).value) for board in boards}
        self.table = bulk.partizan_euclid_values(60)._table.counts()

    def count(self, what: str) -> None:
        # In a child nobody reads it, and the lock may be held by a thread that is not there.
        if os.getpid() == self.owner:
            self.happened[what] += 1

    def round(self, number: int) -> None:
        """Run some programs at the same time, and see what is left of them."""
        programs = [make_program(self.chance) for _ in range(3)]
        gc.collect()
        fs.engine.collect()
        before = fs.engine.stats()
        players = [
            Player(self, program, f"{self.seed}:{number}:{i}") for i, program in enumerate(programs)
        ]
        self.done.clear()
        threads = [
            threading.Thread(target=self.guard, args=(work,), daemon=True)
            for work in (players[1].play, players[2].play, self.collect, self.compute)
        ]
        for thread in threads:
            thread.start()
        self.main = players[0]
        self.alarm()
        try:
            self.play_and_fork(players[0])
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            self.main = None
            for thread in threads[:2]:
                thread.join(HANG)
            self.done.set()
            for thread in threads[2:]:
                thread.join(HANG)
        if any(thread.is_alive() for thread in threads):
            faulthandler.dump_traceback()
            raise FaultError("a thread hangs")
        if self.faults:
            raise FaultError("\n".join(self.faults))
        _core.set_least_garbage(64 << 20)
        del players
        gc.collect()
        fs.engine.collect()
        after = fs.engine.stats()
        if (after["games"], after["pinned"]) != (before["games"], before["pinned"]):
            raise FaultError(f"expected the store to be as before, {before}, got {after}")

    def guard(self, work: Callable[[], None]) -> None:
        """Do some work in a thread, and note what goes wrong."""
        try:
            work()
        except BaseException:
            self.faults.append(traceback.format_exc())

    def play_and_fork(self, player: Player) -> None:
        """Run a program, and now and then fork a child that runs the rest of it as well."""
        while player.at < len(player.program.steps):
            player.play(min(len(player.program.steps), player.at + self.chance.randint(5, 40)))
            if self.chance.random() < 0.5:
                self.count("a fork")
                self.fork(player)

    def fork(self, player: Player) -> None:
        child = os.fork()
        if child == 0:
            self.be_a_child(player.play)
        self.wait_for(child)

    def be_a_child(self, work: Callable[[], object]) -> None:
        """Do something in a forked child, and end it."""
        code = 1
        try:
            signal.setitimer(signal.ITIMER_REAL, 0)
            # A child that hangs says where.
            faulthandler.dump_traceback_later(HANG / 2, exit=True)
            work()
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)

    def wait_for(self, child: int) -> None:
        """Wait for a child; a signal that comes meanwhile ends no wait."""
        _, status = os.waitpid(child, 0)
        if status != 0:
            raise FaultError(f"a child ended with {os.waitstatus_to_exitcode(status)}")

    # What happens beside the programs.

    def alarm(self) -> None:
        """Let a signal come soon, to the main thread."""
        soon = self.chance.choice((1e-4, 1e-3, 1e-2)) * (0.1 + self.chance.random())
        signal.setitimer(signal.ITIMER_REAL, soon)

    def handle(self, _: int, frame: FrameType | None) -> None:
        """Interrupt what runs, use the engine in the middle of it, or fork."""
        player = self.main
        if player is None or os.getpid() != self.owner:
            return
        kind = self.chance.random()
        self.alarm()
        if kind < 0.05 and player.interruptible:
            self.count("a fork by a signal handler")
            child = os.fork()
            if child == 0:
                self.be_a_child(lambda: None)
            self.wait_for(child)
        elif kind < 0.2:
            self.count("a signal handler that adds")
            try:
                if fs.Value(3) + 4 != 7:
                    raise FaultError("expected 3 + 4 to be 7 in a signal handler")
            except RuntimeError as busy:
                if "the engine is busy" not in str(busy):
                    raise
            except fs.BudgetExceeded:
                pass  # what the handler interrupts has a budget, which is that of the thread
        elif player.interruptible:
            raise InterruptionError

    def collect(self) -> None:
        """Collect now and then, or let the engine do so more often than it would."""
        chance = random.Random(self.chance.random())
        while not self.done.wait(chance.choice((0.001, 0.01, 0.05))):
            if chance.random() < 0.3:
                self.count("a collection")
                fs.engine.collect()
            else:
                _core.set_least_garbage(chance.choice((0, 0, 1 << 14, 1 << 20, 64 << 20)))

    def compute(self) -> None:
        """Work out boards and tables, whose values are known."""
        chance = random.Random(self.chance.random())
        while not self.done.wait(0.002):
            self.count("a board or a table")
            if chance.random() < 0.1:
                if bulk.partizan_euclid_values(60)._table.counts() != self.table:
                    raise FaultError("a table is not what it was")
                continue
            board, text = chance.choice(list(self.boards.items()))
            (handle,) = fs.Domineering(board).ruleset.native([board])
            value = "none" if handle is None else str(fs.Value._of(handle))
            if value != text:
                raise FaultError(f"{board}: expected {text}, got {value}")


def run(seed: int, *, seconds: float | None = None, rounds: int | None = None) -> Counter[str]:
    """Disturb the engine for a while, or so many times; return what happened to it.

    Raises
    ------
    FaultError
        If something was wrong.
    """
    chaos = Chaos(seed)
    end = None if seconds is None else time.monotonic() + seconds
    number = 0
    before = signal.signal(signal.SIGALRM, chaos.handle)
    try:
        while (rounds is None or number < rounds) and (end is None or time.monotonic() < end):
            number += 1
            try:
                chaos.round(number)
            except Exception as error:
                raise FaultError(f"seed {seed}, round {number}: {error}") from error
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    chaos.happened["rounds"] = number
    return chaos.happened


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for what, count in run(given.seed, seconds=given.seconds).most_common():
        print(f"{count:6} {what}")


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        main()
