"""What was saved is not what is asked for, or is damaged."""
import os
import pathlib
import re
import shutil
import signal
import time

from common import Later, found, job, jobs, one, ran, spec, until_saved


# A run may be through before the signal comes: so many tries to stop one in its midst.
TRIES = 20


def half(case, folder):
    """A checkpoint from within a run; its path."""
    for _ in range(TRIES):
        case.prepare(folder)
        started = case.start(folder)
        if until_saved(started, folder):
            started.after(0, signal.SIGTERM)
        ended = started.end()
        path = one(folder, "checkpoint.colddeck")
        if path is not None:
            return path
        shutil.rmtree(pathlib.Path(folder) / "out", ignore_errors=True)
    raise RuntimeError(f"no checkpoint after SIGTERM in {TRIES} tries; the last one had exit code {ended.code}")


class Half:
    """A checkpoint and a spec, made once, copied for each try."""

    def __init__(self, case, work):
        self.case, self.folder = case, jobs(work)
        folder = self.folder
        self.path = half(case, folder).relative_to(folder)
        self.bytes = (pathlib.Path(folder) / self.path).read_bytes()
        print(f"    a checkpoint of {case.name}: {len(self.bytes)} bytes", flush=True)

    def copied(self, folder, damaged=None):
        shutil.copytree(self.folder, folder, dirs_exist_ok=True)
        if damaged is not None:
            (pathlib.Path(folder) / self.path).write_bytes(damaged)
        return pathlib.Path(folder) / self.path


def refused_and_kept(made, folder, ended, words):
    """It was refused for one of `words`, and the checkpoint stays as it was."""
    wrong = ended.refused(*words)
    if wrong:
        return wrong
    if not (pathlib.Path(folder) / made.path).exists():
        return "the checkpoint that was refused is gone"
    return f"wrote results: {', '.join(found(folder))}" if found(folder) else None


def edited(made):
    """Specs that are not the one that was begun."""
    changes = [{"trials": "45_001"}, {"seed": "27"}, {"deck": "51", "types": '"20 land, 31 spell"'}, {"routines": '["GGG", "HRR", "M*4", "O*5"]'},
               {"routines": '["HRR", "GGG", "M*4", "O*5 C"]'}, {"suite": '"quick"'}, {"alpha": "0.01"}, {"generator": '"pcg64"'},
               {"source": '{ memory = "in-place" }'}, {"replicates": "2"}, {"types": '"21 land, 31 spell"'}]

    def trial(folder, change, _rng):
        made.copied(folder)
        before = (pathlib.Path(folder) / made.path).read_bytes()
        spec("several", folder, **change)
        ended = made.case.start(folder).end()
        wrong = refused_and_kept(made, folder, ended, ("another", "other", "edited", "changed", "differs", "not of this"))
        if wrong:
            return wrong
        if (pathlib.Path(folder) / made.path).read_bytes() != before:
            return "the checkpoint was changed"
        # As it was, it goes on.
        made.case.prepare(folder)
        return made.case.same(folder, made.case.start(folder).end())
    return changes, trial


def by_options(made):
    def trial(folder, options, _rng):
        made.copied(folder)
        ended = made.case.start(folder, *options).end()
        return refused_and_kept(made, folder, ended, ("another", "other", "edited", "changed", "differs", "not of this"))
    return [["--seed", "27"], ["--trials", "1000"], ["--alpha", "0.01"], ["--suite", "quick"]], trial


