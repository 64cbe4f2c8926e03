"""Folders that fill, vanish, cannot be written, or are used by two."""
import os
import pathlib
import shutil
import signal
import subprocess
import time

from common import OFTEN, RESULTS, Started, found, job, one, ran, until_saved

FULL = ("no space", "file too large", "quota")


def mounted():
    """Whether file systems can be mounted here, which .ci/faults sees to by a namespace of its own."""
    return os.environ.get("FAULTS_MOUNTS") == "yes"


class Small:
    """A small file system on `folder`/out."""

    def __init__(self, folder, size):
        self.path = pathlib.Path(folder) / "out"
        self.path.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", self.path], check=True)

    def again(self, options):
        subprocess.run(["mount", "-o", f"remount,{options}", self.path], check=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run(["umount", "-l", self.path], check=False)


def fill(path):
    """Takes all the room that there is."""
    with open(path, "wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(1 << 12))
        except OSError:
            pass


def fills(folder, case, rng):
    """Somebody else takes all room in the middle of a run."""
    case.prepare(folder)
    with Small(folder, "64m") as small:
        started = case.start(folder)
        if not until_saved(started, folder):
            started.end()
            return "no checkpoint"
        time.sleep(rng.uniform(0.0, 0.5) * case.whole()[0].seconds)
        fill(small.path / "filler")
        ended = started.end()
        if ended.code == case.whole()[0].code:
            return None if ended.code != 2 and found(folder) == case.whole()[1] else "finished with other results"
        wrong = ended.refused(*FULL)
        if wrong:
            return wrong
        if not one(folder, "checkpoint.colddeck"):
            return "the last good checkpoint is gone"
        (small.path / "filler").unlink()
        again = case.start(folder).end()
        return case.same(folder, again)


def too_small(folder, size, rng):
    """All sizes from nothing to enough: each place where a file is written meets the end of the room."""
    case = job("replicates")
    case.prepare(folder)
    with Small(folder, size) as small:
        ended = case.start(folder).end()
        finished = ended.code == case.whole()[0].code
        if not finished:
            wrong = ended.refused(*FULL)
            if wrong:
                return wrong
        for name, text in found(folder).items():
            if case.whole()[1].get(name) != text:
                return f"half a file: {name}"
        small.again("size=128m")
        return case.same(folder, case.start(folder).end(), interrupted=not finished)


def read_only(folder, case, rng):
    """The file system turns read-only, before or during the run."""
    case.prepare(folder)
    with Small(folder, "64m") as small:
        during = rng.random() < 0.5
        if not during:
            small.again("ro")
        started = case.start(folder)
        if during and until_saved(started, folder):
            # Files that are open for writing keep it from turning for a moment.
            for _ in range(1000):
                if subprocess.run(["mount", "-o", "remount,ro", small.path], check=False, stderr=subprocess.DEVNULL).returncode == 0:
                    break
        ended = started.end()
        wrong = ended.refused("read-only")
        if wrong:
            return wrong
        small.again("rw")
        return case.same(folder, case.start(folder).end())


def not_allowed(folder, case, rng):
    """A folder that the user may not write; as root, another user."""
    case.prepare(folder)
    out = pathlib.Path(folder) / "out"
    out.mkdir()
    out.chmod(0o555)
    options = {"user": 65534, "group": 65534} if os.getuid() == 0 else {}
    ended = case.start(folder, **options).end()
    return ended.refused("permission denied")


def vanishes(folder, case, rng):
    """The folder is deleted, or moved away and back."""
    case.prepare(folder)
    out = pathlib.Path(folder) / "out"
    started = case.start(folder)
    if not until_saved(started, folder):
        started.end()
        return "no checkpoint"
    time.sleep(rng.uniform(0.0, 0.4) * case.whole()[0].seconds)
    inner = one(folder, "checkpoint.colddeck")
    gone = rng.choice([out, inner.parent if inner else out])
    # At one blow, so that it is known whether the run had left its results by then.
    elsewhere = pathlib.Path(folder) / "elsewhere"
    moved = rng.random() < 0.5
    try:
        gone.rename(elsewhere)
    except FileNotFoundError:
        moved = False
    finished = bool(found(elsewhere))
    if not moved:
        shutil.rmtree(elsewhere, ignore_errors=True)
    ended = started.end()
    if ended.sick():
        return ended.sick()
    if ended.code == 2:
        wrong = ended.refused("no such file", "is gone", "vanished", "not found", "no longer")
        if wrong:
            return wrong
    elif ended.code != case.whole()[0].code:
        return f"exit code {ended.code}: {ended.err[-300:]}"
    elif not moved and not finished and found(folder) != case.whole()[1]:
        return "it ended as if all were well, without its results"
    if moved:
        shutil.rmtree(gone, ignore_errors=True)
        elsewhere.rename(gone)
    return case.same(folder, case.start(folder).end(), interrupted=ended.code == 2)


def two_at_once(folder, case, rng):
    """The second is refused, the first is not disturbed."""
    case.prepare(folder)
    first = case.start(folder)
    if not until_saved(first, folder):
        first.end()
        return "no checkpoint"
    time.sleep(rng.uniform(0.0, 0.3) * case.whole()[0].seconds)
    more = rng.choice([[], ["--resume"], OFTEN])
    second = ran([*case.words, *more], folder)
    still = first.runs()
    ended = first.end()
    if still:
        wrong = second.refused("another", "in use", "at once", "locked", "already")
        if wrong:
            return f"the second: {wrong}"
    wrong = case.same(folder, ended)
    return f"the first: {wrong}" if wrong else None


def locks_end(folder, case, _rng):
    """A killed run locks nobody out, even where the second comes at once."""
    case.prepare(folder)
    first = case.start(folder)
    until_saved(first, folder)
    first.after(0, signal.SIGKILL)
    first.end()
    return case.same(folder, case.start(folder).end())


def shards_at_once(folder, case, rng):
    """Shards of one run share its folder; the same shard twice does not."""
    case.prepare(folder)
    words = [*case.words, *OFTEN, "--resume"]
    started = [Started([*words, "--shard", f"{number}/3"], folder) for number in (1, 2, 3)]
    time.sleep(rng.uniform(0.1, 0.5) * case.whole()[0].seconds / 3)
    twice = ran([*words, "--shard", "2/3"], folder)
    still = started[1].runs()
    for number, each in enumerate(started, 1):
        ended = each.end()
        if ended.sick() or ended.code != 0:
            return f"shard {number}: exit code {ended.code}: {ended.err[-300:]}"
    if still and twice.refused("another", "in use", "at once", "locked", "already"):
        return f"the same shard twice: {twice.refused('another', 'in use', 'at once', 'locked', 'already')}"
    ended = ran(["merge", *sorted(map(str, pathlib.Path(folder).rglob("part-*"))), "--out", "out"], folder)
    return case.same(folder, ended)


def leftovers(folder, case, _rng):
    """Temporary files of a killed run are cleared, and nothing else."""
    case.prepare(folder)
    results = next(iter(case.whole()[1]))
    inner = pathlib.Path(folder) / pathlib.Path(results).parent
    inner.mkdir(parents=True)
    for name in (*RESULTS, "machine.json", "checkpoint.colddeck"):
        (inner / f".colddeck-{name}-A1b2C3").write_bytes(b"half of it")
    kept = inner / "notes.txt"
    kept.write_text("mine")
    hidden = inner / ".hidden"
    hidden.write_text("mine")
    ended = case.start(folder).end()
    if not kept.exists() or not hidden.exists():
        return "it deleted a file that is not its own"
    return case.same(folder, ended)


def all_of(trials):
    several, replicates, decided, serial = (job(name) for name in ("several", "replicates", "decided", "serial"))
    if mounted():
        trials.each("a tmpfs that fills", [case for case in (several, replicates, decided, serial) for _ in range(trials.many(6))], fills)
        sizes = [f"{1 << 12 << step}" for step in range(9)] + [f"{kib}k" for kib in range(8, 8 + 16 * trials.many(24), 16)]
        trials.each("a tmpfs that is too small", sizes, too_small)
        trials.each("a file system that turns read-only", [replicates] * trials.many(12), read_only)
    else:
        for name in ("a tmpfs that fills", "a tmpfs that is too small", "a file system that turns read-only"):
            trials.skip(name, "no right to mount one")
    trials.each("a folder without rights", [replicates, several], not_allowed)
    trials.each("a folder that vanishes", [case for case in (several, replicates) for _ in range(trials.many(10))], vanishes)
    trials.each("two runs in one folder", [case for case in (several, decided, serial) for _ in range(trials.many(5))], two_at_once)
    trials.each("a run right after one that was killed", [several, decided] * trials.many(3), locks_end)
    trials.each("shards in one folder", [several, replicates] * trials.many(3), shards_at_once)
    trials.each("files of a killed run", [several, decided, serial, replicates], leftovers)
