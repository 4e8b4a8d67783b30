#!/bin/sh
# request.sh SPOOL FILE: hands the request in FILE to transitlinkd and prints the answer.
# Exit code: 0 links, 1 refused, 75 no answer in time. Its user is in the group transitlink; it needs coreutils only.
set -eu
spool=$1 file=$2
timeout=${TIMEOUT:-60}

# A name of our own, which nobody else uses: the answer comes under it.
name=$(basename "$file" .json)-$(od -An -N8 -tx1 /dev/urandom | tr -d ' \n').json

# The daemon reads the file as a member of its group; others need not.
umask 027
# If we end in the middle, tmp/ is emptied by systemd-tmpfiles; still, why leave a mess.
trap 'rm -f "$spool/tmp/$name"' EXIT

# 1. Write beside, on the same file system, and flush: what is renamed is then whole, even after a power cut.
cp "$file" "$spool/tmp/$name"
chmod 640 "$spool/tmp/$name"
sync "$spool/tmp/$name"
# 2. Hand it over. mv is a rename here: all or nothing.
mv "$spool/tmp/$name" "$spool/incoming/$name"
# 3. Flush the rename, too: from now on the request can't get lost. incoming/ can't be opened by us, its file system can.
sync -f "$spool/results"

# 4. Wait. An answer is complete when its name is there.
answer=$spool/results/$name
tries=$((timeout * 20))
while [ ! -f "$answer" ]; do
    tries=$((tries - 1))
    if [ "$tries" -le 0 ]; then
        # It still waits, or the daemon doesn't run; it will be done. Ask for the same answer later, don't send it again.
        echo "request.sh: no answer in $timeout s; it will come as $answer" >&2
        exit 75
    fi
    sleep 0.05
done

# 5. Read, and take it away.
line=$(cat "$answer")
rm -f "$answer"
printf '%s\n' "$line"

# 6. A refusal says what is wrong with the request. Sending the same again would be refused again: mend it.
case $line in
    *'"status":"ok"'*) ;;
    *) echo "request.sh: refused" >&2; exit 1 ;;
esac
