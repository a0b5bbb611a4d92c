import Testing

@testable import PlayheadTransport

@Suite("Body window")
struct BodyWindowTests {
    @Test("The window does not depend on the chunks", arguments: [1, 2, 3, 7, 100])
    func pieces(size: Int) {
        let bytes = Array(0..<50)
        for skip in [0, 1, 10, 49, 60] {
            for limit in [nil, 1, 5, 40, 100] as [Int64?] {
                var window = BodyWindow(skip: Int64(skip), limit: limit)
                var taken: [Int] = []
                for start in stride(from: 0, to: bytes.count, by: size) {
                    let piece = Array(bytes[start..<min(start + size, bytes.count)])
                    taken += piece[window.advance(by: piece.count)]
                }
                let expected = Array(bytes.dropFirst(skip).prefix(limit.map(Int.init) ?? .max))
                #expect(taken == expected)
                #expect(window.isExhausted == (limit.map { Int($0) == expected.count } ?? false))
            }
        }
    }
}
