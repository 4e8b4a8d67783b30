#!/usr/bin/env php
<?php
// request.php SPOOL FILE: hands the request in FILE to transitlinkd and prints its web link.
// Exit code: 0 links, 1 refused, 75 no answer in time. Its user is in the group transitlink; PHP 8.1 or later.
declare(strict_types=1);

/** Writes the request so that it is there whole or not at all, and survives a power cut. Returns its name. */
function hand_in(string $spool, array $request): string
{
    // A name of our own, which nobody else uses: the answer comes under it.
    $name = bin2hex(random_bytes(16)) . '.json';
    $beside = "$spool/tmp/$name";
    umask(0027); // The daemon reads the file as a member of its group.
    $file = fopen($beside, 'x'); // Never into a file that somebody put there.
    $text = json_encode($request, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
    if ($file === false || fwrite($file, $text) !== strlen($text) || !fsync($file)) {
        throw new RuntimeException("can't write $beside");
    }
    if (!rename($beside, "$spool/incoming/$name")) {
        throw new RuntimeException("can't hand in $name");
    }
    // Again, for the rename: incoming/ is not ours to open, and ext4, XFS and btrfs flush a file's new name with it.
    fsync($file);
    fclose($file);
    return $name;
}

/** The answer, which is taken away; null where none came in time. It is complete when its name is there. */
function wait_for(string $spool, string $name, float $seconds): ?array
{
    $path = "$spool/results/$name";
    $until = hrtime(true) + $seconds * 1e9;
    for ($pause = 2000; hrtime(true) < $until; $pause = min($pause * 2, 500000)) {
        clearstatcache();
        if (is_file($path)) {
            $answer = json_decode(file_get_contents($path), true, 32, JSON_THROW_ON_ERROR);
            unlink($path);
            return $answer;
        }
        usleep($pause);
    }
    return null;
}

[, $spool, $file] = $argv;
$name = hand_in($spool, json_decode(file_get_contents($file), true, 32, JSON_THROW_ON_ERROR));
$answer = wait_for($spool, $name, (float) (getenv('TIMEOUT') ?: 60));
if ($answer === null) {
    // It still waits, or the daemon doesn't run; it will be done. Look for the same answer later, don't send it again.
    fwrite(STDERR, "request.php: no answer yet; it will come as results/$name\n");
    exit(75);
}
// Sending a refused request again would be refused again: each error says which field to mend, and how.
foreach ($answer['errors'] ?? [] as $error) {
    fwrite(STDERR, "request.php: {$error['code']}: " . ($error['field'] ?? '') . ": {$error['message']}\n");
}
echo $answer['status'] === 'ok' ? ($answer['links']['web'] ?? 'no web link') . "\n" : '';
exit($answer['status'] === 'ok' ? 0 : 1);
