import Testing

@testable import PlayheadEngine

@Suite("Initialization segments that are kept")
struct InitializationCacheTests {
    @Test("The oldest ones are removed beyond a number and a size", arguments: [(1 << 10, 64), (4 << 20, 4)])
    func limits(size: Int, kept: Int) async throws {
        let cache = InitializationCache()
        for index in 0..<200 {
            let name = "\(index)"
            _ = try await cache.bytes(of: InitializationSegment(id: name, url: name)) { [UInt8](repeating: 0, count: size) }
        }
        #expect(await cache.cachedSize == kept * size)
        let last = try await cache.bytes(of: InitializationSegment(id: "199", url: "199")) { [] }
        let first = try await cache.bytes(of: InitializationSegment(id: "0", url: "0")) { [] }
        #expect(last.count == size && first.isEmpty)
    }
}
