import Foundation
import TestSupport

extension DesktopRig {
    /// Requests the window to close, as its close button does.
    func closeWindow() async throws {
        guard let window = try await windows().first else { throw Timeout(description: "there is no window to close") }
        try await display.closeWindow(window)
    }

    /// Waits for the end of the program.
    /// - Returns: The exit status, or the negative number of the signal that ended it.
    /// - Throws: `Timeout` if the program does not end.
    func status() async throws -> Int32 {
        var information = siginfo_t()
        try await eventually("the end of the program") {
            // The owner of the process reads the status again.
            waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT | WNOHANG) == 0 && information._sifields._sigchld.si_pid == pid
        }
        let status = information._sifields._sigchld.si_status
        return information.si_code == Int32(CLD_EXITED) ? status : -status
    }
}
