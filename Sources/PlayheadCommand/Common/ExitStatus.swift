/// The exit statuses of the program.
enum ExitStatus: Int32 {
    case played = 0
    case failed = 1
    case usage = 2
}
