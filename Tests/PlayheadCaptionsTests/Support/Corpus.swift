import Foundation

/// Files that other projects wrote, beside the repository. Tests that need them are skipped where they are absent.
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

    /// The names, without their ends, of the files in a folder of a corpus that end so, in order.
    static func names(_ corpus: String, _ subfolder: String, ending: String) -> [String] {
        let path = folder.appendingPathComponent(corpus).appendingPathComponent(subfolder).path
        let all = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return all.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
    }

    /// The bytes of a file of a corpus.
    static func bytes(_ name: String, _ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appendingPathComponent(name).appendingPathComponent(path)))
    }

    /// A file of a corpus as JSON.
    static func json(_ name: String, _ path: String) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(bytes(name, path)), options: .fragmentsAllowed)
    }
}
