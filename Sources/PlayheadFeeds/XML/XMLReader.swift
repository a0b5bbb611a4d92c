import Foundation

/// Reads an XML document into a tree. Entities that the document declares are not expanded, nothing outside of it is read, and depth and size are
/// limited: a list from anywhere can't make it grow.
struct XMLReader {
    /// Where and why a document can't be read.
    struct Malformed: Error, CustomStringConvertible {
        let line: Int
        let message: String
        var description: String { "line \(line): \(message)" }
    }

    private static let deepest = 64
    private static let mostElements = 200_000

    private let bytes: [UInt8]
    private var place = 0
    private var open: [XMLNode] = []
    private var root: XMLNode?
    private var elements = 0

    /// The root element of a document.
    static func read(_ bytes: [UInt8]) throws(Malformed) -> XMLNode {
        var reader = XMLReader(bytes: try utf8(bytes))
        return try reader.document()
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    // MARK: The document

    private mutating func document() throws(Malformed) -> XMLNode {
        if starts(with: "\u{FEFF}") { place += 3 }
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "<") { try markup() } else { try text() }
        }
        if let last = open.last { throw malformed("<\(last.qualifiedName)> is not closed") }
        guard let root else { throw malformed("there is no element") }
        return root
    }

    private mutating func markup() throws(Malformed) {
        if starts(with: "<!--") {
            try comment()
        } else if starts(with: "<![CDATA[") {
            place += 9
            let start = place
            try skip(past: "]]>", "a CDATA section")
            add(String(decoding: bytes[start..<(place - 3)], as: UTF8.self))
        } else if starts(with: "<?") {
            try instruction()
        } else if starts(with: "<!") {
            try skipDeclaration()
        } else if starts(with: "</") {
            try endTag()
        } else {
            try startTag()
        }
    }

    private mutating func comment() throws(Malformed) {
        place += "<!--".utf8.count
        try skip(past: "-->", "a comment")
    }

    private mutating func instruction() throws(Malformed) {
        place += "<?".utf8.count
        try skip(past: "?>", "an instruction")
    }

    /// Skips a document type with the markup between its brackets. Quotes in its comments and instructions are plain text (XML 1.0 §2.8).
    private mutating func skipDeclaration() throws(Malformed) {
        var depth = 0
        var quote: UInt8?
        while place < bytes.count {
            if quote == nil, starts(with: "<!--") {
                try comment()
                continue
            }
            if quote == nil, starts(with: "<?") {
                try instruction()
                continue
            }
            let byte = bytes[place]
            place += 1
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: "<") {
                depth += 1
            } else if byte == UInt8(ascii: ">") {
                depth -= 1
                if depth == 0 { return }
            }
        }
        throw malformed("a declaration is not closed")
    }

    // MARK: Tags

    private mutating func startTag() throws(Malformed) {
        place += 1
        let name = try self.name()
        var attributes: [String: String] = [:]
        while true {
            skipSpace()
            if starts(with: "/>") {
                place += 2
                return try begin(name, attributes, isEmpty: true)
            }
            if starts(with: ">") {
                place += 1
                return try begin(name, attributes, isEmpty: false)
            }
            let attribute = try self.name()
            skipSpace()
            guard starts(with: "=") else { throw malformed("'\(attribute)' has no value") }
            place += 1
            skipSpace()
            attributes[attribute] = try quoted()
        }
    }

    private mutating func begin(_ name: String, _ attributes: [String: String], isEmpty: Bool) throws(Malformed) {
        elements += 1
        guard elements <= Self.mostElements, open.count < Self.deepest else { throw malformed("there are too many elements") }
        let node = XMLNode(name, attributes, inside: open.last)
        if let parent = open.last {
            parent.children.append(node)
        } else if root == nil {
            root = node
        } else {
            throw malformed("<\(name)> is a second root")
        }
        if !isEmpty { open.append(node) }
    }

    private mutating func endTag() throws(Malformed) {
        place += 2
        let name = try self.name()
        skipSpace()
        guard starts(with: ">") else { throw malformed("</\(name)> is not closed") }
        place += 1
        guard let last = open.popLast(), last.qualifiedName == name else { throw malformed("</\(name)> closes nothing") }
    }

    private mutating func name() throws(Malformed) -> String {
        let start = place
        while place < bytes.count, !Self.endsName.contains(bytes[place]) { place += 1 }
        guard place > start else { throw malformed("a name is missing") }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private mutating func quoted() throws(Malformed) -> String {
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'") else {
            throw malformed("a value is not quoted")
        }
        let start = place + 1
        guard let end = bytes[start...].firstIndex(of: bytes[place]) else { throw malformed("a value is not closed") }
        place = end + 1
        return XMLEntities.decoded(bytes[start..<end])
    }

    // MARK: Text

    private mutating func text() throws(Malformed) {
        let end = bytes[place...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        let run = bytes[place..<end]
        if open.isEmpty {
            guard run.allSatisfy({ Self.space.contains($0) }) else { throw malformed("there is text outside of the root element") }
        } else {
            add(XMLEntities.decoded(run))
        }
        place = end
    }

    private func add(_ text: String) { open.last?.text += text }

    // MARK: Places

    private static let space: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
    private static let endsName = space.union("<>/=\"'&?!".utf8)

    private mutating func skipSpace() {
        while place < bytes.count, Self.space.contains(bytes[place]) { place += 1 }
    }

    private func starts(with mark: String) -> Bool { bytes[place...].starts(with: mark.utf8) }

    private mutating func skip(past mark: String, _ what: String) throws(Malformed) {
        let mark = Array(mark.utf8)
        while place + mark.count <= bytes.count {
            if bytes[place] == mark[0], bytes[place...].starts(with: mark) {
                place += mark.count
                return
            }
            place += 1
        }
        throw malformed("\(what) is not closed")
    }

    private func malformed(_ message: String) -> Malformed {
        Malformed(line: 1 + bytes[..<min(place, bytes.count)].count { $0 == 0x0A }, message: message)
    }

    // MARK: Encodings

    /// The document in UTF-8, whatever it says that it is in.
    private static func utf8(_ bytes: [UInt8]) throws(Malformed) -> [UInt8] {
        func transcoded(_ encoding: String.Encoding) throws(Malformed) -> [UInt8] {
            guard let text = String(bytes: bytes, encoding: encoding) else {
                throw Malformed(line: 1, message: "the text is not in the encoding that it names")
            }
            return Array(text.utf8)
        }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return try transcoded(.utf16) }
        let head = String(decoding: bytes.prefix(200), as: UTF8.self).lowercased()
        guard head.contains("<?xml"), let declaration = head.split(separator: "?>").first else { return bytes }
        if declaration.contains("iso-8859-1") || declaration.contains("windows-1252") { return try transcoded(.windowsCP1252) }
        return bytes
    }
}
