import PlayheadHLS
import PlayheadTransport

extension MultivariantPlaylist {
    /// Returns the declared content of the media playlist at an absolute URL.
    func content(ofPlaylistAt location: String) -> MediaContent {
        if let variant = variants.first(where: { url(for: $0.uri) == location }) { return content(of: variant) }
        let rendition = renditions.first { $0.uri.map(url(for:)) == location }
        if let rendition {
            return switch rendition.type {
            case .audio: .audio
            case .video: .video
            case .subtitles: .captions
            case .closedCaptions: .unknown
            }
        }
        return iFrameVariants.contains { url(for: $0.uri) == location } ? .video : .unknown
    }

    /// Returns the content of a variant's own segments: without the audio that separate renditions have (RFC 8216bis §4.4.6.2.1).
    private func content(of variant: Variant) -> MediaContent {
        guard variant.mayHavePicture else { return .audio }
        let sounds = renditions(of: .audio, in: variant.audio)
        if !sounds.isEmpty { return sounds.allSatisfy { $0.uri != nil } ? .video : .muxed }
        guard variant.codecs != nil else { return .unknown }
        return variant.declaresSound ? .muxed : .video
    }
}

extension Variant {
    private static let soundCodecs = ["mp4a", "ac-3", "ec-3", "opus", "flac", "alac", "mp3", "dts", "vorbis"]
    private static let captionCodecs = ["wvtt", "stpp"]

    private var codecNames: [String] {
        (codecs ?? "").split(separator: ",").map { $0.drop { $0 == " " }.lowercased() }
    }

    /// Whether the variant has pictures, as far as its attributes exclude none.
    var mayHavePicture: Bool {
        guard resolution == nil, codecs != nil else { return true }
        return codecNames.contains { name in !(Self.soundCodecs + Self.captionCodecs).contains { name.hasPrefix($0) } }
    }

    /// Whether the codecs of the variant include one for audio.
    fileprivate var declaresSound: Bool { codecNames.contains { name in Self.soundCodecs.contains { name.hasPrefix($0) } } }
}
