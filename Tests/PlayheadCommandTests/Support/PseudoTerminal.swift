import Foundation
import Synchronization

/// A pseudo terminal: tests read the screen and type keys.
final class PseudoTerminal: Sendable {
    struct Unavailable: Error {}

    /// TIOCSPTLCK and TIOCGPTN, macros that Swift does not import (`asm-generic/ioctls.h`).
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    let terminal: Int32
    /// The output.
    let screen: LineCollector
    private let controller: Int32

    init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
        controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var unlock: Int32 = 0
        var number: Int32 = 0
        guard controller >= 0, ioctl(controller, Self.setLock, &unlock) == 0, ioctl(controller, Self.getNumber, &number) == 0 else {
            throw Unavailable()
        }
        terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { throw Unavailable() }
        // The reader closes its own descriptor.
        screen = LineCollector(descriptor: fcntl(controller, F_DUPFD_CLOEXEC, 0))
        resize(columns: columns, rows: rows)
    }

    deinit {
        close(terminal)
        close(controller)
    }

    /// Sets the size. The program is not notified, because this is not its controlling terminal.
    func resize(columns: UInt16, rows: UInt16) {
        var window = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(controller, UInt(TIOCSWINSZ), &window)
    }

    func type(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { write(controller, $0.baseAddress, $0.count) }
    }

    /// Waits until a text was drawn `count` times.
    @discardableResult
    func shows(_ text: String, times count: Int = 1) async -> Bool {
        await screen.wait { $0.joined(separator: "\n").components(separatedBy: text).count > count }
    }

    /// Whether keys are read one by one without echo.
    var isRaw: Bool {
        var attributes = termios()
        tcgetattr(terminal, &attributes)
        return attributes.c_lflag & tcflag_t(ECHO | ICANON | ISIG) == 0
    }

    /// Returns whether the last sequences restored the screen and the cursor.
    func isRestored() async -> Bool {
        // The program's last output may not have been read yet.
        let leave = "\u{1B}[?1049l"
        return await screen.wait { lines in
            let text = lines.joined(separator: "\n")
            return text.components(separatedBy: leave).count == 2 && text.contains("\u{1B}[?25h")
        } && !isRaw
    }
}
