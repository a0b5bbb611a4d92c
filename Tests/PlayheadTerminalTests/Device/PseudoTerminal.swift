import Foundation

/// A pseudo terminal: tests read the output and type keys.
final class PseudoTerminal {
    let controller: Int32
    let terminal: Int32
    let path: String
    private(set) var output = ""

    struct Unavailable: Error {}

    /// TIOCSPTLCK and TIOCGPTN, macros that Swift does not import (`asm-generic/ioctls.h`).
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
        controller = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var unlock: Int32 = 0
        var number: Int32 = 0
        guard controller >= 0, ioctl(controller, Self.setLock, &unlock) == 0, ioctl(controller, Self.getNumber, &number) == 0 else {
            throw Unavailable()
        }
        path = "/dev/pts/\(number)"
        terminal = open(path, O_RDWR | O_NOCTTY)
        guard terminal >= 0 else { throw Unavailable() }
        _ = fcntl(controller, F_SETFL, O_NONBLOCK)
        resize(columns: columns, rows: rows)
    }

    deinit {
        close(controller)
        close(terminal)
    }

    func resize(columns: UInt16, rows: UInt16) {
        var window = winsize(ws_row: rows, ws_col: columns, ws_xpixel: columns * 9, ws_ypixel: rows * 18)
        _ = ioctl(controller, UInt(TIOCSWINSZ), &window)
    }

    func type(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { write(controller, $0.baseAddress, $0.count) }
    }

    /// Returns the output so far.
    func readOutput() -> String {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(controller, &bytes, bytes.count)
            guard count > 0 else { return output }
            output += String(decoding: bytes.prefix(count), as: UTF8.self)
        }
    }

    /// Whether keys are read one by one without echo.
    var isRaw: Bool {
        var attributes = termios()
        tcgetattr(terminal, &attributes)
        return attributes.c_lflag & tcflag_t(ECHO | ICANON | ISIG) == 0
    }
}
