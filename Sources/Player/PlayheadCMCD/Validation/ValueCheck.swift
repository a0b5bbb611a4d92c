/// The rules of one key and its value.
struct ValueCheck {
    let member: StructuredFields.Member
    let version: CMCDVersion
    /// The header field; `nil` elsewhere.
    let header: CMCDHeader?
    let mode: CMCDReading.Mode

    typealias Found = (severity: CMCDProblem.Severity, reason: String)

    /// The problems of the value.
    var problems: [Found] {
        guard let key = CMCDKey(rawValue: member.key) else { return custom }
        return placement(of: key) + content(of: key)
    }

    private var custom: [Found] {
        guard CMCDCustomKey.isValid(member.key) else { return [(.error, "The key is unknown, and no custom key has this name.")] }
        guard version == .two else { return [] }
        switch member.value {
        case .item(let item):
            if case .string(let text) = item.value, text.utf8.count > CMCDCustomKey.maximumLength {
                return [(.error, "The value is longer than \(CMCDCustomKey.maximumLength) characters.")]
            }
            return []
        case .list: return [(.warning, "The value of a custom key is a list.")]
        }
    }

    private func placement(of key: CMCDKey) -> [Found] {
        var found: [Found] = []
        if !key.exists(in: version) { found.append((.error, "Version \(version.rawValue) has no such key.")) }
        if mode == .request, key.rule.isForEvents { found.append((.error, "The key is only for reports of events.")) }
        if let header, header != key.header(in: version) {
            found.append((.error, "The key belongs in \(key.header(in: version).rawValue)."))
        }
        return found
    }

    private func content(of key: CMCDKey) -> [Found] {
        let rule = key.rule
        if member.hasListParameters { return [(.error, "The list has parameters.")] }
        switch (rule.kind, member.value) {
        case (.integer, .item(let item)): return integer(item, rule, isInList: false)
        case (.integersByObject, .item(let item)) where version == .one: return integer(item, rule, isInList: false)
        case (.integersByObject, .list(let items)) where version == .two:
            return items.isEmpty ? [(.error, "The list is empty.")] : items.flatMap { integer($0, rule, isInList: true) }
        case (.integersByObject, .item): return [(.error, "The value is no inner list.")]
        case (.decimal, .item(let item)): return decimal(item, key)
        case (.boolean, .item(let item)): return boolean(item, key)
        case (.string, .item(let item)): return string(item, key)
        case (.token(let tokens), .item(let item)): return token(item, tokens, key)
        case (.strings, .list(let items)):
            return items.isEmpty ? [(.error, "The list is empty.")] : items.flatMap { string($0, key) }
        case (.nextObjects, .item(let item)) where version == .one: return nextObject(item)
        case (.nextObjects, .list(let items)) where version == .two:
            return items.isEmpty ? [(.error, "The list is empty.")] : items.flatMap(nextObject)
        case (.strings, .item), (.nextObjects, .item): return [(.error, "The value is no inner list.")]
        case (_, .list): return [(.error, "The value is an inner list.")]
        }
    }

    private func integer(_ item: CMCDItem, _ rule: CMCDKeyRule, isInList: Bool) -> [Found] {
        guard case .integer(let number) = item.value else { return [(.error, "The value is no integer.")] }
        guard number >= 0 else { return [(.error, "The value is negative.")] }
        if let maximum = rule.maximum, number > maximum { return [(.error, "The value is larger than \(maximum).")] }
        var found: [Found] = []
        if !number.isMultiple(of: rule.rounding) {
            // Version 2 recommends it for the lengths of buffers.
            let isRecommended = version == .two && [CMCDKey.bufferLength, .targetBufferLength].map(\.rawValue).contains(member.key)
            found.append((isRecommended ? .warning : .error, "The value is not rounded to the nearest \(rule.rounding)."))
        }
        return found + parameters(item, allowsObject: isInList)
    }

