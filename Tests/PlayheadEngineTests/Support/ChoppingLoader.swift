import Foundation
import PlayheadTransport
import Synchronization
import TestSupport

/// Loads from a folder on disk in pieces of seeded random sizes, like a network.
struct ChoppingLoader: Loader {
    private struct Missing: Error {}

    let root: URL
    private let numbers: SharedNumbers
    private let longest: Int

    /// Creates a loader of pieces of at most `longest` bytes.
    init(root: URL, longest: Int = 2000, seed: UInt64) {
        self.root = root
        self.longest = longest
        numbers = SharedNumbers(seed: seed)
    }

    func url(_ path: String) -> URL { URL(string: "http://folder.test/\(path)") ?? root }

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        let path = String(request.url.path.drop { $0 == "/" })
        guard let data = try? Data(contentsOf: root.appendingPathComponent(path)) else {
            throw LoadError(.status(404), kind: request.kind, url: request.url)
        }
        var bytes = [UInt8](data)
        if let range = request.byteRange {
            let start = min(Int(range.offset), bytes.count)
            bytes = Array(bytes[start..<min(bytes.count, range.end.map { Int($0) } ?? bytes.count)])
        }
        let body = request.kind == .segment ? LoadBody(source: ChoppedBody(bytes, numbers, longest)) : LoadBody(bytes: bytes)
        return LoadResponse(
            status: request.byteRange == nil ? 200 : 206, url: request.url, contentLength: Int64(bytes.count), body: body)
    }
}

/// Seeded random numbers that several tasks share.
final class SharedNumbers: Sendable {
    private let numbers: Mutex<SeededGenerator>

    init(seed: UInt64) { numbers = Mutex(SeededGenerator(seed: seed)) }

    func next(in range: ClosedRange<Int>) -> Int { numbers.withLock { Int.random(in: range, using: &$0) } }
}

private final class ChoppedBody: LoadBodySource {
    private let bytes: [UInt8]
    private let numbers: SharedNumbers
    private let longest: Int
    private let offset = Mutex(0)

    init(_ bytes: [UInt8], _ numbers: SharedNumbers, _ longest: Int) {
        self.bytes = bytes
        self.numbers = numbers
        self.longest = longest
    }

    func next() async throws -> [UInt8]? {
        try Task.checkCancellation()
        let length = numbers.next(in: 1...longest)
        return offset.withLock { offset in
            guard offset < bytes.count else { return nil }
            let end = min(bytes.count, offset + length)
            defer { offset = end }
            return Array(bytes[offset..<end])
        }
    }

    func cancel() { offset.withLock { $0 = bytes.count } }
}
