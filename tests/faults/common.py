"""What all trials share: the jobs that are run, how a program ended, and what it left."""
import concurrent.futures
import os
import pathlib
import random
import shutil
import signal
import subprocess
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = str(pathlib.Path(os.environ.get("COLDDECK", ROOT / "target" / "release" / "colddeck")).absolute())
# What one run and a resumed one must have in common; `machine.json` tells times.
RESULTS = ("record.json", "report.md", "report.html", "pictures.svg")
OFTEN = ["--checkpoint", "0.2s"]
SELDOM = ["--checkpoint", "1h"]
HANGS = 300

# A run of each takes some seconds on one thread.
SPECS = {
    "several": """
question = "Which of four routines mixes a deck?"
deck = 52
trials = 45_000
routines = ["GGG", "HRR", "M*4", "O*5 C"]
types = "20 land, 32 spell"
""",
    "serial": """
question = "Does a serial generator go on where it was?"
deck = 52
trials = 150_000
generator = "numpy-legacy"
routines = ["GGG", "M*4"]
""",
    "decided": """
question = "Is a run that is watched decided as it would have been?"
deck = 52
until-decided = { delta = 0.01, max-trials = 1_000_000 }
routines = ["G*9", "M*6", "S"]
""",
    "in-place": """
question = "Does a deck that is shuffled on from the one before go on where it was?"
deck = 52
trials = 200_000
source = { memory = "in-place" }
routines = ["GGG", "M*4"]
""",
    "replicates": """
question = "Are replicates counted once each?"
deck = 40
trials = 100
replicates = 24_000
routines = ["HRR", "RRR"]
statistics = [{ kind = "duplicates", counts = [2, 3] }, "position-matrix", "rising-sequences"]
""",
    "bags": """
question = "Does a bag go on where it was?"
subject = "sequence"
weights = [50, 25, 20, 5]
trials = 6_000_000
draws = ["independent", { kind = "bag", items = [10, 5, 4, 1] }]
""",
    "cube": """
question = "Do eleven moves scramble a pocket cube?"
subject = "state"
puzzle = "pocket-cube"
trials = 300_000
scrambles = ["random-state", { kind = "random-moves", moves = 11, turns = "half", no-repeat = true }]
""",
}


def jobs(work):
    """The folder in `work` where jobs are run: results lie by the name of the folder of their spec."""
    folder = pathlib.Path(work) / "jobs"
    folder.mkdir(parents=True)
    return folder


def spec(name, folder, **more):
    """A spec's file in `folder`; `more` replaces some of its keys."""
    path = pathlib.Path(folder) / f"{name}.toml"
    keys = {"name": f'"{name}"', "seed": "26"}
    for line in SPECS[name].strip().splitlines():
        key, value = line.split(" = ", 1)
        keys[key] = value
    keys.update({key: str(value) for key, value in more.items()})
    path.write_text("".join(f"{key} = {value}\n" for key, value in keys.items()))
    return path


class Ended:
    """How a program ended, and what it said."""

    def __init__(self, process, out, err, seconds, cpu, hung):
        self.code, self.out, self.err = process.returncode, out, err
        self.seconds, self.cpu, self.hung = seconds, cpu, hung

    def sick(self):
        """What no fault may lead to: a panic, an end by a signal, no end at all."""
        if self.hung:
            return f"it did not end within {HANGS} s"
        if "panicked" in self.err or self.code == 101:
            return f"a panic: {self.err[-300:]}"
        if self.code < 0 or self.code >= 128 and self.code not in (130, 143):
            return f"ended by a signal ({self.code}): {self.err[-300:]}"
        return None

    def refused(self, *words):
        """None if it ended with 2 and said one of `words`, or else what is wrong."""
        found = self.sick()
        if found:
            return found
        if self.code != 2:
            return f"exit code {self.code}, not 2: {self.err[-300:]}"
        text = self.err.lower()
        if not text.startswith("error: ") and "\nerror: " not in text:
            return f"no error is printed: {self.err[-300:]}"
        if words and not any(word in text for word in words):
            return f"the reason is not named ({' or '.join(words)}): {self.err[-300:]}"
        return None


class Started:
    """A program that runs. What it says comes through pipes, as a file may have limits."""

    def __init__(self, words, cwd=None, **options):
        self.begin = time.monotonic()
        self.process = subprocess.Popen([PROGRAM, *map(str, words)], cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        **options)
        self.texts = ["", ""]
        self.readers = [threading.Thread(target=self._read, args=(at, pipe)) for at, pipe in enumerate((self.process.stdout, self.process.stderr))]
        for reader in self.readers:
            reader.start()
        self.hung = False

    def _read(self, at, pipe):
        with pipe:
            self.texts[at] = pipe.read().decode("utf-8", "replace")

    def after(self, seconds, number):
        """Sends a signal after some time, if the program still runs then. Whether it was sent."""
        time.sleep(max(0.0, self.begin + seconds - time.monotonic()))
        # Not reaped before `end`: the number is still that of this program.
        try:
            os.kill(self.process.pid, number)
        except ProcessLookupError:
            return False
        return True

    def runs(self):
        """Whether it has not ended yet."""
        return os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None

    def _hangs(self):
        self.hung = True
        os.kill(self.process.pid, signal.SIGKILL)

    def end(self):
        """Waits for its end."""
        watchdog = threading.Timer(HANGS, self._hangs)
        watchdog.start()
        os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOWAIT)
        watchdog.cancel()
        watchdog.join()
        _, status, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - self.begin
        for reader in self.readers:
            reader.join()
        return Ended(self.process, *self.texts, seconds, usage.ru_utime + usage.ru_stime, self.hung)


def ran(words, cwd=None, **options):
    """Runs the program to its end."""
    return Started(words, cwd, **options).end()


