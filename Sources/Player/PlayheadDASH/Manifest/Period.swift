/// A period: a part of a presentation with content of its own (ISO/IEC 23009-1 §5.3.2).
package struct Period: Sendable {
    /// The identifier.
    package var id: String?
    /// The start on the timeline of the presentation, in seconds.
    package var start: Double
    /// The duration in seconds; `nil` while the period is open.
    package var duration: Double?
    /// The adaptation sets with at least one usable representation.
    package var adaptationSets: [AdaptationSet] = []
    /// The events that the manifest lists.
    package var eventStreams: [EventStream] = []
    /// The identifiers of the asset: periods of one asset were cut from one content.
    package var assetIdentifiers: [Descriptor] = []
    /// The combinations of adaptation sets that the author selected (§5.3.11), as written.
    package var preselections: [Preselection] = []
    /// The restrictions of combinations of adaptation sets (§5.3.8): the identifiers of one subset.
    package var subsets: [[String]] = []
    /// The line of the element.
    package var line = 0
}

/// A combination of adaptation sets that belong together.
package struct Preselection: Sendable, Hashable {
    /// The identifier.
    package var id: String?
    /// The identifiers of the adaptation sets.
    package var components: [String]
    /// The language.
    package var language: String?
}

/// The events of one scheme in a period (§5.10.2).
package struct EventStream: Sendable, Hashable {
    /// One event.
    package struct Event: Sendable, Hashable {
        /// The start in seconds, from the start of the period.
        package var start: Double
        /// The duration in seconds; `nil` if unknown.
        package var duration: Double?
        /// The identifier.
        package var id: Int?
        /// The content: bytes if the content was encoded in Base64, otherwise text or XML.
        package var data: [UInt8]
    }

    /// The URI that defines the meaning of value and content.
    package var scheme: String
    /// The value.
    package var value: String
    /// The number of ticks per second.
    package var timescale: Int64
    /// The events.
    package var events: [Event] = []
}
