import Foundation
import PlayheadXML

/// An element of a feed in XML.
struct FeedElement {
    /// The name without the prefix, in lower case.
    let name: String
    /// The vocabulary, from the namespace of the element.
    let space: Space
    let attributes: [String: String]
    let children: [FeedElement]
    /// The text directly inside it.
    private let text: String

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

    init(_ element: XMLElement, prefixes outer: [String: String] = [:]) {
        var prefixes = outer
        for attribute in element.attributes where attribute.name.hasPrefix("xmlns:") {
            prefixes[String(attribute.name.dropFirst(6))] = attribute.value
        }
        attributes = Dictionary(element.attributes.map { ($0.name, $0.value) }) { $1 }
        let parts = element.name.split(separator: ":", maxSplits: 1)
        name = String(parts.last ?? "").lowercased()
        space = parts.count > 1 ? Self.space(of: prefixes[String(parts[0])] ?? String(parts[0])) : .plain
        children = element.children.map { FeedElement($0, prefixes: prefixes) }
        text = element.text
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
    func children(_ name: String, _ space: Space = .plain) -> [FeedElement] {
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
