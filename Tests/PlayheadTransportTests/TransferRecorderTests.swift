import Foundation
import NIOHTTP1
import PlayheadCore
import Synchronization
import TestSupport
import Testing

@testable import PlayheadTransport

@Suite("The record of a transfer")
struct TransferRecorderTests {
    /// A clock whose time is the number of times that it was read.
    private final class CountingClock: PlaybackClock {
        private let count = Atomic(0)
        var now: Double { Double(count.add(1, ordering: .relaxed).newValue) }
        func sleep(until deadline: Double) async throws {}
    }

    @Test("Each step has its time, the request the first one at which it was sent, and steps after the end are ignored")
    func steps() throws {
        let records = Recorder<TransferRecord>()
        let url = try #require(URL(string: "http://127.0.0.1/a.ts"))
        let transfer = HTTPTransfer(
            LoadRequest(url: url, kind: .segment), url: url, configuration: HTTPLoaderConfiguration(),
            metrics: TransferMetrics(clock: CountingClock()) { records.append($0) })
        for _ in 0..<2 { transfer.requestSent() }
        _ = transfer.receive(HTTPResponseHead(version: .http1_1, status: .ok), from: nil, connection: nil, ignoredCoding: nil)
        for _ in 0..<2 { [UInt8](repeating: 1, count: 3).withUnsafeBytes { transfer.receive($0) } }
        transfer.cancel()
        let ended = try #require(records.all.last)
        #expect(ended.start == 1 && ended.sent == 2 && ended.firstByte == 4 && ended.lastByte == 6 && ended.end == 7)
        #expect(ended.status == 200 && ended.bytes == 6 && ended.outcome == .cancelled && ended.reason == nil)
        transfer.requestSent()
        [UInt8](repeating: 1, count: 3).withUnsafeBytes { transfer.receive($0) }
        transfer.finished(.success(()))
        #expect(records.all.count == 6 && records.all.last == ended)
    }
}
