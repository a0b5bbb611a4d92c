import Foundation
import Synchronization
import TestSupport

/// A pointer of a Wayland compositor (`zwlr_virtual_pointer_v1`), which exists as long as its connection.
///
/// No library is used, because the few requests are simple: an object, an opcode and a size, followed by arguments in words of 32 bits.
final class VirtualPointer: Sendable {
    private enum Object {
        static let display: UInt32 = 1
        static let registry: UInt32 = 2
        static let callback: UInt32 = 3
        static let manager: UInt32 = 4
        static let pointer: UInt32 = 5
    }

    private static let interface = "zwlr_virtual_pointer_manager_v1"

    private let connection: FileHandle
    private let extent: (width: UInt32, height: UInt32)

    /// Connects to a compositor's socket.
    /// - Parameters:
    ///   - path: The socket's path.
    ///   - width: The screen's width in units of windows.
    ///   - height: The screen's height in units of windows.
    /// - Throws: `CocoaError` if the socket is unavailable or the compositor has no virtual pointers.
    init(socket path: String, width: Int, height: Int) throws {
        extent = (UInt32(clamping: width), UInt32(clamping: height))
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw CocoaError(.fileReadUnknown) }
        connection = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else { throw CocoaError(.fileReadUnknown) }
        try send(Object.display, opcode: 1, [Object.registry])  // get_registry
        try send(Object.display, opcode: 0, [Object.callback])  // sync
        let name = try readManager()
        try send(Object.registry, opcode: 0, [name] + Self.words(of: Self.interface) + [1, Object.manager])  // bind
        try send(Object.manager, opcode: 0, [0, Object.pointer])  // create_virtual_pointer
        // The position of a new pointer is unknown to programs.
        try move(to: 0, 0)
    }

    /// Moves the pointer to a position of the screen.
    func move(to x: Int, _ y: Int) throws {
        try send(Object.pointer, opcode: 1, [Self.time, UInt32(clamping: x), UInt32(clamping: y), extent.width, extent.height])
        try send(Object.pointer, opcode: 4, [])  // frame
    }

    /// Presses or releases a button; 1 is the first one.
    func press(_ button: Int, isDown: Bool) throws {
        // BTN_LEFT, BTN_MIDDLE and BTN_RIGHT of Linux, in the order of X11.
        let codes: [UInt32] = [0x110, 0x112, 0x111]
        guard codes.indices.contains(button - 1) else { return }
        try send(Object.pointer, opcode: 2, [Self.time, codes[button - 1], isDown ? 1 : 0])
        try send(Object.pointer, opcode: 4, [])
    }

    private static var time: UInt32 { UInt32(truncatingIfNeeded: DispatchTime.now().uptimeNanoseconds / 1_000_000) }

    private func send(_ object: UInt32, opcode: UInt32, _ arguments: [UInt32]) throws {
        let size = UInt32(clamping: (arguments.count + 2) * 4)
        let words = [object, size << 16 | opcode] + arguments
        try connection.write(contentsOf: words.withUnsafeBytes { Data($0) })
    }

    /// Reads the compositor's global objects until the answer to `sync`, and returns the name of the manager of pointers.
    private func readManager() throws -> UInt32 {
        var name: UInt32?
        while true {
            let header = try read(words: 2)
            let body = try read(words: Int(header[1] >> 16) / 4 - 2)
            if header[0] == Object.callback { break }
            if header[0] == Object.registry, body.count > 2, Self.text(body.dropFirst(1)) == Self.interface { name = body[0] }
        }
        guard let name else { throw Timeout(description: "the compositor has no \(Self.interface)") }
        return name
    }

    private func read(words count: Int) throws -> [UInt32] {
        guard count > 0 else { return [] }
        var data = Data()
        while data.count < count * 4 {
            guard let more = try connection.read(upToCount: count * 4 - data.count), !more.isEmpty else {
                throw Timeout(description: "the compositor has closed the connection")
            }
            data += more
        }
        return data.withUnsafeBytes { bytes in (0..<count).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) } }
    }

    /// Returns a string as its length with the final zero, and its bytes in whole words.
    private static func words(of text: String) -> [UInt32] {
        var bytes = Array(text.utf8) + [0]
        let length = UInt32(clamping: bytes.count)
        while bytes.count % 4 != 0 { bytes.append(0) }
        return [length]
            + bytes.withUnsafeBytes { raw in (0..<bytes.count / 4).map { raw.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) } }
    }

    private static func text(_ words: ArraySlice<UInt32>) -> String {
        guard let length = words.first, length > 0 else { return "" }
        let bytes = Array(words.dropFirst()).withUnsafeBytes { Array($0) }
        return String(decoding: bytes.prefix(Int(length) - 1), as: UTF8.self)
    }
}
