import Foundation
import PlayheadCMCD
import PlayheadOrigin
import PlayheadSamples
import Synchronization
import TestSupport
import Testing

@testable import Playhead

@Suite("Reports of a session by CMCD", .enabled(if: Samples.arePossible), .timeLimit(.minutes(5)))
struct ClientDataTests {
    /// Plays a generated stream to its end, as fast as it can be decoded.
    /// - Returns: The session, which is closed.
    @discardableResult
    private func play(
        _ stream: String, from origin: LoopbackOrigin, query: String = "", _ cmcd: CMCDConfiguration?,
        configure: (inout PlayerConfiguration) -> Void = { _ in }
    ) async throws -> PlaybackSession {
        var configuration = PlayerConfiguration()
        configuration.audioOutput = .none
        configuration.pacing = .unpaced
        configuration.cmcd = cmcd
        configure(&configuration)
        let session = PlaybackSession(configuration: configuration)
        let url = origin.url(stream + query)
        await session.load([PlaylistEntry(sources: [ItemSource(url: url)], mediaID: "film")])
        await session.play()
        try await session.finished()
        await session.close()
        return session
    }

    private func start(_ recipe: SampleRecipe) async throws -> (origin: LoopbackOrigin, stream: String) {
        let place = try await Samples.streams.url(of: recipe)
        return (try await LoopbackOrigin.start(root: place.deletingLastPathComponent()), place.lastPathComponent)
    }

    /// A collector at `/collect`, which answers with `status`.
    private func collect(
        at origin: LoopbackOrigin, _ answer: @escaping @Sendable (Int) async throws -> OriginResponse = { _ in OriginResponse(status: 204) }
    ) -> CMCDTarget {
        let count = Mutex(0)
        origin.add(PathPattern("collect")) { _ in
            try await answer(
                count.withLock {
                    $0 += 1
                    return $0
                })
        }
        return CMCDTarget(url: origin.url("collect"))
    }

