import Foundation
import PlayheadCaptions
import PlayheadCore
import PlayheadTransport

/// A source of the cues of one caption track.
protocol CueSource: Sendable {
    /// Loads cues around and ahead of the playhead, which is at `time` (seconds), until there are no more or the task is cancelled. A later
    /// call continues with what earlier calls loaded.
    /// - Throws: `PlaybackError` if no further cues can be loaded.
    func run(from time: Double, into sink: CueSink) async throws
}

/// A receiver of the cues of one track.
struct CueSink: Sendable {
    /// Adds cues with times of the presentation.
    let insert: @Sendable ([CaptionCue]) -> Void
    /// Adds cues of a segment whose format splits the cues that last longer.
    let insertPieces: @Sendable ([CaptionCue]) -> Void
    /// Reports the time up to which all cues are loaded, in seconds.
    let reach: @Sendable (Double) -> Void
    /// Receives warnings about captions that are skipped.
    let warn: @Sendable (PlaybackError) -> Void
}

/// A parser for caption files: WebVTT, SubRip, SubStation Alpha and TTML.
package enum CaptionsFile {
    /// The maximum size of a caption file or segment, in bytes.
    static let limit = LoadKind.captions.maximumBytes

    /// Parses the cues of a file.
    /// - Parameters:
    ///   - bytes: The file.
    ///   - url: The URL or the name of the file, for errors.
    ///   - encoding: The encoding, a name of iconv; `nil` to detect it.
    ///   - language: The language of the captions (BCP 47), or `nil`.
    /// - Returns: The cues in the order of the file.
    /// - Throws: `PlaybackError` if the file has another format.
    package static func cues(of bytes: [UInt8], url: String, encoding: String?, language: String? = nil) throws -> [CaptionCue] {
        // XML states its encoding.
        if TTMLText.hasSignature(bytes), let text = TTMLText.webVTT(of: bytes) { return try webVTT(Array(text.utf8), url: url).cues }
        let bytes = CaptionEncoding.utf8(bytes, encoding: encoding, language: language)
        if WebVTTParser.hasSignature(bytes) { return try webVTT(bytes, url: url).cues }
        if SubStationParser.hasSignature(bytes) { return SubStationParser.parse(bytes).cues }
        let file = SubRipParser.parse(bytes)
        guard !file.cues.isEmpty else {
            throw PlaybackError(
                .captionsInvalid, severity: .warning, url: url, underlying: "It is neither WebVTT, SubRip, SubStation Alpha nor TTML.")
        }
        return file.cues
    }

    /// Parses a WebVTT file.
    /// - Throws: `PlaybackError` if the file is not WebVTT.
    static func webVTT(_ bytes: [UInt8], url: String) throws -> WebVTTFile {
        do {
            return try WebVTTParser.parse(bytes)
        } catch {
            throw PlaybackError(.captionsInvalid, severity: .warning, url: url, underlying: "\(error)")
        }
    }
}

/// A caption file separate from the media.
struct SidecarCueSource: CueSource {
    let captions: SidecarCaptions
    let loader: any Loader
    let options: RequestOptions
    /// The encoding of the file; `nil` to detect it.
    let encoding: String?
    private let isLoaded = Locked(false)

    init(_ captions: SidecarCaptions, loader: any Loader, options: RequestOptions, encoding: String?) {
        self.captions = captions
        self.loader = loader
        self.options = options
        self.encoding = encoding
    }

    func run(from time: Double, into sink: CueSink) async throws {
        guard !isLoaded.withLock({ $0 }) else { return }
        let (_, bytes) = try await loader.loadWhole(options.request(captions.url, for: .captionFile), upTo: CaptionsFile.limit)
        sink.insert(
            try CaptionsFile.cues(
                of: bytes, url: captions.url.withoutCredentials, encoding: encoding, language: captions.language))
        isLoaded.withLock { $0 = true }
    }
}
