import Foundation
import PlayheadCMCD
import TestSupport
import Testing

@Suite("Conformance of the reporter of CMCD")
struct CMCDReporterConformanceTests {
    /// Runs a session with random facts, objects and answers, and validates all that it sends.
    private func run(seed: UInt64, version: CMCDVersion, checking check: inout CMCDSessionCheck) throws {
        var random = SeededGenerator(seed: seed)
        var options = CMCDConfiguration()
        options.version = version
        options.contentID = "content"
        options.customKeys = [try #require(CMCDCustomKey("com.example-k")): "v"]
        for name in ["a", "b"] {
            var target = CMCDTarget(url: try #require(URL(string: "http://127.0.0.1/\(name)")))
            target.events = Set(CMCDEvent.allCases)
            target.batchSize = Int.random(in: 1...5, using: &random)
            options.targets.append(target)
        }
        var reporter = CMCDReporter(options, randomID: "session-\(version.rawValue)-\(seed)", at: 0)
        var facts = CMCDFacts()
        facts.format = .hls
        var now = 0.0
        var sending: [(target: Int, body: String)] = []
        func validate(_ readings: [CMCDReading], target: String) {
            for reading in readings {
                #expect(reading.problems.isEmpty, "\(reading.problems)\n\(reading.data.text)")
                let found = check.add(reading, target: target)
                #expect(found.isEmpty, "\(found)")
            }
        }
        func perform(_ outputs: [CMCDReporter.Output]) {
            for output in outputs {
                guard case .send(let target, _, let body) = output else { continue }
                sending.append((target, body))
            }
        }
        for _ in 0..<120 {
            now += Double.random(in: 0...4, using: &random)
            let time = CMCDTime(monotonic: now, wall: 1_700_000_000 + now)
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1:
                facts.state = CMCDPlayerState.allCases.randomElement(using: &random)
                facts.rate = [1, 1, 1.5, 2].randomElement(using: &random) ?? 1
                facts.contentID = ["film", "series"].randomElement(using: &random)
                facts.streamType = CMCDStreamType.allCases.randomElement(using: &random)
                facts.playhead = HostileDouble.any(&random)
                facts.bufferLength = HostileDouble.any(&random)
                facts.isSilent = .random(using: &random)
                facts.isBackgrounded = .random(using: &random)
                perform(reporter.handle(.facts(facts), at: time))
            case 2, 3, 4:
                var object = CMCDObject(
                    url: "http://h\(Int.random(in: 0...2, using: &random))/p/s.m4s",
                    kind: CMCDObjectType.allCases.randomElement(using: &random))
                object.bitrate = HostileDouble.any(&random)
                object.topBitrate = HostileDouble.any(&random)
                object.duration = HostileDouble.any(&random)
                object.lead = HostileDouble.any(&random)
                object.throughput = HostileDouble.any(&random)
                object.targetBufferLength = HostileDouble.any(&random)
                object.bufferLength = HostileDouble.any(&random)
                object.next = [CMCDObject.Next(url: "http://h0/q/t:x.m4s", range: "0-99"), CMCDObject.Next(url: "http://h0/p//")]
                let (data, outputs) = reporter.request(object, at: time)
                perform(outputs)
                let headers = try #require(CMCDReader.request(headers: data.headers.map { ($0.name.rawValue, $0.value) }, query: nil))
                let query = try #require(CMCDReader.request(headers: [], query: data.queryItem))
                #expect(headers.problems.isEmpty, "\(headers.problems)")
                #expect(headers.data == query.data)
                validate([query], target: "")
                if Bool.random(using: &random) {
                    var response = CMCDResponse(object: object, status: 200, requested: 1_700_000_000 + now)
                    response.firstByte = HostileDouble.any(&random)
                    response.staticServerData = "br=1\r\n\u{7F}é"
                    perform(reporter.handle(.response(response), at: time))
                }
            case 5: perform(reporter.handle(.event([.mute, .adStart, .skip].randomElement(using: &random) ?? .mute), at: time))
            case 6: perform(reporter.handle(.error("code \(seed)"), at: time))
            default: perform(reporter.handle(.wake, at: time))
            }
            // A collector receives a batch that fails after it has arrived twice, so that only answered ones are validated.
            while let batch = sending.popLast() {
                guard Int.random(in: 0..<4, using: &random) > 0 else {
                    perform(reporter.handle(.unanswered(target: batch.target, random: 0.5), at: time))
                    continue
                }
                validate(
                    CMCDReader.report(body: Array(batch.body.utf8), contentType: CMCDData.mediaType),
                    target: "\(batch.target)")
                perform(reporter.handle(.answered(target: batch.target, status: 204, retryAfter: nil, random: 0.5), at: time))
            }
        }
    }

    @Test("sends only valid data in 20 or 100 random sessions, and loses no number", arguments: CMCDVersion.allCases)
    func sessions(version: CMCDVersion) throws {
        var check = CMCDSessionCheck()
        let count = TestScale.pick(long: 100, short: 20)
        for seed in 0..<UInt64(count) { try run(seed: seed, version: version, checking: &check) }
        #expect(check.sessions.count == count)
        #expect(check.gaps().isEmpty, "\(check.gaps())")
    }
}

/// Numbers as measurements have them, and others.
private enum HostileDouble {
    static func any(_ random: inout SeededGenerator) -> Double? {
        let hostile: [Double?] = [nil, 0, -1, .nan, .infinity, -.infinity, 1e18, 1e308]
        return Bool.random(using: &random)
            ? Double.random(in: 0...10_000_000, using: &random) : hostile.randomElement(using: &random) ?? nil
    }
}
