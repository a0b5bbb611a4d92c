import Foundation
import PlayheadCore
import PlayheadDASH
import PlayheadTransport
import Testing

@testable import PlayheadEngine

@Suite("Limits of the indices of DASH resources", .timeLimit(.minutes(5)))
struct DASHIndexesTests {
    /// Answers requests by the offset of their range.
    private struct IndexLoader: Loader {
        let answer: @Sendable (Int) -> [UInt8]

        func load(_ request: LoadRequest) async throws -> LoadResponse {
            let offset = Int(clamping: request.byteRange?.offset ?? 0)
            return LoadResponse(url: request.url, body: LoadBody(bytes: answer(offset)))
        }
    }

    /// Returns a sidx box whose entries have the same size, and are media or other indices.
    private static func box(_ count: Int, of size: Int, isIndex: Bool = false) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
        let entry = number(isIndex ? size | 1 << 31 : size) + number(1) + number(0)
        // The version and flags, the reference, the timescale, the first time and offset, and the number of entries.
        var body = [0, 1, 1000, 0, 0, count].flatMap { number($0) }
        for _ in 0..<count { body += entry }
        return number(body.count + 8) + Array("sidx".utf8) + body
    }

    private static func indexes(_ answer: @escaping @Sendable (Int) -> [UInt8]) -> DASHIndexes {
        let loader = IndexLoader(answer: answer)
        return DASHIndexes(resources: SegmentResources(loader: loader, options: RequestOptions(), clock: SystemClock()))
    }

    private static func index(_ name: String = "a") -> DASHIndex {
        DASHIndex(url: "http://a.test/\(name).mp4", range: PlayheadDASH.ByteRange(offset: 0, length: nil), content: .video)
    }

    /// Loads the index at the beginning of a resource.
    /// - Returns: The number of its entries and those inside it.
    private func load(_ answer: @escaping @Sendable (Int) -> [UInt8]) async throws -> Int? {
        let indexes = Self.indexes(answer)
        try await indexes.load(Self.index())
        return indexes.entries(of: Self.index())?.entries.count
    }

    @Test("An index above the maximum size is refused")
    func size() async throws {
        let (limit, box) = (8 << 20, Self.box(1, of: 1))
        let whole = box + [UInt8](repeating: 0, count: limit - box.count)
        let count = try await load { _ in whole }
        #expect(count == 1)
        let error = await #expect(throws: LoadError.self) { _ = try await load { _ in whole + [0] } }
        #expect(error?.reason == .tooLarge(limit: limit))
    }

    @Test("The indices of a resource have a maximum number of entries together")
    func entries() async throws {
        // The number of entries of a box has 16 bits.
        let largest = Int(UInt16.max)
        let inner = Self.box(largest, of: 1)
        let allowed = SegmentIndex.maximumEntries / largest
        let outer = [allowed, allowed + 1].map { Self.box($0, of: inner.count, isIndex: true) }
        let count = try await load { $0 == 0 ? outer[0] : inner }
        #expect(count == allowed * largest)
        let error = await #expect(throws: PlaybackError.self) { _ = try await load { $0 == 0 ? outer[1] : inner } }
        #expect(error?.kind == .manifestInvalid && error?.underlying == "The index has too many entries or levels.")
    }

    @Test("Indices inside one another have a maximum depth")
    func depth() async throws {
        let size = Self.box(1, of: 1).count
        let maximum = SegmentIndex.maximumDepth
        // Each index follows the one that contains it.
        let count = try await load { Self.box(1, of: size, isIndex: $0 / size < maximum - 1) }
        #expect(count == 1)
        let error = await #expect(throws: PlaybackError.self) { _ = try await load { Self.box(1, of: size, isIndex: $0 / size < maximum) } }
        #expect(error?.kind == .manifestInvalid && error?.underlying == "The index has too many entries or levels.")
    }

    @Test("The indices of a resource have a maximum number of requests together")
    func requests() async throws {
        let inner = Self.box(1, of: 1)
        let maximum = DASHIndexes.maximumRequests
        // The first request is that for the outer index.
        let outer = [maximum - 1, maximum].map { Self.box($0, of: inner.count, isIndex: true) }
        let count = try await load { $0 == 0 ? outer[0] : inner }
        #expect(count == maximum - 1)
        let error = await #expect(throws: PlaybackError.self) { _ = try await load { $0 == 0 ? outer[1] : inner } }
        #expect(error?.kind == .manifestInvalid && error?.underlying == "The index has more than \(maximum) indices.")
    }

    @Test("Only the latest indices are kept")
    func capacity() async throws {
        let capacity = 256
        let indexes = Self.indexes { _ in Self.box(1, of: 1) }
        let all = (0...capacity).map { Self.index("\($0)") }
        for index in all { try await indexes.load(index) }
        let kept = all.filter { indexes.entries(of: $0) != nil }
        #expect(indexes.count == capacity + 1 && kept == Array(all.dropFirst()))
    }
}
