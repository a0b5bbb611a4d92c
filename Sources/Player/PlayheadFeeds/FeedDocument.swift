import PlayheadCore
@_exported import PlayheadNumbers
import PlayheadXML

/// The content of a list (JSON or RSS in JW Player's formats, M3U, PLS, XSPF) as it is written: URLs are not resolved, and nothing is left out.
package struct FeedDocument: Sendable, Hashable {
    /// The title of the feed, or `nil`.
    package var title: String?
    /// All items, including those without a source.
    package var items: [Item]
    /// Whether the locations may be paths of files, as in M3U, PLS and XSPF.
    package var hasPaths = false

    /// The reason why a feed could not be read.
    package struct Problem: Error, Sendable, Hashable {
        /// The description, in English.
        package var message: String
    }

    /// An item.
    package struct Item: Sendable, Hashable {
        /// The locations or qualities of the media.
        package var sources: [Source] = []
        /// The title, for views.
        package var title: String?
        /// The description, for views.
        package var description: String?
        /// The address of the poster.
        package var image: String?
        /// The identifier of the media.
        package var mediaID: String?
        /// The sidecar files: captions, chapters, thumbnails.
        package var tracks: [Track] = []
        /// The start position in seconds.
        package var startTime: Double?
        /// The duration in seconds.
        package var duration: Double?
    }

    /// One location or quality of an item.
    package struct Source: Sendable, Hashable {
        /// The address of the media.
        package var file: String
        /// The label, for menus.
        package var label: String?
        /// The media type.
        package var type: String?
        /// Whether playback starts with this source.
        package var isDefault = false
        /// The height of the picture in pixels.
        package var height: Int?
        /// The bit rate in bits per second.
        package var bitrate: Int?
    }

    /// A sidecar file of an item.
    package struct Track: Sendable, Hashable {
        /// The address of the file.
        package var file: String
        /// The kind of track, as it is written.
        package var kind: String?
        /// The label, for menus.
        package var label: String?
        /// The language.
        package var language: String?
        /// Whether the track is selected by default.
        package var isDefault = false
    }

    private static let limits = {
        var limits = XMLLimits()
        limits.items = 400_000
        return limits
    }()

    /// Parses a list.
    /// - Parameters:
    ///   - bytes: The complete document.
    ///   - name: The name of the file, by whose extension M3U without its first line is recognized.
    /// - Throws: ``Problem`` if the document is of another format, or is damaged.
    package init(_ bytes: [UInt8], name: String = "") throws(Problem) {
        if let list = PlaylistFile(bytes, isNamed: PlaylistFile.isList(name)) {
            title = list.title
            items = list.entries.map { Item(sources: [Source(file: $0.location)], title: $0.title, duration: $0.duration) }
            hasPaths = true
            return
        }
        // The first byte after the byte order mark and white space.
        switch bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["): (title, items) = try JSONFeed.read(bytes)
        case UInt8(ascii: "<"), 0xFF, 0xFE:
            let root: FeedElement
            do { root = FeedElement(try XMLReader.read(bytes, limits: Self.limits, tolerance: .lenient).root) } catch {
                throw Problem(message: "It is not valid XML: \(error)")
            }
            if root.name == "playlist" {
                (title, items) = XSPFList.read(root)
                hasPaths = true
            } else {
                (title, items) = try RSSFeed.read(root)
            }
        default: throw Problem(message: "It is neither JSON nor RSS, M3U, PLS or XSPF.")
        }
    }
}

/// Reads lists in XSPF (version 1, https://www.xspf.org/spec).
enum XSPFList {
    static func read(_ root: FeedElement) -> (title: String?, items: [FeedDocument.Item]) {
        (root.text("title"), root.children("tracklist").first?.children("track").map(item) ?? [])
    }

    private static func item(_ track: FeedElement) -> FeedDocument.Item {
        var item = FeedDocument.Item()
        // Further locations of a track have the same content.
        item.sources = track.children("location").compactMap { $0.trimmedText.map { FeedDocument.Source(file: $0) } }
        let title = [track.text("creator"), track.text("title")].compactMap(\.self)
        item.title = title.isEmpty ? nil : title.joined(separator: " – ")
        item.description = track.text("annotation")
        item.image = track.text("image")
        let millisecondsPerSecond = 1000.0
        item.duration = track.text("duration").flatMap { Double($0) }.flatMap { $0 > 0 && $0.isFinite ? $0 / millisecondsPerSecond : nil }
        return item
    }
}
