import Foundation

/// A list of locations in a file: M3U or PLS. An HLS playlist, which has a tag that begins with `#EXT-X-`, is a stream and no list.
package struct PlaylistFile: Sendable, Hashable {
    /// A line of the list.
    package struct Entry: Sendable, Hashable {
        /// The location as written: a URL, or a path relative to the file.
        package var location: String
        /// The title; `nil` if the file has none.
        package var title: String?
        /// The duration in seconds; `nil` if it is unknown.
        package var duration: Double?
    }

    /// The maximum size of a file, in bytes.
    package static let maximumBytes = 4 << 20
    /// The maximum number of entries; further ones are ignored.
    package static let maximumEntries = 10_000
    /// The maximum length of a location, in bytes.
    package static let maximumLocation = 65_536

    /// The entries in order.
    package private(set) var entries: [Entry] = []
    /// The title of the list; `nil` if the file has none.
    package private(set) var title: String?
    /// Whether the file has more entries than ``maximumEntries``.
    package private(set) var isTruncated = false

    /// Whether a name is that of a list, by its extension.
    package static func isList(_ name: String) -> Bool {
        ["m3u", "m3u8", "pls", "xspf"].contains(name.split(separator: ".").last?.lowercased() ?? "")
    }

    /// Whether bytes begin as those of a PLS or XSPF file do.
    package static func isMarked(_ bytes: some Collection<UInt8>) -> Bool {
        let start = String(decoding: bytes.prefix(512), as: UTF8.self).drop(while: { $0.isWhitespace || $0 == "\u{FEFF}" }).lowercased()
        return start.hasPrefix(plsMark) || start.hasPrefix("<") && start.contains("<playlist") && start.contains("xspf.org")
    }

    private static let plsMark = "[playlist]"

    /// Parses M3U or PLS; `nil` if the bytes are an HLS playlist, another document, not text, or have no entries.
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - isNamed: Whether the name or type of the file is that of a list; otherwise M3U has to begin with `#EXTM3U` or a URL.
    package init?(_ bytes: [UInt8], isNamed: Bool = true) {
        guard bytes.count <= Self.maximumBytes, !Self.isHLS(bytes), let text = Self.text(of: bytes), !text.contains("\0")
        else { return nil }
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        guard let first = lines.first(where: { !$0.isEmpty }), first != "[", !["<", "{", "[{", "[\""].contains(where: first.hasPrefix)
        else { return nil }
        if first.lowercased() == Self.plsMark {
            readPLS(lines)
        } else {
            guard isNamed || ["#EXTM3U", "http://", "https://"].contains(where: first.hasPrefix) else { return nil }
            readM3U(lines)
        }
        guard !entries.isEmpty else { return nil }
    }

    /// Whether a line begins with `#EXT-X-`.
    private static func isHLS(_ bytes: [UInt8]) -> Bool {
        let mark = Array("#EXT-X-".utf8)
        var isLineStart = true
        for index in bytes.indices {
            if isLineStart, bytes[index...].starts(with: mark) { return true }
            isLineStart =
                switch bytes[index] {
                case 0x0A, 0x0D: true
                // White space, and a byte order mark.
                case 0x20, 0x09, 0xEF, 0xBB, 0xBF: isLineStart
                default: false
                }
        }
        return false
    }

    /// Returns the text of a file: UTF-16 with a byte order mark, UTF-8, or an older encoding, of which each byte is read as Latin-1.
    private static func text(of bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return String(bytes: bytes, encoding: .utf16) }
        var text = String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        if text.hasPrefix("\u{FEFF}") { text.removeFirst() }
        return text
    }

    private mutating func add(_ entry: Entry) {
        guard entries.count < Self.maximumEntries else {
            isTruncated = true
            return
        }
        entries.append(entry)
    }

    private mutating func readM3U(_ lines: [String]) {
        var pending = Entry(location: "")
        for line in lines where !line.isEmpty {
            if line.hasPrefix("#EXTINF:") {
                let (fields, title) = Self.parts(ofInformation: line.dropFirst("#EXTINF:".count))
                pending.duration = Self.duration(fields.split(separator: " ").first.map(String.init))
                pending.title = Self.title(title)
            } else if line.hasPrefix("#PLAYLIST:") {
                title = Self.title(String(line.dropFirst("#PLAYLIST:".count)))
            } else if !line.hasPrefix("#") {
                pending.location = line
                add(pending)
                pending = Entry(location: "")
            }
        }
    }

    /// Returns the duration with the attributes, such as `-1 tvg-name="A, B"`, and the title, which follow the first comma outside of quotes.
    private static func parts(ofInformation text: Substring) -> (fields: Substring, title: String) {
        var isQuoted = false
        for index in text.indices {
            if text[index] == "\"" { isQuoted.toggle() }
            if text[index] == ",", !isQuoted { return (text[..<index], String(text[text.index(after: index)...])) }
        }
        // A quote that is not closed is part of the title.
        let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        return (parts.first ?? "", parts.count > 1 ? String(parts[1]) : "")
    }

    private mutating func readPLS(_ lines: [String]) {
        var found: [Int: Entry] = [:]
        for line in lines {
            let parts = line.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2 else { continue }
            let key = parts[0].lowercased()
            guard let name = ["file", "title", "length"].first(where: { key.hasPrefix($0) }),
                let number = Int(key.dropFirst(name.count)), number >= 0, found.count < Self.maximumEntries || found[number] != nil
            else { continue }
            var entry = found[number] ?? Entry(location: "")
            switch name {
            case "file": entry.location = parts[1]
            case "title": entry.title = Self.title(parts[1])
            default: entry.duration = Self.duration(parts[1])
            }
            found[number] = entry
        }
        for (_, entry) in found.sorted(by: { $0.key < $1.key }) where !entry.location.isEmpty { add(entry) }
    }

    private static func title(_ text: String) -> String? {
        let maximum = 300
        let title = text.trimmingCharacters(in: .whitespaces).prefix(maximum)
        return title.isEmpty ? nil : String(title)
    }

    private static func duration(_ text: String?) -> Double? {
        guard let seconds = text.flatMap(Double.init), seconds.isFinite, seconds > 0, seconds < 1e7 else { return nil }
        return seconds
    }

    /// Returns the URL of an entry in a list.
    /// - Parameters:
    ///   - location: A URL, or a path relative to the list. If no file has this name, it may be percent-encoded or have backslashes.
    ///   - base: The URL of the list.
    ///   - isFile: Whether there is a file at a path.
    /// - Returns: The URL; `nil` if it is invalid or too long, has no server, or is of another scheme than http, https and file.
    package static func url(of location: String, in base: URL, isFile: (String) -> Bool = { _ in false }) -> URL? {
        guard location.utf8.count <= maximumLocation else { return nil }
        let names = base.isFileURL ? [location, location.removingPercentEncoding, location.replacing("\\", with: "/")] : []
        let files = names.compactMap(\.self).filter { !$0.isEmpty }
            .map { URL(fileURLWithPath: $0, relativeTo: base.deletingLastPathComponent()).standardizedFileURL }
        if let found = files.first(where: { isFile($0.path) }) { return found }
        let reference = encoded(location)
        if let url = URL(text: reference), let scheme = url.scheme?.lowercased(), scheme.count > 1 {
            // A list of a server has no access to the files of the viewer.
            if scheme == "file" { return base.isFileURL ? url : nil }
            return ["http", "https"].contains(scheme) && url.host()?.isEmpty == false ? url : nil
        }
        guard !location.isEmpty, !location.contains("://") else { return nil }
        return files.first ?? URL(text: reference, relativeTo: base)?.absoluteURL
    }

    /// Returns a reference whose characters that no URL may have are percent-encoded. What is encoded already stays.
    private static func encoded(_ location: String) -> String {
        let bytes = Array(location.utf8)
        // The brackets of an IPv6 address are those before the path.
        let start = location.firstRange(of: "://")?.upperBound ?? location.startIndex
        let path = location.utf8.distance(from: location.startIndex, to: location[start...].firstIndex(of: "/") ?? location.endIndex)
        let host = start == location.startIndex ? 0..<0 : 0..<path
        return bytes.indices.reduce(into: "") { result, index in
            let byte = bytes[index]
            let isEscape = byte == UInt8(ascii: "%") && bytes[index...].dropFirst().prefix(2).filter(isHexadecimal).count == 2
            let isBracket = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
            if isEscape || isAllowed(byte) && (!isBracket || host.contains(index)) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += "%" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool { Unicode.Scalar(byte).properties.isASCIIHexDigit }

    /// Whether a URL may have a byte (RFC 3986 §2).
    private static func isAllowed(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !"\"%<>\\^`{|}".utf8.contains(byte)
    }
}

/// The files that a folder is searched for.
package enum MediaFiles {
    /// The maximum number of files that are taken from a folder.
    package static let maximum = 10_000

    /// The extensions of caption files.
    package static let captionSuffixes = ["vtt", "srt", "ass", "ssa", "ttml", "dfxp"]

    /// Whether a file has captions, by its name.
    package static func isCaptions(_ name: String) -> Bool {
        captionSuffixes.contains(name.split(separator: ".").last?.lowercased() ?? "")
    }

    /// Whether `first` is before `second` in the order of people: numbers by value, without case.
    package static func isBefore(_ first: String, _ second: String) -> Bool {
        first.compare(second, options: [.caseInsensitive, .numeric]) == .orderedAscending
    }
}