def damaged(made, words):
    """What comes out is refused with its reason, or right: never a panic, never a wrong result."""
    def trial(folder, how, rng):
        data = bytearray(made.bytes)
        if how == "flipped":
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        elif how == "byte":
            at = rng.randrange(len(data))
            data[at] = (data[at] + rng.randrange(1, 256)) % 256
        elif how == "cut":
            del data[rng.randrange(len(data)):]
        elif how == "longer":
            data += rng.randbytes(rng.randint(1, 100))
        elif how == "swapped":
            at, length = rng.randrange(len(data) - 64), 32
            data[at:at + length], data[at + length:at + 2 * length] = data[at + length:at + 2 * length], data[at:at + length]
        elif how == "zeros":
            at = rng.randrange(len(data))
            data[at:at + 512] = bytes(len(data[at:at + 512]))
        elif how == "empty":
            data.clear()
        elif how == "noise":
            data[:] = rng.randbytes(len(data))
        if bytes(data) == made.bytes:
            return None
        made.copied(folder, bytes(data))
        ended = made.case.start(folder).end()
        if ended.code == made.case.whole()[0].code:
            return made.case.same(folder, ended)
        return refused_and_kept(made, folder, ended, words)
    return trial


def resealed(made):
    """A header that was edited, with all that comes after: another version, another build."""
    def trial(folder, pattern, _rng):
        data, number = re.subn(pattern, lambda found: found[0][:-1] + (b"8" if found[0][-1:] != b"8" else b"9"), made.bytes, count=1)
        if not number:
            return f"the file does not hold {pattern}"
        made.copied(folder, data)
        return refused_and_kept(made, folder, made.case.start(folder).end(), ("version", "damaged", "build"))
    return [rb"\d+\.\d+\.\d+"], trial


def strange(made):
    """In place of the file there is something else."""
    def trial(folder, what, _rng):
        path = made.copied(folder)
        path.unlink()
        if what == "a folder":
            path.mkdir()
        elif what == "a pipe":
            os.mkfifo(path)
        elif what == "a link to itself":
            path.symlink_to(path)
        elif what == "a link to nothing":
            path.symlink_to("nowhere")
        elif what == "a record":
            path.write_text("{}")
        elif what == "nothing that may be read":
            path.write_bytes(made.bytes)
            path.chmod(0)
        options = {}
        if what == "nothing that may be read" and os.getuid() == 0:
            for each in [pathlib.Path(folder), *pathlib.Path(folder).rglob("*")]:
                if each != path and not each.is_symlink():
                    os.chown(each, 65534, 65534)
            options = {"user": 65534, "group": 65534}
        ended = made.case.start(folder, **options).end()
        if ended.code == made.case.whole()[0].code:
            return made.case.same(folder, ended)
        return ended.refused()
    return ["a folder", "a pipe", "a link to itself", "a link to nothing", "a record", "nothing that may be read"], trial


class Parts:
    """Parts of a run, and of others, made once."""

    def __init__(self, work):
        self.folder, self.case = work, job("replicates")
        self.run = {}
        for name, count, more in (("good", 4, {}), ("three", 3, {}), ("seed", 4, {"seed": "27"}), ("trials", 4, {"replicates": "24_001"})):
            folder = jobs(work / name)
            spec("replicates", folder, **more)
            for number in range(1, count + 1):
                ended = ran([*self.case.words, "--shard", f"{number}/{count}"], folder)
                if ended.code != 0:
                    raise RuntimeError(f"shard {number}/{count}: exit code {ended.code}: {ended.err[-300:]}")
            self.run[name] = sorted(folder.rglob("part-*"))
        # One that is not finished.
        folder = jobs(work / "begun")
        spec("replicates", folder)
        started = self.case.start(folder, "--shard", "1/2")
        until = time.monotonic() + 30
        while not list(folder.rglob("part-1-of-2*")) and time.monotonic() < until and started.runs():
            time.sleep(0.005)
        started.after(0, signal.SIGKILL)
        started.end()
        ran([*self.case.words, "--shard", "2/2"], folder)
        self.run["begun"] = sorted(folder.rglob("part-*"))

    def merged(self, folder, parts):
        return ran(["merge", *map(str, parts), "--out", "out"], folder)


