/// A document as libxml2 gets it: without a declaration, comments, processing instructions and a document type, and with every ampersand
/// escaped that begins no reference. Knows the position in the document of every byte of the output.
struct XMLSource {
    /// The maximum length of a reference: `&#x10FFFF;` with some leading zeros.
    private static let maximumReference = 16

    /// The text for libxml2, up to the failure.
    private(set) var output: [UInt8] = []
    /// The line of each start tag.
    private(set) var lines: [Int] = []
    private(set) var warnings: [XMLWarning] = []
    /// The first error found here; those found by libxml2 in the output come before it.
    private(set) var failure: XMLError?

    private let bytes: [UInt8]
    private let limits: XMLLimits
    private let isLenient: Bool
    /// The offsets in the output from which on it is a copy of the document, with those in the document.
    private var copies = [(output: 0, document: 0)]
    private var copied = 0
    private var position = 0
    private var quote: UInt8?
    private var isInTag = false
    private var attributes = 0
    private var items = 0
    // The line of a recent position: positions are asked for in ascending order, so that all of them cost one pass.
    private var knownPlace = 0
    private var knownLine = 1

    init(_ bytes: [UInt8], limits: XMLLimits, tolerance: XMLReader.Tolerance) {
        (self.bytes, self.limits, isLenient) = (bytes, limits, tolerance == .lenient)
        do throws(XMLError) {
            while position < bytes.count { try step() }
        } catch {
            failure = error
        }
        output += bytes[copied..<position]
    }

    /// An error at an offset of the output.
    func error(_ reason: String, at offset: Int) -> XMLError {
        // The last copy that begins at or before the offset.
        var (low, high) = (0, copies.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if copies[middle].output <= offset { low = middle } else { high = middle }
        }
        return error(reason, inDocumentAt: copies[low].document + offset - copies[low].output)
    }

    private func error(_ reason: String, inDocumentAt place: Int) -> XMLError {
        let before = bytes.prefix(place)
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return XMLError(reason: reason, line: before.count { $0 == UInt8(ascii: "\n") } + 1, column: before.count - start + 1)
    }

    // MARK: The document

