import Synchronization

/// A body source with bytes in memory.
final class MemoryBodySource: LoadBodySource {
    private let bytes: Mutex<[UInt8]>

    init(_ bytes: [UInt8]) { self.bytes = Mutex(bytes) }

    func next() async throws -> [UInt8]? {
        try Task.checkCancellation()
        let all = bytes.withLock { bytes in
            defer { bytes = [] }
            return bytes
        }
        return all.isEmpty ? nil : all
    }

    func cancel() {
        bytes.withLock { $0 = [] }
    }
}
