import FlyingSocks
import Foundation

/// Where the server behind the gate listens: a socket in a folder that nobody else may enter. Whoever makes it removes it.
struct ServerAddress: Sendable {
    /// What FlyingSocks puts into an address; longer ones it cuts off.
    private static let maximumPath = 103

    let folder: URL
    private var path: String { folder.appending(path: "s").path }

    /// - Throws: `CocoaError` if there can't be such a folder, or its path is too long for a socket.
    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "playhead-\(RequestPolicy.makeToken().prefix(16))")
        guard path.utf8.count <= Self.maximumPath else {
            throw CocoaError(.fileWriteInvalidFileName, userInfo: [NSFilePathErrorKey: path])
        }
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: NSNumber(value: 0o700)])
    }

    var socketAddress: sockaddr_un { .unix(path: path) }

    /// Makes room for a server to listen.
    func clear() { try? FileManager.default.removeItem(atPath: path) }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}