def found(folder):
    """The results below a folder, by their paths."""
    folder = pathlib.Path(folder)
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.name in RESULTS}


def left(folder):
    """What a run should not leave: temporary files, and checkpoints of what is finished."""
    return [str(path.relative_to(folder)) for path in pathlib.Path(folder).rglob("*")
            if path.name.startswith(".colddeck-") or path.name.endswith("checkpoint.colddeck")]


def until_saved(started, folder, seconds=60):
    """Waits for a checkpoint. Whether there is one while the run goes on."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and started.runs():
        if list(pathlib.Path(folder).rglob("checkpoint.colddeck")):
            return started.runs()
        time.sleep(0.01)
    return False


def one(folder, pattern):
    """The one file of a pattern below a folder, or None."""
    paths = sorted(pathlib.Path(folder).rglob(pattern))
    return paths[0] if len(paths) == 1 else None


class Job:
    """A command that writes results below the folder `out` in the folder where it is run."""

    def __init__(self, name, words, prepare, out=("--out", "out")):
        self.name, self.words, self.prepare = name, [*words, *out, "--threads", "1"], prepare
        self.lock = threading.Lock()
        self.once = None

    def whole(self):
        """How a run ends that nothing disturbs, and its files."""
        with self.lock:
            if self.once is None:
                with tempfile.TemporaryDirectory() as work:
                    folder = jobs(work)
                    self.prepare(folder)
                    ended = ran(self.words, folder)
                    if ended.code not in (0, 1, 3):
                        raise RuntimeError(f"undisturbed: exit code {ended.code}: {ended.err[:300]}")
                    self.once = ended, found(folder)
            return self.once

    def start(self, folder, *more, **options):
        """Starts it with checkpoints, going on from one if there is one."""
        often = [] if "--checkpoint" in more else OFTEN
        return Started([*self.words, *often, "--resume", *more], folder, **options)

    def same(self, folder, ended, interrupted=True):
        """None if it ended as a run that nothing disturbs, with the same files and no others; with the same words on the screen, too, if
        it was not finished before."""
        whole, files = self.whole()
        sick = ended.sick()
        if sick:
            return sick
        if ended.code != whole.code:
            return f"exit code {ended.code}, not {whole.code}: {ended.err[-300:]}"
        if interrupted and ended.out != whole.out:
            return "other words on the screen"
        here = found(folder)
        if here != files:
            wrong = [name for name in sorted(files.keys() | here.keys()) if files.get(name) != here.get(name)]
            return f"other results: {', '.join(wrong[:4])}"
        remains = left(folder)
        return f"left behind: {', '.join(remains)}" if remains else None


def job(name, **more):
    """The job of a spec."""
    return Job(name, ["run", f"{name}.toml"], lambda folder: spec(name, folder, **more))


class Later:
    """What is made when it is first asked for anything, so that only those tries wait for it that need it."""

    def __init__(self, make):
        self._make, self._lock, self._made = make, threading.Lock(), None

    def __getattr__(self, name):
        with self._lock:
            if self._made is None:
                self._made = self._make()
        return getattr(self._made, name)


class Kind:
    """A kind of fault, and how many were tried and survived."""

    def __init__(self, name):
        self.name, self.tried, self.survived, self.wrong, self.skipped = name, 0, 0, [], None
        self.begin = time.monotonic()

    def count(self, outcome, tried=1, where=""):
        self.tried += tried
        if outcome is None:
            self.survived += tried
        else:
            self.wrong.append(f"{where}: {outcome}" if where else outcome)

    def line(self):
        if self.skipped:
            return f"| {self.name} | - | not tried: {self.skipped} | |"
        return f"| {self.name} | {self.tried} | {self.survived} | {time.monotonic() - self.begin:.0f} s |"


def named(case):
    """A case as it is told."""
    if isinstance(case, (tuple, list)):
        return ", ".join(map(named, case))
    return str(getattr(case, "name", case))


class Trials:
    """All kinds; each prints its line once it is through."""

    def __init__(self, seed, share, only):
        self.seed, self.share, self.only = seed, share, only
        self.kinds = []
        self.workers = os.cpu_count() or 1

    def many(self, number):
        """A number of tries, or the share of them that was asked for."""
        return max(1, round(number * self.share))

    def wanted(self, name):
        return not self.only or any(word in name for word in self.only)

    def each(self, name, cases, trial, workers=None):
        """Tries `trial(folder, case, random numbers)` for each case, some at a time; it returns None or what is wrong, and may return
        a pair with how many tries it was."""
        if not self.wanted(name):
            return
        kind = Kind(name)

        def alone(numbered):
            number, case = numbered
            work = tempfile.mkdtemp(prefix="faults-")
            try:
                os.chmod(work, 0o755)
                outcome = trial(jobs(work), case, random.Random(f"{self.seed} {name} {number}"))
            except Exception as error:  # a fault of these scripts is no survival either
                outcome = f"{type(error).__name__}: {error}"
            finally:
                shutil.rmtree(work, ignore_errors=True)
            return outcome if isinstance(outcome, tuple) else (outcome, 1)

        cases = list(cases)
        with concurrent.futures.ThreadPoolExecutor(workers or self.workers) as pool:
            for case, (outcome, tried) in zip(cases, pool.map(alone, enumerate(cases))):
                kind.count(outcome, tried, named(case)[:80])
        self.done(kind)

    def skip(self, name, reason):
        if self.wanted(name):
            kind = Kind(name)
            kind.skipped = reason
            self.done(kind)

    def done(self, kind):
        self.kinds.append(kind)
        print(kind.line(), flush=True)
        for wrong in kind.wrong[:8]:
            print(f"    {wrong}".replace("\n", " "), flush=True)
