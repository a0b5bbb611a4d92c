import CLibXML2

/// Makes a tree from the callbacks of libxml2 (its SAX interface without namespaces: prefixes are often undeclared).
final class XMLTreeBuilder {
    private let source: XMLSource
    private let depth: Int
    private var parser: xmlParserCtxtPtr?
    private var stack: [XMLElement] = []
    /// The characters since the last tag: text and CDATA sections side by side are one text.
    private var pendingText: [UInt8] = []
    private var root: XMLElement?
    private var elements = 0
    /// The first error, with its offset in the output of the source.
    private var failure: (reason: String, offset: Int)?

    init(_ source: XMLSource, depth: Int) {
        self.source = source
        self.depth = depth
    }

    /// The outermost element.
    func build() throws(XMLError) -> XMLElement {
        guard let first = source.output.firstIndex(where: { !$0.isXMLSpace }) else {
            throw source.failure ?? source.error("the document has no element", at: source.output.count)
        }
        guard source.output[first] == UInt8(ascii: "<") else {
            throw source.error("this is not XML: text before the first element", at: first)
        }
        parse()
        // libxml2 finds an error at the end of what was cut off at an error.
        if let failure, source.failure == nil || failure.offset < source.output.count {
            throw source.error(failure.reason, at: failure.offset)
        }
        if let failure = source.failure { throw failure }
        guard let root else { throw source.error("the document has no element", at: source.output.count) }
        return root
    }

    // MARK: libxml2

    /// Initializes libxml2's global state, once.
    private static let initialized: Void = xmlInitParser()

    private func parse() {
        _ = Self.initialized
        // The parser copies the text.
        let created = source.output.withUnsafeBytes { bytes in
            xmlCreateMemoryParserCtxt(bytes.bindMemory(to: CChar.self).baseAddress, Int32(clamping: bytes.count))
        }
        guard let created else {
            failure = ("the document can't be parsed", 0)
            return
        }
        defer {
            xmlFreeParserCtxt(created)
            parser = nil
        }
        parser = created
        // The limits are those of the source, which are lower than those that the last option switches off.
        xmlCtxtUseOptions(created, Int32(XML_PARSE_NONET.rawValue | XML_PARSE_HUGE.rawValue))
        created.pointee.sax.pointee = Self.handler()
        created.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
        xmlParseDocument(created)
    }

    private static func handler() -> xmlSAXHandler {
        var handler = xmlSAXHandler()
        // Errors are delivered to `serror`, and not printed, only with this number.
        handler.initialized = XML_SAX2_MAGIC
        // The number also switches the interface with namespaces on.
        handler.startDocument = { builder in XMLTreeBuilder.from(builder)?.parser?.pointee.sax2 = 0 }
        handler.startElement = { builder, name, attributes in XMLTreeBuilder.from(builder)?.start(name, attributes) }
        handler.endElement = { builder, _ in XMLTreeBuilder.from(builder)?.end() }
        handler.characters = { builder, text, count in
            XMLTreeBuilder.from(builder)?.pendingText += UnsafeBufferPointer(start: text, count: Int(count))
        }
        handler.ignorableWhitespace = handler.characters
        handler.serror = { builder, error in
            guard let error, error.pointee.level == XML_ERR_FATAL else { return }
            XMLTreeBuilder.from(builder)?.fail(error.pointee)
        }
        return handler
    }

