import Foundation

/// Files that other projects made, beside the repository. Tests that need them are skipped where they are absent.
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

    /// The names of the files in a folder of a corpus, in order.
    static func files(_ name: String, _ path: String) -> [String] {
        let root = folder.appendingPathComponent(name).appendingPathComponent(path)
        return ((try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []).sorted()
    }

    /// The bytes of a file of a corpus.
    static func bytes(_ name: String, _ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appendingPathComponent(name).appendingPathComponent(path)))
    }

    /// A file of a corpus as text.
    static func text(_ name: String, _ path: String) throws -> String { String(decoding: try bytes(name, path), as: UTF8.self) }
}
