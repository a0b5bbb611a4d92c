import FlyingSocks
import Foundation

/// Where the server behind the gate listens: a socket in a folder that nobody else may enter. Whoever makes it removes it.
struct ServerAddress: Sendable {
    /// What FlyingSocks puts into an address; longer ones it cuts off.
    private static let maximumPath = 103

    let folder: URL
    private var path: String { folder.appending(path: "s").path }

    /// - Parameter parent: Where the folder is made.
    /// - Throws: `CocoaError` if there can't be such a folder, or its path is too long for a socket.
    init(in parent: URL = FileManager.default.temporaryDirectory) throws {
        folder = parent.appending(path: "playhead-\(RequestPolicy.makeToken().prefix(16))")
        guard path.utf8.count <= Self.maximumPath else {
            throw CocoaError(.fileWriteInvalidFileName, userInfo: [NSFilePathErrorKey: path])
        }
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: NSNumber(value: 0o700)])
    }

    var socketAddress: sockaddr_un { .unix(path: path) }

    /// Connects with the server.
    /// - Throws: `SocketError` if nobody listens, or there are no descriptors left; `CancellationError`.
    func connect(_ pool: DispatchPool) async throws -> AsyncSocket {
        let socket = try AsyncSocket(socket: Socket(domain: Int32(AF_UNIX)), pool: pool)
        do {
            socket.socket.keepFromChildren()
            try await socket.connect(to: socketAddress)
            return socket
        } catch {
            try? socket.close()
            throw error
        }
    }

    /// Makes room for a server to listen; `false` where the folder is gone.
    func clear() -> Bool {
        try? FileManager.default.removeItem(atPath: path)
        return FileManager.default.fileExists(atPath: folder.path)
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}
