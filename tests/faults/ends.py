"""Runs that are ended at random moments, and go on."""
import pathlib
import random
import shutil
import signal

from common import OFTEN, SELDOM, Job, Started, found, job, ran, spec

MOST_KILLS = 4


def killed(job, folder, rng, kills):
    """Kills a run at `kills` random moments, then lets it end."""
    job.prepare(folder)
    whole = job.whole()[0]
    for _ in range(kills):
        while True:
            started = job.start(folder)
            started.after(rng.uniform(0.0, whole.seconds / kills ** 0.5), signal.SIGKILL)
            ended = started.end()
            if ended.code == -signal.SIGKILL:
                break
            if ended.code != whole.code:
                return f"exit code {ended.code}: {ended.err[-300:]}"
            # It was done before that moment.
            shutil.rmtree(pathlib.Path(folder) / "out", ignore_errors=True)
    return job.same(folder, job.start(folder).end())


def chains(rounds, rng):
    """As many kills as asked for, in runs of one kill up to some."""
    kills = []
    while sum(kills) < rounds:
        kills.append(min(rng.randint(1, MOST_KILLS), rounds - sum(kills)))
    return kills


def folder_of_specs():
    def prepare(folder):
        inner = pathlib.Path(folder) / "specs"
        inner.mkdir(exist_ok=True)
        for name in ("replicates", "bags", "cube"):
            spec(name, inner)
    # What is finished is not shown again.
    return Job("a folder of specs", ["run", "specs", "-q"], prepare)


def routine():
    return Job("a routine on the command line", ["run", "GGG", "M*4", "--deck", "52", "--trials", "400000"], lambda _: None)


def all_jobs():
    return [job(name) for name in ("several", "serial", "decided", "in-place", "replicates", "bags", "cube")] + [folder_of_specs(), routine()]


def calibrate():
    return Job("calibrate", ["calibrate", "--deck", "20", "--only", "ideal", "--replicates", "1500", "--trials", "100"], lambda _: None)


def advise():
    return Job("advise", ["advise", "--deck", "40", "--within", "20s", "--moves", "M,O,C", "--decks", "2000000"],
               lambda _: None, out=())


def shard(folder, case, rng):
    """A shard that is killed, beside one that is not; merged, they are one run."""
    whole = job("several")
    whole.prepare(folder)
    words = [*whole.words, *OFTEN, "--resume"]
    kills = case
    for number in (1, 2, 3):
        for _ in range(kills if number == 2 else 0):
            started = Started([*words, "--shard", f"{number}/3"], folder)
            started.after(rng.uniform(0.0, 0.4 * whole.whole()[0].seconds), signal.SIGKILL)
            started.end()
        ended = ran([*words, "--shard", f"{number}/3"], folder)
        if ended.sick() or ended.code != 0:
            return f"shard {number}: exit code {ended.code}: {ended.err[-300:]}", kills
    ended = ran(["merge", *sorted(str(path) for path in pathlib.Path(folder).rglob("part-*")), "--out", "out"], folder)
    return whole.same(folder, ended), kills


def signalled(number, code):
    def trial(folder, case, rng):
        case.prepare(folder)
        whole = case.whole()[0]
        started = case.start(folder)
        started.after(rng.uniform(0.15, 0.85) * whole.seconds, number)
        ended = started.end()
        if ended.code == -number:
            # Before the first deck and after the last one there is nothing to save, and a signal does what it always does.
            return case.same(folder, case.start(folder).end())
        if ended.sick():
            return ended.sick()
        if ended.code != code and ended.code != whole.code:
            return f"exit code {ended.code}, not {code}: {ended.err[-300:]}"
        if ended.code == code:
            if "interim" not in ended.out.lower() and "-q" not in case.words:
                return f"the verdict is not marked as interim: {ended.out[-200:]} {ended.err[-200:]}"
            # Between two specs of a folder all that was done is finished.
            if not any(list(pathlib.Path(folder).rglob(name)) for name in ("checkpoint.colddeck", "record.json")):
                return "neither a checkpoint nor a finished record"
        return case.same(folder, case.start(folder).end(), interrupted=ended.code == code)
    return trial


def limited(folder, case, rng):
    """--time-limit, then the rest."""
    case.prepare(folder)
    whole = case.whole()[0]
    limit = rng.uniform(0.2, 0.8) * whole.seconds
    ended = case.start(folder, "--time-limit", f"{limit:.2f}s").end()
    if ended.sick() or ended.code not in (0, 1, 3):
        return f"exit code {ended.code}: {ended.err[-300:]}"
    finished = found(folder) == case.whole()[1]
    if "interim" not in ended.out.lower() and "-q" not in case.words and not finished:
        return f"neither interim nor finished: {ended.out[-200:]} {ended.err[-200:]}"
    return case.same(folder, case.start(folder).end(), interrupted=not finished)


# A run that was stopped after half of its time or later has less left than this part of a whole one.
MOST_LEFT = 0.85


def goes_on(folder, case, rng):
    """What was done is not done again: what was left takes less work than a whole run right before it."""
    case.prepare(folder)
    # The signal alone saves: to write often is work, too.
    whole = case.start(folder, *SELDOM).end()
    shutil.rmtree(pathlib.Path(folder) / "out", ignore_errors=True)
    started = case.start(folder, *SELDOM)
    started.after(rng.uniform(0.5, 0.7) * whole.seconds, signal.SIGTERM)
    first = started.end()
    if first.code != 143:
        return None if first.code in (whole.code, -signal.SIGTERM) else f"exit code {first.code}: {first.err[-300:]}"
    second = case.start(folder, *SELDOM).end()
    if second.cpu > MOST_LEFT * whole.cpu:
        return f"{second.cpu:.1f} s of work for what was left, where a whole run is {whole.cpu:.1f} s"
    return case.same(folder, second)


def on_its_own(folder, case, _rng):
    """Checkpoints alone change nothing."""
    case.prepare(folder)
    ended = ran([*case.words, *OFTEN], folder)
    return case.same(folder, ended)


def all_of(trials):
    rng = random.Random(trials.seed)
    jobs = all_jobs()
    trials.each("checkpoints alone", jobs, on_its_own)
    for each, number in zip(jobs, [200] + [24] * len(jobs)):
        trials.each(f"kill -9: {each.name}", chains(trials.many(number), rng),
                    lambda folder, kills, rng, each=each: (killed(each, folder, rng, kills), kills))
    for each in (calibrate(), advise()):
        trials.each(f"kill -9: {each.name}", chains(trials.many(24), rng),
                    lambda folder, kills, rng, each=each: (killed(each, folder, rng, kills), kills))
    trials.each("kill -9: a shard", chains(trials.many(40), rng), shard)
    trials.each("work is not done twice", [each for each in jobs for _ in range(trials.many(2))], goes_on)
    trials.each("SIGINT", [each for each in jobs for _ in range(trials.many(5))], signalled(signal.SIGINT, 130))
    trials.each("SIGTERM", [each for each in jobs for _ in range(trials.many(5))], signalled(signal.SIGTERM, 143))
    trials.each("--time-limit", [each for each in jobs for _ in range(trials.many(3))], limited)
