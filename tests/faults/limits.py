"""Limits of a process, streams that are closed, and a clock that jumps."""
import os
import pathlib
import resource
import signal
import subprocess
import threading
import time

from common import OFTEN, PROGRAM, Started, found, job, ran

MEBI = 1 << 20


def least(kind, candidates):
    """The smallest limit with which the system can start the program at all: below it there is nothing that could answer."""
    for value in candidates:
        ended = ran(["--version"], preexec_fn=lambda value=value: resource.setrlimit(kind, (value, value)))
        if ended.code == 0:
            return value
    raise RuntimeError("it does not start with any of these limits")


def limited(kind, hard=True):
    """The right result, or a clear error; no signal, no abort. Without the limit it goes on."""
    def trial(folder, case, _rng):
        what, value = case
        what.prepare(folder)

        def limit():
            resource.setrlimit(kind, (value, value if hard else resource.getrlimit(kind)[1]))
        ended = what.start(folder, preexec_fn=limit).end()
        if ended.code == what.whole()[0].code:
            return what.same(folder, ended)
        wrong = ended.refused()
        if wrong:
            return wrong
        for name, text in found(folder).items():
            if what.whole()[1].get(name) != text:
                return f"half a file: {name}"
        return what.same(folder, what.start(folder).end())
    return trial


COMMANDS = [
    ["exact", "tv", "G*7", "--deck", "52"], ["exact", "pairs", "RRH", "--deck", "52"], ["exact", "law", "RRH", "--deck", "8"],
    ["exact", "pocket-cube"], ["emit", "S", "--deck", "52", "--as", "decks", "--trials", "1000"], ["explain", "tv"], ["list", "shuffles"], ["new", "it"],
    ["advise", "--deck", "40", "--within", "15s", "--moves", "M,O,C"],
    ["calibrate", "--deck", "20", "--replicates", "20", "--trials", "100", "--only", "ideal", "--out", "out"],
    ["run", "GGG", "--deck", "52", "--trials", "2000", "--until-decided"],
]


def commands(kind):
    """Other commands: a right end or a clear error."""
    def trial(folder, case, _rng):
        words, value = case
        ended = ran(words, folder, preexec_fn=lambda: resource.setrlimit(kind, (value, value)))
        return None if ended.code in (0, 1, 3) else ended.refused()
    return trial


def shell(folder, words, ending):
    """The program in a shell, with what comes after it; exit code of the program, and what it said as an error."""
    script = f'"$0" "$@" {ending}; echo "code ${{PIPESTATUS[0]}}" >code'
    begun = subprocess.run(["bash", "-c", script, PROGRAM, *map(str, words)], cwd=folder, capture_output=True, text=True, check=False, timeout=120)
    said = pathlib.Path(folder) / "said"
    code = int((pathlib.Path(folder) / "code").read_text().split()[1])
    return code, said.read_text() if said.exists() else begun.stderr


def piped(folder, case, _rng):
    """A reader that goes away, no stream at all, one that is full."""
    ending, right = case
    what = job("replicates")
    what.prepare(folder)
    code, said = shell(folder, [*what.words, *OFTEN, "--full"], ending)
    if "panicked" in said or code >= 128 and code != 141 or code == 101:
        return f"exit code {code}: {said[-300:]}"
    if code == 2 and "error: " not in said and "2>" not in ending:
        return f"no error is printed: {said[-300:]}"
    if right and code != what.whole()[0].code:
        return f"exit code {code}, not {what.whole()[0].code}: {said[-300:]}"
    if code == what.whole()[0].code and found(folder) != what.whole()[1]:
        return "other results"
    return None


def emitted(folder, case, _rng):
    """Streams without end, and a reader of one line."""
    code, said = shell(folder, case, "2>said | head -1 >/dev/null")
    if "panicked" in said or code not in (0, 141):
        return f"exit code {code}: {said[-300:]}"
    return None


def library():
    """libfaketime, where it is."""
    places = [pathlib.Path(place) for place in ("/usr/lib", "/usr/local/lib", "/lib")]
    return next((path for place in places if place.is_dir() for path in place.glob("**/faketime/libfaketime.so.1")), None)


