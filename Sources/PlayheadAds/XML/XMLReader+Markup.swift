extension XMLReader {
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), 0x80...:
            true
        default: false
        }
    }

    mutating func name(_ reason: String) throws(XMLError) -> String {
        let start = position
        while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
        guard position > start, !(UInt8(ascii: "-")...UInt8(ascii: "9")).contains(bytes[start]) else { throw error(reason, at: start) }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Reads the attributes of a start tag and its end.
    /// - Returns: Whether the tag is that of an empty element.
    mutating func attributes(of element: inout XMLElement) throws(XMLError) -> Bool {
        while true {
            let before = position
            skipSpace()
            guard position < bytes.count else { throw error("the tag of <\(element.name)> does not end") }
            if bytes[position] == UInt8(ascii: ">") {
                position += 1
                return false
            }
            if at("/>") {
                position += 2
                return true
            }
            guard position > before else { throw error("there is no space in front of an attribute") }
            try count()
            guard element.attributes.count < limits.attributes else { throw error("<\(element.name)> has too many attributes") }
            let start = position
            let name = try name("the tag of <\(element.name)> has something that is no attribute")
            guard !element.attributes.contains(where: { $0.name == name }) else {
                throw error("the attribute \(name) is there twice", at: start)
            }
            element.attributes.append(XMLElement.Attribute(name: name, value: try attributeValue(of: name)))
        }
    }

    private mutating func attributeValue(of name: String) throws(XMLError) -> String {
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else { throw error("the attribute \(name) has no value") }
        position += 1
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'") else {
            throw error("the value of the attribute \(name) is not in quotes")
        }
        let quote = bytes[position]
        position += 1
        let value = try text(until: quote, inAttribute: true)
        guard position < bytes.count else { throw error("the value of the attribute \(name) does not end") }
        position += 1
        return value
    }

    mutating func comment() throws(XMLError) {
        let start = position
        position += "<!--".utf8.count
        try skip(through: "-->", "a comment does not end", from: start)
    }

    /// Goes behind the next `mark`.
    mutating func skip(through mark: StaticString, _ reason: String, from start: Int? = nil) throws(XMLError) {
        let start = start ?? position
        let first = mark.withUTF8Buffer { $0.first }
        while let next = bytes[position...].firstIndex(where: { $0 == first }) {
            position = next
            if at(mark) {
                position += mark.utf8CodeUnitCount
                return
            }
            position += 1
        }
        throw error(reason, at: start)
    }

    /// Passes over a document type without doing anything that it says.
    mutating func documentType() throws(XMLError) {
        let start = position
        var depth = 0
        var quote: UInt8?
        while position < bytes.count {
            let byte = bytes[position]
            if let open = quote {
                if byte == open { quote = nil }
            } else if at("<!ENTITY") {
                throw error("the document declares entities, which are never resolved")
            } else if at("<!--") {
                try comment()
                continue
            } else if at("<?") {
                try skip(through: "?>", "a processing instruction does not end")
                continue
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: "<") {
                depth += 1
            } else if byte == UInt8(ascii: ">") {
                depth -= 1
                if depth == 0 {
                    position += 1
                    warn("the document type is passed over", at: start)
                    return
                }
            }
            position += 1
        }
        throw error("the document type does not end", at: start)
    }
}
