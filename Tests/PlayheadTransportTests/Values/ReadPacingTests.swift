import NIOCore
import Testing

@testable import PlayheadTransport

@Suite("Gathering of arrivals")
struct ReadPacingTests {
    private static let now = NIODeadline.uptimeNanoseconds(1_000_000_000)
    private static let small = 2000

    /// A value whose response is past its beginning.
    private static func pacing(length: Int64? = nil, on stream: Int = 0) -> ReadPacing {
        var pacing = ReadPacing()
        begin(&pacing, length: length, on: stream)
        return pacing
    }

    private static func begin(_ pacing: inout ReadPacing, length: Int64? = nil, on stream: Int) {
        pacing.request(on: stream)
        pacing.head(length: length, on: stream)
        for _ in 0...(Int(ReadPacing.unpacedStart) / small) {
            pacing.received(small, on: stream)
            _ = pacing.pausesRead(at: now)
        }
    }

    @Test("Reads pause from a number of bytes of a body on")
    func beginning() {
        var pacing = ReadPacing()
        var pauses = [pacing.pausesRead(at: Self.now)]
        pacing.head(length: 10_000_000)
        // Their sum is large, but they arrive one after the other.
        let size = ReadPacing.largeArrival / 2
        let count = Int(ReadPacing.unpacedStart) / size
        pauses += (0...count).map { _ in
            pacing.received(size)
            return pacing.pausesRead(at: Self.now)
        }
        #expect(pauses == Array(repeating: false, count: count) + [true, true])
    }

    @Test("The end of a body is not delayed, and neither is the next response")
    func ending() {
        var pacing = Self.pacing(length: ReadPacing.unpacedStart + ReadPacing.unpacedEnd + 5000)
        pacing.received(1000)
        var pauses = [pacing.pausesRead(at: Self.now)]
        pacing.received(4000)
        pauses.append(pacing.pausesRead(at: Self.now))
        pacing.end()
        pauses.append(pacing.pausesRead(at: Self.now))
        pacing.head(length: nil)
        pauses.append(pacing.pausesRead(at: Self.now))
        #expect(pauses == [true, false, false, false])
    }

    @Test("A large arrival stops the pauses for some time")
    func fastLine() {
        let later = Self.now + ReadPacing.unpacedTime
        var pacing = Self.pacing()
        pacing.received(ReadPacing.largeArrival - 1)
        var pauses = [pacing.pausesRead(at: Self.now)]
        pacing.received(ReadPacing.largeArrival)
        pauses += [Self.now, later - .nanoseconds(1), later].map { pacing.pausesRead(at: $0) }
        #expect(pauses == [true, false, false, true])
    }

    @Test("Each stream of a connection can prevent pauses")
    func streams() {
        var pacing = Self.pacing(on: 1)
        var pauses = [pacing.pausesRead(at: Self.now)]
        pacing.request(on: 3)
        pauses.append(pacing.pausesRead(at: Self.now))
        Self.begin(&pacing, on: 3)
        pauses.append(pacing.pausesRead(at: Self.now))
        pacing.end(on: 1)
        pauses.append(pacing.pausesRead(at: Self.now))
        pacing.end(on: 3)
        pauses.append(pacing.pausesRead(at: Self.now))
        #expect(pauses == [true, false, true, true, false])
    }
}
