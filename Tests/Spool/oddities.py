"""Near kin of misbehaviours.py that no known case names, for a run by hand: Tests/Spool/fairness --all."""

import contextlib
import fcntl
import os
import socket
import struct
import time

from misbehaving import exchange
from misbehaviours import Row, hand_in_after_all
from spooling import GOOD

# linux/fs.h: FS_IOC_SETFLAGS and the flag of a file that nobody may rename.
SET_FLAGS, IMMUTABLE = 0x40086602, 0x10


ODDITIES = []


def extra(code, title, prepare=None, **traits):
    def add(act):
        ODDITIES.append(Row(code, title, act, prepare, **traits))
        return act
    return add


@extra("X1", "20,000 at once")
def bursts(me):
    made = [me.name() for _ in range(me.many(10_000, 50_000))]
    for name in made:
        os.close(me.open_new(name, me.text(name, 1)))
        me.expect_answer(name, 1)
    for name in made:
        os.rename(me.own(name), me.place(name))


@extra("X2", "one file under many names")
def links(me):
    """The links of some go, in time or not: answered or refused."""
    while not me.is_over:
        made = [me.name(me.random.choice([".json", ".ndjson", ".json.part"])) for _ in range(me.random.choice([2, 50]))]
        os.close(me.open_new(made[0], me.text(made[0], 1)))
        for name in made:
            with contextlib.suppress(FileExistsError):
                os.link(me.own(made[0]), me.place(name))
        if me.random.random() < 0.5:
            me.own(made[0]).unlink()
        for name in made:
            if name.endswith(".part"):
                me.expect(name, {f"incoming/{name}": None})
            else:
                me.expect(name, {f"results/{name}": '"status":'}, {f"failed/{name}": None})
        time.sleep(0.02)


@extra("X3", "truncated and written anew while it is read")
def truncates(me):
    files = {}
    for _ in range(20):
        name = me.name(me.random.choice([".json", ".ndjson"]))
        files[name] = me.open_new(name, me.text(name, 1, lines=2000))
        os.rename(me.own(name), me.place(name))
    version = 1
    while not me.is_over:
        version += 1
        for name, file in files.items():
            os.ftruncate(file, me.random.choice([0, 0, 10, 100]))
            os.pwrite(file, me.text(name, version, lines=me.random.choice([1, 2000])).encode(), 0)
            me.note(name, "")
    for name, file in files.items():
        os.close(file)
        me.hand_in(name, me.text(name, "last"))
        me.expect_answer(name, "last")


@extra("X4", "huge files of holes", factor=10_000)
def holes(me):
    while not me.is_over:
        name = me.name(me.random.choice([".json", ".ndjson", ".url", ".json.txt"]))
        file = me.open_new(name, "x\n" if me.random.random() < 0.5 else "")
        os.ftruncate(file, me.random.choice([70_000, 5 << 20, (1 << 30) - 1, 1 << 34]))
        os.close(file)
        os.rename(me.own(name), me.place(name))
        me.expect(name, {f"failed/{name}": None}, {f"results/{name}": "refused"})
        time.sleep(0.2)


def make_odd(me, path):
    kind = me.random.choice(["fifo", "passwd", "self", "dangling", "folder", "socket", "request"])
    if kind == "fifo":
        os.mkfifo(path, 0o644)
    elif kind == "folder":
        path.mkdir()
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as listener:
            # A path of a socket is short.
            folder = os.open(path.parent, os.O_PATH)
            listener.bind(f"/proc/self/fd/{folder}/{me.number}-s")
            os.close(folder)
        os.rename(path.parent / f"{me.number}-s", path)
    elif kind == "request":
        path.write_text("{")
    else:
        os.symlink({"passwd": "/etc/passwd", "self": path.name, "dangling": "nowhere"}[kind], path)


