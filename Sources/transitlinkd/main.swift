// transitlinkd: the daemon. Reads the command line and hands over to the one composition root.

internal import Arguments
internal import Glibc

exit(DaemonCommand.run(CommandLine.arguments.dropFirst()).rawValue)
