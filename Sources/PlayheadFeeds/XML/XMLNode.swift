import Foundation

/// An element of an XML document.
final class XMLNode {
    /// Its name as it is written.
    let qualifiedName: String
    /// Its name without the prefix, in lower case.
    let name: String
    /// Which vocabulary it is of: its namespace.
    let space: Space
    let attributes: [String: String]
    var children: [XMLNode] = []
    /// All text directly inside it.
    var text = ""
    private let prefixes: [String: String]

    /// The vocabularies that lists are written in.
    enum Space {
        /// RSS itself, and whatever else.
        case plain
        /// Media RSS.
        case media
        /// JW Player's additions.
        case jwplayer
        /// Podcasts.
        case itunes
    }

    init(_ qualifiedName: String, _ attributes: [String: String], inside parent: XMLNode?) {
        self.qualifiedName = qualifiedName
        self.attributes = attributes
        var prefixes = parent?.prefixes ?? [:]
        for (key, uri) in attributes where key.hasPrefix("xmlns:") { prefixes[String(key.dropFirst(6))] = uri }
        self.prefixes = prefixes
        let parts = qualifiedName.split(separator: ":", maxSplits: 1)
        name = String(parts.last ?? "").lowercased()
        space = parts.count > 1 ? Self.space(of: prefixes[String(parts[0])] ?? String(parts[0])) : .plain
    }

    /// By the namespace's URI; some lists use the customary prefix without declaring it.
    private static func space(of uri: String) -> Space {
        switch uri.lowercased() {
        case "media": .media
        case "jwplayer": .jwplayer
        case "itunes": .itunes
        case let uri where uri.contains("search.yahoo.com/mrss"): .media
        case let uri where uri.contains("jwpcdn.com") || uri.contains("longtailvideo.com"): .jwplayer
        case let uri where uri.contains("itunes.com"): .itunes
        default: .plain
        }
    }

    /// The text without the space around it, or `nil` where there is none.
    var trimmedText: String? {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.isEmpty ? nil : trimmed
    }

    /// The children of a name.
    func children(_ name: String, _ space: Space = .plain) -> [XMLNode] {
        children.filter { $0.name == name && $0.space == space }
    }

    /// The first child of a name that has text.
    func text(_ name: String, _ space: Space = .plain) -> String? {
        children(name, space).lazy.compactMap(\.trimmedText).first
    }

    /// The value of an attribute, without the space around it; `nil` where it is empty.
    func attribute(_ name: String) -> String? {
        let value = attributes[name]?.trimmingCharacters(in: .whitespacesAndNewlines)
        return value?.isEmpty == true ? nil : value
    }
}
