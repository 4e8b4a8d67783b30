"""What goes wrong on Tests/Spool/worst-day: each function breaks something, sees it named while it lasts, and mends it."""

import contextlib
import errno
import os
import random
import shutil
import signal
import struct
import subprocess
import time

from daemon import USER
from spooling import FOLDERS, wait_for

FULL = "No space left on device"
# What a traced daemon is told of its calls, how often, and the words that must then be said; without words nothing may be.
# A quota is told so, too: not every kernel has them.
INJECTED = [
    ("fsync,syncfs", "EIO", "1+2", "Input/output error"), ("write", "EDQUOT", "1+2", "Disk quota exceeded"),
    ("write", "ENOSPC", "2+3", FULL), ("openat", "EROFS", "1+3", "Read-only file system"),
    ("renameat,renameat2", "EIO", "1+2", "Input/output error"), ("renameat,renameat2", "EDQUOT", "2+3", "Disk quota exceeded"),
    ("unlinkat", "EIO", "1+2", "Input/output error"), ("openat", "ENFILE", "1+2", "Too many open files in system"),
    ("openat", "EMFILE", "3+4", "Too many open files"), ("getdents64", "EIO", "1+2", "Input/output error"),
    ("newfstatat", "EIO", "2+5", "Input/output error"), ("read", "EIO", "2+5", None), ("read", "EINTR", "1+2", None),
    ("write", "EINTR", "1+2", None), ("openat", "EINTR", "1+3", None), ("fsync,syncfs", "EINTR", "1+2", None),
    ("ppoll,poll", "EINTR", "1+2", None), ("newfstatat", "ENOMEM", "2+5", "Cannot allocate memory"),
]


def lasting(day, what, words, may_restart=True, meanwhile=lambda: None):
    """What is broken must be named; sometimes the daemon is killed meanwhile, and the next one starts into it."""
    day.expect_named(what, words, meanwhile)
    if may_restart and day.random.random() < 0.4:
        day.restart()
        day.expect_named(f"{what}, at the start", words, meanwhile)
    time.sleep(day.random.uniform(0, 0.3))


def kills(day):
    for _ in range(day.random.randrange(1, 5)):
        day.restart(waits=False)
        time.sleep(day.random.choice([0, 0.003, 0.02, 0.1, 0.6]))
    day.daemon.await_ready()


def ends(day):
    """SIGTERM under load."""
    day.daemon.signal(signal.SIGTERM)
    day.daemon.await_end(0)
    day.daemon.start()


def full(day):
    """To the last block, from inside."""
    ballast = day.disk.mount / "ballast"
    file = os.open(ballast, os.O_WRONLY | os.O_CREAT)
    try:
        size, end = 1 << 28, 0
        while size >= 4096:
            try:
                os.posix_fallocate(file, end, size)
                end += size
            except OSError as error:
                if error.errno != errno.ENOSPC:
                    raise
                size //= 2
        lasting(day, "a full disk", FULL)
    finally:
        os.close(file)
        ballast.unlink()


def inodes(day):
    """As many files as the file system can have."""
    crowd, count = day.disk.mount / "crowd", 0
    crowd.mkdir()
    try:
        with contextlib.suppress(OSError):
            while True:
                os.close(os.open(crowd / str(count), os.O_CREAT | os.O_WRONLY))
                count += 1
        # Files that producers and the collector take away make room for others.
        def crowded():
            with contextlib.suppress(OSError):
                os.close(os.open(crowd / f"more-{random.random()}", os.O_CREAT | os.O_WRONLY))
        lasting(day, "no inodes", FULL, meanwhile=crowded)
    finally:
        shutil.rmtree(crowd)


def read_only(day):
    """A remount needs that nobody writes: it is read-only when the daemon starts, and mended while it runs."""
    with day.gate.closed():
        day.let_go()
        day.daemon.signal(signal.SIGTERM)
        day.daemon.await_end(0)
        day.drop("bad-0x0.json")
        remount = lambda how: subprocess.run(["mount", "-o", f"remount,{how}", day.disk.mount], check=True)
        remount("ro")
        try:
            day.daemon.start()
            lasting(day, "a read-only disk", "Read-only file system")
        finally:
            remount("rw")


def rights(day):
    """A folder whose owner may do nothing with it."""
    folder = day.spool / day.random.choice(["incoming", "results", "failed", "work/requests", "work/results"])
    mode = folder.stat().st_mode & 0o7777
    folder.chmod(0)
    try:
        lasting(day, f"{folder.name} without rights", "Permission denied")
    finally:
        folder.chmod(mode)


def away(day):
    """A folder that is moved away, and brought back or made anew."""
    name = day.random.choice(list(FOLDERS))
    folder, aside = day.spool / name, day.aside()
    quiet = day.gate.closed() if name in ["incoming", "tmp"] else contextlib.nullcontext()
    with quiet:
        folder.rename(aside)
        if name != "tmp":
            lasting(day, f"{name} is missing", f"{name} is missing|No such file or directory")
        if name in ["results", "failed"] and day.random.random() < 0.5:
            day.make(folder)
            day.tally.moved[name].append(aside)
        else:
            aside.rename(folder)


def swapped(day):
    """Another spool in the place of this one, and this one again."""
    with day.gate.closed():
        day.let_go()
        aside, fresh = day.aside(), day.aside()
        day.spool.rename(aside)
        day.make_spool()
        day.daemon.await_end(75)
        day.daemon.start()
        day.expect_answer("a fresh spool")
        with day.tally.lock:
            day.spool.rename(fresh)
            aside.rename(day.spool)
        day.daemon.await_end(75)
        day.daemon.start()


def descriptors(day):
    limit = lambda number: subprocess.run(["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", "prlimit", f"--pid={day.daemon.process.pid}", f"--nofile={number}:"], check=True)
    limit(day.random.choice([5, 8, 12, 14]))
    try:
        lasting(day, "no descriptors", "Too many open files", may_restart=False)
    finally:
        limit(1024)


def injected(day):
    """Calls that fail, one in a few, in a daemon that runs."""
    if not day.injections:
        day.injections = day.random.sample(INJECTED, len(INJECTED))
    calls, error, when, words = day.injections.pop()
    tracer = subprocess.Popen(
        ["strace", "-f", "-qq", "-o", "/dev/null", "-p", str(day.daemon.process.pid), "-e", f"trace={calls}",
         "-e", f"inject={calls}:error={error}:when={when}"])
    wait_for(lambda: day.daemon.status_of("TracerPid") == str(tracer.pid), 10, "strace does not attach")
    try:
        if words is None:
            time.sleep(day.random.uniform(0.2, 0.8))
        else:
            day.expect_named(f"{error} of {calls}", words)
        if day.random.random() < 0.3:
            day.restart()
    finally:
        tracer.send_signal(signal.SIGINT)
        tracer.wait(timeout=60)


def clock(day):
    """Somebody sets the clock, by years, and a daemon that starts then goes by it."""
    seconds = day.random.choice([-1, 1]) * day.random.randrange(10**5, 3 * 10**8)
    os.pwrite(day.shift.fileno(), struct.pack("q", seconds * 10**9), 0)
    if day.random.random() < 0.5:
        day.restart()
        day.expect_time(time.time() + seconds)


def reloads(day):
    day.daemon.signal(signal.SIGHUP)


ALL = [kills, ends, full, inodes, read_only, rights, away, swapped, descriptors, injected, clock, reloads]
# So often in a run, where others come once.
WEIGHTS = {kills: 2, rights: 2, away: 3, injected: 5}
