import Foundation
import Glibc

/// What the system knows of this process.
enum ProcessTable {
    static let isThere = FileManager.default.isReadableFile(atPath: "/proc/self/status")

    /// The names of this process's threads.
    static var threads: [String] {
        let folder = "/proc/self/task"
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return numbers.compactMap { try? String(contentsOfFile: "\(folder)/\($0)/comm", encoding: .utf8) }
            .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
    }

    /// Where this process's descriptors lead.
    static var descriptors: [String] {
        let folder = "/proc/self/fd"
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return numbers.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
    }

    /// Sockets of this process that lead to a port of loopback: a client's ends.
    static func sockets(toPort port: Int) throws -> Int {
        let suffix = ":" + String(format: "%04X", port)
        return try String(contentsOfFile: "/proc/self/net/tcp", encoding: .utf8).split(separator: "\n").dropFirst().count { line in
            let columns = line.split(separator: " ")
            // Without an inode, no process holds it any more.
            return columns.count > 9 && columns[2].hasSuffix(suffix) && columns[9] != "0"
        }
    }

    /// Resident memory in bytes, after the allocator has given back what it can.
    static var residentMemory: Int {
        typealias Trim = @convention(c) (Int) -> Int32
        if let symbol = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(symbol, to: Trim.self)(0) }
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 * 1024 } ?? 0
    }

    /// Lets all threads share one heap, where the allocator knows of such: each new one would count as growth.
    static func useOneHeap() {
        typealias Option = @convention(c) (Int32, Int32) -> Int32
        let arenaMaximum: Int32 = -8
        if let symbol = dlsym(nil, "mallopt") { _ = unsafeBitCast(symbol, to: Option.self)(arenaMaximum, 1) }
    }
}
