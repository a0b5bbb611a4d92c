import Foundation
import PlayheadCore
import PlayheadOrigin
import PlayheadTransport
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("An HTTP resource as a byte source", .timeLimit(.minutes(5)))
struct HTTPByteSourceTests {
    private static let bytes: [UInt8] = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }

    private static let policy: HTTPByteSource.Policy = {
        var policy = HTTPByteSource.Policy()
        policy.window = 64 << 10
        policy.shortJump = 8 << 10
        policy.retries.baseDelay = 0.001
        return policy
    }()

    private func withSource<R: Sendable>(
        faults: [Fault] = [], _ body: @escaping @Sendable (HTTPByteSource, LoopbackOrigin) throws -> R
    ) async throws -> R {
        let origin = try await LoopbackOrigin.start()
        origin.add("file.bin", Self.bytes)
        for fault in faults { origin.addFault(fault) }
        return try await run(origin, body)
    }

    private func run<R: Sendable>(
        _ origin: LoopbackOrigin, _ body: @escaping @Sendable (HTTPByteSource, LoopbackOrigin) throws -> R
    ) async throws -> R {
        let loader = URLLoader()
        var options = RequestOptions()
        options.timeouts.progress = 0.3
        let source: HTTPByteSource
        do {
            source = try await HTTPByteSource(
                url: origin.url("file.bin"),
                loader: RetryingLoader(loader, policy: RetryPolicy(baseDelay: 0.001), clock: SystemClock()), options: options,
                clock: SystemClock(), policy: Self.policy)
        } catch {
            await origin.stop()
            throw error
        }
        // Reading blocks and must not run on the cooperative pool.
        let result: Result<R, any Error> = await withCheckedContinuation { continuation in
            _ = WorkerThread(name: "test.read") { continuation.resume(returning: Result { try body(source, origin) }) }
        }
        source.cancel()
        await loader.shutdown()
        await origin.stop()
        return try result.get()
    }

    private static func read(_ source: HTTPByteSource, _ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = try bytes.withUnsafeMutableBytes { buffer in
                try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            }
            if got == 0 { break }
            filled += got
        }
        return Array(bytes.prefix(filled))
    }

    @Test("Reads the whole resource with one request")
    func whole() async throws {
        try await withSource { source, origin in
            #expect(source.size == Int64(Self.bytes.count) && source.isSeekable)
            let bytes1 = try Self.read(source, 1 << 20)
            #expect(bytes1 == Self.bytes)
            let bytes2 = try Self.read(source, 1)
            #expect(bytes2 == [])
            #expect(origin.requests.count == 1)
        }
    }

    @Test("A server that answers a range with 206 supports byte ranges, even if it does not announce them")
    func provenRanges() async throws {
        let origin = try await LoopbackOrigin.start()
        origin.add("file.bin") { request in
            guard let field = request.headers["Range"], let first = Int(field.dropFirst("bytes=".count).prefix { $0 != "-" }) else {
                return OriginResponse(body: Self.bytes)
            }
            let range = "bytes \(first)-\(Self.bytes.count - 1)/\(Self.bytes.count)"
            return OriginResponse(status: 206, headers: [HeaderField("Content-Range", range)], body: Array(Self.bytes[first...]))
        }
        try await run(origin) { source, _ in
            #expect(source.isSeekable && source.size == Int64(Self.bytes.count))
            try source.seek(to: 600_000)
            let read = try Self.read(source, 10)
            #expect(read == Array(Self.bytes[600_000..<600_010]))
        }
    }

    @Test("A server that rejects ranges is requested without", arguments: [400, 416, 501])
    func refusedRanges(status: Int) async throws {
        let origin = try await LoopbackOrigin.start()
        origin.add("file.bin") { request in
            request.headers["Range"] == nil ? OriginResponse(body: Self.bytes) : OriginResponse(status: status)
        }
        try await run(origin) { source, origin in
            let read = try Self.read(source, 1 << 20)
            #expect(read == Self.bytes)
            #expect(origin.requests.count == 2)
        }
    }

    @Test("A transfer that breaks off is resumed at that position, as often as necessary", arguments: [true, false])
    func resume(isReset: Bool) async throws {
        let faults = [Fault(requests: .first(3), kind: .cut(afterBytes: 150_000, reset: isReset))]
        try await withSource(faults: faults) { source, origin in
            let bytes3 = try Self.read(source, 1 << 20)
            #expect(bytes3 == Self.bytes)
            // On a busy machine another transfer may have timed out.
            #expect(origin.requests.count >= 4)
            #expect(origin.requests.dropFirst().allSatisfy { $0.range?.hasPrefix("bytes=") == true })
        }
    }

    @Test("A transfer without progress is given up and resumed")
    func stalled() async throws {
        try await withSource(faults: [Fault(requests: .first(1), kind: .stall(afterBytes: 100_000))]) { source, origin in
            let bytes4 = try Self.read(source, 1 << 20)
            #expect(bytes4 == Self.bytes)
            #expect(origin.requests.count == 2)
        }
    }

    @Test("Without a byte of progress reading fails after some retries, with the reason")
    func hopeless() async throws {
        let faults = [Fault(requests: .first(1), kind: .cut(afterBytes: 50_000)), Fault(requests: .from(2), kind: .status(503))]
        try await withSource(faults: faults) { source, origin in
            let error = #expect(throws: LoadError.self) { _ = try Self.read(source, 1 << 20) }
            #expect(error?.reason == .status(503))
            // The loader does not retry requests that the source retries.
            #expect(origin.requests.count == 1 + 3)
        }
    }

    @Test("Only the loader retries a first request that always fails", arguments: [(503, 4), (425, 4), (505, 1), (404, 1)])
    func refused(status: Int, count: Int) async throws {
        let origin = try await LoopbackOrigin.start()
        origin.add("file.bin", Self.bytes)
        origin.addFault(Fault(kind: .status(status)))
        let loader = URLLoader()
        await #expect(throws: LoadError.self) {
            _ = try await HTTPByteSource(
                url: origin.url("file.bin"),
                loader: RetryingLoader(loader, policy: RetryPolicy(baseDelay: 0.001), clock: SystemClock()), options: RequestOptions(),
                clock: SystemClock(), policy: Self.policy)
        }
        #expect(origin.requests.count == count)
        await loader.shutdown()
        await origin.stop()
    }

    @Test("A resource that changed meanwhile is not joined")
    func changed() async throws {
        let origin = try await LoopbackOrigin.start()
        let count = Locked(0)
        origin.add("file.bin") { _ in
            let number = count.withLock { number in
                number += 1
                return number
            }
            return OriginResponse(headers: [HeaderField("ETag", "\"\(number)\"")], body: Self.bytes)
        }
        origin.addFault(Fault(requests: .first(1), kind: .cut(afterBytes: 150_000)))
        let error = await #expect(throws: LoadError.self) {
            try await run(origin) { source, _ in _ = try Self.read(source, 1 << 20) }
        }
        #expect(error?.reason == .invalidResponse(status: 206))
    }

    @Test("Seeks to any position, and across few bytes without a request", arguments: [false, true])
    func seeks(ignoresRanges: Bool) async throws {
        let faults = ignoresRanges ? [Fault(requests: .from(2), kind: .ignoreRanges)] : []
        try await withSource(faults: faults) { source, origin in
            var numbers = SeededGenerator(seed: 9)
            for _ in 0..<30 {
                let offset = Int.random(in: 0..<Self.bytes.count, using: &numbers)
                try source.seek(to: Int64(offset))
                let count = Int.random(in: 1...5000, using: &numbers)
                let bytes5 = try Self.read(source, count)
                #expect(bytes5 == Array(Self.bytes[offset...].prefix(count)))
            }
            try source.seek(to: 1000)
            _ = try Self.read(source, 10)
            let requests = origin.requests.count
            try source.seek(to: 1010)
            // All bytes between are buffered, so they are skipped.
            try source.seek(to: 1011)
            let bytes6 = try Self.read(source, 1)
            #expect(bytes6 == [Self.bytes[1011]])
            #expect(origin.requests.count == requests)
        }
    }

    @Test("The first transfer continues after an index at the end was read", arguments: [5, 100, 101, 4000])
    func parked(position: Int) async throws {
        try await withSource { source, origin in
            #expect(try Self.read(source, 100) == Array(Self.bytes[..<100]))
            try source.seek(to: 600_000)
            #expect(try Self.read(source, 10) == Array(Self.bytes[600_000..<600_010]))
            try source.seek(to: Int64(position))
            // Bytes that have not arrived yet are requested again.
            #expect(origin.requests.count <= (position <= 100 ? 2 : 3))
            #expect(try Self.read(source, 100_000) == Array(Self.bytes[position..<(position + 100_000)]))
        }
    }

    @Test("At the end there are no bytes, and no request is sent", arguments: [0, 1, 1000])
    func end(beyond: Int) async throws {
        try await withSource { source, origin in
            try source.seek(to: Int64(Self.bytes.count + beyond))
            let bytes7 = try Self.read(source, 10)
            #expect(bytes7 == [])
            #expect(origin.requests.count == 1)
            try source.seek(to: Int64(Self.bytes.count - 2))
            let bytes8 = try Self.read(source, 10)
            #expect(bytes8 == Array(Self.bytes.suffix(2)))
        }
    }

    @Test("A body shorter than announced is an error, not the end")
    func short() async throws {
        let error = await #expect(throws: LoadError.self) {
            // With byte ranges, the length in `Content-Range` is correct, and all of it arrives.
            try await withSource(faults: [Fault(kind: .contentLength(offset: 500)), Fault(kind: .ignoreRanges)]) { source, _ in
                _ = try Self.read(source, 1 << 20)
            }
        }
        // Without byte ranges the rest cannot be requested: the error states how many bytes arrived before the connection ended.
        guard case .incomplete(let received, expected: 700_500) = error?.reason else {
            Issue.record("\(String(describing: error?.reason))")
            return
        }
        #expect((1...700_000).contains(received))
    }

    @Test("A status without success fails immediately", arguments: [404, 403, 500])
    func status(code: Int) async throws {
        let error = await #expect(throws: LoadError.self) {
            try await withSource(faults: [Fault(kind: .status(code))]) { _, _ in }
        }
        #expect(error?.reason == .status(code))
    }

    @Test("An interruption ends a waiting read, also across a seek, until it is resumed")
    func interruption() async throws {
        let faults = [Fault(requests: .first(1), kind: .stall(afterBytes: 1000, seconds: 0.1))]
        try await withSource(faults: faults) { source, _ in
            _ = try Self.read(source, 1000)
            source.interrupt()
            #expect(throws: CancellationError.self) { try Self.read(source, 10) }
            try source.seek(to: 300_000)
            #expect(throws: CancellationError.self) { try Self.read(source, 10) }
            source.resume()
            let bytes9 = try Self.read(source, 10)
            #expect(bytes9 == Array(Self.bytes[300_000..<300_010]))
            source.cancel()
            #expect(throws: CancellationError.self) { try Self.read(source, 10) }
            #expect(throws: CancellationError.self) { try source.seek(to: 5) }
        }
    }
}
