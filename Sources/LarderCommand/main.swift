import Glibc
import LarderShell

let status = Shell(openers: [.sqlite, .json]).run(arguments: CommandLine.arguments)
exit(status.rawValue)
