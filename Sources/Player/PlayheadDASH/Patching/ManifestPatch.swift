import PlayheadXML

/// A patch of a manifest (ISO/IEC 23009-1 §5.15): operations of RFC 5261 on elements and attributes that a path selects.
package struct ManifestPatch: Sendable {
    /// The identifier of the manifest.
    package var manifestID: String?
    /// The time of the version to which the patch applies, as written.
    package var originalPublishTime: String?
    /// The time of the version after the patch, as written.
    package var publishTime: String?
    private let operations: [XMLElement]

    /// The maximum number of nodes and attributes that all operations visit: each operation visits those beside its path.
    private static let maximumVisits = 20_000_000

    /// Parses a patch.
    /// - Throws: `ManifestError` if the document is not a patch.
    package init(_ bytes: [UInt8]) throws(ManifestError) {
        let document: XMLReader.Document
        do throws(XMLError) {
            document = try XMLReader.read(bytes, tolerance: .lenient)
        } catch {
            throw ManifestError(error.reason, line: error.line, column: error.column)
        }
        let root = document.root
        guard root.isNamed("Patch") else {
            throw ManifestError("the outermost element is <\(root.name.prefix(80))>, not <Patch>", line: root.line)
        }
        manifestID = root[attribute: "mpdId"]
        originalPublishTime = root[attribute: "originalPublishTime"]
        publishTime = root[attribute: "publishTime"]
        operations = root.children
    }

    /// Returns the manifest after the patch.
    /// - Parameter manifest: The outermost element of the manifest.
    /// - Returns: The outermost element after the patch.
    /// - Throws: `ManifestError` if the patch is for another manifest, a path selects nothing, or the result is too large.
    package func applied(to manifest: XMLElement) throws(ManifestError) -> XMLElement {
        guard manifestID == manifest[attribute: "id"] else {
            throw ManifestError("the patch is for the MPD \(manifestID ?? "without an id")", line: 1)
        }
        let (own, expected) = (manifest[attribute: "publishTime"], originalPublishTime)
        guard own == expected || own.flatMap(ManifestText.date) == expected.flatMap(ManifestText.date) else {
            throw ManifestError(
                "the patch is for the version of \(expected ?? "an unknown time"), not of \(own ?? "an unknown time")", line: 1)
        }
        // The path begins above the outermost element.
        var document = XMLElement(name: "", nodes: [.element(manifest)])
        var visits = 0
        for operation in operations { try apply(operation, to: &document, counting: &visits) }
        guard let result = document.children.first, document.children.count == 1 else {
            throw ManifestError("the patch removes the MPD", line: 1)
        }
        var size = Size()
        size.add(result)
        guard size.items <= Manifest.maximumItems else {
            throw ManifestError("the patched MPD has more than \(Manifest.maximumItems) elements and attributes", line: 1)
        }
        guard size.bytes <= XMLLimits().bytes else {
            throw ManifestError("the patched MPD has more than \(XMLLimits().bytes) bytes", line: 1)
        }
        return result
    }

    /// The size of a document.
    private struct Size {
        /// The number of elements and attributes.
        var items = 0
        /// The length of all names, values and texts.
        var bytes = 0

        /// Adds an element with all that is in it.
        mutating func add(_ element: XMLElement) {
            items += 1 + element.attributes.count
            bytes += element.name.utf8.count
            for attribute in element.attributes { bytes += attribute.name.utf8.count + attribute.value.utf8.count }
            for node in element.nodes {
                switch node {
                case .element(let child): add(child)
                case .text(let text): bytes += text.utf8.count
                }
            }
        }
    }

    private func apply(_ operation: XMLElement, to document: inout XMLElement, counting visits: inout Int) throws(ManifestError) {
        guard let selector = operation[attribute: "sel"] else {
            throw ManifestError("<\(operation.name.prefix(40))> has no @sel", line: operation.line)
        }
        guard var steps = PatchStep.parse(selector) else {
            throw ManifestError("the path \(selector.prefix(120)) is not supported", line: operation.line)
        }
        var attribute: String?
        if case .attribute(let name)? = steps.last {
            attribute = name
            steps.removeLast()
        }
        let place = Place(attribute: attribute, operation: operation)
        guard Self.change(&document, at: steps[...], place, counting: &visits) else {
            throw ManifestError("the path \(selector.prefix(120)) selects nothing", line: operation.line)
        }
        guard visits <= Self.maximumVisits else { throw ManifestError("the patch has too many operations", line: operation.line) }
    }

    /// The change at the end of a path.
    private struct Place {
        /// The attribute that is changed; `nil` for the element.
        var attribute: String?
        var operation: XMLElement

        var position: String? { operation[attribute: "pos"] }
        /// The nodes that are added to an element: without the white space between elements, which would accumulate over days of patches.
        var nodes: [XMLElement.Node] { operation.children.isEmpty ? operation.nodes : operation.nodes.filter { !$0.isWhiteSpace } }
        /// The name of the attribute that is added.
        var type: String? { operation[attribute: "type"].flatMap { $0.hasPrefix("@") ? String($0.dropFirst()) : nil } }
    }

    /// Changes what `steps` select below `element`.
    /// - Returns: False if they select nothing, or the operation is unknown.
    private static func change(
        _ element: inout XMLElement, at steps: ArraySlice<PatchStep>, _ place: Place, counting visits: inout Int
    ) -> Bool {
        visits += element.nodes.count + element.attributes.count
        guard let step = steps.first else {
            switch place.operation.localName {
            case "add": return add(place, to: &element)
            case "replace": return replace(place, in: &element)
            case "remove":
                guard let name = place.attribute, element.attributes.contains(where: { $0.name == name }) else { return false }
                element.attributes.removeAll { $0.name == name }
                return true
            default: return false
            }
        }
        guard let index = step.index(in: element) else { return false }
        guard case .element(var child) = element.nodes[index] else { return false }
        if steps.count == 1, place.attribute == nil {
            let added = place.operation.nodes.filter { if case .element = $0 { true } else { false } }
            switch (place.operation.localName, place.position) {
            case ("remove", _):
                element.nodes.remove(at: index)
                return true
            case ("replace", _):
                guard added.count == 1 else { return false }
                element.nodes[index] = added[0]
                return true
            case ("add", "before"?):
                element.nodes.insert(contentsOf: added, at: index)
                return true
            case ("add", "after"?):
                element.nodes.insert(contentsOf: added, at: index + 1)
                return true
            default: break
            }
        }
        let isChanged = change(&child, at: steps.dropFirst(), place, counting: &visits)
        element.nodes[index] = .element(child)
        return isChanged
    }

    private static func add(_ place: Place, to element: inout XMLElement) -> Bool {
        if let name = place.type ?? place.attribute {
            element.attributes.removeAll { $0.name == name }
            element.attributes.append(XMLElement.Attribute(name: name, value: place.operation.text))
        } else if place.position == "prepend" {
            element.nodes.insert(contentsOf: place.nodes, at: 0)
        } else {
            element.nodes += place.nodes
        }
        return true
    }

    private static func replace(_ place: Place, in element: inout XMLElement) -> Bool {
        guard let name = place.attribute, let index = element.attributes.firstIndex(where: { $0.name == name }) else { return false }
        element.attributes[index].value = place.operation.text
        return true
    }
}

