import Foundation
import PlayheadCore
import PlayheadSamples
import PlayheadTransport
import TestSupport
import Testing

@testable import PlayheadEngine

/// Videos of phones, which are stored on their side.
@Suite("Rotation", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct RotationTests {
    /// Writes the sample with a rotation by 90° in its track header (ISO/IEC 14496-12 §8.3.2).
    private func makeRotated(in folder: URL) async throws -> URL {
        var bytes = try await Samples.bytes(Samples.small)
        let header = try #require(Data(bytes).range(of: Data("tkhd".utf8))?.lowerBound)
        let one: [UInt8] = [0, 1, 0, 0]
        let minusOne: [UInt8] = [0xFF, 0xFF, 0, 0]
        let none: [UInt8] = [0, 0, 0, 0]
        let matrix = none + one + none + minusOne + none + none + none + none + [0x40, 0, 0, 0]
        bytes.replaceSubrange(header + 44..<header + 80, with: matrix)
        let file = folder.appendingPathComponent("rotated.mp4")
        try Data(bytes).write(to: file)
        return file
    }

    @Test("Events, pictures, the probe and thumbnails have the size of the shown picture")
    func sizes() async throws {
        try await withTemporaryFolder { folder in
            let file = try await makeRotated(in: folder)
            let rig = EngineRig(file)
            let description = try await rig.open()
            #expect(description.width == 90 && description.height == 160)
            rig.start()
            try await rig.ended()
            #expect(rig.screen.shown.count == 180 && rig.screen.shown.allSatisfy { $0.width == 90 })
            let levels = rig.log.all.compactMap { if case .visualQuality(let level, _, _) = $0 { level } else { nil } }
            #expect(!levels.isEmpty && levels.allSatisfy { $0.height == 160 })
            try await rig.close()
            let probe = MediaProbe(configuration: EngineConfiguration(loader: URLLoader()))
            let track = try await probe.run(file, withFrames: false).tracks.first { $0.type == "video" }
            #expect(track?.width == 90 && track?.height == 160)
            let thumbnail = try await probe.thumbnail(of: file, at: 1, fitting: PictureSize(width: 1000, height: 80))
            #expect((thumbnail.width, thumbnail.height) == (45, 80))
        }
    }
}
