import Foundation
import PlayheadCaptions
import PlayheadCore

/// Which picture, or which part of one, shows an item at a time: what a thumbnails track says.
public struct ThumbnailReference: Sendable, Hashable {
    /// A rectangle in a picture, in pixels from its upper left corner.
    public struct Region: Sendable, Hashable {
        /// Pixels from the left.
        public var x: Int
        /// Pixels from the top.
        public var y: Int
        /// Pixels across.
        public var width: Int
        /// Pixels down.
        public var height: Int

        /// Makes a rectangle.
        public init(x: Int, y: Int, width: Int, height: Int) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }
    }

    /// Where the picture is.
    public var url: URL
    /// Which part of it; `nil` for all.
    public var region: Region?
    /// From when to when it holds, in seconds.
    public var range: TimeRange

    /// Of a cue's text, such as `sprite.jpg#xywh=160,0,160,90` (Media Fragments URI 1.0 §4.2.2).
    init?(_ cue: CaptionCue, from base: URL) {
        let line = cue.text.split(whereSeparator: \.isNewline).first.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
        let parts = line.split(separator: "#", maxSplits: 1)
        guard let name = parts.first, let url = URL(string: String(name), relativeTo: base)?.absoluteURL,
            ["http", "https", "file"].contains(url.scheme?.lowercased() ?? ""), !url.isFileURL || base.isFileURL
        else { return nil }
        self.url = url
        region = parts.count > 1 ? Region(fragment: parts[1]) : nil
        range = TimeRange(start: cue.startTime, end: cue.endTime)
    }
}

extension ThumbnailReference.Region {
    /// Of `xywh=160,0,160,90` or `xywh=pixel:160,0,160,90`; `nil` where it is no such.
    fileprivate init?(fragment: Substring) {
        guard fragment.hasPrefix("xywh=") else { return nil }
        var values = fragment.dropFirst("xywh=".count)
        if values.hasPrefix("pixel:") { values = values.dropFirst("pixel:".count) }
        let numbers = values.split(separator: ",").compactMap { Int($0) }
        guard numbers.count == 4, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
