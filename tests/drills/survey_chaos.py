"""Disturbs surveys and searches in every way we can think of, and compares what they come to.

``python tests/drills/survey_chaos.py --seconds 600 --seed 1`` makes one survey after the other.
Each is interrupted, killed, starved and damaged some times, resumed on another runner each time,
and must in the end be the same, to the byte, as one that nobody disturbed. Signals come at random
moments, so that equal seeds disturb alike but not exactly alike.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

CHUNKS = 16
MOST_STEPS = 8
HANG = 900
"""Seconds after which a program is thought to hang; the machine may be slow."""

ENDINGS = ((signal.SIGKILL, -9), (signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGHUP, 129))
"""Signals with the exit codes that they lead to."""

MARK = "SURVEY_CHAOS"

SCRIPTS = Path(__file__).parents[1] / "data" / "survey_chaos"
"""A survey, a claim, a scheduler, a worker, and a clock that jumps."""


class FaultError(AssertionError):
    """Something that must not happen."""


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file of a survey, to the byte."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@dataclass(frozen=True)
class Question:
    """A survey or a search, and what it comes to if nothing goes wrong."""

    words: tuple[str, ...]
    done: int
    """The exit code at the end."""
    whole: dict[str, bytes]


@dataclass
class Step:
    """One run of a driver, and what was done to it."""

    runner: tuple[str, ...]
    says: list[str] = field(default_factory=list)
    allowed: set[int] = field(default_factory=set)
    """Exit codes besides that of success."""
    may_be_refused: bool = False
    """Whether a folder may be refused for another reason than its manifest."""
    may_litter: bool = False
    is_clean: bool = True
    """Whether nothing was damaged since the driver looked."""


class Chaos:
    """Rounds of surveys that are disturbed."""

    def __init__(self, folder: Path, seed: int, most_steps: int = MOST_STEPS) -> None:
        self.folder = folder
        self.most_steps = most_steps
        self.chance = random.Random(seed)
        self.happened: Counter[str] = Counter()
        self.workers: list[subprocess.Popen[str]] = []
        self.cluster_steps_clock = False
        self.killer: tuple[float, subprocess.Popen[str]] | None = None
        self.is_suspect = False
        """Whether the manifest may have been damaged since somebody has read it."""
        self.temporary = folder / "temporary"
        self.temporary.mkdir()
        (folder / "clock").mkdir()
        for script in SCRIPTS.iterdir():
            is_clock = script.stem == "sitecustomize"
            shutil.copy(script, folder / ("clock" if is_clock else "") / f"{script.stem}.py")
        self.questions = [
            self._question(("survey", str(folder / "survey.py")), 0),
            self._question(("search", "--claim", str(folder / "claim.py")), 1),
        ]

    def _question(self, words: tuple[str, ...], done: int) -> Question:
        out = self.folder / f"undisturbed-{words[0]}"
        whole = (*words, "--chunks", str(CHUNKS))
        code, said = self.finish(self.start(whole, out))
        if code != done:
            raise FaultError(f"an undisturbed {words[0]} ended with {code}: {said}")
        return Question(whole, done, contents(out))

    # Processes.

    def environment(self, *, steps_clock: bool = False) -> dict[str, str]:
        environment = {**os.environ, MARK: str(self.folder), "TMPDIR": str(self.temporary)}
        if steps_clock:
            path = [str(self.folder / "clock"), environment.get("PYTHONPATH", "")]
            environment["PYTHONPATH"] = os.pathsep.join(filter(None, path))
        return environment

    def start(
        self,
        words: tuple[str, ...],
        out: Path,
        *options: str,
        steps_clock: bool = False,
        prepare: Callable[[], None] | None = None,
    ) -> subprocess.Popen[str]:
        """Start a driver, in a group of its own."""
        command = [sys.executable, "-m", "farstar", *words, "--out", str(out), *options]
        return subprocess.Popen(
            command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env=self.environment(steps_clock=steps_clock),
            start_new_session=True,
            preexec_fn=prepare,
        )

    def finish(self, process: subprocess.Popen[str]) -> tuple[int, str]:
        """Wait for a driver; return its exit code and what it said."""
        end = time.monotonic() + HANG
        while True:
            try:
                _, said = process.communicate(timeout=1)
                return process.returncode, said
            except subprocess.TimeoutExpired:
                self.replace_workers()
            if time.monotonic() > end:
                process.send_signal(signal.SIGABRT)
                with suppress(subprocess.TimeoutExpired):
                    process.wait(30)
                raise FaultError(f"{process.args!r} hangs")

    def replace_workers(self) -> None:
        """Start new workers for those of a cluster that were killed, as its owner would."""
        for i, worker in enumerate(self.workers):
            if worker.poll() is not None:
                worker.communicate()
                self.workers[i] = self._dask("worker.py", self.address)

    def ours(self) -> list[psutil.Process]:
        """Return all processes of this drill that are alive, but for this one."""
        alive = []
        for process in psutil.process_iter():
            with suppress(psutil.Error, OSError):
                is_ours = process.environ().get(MARK) == str(self.folder)
                if is_ours and process.status() != psutil.STATUS_ZOMBIE:
                    alive.append(process)
        return alive

    def pause(self) -> None:
        """Wait a random moment; most are short."""
        time.sleep(self.chance.choice((0.3, 1, 3)) * self.chance.random() ** 2)

    def wait(self, process: subprocess.Popen[str]) -> None:
        """Wait a random moment, or until some more chunks are done."""
        if self.chance.random() < 0.4:
            return self.pause()
        more = self._journal() + self.chance.randint(1, 6)
        while process.poll() is None and self._journal() < more:
            # Without workers nothing would ever be done.
            self.replace_workers()
            time.sleep(0.005)
        return None

    def _journal(self) -> int:
        """Return how many chunks are recorded."""
        with suppress(OSError):
            return (self.out / "journal.jsonl").read_bytes().count(b"\n")
        return 0

    # What may happen to a driver that runs.

    def signalled(self, step: Step, process: subprocess.Popen[str]) -> None:
        """Send the driver, or the driver and its workers, a signal."""
        number, code = self.chance.choice(ENDINGS)
        step.says.append(number.name)
        # While Python starts, a signal ends it at once.
        step.allowed |= {code, -number}
        self.wait(process)
        if self.chance.random() < 0.3:
            step.says[-1] += " to all"
            step.may_litter = number == signal.SIGKILL
            with suppress(ProcessLookupError):
                os.killpg(process.pid, number)
        else:
            process.send_signal(number)
            if number != signal.SIGKILL and self.chance.random() < 0.2:
                # Once more, in the middle of cleaning up.
                step.says[-1] += " twice"
                step.may_litter = True
                self.pause()
                process.send_signal(number)

    def workers_killed(self, step: Step, process: subprocess.Popen[str]) -> None:
        """End some workers, one after the other."""
        # A chunk that several workers ended on is given up.
        step.allowed.add(2)
        step.may_be_refused = True
        for _ in range(self.chance.randint(1, 4)):
            self.wait(process)
            workers = [p for p in self.ours() if _is_worker(p)]
            if workers:
                number = self.chance.choice((signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP))
                step.says.append(f"{number.name} to a worker")
                worker = self.chance.choice(workers)
                with suppress(psutil.Error):
                    worker.send_signal(number)
                    if number == signal.SIGSTOP:
                        self.pause()
                        worker.send_signal(signal.SIGCONT)

    def damaged_meanwhile(self, step: Step, process: subprocess.Popen[str]) -> None:
        """Change files under the hands of the driver."""
        self.wait(process)
        step.says.append("meanwhile " + self.damage(self.out))
        # A manifest may be read when it is damaged, and then it is refused.
        step.allowed.add(2)
        step.is_clean = False
        self.is_suspect = True

    def second_driver(self, step: Step, process: subprocess.Popen[str]) -> None:
        """Start another driver on the same folder."""
        self.wait(process)
        step.says.append("a second driver")
        step.allowed.add(2)
        step.may_be_refused = True
        code, said = self.finish(self.start(self.question.words, self.out, "--resume"))
        if code not in (self.question.done, 2):
            raise FaultError(f"a second driver ended with {code}: {said}")
        if code == 2 and "another process is writing there" not in said:
            raise FaultError(f"a second driver was refused for another reason: {said}")

    def left_alone(self, step: Step, process: subprocess.Popen[str]) -> None:
        """Do nothing."""

    # What may happen to a folder that nobody works on.

    def damage(self, out: Path) -> str:
        """Change one file; return what was done."""
        files = [path for path in out.rglob("*") if path.is_file() and path.name != ".lock"]
        special = [path for path in files if path.suffix != ".parquet"]
        if not files:
            return "nothing to damage"
        path = self.chance.choice(special if special and self.chance.random() < 0.5 else files)
        try:
            data = bytearray(path.read_bytes())
        except FileNotFoundError:
            return "nothing to damage"
        way = self.chance.choice(("flip", "flip", "flip", "cut", "delete", "append", "blank"))
        place = self.chance.randrange(len(data) + 1)
        if way == "delete":
            path.unlink(missing_ok=True)
        else:
            if way == "flip" and place < len(data):
                data[place] ^= 1 << self.chance.randrange(8)
            elif way == "cut":
                del data[place:]
            elif way == "append":
                data += self.chance.randbytes(self.chance.randint(1, 30))
            else:
                data[place : place + 64] = bytes(len(data[place : place + 64]))
            with suppress(FileNotFoundError):
                path.write_bytes(data)
        stamp = self.chance.choice((0, 1, time.time(), 2**32))
        with suppress(FileNotFoundError):
            os.utime(path, (stamp, stamp))
        return f"{way} {'chunk' if path.suffix == '.parquet' else path.name}"

    # Runs.

    @contextmanager
    def runner(self, step: Step) -> Iterator[tuple[str, ...]]:
        """Return the options of a random runner, which is there in the block."""
        if step.runner != ("dask",):
            yield step.runner
            return
        self.cluster_steps_clock = self.chance.random() < 0.2
        if self.cluster_steps_clock:
            # Such a scheduler takes its workers for dead.
            step.says.append("the clock of the cluster steps")
            step.allowed.add(2)
            step.may_be_refused = True
        scheduler = self._dask("scheduler.py")
        try:
            assert scheduler.stdout is not None
            self.address = scheduler.stdout.readline().strip()
            self.workers = [self._dask("worker.py", self.address) for _ in range(2)]
            victim = self.chance.choice((None, None, self.workers[0], scheduler))
            if victim is not None:
                step.says.append("the scheduler dies" if victim is scheduler else "a worker dies")
                step.allowed.add(2)
                step.may_be_refused = True
                self.killer = time.monotonic() + 6 * self.chance.random(), victim
            yield "--cluster", self.address
        finally:
            for process in (scheduler, *self.workers):
                process.kill()
                process.communicate()
            self.workers = []

    def _dask(self, *words: str) -> subprocess.Popen[str]:
        """Start a part of a Dask cluster that does not belong to the driver."""
        return subprocess.Popen(
            [sys.executable, str(self.folder / words[0]), *words[1:]],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            env=self.environment(steps_clock=self.cluster_steps_clock),
            start_new_session=True,
        )

    def step(self) -> bool:
        """Run a driver once, with something happening to it; tell whether all is done."""
        step = Step(
            self.chance.choice(
                [
                    (),
                    (),
                    ("--jobs", "2"),
                    ("--jobs", "3"),
                    ("--cluster", "local", "--jobs", "2"),
                    ("dask",),
                ]
            )
        )
        self.killer = None
        manifest = self.out / "manifest.json"
        is_begun = manifest.exists()
        self.manifest = manifest.read_bytes() if is_begun and not self.is_suspect else None
        if self.is_suspect:
            step.allowed.add(2)
        if is_begun and self.chance.random() < (0.3 if self._journal() else 0.8):
            return self.damaged_between(step)
        if self.chance.random() < 0.1:
            return self.full_disk(step)
        happening = self.chance.choice(
            [
                *[self.signalled] * 5,
                *[self.workers_killed] * 3,
                *[self.damaged_meanwhile] * 2,
                self.second_driver,
                self.left_alone,
            ]
        )
        if happening == self.workers_killed and not step.runner:
            step.runner = ("--jobs", "2")
        with self.runner(step) as options:
            return self.run(step, options, happening)

    def run(
        self,
        step: Step,
        options: tuple[str, ...],
        happening: Callable[[Step, subprocess.Popen[str]], None],
        prepare: Callable[[], None] | None = None,
    ) -> bool:
        """Run a driver, and look at what it leaves."""
        steps_clock = self.chance.random() < 0.3
        if steps_clock:
            step.says.append("the clock steps")
        process = self.start(
            self.question.words,
            self.out,
            "--resume",
            *options,
            steps_clock=steps_clock,
            prepare=prepare,
        )
        try:
            happening(step, process)
            if self.killer is not None:
                moment, victim = self.killer
                time.sleep(max(0.0, moment - time.monotonic()))
                victim.kill()
            code, said = self.finish(process)
        finally:
            if process.poll() is None:
                process.kill()
                process.communicate()
        return self.judge(step, code, said)

    def judge(self, step: Step, code: int, said: str) -> bool:
        """Raise a fault if a run ended as none may end; tell whether all is done."""
        if code == 2 and self.refused_manifest(said):
            step.says.append("refused")
        self.log(
            f"{' '.join(step.runner) or 'serial'}: {', '.join(step.says) or 'nothing'}: {code}"
        )
        self.happened.update(step.says or ["nothing"])
        if "SIGINT" in "".join(step.says) and said.rstrip().endswith("KeyboardInterrupt"):
            # Python itself was still loading, or already ending.
            step.says.append("while Python loads")
            self.wait_for_orphans()
            return False
        is_wrongly_refused = code == 2 and "refused" not in step.says and not step.may_be_refused
        if code not in {self.question.done, *step.allowed} or is_wrongly_refused:
            raise FaultError(f"exit code {code}: {said}")
        if "Traceback" in said and not (code < 0 or step.may_litter):
            raise FaultError(f"a traceback: {said}")
        self.wait_for_orphans()
        litter = {path.name for path in self.temporary.iterdir()} - {"dask-scratch-space"}
        if litter and not step.may_litter:
            raise FaultError(f"{litter} were left after {step.says}")
        # Workers of the cluster of somebody else may be removing their folders at the same time.
        shutil.rmtree(self.temporary, ignore_errors=True)
        self.temporary.mkdir(exist_ok=True)
        if code != self.question.done or not step.is_clean:
            return False
        if contents(self.out) != self.question.whole:
            raise FaultError(f"the {self.question.words[0]} has other bytes: {self.difference()}")
        self.is_suspect = False
        return True

    def refused_manifest(self, said: str) -> bool:
        """Tell whether a manifest was found damaged; bring back the one from before, if any."""
        if "expected a whole manifest" not in said and "expected a manifest of" not in said:
            return False
        self.is_suspect = False
        if self.manifest is None:
            shutil.rmtree(self.out)
        else:
            (self.out / "manifest.json").write_bytes(self.manifest)
        return True

    def difference(self) -> str:
        """Return which files differ."""
        here, whole = contents(self.out), self.question.whole
        names = sorted({*here, *whole})
        return ", ".join(n for n in names if here.get(n) != whole.get(n))

    def wait_for_orphans(self) -> None:
        """Wait until no worker of a driver that is gone is left."""
        dask = [str(self.folder / name) for name in ("scheduler.py", "worker.py")]
        end = time.monotonic() + HANG
        while orphans := [p for p in self.ours() if not any(d in _command(p) for d in dask)]:
            for orphan in orphans:
                # What was stopped and forgotten by a signal to all would stay for ever.
                with suppress(psutil.Error):
                    orphan.send_signal(signal.SIGCONT)
            if time.monotonic() > end:
                raise FaultError(f"processes linger: {[_command(p) for p in orphans]}")
            time.sleep(0.05)

    def damaged_between(self, step: Step) -> bool:
        """Damage the folder and resume; only a damaged manifest may be refused."""
        manifest = self.out / "manifest.json"
        step.says += [self.damage(self.out) for _ in range(self.chance.randint(1, 3))]
        if manifest.exists() and manifest.read_bytes() != self.manifest:
            step.allowed.add(2)
        with self.runner(step) as options:
            return self.run(step, options, self.left_alone)

    def full_disk(self, step: Step) -> bool:
        """Let the disk run full: a file system of a few kilobytes, or a bound on files."""
        step.runner = self.chance.choice([(), ("--jobs", "2")])
        if shutil.which("unshare") is None or self.chance.random() < 0.3:
            return self._small_files(step)
        step.says.append("a full disk")
        step.allowed.add(3)
        # What is there fits, page by page, and a little more.
        pages = sum(1 + path.stat().st_size // 4096 for path in self.out.rglob("*"))
        size = 4 * (pages + self.chance.randint(1, 24))
        disk = self.folder / "disk"
        disk.mkdir(exist_ok=True)
        command = [sys.executable, "-m", "farstar", *self.question.words, *step.runner]
        script = f"""
        mount -t tmpfs -o size={size}k tmpfs {disk} || exit 99
        test ! -e {self.out} || cp -a {self.out} {disk}/out || exit 99
        {" ".join(command)} --out {disk}/out --resume
        code=$?
        rm -rf {self.out}
        cp -a {disk}/out {self.out}
        exit $code
        """
        done = subprocess.run(
            ["unshare", "--map-root-user", "--mount", "sh", "-c", script],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env=self.environment(),
            timeout=HANG,
            check=False,
        )
        if done.returncode == 99 or "unshare" in done.stderr:
            return self._small_files(step)
        return self.judge(step, done.returncode, done.stderr)

    def _small_files(self, step: Step) -> bool:
        import resource

        size = self.chance.choice((0, 100, 400, 1000, 4000, 12_000))
        step.says.append("files that may not grow")
        step.allowed.add(2)
        step.may_be_refused = True
        return self.run(
            step,
            step.runner,
            self.left_alone,
            lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
        )

    def round(self, number: int) -> None:
        """Make one survey, with disturbances, and some more when it is done."""
        self.question = self.chance.choice(self.questions)
        self.out = self.folder / "out"
        shutil.rmtree(self.out, ignore_errors=True)
        self.is_suspect = False
        self.log(f"round {number}: {self.question.words[0]}")
        for _ in range(self.chance.randint(2, self.most_steps)):
            if self.step() and self.chance.random() < 0.7:
                shutil.rmtree(self.out)
        # Now nobody disturbs it any more, but what was done to the manifest may come to light.
        is_done = self.run(Step((), ["the end"], {2}), (), self.left_alone)
        if not is_done and not self.run(Step((), ["the very end"]), (), self.left_alone):
            raise FaultError("a survey that nobody disturbs is not done")

    def log(self, text: str) -> None:
        """Print what happens."""
        print(text, flush=True)


def _command(process: psutil.Process) -> str:
    with suppress(psutil.Error):
        return " ".join(process.cmdline())
    return ""


def _is_worker(process: psutil.Process) -> bool:
    command = _command(process)
    return "spawn_main" in command or "worker.py" in command


def run(
    seed: int,
    *,
    seconds: float | None = None,
    rounds: int | None = None,
    most_steps: int = MOST_STEPS,
) -> Counter[str]:
    """Disturb surveys for a while, or so many; return what happened to them."""
    # A shell starts what it runs in the background with SIGINT ignored, and children inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with tempfile.TemporaryDirectory(prefix="survey-chaos-") as folder:
        chaos = Chaos(Path(folder), seed, most_steps)
        end = None if seconds is None else time.monotonic() + seconds
        number = 0
        while (rounds is None or number < rounds) and (end is None or time.monotonic() < end):
            number += 1
            try:
                chaos.round(number)
            except FaultError as fault:
                kept = tempfile.mkdtemp(prefix="survey-chaos-fault-")
                shutil.copytree(folder, kept, dirs_exist_ok=True)
                raise FaultError(
                    f"seed {seed}, round {number}, files in {kept}: {fault}"
                ) from fault
            finally:
                for process in chaos.ours():
                    with suppress(psutil.Error):
                        process.kill()
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
    main()
