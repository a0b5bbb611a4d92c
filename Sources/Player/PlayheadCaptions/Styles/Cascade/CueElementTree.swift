/// The elements of a cue for selector matching (WebVTT §8.2.1): the whole cue, then its tags in order.
struct CueElementTree {
    struct Element {
        /// The kind of the tag; `nil` for the whole cue.
        var kind: CueSpan.Kind?
        var classes: [String]
        var identifier: String?
        var language: String?
        var parent: Int?
        /// The index of the previous tag in the same parent.
        var previous: Int?
        /// The latest timestamp before the element.
        var latestBefore: Double
        /// The earliest timestamp after the element.
        var earliestAfter = Double.infinity

        /// Whether a timestamp after the element has passed (WebVTT §8.2.2).
        func isPast(at time: Double) -> Bool { earliestAfter < time }
        /// Whether a timestamp before the element is in the future (WebVTT §8.2.2).
        func isFuture(at time: Double) -> Bool { latestBefore > time }

        /// Returns the value of an attribute; `nil` if absent.
        func attribute(_ name: String) -> String? {
            switch (name, kind) {
            case ("voice", .voice(let voice)): voice
            case ("lang", .language), ("lang", nil): language.flatMap { $0.isEmpty ? nil : $0 }
            default: nil
            }
        }
    }

    private(set) var elements: [Element]
    /// The timestamps in the cue.
    private(set) var times: [Double] = []
    /// The number of timestamps at the end of each element.
    private var timesAtEnd: [Int]

    /// The maximum number of tags; later ones have no separate style.
    static let maximumElements = 1000

    init(_ text: CueText, identifier: String, language: String?) {
        elements = [
            Element(classes: [], identifier: identifier.isEmpty ? nil : identifier, language: language, latestBefore: -.infinity)
        ]
        timesAtEnd = [0]
        var latest = -Double.infinity
        add(text.nodes, to: 0, &latest)
        timesAtEnd[0] = times.count
        var earliest = [Double](repeating: .infinity, count: times.count + 1)
        for index in times.indices.reversed() { earliest[index] = min(times[index], earliest[index + 1]) }
        for index in elements.indices { elements[index].earliestAfter = earliest[timesAtEnd[index]] }
    }

    /// Adds nodes. Trees are not deeper than ``CueTreeBuilder/deepestNesting``.
    private mutating func add(_ nodes: [CueNode], to parent: Int, _ latest: inout Double) {
        var previous: Int?
        for node in nodes {
            switch node {
            case .text: break
            case .timestamp(let time):
                times.append(time)
                latest = max(latest, time)
            case .span(let span):
                guard elements.count < Self.maximumElements else { return }
                let index = elements.count
                elements.append(
                    Element(
                        kind: span.kind, classes: span.classes, language: span.language, parent: parent, previous: previous,
                        latestBefore: latest))
                timesAtEnd.append(0)
                add(span.children, to: index, &latest)
                timesAtEnd[index] = times.count
                previous = index
            }
        }
    }
}