    private func parameters(_ item: CMCDItem, allowsObject: Bool) -> [Found] {
        guard allowsObject else { return item.parameters.isEmpty ? [] : [(.error, "The value has parameters.")] }
        guard item.parameters.count <= 1 else { return [(.error, "The value is for several kinds of objects.")] }
        guard let parameter = item.parameters.first else { return [] }
        guard CMCDObjectType(rawValue: parameter.name) != nil, parameter.value == .boolean(true) else {
            return [(.error, "The parameter \(parameter.name) is no kind of object.")]
        }
        return []
    }

    private func decimal(_ item: CMCDItem, _ key: CMCDKey) -> [Found] {
        let number: Double
        switch item.value {
        case .decimal(let value): number = value
        case .integer(let value): number = Double(value)
        default: return [(.error, "The value is no number.")]
        }
        if number < 0 { return [(.warning, "The value is negative.")] }
        return parameters(item, allowsObject: false)
    }

    private func boolean(_ item: CMCDItem, _ key: CMCDKey) -> [Found] {
        guard case .boolean(let flag) = item.value else { return [(.error, "The value is no Boolean.")] }
        let isRequired = version == .one && [.isStarved, .isUrgent].contains(key)
        if !flag { return [(isRequired ? .error : .warning, "The key is sent although it is false.")] }
        return parameters(item, allowsObject: false)
    }

    private func string(_ item: CMCDItem, _ key: CMCDKey) -> [Found] {
        guard case .string(let text) = item.value else { return [(.error, "The value is no string.")] }
        if text.isEmpty { return [(.error, "The value is empty.")] }
        if let maximum = key.maximumLength(in: version), text.utf8.count > maximum {
            return [(.error, "The value is longer than \(maximum) characters.")]
        }
        if key == .nextRange, !Self.isRange(text) { return [(.error, "The value is no byte range.")] }
        if key == .url, Self.hasUserInfo(text) { return [(.warning, "The URL has a user name or password.")] }
        return parameters(item, allowsObject: false)
    }

    private func token(_ item: CMCDItem, _ tokens: [String], _ key: CMCDKey) -> [Found] {
        guard case .token(let token) = item.value else { return [(.error, "The value is no token.")] }
        guard tokens.contains(token) else { return [(.error, "The token \(token) is unknown.")] }
        let isLater =
            key == .streamType && token == CMCDStreamType.lowLatency.rawValue
            || key == .format && token == CMCDStreamingFormat.hesp.rawValue
        if version == .one, isLater { return [(.error, "Version 1 has no token \(token).")] }
        return parameters(item, allowsObject: false)
    }

    private func nextObject(_ item: CMCDItem) -> [Found] {
        guard case .string(let text) = item.value else { return [(.error, "The value is no string.")] }
        if text.isEmpty { return [(.error, "The value is empty.")] }
        // An absolute URL or one with a host is no relative path (RFC 3986 §4.2).
        let path = version == .one ? CMCDData.percentDecoded(text).map { String(decoding: $0, as: UTF8.self) } : text
        guard let path else { return [(.error, "The percent-encoding is invalid.")] }
        if path.hasPrefix("//") || path.contains("://") { return [(.error, "The value is no relative path.")] }
        for parameter in item.parameters {
            guard version == .two, parameter.name == "r", case .string(let range) = parameter.value, Self.isRange(range) else {
                return [(.error, "The parameter \(parameter.name) is no byte range.")]
            }
        }
        return []
    }

    /// Whether a text is `first-`, `first-last` or `-length`.
    static func isRange(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.contains(where: { !$0.isEmpty }) else { return false }
        let numbers = parts.map { $0.allSatisfy { $0.isASCII && $0.isNumber } ? Int($0) : nil }
        guard zip(parts, numbers).allSatisfy({ $0.isEmpty || $1 != nil }) else { return false }
        if let first = numbers[0], let last = numbers[1] { return first <= last }
        return true
    }

    private static func hasUserInfo(_ url: String) -> Bool {
        guard let start = url.firstRange(of: "//")?.upperBound else { return false }
        return url[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }.contains("@")
    }
}
