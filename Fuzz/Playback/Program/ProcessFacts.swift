import Foundation

/// The kernel's data about this process.
enum ProcessFacts {
    /// The resident memory in bytes.
    static var resident: Int { status("VmRSS:") }

    /// The peak of the resident memory since ``resetPeak()``, in bytes.
    static var peak: Int { status("VmHWM:") }

    /// Resets the peak to the current value.
    static func resetPeak() {
        guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return }
        try? file.write(contentsOf: Data("5".utf8))
        try? file.close()
    }

    /// The number of open sockets.
    static var sockets: Int {
        let files = FileManager.default
        let names = (try? files.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return names.count { name in
            (try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)"))?.hasPrefix("socket:") == true
        }
    }

    /// Returns the names of threads with a prefix.
    static func threads(withPrefix prefix: String) -> [String] {
        let ids = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return ids.compactMap { id in
            guard let name = try? String(contentsOfFile: "/proc/self/task/\(id)/comm", encoding: .utf8), name.hasPrefix(prefix) else {
                return nil
            }
            return String(name.dropLast())
        }
    }

    /// Returns a size from the process's status, in bytes.
    private static func status(_ field: String) -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(field) }) else { return 0 }
        let kilobytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
        return kilobytes << 10
    }
}
