"""The daemon under test as an unprivileged user, with its log and what it tells the service manager."""

import json
import os
import pathlib
import re
import socket
import subprocess
import threading

from spooling import Failed, wait_for

USER = 65534
# Messages of the log that tell of a fault, and those of its end.
FAULTS = ["spool can't be worked, requests stay", "spool folder is missing"]
ENDS = ["spool can be worked again", "spool folder is back"]


class Daemon:
    def __init__(self, program, settings, folder, environment):
        self.command = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", "env", *environment, program,
                        "--config", settings, "--log", "json"]
        self.log, self.process = open(folder / "log", "a+b"), None
        self.statuses, self.starts, self.ready = [], 0, 0
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(folder / "notify"))
        os.chmod(folder / "notify", 0o666)
        self.environment = os.environ | {"NOTIFY_SOCKET": str(folder / "notify"), "SWIFT_BACKTRACE": "enable=no"}
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        while True:
            for line in self.socket.recv(65536).decode().split("\n"):
                if line == "READY=1":
                    self.starts += 1
                if line.startswith("STATUS="):
                    self.statuses.append(line[7:])

    # Its life

    def start(self, waits=True, through=()):
        self.ready = self.starts
        self.process = subprocess.Popen([*through, *self.command], stderr=self.log, env=self.environment, start_new_session=True)
        if waits:
            self.await_ready()

    def await_ready(self):
        wait_for(lambda: self.starts > self.ready or self.process.poll() is not None, 30, "the daemon does not start")
        if self.process.poll() is not None:
            raise Failed(f"the daemon ended with {self.process.returncode} at its start: {self.entries()[-3:]}")

    def signal(self, number):
        """To it, and to a tracer above it."""
        os.killpg(self.process.pid, number)

    def await_end(self, code):
        try:
            found = self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            raise Failed("the daemon does not end") from None
        if found != code:
            raise Failed(f"the daemon ended with {found}, not with {code}: {self.entries()[-3:]}")

    # What it says

    def status_of(self, key):
        """A row of /proc/PID/status."""
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return re.search(rf"^{key}:\s*(\S+)", text, re.M)[1]

    def entries(self, start=0):
        """What it has logged from that byte on."""
        text = os.pread(self.log.fileno(), self.log_size() - start, start)
        return [json.loads(line) for line in text.splitlines() if line.startswith(b"{") and line.endswith(b"}")]

    def log_size(self):
        return os.fstat(self.log.fileno()).st_size

    def is_named(self, words, mark):
        """Whether a fault was told in these words since `mark`."""
        faults = [text for text in self.statuses[mark[0]:] if "fault: " in text]
        for entry in self.entries(mark[1]):
            if entry["MESSAGE"] in FAULTS:
                faults.append(f"{entry.get('TRANSITLINK_DETAIL', '')} {entry.get('TRANSITLINK_PATH', '')} is missing")
        return any(re.search(words, text) for text in faults)

    def is_over(self, mark):
        """Whether a fault has ended by itself since `mark`."""
        return any(entry["MESSAGE"] in ENDS for entry in self.entries(mark[1]))

    def is_well_by_status(self):
        return "fault: " not in self.statuses[-1]

    def is_well(self):
        """Whether the fault that was told last has ended, by itself or with the daemon."""
        last = [entry["MESSAGE"] for entry in self.entries() if entry["MESSAGE"] in [*FAULTS, *ENDS, "stopping", "started"]][-1]
        return self.is_well_by_status() and last not in FAULTS

    def mark(self):
        return len(self.statuses), self.log_size()
