/// A deviation of received data from the specification.
package struct CMCDProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The weight of a problem.
    package enum Severity: String, Sendable, Hashable {
        /// The data is invalid: it breaks a requirement ("MUST").
        case error
        /// The data is valid and breaks a recommendation ("SHOULD").
        case warning
    }

    /// The weight.
    package var severity: Severity
    /// The place of the data: the name of a header field, `query`, or `record` with its number.
    package var place: String
    /// The offset in the text at the place, in bytes, after percent-decoding; `nil` for a problem of the whole.
    package var position: Int?
    /// The key; `nil` for a problem of several keys.
    package var key: String?
    /// The reason.
    package var reason: String

    /// The problem as one line.
    package var description: String {
        let position = position.map { " at byte \($0)" } ?? ""
        let key = key.map { " \($0):" } ?? ""
        return "\(severity.rawValue): \(place)\(position):\(key) \(reason)"
    }
}

/// The data that a request carried, with its problems.
package struct CMCDReading: Sendable, Hashable {
    /// The way in which the data was reported.
    package enum Mode: String, Sendable, Hashable {
        /// With a request for an object.
        case request
        /// As a report of an event.
        case event
    }

    /// The way in which the data was reported.
    package var mode: Mode
    /// The valid keys and values.
    package var data: CMCDData
    /// The problems, in the order of the text.
    package var problems: [CMCDProblem]

    /// Whether the data breaks no requirement.
    package var isValid: Bool { !problems.contains { $0.severity == .error } }
}
