#!/usr/bin/python3
"""request.py SPOOL FILE: hands the request in FILE to transitlinkd and prints its web link.

Exit code: 0 links, 1 refused, 75 no answer in time. Its user is in the group transitlink; standard library only.
"""

import json, os, sys, time, uuid


def hand_in(spool, request):
    """Writes the request so that it is there whole or not at all, and survives a power cut. Returns its name."""
    # A name of our own, which nobody else uses: the answer comes under it.
    name = f"{uuid.uuid4()}.json"
    beside, there = f"{spool}/tmp/{name}", f"{spool}/incoming/{name}"
    # 0640: the daemon reads it as a member of its group. O_EXCL: never into a file that somebody put there.
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o640)
    with open(descriptor, "w", encoding="utf-8") as file:
        json.dump(request, file)
        file.flush()
        os.fsync(file.fileno())
        os.rename(beside, there)
        # Again, for the rename: incoming/ is not ours to open, and ext4, XFS and btrfs flush a file's new name with it.
        os.fsync(file.fileno())
    return name


def wait_for(spool, name, timeout=60):
    """The answer, which is taken away; None where none came. It is complete when its name is there."""
    path = f"{spool}/results/{name}"
    deadline, pause = time.monotonic() + timeout, 0.002
    while time.monotonic() < deadline:
        try:
            with open(path, encoding="utf-8") as file:
                answer = json.load(file)
            os.unlink(path)
            return answer
        except FileNotFoundError:
            time.sleep(pause := min(pause * 1.5, 0.5))
    return None


def main(spool, file):
    with open(file, encoding="utf-8") as request:
        name = hand_in(spool, json.load(request))
    answer = wait_for(spool, name, float(os.environ.get("TIMEOUT", "60")))
    if answer is None:
        # It still waits, or the daemon doesn't run; it will be done. Look for the same answer later, don't send it again.
        print(f"request.py: no answer yet; it will come as results/{name}", file=sys.stderr)
        sys.exit(75)
    if answer["status"] == "refused":
        # Sending the same again would be refused again: each error says which field to mend, and how.
        for error in answer["errors"]:
            print(f"request.py: {error['code']}: {error.get('field', '')}: {error['message']}", file=sys.stderr)
        sys.exit(1)
    print(answer["links"].get("web", "no web link: " + json.dumps(answer.get("warnings", []))))


main(*sys.argv[1:3])