    private mutating func step() throws(XMLError) {
        let byte = bytes[position]
        if byte == UInt8(ascii: "&") {
            try reference()
        } else if byte < 0x20, !byte.isXMLSpace {
            try control()
        } else if let open = quote {
            if byte == open { quote = nil }
            position += 1
        } else if isInTag {
            if byte == UInt8(ascii: ">") { isInTag = false }
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                // libxml2 compares every attribute of an element with all before it.
                attributes += 1
                guard attributes <= limits.attributes else { throw error("an element has too many attributes", inDocumentAt: position) }
                try count()
                quote = byte
            }
            position += 1
        } else if byte == UInt8(ascii: "<") {
            try markup()
        } else if byte == UInt8(ascii: ">") {
            // "]]>" must be escaped in text (XML 1.0 §2.4), which is often forgotten.
            replace(through: position + 1, with: "&gt;")
        } else {
            position += 1
        }
    }

    private mutating func markup() throws(XMLError) {
        if at("<!--", position) {
            replace(through: try end("-->", after: position + 4, "a comment is not closed"), with: "")
        } else if at("<?", position) {
            replace(through: try end("?>", after: position + 2, "a processing instruction is not closed"), with: "")
        } else if at("<![CDATA[", position) {
            let end = try end("]]>", after: position + 9, "a CDATA section is not closed")
            while position < end {
                if bytes[position] < 0x20, !bytes[position].isXMLSpace { try control() } else { position += 1 }
            }
        } else if at("<!", position) {
            guard lines.isEmpty else { throw error("a declaration is inside an element", inDocumentAt: position) }
            try documentType()
        } else {
            if !at("</", position) {
                try count()
                lines.append(line(of: position))
            }
            (isInTag, attributes) = (true, 0)
            position += 1
        }
    }

    /// Removes a document type without doing anything that it says.
    private mutating func documentType() throws(XMLError) {
        var (index, depth) = (position, 0)
        var quote: UInt8?
        while index < bytes.count {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if at("<!ENTITY", index), !isLenient {
                throw error("the document declares entities, which are never resolved", inDocumentAt: index)
            } else if at("<!--", index) {
                index = try end("-->", after: index + 4, "a comment is not closed", from: index)
                continue
            } else if at("<?", index) {
                index = try end("?>", after: index + 2, "a processing instruction is not closed", from: index)
                continue
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: "<") {
                depth += 1
            } else if byte == UInt8(ascii: ">") {
                depth -= 1
                if depth == 0 {
                    warn("the document type is ignored")
                    return replace(through: index + 1, with: "")
                }
            }
            index += 1
        }
        throw error("the document type is not closed", inDocumentAt: position)
    }

    // MARK: Characters

    private mutating func reference() throws(XMLError) {
        let tail = bytes[position...].prefix(Self.maximumReference)
        if let end = tail.firstIndex(of: UInt8(ascii: ";")) {
            let name = String(decoding: tail[(position + 1)..<end], as: UTF8.self)
            let isCharacter = name.hasPrefix("#")
            if ["amp", "lt", "gt", "quot", "apos"].contains(name) || isCharacter && Self.isCharacter(name.dropFirst()) {
                position = end + 1
                return
            }
            if isLenient, name == "nbsp" { return replace(through: end + 1, with: "\u{A0}") }
            guard !isCharacter || isLenient else {
                throw error("a reference to an invalid character", inDocumentAt: position)
            }
        }
        warn("an ampersand is not escaped")
        replace(through: position + 1, with: "&amp;")
    }

    /// Whether digits are the number of a character that a document may have (XML 1.0 §2.2).
    private static func isCharacter(_ digits: Substring) -> Bool {
        let isHexadecimal = digits.hasPrefix("x")
        let digits = isHexadecimal ? digits.dropFirst() : digits
        guard digits.first != "+", digits.first != "-", let number = UInt32(digits, radix: isHexadecimal ? 16 : 10) else { return false }
        return Unicode.Scalar(number) != nil && (number >= 0x20 || [0x09, 0x0A, 0x0D].contains(number))
            && !(0xFFFE...0xFFFF).contains(number)
    }

    private mutating func control() throws(XMLError) {
        guard isLenient else { throw error("the text contains a control character", inDocumentAt: position) }
        replace(through: position + 1, with: "\u{FFFD}")
    }

    // MARK: Positions

    /// Replaces the document from the position to an offset.
    private mutating func replace(through end: Int, with text: String) {
        output += bytes[copied..<position]
        output += text.utf8
        (copied, position) = (end, end)
        copies.append((output.count, end))
    }

    /// The offset behind the next `mark`.
    private func end(_ mark: StaticString, after start: Int, _ reason: String, from place: Int? = nil) throws(XMLError) -> Int {
        let last = mark.withUTF8Buffer { $0[$0.count - 1] }
        var index = start + mark.utf8CodeUnitCount
        while index <= bytes.count {
            if bytes[index - 1] == last, at(mark, index - mark.utf8CodeUnitCount) { return index }
            index += 1
        }
        throw error(reason, inDocumentAt: place ?? position)
    }

    private func at(_ mark: StaticString, _ index: Int) -> Bool {
        index + mark.utf8CodeUnitCount <= bytes.count && mark.withUTF8Buffer { bytes[index..<(index + $0.count)].elementsEqual($0) }
    }

    private mutating func count() throws(XMLError) {
        items += 1
        guard items <= limits.items else {
            throw error("the document has more than \(limits.items) elements and attributes", inDocumentAt: position)
        }
    }

    private mutating func line(of place: Int) -> Int {
        for index in knownPlace..<place where bytes[index] == UInt8(ascii: "\n") { knownLine += 1 }
        knownPlace = place
        return knownLine
    }

    private mutating func warn(_ message: String) {
        guard warnings.count < XMLReader.maximumWarnings else { return }
        warnings.append(XMLWarning(line: line(of: position), message: message))
    }
}
