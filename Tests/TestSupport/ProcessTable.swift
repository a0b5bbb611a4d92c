import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// The system's data about this process.
package enum ProcessTable {
    private static let threadFolder = "/proc/self/task"
    private static let descriptorFolder = "/proc/self/fd"

    /// Whether the data is available.
    package static let isThere = FileManager.default.isReadableFile(atPath: "/proc/self/status")

    private static func names(in folder: String) -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }

    // MARK: What it holds

    /// The number of threads.
    package static var threadCount: Int { names(in: threadFolder).count }

    /// The targets of the open descriptors.
    package static var descriptors: [String] {
        names(in: descriptorFolder).compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptorFolder)/\($0)") }
    }

    /// Returns the number of descriptors whose target contains `text`, such as a file's path.
    package static func descriptors(of text: String) -> Int { descriptors.count { $0.contains(text) } }

    /// Returns the number of client sockets to a loopback port.
    package static func sockets(toPort port: Int) throws -> Int {
        let suffix = ":" + String(format: "%04X", port)
        return try String(contentsOfFile: "/proc/self/net/tcp", encoding: .utf8).split(separator: "\n").dropFirst().count { line in
            let columns = line.split(separator: " ")
            // A socket without an inode belongs to no process any more (TIME_WAIT).
            return columns.count > 9 && columns[2].hasSuffix(suffix) && columns[9] != "0"
        }
    }

    /// The resident memory in bytes, after the allocator has returned unused pages.
    package static var residentMemory: Int {
        typealias Trim = @convention(c) (Int) -> Int32
        if let symbol = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(symbol, to: Trim.self)(0) }
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 * 1024 } ?? 0
    }

    /// Makes all threads share one heap, if the allocator supports it; each new heap would count as growth.
    package static func useOneHeap() {
        typealias Option = @convention(c) (Int32, Int32) -> Int32
        let arenaMaximum: Int32 = -8
        if let symbol = dlsym(nil, "mallopt") { _ = unsafeBitCast(symbol, to: Option.self)(arenaMaximum, 1) }
    }

    // MARK: What it does

    /// The open files with the states of threads, by thread: to open one takes most of the time of a look.
    private static let stateFiles = Mutex<[pid_t: CInt]>([:])

    /// Whether a thread other than the calling one is running or runnable.
    package static var isRunning: Bool {
        // The property is read very often, so it does not use Foundation.
        guard let tasks = opendir(threadFolder) else { return false }
        defer { closedir(tasks) }
        let own = ownNumber
        return stateFiles.withLock { files in
            var count = 0
            while let entry = readdir(tasks) {
                let number = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { atoi($0) }
                }
                guard number > 0 else { continue }
                count += 1
                if number != own, isRunning(number, &files) { return true }
            }
            // Most are those of threads that have ended.
            if files.count > 2 * count {
                for file in files.values { close(file) }
                files = [:]
            }
            return false
        }
    }

    /// The id of the calling thread.
    private static var ownNumber: pid_t {
        var path = [CChar](repeating: 0, count: 64)
        // "PROCESS/task/NUMBER"
        let count = readlink("/proc/thread-self", &path, path.count - 1)
        guard count > 0, let slash = path.lastIndex(of: CChar(UInt8(ascii: "/"))) else { return 0 }
        return path.withUnsafeBufferPointer { $0.baseAddress.map { atoi($0 + slash + 1) } ?? 0 }
    }

    private static func isRunning(_ task: pid_t, _ files: inout [pid_t: CInt]) -> Bool {
        if let file = files[task] {
            if let isRunning = isRunning(in: file) { return isRunning }
            // The thread has ended, and another one has its number.
            close(file)
            files[task] = nil
        }
        let file = open("\(threadFolder)/\(task)/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        files[task] = file
        return isRunning(in: file) ?? false
    }

    /// Whether the thread of a file runs; `nil` if it has ended.
    private static func isRunning(in file: CInt) -> Bool? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { line -> Bool? in
            guard let start = line.baseAddress else { return nil }
            let count = pread(file, start, line.count - 1, 0)
            guard count > 0 else { return nil }
            start[count] = 0
            // The state follows the name in brackets, which has at most 15 bytes: R is running or runnable, D waits for a disk.
            guard let end = strrchr(start, CInt(UInt8(ascii: ")"))), end[1] != 0 else { return nil }
            return end[2] == CChar(UInt8(ascii: "R")) || end[2] == CChar(UInt8(ascii: "D"))
        }
    }
}
