import Foundation

/// The connection to mpv's socket (`--input-ipc-server`).
@MainActor
final class MpvConnection {
    /// Called with each line.
    var onLine: ((MpvLine) -> Void)?
    /// Called when mpv has ended.
    var onEnd: (() -> Void)?
    private let file: FileHandle

    /// Connects.
    /// - Returns: `nil` if the connection fails.
    init?(path: String) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard path.utf8.count < room else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        #if canImport(Glibc)
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { return nil }
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        guard status == 0 else {
            close(descriptor)
            return nil
        }
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let (lines, continuation) = AsyncStream<MpvLine>.makeStream()
        Thread.detachNewThread { [file] in
            var bytes: [UInt8] = []
            while case let data = file.availableData, !data.isEmpty {
                bytes += data
                for line in MpvLine.lines(from: &bytes).compactMap({ MpvLine($0) }) { continuation.yield(line) }
            }
            continuation.finish()
        }
        Task { [weak self] in
            for await line in lines { self?.onLine?(line) }
            self?.onEnd?()
        }
    }

    /// Sends a line. A line that mpv no longer accepts is lost.
    func send(_ line: String) { try? file.write(contentsOf: Data(line.utf8)) }
}
