"""What producers do that is wrong or unlucky, for Tests/Spool/fairness: each row does one thing again and again, beside an honest producer, and
says what has to come of every name that it used."""

import contextlib
import fcntl
import os
import subprocess
import time

from misbehaving import exchange
from spooling import names, wait_for
from stage import wait_until_right

ROWS = []


class Row:
    def __init__(self, code, title, act, prepare, **traits):
        self.code, self.title, self.act, self.prepare = code, title, act, prepare or (lambda me: None)
        # Where the file system must be a special one, or the producer, or what is asked of the daemon.
        self.size = traits.pop("size", 768 << 20)
        self.inodes = traits.pop("inodes", 60_000)
        self.needs_root = traits.pop("needs_root", False)
        # Seconds until the daemon refuses what isn't finished.
        self.patience = traits.pop("patience", 2)
        # Somebody else, too, hands these in again.
        self.is_retried = traits.pop("is_retried", False)
        # Bytes that the daemon may write for each that was handed in, beside 64 MB: an answer is about 15 times its request, and one whose
        # request changes is begun a few times.
        self.factor = traits.pop("factor", 60)
        # What the honest producer hands in.
        self.honest = traits.pop("honest", ".json")
        assert not traits


def row(code, title, prepare=None, **traits):
    def add(act):
        ROWS.append(Row(code, title, act, prepare, **traits))
        return act
    return add


@row("S1", "the same names again and again")
def resubmits(me):
    own = [me.name() for _ in range(3)] + [me.name(".ndjson"), me.name(".url").replace(".url", ".json")]
    version = {}
    while not me.is_over:
        name = me.random.choice(own)
        version[name] = version.get(name, 0) + 1
        me.hand_in(name, me.text(name, version[name], lines=me.random.choice([1, 60])))
        time.sleep(me.random.choice([0, 0, 0.0005, 0.003]))
    for name in version:
        me.expect_answer(name, version[name])


def remove_folder(path):
    """Whatever stands there now, and moves meanwhile."""
    with contextlib.suppress(OSError):
        for name in names(path):
            os.unlink(path / name)
        os.rmdir(path)


def swaps_folders(me, mode, suffixes, count):
    """Requests and folders change places, faster than anyone can look."""
    swapped = [me.name(me.random.choice(suffixes)) for _ in range(count)]
    for name in swapped:
        folder = me.own(name + "-folder")
        os.mkdir(folder)
        (folder / "something").touch()
        folder.chmod(mode)
        me.hand_in(name, me.text(name, 1))
    end = time.monotonic() + me.random.uniform(0, 0.1 if count == 1 else 0.3)
    while time.monotonic() < end and not me.is_over:
        for name in swapped:
            # It may be taken at this moment.
            with contextlib.suppress(FileNotFoundError):
                exchange(me.own(name + "-folder"), me.place(name))
    for name in swapped:
        hand_in_after_all(me, name)


def hand_in_after_all(me, name):
    """The folder is taken away from the name's place, and a request put there: that one must be answered."""
    def is_done():
        try:
            me.hand_in(name, me.text(name, 2))
            return True
        except IsADirectoryError:
            remove_folder(me.place(name))
            return False
    wait_for(is_done, 10, f"a folder stays in the place of {name}")
    me.expect_answer(name, 2)


@row("S2", "folders swapped for requests")
def folders_that_anybody_may_move(me):
    while not me.is_over:
        swaps_folders(me, 0o777, [".json", ".json", ".ndjson"], me.random.choice([1, 1, 2, 10]))


@row("S3", "written again and again while open")
def rewrites(me):
    one = [me.name(".ndjson")] if me.number else [me.name()]
    files = {}
    for name in one + [me.name() for _ in range(me.many(300, 800) if me.number else 0)]:
        text = me.text(name, 1, lines=5000)
        files[name] = me.open_new(name, text), text[:4096].encode()
        os.rename(me.own(name), me.place(name))
    while not me.is_over:
        for file, beginning in files.values():
            os.pwrite(file, beginning, 0)
    for name, (file, _) in files.items():
        os.close(file)
        me.expect_answer(name, 1)



def fill_with_one_name(me):
    me.refused = me.name()
    me.crowd = {f"{me.refused}.{number}" for number in range(2, me.many(15_000, 150_000))}
    for name in me.crowd:
        (me.spool / "failed" / name).touch()


