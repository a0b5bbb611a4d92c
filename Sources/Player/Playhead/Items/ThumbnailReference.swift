import Foundation
import PlayheadCaptions
import PlayheadCore

/// The picture, or region of a picture, that shows an item at a time: an entry of a thumbnails track.
public struct ThumbnailReference: Sendable, Hashable {
    /// A rectangle in a picture, in pixels from its upper left corner.
    public struct Region: Sendable, Hashable {
        /// The x-coordinate of the left edge.
        public var x: Int
        /// The y-coordinate of the top edge.
        public var y: Int
        /// The width in pixels.
        public var width: Int
        /// The height in pixels.
        public var height: Int

        /// Creates a rectangle.
        public init(x: Int, y: Int, width: Int, height: Int) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }
    }

    /// The URL of the picture.
    public var url: URL
    /// The region of the picture; `nil` for the whole picture.
    public var region: Region?
    /// The range of time that the picture shows, in seconds.
    public var range: TimeRange

    /// Parses the text of a cue, such as `sprite.jpg#xywh=160,0,160,90` (Media Fragments URI 1.0 §4.2.2).
    init?(_ cue: CaptionCue, from base: URL) {
        let line = cue.text.split(whereSeparator: \.isNewline).first.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
        let parts = line.split(separator: "#", maxSplits: 1)
        guard let name = parts.first, let url = URL(text: String(name), relativeTo: base)?.absoluteURL,
            ["http", "https", "file"].contains(url.scheme?.lowercased() ?? ""), !url.isFileURL || base.isFileURL
        else { return nil }
        self.url = url
        region = parts.count > 1 ? Region(fragment: parts[1]) : nil
        range = TimeRange(start: cue.startTime, end: cue.endTime)
    }
}

extension ThumbnailReference.Region {
    /// Parses `xywh=160,0,160,90` or `xywh=pixel:160,0,160,90`; `nil` for any other text.
    fileprivate init?(fragment: Substring) {
        guard fragment.hasPrefix("xywh=") else { return nil }
        var values = fragment.dropFirst("xywh=".count)
        if values.hasPrefix("pixel:") { values = values.dropFirst("pixel:".count) }
        let numbers = values.split(separator: ",").compactMap { Int($0) }
        guard numbers.count == 4, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
