import Foundation
import OriginTestSupport
import PlayheadCore
import TestSupport

@testable import PlayheadSamples

/// A track of the corpus `clearkey-packager`, with its ground truth.
struct PackagedTrack {
    private struct Truth: Decodable {
        struct Key: Decodable {
            var kid: String
            var key: String
        }

        struct Clear: Decodable {
            var videoMD5: String
            var audioMD5: String
        }

        var keys: [Key]
        var clear: Clear
    }

    private static let corpus = "clearkey-packager"

    static var isThere: Bool { Samples.areThere && Corpus.has(corpus) }

    /// The initialization section; empty if it is a part of the only segment.
    let initialization: [UInt8]
    let segments: [[UInt8]]
    let keys: [ContentKeyID: ContentKey]
    /// The keys as a license of W3C Clear Key.
    let license: [UInt8]
    /// The MD5 of the decoded source.
    let hash: String

    /// Reads a track, `video` or `audio`, of a variant.
    init(_ variant: String, _ track: String) throws {
        let truth: Truth = try Corpus.decode(Self.corpus, "expected/\(variant).json")
        keys = Dictionary(
            uniqueKeysWithValues: truth.keys.compactMap { pair in
                ContentKeyID(pair.kid).flatMap { id in ContentKey(pair.key).map { (id, $0) } }
            })
        let files = Corpus.files(Self.corpus, variant)
        let isWhole = files.contains("\(track).mp4")
        initialization = isWhole ? [] : try Corpus.bytes(Self.corpus, "\(variant)/\(track)_init.mp4")
        let names = isWhole ? ["\(track).mp4"] : files.filter { $0.hasPrefix("\(track)_") && $0.hasSuffix(".m4s") }
        segments = try names.map { try Corpus.bytes(Self.corpus, "\(variant)/\($0)") }
        hash = track == "video" ? truth.clear.videoMD5 : truth.clear.audioMD5
        license = Self.license(keys)
    }

    /// Returns a license of W3C Clear Key.
    static func license(_ keys: [ContentKeyID: ContentKey]) -> [UInt8] {
        func text(_ octets: [UInt8]) -> String {
            Data(octets).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }
        let list = keys.map { id, key in
            #"{"kty":"oct","kid":"\#(text(id.octets))","k":"\#(text(key.withOctets { [UInt8]($0) }))"}"#
        }
        return Array(#"{"keys":[\#(list.joined(separator: ","))]}"#.utf8)
    }

    /// Returns the MD5 of the decoded frames or samples of a file.
    static func hash(of file: [UInt8]) async throws -> String {
        try await withTemporaryFolder { folder in
            let url = folder.appendingPathComponent("clear.mp4")
            try Data(file).write(to: url)
            let output = try await CachedTool("ffmpeg").run(["-v", "error", "-i", url.path, "-map", "0", "-f", "md5", "-"], in: folder)
            return output.replacing("MD5=", with: "").replacing("\n", with: "")
        }
    }
}
