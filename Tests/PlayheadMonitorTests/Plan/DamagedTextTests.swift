import PlayheadMonitor
import TestSupport
import Testing

@Suite("Damaged texts of a run", .timeLimit(.minutes(2)))
struct DamagedTextTests {
    private static let texts = [
        "startup_time: p(95)<800", "stall_ratio: rate<=0.01", "viewers: value>=3", "live_latency: p(99.9)!=1e3", "errors: count===0",
        "poisson:20/s", "constant:90/m", "uniform:30s-5m", "lognormal:90s,1.2", "exponential:3m", "1h30m", "0/4", "3/1000000",
        "watch=6,seek=2,pause=1,leave=0.5", "http://127.0.0.1/a.m3u8\n# a comment\r\n\n b",
    ]
    private static let pieces = [
        "", " ", ":", "/", "(", ")", "<", "=", ",", "-", "#", "\n", "\0", "é", "e\u{301}", "9", "1e308", "1e-308", "nan", "inf", "-1",
        "9223372036854775808", "p(", "s", "h", "=0", ".5", "{a:b}",
    ]

    /// Replaces some characters of one text by parts of others.
    private static func damaged(_ random: inout SeededGenerator) -> String {
        var characters = Array(texts.randomElement(using: &random) ?? "")
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            let start = Int.random(in: 0...characters.count, using: &random)
            let end = min(characters.count, start + Int.random(in: 0...3, using: &random))
            characters.replaceSubrange(
                start..<end, with: (Bool.random(using: &random) ? pieces : texts).randomElement(using: &random) ?? "")
        }
        return String(characters)
    }

    @Test("They are an error with a position inside, or stay in the limits")
    func damagedTexts() {
        var random = SeededGenerator(seed: 1)
        var accepted = 0
        for _ in 0..<TestScale.pick(long: 500_000, short: 20_000) {
            let text = Self.damaged(&random)
            if accepts(text, &random) { accepted += 1 }
        }
        #expect(accepted > 100)
    }

    private func accepts(_ text: String, _ random: inout SeededGenerator) -> Bool {
        var isAccepted = false
        do throws(ThresholdError) {
            let threshold = try Threshold(text)
            isAccepted = true
            #expect(threshold.limit.isFinite, "\(text)")
            #expect((try? Threshold(threshold.text)) == threshold, "\(text)")
        } catch {
            #expect((1...text.count + 1).contains(error.position) && !error.reason.isEmpty, "\(error)")
        }
        var draws = SeededRandom(seed: random.next())
        if let time = try? WatchTime(text) {
            isAccepted = true
            let seconds = time.sample(&draws)
            #expect(seconds.map { $0 >= 0 && $0.isFinite } ?? false, "\(text)")
        }
        if let arrivals = try? Arrivals(text) {
            isAccepted = true
            let times = ArrivalSequence(arrivals, rampUp: 10, seed: 1).prefix(5).map(\.time)
            #expect(times.allSatisfy { $0 >= 0 && $0.isFinite } && times == times.sorted(), "\(text)")
        }
        if let behaviour = try? Behaviour(text) {
            isAccepted = true
            #expect(behaviour.weights.allSatisfy { $0.weight >= 0 && $0.weight.isFinite }, "\(text)")
            _ = behaviour.action(&draws)
        }
        if let shard = try? Shard(text) {
            isAccepted = true
            #expect((0..<shard.count).contains(shard.index), "\(text)")
        }
        if let lines = try? StreamList.parse(text, name: "a") { #expect(lines.allSatisfy { !$0.line.isEmpty }, "\(text)") }
        return isAccepted
    }
}
