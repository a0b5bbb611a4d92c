import Foundation
import PlayheadCMCD
import Testing

@Suite("Reporter of CMCD")
struct CMCDReporterTests {
    /// A reporter with a clock and the collectors' side.
    private struct Rig {
        var reporter: CMCDReporter
        var facts = CMCDFacts()
        var now = 0.0
        var sent: [(target: Int, body: String)] = []
        var lost: [(target: Int, reports: Int)] = []

        init(_ configuration: CMCDConfiguration) {
            reporter = CMCDReporter(configuration, randomID: "random", at: 0)
            facts.format = .hls
            facts.streamType = .onDemand
        }

        private var time: CMCDTime { CMCDTime(monotonic: now, wall: 1_700_000_000 + now) }

        mutating func handle(_ input: CMCDReporter.Input) { perform(reporter.handle(input, at: time)) }

        mutating func enter(_ state: CMCDPlayerState?) {
            facts.state = state
            handle(.facts(facts))
        }

        mutating func request(_ object: CMCDObject) -> CMCDData {
            let (data, outputs) = reporter.request(object, at: time)
            perform(outputs)
            return data
        }

        private mutating func perform(_ outputs: [CMCDReporter.Output]) {
            for output in outputs {
                switch output {
                case .send(let target, _, let body): sent.append((target, body))
                case .lost(let target, let reports): lost.append((target, reports))
                }
            }
        }

        /// Moves the clock, with a wake at each deadline.
        mutating func advance(by seconds: Double) {
            let end = now + seconds
            while let next = reporter.deadline, next <= end {
                now = max(now, next)
                handle(.wake)
            }
            now = end
        }

        /// Answers the batches that are being sent until none is left.
        mutating func acceptAll() {
            var answered = 0
            while answered < sent.count {
                handle(.answered(target: sent[answered].target, status: 204, retryAfter: nil, random: 0))
                answered += 1
            }
        }
    }

    private func configuration(events: Set<CMCDEvent> = CMCDTarget.defaultEvents, batch: Int = 1) -> CMCDConfiguration {
        var configuration = CMCDConfiguration()
        configuration.sessionID = "session"
        guard let url = URL(string: "http://127.0.0.1/collect") else { return configuration }
        var target = CMCDTarget(url: url)
        target.events = events
        target.batchSize = batch
        configuration.targets = [target]
        return configuration
    }

    private var segment: CMCDObject {
        var object = CMCDObject(url: "https://user:secret@example.com/a/v1/seg1.m4s?token=t", kind: .video)
        object.duration = 4.004
        object.bitrate = 3_200_000
        object.topBitrate = 6_000_000
        object.lowestBitrate = 300_000
        object.bufferLength = 12.34
        object.lead = 12.34
        object.throughput = 12_345_678
        object.next = [CMCDObject.Next(url: "https://example.com/a/v1/seg2.m4s")]
        return object
    }

    @Test("describes requests in version 1")
    func versionOne() {
        var options = configuration()
        options.version = .one
        options.contentID = "film"
        var rig = Rig(options)
        rig.facts.contentID = "film"
        rig.enter(.starting)
        #expect(
            rig.request(segment).text
                == #"bl=12300,br=3200,cid="film",d=4004,dl=12300,mtp=12300,nor="seg2.m4s",ot=v,sf=h,sid="session",st=v,su,tb=6000"#)
        rig.enter(.playing)
        #expect(!rig.request(segment).flag(.isUrgent))
    }

    @Test("describes requests in version 2, each with the next number")
    func versionTwo() {
        var rig = Rig(configuration())
        rig.enter(.starting)
        rig.now = 0.8
        rig.facts.bufferLength = 5
        rig.enter(.playing)
        let first = rig.request(segment)
        #expect(first.integer(.startDelay) == 800)
        #expect(
            first.text.hasPrefix(
                #"bl=(12300;v),br=(3200;v),bsa=(0),bsda=(0),d=4004,dl=12300,lb=(300;v),msd=800,mtp=(12300),nor=("seg2.m4s"),ot=v"#),
            "\(first.text)")
        let second = rig.request(segment)
        #expect(second.integer(.sequenceNumber) == 1)
        #expect(second[.startDelay] == nil)
    }

