"""Producers that misbehave, each a process of its own and a user of its own; and what watches how often an answer is published."""

import collections
import contextlib
import ctypes
import mmap
import multiprocessing
import os
import random
import select
import signal
import struct
import time
import traceback

from daemon import USER
from spooling import BAD, GOOD, NUMBER, Failed, wait_for

LIBC = ctypes.CDLL(None, use_errno=True)
FORKS = multiprocessing.get_context("fork")
AT_FDCWD, EXCHANGE, MOVED_TO, OVERFLOW, PDEATHSIG = -100, 2, 0x80, 0x4000, 1
# Names as people give them: what is long or is no ASCII costs more. Together with a number below 200 bytes.
STYLES = ["%s", "%s with blanks", "Łódź-Kaliska-%s", "駅名標-%s", "%s-" + "é" * 60, "%s." + "x" * 120, "%s.json", "🚏%s", "-%s", "%s'\"$()"]


def exchange(one, other):
    """Two names swap their files, at once."""
    if LIBC.renameat2(AT_FDCWD, os.fsencode(one), AT_FDCWD, os.fsencode(other), EXCHANGE) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), str(one))


class Flag:
    """Seen by all processes; looking costs nothing."""

    def __init__(self):
        self.page = mmap.mmap(-1, 1)

    def set(self):
        self.page[0] = 1

    def clear(self):
        self.page[0] = 0

    def __bool__(self):
        return self.page[0] == 1


class Told:
    """What one that misbehaved tells in the end."""

    def __init__(self):
        # By name: outcomes that are right, each as what then is where; paths below the spool.
        self.expected, self.complaints = {}, []
        self.handed_in, self.bytes, self.refusals = collections.Counter(), 0, 0


class Culprit:
    """Runs `row` in a process of its own until `is_over`."""

    def __init__(self, row, stage, seed, number, is_long, is_over):
        self.row, self.stage, self.spool, self.number = row, stage, stage.spool, number
        self.random, self.is_long, self.is_over = random.Random(f"{seed} {row.code} {number}"), is_long, is_over
        self.told, self.count = Told(), 0
        self.is_begun = Flag()
        self.pipe, inner = FORKS.Pipe()
        self.process = FORKS.Process(target=self.run, args=(inner,), daemon=True)
        self.process.start()
        inner.close()

    def run(self, pipe):
        LIBC.prctl(PDEATHSIG, signal.SIGKILL)
        signal.signal(signal.SIGIO, signal.SIG_IGN)
        if not self.row.needs_root:
            os.setgroups([])
            os.setresgid(USER, USER, USER)
            os.setresuid(*[USER - 1 - self.number] * 3)
        os.umask(0o027)
        try:
            self.row.prepare(self)
            pipe.send(None)
            while not self.is_begun:
                time.sleep(0.001)
            self.row.act(self)
        except Failed as why:
            self.complain(str(why))
        except Exception:
            self.told.complaints.append("the test itself failed: " + traceback.format_exc(limit=-3))
        pipe.send(self.told)

    def await_prepared(self):
        first = self.pipe.recv()
        if first is not None:
            raise RuntimeError(first.complaints)

    def await_end(self):
        told = self.pipe.recv()
        self.process.join()
        return told

    # What rows use

    def many(self, few, many):
        """A number near `few`, in a long run near `many`."""
        return round((many if self.is_long else few) * self.random.uniform(0.8, 1.2))

    def name(self, suffix=".json"):
        """One that nobody had before."""
        self.count += 1
        return self.random.choice(STYLES) % f"{self.number}-{self.count}" + suffix

    def text(self, name, version, lines=20, bad=False):
        """A request, or `lines` of them; what tells the version is in each."""
        model = BAD if bad else GOOD
        if name.endswith(".ndjson"):
            return "".join(model.replace(NUMBER, f"{version}-{line}") + "\n" for line in range(lines))
        return model.replace(NUMBER, str(version))

    def place(self, name):
        return self.spool / "incoming" / name

    def own(self, name):
        """A path for what nobody else has, on the same disk."""
        return self.spool / "tmp" / f"{self.number}-{name}"

    def open_new(self, name, text):
        """In tmp/, and still open."""
        file = os.open(self.own(name), os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o640)
        bytes = text.encode()
        # A full disk is waited for.
        wait_for(lambda: self.is_written(file, bytes), 30, "the disk stays full")
        self.note(name, text)
        return file

    @staticmethod
    def is_written(file, bytes):
        with contextlib.suppress(OSError):
            return os.pwrite(file, bytes, 0) == len(bytes)
        return False

    def note(self, name, text):
        self.told.handed_in[name] += 1
        self.told.bytes += len(text)

    def hand_in(self, name, text):
        os.close(self.open_new(name, text))
        os.rename(self.own(name), self.place(name))

    def expect(self, name, *outcomes):
        self.told.expected[name] = outcomes

    def expect_answer(self, name, version):
        """Of these versions the last, whole."""
        answer = f"results/{name}" + (".json" if name.endswith(".url") else "")
        self.expect(name, {answer: f'"id":"{version}' + ("-" if name.endswith(".ndjson") else '"')})

    def complain(self, what):
        self.told.complaints.append(what)


def holds(spool, outcome):
    """Whether everything is where it should be: with that in it, at most so large, or gone (False)."""
    for path, what in outcome.items():
        try:
            status = os.lstat(spool / path)
        except OSError:
            if what is False:
                continue
            return False
        if what is False or isinstance(what, int) and what is not True and status.st_size > what:
            return False
        if isinstance(what, str) and what not in (spool / path).read_text(errors="replace"):
            return False
    return True


class Watcher:
    """Counts, in a process of its own, how often something is renamed into results/."""

    def __init__(self, results):
        self.pipe, inner = FORKS.Pipe()
        self.process = FORKS.Process(target=self.run, args=(results, inner), daemon=True)
        self.process.start()
        self.pipe.recv()

    def run(self, results, pipe):
        events = LIBC.inotify_init1(os.O_CLOEXEC)
        LIBC.inotify_add_watch(events, os.fsencode(results), MOVED_TO)
        pipe.send(None)
        counts = collections.Counter()
        while not pipe.poll():
            for name in self.read(events) if self.waits(events) else ():
                counts[name] += 1
        for name in self.read(events) if self.waits(events) else ():
            counts[name] += 1
        pipe.send(counts)

    def waits(self, events):
        return bool(select.select([events], [], [], 0.05)[0])

    def read(self, events):
        data, at = os.read(events, 1 << 20), 0
        while at < len(data):
            _, mask, _, size = struct.unpack_from("iIII", data, at)
            if not mask & OVERFLOW:
                yield os.fsdecode(data[at + 16:at + 16 + size].rstrip(b"\0"))
            at += 16 + size

    def end(self):
        self.pipe.send(None)
        counts = self.pipe.recv()
        self.process.join()
        return counts
