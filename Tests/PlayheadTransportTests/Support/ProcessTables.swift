import Foundation

/// What the system knows of this process's sockets and files. Only what belongs to one test is counted: others run beside it.
enum ProcessTables {
    static var areThere: Bool { FileManager.default.isReadableFile(atPath: "/proc/self/net/tcp") }

    /// How many sockets are open to a server on a port of loopback: the clients' ends.
    static func clientSockets(toPort port: Int) throws -> Int {
        let suffix = ":" + String(format: "%04X", port)
        return try String(contentsOfFile: "/proc/self/net/tcp", encoding: .utf8).split(separator: "\n").dropFirst().count { line in
            let columns = line.split(separator: " ")
            // Without an inode, no process holds it any more (TIME_WAIT).
            return columns.count > 9 && columns[2].hasSuffix(suffix) && columns[9] != "0"
        }
    }

    /// How many descriptors lead to a file.
    static func descriptors(of file: URL) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")) == file.path(percentEncoded: false)
        }
    }
}
