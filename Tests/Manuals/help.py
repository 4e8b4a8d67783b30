"""The programs as their own --help tells of them: commands, sub-commands, options. What the other tests compare with."""

import re
import subprocess

OPTION = re.compile(r"--([a-z][a-z-]*)")


class Tool:
    """Both built programs, in a folder."""

    def __init__(self, build):
        self.build = build

    def help(self, program, *command):
        return subprocess.run(
            [f"{self.build}/{program}", *command, "--help"], capture_output=True, text=True, check=True).stdout

    def commands(self):
        """Names of transitlink's commands, in the order of its help."""
        rows = self.help("transitlink").split("\n\n")[1]
        return [row.split()[0] for row in rows.splitlines()]

    def options(self, program, *command):
        """Names of the options in the tables of a help: what stands two blanks in. Without help and version."""
        rows = [row for row in self.help(program, *command).splitlines() if row.startswith("  --")]
        found = set()
        for row in rows:
            # A row of a table names an option and explains it; a row of usages names several, each behind two blanks.
            words = row.strip().split("  ")
            found.update(name for word in words for name in OPTION.findall(word)[:1] if word.startswith("--"))
        return found - {"help", "version"}

    def subcommands(self, command):
        """The words that may follow a command: lower-case ones behind its name in the usage lines."""
        usage = self.help("transitlink", command).split("\n\n")[0]
        found = []
        for words in re.findall(rf"transitlink {command} ([a-z|]+)(?= |$)", usage, re.MULTILINE):
            found += [word for word in words.split("|") if word not in found]
        return found


class Report:
    """What went wrong, a line each; the exit code."""

    def __init__(self, name):
        self.name, self.checks, self.failures = name, 0, 0

    def same(self, what, found, expected):
        self.checks += 1
        if found == expected:
            return
        self.failures += 1
        if isinstance(found, set) and isinstance(expected, set):
            print(f"not ok - {what}: missing {sorted(expected - found)}, not known {sorted(found - expected)}")
        else:
            print(f"not ok - {what}:\n  found    {found!r}\n  expected {expected!r}")

    def end(self, at_least):
        """A test that checked less than it should is no test."""
        self.same(f"at least {at_least} checks ran", self.checks >= at_least, True)
        print(f"{self.name}: {self.checks} checks, {self.failures} failures")
        return 1 if self.failures else 0
