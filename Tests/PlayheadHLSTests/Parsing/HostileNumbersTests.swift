import TestSupport
import Testing

@testable import PlayheadHLS

/// Every number in a playlist, with extreme values.
@Suite struct HostileNumbersTests {
    /// Lines of media playlists; `%` is replaced by the number.
    private static let mediaLines = [
        "#EXT-X-VERSION:%", "#EXT-X-TARGETDURATION:%", "#EXT-X-MEDIA-SEQUENCE:%", "#EXT-X-DISCONTINUITY-SEQUENCE:%",
        "#EXT-X-PART-INF:PART-TARGET=%", "#EXT-X-SKIP:SKIPPED-SEGMENTS=%", "#EXT-X-START:TIME-OFFSET=%",
        "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=%,HOLD-BACK=%,PART-HOLD-BACK=%,CAN-BLOCK-RELOAD=YES", "#EXT-X-BITRATE:%",
        "#EXT-X-BYTERANGE:%",
        "#EXT-X-BYTERANGE:%@%", "#EXT-X-BYTERANGE:1@%", "#EXTINF:%,", "#EXT-X-MAP:URI=\"m\",BYTERANGE=\"%@%\"",
        "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=%",
        "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\",KEYFORMATVERSIONS=\"%\"", "#EXT-X-PROGRAM-DATE-TIME:%",
        "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:%Z", "#EXT-X-PART:URI=\"p\",DURATION=%,BYTERANGE=\"%@%\"",
        "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"p\",BYTERANGE-START=%,BYTERANGE-LENGTH=%",
        "#EXT-X-RENDITION-REPORT:URI=\"r\",LAST-MSN=%,LAST-PART=%",
        "#EXT-X-DATERANGE:ID=\"d\",START-DATE=\"2026-01-01T00:00:00Z\",DURATION=%,PLANNED-DURATION=%,X-RESUME-OFFSET=%",
        "#EXT-X-CUE-OUT:%", "#EXT-X-CUE-OUT-CONT:%/%", "#EXT-X-CUE-OUT-CONT:ElapsedTime=%,Duration=%",
    ]

    /// Lines of multivariant playlists.
    private static let multivariantLines = [
        "#EXT-X-STREAM-INF:BANDWIDTH=%,AVERAGE-BANDWIDTH=%,SCORE=%,RESOLUTION=%x%,FRAME-RATE=%\nv.m3u8",
        "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=%,URI=\"i\"",
        "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"n\",BIT-DEPTH=%,SAMPLE-RATE=%,CHANNELS=\"%\",INSTREAM-ID=\"SERVICE%\"",
    ]

    private func filled(_ line: String, _ number: String) -> String {
        line.split(separator: "%", omittingEmptySubsequences: false).joined(separator: number)
    }

    private func text(_ line: String) -> String {
        """
        #EXTM3U
        #EXT-X-TARGETDURATION:4
        \(line)
        #EXTINF:4,
        a.ts
        \(line)
        #EXTINF:4,
        b.ts
        #EXT-X-PART:URI="p",DURATION=1

        """
    }

    @Test(
        "hostile numbers in media playlists are read or reported, and all derived values are computed", arguments: mediaLines)
    func mediaPlaylists(line: String) throws {
        for number in HostileNumbers.texts {
            let playlist = try media(text(filled(line, number)))
            #expect(playlist.segments.count == 2)
            for segment in playlist.segments {
                #expect((0...Numbers.maximumTime).contains(segment.duration))
                #expect(segment.startTime.isFinite && segment.endTime.isFinite)
                #expect(segment.bitrate.map { $0 <= 1_000_000_000 } ?? true)
                #expect(segment.byteRange.map { $0.end > 0 || $0.length == 0 } ?? true)
            }
            let again = try media(playlist.text)
            #expect(again.segments.map(\.duration) == playlist.segments.map(\.duration), "\(number)")
            var whole = playlist
            whole.skipped = nil
            use(LivePlaylist(whole))
        }
    }

    @Test("hostile numbers in multivariant playlists are read or reported", arguments: multivariantLines)
    func multivariantPlaylists(line: String) throws {
        for number in HostileNumbers.texts {
            let playlist = try multivariant("#EXTM3U\n" + filled(line, number) + "\n")
            for variant in playlist.variants {
                #expect((0...1_000_000_000_000).contains(variant.bandwidth))
                #expect(variant.resolution.map { (0...65_535).contains($0.width) && (0...65_535).contains($0.height) } ?? true)
                #expect(variant.frameRate.map { (0...100_000).contains($0) } ?? true)
            }
            _ = try multivariant(playlist.text)
        }
    }