@row("S4", "one name refused again and again", fill_with_one_name, needs_root=True, inodes=800_000)
def is_refused(me):
    name, count = me.refused, 0
    while not me.is_over:
        count += 1
        me.hand_in(name, me.text(name, count, bad=True))
        wait_for(lambda: not os.path.lexists(me.place(name)), 10, f"{name} is not taken")
    me.told.refusals = count
    me.expect(name, {f"results/{name}": f'"id":"{count}","status":"refused"'})
    if not wait_until_right(lambda: kept(me) == (count, count), 15):
        me.complain(f"of {count} refused requests of one name (requests, reasons) {kept(me)} are kept")


def kept(me):
    """How many requests of the one name are in failed/, and how many reasons."""
    new = {name for name in names(me.spool / "failed") if name.startswith(me.refused)} - me.crowd
    reasons = sum(name.endswith(".reason.json") for name in new)
    return len(new) - reasons, reasons


def fill_failed(me):
    """Large ones, of holes."""
    me.own_failed = [me.name() for _ in range(me.many(600, 10_000))]
    for name in me.own_failed:
        with open(me.spool / "failed" / name, "w") as file:
            file.write("{")
            file.truncate(1 << 20)
        (me.spool / "failed" / (name + ".reason.json")).write_text(
            '{"name":"x","errors":[{"code":"bad-latitude","field":"stop.lat","message":"not a latitude"}]}\n')


def tool(me, *arguments):
    """Runs `transitlink spool …`; it may use so much memory and no more."""
    with open(os.devnull, "wb") as nowhere:
        process = subprocess.Popen([me.stage.build / "transitlink", "spool", *arguments, "--spool", me.spool], stdout=nowhere, stderr=nowhere)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if usage.ru_maxrss > 50 << 10:
        me.complain(f"spool {arguments[0]} takes {usage.ru_maxrss >> 10} MB of memory")
    return process.returncode


@row("S5", "spool status, many and large in failed/", fill_failed, needs_root=True, inodes=120_000)
def status(me):
    while not me.is_over:
        if tool(me, "status") != 0:
            me.complain("spool status fails")
    tool(me, "purge", "--older-than", "1")


@row("S6", "spool retry of what is refused again", needs_root=True, is_retried=True)
def retries(me):
    own = [me.name() for _ in range(200)]
    for name in own:
        me.hand_in(name, me.text(name, 1, bad=True))
        # Kept under another name where the old reason was still there.
        me.expect(name, *({f"failed/{kept}": '"kind"', f"failed/{kept}.reason.json": "bad-latitude", f"results/{name}": "refused"}
                          for kept in [name] + [f"{name}.{number}" for number in range(2, 9)]))
    while not me.is_over:
        tool(me, "retry", "--all")


@row("S7", "leases; folders that nobody may move")
def one_file_alone_fails(me):
    """The daemon gets EWOULDBLOCK or EACCES, for this name alone."""
    leased = []
    while not me.is_over:
        for _ in range(me.random.choice([1, 30])):
            leased.append(hand_in_leased(me, me.name(me.random.choice([".ndjson", ".ndjson", ".json"]))))
        while len(leased) > 300:
            os.close(leased.pop(0))
        swaps_folders(me, 0o755, [".ndjson", ".ndjson", ".json"], me.random.choice([10, 40]))
        time.sleep(0.05)
    for file in leased:
        os.close(file)


def hand_in_leased(me, name):
    file = me.open_new(name, me.text(name, 1))
    fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_WRLCK)
    os.rename(me.own(name), me.place(name))
    me.expect_answer(name, 1)
    return file


def leave_unfinished(me):
    me.unfinished = [f"{me.number}-unfinished-{number}.json" for number in range(36_000)]
    for name in me.unfinished:
        file = os.open(me.place(name), os.O_WRONLY | os.O_CREAT, 0o640)
        os.write(file, b'{"kind":"stop",')
        os.close(file)


@row("S8", "70,000 that are never finished", leave_unfinished, inodes=300_000, patience=60)
def touches(me):
    """A few are finished in the end, and answered."""
    while not me.is_over:
        for name in me.random.sample(me.unfinished, 400):
            with contextlib.suppress(OSError):
                os.utime(me.place(name))
        # Each of them twice a minute.
        time.sleep(0 if me.is_long else 0.3)
    for name in me.random.sample(me.unfinished, 20):
        me.hand_in(name, me.text(name, 2))
        me.expect_answer(name, 2)


