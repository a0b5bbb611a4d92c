import Foundation
import PlayheadTransport

/// Separates the titles of a station from its media: after each interval of media follows a block of text, whose first byte is its length
/// in units of 16 bytes (SHOUTcast's ICY protocol). A value without I/O.
struct ICYTitles: Sendable {
    /// A title with its place in the media.
    struct Title: Sendable, Hashable {
        /// The text, such as "Artist - Song".
        var text: String
        /// The address in the same block; `nil` if absent.
        var url: String?
        /// The number of bytes of media before it.
        var offset: Int64
    }

    private static let lengthUnit = 16
    private static let maximumInterval = 1 << 24

    private let interval: Int
    /// The number of bytes of media before the next block.
    private var mediaLeft: Int
    /// The number of bytes of the current block that follow; `nil` outside of a block, whose first byte is next if no media is left.
    private var textLeft: Int?
    private var text: [UInt8] = []

    /// Creates a value for a response; `nil` if it contains no titles (`icy-metaint`).
    init?(_ headers: HeaderFields) {
        guard let interval = headers["icy-metaint"].flatMap({ Int($0.trimmingCharacters(in: .whitespaces)) }),
            (1...Self.maximumInterval).contains(interval)
        else { return nil }
        self.interval = interval
        mediaLeft = interval
    }

    /// Returns the media in the next bytes of a response, of which `offset` bytes precede it, and the titles in them.
    mutating func separate(_ chunk: [UInt8], at offset: Int64) -> (media: [UInt8], titles: [Title]) {
        var media: [UInt8] = []
        media.reserveCapacity(chunk.count)
        var titles: [Title] = []
        var rest = chunk[...]
        while let byte = rest.first {
            if let left = textLeft {
                let part = rest.prefix(left)
                text += part
                rest = rest.dropFirst(part.count)
                textLeft = left - part.count
                guard textLeft == 0 else { continue }
                if let title = Self.title(in: text, at: offset.saturatingAdding(Int64(media.count))) { titles.append(title) }
                endBlock()
            } else if mediaLeft > 0 {
                let part = rest.prefix(mediaLeft)
                media += part
                rest = rest.dropFirst(part.count)
                mediaLeft -= part.count
            } else {
                rest = rest.dropFirst()
                textLeft = Int(byte) * Self.lengthUnit
                if byte == 0 { endBlock() }
            }
        }
        return (media, titles)
    }

    private mutating func endBlock() {
        text = []
        textLeft = nil
        mediaLeft = interval
    }

    /// Reads a block such as `StreamTitle='It's a song';StreamUrl='';`.
    private static func title(in block: [UInt8], at offset: Int64) -> Title? {
        let bytes = block.prefix { $0 != 0 }
        guard
            let text = String(validating: bytes, as: UTF8.self) ?? String(bytes: bytes, encoding: .windowsCP1252)
                ?? String(bytes: bytes, encoding: .isoLatin1),
            let title = value(of: "StreamTitle", in: text)?.trimmingCharacters(in: .whitespaces), !title.isEmpty
        else { return nil }
        return Title(text: title, url: value(of: "StreamUrl", in: text).flatMap { $0.isEmpty ? nil : $0 }, offset: offset)
    }

    /// Returns the text of a field. It may contain quotes, and ends where another field or nothing follows.
    private static func value(of name: String, in text: String) -> String? {
        guard let start = text.firstRange(of: "\(name)='") else { return nil }
        let rest = text[start.upperBound...]
        let ends = rest.ranges(of: "';").filter { end in
            let following = rest[end.upperBound...]
            let name = following.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            return following.allSatisfy(\.isWhitespace) || !name.isEmpty && following.dropFirst(name.count).hasPrefix("='")
        }
        if let end = ends.first { return String(rest[..<end.lowerBound]) }
        // A block may be cut, or lack the last semicolon.
        return rest.last == "'" ? String(rest.dropLast()) : String(rest)
    }
}
