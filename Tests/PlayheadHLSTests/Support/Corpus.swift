import Foundation

/// Playlists that other projects wrote, beside the repository. Tests that need them are skipped where they are absent.
enum Corpus {
    private static let folder: URL = {
        var root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        while root.pathComponents.count > 1, root.lastPathComponent != "Tests" { root.deleteLastPathComponent() }
        return root.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/corpora")
    }()

    /// Whether a corpus is there; says so when it isn't.
    static func has(_ name: String) -> Bool {
        let isThere = FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
        if !isThere { print("skipped: no corpus \(name) at \(folder.path)") }
        return isThere
    }

    /// The paths of the playlists of a corpus, relative to it, in order.
    static func playlists(_ name: String) -> [String] {
        let root = folder.appendingPathComponent(name)
        let all = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return all.filter { $0.hasSuffix(".m3u8") }.sorted()
    }

    /// The bytes of a file of a corpus.
    static func bytes(_ name: String, _ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appendingPathComponent(name).appendingPathComponent(path)))
    }
}
