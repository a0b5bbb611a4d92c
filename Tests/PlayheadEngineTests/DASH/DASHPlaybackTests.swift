import Foundation
import PlayheadCore
import PlayheadSamples
import PlayheadTestKit
import PlayheadTransport
import Testing

@testable import PlayheadEngine

@Suite("Playback of DASH", .enabled(if: Samples.areThere), .timeLimit(.minutes(2)))
struct DASHPlaybackTests {
    private static let frame = 1.0 / 30

    /// Plays a manifest to its end, and returns the rig.
    private func play(_ manifest: String) async throws -> EngineRig {
        let origin = try await DASHOrigin { manifest }
        let url = try #require(URL(string: origin.manifestURL))
        let rig = EngineRig(url, loader: origin)
        _ = try await rig.open()
        rig.start()
        try await rig.ended()
        return rig
    }

    private func presentation(_ periods: String) -> String {
        "<MPD type=\"static\" mediaPresentationDuration=\"PT5S\"><Period duration=\"PT2S\">\(periods)</Period></MPD>"
    }

    /// Whether pictures follow each other without a gap.
    private func isContinuous(_ rig: EngineRig) -> Bool {
        let times = rig.screen.shown.map(\.time)
        return zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - Self.frame) < 0.002 }
    }

    @Test("All frames and all sound of a manifest of FFmpeg are played, also if it names no codecs", arguments: [true, false])
    func original(hasCodecs: Bool) async throws {
        let manifest = try await DASHOrigin.original()
        let rig = try await play(hasCodecs ? manifest : manifest.replacing(#/\scodecs="[^"]*"/#, with: ""))
        #expect(rig.screen.stamps == Array(0..<180).map(Optional.some) && isContinuous(rig))
        #expect(abs(rig.engine.statistics.audioFrames - 288_000) < 3000)
        #expect(rig.warnings == [])
        try await rig.close()
    }

    @Test("Periods are joined without a gap, and a seek finds the exact frame in each of them")
    func periods() async throws {
        let first = DASHOrigin.pictures("duration=\"1\"/>")
        let second = DASHOrigin.pictures("duration=\"1000\" timescale=\"1000\" startNumber=\"4\" presentationTimeOffset=\"3000\"/>")
        let manifest = presentation(first + "</Period><Period duration=\"PT3S\">" + second)
        let rig = try await play(manifest)
        #expect(rig.screen.stamps == (Array(0..<60) + Array(90..<180)).map(Optional.some) && isContinuous(rig))
        for (id, (time, stamp)) in [(2.0, 90), (1.99, 59), (4.95, 178), (0.5, 15), (2.5, 105)].enumerated() {
            rig.screen.wipe()
            let reached = try await rig.seek(id + 1, to: time + 0.001)
            #expect(abs(reached - time) < Self.frame && rig.screen.stamps.last == stamp, "\(time) s: \(rig.screen.stamps)")
        }
        try await rig.close()
    }

    @Test(
        "A period that ends or begins in the middle of a segment shows its own frames only",
        arguments: ["><SegmentTimeline><S t=\"40\" d=\"10\" r=\"1\"/></SegmentTimeline></SegmentTemplate>", " duration=\"10\"/>"])
    func cutPeriods(segments: String) async throws {
        let first = DASHOrigin.pictures("duration=\"1\"/>")
        // The second period begins 0.2 s after the start of its first segment.
        let second = DASHOrigin.pictures("timescale=\"10\" startNumber=\"5\" presentationTimeOffset=\"42\"" + segments)
        let manifest =
            "<MPD type=\"static\"><Period duration=\"PT1.5S\">\(first)</Period><Period duration=\"PT1.8S\">\(second)</Period></MPD>"
        let rig = try await play(manifest)
        #expect(rig.screen.stamps == (Array(0..<45) + Array(126..<180)).map(Optional.some), "\(rig.screen.stamps)")
        #expect(isContinuous(rig))
        try await rig.close()
    }

    @Test("The duration includes a last period without pictures, whose sound a seek finds")
    func soundAtTheEnd() async throws {
        func sound(_ attributes: String) -> String {
            DASHOrigin.pictures(attributes).replacing("video", with: "audio").replacing("stream0", with: "stream1")
                .replacing("avc1.42c00c", with: "mp4a.40.2")
        }
        let first = DASHOrigin.pictures("duration=\"1\"/>") + sound("duration=\"1\"/>")
        let second = sound("duration=\"1\" startNumber=\"3\" presentationTimeOffset=\"2\"/>")
        let manifest = presentation(first + "</Period><Period duration=\"PT3S\">" + second)
        let origin = try await DASHOrigin { manifest }
        let rig = EngineRig(try #require(URL(string: origin.manifestURL)), loader: origin)
        #expect(try await rig.open().duration == 5)
        let reached = try await rig.seek(1, to: 4)
        rig.start()
        try await rig.ended()
        #expect(abs(reached - 4) < 0.01 && rig.engine.statistics.audioFrames > 40_000 && rig.warnings == [])
        try await rig.close()
    }

    @Test(
        "Sound goes on without a hole at another bit rate if one is missing, from its first segment or a later one on", arguments: [0, 3])
    func soundRates(published: Int) async throws {
        let original = try await DASHOrigin.original()
        let start = try #require(original.range(of: "<Representation id=\"1\"")).lowerBound
        let end = try #require(original.range(of: "</Representation>", range: start..<original.endIndex)).upperBound
        let sound = original[start..<end].replacing(#/\sbandwidth="\d+"/#, with: "")
        // The same files at two places.
        let rates = [("low", 64_000), ("high", 128_000)].map { host, bandwidth in
            let base = "><BaseURL>http://\(host).test/</BaseURL>"
            return String(sound).replacing("id=\"1\"", with: "id=\"1\" bandwidth=\"\(bandwidth)\"", maxReplacements: 1)
                .replacing(">", with: base, maxReplacements: 1)
        }
        let text = String(original[..<start]) + rates.joined() + String(original[end...])
        let origin = try await DASHOrigin(
            answer: { request in
                let number = Int(request.url.lastPathComponent.dropLast(4).suffix(5)) ?? 0
                guard request.url.host == "high.test", published == 0 || number > published else { return nil }
                throw LoadError(.status(404), kind: request.kind, url: request.url)
            }, { text })
        let rig = EngineRig(try #require(URL(string: origin.manifestURL)), loader: origin)
        _ = try await rig.open()
        rig.start()
        try await rig.ended()
        #expect(rig.screen.stamps == Array(0..<180).map(Optional.some))
        #expect(abs(rig.engine.statistics.audioFrames - 288_000) < 3000, "\(rig.engine.statistics.audioFrames)")
        #expect(rig.warnings.map(\.kind) == [.segmentStatus(404)])
        let hosts = origin.urls.filter { $0.lastPathComponent.hasPrefix("chunk-stream1") }.map { $0.host ?? "" }
        // A segment is requested beside its initialization segment.
        #expect(hosts.contains("low.test") && (published == 0 || hosts.contains("high.test")), "\(hosts)")
        try await rig.close()
    }

    @Test("A live presentation is followed by its clock and its updates to its end")
    func live() async throws {
        let clock = ManualClock()
        let began = clock.now
        // The first two segments are there at the start, and one more with each second.
        let origin = try await DASHOrigin {
            let count = min(6, 3 + Int(saturating: clock.now - began, rounding: .down))
            let isOver = count == 6
            let timeline =
                "timescale=\"10\"><SegmentTimeline><S t=\"0\" d=\"10\" r=\"\(count - 1)\"/></SegmentTimeline></SegmentTemplate>"
            let kind = isOver ? "type=\"static\" mediaPresentationDuration=\"PT6S\"" : "type=\"dynamic\" minimumUpdatePeriod=\"PT1S\""
            let direct = "<UTCTiming schemeIdUri=\"urn:mpeg:dash:utc:direct:2014\" value=\"2024-01-01T00:00:03Z\"/>"
            return """
                <MPD \(kind) availabilityStartTime="2024-01-01T00:00:00Z" suggestedPresentationDelay="PT2S">\(isOver ? "" : direct)
                <Period start="PT0S">\(DASHOrigin.pictures(timeline))</Period></MPD>
                """
        }
        let url = try #require(URL(string: origin.manifestURL))
        let rig = EngineRig(url, loader: origin) { configuration in
            configuration.clock = clock
            configuration.pacing = .realTime
        }
        let description = try await rig.open()
        let window = try #require(description.window)
        #expect(abs(window.edge - 3) < 0.1 && abs(window.targetLatency - 2) < 0.01 && description.duration == .infinity)
        rig.start()
        try await rig.run(clock) { if case .ended = $0 { true } else { false } }
        let stamps = rig.screen.stamps.compactMap(\.self)
        #expect(stamps.last == 179 && stamps.first == 30, "\(stamps)")
        #expect(zip(stamps, stamps.dropFirst()).allSatisfy { $1 == $0 + 1 } && rig.waits.count <= 1, "\(rig.waits)")
        #expect(rig.log.all.contains { if case .durationChanged(let duration) = $0 { abs(duration - 6) < 0.01 } else { false } })
        try await rig.close()
    }

    @Test("A live presentation that becomes static without a duration ends with what was available then, and with a warning")
    func undeclaredEnd() async throws {
        let clock = ManualClock()
        let began = clock.now
        let origin = try await DASHOrigin {
            let isOver = clock.now - began > 2
            return """
                <MPD type="\(isOver ? "static" : "dynamic")" minimumUpdatePeriod="PT0.7S" availabilityStartTime="2024-01-01T00:00:00Z"
                suggestedPresentationDelay="PT2S"><UTCTiming schemeIdUri="urn:mpeg:dash:utc:direct:2014" value="2024-01-01T00:00:03Z"/>
                <Period start="PT0S">\(DASHOrigin.pictures("duration=\"1\"/>"))</Period></MPD>
                """
        }
        let rig = try DASHRig(origin, on: clock)
        try await rig.play(nil)
        // The static version is loaded 5.1 s after the beginning.
        let durations = rig.rig.log.all.compactMap { if case .durationChanged(let duration) = $0 { duration } else { nil } }
        #expect(rig.failure == nil && rig.rig.screen.stamps.last == 149, "\(rig.rig.screen.stamps)")
        #expect(durations.allSatisfy { abs($0 - 5) < 0.01 } && !durations.isEmpty, "\(durations)")
        #expect(rig.rig.warnings.contains { $0.underlying?.contains("no end") == true }, "\(rig.rig.warnings)")
        try await rig.close()
    }

    @Test(
        "The distance from the live edge counts from the production of the media if the described latency refers to it",
        arguments: [("7", 2.0), ("8", 2.5), (nil, 2.5)] as [(String?, Double)])
    func production(reference: String?, latency: Double) async throws {
        // The media were produced half a second before their time on the timeline.
        let entries = "timescale=\"10\"><SegmentTimeline><S t=\"0\" d=\"10\" r=\"5\"/></SegmentTimeline></SegmentTemplate>"
        let produced = "<ProducerReferenceTime id=\"7\" presentationTime=\"20\" wallClockTime=\"2024-01-01T00:00:01.500Z\"/>"
        let attribute = reference.map { " referenceId=\"\($0)\"" } ?? ""
        let origin = try await DASHOrigin {
            """
            <MPD type="dynamic" minimumUpdatePeriod="PT1S" availabilityStartTime="2024-01-01T00:00:00Z">
            <UTCTiming schemeIdUri="urn:mpeg:dash:utc:direct:2014" value="2024-01-01T00:00:06Z"/>
            <ServiceDescription><Latency target="2500"\(attribute)/></ServiceDescription>
            <Period start="PT0S">\(DASHOrigin.pictures(entries + produced))</Period></MPD>
            """
        }
        let rig = try DASHRig(origin, on: ManualClock())
        let window = try #require(try await rig.rig.open().window)
        #expect(abs(window.targetLatency - latency) < 0.01, "\(window.targetLatency) s")
        try await rig.rig.close()
    }

    @Test("A live period that is listed as a whole when it begins does not move the live edge ahead of the clock")
    func wholePeriod() async throws {
        let clock = ManualClock()
        let origin = try await DASHOrigin {
            let periods = [0, 3].map { start in
                let timeline = "<SegmentTimeline><S t=\"\(start)\" d=\"1\" r=\"2\"/></SegmentTimeline></SegmentTemplate>"
                let pictures = DASHOrigin.pictures("startNumber=\"\(start + 1)\" presentationTimeOffset=\"\(start)\">\(timeline)")
                return "<Period start=\"PT\(start)S\" duration=\"PT3S\">\(pictures)</Period>"
            }
            return """
                <MPD type="dynamic" minimumUpdatePeriod="PT1S" availabilityStartTime="2024-01-01T00:00:00Z"
                suggestedPresentationDelay="PT2S"><UTCTiming schemeIdUri="urn:mpeg:dash:utc:direct:2014" value="2024-01-01T00:00:03Z"/>
                \(periods.joined())</MPD>
                """
        }
        let rig = EngineRig(try #require(URL(string: origin.manifestURL)), loader: origin) { configuration in
            configuration.clock = clock
            configuration.pacing = .realTime
        }
        let description = try await rig.open()
        let window = try #require(description.window)
        #expect(abs(window.edge - 3) < 0.1, "\(window)")
        try await rig.close()
    }

    @Test("A last segment that follows from a rounded duration may be missing")
    func rounded() async throws {
        let pictures = DASHOrigin.pictures("duration=\"1\"/>")
        let rig = try await play("<MPD type=\"static\" mediaPresentationDuration=\"PT6.02S\"><Period>\(pictures)</Period></MPD>")
        #expect(rig.screen.stamps == Array(0..<180).map(Optional.some))
        #expect(rig.warnings.map(\.kind) == [.segmentStatus(404)])
        try await rig.close()
    }

    @Test("A presentation without anything to play, or that begins later, says why")
    func nothingToPlay() async throws {
        let early = """
            <MPD type="dynamic" availabilityStartTime="2100-01-01T01:00:00Z"><UTCTiming schemeIdUri="urn:mpeg:dash:utc:direct:2014"
            value="2100-01-01T00:00:00Z"/><Period start="PT0S">\(DASHOrigin.pictures("duration=\"1\"/>"))</Period></MPD>
            """
        let endless = "<MPD type=\"static\"><Period>\(DASHOrigin.pictures("duration=\"1\"/>"))</Period></MPD>"
        let protected = presentation(
            DASHOrigin.pictures("duration=\"1\"/><ContentProtection schemeIdUri=\"urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed\"/>"))
        let cases: [(String, PlaybackError.Kind, String)] = [
            (early, .manifestEmpty, "begins in"), (presentation(""), .manifestEmpty, "no pictures"),
            (endless, .manifestEmpty, "no end"), (protected, .protectedContent, "Widevine"),
            ("<MPD>", .manifestInvalid, "line 1"),
        ]
        for (manifest, kind, reason) in cases {
            let origin = try await DASHOrigin { manifest }
            let rig = EngineRig(try #require(URL(string: origin.manifestURL)), loader: origin)
            let error = try await rig.openingFailure()
            #expect(error.kind == kind && error.underlying?.contains(reason) != false, "\(error)")
            try await rig.close()
        }
    }

    @Test("Captions that only a later period has are offered")
    func laterCaptions() async throws {
        let first = DASHOrigin.pictures("duration=\"1\"/>")
        let second = DASHOrigin.pictures("duration=\"1\" startNumber=\"4\" presentationTimeOffset=\"3\"/>")
        let text = """
            <AdaptationSet contentType="text" lang="en"><Representation id="t" bandwidth="1" mimeType="text/vtt"><BaseURL>t.vtt</BaseURL>
            </Representation></AdaptationSet>
            """
        let manifest = presentation(first + "</Period><Period duration=\"PT1S\">" + second + text + "</Period><Period>" + second + text)
        let origin = try await DASHOrigin { manifest }
        let rig = EngineRig(try #require(URL(string: origin.manifestURL)), loader: origin)
        #expect(try await rig.open().captionsTracks.map(\.language) == [nil, "en"])
        try await rig.close()
    }

    @Test("Sets of one line are different ones")
    func oneLine() async throws {
        let pictures = DASHOrigin.pictures("duration=\"1\"/>")
        let other = pictures.replacing("avc1.42c00c", with: "hvc1.1.6.L60").replacing("id=\"0\"", with: "id=\"1\"")
        let texts = ["en", "de"].map { language in
            "<AdaptationSet contentType=\"text\" lang=\"\(language)\"><Representation id=\"\(language)\" bandwidth=\"1\" "
                + "mimeType=\"text/vtt\"><BaseURL>\(language).vtt</BaseURL></Representation></AdaptationSet>"
        }
        let manifest = presentation(pictures + other + texts.joined()).replacing("\n", with: " ")
        let origin = try await DASHOrigin { manifest }
        let rig = EngineRig(try #require(URL(string: origin.manifestURL)), loader: origin)
        let description = try await rig.open()
        #expect(description.captionsTracks.map(\.language) == [nil, "en", "de"] && description.levels.count < 3)
        try await rig.close()
    }
}
