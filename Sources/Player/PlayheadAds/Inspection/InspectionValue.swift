import PlayheadCore

/// Converts values for inspection: a key is absent if the document does not set it; lists are always present.
enum InspectionValue {
    static func string(_ text: String?) -> EventValue? { text.map { .string($0) } }

    static func number(_ value: Int?) -> EventValue? { value.map { .int($0) } }

    /// Returns a number; whole numbers are written as integers.
    static func number(_ value: Double?) -> EventValue? {
        value.map { $0 == $0.rounded() && abs($0) < 1e15 ? .int(Int(saturating: $0)) : .double($0) }
    }

    static func bool(_ value: Bool?) -> EventValue? { value.map { .bool($0) } }

    static func strings(_ texts: [String]) -> EventValue { .array(texts.map { .string($0) }) }

    /// Returns seconds as a number, and percentages as text.
    static func offset(_ offset: AdOffset?) -> EventValue? {
        switch offset {
        case .seconds(let seconds): number(seconds)
        case .fraction: offset.map { .string(AdBreakOffset.midRoll($0).text) }
        case nil: nil
        }
    }

    static func link(_ link: VASTLink) -> EventValue {
        var fields: EventFields = [:]
        fields["id"] = string(link.id)
        fields["url"] = .string(link.url)
        return .object(fields)
    }

    static func tracking(_ events: [VASTTracking]) -> EventValue {
        .array(
            events.map { tracking in
                var fields: EventFields = ["event": .string(tracking.event), "url": .string(tracking.url)]
                fields["offset"] = offset(tracking.offset)
                return .object(fields)
            })
    }

    static func extensions(_ elements: [XMLElement]) -> EventValue {
        .array(
            elements.map { element in
                var fields: EventFields = [:]
                fields["type"] = string(element[attribute: "type"])
                fields["xml"] = .string(element.xml)
                return .object(fields)
            })
    }

    static func warnings(_ warnings: [AdWarning]) -> EventValue {
        .array(warnings.map { .object(["line": .int($0.line), "message": .string($0.message)]) })
    }
}
