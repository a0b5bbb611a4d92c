/// Builds an attribute list (RFC 8216bis §4.2).
struct AttributeWriter {
    private(set) var text = ""

    /// Writes a quoted string, unless it is nil. Quotes are not allowed in one, and become apostrophes.
    mutating func quoted(_ name: String, _ value: String?) {
        guard let value else { return }
        guard value.utf8.contains(ASCII.quote) else { return write(name, "\"" + value + "\"") }
        // By octets, because a combining character after a quote would change the character.
        let octets = value.utf8.map { $0 == ASCII.quote ? ASCII.apostrophe : $0 }
        write(name, "\"" + String(decoding: octets, as: UTF8.self) + "\"")
    }

    /// Writes an enumerated string, unless it is nil.
    mutating func bare(_ name: String, _ value: String?) {
        guard let value else { return }
        // Only an invalidly quoted value contains a comma.
        value.utf8.contains(ASCII.comma) ? quoted(name, value) : write(name, value)
    }

    /// Writes an integer, unless it is nil.
    mutating func number(_ name: String, _ value: Int?) {
        if let value { write(name, String(value)) }
    }

    /// Writes a decimal number, unless it is nil.
    mutating func number(_ name: String, _ value: Double?) {
        if let value { write(name, Numbers.text(value)) }
    }

    /// Writes `YES`, if true.
    mutating func flag(_ name: String, _ value: Bool) {
        if value { write(name, "YES") }
    }

    /// Writes `"<length>@<offset>"`, unless it is nil.
    mutating func byteRange(_ name: String, _ value: ByteRange?) {
        if let value { quoted(name, "\(value.length)@\(value.offset)") }
    }

    /// Writes attributes unchanged.
    mutating func others(_ attributes: [Attribute]) {
        for attribute in attributes {
            attribute.isQuoted ? quoted(attribute.name, attribute.value) : bare(attribute.name, attribute.value)
        }
    }

    private mutating func write(_ name: String, _ value: String) {
        if !text.isEmpty { text += "," }
        text += name
        text += "="
        text += value
    }
}
