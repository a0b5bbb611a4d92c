import Foundation
import Testing

@Suite("playhead probe", .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible))
struct ProbeTests {
    private struct Report: Decodable {
        struct Track: Decodable {
            let index: Int
            let type: String
            let codec: String
            let width: Int?
            let height: Int?
            let frameRate: Double?
            let sampleRate: Int?
            let channels: Int?
        }

        struct Frame: Decodable {
            let track: Int
            let time: Double
            let duration: Double
            let key: Bool
            let type: String?
        }

        let format: String
        let duration: Double
        let isLive: Bool
        let playable: Bool
        let hasProtectedContent: Bool
        let tracks: [Track]
        let frames: [Frame]?
    }

    @Test("One object contains the tracks and, on request, every frame")
    func frames() async throws {
        let path = try await Samples.path(of: Samples.short)
        let (status, output, errors) = try await RunningProgram.run(["probe", "--json", "--frames", path])
        #expect(status == 0 && output.count == 1 && errors.isEmpty)
        let report = try JSONDecoder().decode(Report.self, from: Data(output.joined().utf8))
        #expect(!report.isLive && report.playable && !report.hasProtectedContent && abs(report.duration - 2) < 0.1)
        let video = try #require(report.tracks.first { $0.type == "video" })
        let audio = try #require(report.tracks.first { $0.type == "audio" })
        #expect(video.codec == "h264" && video.width == 320 && video.height == 180 && video.frameRate == 30)
        #expect(audio.codec == "aac" && audio.sampleRate != nil && audio.channels != nil)
        let pictures = try #require(report.frames).filter { $0.track == video.index }
        #expect(pictures.count == 60)
        for (index, picture) in pictures.enumerated() {
            #expect(abs(picture.time - Double(index) / 30) < 1e-6 && abs(picture.duration - 1.0 / 30) < 1e-3)
            #expect(picture.key == (index % 30 == 0) && picture.type == (picture.key ? "I" : "P"))
        }
        #expect(report.frames?.contains { $0.track == audio.index && $0.type == nil } == true)
    }

    @Test("Without --json lines are printed, and frames only on request")
    func plain() async throws {
        let (status, output, _) = try await RunningProgram.run(["probe", try await Samples.path(of: Samples.short)])
        #expect(status == 0 && output.contains { $0.hasPrefix("track 0") && $0.contains("h264, 320×180, 30.0 fps") }, "\(output)")
        #expect(!output.contains { $0.hasPrefix("frame") })
    }

    @Test("An unreadable stream exits with status 1")
    func missing() async throws {
        let (status, output, errors) = try await RunningProgram.run(["probe", "--json", "/nothing/here.mp4"])
        #expect(status == 1 && output.isEmpty && errors.hasPrefix("error 121003: ") && errors.contains("/nothing/here.mp4"), "\(errors)")
    }

    @Test("The picture of a key frame is written as a pixmap")
    func thumbnail() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".ppm")
        defer { try? FileManager.default.removeItem(at: file) }
        let path = try await Samples.path(of: Samples.short)
        let (status, output, errors) = try await RunningProgram.run(["probe", path, "--thumbnail", "1.5", "--output", file.path])
        #expect(status == 0 && errors.isEmpty && output == ["thumbnail 1.0 s, 320×180"])
        let picture = try Data(contentsOf: file)
        #expect(picture.starts(with: "P6\n320 180\n255\n".utf8) && picture.count == 15 + 320 * 180 * 3)
        #expect(try await RunningProgram.run(["probe", path, "--thumbnail", "1.5"]).0 == 2)
    }
}
