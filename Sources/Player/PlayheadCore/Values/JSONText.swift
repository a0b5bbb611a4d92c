/// Writes event values as JSON on one line.
package enum JSONText {
    /// The text of a value. Numbers that JSON cannot represent (infinity) become null.
    package static func text(_ value: EventValue) -> String {
        var text = ""
        append(value, to: &text)
        return text
    }

    private static func append(_ value: EventValue, to text: inout String) {
        switch value {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .int(let value): text += String(value)
        case .double(let value): text += value.isFinite ? String(value) : "null"
        case .string(let value): append(value, to: &text)
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                append(value, to: &text)
            }
            text += "]"
        case .object(let fields):
            text += "{"
            for (index, field) in fields.fields.enumerated() {
                if index > 0 { text += "," }
                append(field.key, to: &text)
                text += ":"
                append(field.value, to: &text)
            }
            text += "}"
        }
    }

    private static func append(_ string: String, to text: inout String) {
        text += "\""
        defer { text += "\"" }
        // Long texts are mostly encodings of bytes.
        guard !string.utf8.allSatisfy(isPlain) else {
            text += string
            return
        }
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            // Line readers also split at U+0085 and U+2028, and lines are displayed on terminals.
            case _ where SafeText.isHarmful(scalar):
                let hex = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    /// Whether a byte of a text is a character that is written as it is.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
}
