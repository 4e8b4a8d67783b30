"""What was handed over on Tests/Spool/worst-day and what came of it: each answer and each refused request, taken away as it is found."""

import contextlib
import threading

from producers import Handed, reference_makers
from spooling import Reference, kept_name, names


class Tally:
    def __init__(self, program, spool):
        self.spool, self.reference = spool, Reference(program, reference_makers())
        # Moved away with what was in them; the daemon may still have them open.
        self.moved = {"results": [], "failed": []}
        self.lock, self.count = threading.RLock(), 0
        self.known, self.kept_names, self.answered, self.kept = {}, {}, set(), set()
        self.found, self.doubts = [], []

    def next(self, model):
        """A request that is going to be handed over."""
        with self.lock:
            self.count += 1
            request = Handed(model, str(self.count))
            self.known[request.name] = self.kept_names[kept_name(request.name)] = request
            return request

    def note(self, what, names):
        if names:
            self.found.append(f"{what}: {len(names)}, as {min(names)!r}")

    # Taking away

    def collect(self):
        """What can't be read or taken away now will be."""
        with self.lock:
            for folder in [self.spool / "results", *self.moved["results"]]:
                for name in names(folder):
                    with contextlib.suppress(OSError):
                        self.take_answer(folder / name)
            for folder in [self.spool / "failed", *self.moved["failed"]]:
                present = names(folder)
                for name in present:
                    if not name.endswith(".reason.json") and name + ".reason.json" in present:
                        with contextlib.suppress(OSError):
                            self.take_kept(folder / name)

    def take_answer(self, path):
        text = path.read_text()
        path.unlink()
        request = self.known.get(path.name.removesuffix(".json") if path.name.endswith(".url.json") else path.name)
        if request is None:
            return self.note("an answer to nothing", {path.name})
        if text not in [self.reference.answer(model, request.number) for model in request.models]:
            self.doubts.append(("a wrong answer", request, text))
        self.answered.add(request.name)

    def take_kept(self, path):
        """A request in failed/ with its reason: at most once, byte for byte."""
        beside = path.with_name(path.name + ".reason.json")
        reason, text = beside.read_text(), path.read_text() if path.is_file() and not path.is_symlink() else ""
        path.unlink()
        beside.unlink()
        request = self.kept_names.get(path.name)
        if request is None:
            return self.note("kept, and never handed over or twice", {path.name})
        if request.name in self.kept:
            self.note("kept twice", {path.name})
        if not self.is_right(reason, request):
            self.doubts.append(("a wrong reason", request, reason))
        elif text != request.text:
            self.doubts.append(("not kept as it was", request, text))
        self.kept.add(request.name)

    def is_right(self, reason, request):
        if request.model.startswith("shut"):
            return '"code":"unreadable"' in reason
        return reason in [self.reference.reason(model, request.number) for model in request.models]

    # In the end

    def close(self):
        """What is wrong, once nothing is under way."""
        self.collect()
        for what, request, text in self.doubts:
            if not request.is_doubtful:
                self.note(what, {f"{request.name}: {text}"})
        sure = [request for request in self.known.values() if not request.is_doubtful]
        self.note("never answered", {request.name for request in sure if self.has_answer(request)} - self.answered)
        self.note("never kept", {request.name for request in sure if self.is_refused(request)} - self.kept)
        self.note("kept and not refused", self.kept - {request.name for request in self.known.values() if self.is_refused(request) or request.is_doubtful})
        for folder in [self.spool / place for place in ["incoming", "results", "failed", "work/requests", "work/results"]]:
            self.note(f"left in {folder.name}/", names(folder))
        for folder in self.moved["results"] + self.moved["failed"]:
            self.note("left in a folder that was moved away", names(folder))
        return self.found

    def has_answer(self, request):
        return self.reference.answer(request.model, "") is not None

    def is_refused(self, request):
        return request.model.startswith("shut") or self.reference.reason(request.model, "") is not None
