/// The validation of one record, field by field.
struct RecordCheck {
    private let mode: CMCDReading.Mode
    private var problems: [CMCDProblem] = []
    /// The members that were read: each key once.
    private var members: [(member: StructuredFields.Member, place: String, header: CMCDHeader?)] = []
    private var keys: Set<String> = []

    init(mode: CMCDReading.Mode) { self.mode = mode }

    /// Adds a problem of the whole record.
    mutating func note(_ severity: CMCDProblem.Severity, _ place: String, _ reason: String) {
        problems.append(CMCDProblem(severity: severity, place: place, position: nil, key: nil, reason: reason))
    }

    /// Reads a structured dictionary.
    /// - Parameters:
    ///   - text: The text.
    ///   - place: The place of the text, for problems.
    ///   - header: The header field that the text is from; `nil` for other places.
    mutating func read(_ text: [UInt8], at place: String, in header: CMCDHeader?) {
        guard text.count <= CMCDReader.maximumLength else {
            return note(.error, place, "The text is longer than \(CMCDReader.maximumLength) bytes.")
        }
        let found: [StructuredFields.Member]
        do throws(StructuredFields.Failure) {
            found = try StructuredFields.members(of: text)
        } catch {
            problems.append(CMCDProblem(severity: .error, place: place, position: error.position, key: nil, reason: error.reason))
            return
        }
        if found.isEmpty { note(.warning, place, "There is no key.") }
        if !zip(found, found.dropFirst()).allSatisfy({ $0.key <= $1.key }) { note(.warning, place, "The keys are not sorted.") }
        for member in found {
            guard keys.insert(member.key).inserted else {
                problems.append(
                    CMCDProblem(severity: .error, place: place, position: member.position, key: member.key, reason: "The key is repeated."))
                continue
            }
            members.append((member, place, header))
        }
    }

    /// The record with what was noted, without keys.
    var unfinished: CMCDReading { CMCDReading(mode: mode, data: CMCDData(version: .one), problems: problems) }

    /// Applies the rules of keys and those between keys.
    mutating func finish() -> CMCDReading {
        var data = CMCDData(version: version())
        for (member, place, header) in members {
            let rules = ValueCheck(member: member, version: data.version, header: header, mode: mode)
            let found = rules.problems.map {
                CMCDProblem(severity: $0.severity, place: place, position: member.position, key: member.key, reason: $0.reason)
            }
            problems += found
            if !found.contains(where: { $0.severity == .error }) { data[name: member.key] = member.value }
        }
        for problem in RelationCheck(data: data, mode: mode, names: keys).problems {
            problems.append(
                CMCDProblem(
                    severity: problem.severity, place: members.first?.place ?? mode.rawValue, position: nil, key: problem.key,
                    reason: problem.reason))
        }
        return CMCDReading(mode: mode, data: data, problems: problems)
    }

    /// Returns the version that the record states: without one, it is the first.
    private mutating func version() -> CMCDVersion {
        guard let (member, place, _) = members.first(where: { $0.member.key == CMCDKey.version.rawValue }) else { return .one }
        if case .integer(let number)? = member.value.items.first?.value, let version = CMCDVersion(rawValue: number) { return version }
        problems.append(
            CMCDProblem(severity: .error, place: place, position: member.position, key: member.key, reason: "The version is unknown."))
        return .two
    }
}
