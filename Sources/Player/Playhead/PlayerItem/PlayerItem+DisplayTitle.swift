import Foundation
import PlayheadCore
import PlayheadTransport

extension PlayerItem {
    /// The song that a station plays; `nil` without one.
    package var song: NowPlayingContent? {
        timedMetadata.lazy.compactMap { if case .nowPlaying(let song) = MetaContent($0) { song } else { nil } }.first
    }

    /// The title for a view: that of the song of a station, of the item, or of the tags in the media, with the artist; otherwise the name of
    /// the file. On one line, of limited length.
    package var displayTitle: String {
        let maximumLength = 300
        return SafeText.clean(fullTitle, limit: maximumLength)
    }

    private var fullTitle: String {
        if let song, let text = Self.text(song.title, by: song.artist) { return text }
        if let title, !title.allSatisfy(\.isWhitespace) { return title }
        if let text = Self.text(media?.title, by: media?.artist) { return text }
        let name = url.titleName
        return name.isEmpty || name == "/" ? url.host ?? url.withoutSecrets : name
    }

    private static func text(_ title: String?, by artist: String?) -> String? {
        guard let title, !title.allSatisfy(\.isWhitespace) else { return nil }
        guard let artist, !artist.allSatisfy(\.isWhitespace) else { return title }
        return "\(artist) – \(title)"
    }
}
