"""The same names handed in again and again by several producers, while the daemon is killed and its spool fails: for Tests/Spool/fairness.

No name waits for long, wherever its predecessor stood when the daemon ended, and what was handed in last is what is answered in the end.
"""

import contextlib
import ctypes
import os
import random
import re
import signal
import subprocess
import time

from daemon import USER
from misbehaving import FORKS, LIBC, PDEATHSIG, Flag
from spooling import BAD, GOOD, NUMBER, Failed, names
from stage import wait_until_right

PRODUCERS, SINGLES, REFUSED, STREAMS = 3, 24, 8, 4
# Far below the rare listing's 300 s, far above what a kill and the longest pause after a fault (5 s) take on a busy machine.
OLDEST = 30
# More than a name has in an hour.
VERSIONS = 1 << 18


class Board:
    """What was handed in when, shared by all processes: by name the last version, when it came, and since when an answer is due."""

    def __init__(self, incoming, names):
        self.incoming = incoming
        self.numbers = {name: number for number, name in enumerate(names)}
        self.lock, self.is_closed = FORKS.Lock(), Flag()
        self.versions = FORKS.RawArray(ctypes.c_uint64, len(names))
        # When each version was handed in.
        self.times = [FORKS.RawArray(ctypes.c_double, VERSIONS) for _ in names]

    def hand_in(self, name, made):
        """The order of the versions is that of the renames."""
        number = self.numbers[name]
        with self.lock:
            version = self.versions[number] + 1
            if version == VERSIONS or self.is_closed:
                return
            made.write_text(text(name, version))
            os.rename(made, self.incoming / name)
            self.times[number][version] = time.monotonic()
            self.versions[number] = version

    @contextlib.contextmanager
    def closed(self):
        """Nothing comes in."""
        with self.lock:
            self.is_closed.set()
        yield
        self.is_closed.clear()

    def last(self, name):
        return self.versions[self.numbers[name]]

    def age(self, name, answered):
        """For how long the version behind that has been there; 0 where none is."""
        number = self.numbers[name]
        return time.monotonic() - self.times[number][answered + 1] if answered < self.versions[number] else 0


class Storm:
    def __init__(self, stage, seed):
        self.stage, self.spool, self.random = stage, stage.spool, random.Random(f"{seed} storm")
        self.names = [f"{number}.json" for number in range(SINGLES)] + [f"bad-{number}.json" for number in range(REFUSED)]
        self.names += [f"many-{number}.ndjson" for number in range(STREAMS)]
        self.board, self.is_over, self.oldest = Board(self.spool / "incoming", self.names), Flag(), {}
        self.kills = self.faults = 0
        self.producers = [FORKS.Process(target=self.produce, args=(f"{seed} {number}", number), daemon=True) for number in range(PRODUCERS)]

    # Producers

    def produce(self, seed, number):
        LIBC.prctl(PDEATHSIG, signal.SIGKILL)
        os.setgroups([])
        os.setresgid(USER, USER, USER)
        os.setresuid(USER - 1, USER - 1, USER - 1)
        choice = random.Random(seed)
        while not self.is_over:
            name = choice.choice(self.names)
            made = self.spool / "tmp" / f"{number}-{name}"
            # Without rights for incoming/ there is nothing new.
            with contextlib.suppress(PermissionError):
                self.board.hand_in(name, made)
            time.sleep(choice.choice([0, 0, 0.001, 0.01]))

    # Troubles

    def kill(self):
        self.kills += 1
        self.stage.daemon.signal(signal.SIGKILL)
        self.stage.daemon.process.wait()
        time.sleep(self.random.choice([0, 0, 0.01, 0.1]))
        self.stage.daemon.start(waits=self.random.random() < 0.7)

    def lose_rights(self):
        self.faults += 1
        folder = self.spool / self.random.choice(["results", "work/requests", "work/results", "failed", "incoming"])
        mode = folder.stat().st_mode & 0o7777
        folder.chmod(0)
        time.sleep(self.random.uniform(0.01, 0.4))
        if self.random.random() < 0.5:
            self.kill()
        folder.chmod(mode)

    def lose_descriptors(self):
        self.faults += 1
        self.stage.daemon.await_ready()
        limit = lambda number: subprocess.run(
            ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", "prlimit", f"--pid={self.stage.daemon.process.pid}", f"--nofile={number}:"],
            check=True)
        limit(self.random.choice([8, 12, 14]))
        time.sleep(self.random.uniform(0.01, 0.3))
        limit(1024)

    # What is seen

    def answered(self, name):
        """The version that stands in results/; 0 where none is."""
        try:
            versions = re.findall(r'"id":"(\d+)', (self.spool / "results" / name).read_text())
        except OSError:
            return 0
        return int(versions[-1]) if versions else 0

    def look(self):
        """Which name has waited longest so far."""
        for name in self.names:
            self.oldest[name] = max(self.oldest.get(name, 0), self.board.age(name, self.answered(name)))

    def all_last(self):
        self.look()
        return all(self.answered(name) == self.board.last(name) for name in self.names)

    def run(self, seconds):
        """Storms, and what was found wrong after one of them: the last of each name was handed in just before the daemon was killed, or
        while the spool failed."""
        for producer in self.producers:
            producer.start()
        self.stage.start()
        found, end = [], time.monotonic() + seconds
        while not found and time.monotonic() < end:
            self.blow(self.random.uniform(0.3, 1.5))
            with self.board.closed():
                self.kill()
                found = list(self.judge())
        self.is_over.set()
        for producer in self.producers:
            producer.join()
        return found

    def blow(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            pause = time.monotonic() + self.random.choice([0.003, 0.03, 0.1, 0.5])
            while time.monotonic() < min(pause, end):
                self.look()
                time.sleep(0.002)
            self.random.choice([self.kill] * 4 + [self.lose_rights, self.lose_descriptors])()

    def judge(self):
        """Once nothing comes any more."""
        if not wait_until_right(self.all_last, OLDEST):
            wrong = [name for name in self.names if self.answered(name) != self.board.last(name)]
            yield (f"{OLDEST} s after the last: {len(wrong)} of {len(self.names)} names have an older answer, as {wrong[0]!r}: "
                   f"{self.answered(wrong[0])}, not {self.board.last(wrong[0])}")
        elif max(self.oldest.values()) > OLDEST:
            yield f"{max(self.oldest, key=self.oldest.get)!r} had to wait {max(self.oldest.values()):.1f} s"
        elif not wait_until_right(lambda: not self.stage.leftovers() and not names(self.spool / "incoming"), OLDEST):
            yield f"left: {sorted(self.stage.leftovers() | names(self.spool / 'incoming'))[:3]}"


def text(name, version):
    if name.endswith(".ndjson"):
        return "".join(GOOD.replace(NUMBER, f"{version}-{line}") + "\n" for line in range(20))
    return (BAD if name.startswith("bad") else GOOD).replace(NUMBER, str(version))


def storm(stage, seed, seconds):
    """Runs it, tells of it, and says whether all was right."""
    test = Storm(stage, seed)
    try:
        found = test.run(seconds)
    except Failed as why:
        found = [str(why)]
    count = sum(test.board.last(name) for name in test.names)
    print(f"{'not ok' if found else 'ok'} - storm: {count} requests under {len(test.names)} names, {test.kills} kills and {test.faults} faults; "
          f"the oldest had to wait {max(test.oldest.values(), default=0):.1f} s", *found, sep="\n    ", flush=True)
    return not found
