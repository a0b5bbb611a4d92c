import Foundation

/// The test cases of the HTTP working group for structured fields, which the package with the parser contains.
enum StructuredFieldCases {
    struct Case: Sendable {
        var file: String
        var name: String
        var text: String
        var mustFail: Bool
        var canFail: Bool
        /// The keys of the dictionary in order of their first occurrence, or of JSON; as a set.
        var keys: Set<String>
        /// The canonical form.
        var canonical: String
    }

    private static let folder: URL = {
        var root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        while root.pathComponents.count > 1, root.lastPathComponent != "Tests" { root.deleteLastPathComponent() }
        return root.deletingLastPathComponent()
            .appendingPathComponent(".build/checkouts/swift-http-structured-headers/Tests/TestFixtures")
    }()

    /// The cases of dictionaries; empty, with a note, if the package is not checked out.
    static let dictionaries: [Case] = {
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        if files.isEmpty { print("skipped: no test cases of structured fields at \(folder.path)") }
        return files.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }.flatMap(cases)
    }()

    private static func cases(_ file: URL) -> [Case] {
        guard let data = try? Data(contentsOf: file), let list = try? JSONSerialization.jsonObject(with: data) as? [[String: Any]] else {
            return []
        }
        return list.filter { $0["header_type"] as? String == "dictionary" }.map { entry in
            let raw = entry["raw"] as? [String] ?? []
            let expected = entry["expected"]
            // A dictionary is an object, or a list of pairs.
            let pairs = (expected as? [[Any]])?.compactMap { $0.first as? String }
            return Case(
                file: file.lastPathComponent, name: entry["name"] as? String ?? "", text: raw.joined(separator: ","),
                mustFail: entry["must_fail"] as? Bool ?? false, canFail: entry["can_fail"] as? Bool ?? false,
                keys: Set(pairs ?? (expected as? [String: Any]).map { Array($0.keys) } ?? []),
                canonical: (entry["canonical"] as? [String] ?? raw).joined(separator: ","))
        }
    }
}
