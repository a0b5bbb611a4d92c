import TestSupport
import Testing

@testable import PlayheadHLS

/// Random histories of live playlists: reading only the new text gives the same result as reading all of it, and both match the origin.
@Suite struct LivePlaylistPropertyTests {
    static let url = "https://cdn.example/live/video.m3u8"

    @Test("reading only the new text gives the same result as reading all of it", arguments: 0..<20)
    func incrementalEqualsWhole(group: UInt64) throws {
        var piecewise = 0
        var reloads = 0
        for history in 0..<TestScale.rounds(100) {
            let seed = group * 1_000_003 + UInt64(history)
            var origin = RandomOrigin(seed: seed)
            var byText = try LivePlaylist(parsing: Array(origin.text().utf8), url: Self.url)
            var whole = try LivePlaylist(media(origin.text(), url: Self.url))
            for step in 0..<Int.random(in: 1...12, using: &origin.generator) {
                if origin.chance(2), !origin.habits.isEvent { origin.skipAhead() } else { origin.step() }
                let text = origin.text()
                let update = try byText.update(Array(text.utf8))
                let expected = try whole.update(media(text, url: Self.url))
                reloads += 1
                if update.segmentsRead < origin.window.count { piecewise += 1 }
                let differences = Self.differences(byText, whole) + Self.differences(update, expected) + Self.differences(byText, origin)
                #expect(differences.isEmpty, "seed \(seed) step \(step)")
                if !differences.isEmpty { return }
            }
        }
        // A test in which this never happens would test nothing.
        #expect(piecewise > reloads / 3, "\(piecewise) of \(reloads)")
    }

    @Test("a delta update gives the same result as the whole playlist", arguments: 0..<10)
    func deltaEqualsWhole(group: UInt64) throws {
        var deltas = 0
        for history in 0..<TestScale.rounds(100) {
            let seed = group * 7_000_003 + UInt64(history)
            var origin = RandomOrigin(seed: seed, encryptsMaps: false)
            var byDelta = try LivePlaylist(parsing: Array(origin.text().utf8), url: Self.url)
            var whole = byDelta
            for step in 0..<Int.random(in: 1...12, using: &origin.generator) {
                origin.step()
                let known = origin.window.filter { $0.number < byDelta.nextMediaSequence }.count
                let skipping = origin.chance(70) ? Int.random(in: 0...known, using: &origin.generator) : 0
                let skippedParts = origin.window.prefix(skipping).contains { !$0.parts.isEmpty }
                let isDelta = skipping > 0 && !skippedParts
                if isDelta { deltas += 1 }
                _ = try byDelta.update(Array(origin.text(skipping: isDelta ? skipping : 0).utf8))
                _ = try whole.update(Array(origin.text().utf8))
                let differences = Self.differences(byDelta, whole, tags: false) + Self.differences(byDelta, origin)
                #expect(differences.isEmpty, "seed \(seed) step \(step)")
                if !differences.isEmpty { return }
            }
        }
        #expect(deltas > TestScale.rounds(100))
    }

    @Test("a restart is reported, and continues the timeline after the known segments", arguments: 0..<5)
    func restarts(group: UInt64) throws {
        for history in 0..<TestScale.rounds(100) {
            let seed = group * 5_000_003 + UInt64(history)
            var origin = RandomOrigin(seed: seed)
            for _ in 0..<5 { origin.step() }
            if origin.hasEnded { continue }
            var live = try LivePlaylist(parsing: Array(origin.text().utf8), url: Self.url)
            var whole = live
            let end = live.endOfSegments
            let discontinuity = try #require(live.playlist.segments.last).discontinuitySequence
            origin.restart()
            let update = try live.update(Array(origin.text().utf8))
            _ = try whole.update(media(origin.text(), url: Self.url))
            #expect(update.continuity == .restarted, "seed \(seed)")
            #expect(live.windowStart == end && live.playlist.segments.first?.discontinuitySequence ?? 0 > discontinuity, "seed \(seed)")
            for _ in 0..<5 {
                origin.step()
                _ = try live.update(Array(origin.text().utf8))
                _ = try whole.update(media(origin.text(), url: Self.url))
                #expect(Self.differences(live, whole).isEmpty, "seed \(seed)")
            }
        }
    }

