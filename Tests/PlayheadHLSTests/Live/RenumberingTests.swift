import Testing

@testable import PlayheadHLS

@Suite struct RenumberingTests {
    /// A playlist of the segments with these numbers, numbered from `first` on.
    private func text(_ segments: Range<Int>, from first: Int?, isDated: Bool = false, folder: String = "", end: Bool = false) -> [UInt8] {
        var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:4"]
        if let first { lines.append("#EXT-X-MEDIA-SEQUENCE:\(first)") }
        if isDated { lines.append("#EXT-X-PROGRAM-DATE-TIME:2026-11-21T18:00:\(10 + 4 * segments.lowerBound).000Z") }
        for segment in segments { lines += ["#EXTINF:4,", isDated ? "\(folder)\(segment * 7).ts" : "\(folder)\(segment).ts"] }
        if end { lines.append("#EXT-X-ENDLIST") }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    /// Checks that the list continues with other numbers of the origin, and that its own numbers stay.
    private func expectContinuation(_ live: LivePlaylist, _ update: PlaylistUpdate, to last: Int) {
        #expect(update.continuity == .continuous && update.appended == 1)
        #expect(live.playlist.segments.last?.mediaSequence == last && live.playlist.segments.last?.startTime == Double(last - 100) * 4)
        #expect(live.playlist.segments.allSatisfy { !$0.hasDiscontinuity })
    }

    @Test("known URIs identify segments whose numbers start again when the list ends")
    func end() throws {
        var live = try LivePlaylist(parsing: text(0..<4, from: 100))
        let update = try live.update(text(1..<5, from: 0, end: true))
        expectContinuation(live, update, to: 104)
        #expect(update.becameComplete && update.warnings.count == 1)
        var same = try LivePlaylist(parsing: text(0..<4, from: 100))
        let last = try same.update(text(0..<4, from: 0, end: true))
        #expect(last.becameComplete && last.appended == 0 && same.firstMediaSequence == 100)
    }

    @Test("origins that take turns may have different numbers, hosts and URIs", arguments: [false, true], [1, -4, 4, 200])
    func turns(isDated: Bool, difference: Int) throws {
        var live = try LivePlaylist(parsing: text(0..<4, from: 100, isDated: isDated))
        for turn in 1..<8 {
            let isOther = turn % 3 != 0
            // Only the dates are the same, or the names.
            let folder = isDated ? isOther ? "other-\(turn)-" : "" : isOther ? "https://other.example/" : ""
            let update = try live.update(
                text(turn..<turn + 4, from: 100 + turn + (isOther ? difference : 0), isDated: isDated, folder: folder))
            expectContinuation(live, update, to: 103 + turn)
            #expect(live.nextDirectives(age: 0) == DeliveryDirectives())
        }
    }

    @Test("known names behind the known text are further segments, and number nothing again, read incrementally or completely")
    func repeated() throws {
        let head = text(0..<5, from: 100)
        let reload = head + Array("#EXTINF:4,\n2.ts\n#EXTINF:4,\n3.ts\n".utf8)
        guard case .media(let first) = try HLSPlaylist.parse(head), case .media(let second) = try HLSPlaylist.parse(reload) else {
            throw CancellationError()
        }
        var (byText, whole) = (try LivePlaylist(parsing: head), LivePlaylist(first))
        let updates = (try byText.update(reload), try whole.update(second))
        #expect(updates.0.appended == 2 && updates.1.appended == 2)
        #expect(byText.numberShift == 0 && whole.numberShift == 0 && byText.playlist.text == whole.playlist.text)
    }

    @Test("a list without numbers that slides is followed by its URIs, with one warning")
    func unnumbered() throws {
        var live = try LivePlaylist(parsing: text(0..<4, from: nil))
        var warnings = 0
        for turn in 1..<9 {
            let update = try live.update(text(turn..<turn + 4, from: nil))
            #expect(update.continuity == .continuous && update.appended == 1 && update.removed == 1)
            warnings += update.warnings.count
        }
        #expect(live.windowStart == 32 && warnings == 1)
        // Other segments under the same numbers are a restart.
        #expect(try live.update(text(50..<54, from: nil)).continuity == .restarted)
        #expect(try live.update(text(51..<55, from: nil)).continuity == .continuous)
    }

    @Test("the number that encrypts a segment is that of its origin, and stays if the origin numbers the same resource again")
    func encryption() throws {
        var live = try LivePlaylist(parsing: text(0..<4, from: 100))
        _ = try live.update(text(1..<6, from: 0, end: true))
        #expect(live.playlist.segments.map(\.mediaSequence) == [101, 102, 103, 104, 105])
        #expect(live.playlist.segments.map(\.encryptionSequence) == [101, 102, 103, 3, 4])
        var turns = try LivePlaylist(parsing: text(0..<4, from: 100))
        _ = try turns.update(text(1..<5, from: 301, folder: "https://other.example/"))
        #expect(turns.playlist.segments.map(\.mediaSequence) == [101, 102, 103, 104])
        #expect(turns.playlist.segments.map(\.encryptionSequence) == [301, 302, 303, 304])
        _ = try turns.update(text(2..<6, from: 102))
        #expect(turns.playlist.segments.map(\.encryptionSequence) == [102, 103, 104, 105])
        // A restart has no renumbered segments.
        _ = try turns.update(text(50..<52, from: 7))
        #expect(turns.playlist.segments.map(\.encryptionSequence) == [7, 8] && turns.playlist.segments[0].originSequence == nil)
    }

    @Test("an older list with other numbers is not merged, and directives have the numbers of the origin")
    func older() throws {
        let control = "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES\n#EXTINF"
        func blocking(_ bytes: [UInt8]) -> [UInt8] {
            Array(String(decoding: bytes, as: UTF8.self).replacing("#EXTINF", with: control, maxReplacements: 1).utf8)
        }
        var live = try LivePlaylist(parsing: blocking(text(4..<8, from: 100)))
        #expect(try live.update(blocking(text(2..<6, from: 7))).continuity == .stale)
        #expect(live.nextDirectives(age: 0).mediaSequence == 104)
        #expect(try live.update(blocking(text(5..<9, from: 10))).appended == 1)
        #expect(live.nextDirectives(age: 0).mediaSequence == 14)
    }
}