    @Test("names the content of an object, which may be another one than the current content")
    func contentOfObject() {
        var rig = Rig(configuration())
        rig.facts.contentID = "current"
        rig.enter(.playing)
        var object = segment
        let current = rig.request(object)
        object.contentID = "next"
        let next = rig.request(object)
        object.contentID = ""
        let unnamed = rig.request(object)
        #expect([current, next, unnamed].map { $0.text(.contentID) } == ["current", "next", nil])
    }

    @Test("contains no user name, password, query or other host of a URL")
    func secrets() {
        var rig = Rig(configuration())
        rig.enter(.playing)
        var object = segment
        object.next = ["https://example.com/a/v1/seg2.m4s?token=secret", "https://user:secret@example.com/b", "https://other.com/secret"]
            .map { CMCDObject.Next(url: $0) }
        let data = rig.request(object)
        #expect(data[.nextObjects] == nil)
        rig.handle(.response(CMCDResponse(object: object, status: 200, requested: 1)))
        rig.acceptAll()
        #expect(rig.sent.contains { $0.body.contains(#"url="https://example.com/a/v1/seg1.m4s""#) })
        #expect(!rig.sent.contains { $0.body.contains("secret") || $0.body.contains("token") })
    }

    @Test("reports stalls once to each destination")
    func stalls() {
        var rig = Rig(configuration())
        for state in [CMCDPlayerState.starting, .playing, .rebuffering] { rig.enter(state) }
        let during = rig.request(segment)
        #expect(during.flag(.isStarved) && during.flag(.isUrgent))
        rig.now = 1.5
        rig.facts.bufferLength = 10
        rig.enter(.playing)
        let after = rig.request(segment)
        #expect(after.integer(.starvationDurations) == 1500)
        #expect(after.integer(.starvationCount) == 1)
        #expect(after.integer(.starvationTotal) == 1500)
        #expect(!rig.request(segment).flag(.isStarved))
        #expect(rig.request(segment)[.starvationDurations] == nil)
        rig.acceptAll()
        #expect(rig.sent.filter { $0.body.contains("bsd=(1500)") }.count == 1)
    }

    @Test("reports changes of the state, and each state once")
    func states() {
        var rig = Rig(configuration(events: [.playState]))
        for state in [CMCDPlayerState.starting, .starting, .playing, .playing, .paused, .ended] {
            rig.enter(state)
            rig.acceptAll()
        }
        let states = rig.sent.map { CMCDReader.report(body: Array($0.body.utf8), contentType: CMCDData.mediaType) }
        #expect(states.flatMap { $0 }.compactMap { $0.data.text(.state) } == ["s", "p", "a", "e"])
    }

    @Test("reports rates while playing, errors with their code, and hosts that change")
    func events() {
        var rig = Rig(configuration(events: [.rateChange, .error, .host, .bitrateChange]))
        rig.facts.rate = 2
        rig.enter(.paused)
        #expect(rig.sent.isEmpty)
        rig.enter(.playing)
        rig.acceptAll()
        rig.handle(.error("301101"))
        rig.acceptAll()
        _ = rig.request(segment)
        rig.acceptAll()
        var other = segment
        other.url = "https://cdn.example.org/x"
        _ = rig.request(other)
        rig.acceptAll()
        let bodies = rig.sent.map(\.body)
        #expect(bodies.count == 4)
        #expect(bodies[0].contains("e=pr") && bodies[0].contains("pr=2.0"))
        #expect(bodies[1].contains(#"e=e,ec=("301101")"#))
        #expect(bodies[2].contains("br=(3200;v)") && bodies[2].contains("e=bc"))
        #expect(bodies[3].contains(#"e=h,h="cdn.example.org""#))
    }

