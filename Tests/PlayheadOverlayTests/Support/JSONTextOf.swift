import PlayheadCore

/// Creates JSON for tests.
enum JSONTextOf {
    static func value(_ value: EventValue) -> String { JSONText.text(value) }
}
