/// The state that both parsers share: the text, the warnings, the variables, and the tags of both kinds of playlist.
struct ParserContext {
    /// The maximum number of warnings; more would cost more than the playlist.
    static let maximumWarnings = 1000
    /// The maximum number of bytes that variables may insert, over the whole playlist.
    static let maximumExpansion = 16 << 20
    /// The highest version that RFC 8216bis §7 describes.
    static let highestVersion = 13

    let source: PlaylistSource
    var scanner: LineScanner
    var warnings: [PlaylistWarning]
    var version: Int?
    var hasIndependentSegments = false
    var start: StartPoint?
    var variables: [VariableDefinition] = []
    private var values: [String: String?] = [:]
    /// The number of bytes that variables have inserted so far.
    private var expansion = 0
    private var seen: Set<TagName> = []

    init(source: PlaylistSource) {
        self.source = source
        scanner = LineScanner(bytes: source.bytes)
        warnings = source.warnings
    }

    var bytes: [UInt8] { source.bytes }

    /// Records a departure in the current line.
    mutating func warn(_ message: @autoclosure () -> String) { warn(line: scanner.number, message) }

    /// Records a departure of the playlist as a whole.
    mutating func warnOfWhole(_ message: @autoclosure () -> String) { warn(line: 0, message) }

    private mutating func warn(line: Int, _ message: () -> String) {
        guard warnings.count <= ParserContext.maximumWarnings else { return }
        let message = warnings.count == ParserContext.maximumWarnings ? "further warnings are omitted" : message()
        warnings.append(PlaylistWarning(line: line, message: message))
    }

    /// Warns of a tag that may occur only once (RFC 8216bis §4.4.2, §4.4.3). The last one applies, as in other players.
    mutating func expectOnce(_ tag: TagName) {
        if !seen.insert(tag).inserted { warn("#\(tag.rawValue) appears twice; the last one is used") }
    }

    /// Returns the text of a range of the source, unchanged.
    func text(_ range: Range<Int>) -> String { String(decoding: source.bytes[range], as: UTF8.self) }

    /// Parses a URI line.
    mutating func uri(_ range: Range<Int>) throws(PlaylistError) -> String {
        if scanner.hadWhiteSpace { warn("whitespace around a URI") }
        let text = text(range)
        return source.mayHaveReferences ? try substituting(text) : text
    }

    /// Parses the attributes of the current line.
    mutating func attributes(_ value: Range<Int>?) throws(PlaylistError) -> AttributeList {
        var list = AttributeList(source.bytes, value)
        if source.mayHaveReferences { try list.substitute { (text: String) throws(PlaylistError) in try substituting(text) } }
        return list
    }

    /// Converts the problems of a list to warnings.
    mutating func note(_ list: AttributeList, in tag: TagName) {
        for problem in list.problems { warn("#\(tag.rawValue): \(problem)") }
    }

    /// Makes an unknown tag, to be kept.
    func unknownTag(name: Range<Int>, value: Range<Int>?, mediaSequence: Int = 0) -> UnknownTag {
        UnknownTag(name: text(name), value: value.map { text($0) }, mediaSequence: mediaSequence)
    }

    /// Handles the tags of both kinds of playlist (RFC 8216bis §4.4.1, §4.4.2).
    mutating func handleCommon(_ tag: TagName, value: Range<Int>?) throws(PlaylistError) {
        switch tag {
        case .extM3U:
            expectOnce(tag)
        case .version:
            expectOnce(tag)
            version = value.flatMap { Numbers.integer(source.bytes, $0) } ?? version
            if version == nil { warn("#EXT-X-VERSION without a number") }
            if let version, version < 1 || version > ParserContext.highestVersion { warn("version \(version) is unknown") }
        case .independentSegments:
            hasIndependentSegments = true
        case .start:
            expectOnce(tag)
            var list = try attributes(value)
            if let offset = list.required("TIME-OFFSET", { Numbers.decimal($0, in: -Numbers.maximumTime...Numbers.maximumTime) }) {
                start = StartPoint(timeOffset: offset, isPrecise: list.flag("PRECISE"))
            }
            note(list, in: tag)
        case .define:
            try define(value)
        default:
            break
        }
    }

    /// Handles the definition of a variable (RFC 8216bis §4.4.2.3).
    private mutating func define(_ value: Range<Int>?) throws(PlaylistError) {
        var list = try attributes(value)
        let definition: VariableDefinition
        if let name = list.string("NAME") {
            definition = VariableDefinition(name: name, value: list.required("VALUE") ?? "", source: .value)
        } else if let name = list.string("IMPORT") {
            let imported = source.variables?[name]
            if let variables = source.variables, variables[name] == nil { throw error(.unresolvedImport(name)) }
            if source.kind == .multivariant { list.addProblem("IMPORT in a multivariant playlist") }
            if imported == nil { list.addProblem("variable \(name) is unknown, because the playlist is parsed alone") }
            definition = VariableDefinition(name: name, value: imported, source: .import)
        } else if let name = list.string("QUERYPARAM") {
            let parameter = URIReference.queryParameter(name, of: source.url)
            if source.url != nil, (parameter ?? "").isEmpty { throw error(.missingQueryParameter(name)) }
            if parameter == nil { list.addProblem("variable \(name) is unknown, because the playlist's URL is unknown") }
            definition = VariableDefinition(name: name, value: parameter, source: .queryParameter)
        } else {
            list.addProblem("no NAME, IMPORT or QUERYPARAM; the tag is ignored")
            note(list, in: .define)
            return
        }
        note(list, in: .define)
        if values.keys.contains(definition.name) { throw error(.duplicateVariable(definition.name)) }
        values[definition.name] = .some(definition.value)
        variables.append(definition)
    }

    func error(_ reason: PlaylistError.Reason) -> PlaylistError { PlaylistError(line: scanner.number, reason: reason) }

    /// Substitutes `{$name}` by the variable's value (RFC 8216bis §4.3). Substituted text is not scanned again.
    mutating func substituting(_ text: String) throws(PlaylistError) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var position = 0
        while position < bytes.count {
            guard let end = ParserContext.endOfReference(at: position, in: bytes) else {
                result.append(bytes[position])
                position += 1
                continue
            }
            let name = String(decoding: bytes[(position + 2)..<(end - 1)], as: UTF8.self)
            guard let known = values[name] else { throw error(.undefinedVariable(name)) }
            if let known {
                // Nested variables would otherwise grow without limit.
                expansion += known.utf8.count
                if expansion > ParserContext.maximumExpansion { throw error(.expansionTooLong) }
                result.append(contentsOf: known.utf8)
            } else {
                result.append(contentsOf: bytes[position..<end])
            }
            position = end
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns the end of the reference that begins at an index, including its brace; nil if there is none. Reads only as far as a name can
    /// extend.
    private static func endOfReference(at start: Int, in bytes: [UInt8]) -> Int? {
        guard bytes[start] == ASCII.openingBrace, start + 1 < bytes.count, bytes[start + 1] == ASCII.dollar else { return nil }
        var end = start + 2
        while end < bytes.count, isNameCharacter(bytes[end]) { end += 1 }
        guard end > start + 2, end < bytes.count, bytes[end] == ASCII.closingBrace else { return nil }
        return end + 1
    }

    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        ASCII.isDigit(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == ASCII.minus || byte == UInt8(ascii: "_")
    }
}
