import Foundation

/// The test files of other projects, outside of the repository. Tests that need an absent corpus are skipped.
package enum Corpus {
    private static let folder: URL = {
        var root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        while root.pathComponents.count > 1, root.lastPathComponent != "Tests" { root.deleteLastPathComponent() }
        return root.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/corpora")
    }()

    /// Returns whether a corpus is present; prints a note if it is not.
    package static func has(_ name: String) -> Bool {
        let isThere = FileManager.default.fileExists(atPath: url(name).path)
        if !isThere { print("skipped: no corpus \(name) at \(folder.path)") }
        return isThere
    }

    /// Returns the URL of a corpus, or of a file or folder in it.
    package static func url(_ name: String, _ path: String = "") -> URL {
        [name, path].filter { !$0.isEmpty }.reduce(folder) { $0.appendingPathComponent($1) }
    }

    /// Returns the sorted names of the files in a folder of a corpus.
    package static func files(_ name: String, _ path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: url(name, path).path)) ?? []).sorted()
    }

    /// Returns the sorted names, without extension, of the files in a folder of a corpus with an ending.
    package static func names(_ name: String, _ path: String, ending: String) -> [String] {
        files(name, path).filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }
    }

    /// Returns the sorted relative paths of all files of a corpus with an ending.
    package static func paths(_ name: String, ending: String) -> [String] {
        let all = FileManager.default.enumerator(atPath: url(name).path)?.compactMap { $0 as? String } ?? []
        return all.filter { $0.hasSuffix(ending) }.sorted()
    }

    /// Returns the sorted relative paths of the playlists of a corpus.
    package static func playlists(_ name: String) -> [String] { paths(name, ending: ".m3u8") }

    /// Returns the bytes of a file of a corpus.
    package static func bytes(_ name: String, _ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: url(name, path))) }

    /// Returns the text of a file of a corpus.
    package static func text(_ name: String, _ path: String) throws -> String { String(decoding: try bytes(name, path), as: UTF8.self) }

    /// Returns the JSON of a file of a corpus.
    package static func json(_ name: String, _ path: String) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(bytes(name, path)), options: .fragmentsAllowed)
    }

    /// Decodes a JSON file of a corpus.
    package static func decode<Value: Decodable>(_ name: String, _ path: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(contentsOf: url(name, path)))
    }
}