def jumping(faketime):
    """The clock of the system jumps to and fro by years, the monotonic one goes on."""
    def trial(folder, case, rng):
        case.prepare(folder)
        stamp = pathlib.Path(folder) / "clock"
        stamp.write_text("+0\n")
        env = {**os.environ, "LD_PRELOAD": str(faketime), "FAKETIME_TIMESTAMP_FILE": str(stamp), "FAKETIME_NO_CACHE": "1",
               "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1"}
        over = threading.Event()

        def jumps():
            while not over.wait(0.1):
                new = stamp.with_suffix(".new")
                new.write_text(rng.choice(["+10y\n", "-10y\n", "+2h\n", "-2h\n", "+0\n", "-60\n"]))
                new.rename(stamp)
        jumper = threading.Thread(target=jumps)
        jumper.start()
        try:
            whole = case.whole()[0].seconds
            limit = 0.5 * whole
            ended = case.start(folder, "--time-limit", f"{limit:.2f}s", env=env).end()
            finished = found(folder) == case.whole()[1]
            if ended.sick() or ended.code not in (0, 1, 3):
                return f"exit code {ended.code}: {ended.err[-300:]}"
            if ended.seconds < 0.5 * limit and not finished:
                return f"it ended after {ended.seconds:.1f} s, where {limit:.1f} s were allowed"
            if ended.seconds > limit + 5 + whole:
                return f"it ended after {ended.seconds:.1f} s, where {limit:.1f} s were allowed"
            started = case.start(folder, env=env)
            seen, until = set(), time.monotonic() + 120
            while started.runs() and time.monotonic() < until:
                for path in pathlib.Path(folder).rglob("checkpoint.colddeck"):
                    try:
                        seen.add(path.stat().st_ino)
                    except FileNotFoundError:
                        pass
                time.sleep(0.02)
            ended = started.end()
            if len(seen) < 2 and ended.seconds > 4:
                return f"{len(seen)} checkpoints in {ended.seconds:.1f} s, where one each .2 s was asked for"
            return case.same(folder, ended, interrupted=not finished)
        finally:
            over.set()
            jumper.join()
    return trial


def all_of(trials):
    quick, several = job("replicates"), job("several")
    floor = least(resource.RLIMIT_AS, range(10 * MEBI, 100 * MEBI, MEBI))
    top = trials.many(30)
    memory = [int(floor + (512 * MEBI - floor) * (step / top) ** 3) for step in range(top)]
    print(f"it starts with {floor // MEBI} MiB of addresses", flush=True)
    trials.each("ulimit -v", [(case, value) for case in (quick, several) for value in memory], limited(resource.RLIMIT_AS))
    trials.each("ulimit -v, other commands", [(words, floor + (3 * step * step) * MEBI) for words in COMMANDS for step in range(trials.many(8))],
                commands(resource.RLIMIT_AS))
    sizes = [0, 1, 100, 1000, 4096, 10_000, 30_000, 60_000, 100_000, 200_000, 400_000, 1_000_000]
    trials.each("ulimit -f", [(case, value) for case in (quick, several) for value in sizes], limited(resource.RLIMIT_FSIZE))
    fewest = least(resource.RLIMIT_NOFILE, range(3, 64))
    trials.each("ulimit -n", [(case, value) for case in (quick, several) for value in range(fewest, fewest + 12)], limited(resource.RLIMIT_NOFILE))
    stack = least(resource.RLIMIT_STACK, [kib << 10 for kib in (16, 24, 32, 48, 64, 96, 128, 192, 256, 512, 1024)])
    stacks = [stack << step for step in range(8)] + [resource.RLIM_INFINITY]
    trials.each("ulimit -s", [(quick, value) for value in stacks], limited(resource.RLIMIT_STACK))
    trials.each("ulimit -s, other commands", [(words, value) for words in COMMANDS for value in (stack, 4 * stack)], commands(resource.RLIMIT_STACK))
    endings = [("2>said | head -1", True), ("2>said | true", True), ("2>said | head -c 1", True), ("2>said >&-", False), ("2>&-", True), (">&- 2>&-", False),
               ("<&- 2>said", True), ("2>said >/dev/full", False), ("2>/dev/full", True), (">/dev/full 2>/dev/full", False)]
    trials.each("a pipe closed early, closed streams", endings, piped)
    trials.each("a stream without end, a reader of one line", [
        ["emit", "S", "--deck", "52", "--as", "decks", "--trials", "100000000"], ["emit", "--like", "python", "--as", "doubles", "--trials", "100000000"], ["list", "shuffles"], ["exact", "law", "RRH", "--deck", "8"],
        ["run", "S", "--deck", "52", "--trials", "1000", "--json"]], emitted)
    faketime = library()
    if faketime:
        trials.each("a clock that jumps", [case for case in (several, job("decided"), quick) for _ in range(trials.many(4))], jumping(faketime))
    else:
        trials.skip("a clock that jumps", "libfaketime is missing")