@extra("X5", "links, FIFOs and sockets swapped for requests")
def swaps_odd(me):
    while not me.is_over:
        name = me.name(me.random.choice([".json", ".ndjson", ".url.json"][:2]))
        odd = me.own(name + "-odd")
        make_odd(me, odd)
        me.hand_in(name, me.text(name, 1))
        end = time.monotonic() + me.random.uniform(0, 0.05)
        while time.monotonic() < end:
            with contextlib.suppress(FileNotFoundError):
                exchange(odd, me.place(name))
        hand_in_after_all(me, name)


@extra("X6", "rights that come and go")
def flickers(me):
    """Some stay unreadable, and are refused."""
    names = []
    while not me.is_over:
        name = me.name(me.random.choice([".json", ".ndjson"]))
        file = me.open_new(name, me.text(name, 1))
        os.fchmod(file, 0)
        os.close(file)
        os.rename(me.own(name), me.place(name))
        names.append(name)
        for other in me.random.sample(names, min(20, len(names))):
            with contextlib.suppress(FileNotFoundError):
                os.chmod(me.place(other), me.random.choice([0, 0o640]))
        me.expect(name, {f"results/{name}": '"id":"1'}, {f"failed/{name}": None, f"failed/{name}.reason.json": "unreadable"})


@extra("X7", "renamed within incoming/", is_retried=True)
def wanders(me):
    one, other, gone = me.name(), me.name(), me.name(".ndjson.part")
    while not me.is_over:
        with contextlib.suppress(FileNotFoundError):
            me.hand_in(one, me.text(one, 1))
            os.rename(me.place(one), me.place(other))
            os.rename(me.place(other), me.place(gone))
            os.rename(me.place(gone), me.place(one))
    for name in [one, other]:
        me.hand_in(name, me.text(name, 2))
        me.expect_answer(name, 2)


@extra("X8", "folders moved in and out")
def moves_folders(me):
    folder = me.own("folder.json")
    (folder / "inner").mkdir(parents=True)
    (folder / "a.json").write_text(GOOD)
    while not me.is_over:
        name = me.name(me.random.choice([".json", ".ndjson", "", ".d", ".reason.json"]))
        os.rename(folder, me.place(name))
        if me.random.random() < 0.5:
            time.sleep(0.001)
        os.rename(me.place(name), folder)
    name = me.name()
    os.rename(folder, me.place(name))
    me.expect(name, {f"incoming/{name}/a.json": None, f"failed/{name}": False})


@extra("X9", "times set by hand")
def sets_times(me):
    """Of content that changes and keeps its size and its time, either was handed in."""
    while not me.is_over:
        name = me.name(me.random.choice([".json", ".ndjson"]))
        file, time_set = me.open_new(name, me.text(name, 1)), me.random.choice([0, 1, -10**9, 4 * 10**9])
        os.utime(file, (time_set, time_set))
        os.rename(me.own(name), me.place(name))
        for _ in range(me.random.choice([1, 50])):
            os.pwrite(file, me.text(name, 2).encode(), 0)
            os.utime(file, (time_set, time_set))
        os.close(file)
        me.expect(name, {f"results/{name}": '"id":"1'}, {f"results/{name}": '"id":"2'})


@extra("X10", "names that no answer can bear, again and again")
def bad_names(me):
    """Each is kept once and more: nothing of them is lost."""
    bad = [os.fsdecode(name) for name in [b"\xff\xfe.json", b"esc\x1b[2J.json", b"\xc2\x85.json", b"l" * 240 + b".json", b"x.reason.json", b"x.url.json"]]
    while not me.is_over:
        name = me.random.choice(bad)
        path = me.own("made")
        path.write_text(GOOD)
        me.told.bytes += len(GOOD)
        # Another user's of this name is not to be replaced.
        with contextlib.suppress(PermissionError):
            os.rename(path, me.place(name))
        me.expect(name, {f"incoming/{name}": False})


