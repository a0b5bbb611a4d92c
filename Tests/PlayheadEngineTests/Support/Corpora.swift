import Foundation

/// Third-party presentations beside the repository.
enum Corpora {
    private static let folder = Samples.package.deletingLastPathComponent().appendingPathComponent("shared/corpora")

    /// Whether they are there; tests that need them are skipped, and say so, where they are not.
    static let areThere: Bool = {
        let isThere = FileManager.default.fileExists(atPath: folder.appendingPathComponent("hls-truth.json").path)
        if !isThere { print("../shared/corpora is absent: tests of third-party presentations are skipped") }
        return isThere
    }()

    struct Presentation: Decodable {
        struct Stream: Decodable {
            var codec_type: String?
            var nb_read_packets: String?
        }
        struct Probe: Decodable { var streams: [Stream] }
        var kind: String
        var missing: [String]?
        var ffprobe: Probe?

        /// The number of pictures, if the reference says that there are any.
        var pictures: Int? { ffprobe?.streams.first { $0.codec_type == "video" }?.nb_read_packets.flatMap { Int($0) } }
        var hasSound: Bool { ffprobe?.streams.contains { $0.codec_type == "audio" } ?? false }
    }

    /// The presentations of which nothing is missing and that have a picture or sound, by path.
    static func complete() throws -> [(path: String, url: URL, truth: Presentation)] {
        let data = try Data(contentsOf: folder.appendingPathComponent("hls-truth.json"))
        return try JSONDecoder().decode([String: Presentation].self, from: data)
            .filter { $0.value.missing?.isEmpty ?? true && ($0.value.pictures != nil || $0.value.hasSound) }
            .map { ($0.key, folder.appendingPathComponent($0.key), $0.value) }.sorted { $0.0 < $1.0 }
    }
}
