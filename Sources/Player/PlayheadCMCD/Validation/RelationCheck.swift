/// The rules between the keys of one record.
struct RelationCheck {
    let data: CMCDData
    let mode: CMCDReading.Mode
    /// The names of all keys, also of those with invalid values.
    let names: Set<String>

    typealias Found = (severity: CMCDProblem.Severity, key: String?, reason: String)

    /// The problems.
    var problems: [Found] {
        (mode == .event ? event : []) + objects + superseded + defaults
    }

    private func has(_ key: CMCDKey) -> Bool { names.contains(key.rawValue) }

    private func missing(_ key: CMCDKey, _ reason: String) -> [Found] { has(key) ? [] : [(.error, key.rawValue, reason)] }

    private var event: [Found] {
        var found = missing(.event, "A report needs the key.") + missing(.timestamp, "A report needs the key.")
        found += missing(.version, "A report needs the key.")
        if !has(.sessionID) { found.append((.warning, CMCDKey.sessionID.rawValue, "A report without the key belongs to no session.")) }
        if !has(.sequenceNumber) { found.append((.warning, CMCDKey.sequenceNumber.rawValue, "A lost report is not noticed without it.")) }
        guard let event = data.text(.event).flatMap(CMCDEvent.init) else { return found }
        if let key = event.requiredKey { found += missing(key, "The event \(event.rawValue) needs the key.") }
        for key in CMCDKey.allCases where has(key) {
            if let only = key.rule.onlyEvent, only != event {
                found.append((.error, key.rawValue, "The key is only for the event \(only.rawValue)."))
            }
        }
        return found
    }

    private var objects: [Found] {
        guard data.version == .two, let object = data.text(.objectType).flatMap(CMCDObjectType.init) else { return [] }
        return CMCDKey.allCases.compactMap { key in
            guard has(key), let allowed = key.rule.objects, !allowed.contains(object) else { return nil }
            return (.error, key.rawValue, "The key is not for objects of the kind \(object.rawValue).")
        }
    }

    private var superseded: [Found] {
        CMCDKey.allCases.compactMap { key in
            guard has(key), let other = key.rule.supersededBy, has(other) else { return nil }
            return (.error, key.rawValue, "The key is sent together with \(other.rawValue).")
        }
    }

    private var defaults: [Found] {
        var found: [Found] = []
        if data[.version] == .integer(1) { found.append((.warning, CMCDKey.version.rawValue, "Version 1 is not sent.")) }
        let isOne = data[.rate].map { $0 == .integer(1) || $0 == .item(CMCDItem(.decimal(1))) } ?? false
        if isOne, data.text(.event) != CMCDEvent.rateChange.rawValue {
            found.append((.warning, CMCDKey.rate.rawValue, "A rate of 1 is not sent."))
        }
        return found
    }
}
