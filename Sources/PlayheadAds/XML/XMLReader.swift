/// Why a document can't be read.
public struct XMLError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, as part of a sentence.
    public var reason: String
    /// The line, from 1.
    public var line: Int
    /// The byte in the line, from 1.
    public var column: Int

    /// Makes an error.
    public init(reason: String, line: Int, column: Int) {
        self.reason = reason
        self.line = line
        self.column = column
    }

    /// With its place.
    public var description: String { "line \(line), column \(column): \(reason)" }
}

/// How much a document may hold. More is refused, so that no document takes more memory or stack than it is worth.
public struct XMLLimits: Sendable, Hashable {
    /// Bytes of the document.
    public var bytes = 16 << 20
    /// Elements inside one another.
    public var depth = 64
    /// Elements and attributes in all.
    public var items = 200_000
    /// Attributes of one element.
    public var attributes = 256

    /// Makes the default limits.
    public init() {}
}

/// Reads XML 1.0 documents as trees.
///
/// Nothing outside of the document is ever read, and no entity but those that XML itself defines is ever resolved: a document that declares
/// entities is refused. What is not well-formed is refused with its place, with one exception that the field needs: an ampersand
/// that begins no reference, as in addresses that nobody escaped, stands for itself.
public struct XMLReader {
    /// A document that was read.
    public struct Document: Sendable, Hashable {
        /// The outermost element.
        public var root: XMLElement
        /// What is wrong with it although it can be read.
        public var warnings: [AdWarning]
    }

    let bytes: [UInt8]
    let limits: XMLLimits
    var position = 0
    var items = 0
    var warnings: [AdWarning] = []
    private var stack: [XMLElement] = []
    // Text since the last tag: text and CDATA sections side by side are one text.
    private var pendingText = ""
    // The line of a place that was asked for lately, so that asking for all of them costs one pass.
    private var knownPlace = 0
    private var knownLine = 1

    /// Warnings that are kept of a document.
    static let maximumWarnings = 100

    private init(_ bytes: [UInt8], limits: XMLLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    /// Reads a document.
    /// - Throws: `XMLError` where it is not well-formed, declares entities, or is beyond the limits.
    public static func read(_ bytes: [UInt8], limits: XMLLimits = XMLLimits()) throws(XMLError) -> Document {
        guard bytes.count <= limits.bytes else {
            throw XMLError(reason: "the document has more than \(limits.bytes) bytes", line: 1, column: 1)
        }
        var reader = XMLReader(XMLEncoding.utf8(bytes), limits: limits)
        let root = try reader.document()
        return Document(root: root, warnings: reader.warnings)
    }

    // MARK: the document

    private mutating func document() throws(XMLError) -> XMLElement {
        try misc(allowsDoctype: true)
        guard position < bytes.count else { throw error("there is no element") }
        guard bytes[position] == UInt8(ascii: "<") else { throw error("this is not XML: text before the first element") }
        var root: XMLElement?
        while root == nil { root = try step() }
        try misc(allowsDoctype: false)
        guard position == bytes.count else { throw error("there is something after the end of the outermost element") }
        return root ?? XMLElement(name: "")
    }

    /// White space, comments, processing instructions and, where it may be, the document type.
    private mutating func misc(allowsDoctype: Bool) throws(XMLError) {
        while true {
            while position < bytes.count, bytes[position].isXMLSpace { position += 1 }
            if at("<?") {
                try skip(through: "?>", "a processing instruction does not end")
            } else if at("<!--") {
                try comment()
            } else if allowsDoctype, at("<!DOCTYPE") || at("<!doctype") {
                try documentType()
            } else {
                return
            }
        }
    }

    /// The next piece of markup or text inside the outermost element.
    /// - Returns: The outermost element once it has ended.
    private mutating func step() throws(XMLError) -> XMLElement? {
        guard position < bytes.count else {
            throw error("the document ends inside <\(stack.last?.name ?? "")>, which began in line \(stack.last?.line ?? 0)")
        }
        guard bytes[position] == UInt8(ascii: "<") else {
            pendingText += try text(until: UInt8(ascii: "<"))
            return nil
        }
        if at("</") { return try endTag() }
        if at("<!--") {
            try comment()
        } else if at("<![CDATA[") {
            pendingText += try characterData()
        } else if at("<?") {
            try skip(through: "?>", "a processing instruction does not end")
        } else if at("<!") {
            throw error("a declaration stands inside an element")
        } else {
            return try startTag()
        }
        return nil
    }

    private mutating func startTag() throws(XMLError) -> XMLElement? {
        let line = line(of: position)
        guard stack.count < limits.depth else { throw error("more than \(limits.depth) elements are inside one another") }
        try count()
        position += 1
        var element = XMLElement(name: try name("an element has no name"), line: line)
        let isEmpty = try attributes(of: &element)
        flushText()
        stack.append(element)
        return isEmpty ? close() : nil
    }

    private mutating func endTag() throws(XMLError) -> XMLElement? {
        let start = position
        position += 2
        let name = try name("an end tag has no name")
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: ">") else { throw error("an end tag does not end") }
        guard let open = stack.last, open.name == name else {
            let opened = stack.last.map { "<\($0.name)>, which began in line \($0.line)," } ?? "nothing"
            throw error("</\(name)> ends \(opened) instead", at: start)
        }
        position += 1
        return close()
    }

    /// Ends the innermost element.
    private mutating func close() -> XMLElement? {
        flushText()
        guard let element = stack.popLast() else { return nil }
        guard !stack.isEmpty else { return element }
        stack[stack.count - 1].nodes.append(.element(element))
        return nil
    }

    private mutating func flushText() {
        guard !pendingText.isEmpty, !stack.isEmpty else { return }
        stack[stack.count - 1].nodes.append(.text(pendingText))
        pendingText = ""
    }

    /// Counts an element or attribute.
    mutating func count() throws(XMLError) {
        items += 1
        guard items <= limits.items else { throw error("it has more than \(limits.items) elements and attributes") }
    }

    // MARK: places

    func at(_ text: StaticString) -> Bool {
        guard position + text.utf8CodeUnitCount <= bytes.count else { return false }
        return text.withUTF8Buffer { bytes[position..<(position + $0.count)].elementsEqual($0) }
    }

    mutating func skipSpace() {
        while position < bytes.count, bytes[position].isXMLSpace { position += 1 }
    }

    mutating func error(_ reason: String, at place: Int? = nil) -> XMLError {
        let place = min(place ?? position, bytes.count)
        let start = bytes[..<place].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return XMLError(reason: reason, line: line(of: place), column: place - start + 1)
    }

    mutating func line(of place: Int) -> Int {
        if place < knownPlace { (knownPlace, knownLine) = (0, 1) }
        for index in knownPlace..<place where bytes[index] == UInt8(ascii: "\n") { knownLine += 1 }
        knownPlace = place
        return knownLine
    }

    mutating func warn(_ message: String, at place: Int) {
        guard warnings.count < Self.maximumWarnings else { return }
        warnings.append(AdWarning(line: line(of: place), message: message))
    }
}
