"""A spool on a small ext4 of its own, a daemon that works it as an unprivileged user, and an honest producer beside whoever misbehaves."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import statistics
import sys
import tempfile
import time

from daemon import USER, Daemon
from spooling import FOLDERS, GOOD, NUMBER, Disk, names, wait_for


class Stage:
    def __init__(self, build, waiting, size=768 << 20, inodes=60_000):
        self.build = build
        # TMPDIR, or a disk: a spool in memory is none.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="transitlinkd-fairness.", dir=os.environ.get("TMPDIR", "/var/tmp")))
        self.folder.chmod(0o755)
        # Small files in their inodes: a crowd of them fits.
        self.disk = Disk(self.folder, size, "-m", "0", "-N", str(inodes), "-O", "inline_data")
        self.spool = self.disk.mount / "spool"
        self.settings = self.folder / "settings.json"
        self.settings.write_text(json.dumps({"spool": str(self.spool), "waiting": waiting}))
        self.daemon = None

    def __enter__(self):
        if not self.disk.attach():
            print("skipped: Tests/Spool/fairness needs the right to mount a file")
            shutil.rmtree(self.folder, ignore_errors=True)
            sys.exit(0)
        for folder in [self.spool, *(self.spool / name for name in FOLDERS)]:
            folder.mkdir()
            os.chown(folder, *((0, 0) if folder == self.spool else (USER, USER)))
            folder.chmod(FOLDERS.get(folder.name, 0o755))
        return self

    def start(self, through=()):
        if self.daemon is None:
            self.daemon = Daemon(self.build / "transitlinkd", self.settings, self.folder, [])
        self.daemon.start(through=through)

    def __exit__(self, *_):
        if self.daemon and self.daemon.process and self.daemon.process.poll() is None:
            self.daemon.signal(signal.SIGKILL)
            self.daemon.process.wait()
        self.disk.detach()
        shutil.rmtree(self.folder, ignore_errors=True)

    # What the daemon costs

    def usage(self):
        """So far: seconds of a processor, bytes that it wrote, and its most memory in bytes."""
        process = pathlib.Path(f"/proc/{self.daemon.process.pid}")
        ticks = (process / "stat").read_text().rpartition(")")[2].split()[11:13]
        written = re.search(r"^wchar: (\d+)", (process / "io").read_text(), re.M)[1]
        return Usage(sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK"), int(written), int(self.daemon.status_of("VmHWM")) << 10)

    def leftovers(self):
        """What lies about in work/, and should not once nothing is under way."""
        return {f"work/{place}/{name}" for place in ["requests", "results"] for name in names(self.spool / "work" / place)}

    def end(self):
        self.daemon.signal(signal.SIGTERM)
        self.daemon.await_end(0)


class Usage:
    def __init__(self, seconds, written, peak):
        self.seconds, self.written, self.peak = seconds, written, peak

    def __sub__(self, earlier):
        """What came since; the peak remains one."""
        return Usage(self.seconds - earlier.seconds, self.written - earlier.written, self.peak)


class Waits:
    """How long an honest producer waited for its answers, in seconds."""

    def __init__(self, seconds=(), unanswered=0):
        self.seconds, self.unanswered = list(seconds), unanswered

    def part(self, percent):
        ordered = sorted(self.seconds) or [0]
        return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]

    @property
    def median(self):
        return statistics.median(self.seconds or [0])

    def __add__(self, other):
        return Waits(self.seconds + other.seconds, self.unanswered + other.unanswered)


class Honest:
    """Hands over one small request at a time, by a rename, and looks for its answer until it is there."""

    def __init__(self, spool, patience, suffix=".json"):
        self.spool, self.patience, self.suffix, self.count = spool, patience, suffix, 0

    def ask(self):
        """How long the answer took; None where there was none in time. A disk that the daemon has filled counts."""
        self.count += 1
        name, start = f"honest-{self.count}{self.suffix}", time.monotonic()
        made, answer = self.spool / "tmp" / name, self.spool / "results" / name
        is_late = lambda: time.monotonic() - start > self.patience
        while not self.is_written(made):
            if is_late():
                return None
            time.sleep(0.005)
        os.rename(made, self.spool / "incoming" / name)
        while not answer.exists():
            if is_late():
                return None
            time.sleep(0.0002)
        waited = time.monotonic() - start
        text = answer.read_text()
        answer.unlink()
        return waited if f'"id":"{self.count}","status":"ok"' in text else None

    def is_written(self, path):
        with contextlib.suppress(OSError):
            return path.write_text(GOOD.replace(NUMBER, str(self.count))) > 0
        return False

    def run(self, seconds):
        """One request after the other for so long; none more once one got no answer."""
        waits, end = Waits(), time.monotonic() + seconds
        while time.monotonic() < end and not waits.unanswered:
            waited = self.ask()
            if waited is None:
                waits.unanswered += 1
            waits.seconds.append(self.patience if waited is None else waited)
            time.sleep(0.001)
        return waits


def wait_until_right(condition, seconds):
    """Whether it came true in time."""
    with contextlib.suppress(Exception):
        wait_for(condition, seconds, "")
        return True
    return condition()