    @Test("a number out of range is reported with its line")
    func warnings() throws {
        let playlist = try multivariant("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=9223372036854775807,RESOLUTION=70000x90\nv.m3u8\n")
        #expect(playlist.variants[0].bandwidth == 0 && playlist.variants[0].resolution == nil)
        #expect(
            playlist.warnings.map { "line \($0.line): \($0.message)" } == [
                "line 2: #EXT-X-STREAM-INF: the value of BANDWIDTH is invalid",
                "line 2: #EXT-X-STREAM-INF: the value of RESOLUTION is invalid",
            ])
        let rates = try media("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-BITRATE:2305843009213693951\n#EXTINF:4,\na.ts\n")
        #expect(rates.segments[0].bitrate == nil && rates.warnings.map(\.line) == [3])
    }

    /// Reads all derived values of a live playlist.
    private func use(_ live: LivePlaylist) {
        _ = live.timing
        _ = live.seekableRange(lowLatency: true)
        #expect(live.startPosition().isFinite)
        #expect(live.startPosition(lowLatency: true).isFinite)
        _ = live.nextDirectives(age: 0)
        _ = live.directives(forRendition: "https://cdn.example/live/r")
        _ = live.alignment(with: live)
        _ = live.segment(mediaSequence: .max)
        _ = live.segment(mediaSequence: .min)
        _ = live.wallClock.date(at: 1e9)
    }

    // MARK: - Reloads

    private func reload(_ sequence: String, _ discontinuities: String, _ names: [String], isDiscontinuous: Bool = false) -> [UInt8] {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:\(sequence)\n#EXT-X-DISCONTINUITY-SEQUENCE:\(discontinuities)\n"
        for name in names { text += (isDiscontinuous ? "#EXT-X-DISCONTINUITY\n" : "") + "#EXTINF:4,\n\(name).ts\n" }
        return Array(text.utf8)
    }

    @Test("repeated restarts and leaps of discontinuity sequence numbers do not accumulate", arguments: [1, -1])
    func leapingDiscontinuities(sign: Int) throws {
        let (low, high) = (String(-sign * Numbers.maximumInteger), String(sign * Numbers.maximumInteger))
        var live = try LivePlaylist(parsing: reload("0", low, ["a", "b"]))
        var numbers = live.playlist.segments.map(\.discontinuitySequence)
        for round in 1...40 {
            // The origin restarts, and leaps after a gap.
            let started = try live.update(reload("0", low, ["s\(round)", "t\(round)"]))
            #expect(started.continuity == .restarted)
            numbers += live.playlist.segments.map(\.discontinuitySequence)
            _ = try live.update(reload("4", high, ["u\(round)", "v\(round)"]))
            numbers += live.playlist.segments.map(\.discontinuitySequence)
        }
        #expect(numbers == numbers.sorted(), "discontinuities count up")
        let spread = try #require(numbers.last).subtractingReportingOverflow(try #require(numbers.first))
        #expect(!spread.overflow && spread.partialValue < 200 * 1_000_000)
    }

    @Test("reloads with hostile sequence numbers keep a valid list", arguments: 0..<8)
    func hostileReloads(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var live = try LivePlaylist(parsing: reload("0", "0", ["a", "b", "c"]))
        var other = try LivePlaylist(parsing: reload("5", "9223372036854775807", ["a", "b", "c"]))
        for round in 0..<400 {
            let sequence = Bool.random(using: &random) ? String(round) : HostileNumbers.texts.randomElement(using: &random) ?? ""
            let discontinuities = HostileNumbers.texts.randomElement(using: &random) ?? ""
            let names = (0..<Int.random(in: 0...3, using: &random)).map { "n\(round % 3)-\($0)" }
            let bytes = reload(sequence, discontinuities, names, isDiscontinuous: Bool.random(using: &random))
            _ = try? live.update(bytes)
            if Bool.random(using: &random) { _ = try? other.update(bytes) }
            use(live)
            _ = live.alignment(with: other)
            _ = other.alignment(with: live)
            for segment in live.playlist.segments { #expect(abs(segment.discontinuitySequence) < 1 << 62) }
        }
    }

    @Test("playlists made by an app from any integers can be merged")
    func integersOfApps() throws {
        for one in HostileNumbers.integers {
            for other in HostileNumbers.integers {
                var live = LivePlaylist(made(sequence: one, discontinuities: other))
                for number in HostileNumbers.integers {
                    _ = try? live.update(made(sequence: number, discontinuities: one))
                    _ = try? live.update(made(sequence: other, discontinuities: number))
                    use(live)
                }
            }
        }
    }

    private func made(sequence: Int, discontinuities: Int) -> MediaPlaylist {
        var playlist = MediaPlaylist(url: "https://cdn.example/live/video.m3u8")
        playlist.targetDuration = 4
        playlist.mediaSequence = sequence
        playlist.discontinuitySequence = discontinuities
        var segment = MediaSegment(uri: "a\(sequence).ts", duration: 4)
        segment.mediaSequence = sequence
        segment.discontinuitySequence = discontinuities
        segment.hasDiscontinuity = true
        playlist.segments = [segment]
        playlist.openSegment = segment
        return playlist
    }
}