def make_folders(me):
    me.folders = [me.name(me.random.choice(["", ".json", ".ndjson", ".d"])) for _ in range(me.many(8000, 100_000))]
    for name in me.folders:
        os.mkdir(me.place(name))


@row("S9", "folders, and chmod of all of them", make_folders, inodes=400_000, size=2 << 30)
def changes_modes(me):
    while not me.is_over:
        for name in me.folders:
            os.chmod(me.place(name), me.random.choice([0o700, 0o755, 0o777, 0]))
            if me.is_over:
                break
    for name in me.random.sample(me.folders, 50):
        me.expect(name, {f"incoming/{name}": None})


@row("S10", "an answer much larger than its request", size=64 << 20, inodes=6000, factor=20)
def amplifies(me):
    """A stream of tiny lines that fills the disk with its answer, and a request of nothing but mistakes."""
    stream, wrong = me.name(".ndjson"), "{" + ",".join(f'"k{number}":0' for number in range(5500)) + "}"
    me.hand_in(stream, me.random.choice(["x\n", "[\n", "7\n"]) * 1_200_000)
    me.expect(stream, {f"failed/{stream}": None, f"failed/{stream}.reason.json": None})
    for _ in range(5):
        name = me.name()
        me.hand_in(name, wrong)
        me.expect(name, {f"results/{name}": 8 * len(wrong), f"failed/{name}": '"k0":0', f"failed/{name}.reason.json": 8 * len(wrong)})


UPLOADS = [".filepart", ".part", ".tmp", ".crdownload", ".partial", ".upload", ".uploading", ".!ut", ".download", ".unknown"]


@row("S11", "uploads under another suffix that take long")
def uploads(me):
    """They grow, slowly; each is renamed when it is whole, and answered."""
    files = {}
    for suffix in UPLOADS:
        name = me.name(me.random.choice([".ndjson", ".json"]))
        files[name + suffix] = os.open(me.place(name + suffix), os.O_WRONLY | os.O_CREAT, 0o640)
    texts = {name: b" " * 50_000 + me.text(name.rpartition(".")[0], 1).encode() for name in files}
    written, least, last, longest = 0, time.monotonic() + 2 * me.row.patience, time.monotonic(), 0
    while not me.is_over or time.monotonic() < least:
        last, longest = time.monotonic(), max(longest, time.monotonic() - last)
        for name, file in files.items():
            os.write(file, texts[name][written:written + 5])
        written += 5
        time.sleep(0.1)
    for name, file in files.items():
        os.write(file, texts[name][written:])
        os.close(file)
        finish_upload(me, name, longest)


def finish_upload(me, name, longest):
    try:
        os.rename(me.place(name), me.place(name.rpartition(".")[0]))
        me.expect_answer(name.rpartition(".")[0], 1)
    except FileNotFoundError:
        # We were too slow to tell: an unknown suffix may be refused once it stood still for so long.
        if name.endswith(".unknown") and longest > me.row.patience / 2:
            return
        me.complain(f"an upload as …{name.rpartition('.')[2]!r} was taken away while it grew")


@row("S22", "refused, and changed during its commit")
def changes_refused(me):
    """Into a right one, or another wrong one; or handed in once more meanwhile."""
    while not me.is_over:
        name, is_bad = me.name(), me.random.random() < 0.5
        other = me.text(name, 2, bad=is_bad)
        second = {f"results/{name}": '"id":"2","status":"refused"' if is_bad else '"id":"2","status":"ok"'}
        file = me.open_new(name, me.text(name, 1, bad=True))
        os.rename(me.own(name), me.place(name))
        time.sleep(me.random.choice([0.001, 0.005, 0.02]) * me.random.random())
        if me.random.random() < 0.5:
            me.hand_in(name, other)
            me.expect(name, second)
        else:
            os.pwrite(file, other.encode(), 0)
            me.expect(name, second, {f"results/{name}": '"id":"1","status":"refused"', f"failed/{name}": None, f"failed/{name}.reason.json": None})
        os.close(file)