    @Test("damaged reloads never trap, and give the same result either way", arguments: 0..<10)
    func damagedReloads(group: UInt64) throws {
        var merged = 0
        for history in 0..<TestScale.rounds(100) {
            let seed = group * 11_000_003 + UInt64(history)
            var origin = RandomOrigin(seed: seed)
            var byText = try LivePlaylist(parsing: Array(origin.text().utf8), url: Self.url)
            var whole = try LivePlaylist(media(origin.text(), url: Self.url))
            for step in 0..<6 {
                origin.step()
                var bytes = Array(origin.text().utf8)
                if origin.chance(60) {
                    for _ in 0..<Int.random(in: 1...3, using: &origin.generator) { PlaylistFuzzTests.damage(&bytes, &origin.generator) }
                }
                let update = try? byText.update(bytes)
                let parsed = try? HLSPlaylist.parse(bytes, url: Self.url)
                guard case .media(let playlist) = parsed else {
                    #expect(update == nil, "seed \(seed) step \(step)")
                    continue
                }
                let expected = try? whole.update(playlist)
                let differences = Self.differences(byText, whole)
                #expect((update == nil) == (expected == nil) && differences.isEmpty, "seed \(seed) step \(step)")
                if !differences.isEmpty { return }
                if update != nil { merged += 1 }
            }
        }
        #expect(merged > TestScale.rounds(300))
    }

    // MARK: - Comparing

    private static func differences(_ one: LivePlaylist, _ other: LivePlaylist, tags: Bool = true) -> [String] {
        var found: [String] = []
        var (first, second) = (one.playlist, other.playlist)
        for (segment, expected) in zip(first.segments, second.segments) where segment != expected {
            found.append("segment \(segment) is not \(expected)")
            break
        }
        if first.segments.count != second.segments.count { found.append("count \(first.segments.count) is not \(second.segments.count)") }
        if first.openSegment != second.openSegment {
            found.append("open \(String(describing: first.openSegment)) is not \(String(describing: second.openSegment))")
        }
        if one.wallClock != other.wallClock { found.append("\(one.wallClock) is not \(other.wallClock)") }
        if one.dateRanges.mapValues(\.duration) != other.dateRanges.mapValues(\.duration) {
            found.append("date ranges \(one.dateRanges.keys.sorted()) are not \(other.dateRanges.keys.sorted())")
        }
        for playlist in [\MediaPlaylist.self] {
            first[keyPath: playlist].warnings = []
            second[keyPath: playlist].warnings = []
        }
        if !tags {
            (first.cueMarkers, first.unknownTags, first.dateRanges) = (second.cueMarkers, second.unknownTags, second.dateRanges)
        }
        if found.isEmpty, first != second { found.append("\(first) is not \(second)") }
        return found
    }

    private static func differences(_ one: PlaylistUpdate, _ other: PlaylistUpdate) -> [String] {
        var one = one
        one.warnings = other.warnings
        one.segmentsRead = other.segmentsRead
        return one == other ? [] : ["\(one) is not \(other)"]
    }

    /// Whether the list matches the origin, with each segment at its original start.
    private static func differences(_ live: LivePlaylist, _ origin: RandomOrigin) -> [String] {
        guard live.playlist.segments.map(\.mediaSequence) == origin.window.map(\.number) else { return ["other numbers"] }
        let offset = (origin.window.first?.start ?? 0) - live.windowStart
        for (segment, expected) in zip(live.playlist.segments, origin.window) {
            guard segment.uri == expected.uri, segment.keys.first?.uri == expected.key, segment.map?.uri == expected.map,
                segment.byteRange?.offset == expected.range?.offset, segment.isGap == expected.isGap,
                segment.parts.count == expected.parts.count, abs(segment.startTime - expected.start + offset) < 1e-6,
                segment.discontinuitySequence == expected.discontinuity, segment.duration == expected.duration
            else { return ["\(segment) is not \(expected)"] }
        }
        return []
    }
}
