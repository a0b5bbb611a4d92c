/// Parses faults from the text form of the command line: `status=503,path=seg*.ts,requests=2`.
///
/// Fields are `name=value`, separated by commas. One field names the kind, others its details; `path` and `requests` select the requests:
///
/// | kind | details |
/// |---|---|
/// | `status=503` | `retry-after=2` (s), `body=TEXT` |
/// | `latency=0.5` (s) | |
/// | `stall=1000` (after N bytes) | `for=2.5` (s); indefinitely without it |
/// | `cut=1000`, or `cut=header` | `reset=yes` |
/// | `length=+50`, `length=-50` | |
/// | `bandwidth=125000` (bytes per second) | |
/// | `html`, `empty`, `no-ranges` | |
/// | `garbage`, `garbage=7` (a seed) | |
/// | `truncate=1000` | |
/// | `redirect=URL`, or `redirect=self` | `code=307` |
/// | `type=text/plain` | |
///
/// `requests` is `2` or `first-2` (the first two), `each-2` (the first two for each path), `at-3` (the third), `from-3` (the third and all
/// later ones), or `all`, which is the default.
struct FaultText {
    private(set) var fields: [(name: String, value: String?)]
    private let text: String

    init(_ text: String) throws(FaultTextError) {
        self.text = text
        fields = []
        for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = Self.trimmed(parts.first ?? "")
            guard !name.isEmpty else { throw FaultTextError(text: text, reason: "a field has no name") }
            guard !fields.contains(where: { $0.name == name }) else { throw FaultTextError(text: text, reason: "'\(name)' appears twice") }
            fields.append((name, parts.count > 1 ? Self.trimmed(parts[1]) : nil))
        }
    }

    mutating func parse() throws(FaultTextError) -> Fault {
        let path = try takePath() ?? "*"
        let requests = try value("requests").map { value throws(FaultTextError) in try selection(value) } ?? .all
        guard let kind = try takeKind() else { throw failure("it has no kind of fault") }
        try expectEnd()
        return Fault(path: path, requests: requests, kind: kind)
    }

    mutating func takePath() throws(FaultTextError) -> PathPattern? {
        try value("path").map { PathPattern($0) }
    }

    /// Throws if a field is left.
    func expectEnd() throws(FaultTextError) {
        if let rest = fields.first { throw failure("'\(rest.name)' is unknown, or not a field of this kind") }
    }

    private mutating func takeKind() throws(FaultTextError) -> Fault.Kind? {
        if let code = try value("status") {
            let status = try integer(code, "status", 200...999)
            let body = try value("body").map { Array($0.utf8) } ?? []
            let retryAfter = try value("retry-after").map { value throws(FaultTextError) in try integer(value, "retry-after", 0...Int.max) }
            return .status(status, body: body, retryAfter: retryAfter)
        }
        if let seconds = try value("latency") { return .latency(try number(seconds, "latency")) }
        if let count = try value("stall") {
            let offset = try integer(count, "stall", 0...Int.max)
            let seconds = try value("for").map { value throws(FaultTextError) in try number(value, "for") }
            return .stall(afterBytes: offset, seconds: seconds)
        }
        if let count = try value("cut") {
            let offset = count == "header" ? nil : try integer(count, "cut", 0...Int.max)
            return .cut(afterBytes: offset, reset: try flag("reset"))
        }
        if let offset = try value("length") { return .contentLength(offset: try integer(offset, "length", Int.min...Int.max)) }
        if let rate = try value("bandwidth") {
            let bytesPerSecond = try number(rate, "bandwidth")
            guard bytesPerSecond > 0 else { throw failure("'bandwidth' must be more than 0") }
            return .bandwidth(bytesPerSecond: bytesPerSecond)
        }
        if let count = try value("truncate") { return .truncated(afterBytes: try integer(count, "truncate", 0...Int.max)) }
        if let target = try value("redirect") {
            let status = try value("code").map { value throws(FaultTextError) in try integer(value, "code", 300...399) } ?? 302
            return .redirect(to: target == "self" ? nil : target, status: status)
        }
        if let type = try value("type") { return .mediaType(type) }
        return try takeKindWithoutValue()
    }

    private mutating func takeKindWithoutValue() throws(FaultTextError) -> Fault.Kind? {
        if let garbage = take("garbage") {
            guard let seed = garbage.value else { return .garbage() }
            guard let value = UInt64(seed) else { throw failure("'garbage' takes a whole number of at least 0") }
            return .garbage(seed: value)
        }
        for (name, kind) in [("html", Fault.Kind.html), ("empty", .emptyBody), ("no-ranges", .ignoreRanges)] {
            guard let field = take(name) else { continue }
            guard field.value == nil else { throw failure("'\(name)' takes no value") }
            return kind
        }
        return nil
    }

    private func selection(_ value: String) throws(FaultTextError) -> Fault.RequestSelection {
        if value == "all" { return .all }
        let parts = value.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard let last = parts.last, let number = Int(last), number > 0 else { throw failure("'requests=\(value)' is invalid") }
        guard parts.count == 2 else { return .first(number) }
        switch parts[0] {
        case "first": return .first(number)
        case "each": return .firstOfEachPath(number)
        case "at": return .at(number)
        case "from": return .from(number)
        default: throw failure("'requests=\(value)' is invalid")
        }
    }

    mutating func take(_ name: String) -> (name: String, value: String?)? {
        fields.firstIndex { $0.name == name }.map { fields.remove(at: $0) }
    }

    mutating func value(_ name: String) throws(FaultTextError) -> String? {
        guard let field = take(name) else { return nil }
        guard let value = field.value, !value.isEmpty else { throw failure("'\(name)' needs a value") }
        return value
    }

    mutating func flag(_ name: String) throws(FaultTextError) -> Bool {
        guard let field = take(name) else { return false }
        switch field.value {
        case nil, "yes": return true
        case "no": return false
        default: throw failure("'\(name)' must be yes or no")
        }
    }

    func integer(_ text: String, _ name: String, _ range: ClosedRange<Int>) throws(FaultTextError) -> Int {
        guard let value = Int(text), range.contains(value) else { throw failure("'\(name)=\(text)' is not an integer within its range") }
        return value
    }

    func number(_ text: String, _ name: String) throws(FaultTextError) -> Double {
        guard let value = Double(text), value >= 0, value.isFinite else {
            throw failure("'\(name)=\(text)' is not a number within its range")
        }
        return value
    }

    func failure(_ reason: String) -> FaultTextError {
        FaultTextError(text: text, reason: reason)
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}

/// An error in the text of a fault.
package struct FaultTextError: Error, Equatable, CustomStringConvertible {
    /// The whole text.
    package let text: String
    /// The reason, for people.
    package let reason: String

    /// A message for people.
    package var description: String { "Invalid fault '\(text)': \(reason)." }
}

extension Fault {
    /// Parses a fault from the text form of `playhead serve --fault`: `status=503,path=seg*.ts,requests=2`.
    ///
    /// Fields are separated by commas. One names the kind: `status=CODE` (with `retry-after=S`, `body=TEXT`), `latency=S`,
    /// `stall=BYTES` (with `for=S`), `cut=BYTES|header` (with `reset=yes`), `length=+N|-N`, `bandwidth=BYTES_PER_SECOND`, `html`, `empty`,
    /// `no-ranges`, `garbage[=SEED]`, `truncate=BYTES`, `redirect=URL|self` (with `code=3xx`), `type=MEDIA_TYPE`. `path=PATTERN` and
    /// `requests=N|first-N|each-N|at-N|from-N|all` select the requests.
    ///
    /// - Throws: ``FaultTextError``.
    package init(text: String) throws(FaultTextError) {
        var parser = try FaultText(text)
        self = try parser.parse()
    }
}
