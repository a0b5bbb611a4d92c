import PlayheadMonitor
import TestSupport
import Testing

@Suite("Plans as texts")
struct PlanTextTests {
    @Test(
        "Durations are numbers with units, added up, or seconds",
        arguments: [
            ("30s", 30.0), ("500ms", 0.5), ("1m30s", 90), ("2h", 7200), ("1.5m", 90), ("12", 12), ("0.25", 0.25), ("0s", 0),
        ])
    func durations(text: String, seconds: Double) throws {
        #expect(try DurationSyntax.parse(text) == seconds)
    }

    @Test(
        "Other durations are errors that repeat the text", arguments: ["", "s", "-3s", "3x", "1m30", "1e3s", "inf", "nan", "1000000000h"])
    func invalidDurations(text: String) {
        let error = #expect(throws: PlanTextError.self) { try DurationSyntax.parse(text) }
        #expect(error.map { "\($0)".contains("'\(text)'") } == true)
    }

    @Test("Arrivals have a kind and a rate with a unit")
    func arrivals() throws {
        #expect(try Arrivals("poisson:20/s") == .poisson(perSecond: 20))
        #expect(try Arrivals("constant:90/m") == .constant(perSecond: 1.5))
        #expect(try Arrivals("poisson:36/h") == .poisson(perSecond: 0.01))
    }

    @Test(
        "Other arrivals are errors",
        arguments: [
            "", "poisson", "poisson:", "poisson:20", "poisson:20/d", "bursts:20/s", "poisson:0/s", "poisson:-1/s", "poisson:1e9/s",
            "constant:nan/s", "poisson:1/s/s",
        ])
    func invalidArrivals(text: String) {
        #expect(throws: PlanTextError.self) { try Arrivals(text) }
    }

    @Test("Times to watch are a duration or a distribution")
    func watchTimes() throws {
        #expect(try WatchTime("10m") == .fixed(600))
        #expect(try WatchTime("uniform:30s-5m") == .uniform(30...300))
        #expect(try WatchTime("exponential:3m") == .exponential(mean: 180))
        #expect(try WatchTime("lognormal:90s,1.2") == .logNormal(median: 90, sigma: 1.2))
    }

    @Test(
        "Other times to watch are errors",
        arguments: [
            "", "0s", "uniform:5m", "uniform:5m-30s", "uniform:0s-0s", "exponential:", "lognormal:90s", "lognormal:90s,-1",
            "lognormal:90s,nan", "normal:3m",
        ])
    func invalidWatchTimes(text: String) {
        #expect(throws: PlanTextError.self) { try WatchTime(text) }
    }

    @Test("Behaviours are weights by name; those of 0 are left out")
    func behaviours() throws {
        #expect(try Behaviour("seek=2,watch=6,leave=0").weights.map(\.kind) == [.watch, .seek])
        #expect(try Behaviour("seek=2,watch=6") == Behaviour("watch=6,seek=2"))
    }

    @Test(
        "Other behaviours are errors",
        arguments: ["", "seek", "seek=", "seek=-1", "seek=nan", "seek=inf", "jump=1", "seek=1,seek=2", "seek=0", "seek=1,"])
    func invalidBehaviours(text: String) {
        #expect(throws: PlanTextError.self) { try Behaviour(text) }
    }

    @Test("Extreme numbers are values or errors", arguments: ["10s", "poisson:20/s", "lognormal:90s,1", "seek=2,watch=1", "1/4"])
    func extremes(text: String) {
        for variant in HostileNumbers.variants(of: text) {
            _ = try? DurationSyntax.parse(variant)
            _ = try? Behaviour(variant)
            _ = try? Shard(variant)
            if let arrivals = try? Arrivals(variant) {
                var sequence = ArrivalSequence(arrivals, rampUp: 30, seed: 1)
                #expect(sequence.next()?.time.isFinite == true)
            }
            guard let time = try? WatchTime(variant) else { continue }
            var random = SeededRandom(seed: 1)
            #expect(time.sample(&random)?.isFinite == true)
        }
    }

    @Test("A shard is an index and a count", arguments: ["0/1", "3/4", "999999/1000000"])
    func shards(text: String) throws {
        let shard = try Shard(text)
        #expect("\(shard.index)/\(shard.count)" == text)
    }

    @Test("Other shards are errors", arguments: ["", "1", "4/4", "-1/4", "0/0", "0/1000001", "a/b", "1/2/3"])
    func invalidShards(text: String) {
        #expect(throws: PlanTextError.self) { try Shard(text) }
    }

    @Test("The shard of a job needs both of its variables")
    func job() throws {
        #expect(try Shard.ofJob(environment: [:]) == nil)
        let shard = try #require(try Shard.ofJob(environment: ["JOB_COMPLETION_INDEX": "2", "PLAYHEAD_SHARDS": "5"]))
        #expect((shard.index, shard.count) == (2, 5))
        #expect(throws: PlanTextError.self) { try Shard.ofJob(environment: ["JOB_COMPLETION_INDEX": "2"]) }
        #expect(throws: PlanTextError.self) { try Shard.ofJob(environment: ["PLAYHEAD_SHARDS": "5"]) }
        #expect(throws: PlanTextError.self) { try Shard.ofJob(environment: ["JOB_COMPLETION_INDEX": "5", "PLAYHEAD_SHARDS": "5"]) }
    }

    @Test("A list of streams has one URL on each line, without comments and empty lines")
    func streams() throws {
        let list = try StreamList.parse("# live\r\n\n https://a/b.m3u8 \r\nhttps://c/d.m3u8#t=1\t # film", name: "list")
        #expect(list.map(\.number) == [3, 4] && list.map(\.line) == ["https://a/b.m3u8", "https://c/d.m3u8#t=1"])
        #expect(throws: PlanTextError.self) { try StreamList.parse("\n# nothing\n", name: "list") }
        let long = "https://a/b\nhttps://a/" + String(repeating: "b", count: 65_536)
        #expect(throws: PlanTextError("list", "The URL in line 2 is longer than 65536 bytes.")) { try StreamList.parse(long, name: "list") }
    }
}
