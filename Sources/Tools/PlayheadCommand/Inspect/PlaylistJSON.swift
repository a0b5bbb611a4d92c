import PlayheadCore
import PlayheadHLS

/// Converts the common parts of playlists to JSON. A key is absent if the playlist does not set it; lists are always present.
enum PlaylistJSON {
    static func value(of range: PlayheadHLS.ByteRange) -> EventValue {
        .object(["length": .int(range.length), "offset": .int(range.offset)])
    }

    static func value(of start: StartPoint) -> EventValue {
        .object(["timeOffset": .double(start.timeOffset), "precise": .bool(start.isPrecise)])
    }

    static func value(of key: EncryptionKey) -> EventValue {
        var fields: EventFields = ["method": .string(key.method.rawValue)]
        // A `data:` URI is the key.
        fields["uri"] = string(key.uri?.lowercased().hasPrefix("data:") == true ? "data:***" : key.uri)
        fields["iv"] = key.iv.map { octets in
            let digits = octets.map { octet in (octet < 16 ? "0" : "") + String(octet, radix: 16) }
            return .string("0x" + digits.joined())
        }
        if key.keyFormat != EncryptionKey.identityFormat { fields["keyFormat"] = .string(key.keyFormat) }
        if !key.keyFormatVersions.isEmpty { fields["keyFormatVersions"] = .array(key.keyFormatVersions.map { .int($0) }) }
        return .object(fields)
    }

    static func value(of variable: VariableDefinition) -> EventValue {
        var fields: EventFields = ["name": .string(variable.name)]
        fields["value"] = string(variable.value)
        switch variable.source {
        case .value: fields["source"] = "value"
        case .import: fields["source"] = "import"
        case .queryParameter: fields["source"] = "queryParameter"
        }
        return .object(fields)
    }

    static func value(of tag: UnknownTag) -> EventValue {
        var fields: EventFields = ["name": .string(tag.name)]
        fields["value"] = string(tag.value)
        return .object(fields)
    }

    static func value(of warning: PlaylistWarning) -> EventValue {
        .object(["line": .int(warning.line), "message": .string(warning.message)])
    }

    /// Returns the attributes without a field in the model, by name.
    static func value(of attributes: [Attribute]) -> EventValue? {
        guard !attributes.isEmpty else { return nil }
        var fields = EventFields()
        for attribute in attributes { fields[attribute.name] = .string(attribute.value) }
        return .object(fields)
    }

    static func string(_ text: String?) -> EventValue? { text.map { .string($0) } }

    static func number(_ value: Int?) -> EventValue? { value.map { .int($0) } }

    static func number(_ value: Double?) -> EventValue? { value.map { .double($0) } }

    /// Returns the value of a flag: `true` or absent.
    static func flag(_ value: Bool) -> EventValue? { value ? .bool(true) : nil }
}
