import Foundation

/// A presentation's files, or one media file, in memory.
struct SamplePresentation: Sendable {
    /// What it is, for messages.
    let name: String
    /// The path of what is played.
    let entry: String
    /// The bytes by paths.
    let files: [String: [UInt8]]

    /// Reads all files below the folder of `entry`.
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

    /// Makes one of files at hand.
    init(name: String, entry: String, files: [String: [UInt8]]) {
        self.name = name
        self.entry = entry
        self.files = files
    }

    /// Whether the path is a playlist's.
    static func isPlaylist(_ path: String) -> Bool { path.hasSuffix(".m3u8") }
}
