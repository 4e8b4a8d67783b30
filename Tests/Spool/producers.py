"""Producers of every kind for Tests/Spool/worst-day: how each hands a request over, whatever the disk does meanwhile."""

import contextlib
import os
import random
import stat
import threading
import time

from spooling import BAD, Failed, GOOD, MANY, NUMBER

URL = "onebusaway://x-callback-url/%s?stopID=1_0x0&x-success=src%%3A%%2F%%2Fok&x-error=src%%3A%%2F%%2Ferr"
# Requests by the name that the reference gives them. The rewritten one has the text of `good` or of `other`.
TEXTS = {
    "good-0x0.json": GOOD, "bad-0x0.json": BAD, "many-0x0.ndjson": MANY, "link-0x0.url": URL % "share-stop",
    "dead-0x0.url": URL % "share-stpo", "half-0x0.json": GOOD[:40], "word-0x0.txt": GOOD, "esc\x1b[2J-0x0.json": GOOD,
    "other-0x0.json": GOOD.replace("Stevens", "Trenton"), "shut-0x0.json": GOOD, "twin-0x0.json": GOOD,
    "fifo-0x0.json": None, "null-0x0.json": None, "sym-0x0.json": None,
}


def make_odd(path):
    """What is no plain readable file, by its name: each at `path`."""
    kind = path.name.split("-")[0]
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "null":
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 3))
    elif kind == "sym":
        os.symlink("/etc/passwd", path)


def reference_makers():
    """The requests for the reference: it runs as root, who may read everything, so what is shut is not in it."""
    def twin(path):
        path.write_text(GOOD)
        os.link(path, path.with_suffix(".twin"))
    makers = {name: make_odd if text is None else text for name, text in TEXTS.items() if not name.startswith("shut")}
    return makers | {"twin-0x0.json": twin}


class Gate:
    """What producers pass with each request; `closed`, none is under way."""

    def __init__(self):
        self.changed, self.inside, self.is_closed = threading.Condition(), 0, False

    def __enter__(self):
        with self.changed:
            self.changed.wait_for(lambda: not self.is_closed)
            self.inside += 1

    def __exit__(self, *_):
        with self.changed:
            self.inside -= 1
            self.changed.notify_all()

    @contextlib.contextmanager
    def closed(self):
        with self.changed:
            self.is_closed = True
            if not self.changed.wait_for(lambda: self.inside == 0, timeout=30):
                raise Failed("a producer can't finish")
        try:
            yield
        finally:
            with self.changed:
                self.is_closed = False
                self.changed.notify_all()


class Handed:
    """A request that is handed over, or is about to be."""

    def __init__(self, model, number):
        self.model, self.number = model, number
        self.name, self.text = model.replace(NUMBER, number), (TEXTS[model] or "").replace(NUMBER, number)
        self.models = [model]
        # It took its producer so long that the daemon may have lost its patience, and rightly.
        self.is_doubtful = False


class Producer(threading.Thread):
    """Hands over requests of `models`, each in the way `way`, with a pause in between, until it is over."""

    def __init__(self, day, way, models, pause):
        super().__init__(daemon=True)
        self.day, self.way, self.models, self.pause = day, way, models, pause
        self.random = random.Random(f"{day.seed} {way.__name__}")

    def run(self):
        while not self.day.is_over:
            with self.day.gate:
                request = self.day.tally.next(self.random.choice(self.models))
                start = time.monotonic()
                self.way(self, request)
                request.is_doubtful = time.monotonic() - start > self.day.patience / 2
            time.sleep(self.pause)

    def insist(self, action):
        """Tries until the disk lets it: a producer that gives up hands nothing over."""
        while True:
            try:
                return action()
            except OSError:
                time.sleep(0.02)

    def prepared(self, request):
        """The whole request in tmp/."""
        path = self.day.spool / "tmp" / request.name
        self.insist(lambda: path.write_text(request.text))
        return path

    def place(self, request):
        return self.day.spool / "incoming" / request.name

    def write(self, file, text):
        """All of it, behind what is there."""
        rest = text.encode()
        while rest:
            rest = rest[self.insist(lambda: os.write(file, rest)):]

    def open(self, request):
        return self.insist(lambda: os.open(self.place(request), os.O_WRONLY | os.O_CREAT, 0o644))

    # The ways

    def rename(self, request):
        path = self.prepared(request)
        self.insist(lambda: os.rename(path, self.place(request)))

    def link(self, request):
        path = self.prepared(request)
        self.insist(lambda: os.link(path, self.place(request)))
        self.insist(path.unlink)

    def twice(self, request):
        """Linked, and never unlinked."""
        path = self.prepared(request)
        self.insist(lambda: os.link(path, self.place(request)))

    def copy(self, request):
        file = self.open(request)
        self.write(file, request.text)
        os.close(file)

    def slow(self, request):
        """In pieces, with pauses that are shorter than the settling time."""
        file = self.open(request)
        step = max(20, len(request.text) // 12)
        for start in range(0, len(request.text), step):
            self.write(file, request.text[start:start + step])
            time.sleep(self.random.uniform(0, 0.1))
        os.close(file)

    def hold(self, request):
        """Written whole and never closed, until the next one is or the gate closes."""
        self.day.let_go()
        file = self.open(request)
        self.write(file, request.text)
        self.day.held.append(file)

    def rewrite(self, request):
        """Whole, and then written again in place, in the same size or after it was made empty: one of the two is answered."""
        request.models = ["good-0x0.json", "other-0x0.json"]
        texts = [TEXTS[model].replace(NUMBER, request.number) for model in request.models]
        file = self.open(request)
        for text in texts * 3:
            if self.random.random() < 0.5:
                self.insist(lambda: os.ftruncate(file, 0))
            os.lseek(file, 0, os.SEEK_SET)
            self.write(file, text)
            time.sleep(self.random.choice([0, 0, 0.001, 0.02]))
        os.close(file)

    def odd(self, request):
        path = self.day.spool / "tmp" / request.name
        self.insist(lambda: make_odd(path))
        self.insist(lambda: os.rename(path, self.place(request)))

    def shut(self, request):
        """Of another user, and for nobody else to read."""
        path = self.prepared(request)
        path.chmod(0o600)
        self.insist(lambda: os.rename(path, self.place(request)))


def all_producers(day):
    good, bad, many, links = "good-0x0.json", "bad-0x0.json", "many-0x0.ndjson", ["link-0x0.url", "dead-0x0.url"]
    return [Producer(day, way, models, pause) for way, models, pause in [
        (Producer.rename, [good] * 4 + [bad], 0.004), (Producer.copy, [good, bad], 0.02), (Producer.link, [good, bad, many], 0.03),
        (Producer.slow, [good, bad, many] + links, 0.01), (Producer.rename, links + [many, "esc\x1b[2J-0x0.json"], 0.03),
        (Producer.hold, [good, bad, many], 0.2), (Producer.rewrite, ["other-0x0.json"], 0.05),
        (Producer.odd, ["fifo-0x0.json", "null-0x0.json", "sym-0x0.json"], 0.2), (Producer.shut, ["shut-0x0.json"], 0.3),
        (Producer.copy, ["half-0x0.json", "word-0x0.txt"], 0.3), (Producer.twice, ["twin-0x0.json"], 0.5)]]