    @Test("reports events of the app with their name, unless it is invalid")
    func customEvents() {
        var rig = Rig(configuration(events: [.custom]))
        rig.enter(.playing)
        for name in ["bookmark", "", "ä", String(repeating: "x", count: 65)] { rig.handle(.custom(name)) }
        #expect(rig.sent.count == 1)
        #expect(rig.sent[0].body.hasPrefix(#"bsa=(0),bsda=(0),cen="bookmark",e=ce,"#), "\(rig.sent[0].body)")
        #expect(CMCDReader.report(body: Array(rig.sent[0].body.utf8), contentType: CMCDData.mediaType).allSatisfy { $0.problems.isEmpty })
    }

    @Test("reports a response with the content that it was requested for")
    func lateResponse() {
        var rig = Rig(configuration(events: [.response]))
        rig.facts.contentID = "second"
        rig.enter(.playing)
        rig.handle(.response(CMCDResponse(object: segment, contentID: "first", status: 200, requested: 1)))
        #expect(rig.sent.count == 1 && rig.sent[0].body.contains(#"cid="first""#))
    }

    @Test("reports the interval at the start and every 30 s while content is open")
    func interval() {
        var rig = Rig(configuration(events: [.interval]))
        rig.advance(by: 100)
        #expect(rig.sent.isEmpty)
        rig.enter(.starting)
        rig.acceptAll()
        for _ in 0..<3 {
            rig.advance(by: 30)
            rig.acceptAll()
        }
        #expect(rig.sent.count == 4)
        rig.enter(.ended)
        #expect(rig.reporter.deadline == nil)
    }

    @Test("reports the interval ten times a second at most")
    func shortestInterval() {
        var short = configuration(events: [.interval])
        short.targets[0].interval = 0.000_001
        var rig = Rig(short)
        rig.enter(.starting)
        rig.acceptAll()
        #expect(rig.sent.count == 1 && rig.reporter.deadline == 0.1)
    }

    @Test("collects events until a batch is full, or the first one has waited long enough")
    func batches() {
        var rig = Rig(configuration(events: [.playState], batch: 3))
        rig.enter(.starting)
        rig.enter(.playing)
        #expect(rig.sent.isEmpty)
        rig.enter(.paused)
        #expect(rig.sent.count == 1)
        #expect(rig.sent[0].body.split(separator: "\n").count == 3)
        #expect(!rig.sent[0].body.hasSuffix("\n"))
        rig.acceptAll()
        rig.enter(.playing)
        rig.advance(by: 9)
        #expect(rig.sent.count == 1)
        rig.advance(by: 1)
        #expect(rig.sent.count == 2)
    }

    @Test("sends what waits at the end")
    func end() {
        var rig = Rig(configuration(events: [.playState], batch: 50))
        rig.enter(.starting)
        rig.enter(.ended)
        #expect(rig.sent.count == 1)
    }

    @Test("sends a batch again after 429, 5xx and no answer, with the same numbers", arguments: [429, 500, 503, nil])
    func retries(status: Int?) {
        var rig = Rig(configuration(events: [.playState]))
        rig.enter(.starting)
        for attempt in 1...3 {
            #expect(rig.sent.count == attempt)
            if let status {
                rig.handle(.answered(target: 0, status: status, retryAfter: nil, random: 1))
            } else {
                rig.handle(.unanswered(target: 0, random: 1))
            }
            #expect(rig.sent.count == attempt)
            rig.advance(by: 60)
        }
        #expect(Set(rig.sent.map(\.body)).count == 1)
        #expect(rig.lost.isEmpty)
        rig.handle(.answered(target: 0, status: 200, retryAfter: nil, random: 1))
        #expect(rig.reporter.pendingReports == 0)
    }

    @Test("sends a part of a batch that failed again after the delay of failures, not that of batches")
    func retriedBatch() {
        var rig = Rig(configuration(events: [.playState], batch: 50))
        rig.enter(.starting)
        rig.enter(.ended)
        rig.handle(.answered(target: 0, status: 503, retryAfter: nil, random: 1))
        rig.advance(by: 1)
        #expect(rig.sent.count == 2)
    }

