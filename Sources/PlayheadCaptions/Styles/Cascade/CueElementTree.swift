/// The elements of a cue as selectors see them (WebVTT §8.2.1): the cue as a whole, then its tags in order.
struct CueElementTree {
    struct Element {
        /// The tag; `nil` for the cue as a whole.
        var kind: CueSpan.Kind?
        var classes: [String]
        var identifier: String?
        var language: String?
        var parent: Int?
        /// The tag before it in the same one.
        var previous: Int?
        /// The latest of the times that stand before it.
        var latestBefore: Double
        /// The earliest of the times that stand after it.
        var earliestAfter = Double.infinity

        /// Whether a time after it has passed (WebVTT §8.2.2).
        func isPast(at time: Double) -> Bool { earliestAfter < time }
        /// Whether a time before it has not come (WebVTT §8.2.2).
        func isFuture(at time: Double) -> Bool { latestBefore > time }

        /// The value of an attribute; `nil` where there is none.
        func attribute(_ name: String) -> String? {
            switch (name, kind) {
            case ("voice", .voice(let voice)): voice
            case ("lang", .language), ("lang", nil): language.flatMap { $0.isEmpty ? nil : $0 }
            default: nil
            }
        }
    }

    private(set) var elements: [Element]
    /// All times in it.
    private(set) var times: [Double] = []
    /// How many times there were at the end of each element.
    private var timesAtEnd: [Int]

    /// How many tags count; those behind them have no style of their own.
    static let mostElements = 1000

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

    /// Trees are not deeper than ``CueTreeBuilder/deepestNesting``.
    private mutating func add(_ nodes: [CueNode], to parent: Int, _ latest: inout Double) {
        var previous: Int?
        for node in nodes {
            switch node {
            case .text: break
            case .timestamp(let time):
                times.append(time)
                latest = max(latest, time)
            case .span(let span):
                guard elements.count < Self.mostElements else { return }
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
