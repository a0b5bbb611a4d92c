import Foundation
import Synchronization

/// A terminal of the test's own: what is drawn on it can be read, and keys can be typed.
final class PseudoTerminal: Sendable {
    struct Unavailable: Error {}

    /// TIOCSPTLCK and TIOCGPTN, macros that aren't imported (`asm-generic/ioctls.h`).
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    let terminal: Int32
    /// What was drawn.
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
        var window = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(controller, UInt(TIOCSWINSZ), &window)
        // The reader has a descriptor of its own, which it closes.
        screen = LineCollector(descriptor: fcntl(controller, F_DUPFD_CLOEXEC, 0))
    }

    deinit {
        close(terminal)
        close(controller)
    }

    func type(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { write(controller, $0.baseAddress, $0.count) }
    }

    /// Waits until a text was drawn `count` times.
    @discardableResult
    func shows(_ text: String, times count: Int = 1) async -> Bool {
        await screen.wait { $0.joined(separator: "\n").components(separatedBy: text).count > count }
    }

    /// Whether keys come one by one and unseen.
    var isRaw: Bool {
        var attributes = termios()
        tcgetattr(terminal, &attributes)
        return attributes.c_lflag & tcflag_t(ECHO | ICANON | ISIG) == 0
    }

    /// Whether the screen is back and the cursor shown, by the last sequences that were drawn.
    func isRestored() async -> Bool {
        // What was written before the program ended may not be read yet.
        let leave = "\u{1B}[?1049l"
        return await screen.wait { lines in
            let text = lines.joined(separator: "\n")
            return text.components(separatedBy: leave).count == 2 && text.contains("\u{1B}[?25h")
        } && !isRaw
    }
}
