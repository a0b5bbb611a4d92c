/// A deviation of received data from the specification.
public struct CMCDProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The weight of a problem.
    public enum Severity: String, Sendable, Hashable {
        /// The data is invalid: it breaks a requirement ("MUST").
        case error
        /// The data is valid and breaks a recommendation ("SHOULD").
        case warning
    }

    /// The weight.
    public var severity: Severity
    /// The place of the data: the name of a header field, `query`, or `record` with its number.
    public var place: String
    /// The offset in the text at the place, in bytes, after percent-decoding; `nil` for a problem of the whole.
    public var position: Int?
    /// The key; `nil` for a problem of several keys.
    public var key: String?
    /// The reason.
    public var reason: String

    /// The problem as one line.
    public var description: String {
        let position = position.map { " at byte \($0)" } ?? ""
        let key = key.map { " \($0):" } ?? ""
        return "\(severity.rawValue): \(place)\(position):\(key) \(reason)"
    }
}

/// The data that a request carried, with its problems.
public struct CMCDReading: Sendable, Hashable {
    /// The way in which the data was reported.
    public enum Mode: String, Sendable, Hashable {
        /// With a request for an object.
        case request
        /// As a report of an event.
        case event
    }

    /// The way in which the data was reported.
    public var mode: Mode
    /// The valid keys and values.
    public var data: CMCDData
    /// The problems, in the order of the text.
    public var problems: [CMCDProblem]

    /// Whether the data breaks no requirement.
    public var isValid: Bool { !problems.contains { $0.severity == .error } }
}