    @Test(
        "are valid and describe every request by the kind of its object", arguments: CMCDVersion.allCases,
        [CMCDConfiguration.Transport.query, .header])
    func requests(version: CMCDVersion, transport: CMCDConfiguration.Transport) async throws {
        let (origin, stream) = try await start(Samples.alternateAudio)
        var cmcd = CMCDConfiguration()
        cmcd.version = version
        cmcd.transport = transport
        let session = try await play(stream, from: origin, cmcd)
        let records = origin.clientData
        #expect(records.count == origin.requests.count)
        #expect(records.flatMap(\.problems).isEmpty, "\(records.flatMap(\.problems))")
        for record in records {
            let data = try #require(record.readings.first?.data)
            #expect(data.version == version)
            #expect(data.text(.sessionID) == session.clientDataSessionID)
            #expect(data.text(.contentID) == "film")
            let expected: CMCDObjectType? =
                record.path.hasSuffix(".m3u8") ? .manifest : record.path.contains("init") ? .initialization : nil
            if let expected { #expect(data.text(.objectType) == expected.rawValue, "\(record.path)") }
        }
        let kinds = Set(records.compactMap { $0.readings.first?.data.text(.objectType) })
        #expect(kinds == ["m", "i", "v", "a"], "\(kinds)")
        let video = try #require(records.last { $0.readings.first?.data.text(.objectType) == "v" }?.readings.first?.data)
        for key in [CMCDKey.bitrate, .bufferLength, .duration, .deadline, .topBitrate] {
            #expect(video[key] != nil, "\(key.rawValue): \(video.text)")
        }
        #expect(records.contains { $0.readings.first?.data[.nextObjects] != nil })
        #expect(records.contains { $0.readings.first?.data.flag(.isUrgent) ?? false })
        #expect(origin.clientDataSessions.gaps.isEmpty)
        await origin.stop()
    }

    @Test("do not change what is played, and are absent by default")
    func absent() async throws {
        let (origin, stream) = try await start(Samples.transportStream)
        let plain = try await play(stream, from: origin, nil)
        #expect(origin.clientData.isEmpty)
        #expect(plain.clientDataSessionID == nil)
        let paths = Set(origin.requests.map(\.path))
        origin.clearRequests()
        let reported = try await play(stream, from: origin, CMCDConfiguration())
        #expect(Set(origin.requests.map(\.path)) == paths)
        #expect(await reported.totalStatistics.framesShown == plain.totalStatistics.framesShown)
        await origin.stop()
    }

    @Test("describe events: states, responses, the interval and the end")
    func events() async throws {
        let (origin, stream) = try await start(Samples.alternateAudio)
        var cmcd = CMCDConfiguration()
        cmcd.targets = [collect(at: origin)]
        try await play(stream, from: origin, cmcd)
        let records = origin.clientData
        #expect(records.flatMap(\.problems).isEmpty, "\(records.flatMap(\.problems))")
        let events = records.filter { $0.path == "collect" }.flatMap(\.readings).map(\.data)
        let states = events.filter { $0.text(.event) == "ps" }.compactMap { $0.text(.state) }
        #expect(states.first.map { ["s", "d"].contains($0) } ?? false, "\(states)")
        #expect(states.contains("p") && states.contains("e"), "\(states)")
        #expect(events.filter { $0.text(.event) == "t" }.count == 1)
        #expect(events.filter { $0[.startDelay] != nil }.count == 1)
        let responses = events.filter { $0.text(.event) == "rr" }
        #expect(responses.count == origin.requests.filter { $0.path != "collect" }.count)
        for response in responses {
            #expect(response.integer(.responseCode) == 200)
            #expect(response[.timeToLastByte] != nil && response[.timeToFirstByte] != nil)
            #expect(!(response.text(.url)?.contains("?") ?? true))
        }
        #expect(origin.clientDataSessions.gaps.isEmpty, "\(origin.clientDataSessions.gaps)")
        await origin.stop()
    }

    /// Creates a session whose reports an origin collects.
    private func session(reportingTo origin: LoopbackOrigin) -> PlaybackSession {
        var configuration = PlayerConfiguration()
        configuration.audioOutput = .none
        configuration.pacing = .unpaced
        var cmcd = CMCDConfiguration()
        cmcd.targets = [collect(at: origin)]
        configuration.cmcd = cmcd
        return PlaybackSession(configuration: configuration)
    }

    @Test("name the content of the item that is loaded, also while another one plays")
    func contents() async throws {
        let (origin, stream) = try await start(Samples.transportStream)
        let session = session(reportingTo: origin)
        await session.load(["one", "two"].map { PlaylistEntry(sources: [ItemSource(url: origin.url(stream))], mediaID: $0) })
        await session.play()
        try await session.finished()
        await session.close()
        let records = origin.clientData
        let requests = records.filter { $0.path != "collect" }
        var paths: [String: Set<String>] = [:]
        for request in requests {
            let data = try #require(request.readings.first?.data)
            paths[data.text(.contentID) ?? "", default: []].insert(request.path)
        }
        #expect(paths.count == 2 && paths["one"] == Set(requests.map(\.path)) && paths["one"] == paths["two"], "\(paths)")
        let events = records.filter { $0.path == "collect" }.flatMap(\.readings).map(\.data)
        for content in ["one", "two"] {
            let responses = events.filter { $0.text(.event) == "rr" && $0.text(.contentID) == content }
            #expect(responses.count == requests.filter { $0.readings.first?.data.text(.contentID) == content }.count)
        }
        // The bit rate on the screen is not that of the item before.
        let started = try #require(events.first { $0.text(.contentID) == "two" && $0.text(.event) == "ps" })
        #expect(started[.playheadBitrate] == nil, "\(started.text)")
        await origin.stop()
    }

    @Test("of responses agree with the metric events: one for each request, with its status and times within its own")
    func metrics() async throws {
        let (origin, stream) = try await start(Samples.alternateAudio)
        let session = session(reportingTo: origin)
        let metrics = session.metricEvents(buffering: .unbounded)
        await session.load([PlaylistEntry(sources: [ItemSource(url: origin.url(stream))])])
        await session.play()
        try await session.finished()
        await session.close()
        var requests: [String: [MediaRequestMetric]] = [:]
        for await case let request as MediaRequestMetric in metrics { requests[request.url, default: []].append(request) }
        let responses = origin.clientData.filter { $0.path == "collect" }.flatMap(\.readings).map(\.data).filter { $0.text(.event) == "rr" }
        #expect(!responses.isEmpty && responses.count == requests.values.reduce(0) { $0 + $1.count })
        for response in responses {
            let url = try #require(response.text(.url))
            // Equal URLs are requested one after the other.
            let request = try #require(requests[url]?.first)
            requests[url]?.removeFirst()
            #expect(response.integer(.responseCode) == request.status)
            let last = try #require(response.integer(.timeToLastByte))
            let times = request.timings
            let (sent, arrived) = (try #require(times.sent), try #require(times.lastByte))
            let (least, most) = (((arrived - sent) * 1000).rounded(.down), ((times.end - times.start) * 1000).rounded(.up))
            #expect((least...most).contains(Double(last)))
        }
        await origin.stop()
    }

    @Test("contain no credential of a URL", arguments: [CMCDConfiguration.Transport.query, .header])
    func secrets(transport: CMCDConfiguration.Transport) async throws {
        let (origin, stream) = try await start(Samples.transportStream)
        var cmcd = CMCDConfiguration()
        cmcd.transport = transport
        cmcd.targets = [collect(at: origin)]
        try await play(stream, from: origin, query: "?token=sesame", cmcd)
        let texts = origin.clientData.flatMap(\.readings).map(\.data.text)
        #expect(!texts.isEmpty && !texts.contains { $0.contains("sesame") })
        #expect(origin.requests.contains { $0.query?.contains("token=sesame") ?? false })
        await origin.stop()
    }

    @Test("reach a collector that fails at first, each once", arguments: [429, 503])
    func failingCollector(status: Int) async throws {
        let (origin, stream) = try await start(Samples.transportStream)
        var cmcd = CMCDConfiguration()
        let failures = 2
        cmcd.targets = [
            collect(at: origin) { count in
                OriginResponse(status: count <= failures ? status : 204, text: "<html>\u{0}garbage")
            }
        ]
        cmcd.transport = .none
        var configuration = PlayerConfiguration()
        configuration.audioOutput = .none
        configuration.cmcd = cmcd
        let session = PlaybackSession(configuration: configuration)
        await session.load([PlaylistEntry(sources: [ItemSource(url: origin.url(stream))])])
        await session.play()
        // Answered requests are those that the collector accepted.
        try await session.finished()
        try await eventually("all reports arrived", within: 30) {
            session.clientData?.pendingReports == 0
        }
        await session.close()
        let posts = origin.requests.filter { $0.method == "POST" }
        #expect(posts.filter { $0.status == status }.count == failures)
        let accepted = zip(posts, origin.clientData.filter { $0.method == "POST" }).filter { $0.0.status == 204 }.flatMap { $0.1.readings }
        var check = CMCDSessionCheck()
        for reading in accepted { #expect(check.add(reading, target: "collect").isEmpty) }
        #expect(check.gaps().isEmpty)
        #expect(accepted.contains { $0.data.text(.state) == "e" })
        await origin.stop()
    }

    @Test("end for a collector that answers 410, and playback continues")
    func goneCollector() async throws {
        let (origin, stream) = try await start(Samples.transportStream)
        var cmcd = CMCDConfiguration()
        cmcd.targets = [collect(at: origin) { _ in OriginResponse(status: 410) }]
        let session = try await play(stream, from: origin, cmcd)
        #expect(origin.requests.filter { $0.method == "POST" }.count == 1)
        #expect(await session.totalStatistics.framesShown > 0)
        await origin.stop()
    }

    @Test("do not hold up playback or its end if the collector hangs")
    func hangingCollector() async throws {
        let (origin, stream) = try await start(Samples.transportStream)
        let (never, sink) = AsyncStream.makeStream(of: Never.self)
        var cmcd = CMCDConfiguration()
        cmcd.targets = [
            collect(at: origin) { _ in
                for await _ in never {}
                return OriginResponse(status: 204)
            }
        ]
        let session = try await play(stream, from: origin, cmcd)
        #expect(await session.totalStatistics.framesShown > 0)
        #expect(session.clientData?.pendingReports ?? 0 > 1, "the session is closed, and its reports are dropped")
        sink.finish()
        await origin.stop()
    }

    @Test(
        "do not hold up the end if the answers of the collector never end, or take longer than the time limit of the test",
        arguments: [Fault.Kind.stall(afterBytes: 1), .bandwidth(bytesPerSecond: 1)])
    func drippingCollector(fault: Fault.Kind) async throws {
        let (origin, stream) = try await start(Samples.transportStream)
        var cmcd = CMCDConfiguration()
        cmcd.targets = [collect(at: origin) { _ in OriginResponse(text: String(repeating: "slow", count: 500)) }]
        origin.addFault(Fault(path: "collect", kind: fault))
        let session = try await play(stream, from: origin, cmcd)
        #expect(session.clientData?.pendingReports ?? 0 > 0, "no report begins after the time for the end")
        await origin.stop()
    }

    @Test("are sent through the loader of an app, which sees them in the request")
    func appLoader() async throws {
        let (origin, stream) = try await start(Samples.transportStream)
        let loader = LoaderOfApp(fields: [(CMSD.dynamicField, #""edge";etp=20000;rtt=8;mb=300"#), (CMSD.staticField, "at=1000,ot=v")])
        var cmcd = CMCDConfiguration()
        cmcd.followsServerLimits = true
        let session = try await play(stream, from: origin, cmcd) { $0.network.loader = loader }
        #expect(origin.clientData.count == origin.requests.count)
        #expect(origin.clientData.flatMap(\.problems).isEmpty)
        #expect(session.serverData?.edge?.estimatedThroughput == 20_000_000)
        #expect(session.serverData?.object?.available == 1)
        #expect(session.serverData?.maximumBitrate == 300_000)
        try await eventually("the limit of the server is followed") { await session.serverLimit == 300_000 }
        await origin.stop()
    }

    @Test("of 20 or 100 sessions are valid, and none is missing")
    func hundredSessions() async throws {
        let (origin, stream) = try await start(Samples.alternateAudio)
        let target = collect(at: origin)
        let (sessions, width) = (TestScale.pick(long: 100, short: 20), 5)
        for group in 0..<(sessions / width) {
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for index in 0..<width {
                    let number = group * width + index
                    tasks.addTask {
                        var cmcd = CMCDConfiguration()
                        cmcd.version = number.isMultiple(of: 4) ? .one : .two
                        cmcd.transport = number.isMultiple(of: 2) ? .query : .header
                        cmcd.targets = [target]
                        cmcd.targets[0].batchSize = 1 + number % 7
                        cmcd.targets[0].events = Set(CMCDEvent.allCases)
                        try await play(stream, from: origin, cmcd)
                    }
                }
                try await tasks.waitForAll()
            }
        }
        let records = origin.clientData
        #expect(records.count == origin.requests.count)
        let problems = records.flatMap(\.problems)
        #expect(problems.isEmpty, "\(problems.prefix(10))")
        #expect(origin.clientDataSessions.identifiers.count == sessions)
        #expect(origin.clientDataSessions.gaps.isEmpty, "\(origin.clientDataSessions.gaps)")
        await origin.stop()
    }
}

/// The loader of an app, which adds header fields to responses.
private struct LoaderOfApp: Loader {
    let base = URLLoader()
    let fields: [(name: String, value: String)]

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        var response = try await base.load(request)
        for field in fields { response.headers.append(field.name, field.value) }
        return response
    }
}

extension PlaybackSession {
    fileprivate var serverLimit: Int? { settings.serverBitrateLimit }
}
