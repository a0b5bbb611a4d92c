import Foundation

/// A list of locations in a file: M3U or PLS. HLS playlists, which begin like M3U, are streams and no lists.
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

    /// The entries in order.
    package private(set) var entries: [Entry] = []
    /// Whether the file has more entries than ``maximumEntries``.
    package private(set) var isTruncated = false

    /// Whether a name is that of a list, by its extension.
    package static func isList(_ name: String) -> Bool {
        ["m3u", "m3u8", "pls"].contains(name.split(separator: ".").last?.lowercased() ?? "")
    }

    /// Parses a file; `nil` if it is an HLS playlist, is not text, or has no entries.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.maximumBytes, !bytes.contains(0) else { return nil }
        // Files in an older encoding are read byte by byte, as Latin-1.
        var text = String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        if text.hasPrefix("\u{FEFF}") { text.removeFirst() }
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        guard !lines.contains(where: { $0.hasPrefix("#EXT-X-") }) else { return nil }
        if lines.first?.lowercased() == "[playlist]" { readPLS(lines.dropFirst()) } else { readM3U(lines) }
        guard !entries.isEmpty else { return nil }
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
                let parts = line.dropFirst("#EXTINF:".count).split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
                pending.duration = Self.duration(parts.first?.split(separator: " ").first.map(String.init))
                pending.title = parts.count > 1 ? Self.title(String(parts[1])) : nil
            } else if !line.hasPrefix("#") {
                pending.location = line
                add(pending)
                pending = Entry(location: "")
            }
        }
    }

    private mutating func readPLS(_ lines: ArraySlice<String>) {
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

    /// Returns the URL of an entry in a list at `base`; `nil` if it is invalid, has no server, or is of another scheme than http,
    /// https and file.
    package static func url(of location: String, in base: URL) -> URL? {
        if let url = URL(string: location), let scheme = url.scheme?.lowercased(), scheme.count > 1 {
            // A list of a server has no access to the files of the viewer.
            if scheme == "file" { return base.isFileURL ? url : nil }
            return ["http", "https"].contains(scheme) && url.host()?.isEmpty == false ? url : nil
        }
        guard !location.contains("://") else { return nil }
        if base.isFileURL { return URL(fileURLWithPath: location, relativeTo: base.deletingLastPathComponent()).standardizedFileURL }
        return URL(string: location, relativeTo: base)?.absoluteURL
    }
}

/// The files that a folder is searched for.
package enum MediaFiles {
    /// The maximum number of files that are taken from a folder.
    package static let maximum = 10_000

    private static let extensions: Set<String> = [
        "3gp", "aac", "ac3", "aif", "aiff", "avi", "flac", "flv", "m2ts", "m4a", "m4v", "mka", "mkv", "mov", "mp3", "mp4", "mpeg", "mpg",
        "mts", "oga", "ogg", "ogv", "opus", "ts", "wav", "webm", "wma", "wmv",
    ]

    /// Whether a file is one of media, by its name.
    package static func isMedia(_ name: String) -> Bool {
        !name.hasPrefix(".") && extensions.contains(name.split(separator: ".").last?.lowercased() ?? "")
    }

    /// Whether a file has captions, by its name.
    package static func isCaptions(_ name: String) -> Bool {
        ["vtt", "srt"].contains(name.split(separator: ".").last?.lowercased() ?? "")
    }

    /// Whether `first` is before `second` in the order of people: numbers by value, without case.
    package static func isBefore(_ first: String, _ second: String) -> Bool {
        first.compare(second, options: [.caseInsensitive, .numeric]) == .orderedAscending
    }
}
