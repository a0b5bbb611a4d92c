import Foundation
import TestSupport

/// Third-party presentations outside of the repository.
enum Corpora {
    private static let truths = "hls-truth.json"

    /// Whether the presentations are available; otherwise tests that need them are skipped and report this.
    static let areThere = Corpus.has(truths)

    struct Presentation: Decodable {
        struct Stream: Decodable {
            var codec_type: String?
            var nb_read_packets: String?
        }
        struct Probe: Decodable { var streams: [Stream] }
        var kind: String
        var missing: [String]?
        var ffprobe: Probe?

        /// The number of pictures, if the reference contains any.
        var pictures: Int? { ffprobe?.streams.first { $0.codec_type == "video" }?.nb_read_packets.flatMap { Int($0) } }
        var hasSound: Bool { ffprobe?.streams.contains { $0.codec_type == "audio" } ?? false }
    }

    /// Returns the presentations that are complete and have a picture or sound, by path.
    static func complete() throws -> [(path: String, url: URL, truth: Presentation)] {
        let truths: [String: Presentation] = try Corpus.decode("", Self.truths)
        return truths.filter { $0.value.missing?.isEmpty ?? true && ($0.value.pictures != nil || $0.value.hasSound) }
            .map { ($0.key, Corpus.url($0.key), $0.value) }.sorted { $0.0 < $1.0 }
    }
}
