import Foundation
import PlayheadCore
import PlayheadHLS
import PlayheadOrigin
import PlayheadTransport
import Testing

@testable import PlayheadEngine

@Suite("Fetching segments", .timeLimit(.minutes(5)))
struct SegmentFetcherTests {
    private struct Outcome: Sendable {
        var runs: [(discontinuity: Int, start: Double, bytes: String)] = []
        var error: PlaybackError?
        var warnings: [PlaybackError] = []
        var requests: [String] = []
    }

    /// Fetches all of a playlist whose segments are short texts.
    private func fetch(
        _ lines: String, from index: Int = 0, failures: SegmentFailurePolicy = .strict, _ prepare: (LoopbackOrigin) -> Void = { _ in }
    ) async throws -> Outcome {
        let origin = try await LoopbackOrigin.start()
        for name in ["a", "b", "c", "d"] { origin.add("\(name).bin", text: "<<\(name)\(name)\(name)>>") }
        origin.add("init.bin", text: "[init]")
        prepare(origin)
        let text = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n\(lines)\n#EXT-X-ENDLIST\n"
        guard case .media(let playlist) = try HLSPlaylist.parse(text, url: origin.url("list.m3u8").absoluteString) else {
            throw CancellationError()
        }
        let store = PacketStore {}
        let warnings = Locked<[PlaybackError]>([])
        let clock = SystemClock()
        let loader = URLLoader()
        let warn: @Sendable (PlaybackError) -> Void = { warning in warnings.withLock { $0.append(warning) } }
        let feed = PlaylistFeed(
            url: playlist.url ?? "", playlists: PlaylistLoader(loader: loader, options: RequestOptions()), variables: nil, clock: clock)
        try await feed.take(playlist)
        let fetcher = SegmentFetcher(
            chooser: FixedChooser(clock: clock, failures: failures, warn: warn),
            resources: SegmentResources(loader: loader, options: RequestOptions(), clock: clock), store: store, tracks: [.video],
            generation: store.reset(), warn: warn)
        let queue = RunQueue()
        var outcome = Outcome()
        await fetcher.run(from: SegmentCursor(sequence: index), of: RenditionSelection(rendition: feed), into: queue)
        do {
            while let run = try queue.next() {
                outcome.runs.append((run.discontinuity, run.start, ""))
                var bytes = [UInt8](repeating: 0, count: 4096)
                while case let count = try bytes.withUnsafeMutableBytes({ try run.read(into: $0) }), count > 0 {
                    outcome.runs[outcome.runs.count - 1].bytes += String(decoding: bytes.prefix(count), as: UTF8.self)
                }
            }
        } catch {
            outcome.error = PlaybackError(cause: error, otherwise: .segmentInvalid, url: nil)
        }
        outcome.warnings = warnings.withLock { $0 }
        // Runs that broke off before their first byte contain nothing to read.
        outcome.runs.removeAll { $0.bytes.isEmpty }
        outcome.requests = origin.requests.map(\.path)
        await origin.stop()
        return outcome
    }

    @Test("Consecutive segments are one run; a discontinuity, a gap and another map start a new one")
    func runs() async throws {
        let plain = try await fetch("#EXTINF:2,\na.bin\n#EXTINF:2,\nb.bin\n#EXT-X-DISCONTINUITY\n#EXTINF:2,\nc.bin")
        #expect(plain.runs.map(\.bytes) == ["<<aaa>><<bbb>>", "<<ccc>>"])
        #expect(plain.runs.map(\.discontinuity) == [0, 1] && plain.runs.map(\.start) == [0, 4])
        #expect(plain.error == nil)
        let gap = try await fetch("#EXTINF:2,\na.bin\n#EXT-X-GAP\n#EXTINF:2,\nno.bin\n#EXTINF:2,\nc.bin")
        #expect(gap.runs.map(\.bytes) == ["<<aaa>>", "<<ccc>>"] && gap.runs.map(\.start) == [0, 4])
        #expect(gap.warnings.map(\.kind) == [.segmentGap] && !gap.requests.contains("no.bin"))
        let maps = try await fetch(
            "#EXT-X-MAP:URI=\"init.bin\"\n#EXTINF:2,\na.bin\n#EXT-X-MAP:URI=\"init.bin\",BYTERANGE=\"2@1\"\n#EXTINF:2,\nb.bin")
        #expect(maps.runs.map(\.bytes) == ["[init]<<aaa>>", "in<<bbb>>"])
    }

    @Test("Byte ranges are extracted, also if the server ignores them", arguments: [true, false])
    func byteRanges(ignored: Bool) async throws {
        let lines = "#EXT-X-BYTERANGE:3@2\n#EXTINF:2,\na.bin\n#EXT-X-BYTERANGE:2\n#EXTINF:2,\na.bin"
        let outcome = try await fetch(lines) { if ignored { $0.addFault(Fault(kind: .ignoreRanges)) } }
        #expect(outcome.runs.map(\.bytes) == ["aaa>>"])
    }