    private static func from(_ pointer: UnsafeMutableRawPointer?) -> XMLTreeBuilder? {
        pointer.map { Unmanaged<XMLTreeBuilder>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func text(_ pointer: UnsafePointer<xmlChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }

    // MARK: Elements

    private func start(_ name: UnsafePointer<xmlChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) {
        guard failure == nil else { return }
        flushText()
        var element = XMLElement(name: Self.text(name), line: elements < source.lines.count ? source.lines[elements] : 0)
        elements += 1
        guard stack.count < depth else {
            failure = ("elements are nested more than \(depth) deep", tagStart(before: offset))
            return xmlStopParser(parser)
        }
        var next = attributes
        while let pair = next, pair[0] != nil {
            // libxml2 escapes ampersands in values unless the option to resolve entities is set.
            let value = Self.text(pair[1]).replacing("&#38;", with: "&")
            element.attributes.append(XMLElement.Attribute(name: Self.text(pair[0]), value: value))
            next = pair + 2
        }
        stack.append(element)
    }

    private func end() {
        flushText()
        guard let element = stack.popLast() else { return }
        if stack.isEmpty { root = element } else { stack[stack.count - 1].nodes.append(.element(element)) }
    }

    private func flushText() {
        guard !pendingText.isEmpty, !stack.isEmpty else { return }
        stack[stack.count - 1].nodes.append(.text(String(decoding: pendingText, as: UTF8.self)))
        pendingText = []
    }

    // MARK: Errors

    /// The offset that libxml2 has reached in the output of the source.
    private var offset: Int { min(max(0, Int(xmlByteConsumed(parser))), source.output.count) }

    private func fail(_ error: xmlError) {
        guard failure == nil else { return }
        let offset = offset
        let name = error.str1.map { String(cString: $0) } ?? ""
        let tag = tagStart(before: offset)
        let isEndTag = source.output[tag...].starts(with: "</".utf8)
        failure =
            switch xmlParserErrors(UInt32(clamping: error.code)) {
            case XML_ERR_TAG_NOT_FINISHED: ("the document ends inside \(opened)", offset)
            case XML_ERR_TAG_NAME_MISMATCH: ("</\(self.name(at: tag + 2))> ends \(opened), instead", tag)
            case XML_ERR_DOCUMENT_END: ("text after the end of the outermost element", offset)
            case XML_ERR_NAME_REQUIRED where offset == tag + 1: ("an element has no name", offset)
            case XML_ERR_NAME_REQUIRED: ("the tag of <\(self.name(at: tag + 1))> has an invalid attribute", offset)
            case XML_ERR_GT_REQUIRED where isEndTag: ("an end tag is not closed", offset)
            case XML_ERR_GT_REQUIRED: ("the tag of <\(self.name(at: tag + 1))> is not closed", offset)
            case XML_ERR_SPACE_REQUIRED: ("a space is missing before an attribute", offset)
            case XML_ERR_ATTRIBUTE_WITHOUT_VALUE: ("the attribute \(name) has no value", offset)
            case XML_ERR_ATTRIBUTE_NOT_STARTED: ("the value of the attribute \(self.name(before: offset).name) is not in quotes", offset)
            case XML_ERR_ATTRIBUTE_NOT_FINISHED: ("the value of an attribute has no closing quote", offset)
            case XML_ERR_LT_IN_ATTRIBUTE: ("an attribute's value contains <", offset)
            case XML_ERR_ATTRIBUTE_REDEFINED: ("the attribute \(name) appears twice", redefinition(before: offset))
            default: (error.message.map { String(cString: $0).trimmed } ?? "the document is not well-formed", offset)
            }
    }

    private var opened: String { stack.last.map { "<\($0.name)>, which began in line \($0.line)" } ?? "a tag" }

    private func tagStart(before offset: Int) -> Int { source.output[..<offset].lastIndex(of: UInt8(ascii: "<")) ?? 0 }

    private func name(at offset: Int) -> String {
        String(decoding: source.output.dropFirst(offset).prefix { !$0.isXMLSpace && $0 != UInt8(ascii: ">") }, as: UTF8.self)
    }

    /// The name of the attribute whose value begins at an offset, and where the name begins.
    private func name(before offset: Int) -> (name: String, start: Int) {
        let end = source.output[..<offset].lastIndex { !$0.isXMLSpace && $0 != UInt8(ascii: "=") } ?? 0
        let start = source.output[...end].lastIndex { $0.isXMLSpace }.map { $0 + 1 } ?? 0
        return (String(decoding: source.output[...end].dropFirst(start), as: UTF8.self), start)
    }

    /// The offset of the attribute whose value ends at an offset.
    private func redefinition(before offset: Int) -> Int {
        guard let end = source.output[..<offset].lastIndex(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }),
            let quote = source.output[..<end].lastIndex(of: source.output[end])
        else { return offset }
        return name(before: quote).start
    }
}