def leave_alone(me):
    me.alone = [f"{me.number}-{number}.part" for number in range(me.many(15_000, 150_000))]
    for name in me.alone:
        me.place(name).touch()


@extra("X11", "many that are left alone, opened and closed", leave_alone, inodes=500_000)
def opens(me):
    while not me.is_over:
        for name in me.alone:
            os.close(os.open(me.place(name), os.O_WRONLY))
            if me.is_over:
                break
    for name in me.alone[:20]:
        me.expect(name, {f"incoming/{name}": None})


@extra("X12", "files that nobody may rename", needs_root=True)
def immutable(me):
    """Unfinished ones, which stay so until they may be moved again."""
    held = {}
    while not me.is_over:
        name = me.name(me.random.choice([".json", ".ndjson", ".xyz"]))
        file = os.open(me.place(name), os.O_RDWR | os.O_CREAT, 0o644)
        os.write(file, me.random.choice([b'{"kind":"stop",', me.text(name, 1).encode()]))
        with contextlib.suppress(OSError):
            fcntl.ioctl(file, SET_FLAGS, struct.pack("i", IMMUTABLE))
        held[name] = file
        time.sleep(0.01)
    for name, file in held.items():
        fcntl.ioctl(file, SET_FLAGS, struct.pack("i", 0))
        os.close(file)
        me.expect(name, {f"results/{name}": '"status"'}, {f"failed/{name}": None})


@extra("X13", "large streams, beside small ones", honest=".ndjson")
def large_streams(me):
    name = me.name(".ndjson")
    me.hand_in(name, me.text(name, 1, lines=me.many(100_000, 150_000)))
    me.expect_answer(name, 1)


@extra("X14", "many small streams and addresses, beside small ones", honest=".ndjson")
def many_streams(me):
    while not me.is_over:
        name = me.name(me.random.choice([".ndjson", ".ndjson", ".url"]))
        me.hand_in(name, me.text(name, 1, lines=me.random.choice([1, 1, 100])))
        me.expect(name, {f"results/{name}" + (".json" if name.endswith(".url") else ""): '"status":'})
        # Fewer than go through: a queue that grows and grows is everybody's.
        time.sleep(0.02)


@extra("X15", "as large and deep as a request may be")
def heavy(me):
    """Each near the limit of what is read."""
    inner = '{"a":' * 10 + "1" + "}" * 10
    entry = '{"stopId":"1_1","tripId":"1_2","serviceDate":1538809200000,"stopSequence":4,"rest":[' + ",".join([inner] * 800) + "]}"
    whole = '{"kind":"trip","id":"1","arrivalDeparture":' + entry + "}"
    assert len(whole) < 65_536
    while not me.is_over:
        name = me.name()
        me.hand_in(name, whole)
        me.expect(name, {f"results/{name}": '"status":'})
        time.sleep(0.005)


@extra("X16", "unknown suffixes, many")
def other_suffixes(me):
    while not me.is_over:
        name = me.name(me.random.choice([".txt", ".JSON", ".json ", ".json.bak", ".xml"]))
        me.hand_in(name, me.text(name, 1))
        me.expect(name, {f"failed/{name}": None, f"failed/{name}.reason.json": None})
        time.sleep(0.001)


@extra("X17", "kept open by readers, and opened by everybody")
def readers(me):
    """Opening is no writing: nothing of them waits."""
    held = []
    while not me.is_over:
        name = me.name(me.random.choice([".ndjson", ".url", ".json"]))
        me.hand_in(name, "onebusaway://x-callback-url/share-stop?stopID=1_1" if name.endswith(".url") else me.text(name, 1))
        for _ in range(50):
            with contextlib.suppress(OSError):
                held.append(os.open(me.place(name), os.O_RDWR if me.random.random() < 0.5 else os.O_RDONLY))
        me.expect(name, {f"results/{name}" + (".json" if name.endswith(".url") else ""): '"status":'})
        while len(held) > 500:
            os.close(held.pop(0))
