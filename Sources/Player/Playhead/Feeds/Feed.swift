import Foundation
import PlayheadCore
import PlayheadFeeds
import PlayheadTransport

/// A list of items: JSON or RSS in the formats of JW Player, M3U, PLS or XSPF.
///
/// JSON is `{"playlist": [item, …]}`, a list of items, or one item; an item has `file` or `sources`, and `title`, `description`, `image`,
/// `mediaid`, `tracks`, `starttime`. RSS is version 2 with Media RSS (`media:content`, `media:group`, `media:thumbnail`, `media:subTitle`),
/// `enclosure`, and `jwplayer:` elements (`source`, `track`, `image`, `mediaid`, `starttime`). M3U (`#EXTINF`, `#PLAYLIST`), PLS and XSPF may be UTF-8 or Latin-1, and list paths or URLs. URLs may be relative to
/// that of the list, and a track of XSPF may have several locations. An HLS playlist is a stream, not a list.
public struct Feed: Sendable, Hashable {
    /// The title, or `nil`.
    public var title: String?
    /// The items with at least one source.
    public var entries: [PlaylistEntry]
    /// The number of items without a source, which are omitted.
    public var leftOut: Int

    /// Whether a name is that of a feed in JSON or RSS, by its extension.
    package static func isNamed(_ url: URL) -> Bool { ["json", "rss", "xml"].contains(url.pathExtension.lowercased()) }

    /// The maximum size of a feed in bytes.
    static let limit = LoadKind.feed.maximumBytes

    /// Parses a list.
    /// - Parameters:
    ///   - bytes: The whole list.
    ///   - url: The URL of the list, to which relative URLs refer. Only a list in a file may refer to files.
    /// - Throws: ``PlaybackError``: `feedInvalid` if the list is of another format, `emptyPlaylist` if no item has a source.
    public init(_ bytes: [UInt8], from url: URL) throws(PlaybackError) {
        let document: FeedDocument
        do { document = try FeedDocument(bytes, name: url.lastPathComponent) } catch {
            throw PlaybackError(.feedInvalid, url: url.withoutSecrets, underlying: error.message)
        }
        let context = FeedContext(url: url, hasPaths: document.hasPaths)
        title = document.title
        let items = document.items.prefix(PlaylistFile.maximumEntries)
        entries = items.compactMap { context.entry(of: $0) }
        leftOut = items.count - entries.count
        if entries.isEmpty {
            throw PlaybackError(
                .emptyPlaylist, url: url.withoutSecrets,
                underlying: leftOut == 0 ? "It has no items." : "None of its \(leftOut) items has a source.")
        }
    }
}

/// Creates entries from the items of a feed, relative to the URL of the feed.
struct FeedContext {
    let url: URL
    /// Whether locations may be paths of files.
    var hasPaths = false

    /// Returns the entry, or `nil` without a source.
    func entry(of draft: FeedDocument.Item) -> PlaylistEntry? {
        let sources = draft.sources.compactMap { source in
            resolve(source.file).map {
                ItemSource(
                    url: $0, label: source.label, isDefault: source.isDefault, type: source.type, height: source.height,
                    bitrate: source.bitrate)
            }
        }
        guard !sources.isEmpty else { return nil }
        var entry = PlaylistEntry(
            sources: sources, title: draft.title, description: draft.description, image: draft.image.flatMap(resolve),
            mediaID: draft.mediaID, tracks: draft.tracks.compactMap(track), startTime: draft.startTime)
        entry.duration = draft.duration
        return entry
    }

    private func track(_ draft: FeedDocument.Track) -> ItemTrack? {
        let kind: ItemTrack.Kind
        switch draft.kind?.lowercased() {
        case nil, "", "captions", "subtitles": kind = .captions
        case "thumbnails": kind = .thumbnails
        case "chapters": kind = .chapters
        default: return nil
        }
        return resolve(draft.file).map {
            ItemTrack(url: $0, kind: kind, label: draft.label, language: draft.language, isDefault: draft.isDefault)
        }
    }

    /// Returns the absolute URL, or `nil` if its scheme is not permitted.
    private func resolve(_ text: String) -> URL? {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if hasPaths { return PlaylistFile.url(of: trimmed, in: url) { FileManager.default.fileExists(atPath: $0) } }
        guard !trimmed.isEmpty, trimmed.utf8.count <= PlaylistFile.maximumLocation,
            let resolved = URL(text: trimmed, relativeTo: url)?.absoluteURL
        else { return nil }
        switch resolved.scheme?.lowercased() {
        case "http", "https": return resolved
        case "file": return url.isFileURL ? resolved : nil
        default: return nil
        }
    }
}
