#!/usr/bin/env node
// request.mjs SPOOL FILE: hands the request in FILE to transitlinkd and prints its web link.
// Exit code: 0 links, 1 refused, 75 no answer in time. Its user is in the group transitlink; Node 18 or later, no packages.
import { randomUUID } from "node:crypto";
import { watch } from "node:fs";
import { open, readFile, rename, unlink } from "node:fs/promises";

/** Writes the request so that it is there whole or not at all, and survives a power cut. */
async function handIn(spool, name, request) {
    const beside = `${spool}/tmp/${name}`;
    // "wx": never into a file that somebody put there. 0640: the daemon reads it as a member of its group.
    const file = await open(beside, "wx", 0o640);
    try {
        await file.writeFile(JSON.stringify(request));
        await file.sync();
        await rename(beside, `${spool}/incoming/${name}`);
        // Again, for the rename: incoming/ is not ours to open, and ext4, XFS and btrfs flush a file's new name with it.
        await file.sync();
    } finally {
        await file.close();
    }
}

/** Resolves to the answer, or to null after `seconds`. An answer is complete when its name is there. */
function answerTo(spool, name, seconds) {
    const path = `${spool}/results/${name}`;
    return new Promise((resolve, reject) => {
        const finish = (value) => { watcher.close(); clearTimeout(timer); resolve(value); };
        // The kernel's events are a hint; that they were all delivered is not promised, so look now and then as well.
        const look = () => readFile(path, "utf8").then((text) => finish(JSON.parse(text)),
            (error) => error.code === "ENOENT" || reject(error));
        const watcher = watch(`${spool}/results`, (_, changed) => changed === name && look());
        const until = Date.now() + seconds * 1000;
        let timer = setTimeout(function again() {
            if (Date.now() > until) return finish(null);
            look();
            timer = setTimeout(again, 500);
        }, 0);
    });
}

const [spool, file] = process.argv.slice(2);
const name = `${randomUUID()}.json`;
// Listen first, so that no answer is too fast.
const promise = answerTo(spool, name, Number(process.env.TIMEOUT ?? 60));
await handIn(spool, name, JSON.parse(await readFile(file, "utf8")));
const answer = await promise;
if (answer === null) {
    // It still waits, or the daemon doesn't run; it will be done. Look for the same answer later, don't send it again.
    console.error(`request.mjs: no answer yet; it will come as results/${name}`);
    process.exit(75);
}
await unlink(`${spool}/results/${name}`);
// Sending a refused request again would be refused again: each error says which field to mend, and how.
for (const e of answer.errors ?? []) console.error(`request.mjs: ${e.code}: ${e.field ?? ""}: ${e.message}`);
if (answer.status === "ok") console.log(answer.links.web ?? "no web link");
process.exitCode = answer.status === "ok" ? 0 : 1;
