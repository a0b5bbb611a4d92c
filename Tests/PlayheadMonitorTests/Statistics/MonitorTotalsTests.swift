import Foundation
import PlayheadEngine
import Testing

@testable import PlayheadMonitor

@Suite("Totals by stream")
struct MonitorTotalsTests {
    private func urls(_ texts: [String]) -> [URL] { texts.compactMap { URL(string: $0) } }

    @Test("Streams that differ only in their query share their statistics, and names have no secrets")
    func names() {
        let totals = MonitorTotals(streams: urls(["https://u:p@a/x.m3u8?k=1", "https://b/y.m3u8", "https://u:p@a/x.m3u8?k=2"]))
        #expect(totals.streams.count == 2 && totals.streams.allSatisfy { !$0.name.contains("?") && !$0.name.contains("u:p") })
    }

    @Test("Streams beyond the maximum share their statistics")
    func maximum() {
        var totals = MonitorTotals(streams: urls((0..<100).map { "https://a/\($0).m3u8" }))
        #expect(totals.streams.count == MonitorTotals.maximumStreams + 1)
        #expect(totals.streams.last?.name == MonitorTotals.otherStreams)
        for stream in 0..<100 { totals.add(.arrived, stream: stream) }
        #expect(totals.streams.last?.statistics.arrived == 100 - MonitorTotals.maximumStreams)
        #expect(totals.streams.map(\.statistics.arrived).reduce(0, +) == 100 && totals.whole.arrived == 100)
    }

    @Test("A viewer that changes the stream is there once, in the statistics of its current stream")
    func zap() {
        var totals = MonitorTotals(streams: urls(["https://a/1.m3u8", "https://a/2.m3u8"]))
        totals.add(.arrived, stream: 0)
        totals.add(.started(milliseconds: 100), stream: 0)
        totals.add(.zappedAway, stream: 0)
        totals.add(.zapped, stream: 1)
        #expect(totals.streams.map(\.statistics.viewers) == [0, 1] && totals.whole.viewers == 1 && totals.whole.peakViewers == 1)
        totals.add(.left(.left), stream: 1)
        #expect(totals.streams.map(\.statistics.viewers) == [0, 0] && totals.whole.left == 1 && totals.whole.zaps == 1)
    }

    @Test("The kinds of failures and the rungs are limited; others are counted together")
    func tables() {
        var statistics = MonitorStatistics()
        for index in 0..<1000 {
            let log = "https://a/seg\(index).ts"
            statistics.add(.failure(FailureKey(.init(date: 0, uri: log, errorStatusCode: 404, errorDomain: "HTTP"))))
            statistics.add(.played(seconds: 1, Rung(.init(index: 1, label: "\(index)", bitrate: index))))
        }
        #expect(statistics.failureCount == 1000 && statistics.failureList.count < 100 && statistics.failures.others > 0)
        #expect(statistics.rungShares.count < 100 && statistics.playTime == 1000)
        #expect(statistics.failuresByCode.map(\.count) == [1000], "each segment has a URL of its own")
    }

    @Test("The codes of failures are limited; the counts of further codes are published together")
    func codes() {
        var statistics = MonitorStatistics()
        for status in 400..<600 {
            statistics.add(.failure(FailureKey(.init(date: 0, uri: nil, errorStatusCode: status, errorDomain: "HTTP"))))
        }
        let counts = statistics.failuresByCode
        #expect(counts.count < 100 && counts.reduce(0) { $0 + $1.count } == 200)
        #expect(counts.last?.code == "other" && (counts.last?.count ?? 0) > 100)
    }

    @Test("The process is too slow if more than 1 % of its timers are later than 50 ms, several of them")
    func clocks() {
        var clocks = OwnClocks()
        for _ in 0..<1000 { clocks.turns.record(0.001) }
        for _ in 0..<10 { clocks.turns.record(0.3) }
        #expect(!clocks.isLate)
        for _ in 0..<10 { clocks.turns.record(0.3) }
        #expect(clocks.isLate)
        var short = OwnClocks()
        short.turns.record(2)
        #expect(!short.isLate)
    }

    @Test("Many punctual turns do not hide that requests are handled late; they may wait for 200 ms")
    func requestClocks() {
        var clocks = OwnClocks()
        for _ in 0..<100_000 { clocks.turns.record(0.0004) }
        for index in 0..<100 { clocks.requests.record(index < 30 ? 0.15 : 0.0004) }
        #expect(!clocks.isLate)
        for _ in 0..<30 { clocks.requests.record(0.6) }
        #expect(clocks.delay?.name == "requests")
    }
}