extension XMLElement.Node {
    fileprivate var isWhiteSpace: Bool { if case .text(let text) = self { text.utf8.allSatisfy(\.isXMLSpace) } else { false } }
}

/// A step of a path: a child by name and position or attribute, or an attribute.
enum PatchStep: Equatable {
    case child(name: String, position: Int?, attribute: (name: String, value: String)?)
    case attribute(String)

    static func == (one: Self, other: Self) -> Bool {
        switch (one, other) {
        case (.attribute(let one), .attribute(let other)): one == other
        case (.child(let one, let position, let attribute), .child(let other, let otherPosition, let otherAttribute)):
            one == other && position == otherPosition && attribute?.name == otherAttribute?.name
                && attribute?.value == otherAttribute?.value
        default: false
        }
    }

    private static let maximumSteps = 32

    /// Parses a path; `nil` if it has anything but names, positions and comparisons of attributes.
    static func parse(_ path: String) -> [PatchStep]? {
        var steps: [PatchStep] = []
        for part in split(path) {
            if part.isEmpty {
                guard steps.isEmpty else { return nil }
                continue
            }
            if case .attribute? = steps.last { return nil }
            guard steps.count < maximumSteps, let step = step(part) else { return nil }
            steps.append(step)
        }
        return steps.isEmpty ? nil : steps
    }

    /// Splits a path at slashes outside of quotes.
    private static func split(_ path: String) -> [Substring] {
        var quote: Character?
        return path.split(omittingEmptySubsequences: false) { character in
            if let open = quote {
                if character == open { quote = nil }
                return false
            }
            if character == "'" || character == "\"" { quote = character }
            return character == "/"
        }
    }

    private static func step(_ part: Substring) -> PatchStep? {
        if part.hasPrefix("@") { return .attribute(String(part.dropFirst())) }
        guard let open = part.firstIndex(of: "[") else { return .child(name: localName(part), position: nil, attribute: nil) }
        guard part.hasSuffix("]") else { return nil }
        let name = localName(part[..<open])
        let condition = part[part.index(after: open)...].dropLast()
        if let position = Int(condition) { return .child(name: name, position: position, attribute: nil) }
        let halves = condition.split(separator: "=", maxSplits: 1)
        guard halves.count == 2, halves[0].hasPrefix("@"), let quote = halves[1].first, quote == "'" || quote == "\"",
            halves[1].count >= 2, halves[1].last == quote
        else { return nil }
        let value = String(halves[1].dropFirst().dropLast())
        return .child(name: name, position: nil, attribute: (String(halves[0].dropFirst()), value))
    }

    private static func localName(_ name: Substring) -> String { String(name.split(separator: ":").last ?? name) }

    /// Returns the index of the selected node of an element.
    func index(in element: XMLElement) -> Int? {
        guard case .child(let name, let position, let attribute) = self else { return nil }
        var count = 0
        for (index, node) in element.nodes.enumerated() {
            guard case .element(let child) = node, child.localName == name else { continue }
            if let attribute, child.attributes.first(where: { $0.name == attribute.name })?.value != attribute.value { continue }
            count += 1
            if count == position ?? 1 { return index }
        }
        return nil
    }
}
