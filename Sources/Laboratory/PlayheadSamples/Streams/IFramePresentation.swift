import Foundation

/// Adds I-frame playlists (RFC 8216bis §4.4.3.6) to HLS presentations, for tests: one for each playlist with video, which lists the first
/// picture of each segment as a byte range.
package enum IFramePresentation {
    /// The name of the multivariant playlist.
    static let entryName = "multivariant.m3u8"

    /// Copies a presentation and adds I-frame playlists.
    ///
    /// - Parameters:
    ///   - entry: The playlist of a generated presentation: a multivariant one, or a media playlist, which becomes the only variant.
    ///   - folder: The folder for the new presentation, which is created and must not exist.
    ///   - clear: The folder of the presentation before its encryption, if it is encrypted.
    /// - Returns: The new multivariant playlist.
    /// - Throws: The system's error if a file can't be read, copied or written.
    package static func make(of entry: URL, in folder: URL, clear: URL? = nil) throws -> URL {
        let source = entry.deletingLastPathComponent()
        try FileManager.default.copyItem(at: source, to: folder)
        let text = try String(contentsOf: entry, encoding: .utf8)
        var lines = text.split(whereSeparator: \.isNewline).map(String.init)
        if !text.contains("#EXT-X-STREAM-INF") {
            lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-STREAM-INF:BANDWIDTH=1000000", entry.lastPathComponent]
        }
        var added: [String] = []
        for (tag, uri) in zip(lines, lines.dropFirst()) where tag.hasPrefix("#EXT-X-STREAM-INF:") {
            let playlist = folder.appendingPathComponent(uri)
            let clearPlaylist = (clear ?? source).appendingPathComponent(uri)
            let subfolder = playlist.deletingLastPathComponent()
            guard let iFrames = try self.playlist(of: playlist, clear: clearPlaylist.deletingLastPathComponent()) else { continue }
            try Data(iFrames.utf8).write(to: subfolder.appendingPathComponent("iframes.m3u8"))
            let path = uri.split(separator: "/").dropLast().map { "\($0)/" }.joined() + "iframes.m3u8"
            let attributes = tag.dropFirst("#EXT-X-STREAM-INF:".count).split(separator: ",")
                .filter { $0.hasPrefix("BANDWIDTH=") || $0.hasPrefix("RESOLUTION=") }
            added.append("#EXT-X-I-FRAME-STREAM-INF:\(attributes.joined(separator: ",")),URI=\"\(path)\"")
        }
        let result = folder.appendingPathComponent(entryName)
        try Data(((lines + added).joined(separator: "\n") + "\n").utf8).write(to: result)
        return result
    }

    /// Returns the I-frame playlist of a media playlist; nil if a segment has no picture. The pictures are measured in the folder `clear`,
    /// which contains the segments before their encryption.
    /// - Throws: The system's error if the playlist or a segment can't be read.
    package static func playlist(of playlist: URL, clear: URL) throws -> String? {
        var lines: [String] = []
        var range: (length: Int, offset: Int)?
        for line in try String(contentsOf: playlist, encoding: .utf8).split(whereSeparator: \.isNewline).map(String.init) {
            if line.hasPrefix("#EXT-X-BYTERANGE:") {
                let numbers = line.dropFirst("#EXT-X-BYTERANGE:".count).split(separator: "@").compactMap { Int($0) }
                range = numbers.count == 2 ? (numbers[0], numbers[1]) : nil
            } else if line.hasPrefix("#") {
                lines.append(line)
                if line.hasPrefix("#EXT-X-TARGETDURATION") { lines.append("#EXT-X-I-FRAMES-ONLY") }
            } else {
                let file = [UInt8](try Data(contentsOf: clear.appendingPathComponent(line)))
                let offset = range?.offset ?? 0
                let segment = Array(file.dropFirst(offset).prefix(range?.length ?? .max))
                guard let end = FirstIFrame.end(in: segment) else { return nil }
                lines += ["#EXT-X-BYTERANGE:\(end)@\(offset)", line]
                range = nil
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