    @Test("waits longer after each failure, up to a minute, and as long as the server requests")
    func delays() {
        var rig = Rig(configuration(events: [.playState]))
        rig.enter(.starting)
        var waits: [Double] = []
        for _ in 0..<8 {
            rig.handle(.answered(target: 0, status: 503, retryAfter: nil, random: 1))
            let next = rig.reporter.deadline ?? 0
            waits.append(next - rig.now)
            rig.advance(by: next - rig.now)
        }
        #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60])
        rig.handle(.answered(target: 0, status: 429, retryAfter: 120, random: 1))
        #expect(rig.reporter.deadline == rig.now + 120)
        rig.advance(by: 120)
        rig.handle(.answered(target: 0, status: 429, retryAfter: .infinity, random: 1))
        #expect(rig.reporter.deadline == rig.now + 60)
    }

    @Test("sends larger batches after 429")
    func congestion() {
        var rig = Rig(configuration(events: [.playState]))
        rig.enter(.starting)
        rig.handle(.answered(target: 0, status: 429, retryAfter: nil, random: 1))
        rig.enter(.playing)
        rig.advance(by: 1)
        #expect(rig.sent.count == 2)
        #expect(rig.sent[1].body.split(separator: "\n").count == 2)
    }

    @Test("sends nothing more to a URL that answered 410, with any target")
    func gone() {
        var options = configuration(events: [.playState])
        options.targets.append(options.targets[0])
        if let other = URL(string: "http://127.0.0.1/other") {
            var target = options.targets[0]
            target.url = other
            options.targets.append(target)
        }
        var rig = Rig(options)
        rig.enter(.starting)
        #expect(rig.sent.map(\.target) == [0, 1, 2])
        rig.handle(.answered(target: 0, status: 410, retryAfter: nil, random: 0))
        rig.handle(.answered(target: 2, status: 200, retryAfter: nil, random: 0))
        rig.enter(.playing)
        #expect(rig.sent.map(\.target) == [0, 1, 2, 2])
        rig.advance(by: 1000)
        #expect(rig.sent.count == 4)
        #expect(rig.lost.map(\.target).contains(0))
    }

    @Test("drops a batch that the server refuses", arguments: [400, 403, 404, 413, 301])
    func refusal(status: Int) {
        var rig = Rig(configuration(events: [.playState]))
        rig.enter(.starting)
        rig.handle(.answered(target: 0, status: status, retryAfter: nil, random: 0))
        #expect(rig.lost.map(\.reports) == [1])
        rig.enter(.playing)
        #expect(rig.sent.count == 2)
    }

    @Test("keeps a limited number of reports for a collector that hangs, the latest ones")
    func hang() {
        var rig = Rig(configuration(events: [.playState]))
        for _ in 0..<5000 {
            rig.enter(.playing)
            rig.enter(.paused)
        }
        #expect(rig.sent.count == 1)
        #expect(rig.reporter.pendingReports == 5000)
        #expect(rig.lost.reduce(0) { $0 + $1.reports } == 5000)
        rig.handle(.answered(target: 0, status: 200, retryAfter: nil, random: 0))
        #expect(rig.sent.count == 2)
        #expect(rig.sent[1].body.split(separator: "\n").count == 100)
    }

    @Test("sends only selected keys, those that an event needs, and the version")
    func keys() {
        var options = configuration(events: [.playState])
        options.keys = [.sessionID]
        options.targets[0].keys = [.sessionID]
        var rig = Rig(options)
        rig.enter(.starting)
        #expect(rig.request(segment).text == #"sid="session",v=2"#)
        #expect(rig.sent[0].body == #"e=ps,sid="session",sta=s,ts=1700000000000,v=2"#)
    }

    @Test("sends valid custom keys, and a random identifier instead of an invalid one")
    func custom() throws {
        var options = configuration()
        options.sessionID = String(repeating: "x", count: 65)
        options.customKeys = [
            try #require(CMCDCustomKey("com.example-a")): "1", try #require(CMCDCustomKey("com.example-b")): "é",
            try #require(CMCDCustomKey("com.example-c")): String(repeating: "x", count: 65),
        ]
        var rig = Rig(options)
        let data = rig.request(segment)
        #expect(data.text(.sessionID) == "random")
        #expect(data[name: "com.example-a"] != nil && data[name: "com.example-b"] == nil && data[name: "com.example-c"] == nil)
    }
}
