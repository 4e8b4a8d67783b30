"""What the tests of a spool on a real disk share: the disk, the requests, and the answers of a daemon that nobody disturbs."""

import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

# NUMBER stands for what tells one request from the next, in its name and in its text.
NUMBER = "0x0"
STOP = '{"kind":"stop","id":"0x0","stop":{"id":"1_0x0","name":"Stevens Way","lat":%s,"lon":-122.3}}'
GOOD, BAD = STOP % "47.65", STOP % "91.2"
LINES = 40
MANY = "".join((BAD if line % 5 == 3 else GOOD).replace(NUMBER, f"0x0-{line}") + "\n" for line in range(LINES))
# As tmpfiles makes them.
FOLDERS = {"incoming": 0o3730, "results": 0o2770, "failed": 0o2750, "tmp": 0o3730, "work": 0o700}


def apart(name, tools):
    """Goes on in a mount namespace of its own, or says what it lacks and ends with 0."""
    for tool in tools:
        if os.geteuid() != 0 or not shutil.which(tool):
            print(f"skipped: {name} needs root and {tool}")
            sys.exit(0)
    # A copy of the mount in somebody else's namespace would keep a dead file system alive.
    if os.environ.get("SPOOLING_APART") == "1":
        return
    command = ["unshare", "--mount", "--propagation", "private", "--"]
    if subprocess.run(command + ["true"], stderr=subprocess.DEVNULL).returncode != 0:
        print(f"skipped: {name} needs a mount namespace of its own")
        sys.exit(0)
    os.execvpe("unshare", command + sys.argv, os.environ | {"SPOOLING_APART": "1"})


class Failed(Exception):
    """Why a run can't go on."""


def wait_for(condition, seconds, what):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise Failed(f"waited {seconds} s: {what}")
        time.sleep(0.01)


def names(folder):
    """Of what is in it; none where it is missing, or is moved away at this moment."""
    try:
        return set(os.listdir(folder))
    except (FileNotFoundError, NotADirectoryError):
        return set()


def kept_name(name):
    """What a refused request is called in failed/."""
    if any(ord(character) < 0x20 for character in name):
        return "name-" + hashlib.sha256(name.encode()).hexdigest()[:16]
    return name


class Disk:
    """An ext4 in a file."""

    def __init__(self, folder, size, *options):
        self.image, self.mount = folder / "image", folder / "mount"
        self.mount.mkdir()
        with open(self.image, "wb") as file:
            file.truncate(size)
        subprocess.run(["mkfs.ext4", "-q", "-F", *options, self.image], check=True)

    def attach(self):
        return subprocess.run(["mount", "-o", "loop", self.image, self.mount], stderr=subprocess.DEVNULL).returncode == 0

    def detach(self):
        """Killed processes take a moment to let go."""
        wait_for(lambda: subprocess.run(["umount", self.mount], stderr=subprocess.DEVNULL).returncode == 0, 20,
                 f"{self.mount} is busy")


class Reference:
    """What one undisturbed daemon answers to requests whose name and text hold 0x0."""

    def __init__(self, program, makers):
        """`makers`: by name, the text, or what makes the file at the path that it is given."""
        with tempfile.TemporaryDirectory(prefix="transitlinkd-reference.") as folder:
            spool, settings = pathlib.Path(folder) / "spool", pathlib.Path(folder) / "settings.json"
            settings.write_text(json.dumps({"waiting": {"unfinishedSeconds": 1, "settleSeconds": 1}}))
            daemon = subprocess.Popen([program, "--config", settings, "--spool", spool, "--log", "stderr"], stderr=subprocess.DEVNULL)
            wait_for((spool / "work/requests").is_dir, 30, "the reference's daemon")
            for name, maker in makers.items():
                made = spool / "tmp" / name
                made.write_text(maker) if isinstance(maker, str) else maker(made)
                os.rename(made, spool / "incoming" / name)
            wait_for(lambda: not names(spool / "incoming") and not names(spool / "work/requests"), 60, "the reference's answers")
            daemon.terminate()
            if daemon.wait(timeout=60) != 0:
                raise Failed("the reference's daemon failed")
            self.results = {name: (spool / "results" / name).read_text() for name in names(spool / "results")}
            self.reasons = {name: (spool / "failed" / name).read_text() for name in names(spool / "failed") if name.endswith(".reason.json")}

    def answer(self, name, number):
        """What stands in results/ for a request of `name`, with 0x0 in it, whose number is `number`: None where nothing does."""
        answer = self.results.get(name + ".json" if name.endswith(".url") else name)
        return answer and answer.replace(NUMBER, number)

    def reason(self, name, number):
        """What stands in failed/ beside it: None where it is not kept."""
        reason = self.reasons.get(kept_name(name) + ".reason.json")
        return reason and reason.replace(NUMBER, number)
