// transitlink: the command-line tool. See Program.

internal import Arguments
internal import Glibc

exit(Program.run(Array(CommandLine.arguments.dropFirst())).rawValue)
