import Foundation
import OriginTestSupport
import TestSupport
import Testing

@testable import PlayheadOrigin
@testable import PlayheadSamples

@Suite("Fragments of MP4")
struct FragmentTests {
    /// Returns a `moof` with one track of N samples of equal duration, and an `mdat`.
    private static func fragment(time: UInt64, samples: Int = 10, version: UInt8 = 1, independent: Bool = true) -> [UInt8] {
        let tfhd = box("tfhd", [0, 2, 0, 0x28] + be(1, 4) + be(512, 4) + be(independent ? 0x0200_0000 : 0x0101_0000, 4))
        let tfdt = box("tfdt", [version, 0, 0, 0] + be(time, version == 1 ? 8 : 4))
        let trun = box("trun", [0, 0, 0, 1] + be(UInt64(samples), 4) + be(0, 4))
        return box("moof", box("mfhd", [0, 0, 0, 0] + be(1, 4)) + box("traf", tfhd + tfdt + trun)) + box("mdat", pattern(100))
    }

    private static let initialization: [UInt8] = box(
        "moov",
        box(
            "trak",
            box("tkhd", [0, 0, 0, 3] + be(0, 8) + be(1, 4) + be(0, 68))
                + box("mdia", box("mdhd", [0, 0, 0, 0] + be(0, 8) + be(15_360, 4) + be(0, 8)) + box("hdlr", be(0, 8) + Array("vide".utf8))))
    )

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] { be(UInt64(content.count + 8), 4) + Array(type.utf8) + content }

    private static func be(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { index in
            let shift = 8 * (count - 1 - index)
            return shift < 64 ? UInt8(truncatingIfNeeded: value >> UInt64(shift)) : 0
        }
    }

    @Test("are found with their times, durations and independence")
    func index() {
        let bytes = Self.box("styp", []) + Self.fragment(time: 0) + Self.fragment(time: 5120, samples: 20, version: 0, independent: false)
        let index = FragmentIndex(bytes, initialization: InitializationBoxes(Self.initialization)).fragments
        #expect(index.map(\.startSeconds) == [0, 1.0 / 3])
        #expect(index.map(\.duration) == [5120, 10_240])
        #expect(index.map(\.isIndependent) == [true, false])
        #expect(index.first?.range.lowerBound == 0 && index.first?.range.upperBound == index.last?.range.lowerBound)
        #expect(index.last?.range.upperBound == bytes.count)
    }

    @Test("get other times, also beyond 32 bits, and other numbers, without further changes")
    func restamp() {
        let original = Self.fragment(time: 7)
        var bytes = original
        let day = 86_400_000_000
        Restamp(initialization: InitializationBoxes(Self.initialization)).apply(to: &bytes, microseconds: 100 * day, number: 42)
        #expect(bytes == Self.fragment(time: 7 + 100 * 86_400 * 15_360).replacingNumber(42))
        #expect(FragmentIndex(bytes, initialization: InitializationBoxes(Self.initialization)).fragments.first?.start == 132_710_400_007)
    }

    @Test("that are damaged neither trap nor hang")
    func damage() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("damaged fragments: seed \(seed)")
        let whole = Self.initialization + Self.fragment(time: 1) + Self.fragment(time: 2)
        let noise = SeededBytes(seed: seed).bytes(in: 0..<30_000)
        for round in 0..<5000 {
            var bytes = whole
            for change in 0..<3 {
                let position = (Int(noise[round * 6 + change * 2]) << 8 | Int(noise[round * 6 + change * 2 + 1])) % bytes.count
                bytes[position] = noise[(round + change * 77) % noise.count]
            }
            bytes.removeLast(Int(noise[round]) % 20)
            let initialization = InitializationBoxes(bytes)
            let count = FragmentIndex(bytes, initialization: initialization).fragments.count
            #expect(count <= 2)
            let length = bytes.count
            Restamp(initialization: initialization).apply(to: &bytes, microseconds: .max, number: .max)
            #expect(bytes.count == length)
        }
    }

    @Test("of a generated sample form its parts, and its parts form its segments", .enabled(if: Probe.isPossible))
    func sample() async throws {
        try await withTemporaryFolder { folder in
            let root = try await SampleStreams(cache: folder).folder(of: .hlsLowLatency)
            let media = try MediaFolder(root)
            let recording = try RecordedPresentation(entry: "main.m3u8", in: media, hasParts: true)
            for path in recording.order {
                let track = try #require(recording.tracks[path])
                for segment in track.segments {
                    let slice = try #require(segment.slice)
                    #expect(segment.parts.last?.range.upperBound == media.bytes(slice.path)?.count)
                    #expect(
                        zip(segment.parts, segment.parts.dropFirst()).allSatisfy {
                            $0.range.upperBound == $1.range.lowerBound && $0.end == $1.start
                        })
                    #expect(segment.parts.first?.range.lowerBound == 0 && segment.parts.last?.end == segment.duration)
                    #expect(segment.parts.first?.isIndependent == true)
                }
            }
            let video = try #require(recording.tracks["video-180p/main.m3u8"])
            #expect(video.segments.count == 4 && video.segments.allSatisfy { $0.parts.count == 6 })
            #expect(video.segments.allSatisfy { $0.parts.count(where: \.isIndependent) == 1 })
            #expect(try await Probe(root.appendingPathComponent("video-180p/main.m3u8")).frames(.video) == 240)
        }
    }

    @Test("of one segment form a stream without end", .enabled(if: Probe.isPossible))
    func endless() async throws {
        try await withTemporaryFolder { folder in
            let root = try await SampleStreams(cache: folder).folder(of: .hlsEndless)
            let live = try LiveBroadcast(of: root, options: LiveOptions(window: .segments(3), initialDuration: 86_400, isContinuous: true))
            guard case .playlist(let text) = live.presentation.answer(to: LiveRequest(path: "main.m3u8"), at: 0) else {
                Issue.record("no playlist")
                return
            }
            #expect(!text.contains("DISCONTINUITY") && text.contains("#EXT-X-MEDIA-SEQUENCE:14397\n"))
            let initialization = InitializationBoxes(try #require(live.folder.bytes("init.mp4")))
            var bytes = try #require(live.folder.bytes("init.mp4"))
            for ordinal in 14_397..<14_400 {
                guard case .media(let media) = live.presentation.answer(to: LiveRequest(path: "segment000.\(ordinal).m4s"), at: 0) else {
                    Issue.record("segment \(ordinal) is not there")
                    return
                }
                let segment = try #require(live.bytes(of: media))
                #expect(FragmentIndex(segment, initialization: initialization).fragments.first?.startSeconds == Double(ordinal * 6))
                bytes += segment
            }
            let file = folder.appendingPathComponent("three.mp4")
            try Data(bytes).write(to: file)
            #expect(try await Probe(file).frames(.video) == 18)
        }
    }
}

extension [UInt8] {
    /// Returns the bytes with another number in the `mfhd` at the start of the `moof`.
    fileprivate func replacingNumber(_ number: UInt8) -> [UInt8] {
        var bytes = self
        bytes[23] = number
        return bytes
    }
}
