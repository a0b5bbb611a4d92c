import Foundation

/// A presentation's files, or one media file, in memory.
struct SamplePresentation: Sendable {
    /// The name for messages.
    let name: String
    /// The path of the entry point.
    let entry: String
    /// The bytes by path.
    let files: [String: [UInt8]]
    /// Whether its segments have several fragments each.
    var hasParts = false
    /// Whether its media are not encrypted.
    var isClear = true

    /// Reads all files in the folder of `entry`.
    init(name: String, entry: URL) throws {
        let folder = entry.deletingLastPathComponent()
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        var files: [String: [UInt8]] = [:]
        for path in paths.sorted() {
            let url = folder.appendingPathComponent(path)
            guard let values = try? url.resourceValues(forKeys: [.isRegularFileKey]), values.isRegularFile == true else { continue }
            files[path] = [UInt8](try Data(contentsOf: url))
        }
        self.name = name
        self.entry = entry.lastPathComponent
        self.files = files
    }

    /// Creates a presentation from files in memory.
    init(name: String, entry: String, files: [String: [UInt8]], isClear: Bool = true) {
        self.name = name
        self.entry = entry
        self.files = files
        self.isClear = isClear
    }

    /// Returns whether the path is a playlist.
    static func isPlaylist(_ path: String) -> Bool { path.hasSuffix(".m3u8") }

    /// Returns whether the path is a manifest of DASH, a patch of one, or the time of a live one.
    static func isManifest(_ path: String) -> Bool { [".mpd", ".mpp", ".time"].contains { path.hasSuffix($0) } }

    /// Whether its media are fragmented MP4.
    var isFragmented: Bool { files.keys.contains { $0.hasSuffix(".m4s") || $0 == "segments.mp4" } }
}
