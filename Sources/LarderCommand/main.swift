import Glibc
import LarderShell

let status = Shell(openers: [.coreData, .sqlite, .json, .rest]).run(
  arguments: CommandLine.arguments)
exit(status.rawValue)
