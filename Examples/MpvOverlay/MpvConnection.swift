import Foundation

/// The socket that mpv listens on (`--input-ipc-server`).
@MainActor
final class MpvConnection {
    /// Hears each line.
    var onLine: ((MpvLine) -> Void)?
    /// Hears that mpv is gone.
    var onEnd: (() -> Void)?
    private let file: FileHandle

    /// Connects.
    /// - Returns: `nil` where nobody listens.
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
        let (lines, tell) = AsyncStream<MpvLine>.makeStream()
        Thread.detachNewThread { [file] in
            var bytes: [UInt8] = []
            while case let data = file.availableData, !data.isEmpty {
                bytes += data
                for line in MpvLine.lines(from: &bytes).compactMap({ MpvLine($0) }) { tell.yield(line) }
            }
            tell.finish()
        }
        Task { [weak self] in
            for await line in lines { self?.onLine?(line) }
            self?.onEnd?()
        }
    }

    /// Sends a line. What mpv does not take any more is lost.
    func send(_ line: String) { try? file.write(contentsOf: Data(line.utf8)) }
}