    @Test("A segment that breaks off is resumed at that position; one that changed meanwhile is rejected")
    func resume() async throws {
        let cut = Fault(path: "a.bin", requests: .first(2), kind: .cut(afterBytes: 3))
        let outcome = try await fetch("#EXTINF:2,\na.bin") { $0.addFault(cut) }
        #expect(outcome.runs.map(\.bytes) == ["<<aaa>>"] && outcome.requests.count == 3)
        let changed = try await fetch("#EXTINF:2,\na.bin") { origin in
            let number = Locked(0)
            origin.remove("a.bin")
            origin.add("a.bin") { _ in
                let tag = number.withLock { number in
                    number += 1
                    return number
                }
                return OriginResponse(headers: [HeaderField("ETag", "\"\(tag)\"")], text: "<<aaa>>")
            }
            origin.addFault(cut)
        }
        #expect(changed.error?.kind == .segmentStatus(206))
    }

    @Test("An error follows the data fetched before it, with the URL of the segment")
    func failures() async throws {
        let missing = try await fetch("#EXTINF:2,\na.bin\n#EXTINF:2,\nno.bin\n#EXTINF:2,\nc.bin")
        #expect(missing.runs.map(\.bytes) == ["<<aaa>>"])
        #expect(missing.error?.kind == .segmentStatus(404) && missing.error?.url?.hasSuffix("no.bin") == true)
        let page = try await fetch("#EXTINF:2,\na.bin\n#EXTINF:2,\nb.bin") { $0.addFault(Fault(path: "b.bin", kind: .html)) }
        #expect(page.runs.map(\.bytes) == ["<<aaa>>"] && page.error?.kind == .segmentInvalid)
        let locked = try await fetch(
            "#EXTINF:2,\na.bin\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://key\",KEYFORMAT=\"com.apple.streamingkeydelivery\"\n#EXTINF:2,\nb.bin"
        )
        #expect(locked.error?.kind == .protectedContent && locked.runs.map(\.bytes) == ["<<aaa>>"])
        let itself = try await fetch("#EXTINF:2,\nlist.m3u8")
        #expect(itself.error?.kind == .manifestLoop)
    }

    @Test("Segments that fail to load are skipped with a warning, up to three in a row")
    func leftOut() async throws {
        let one = try await fetch("#EXTINF:2,\na.bin\n#EXTINF:2,\nno.bin\n#EXTINF:2,\nc.bin", failures: SegmentFailurePolicy())
        #expect(one.runs.map(\.bytes) == ["<<aaa>>", "<<ccc>>"] && one.runs.map(\.start) == [0, 4] && one.error == nil)
        #expect(one.warnings.map(\.kind) == [.segmentStatus(404)])
        let many = (0..<4).map { "#EXTINF:2,\nno\($0).bin\n" }.joined()
        let four = try await fetch("#EXTINF:2,\na.bin\n\(many)#EXTINF:2,\nc.bin", failures: SegmentFailurePolicy())
        #expect(four.runs.map(\.bytes) == ["<<aaa>>"] && four.error?.kind == .segmentStatus(404))
        #expect(four.warnings.count == 3)
    }

    @Test("Each segment that is a file of Matroska is a run of its own")
    func selfContained() async throws {
        let outcome = try await fetch("#EXTINF:2,\na.bin\n#EXTINF:2,\nb.bin\n#EXTINF:2,\nc.bin") { origin in
            for name in ["a", "b"] { origin.add("\(name).bin", [0x1A, 0x45, 0xDF, 0xA3] + Array(name.utf8)) }
        }
        #expect(outcome.runs.map(\.start) == [0, 2, 4] && outcome.error == nil)
    }

    @Test("Bytes beside the boxes of segments are left out, with one warning")
    func strayBytes() async throws {
        let box = [0, 0, 0, 12] + Array("mdat".utf8) + Array("data".utf8)
        let outcome = try await fetch("#EXTINF:2,\na.bin\n#EXTINF:2,\nb.bin") { origin in
            for name in ["a", "b"] { origin.add("\(name).bin", box + Array("xyz".utf8)) }
        }
        let text = String(decoding: box, as: UTF8.self)
        #expect(outcome.runs.map(\.bytes) == [text + text] && outcome.warnings.map(\.kind) == [.segmentInvalid])
    }

    @Test("Fetching starts at the given segment")
    func middle() async throws {
        let outcome = try await fetch("#EXTINF:2,\na.bin\n#EXTINF:2,\nb.bin\n#EXTINF:2,\nc.bin", from: 2)
        #expect(outcome.runs.map(\.bytes) == ["<<ccc>>"] && outcome.runs.map(\.start) == [4])
    }
}

extension SegmentFailurePolicy {
    /// A policy that never skips segments.
    fileprivate static var strict: SegmentFailurePolicy {
        var policy = SegmentFailurePolicy()
        policy.maximumHole = 0
        return policy
    }
}