def wrong_parts(parts):
    """What is merged, by what is wrong with it, and words of which one must be in the answer: the number or the name of the part among them."""
    good, three, seed, trials = (parts.run[name] for name in ("good", "three", "seed", "trials"))
    return {
        "the first is missing": (good[1:], ["1"]), "the last is missing": (good[:-1], ["4"]), "two are missing": (good[1:3], ["1"]),
        "one alone": (good[2:3], ["1"]), "one twice": ([*good, good[1]], ["2"]), "one twice and one missing": ([good[0], good[0], *good[2:]], ["2", "1"]),
        "one of three": ([*good[:3], three[2]], ["of-3", "of 3", "/3"]), "all and one of three": ([*good, three[0]], ["of-3", "of 3", "/3"]),
        "another seed": ([*good[:3], seed[3]], ["seed"]), "another number of replicates": ([*good[:3], trials[3]], ["trials"]),
        "a record": ([*good[:3], parts.folder / "good" / "jobs" / "replicates.toml"], ["replicates.toml"]), "a folder": ([*good[:3], parts.folder], [parts.folder.name]),
        "no such file": ([*good[:3], parts.folder / "nowhere.colddeck"], ["nowhere.colddeck"]), "an empty file": ([*good[:3], pathlib.Path("/dev/null")], ["/dev/null"]),
        "one that is not finished": (parts.run["begun"], ["part-1-of-2", "1/2", "1 of 2"]),
    }


WRONG_PARTS = ["the first is missing", "the last is missing", "two are missing", "one alone", "one twice", "one twice and one missing", "one of three",
               "all and one of three", "another seed", "another number of replicates", "a record", "a folder", "no such file", "an empty file",
               "one that is not finished"]


def merges(parts):
    def trial(folder, name, _rng):
        chosen, words = wrong_parts(parts)[name]
        ended = parts.merged(folder, chosen)
        wrong = ended.refused(*words)
        if wrong:
            return wrong
        return f"wrote results: {', '.join(found(folder))}" if found(folder) else None
    return trial


def orders(parts):
    """In whatever order they come, they are one run."""
    def trial(folder, _case, rng):
        chosen = rng.sample(parts.run["good"], 4)
        wanted = parts.case.whole()[1]
        parts.merged(folder, chosen)
        # The results lie by the name of the folder where the spec was.
        return None if list(found(folder).values()) == list(wanted.values()) else "other results"
    return trial


def damaged_parts(parts):
    def trial(folder, how, rng):
        good = parts.run["good"]
        at = rng.randrange(len(good))
        data = bytearray(good[at].read_bytes())
        if how == "cut":
            del data[rng.randrange(len(data)):]
        else:
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        bad = pathlib.Path(folder) / f"part-{at + 1}-of-4.colddeck"
        bad.write_bytes(data)
        ended = parts.merged(folder, [*good[:at], bad, *good[at + 1:]])
        wrong = ended.refused(bad.name)
        if wrong:
            return wrong
        return f"wrote results: {', '.join(found(folder))}" if found(folder) else None
    return trial


def all_of(trials, work):
    work = pathlib.Path(work)
    words = ("damaged", "no file of counts", "version")
    made, decided, serial = (Later(lambda name=name: Half(job(name), work / name)) for name in ("several", "decided", "serial"))
    trials.each("a spec edited before --resume", *edited(made))
    trials.each("other options with --resume", *by_options(made))
    trials.each("a checkpoint of another version", *resealed(made))
    trials.each("a checkpoint with a wrong byte", ["flipped"] * trials.many(200) + ["byte"] * trials.many(50), damaged(made, words))
    trials.each("a checkpoint cut short", ["cut"] * trials.many(50) + ["empty"], damaged(made, words))
    trials.each("a checkpoint mixed up", ["longer", "swapped", "zeros", "noise"] * trials.many(8), damaged(made, words))
    for other in (decided, serial):
        trials.each(f"a damaged checkpoint: {'decided' if other is decided else 'serial'}", ["flipped", "cut"] * trials.many(15), damaged(other, words))
    trials.each("something else where a checkpoint was", *strange(made))
    parts = Later(lambda: Parts(work / "parts"))
    trials.each("parts in any order", range(trials.many(6)), orders(parts))
    trials.each("parts missing, doubled, foreign", WRONG_PARTS, merges(parts))
    trials.each("damaged parts", ["flipped", "flipped", "cut"] * trials.many(50), damaged_parts(parts))
