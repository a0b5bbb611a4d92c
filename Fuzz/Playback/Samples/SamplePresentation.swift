import Foundation

/// A presentation's files, or one media file, in memory.
struct SamplePresentation: Sendable {
    /// The name for messages.
    let name: String
    /// The path of the entry point.
    let entry: String
    /// The bytes by path.
    let files: [String: [UInt8]]

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
    init(name: String, entry: String, files: [String: [UInt8]]) {
        self.name = name
        self.entry = entry
        self.files = files
    }

    /// Returns whether the path is a playlist.
    static func isPlaylist(_ path: String) -> Bool { path.hasSuffix(".m3u8") }
}
