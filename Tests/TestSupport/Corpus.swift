import Foundation

/// Files that other projects made, beside the repository. Tests that need them are skipped where they are absent.
public enum Corpus {
    private static let folder: URL = {
        var root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        while root.pathComponents.count > 1, root.lastPathComponent != "Tests" { root.deleteLastPathComponent() }
        return root.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/corpora")
    }()

    /// Whether a corpus is there; says so when it isn't.
    public static func has(_ name: String) -> Bool {
        let isThere = FileManager.default.fileExists(atPath: url(name).path)
        if !isThere { print("skipped: no corpus \(name) at \(folder.path)") }
        return isThere
    }

    /// A corpus, or a file or folder of it.
    public static func url(_ name: String, _ path: String = "") -> URL {
        [name, path].filter { !$0.isEmpty }.reduce(folder) { $0.appendingPathComponent($1) }
    }

    /// The names of the files in a folder of a corpus, in order.
    public static func files(_ name: String, _ path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: url(name, path).path)) ?? []).sorted()
    }

    /// The names, without their ends, of the files in a folder of a corpus that end so, in order.
    public static func names(_ name: String, _ path: String, ending: String) -> [String] {
        files(name, path).filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }
    }

    /// The paths of all files of a corpus that end so, relative to it, in order.
    public static func paths(_ name: String, ending: String) -> [String] {
        let all = FileManager.default.enumerator(atPath: url(name).path)?.compactMap { $0 as? String } ?? []
        return all.filter { $0.hasSuffix(ending) }.sorted()
    }

    /// The paths of the playlists of a corpus, relative to it, in order.
    public static func playlists(_ name: String) -> [String] { paths(name, ending: ".m3u8") }

    /// The bytes of a file of a corpus.
    public static func bytes(_ name: String, _ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: url(name, path))) }

    /// A file of a corpus as text.
    public static func text(_ name: String, _ path: String) throws -> String { String(decoding: try bytes(name, path), as: UTF8.self) }

    /// A file of a corpus as JSON.
    public static func json(_ name: String, _ path: String) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(bytes(name, path)), options: .fragmentsAllowed)
    }

    /// A file of a corpus, decoded from JSON.
    public static func decode<Value: Decodable>(_ name: String, _ path: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(contentsOf: url(name, path)))
    }
}
