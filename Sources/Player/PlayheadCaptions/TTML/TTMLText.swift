import PlayheadXML

/// The text and times of TTML (W3C TTML2 and IMSC): converts documents to WebVTT files.
///
/// Text, line breaks, italics, bold, underlines and the vertical places of regions are kept.
package struct TTMLText {
    /// A cue.
    private struct Cue {
        var start: Double
        var end: Double
        var settings: String
        var text: String
    }

    /// The properties that elements inherit.
    private struct Context {
        var start = 0.0
        var end = Double.infinity
        var region: String?
        var properties: Set<CueMarkupWriter.Property> = []
        var preservesSpace = false
        var isVisible = true
        /// Whether the children follow each other.
        var isSequence = false
    }

    /// The properties of a style.
    private struct Style {
        /// The properties that the style sets (`true`) or removes.
        var properties: [CueMarkupWriter.Property: Bool] = [:]
        /// `tts:display` is not `none`; `nil` if it is not specified, as `isVisible` of `tts:visibility`.
        var isDisplayed: Bool?
        var isVisible: Bool?

        mutating func add(_ other: Style) {
            properties.merge(other.properties) { $1 }
            isDisplayed = other.isDisplayed ?? isDisplayed
            isVisible = other.isVisible ?? isVisible
        }
    }

    /// The vertical place of a region as elements and styles specify it, in percent of the height; `nil` if they do not.
    private struct Place {
        var origin: Double?
        var extent: Double?
        /// The vertical place of the text in it.
        var displayAlign: String?

        mutating func add(_ other: Place) {
            origin = other.origin ?? origin
            extent = other.extent ?? extent
            displayAlign = other.displayAlign ?? displayAlign
        }
    }

    /// A region of the screen.
    private struct Region {
        var settings: String?
        /// The time in which it exists, in seconds.
        var start = 0.0
        var end = Double.infinity
        var isShown = true
    }

    /// The maximum number of cues of a document.
    private static let maximumCues = 20_000
    /// The maximum number of nodes and bytes that are read for the times of spans; in paragraphs beyond it spans have the times of their paragraph.
    private static let maximumWork = 64_000_000

    private let clock: TTMLClock
    private let namespace: TTMLNamespace
    /// The height in pixels; `nil` if the document does not specify it.
    private let height: Double?
    /// The number of rows of cells.
    private let rows: Double
    private var styles: [String: Style] = [:]
    /// The places that styles specify for regions.
    private var places: [String: Place] = [:]
    private var regions: [String: Region] = [:]
    /// The sample that contains the document, in seconds: text without an end is shown in it.
    private let sample: (start: Double, end: Double)?
    private var cues: [Cue] = []
    private var work = 0

    /// Whether the first element of a document is that of TTML.
    package static func hasSignature(_ bytes: [UInt8]) -> Bool {
        // In UTF-16 every second byte of markup is zero.
        let isWide = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) || bytes.prefix(4).contains(0)
        let marks: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF]
        let spaces: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
        guard let first = bytes.first(where: { $0 != 0 && !marks.contains($0) && !spaces.contains($0) }), first == UInt8(ascii: "<") else {
            return false
        }
        var rest = (isWide ? bytes.filter { $0 != 0 } : bytes).drop { $0 != first }
        // The declaration, comments and a document type precede the element.
        while let end = endOfProlog(rest) { rest = rest[end...].drop(while: spaces.contains) }
        guard rest.first == first else { return false }
        let name = rest.dropFirst().prefix { !spaces.contains($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
        return name.elementsEqual("tt".utf8) || name.suffix(3).elementsEqual(":tt".utf8)
    }

    /// Returns the end of the declaration or comment with which the bytes start; `nil` if they start with none that ends.
    private static func endOfProlog(_ bytes: ArraySlice<UInt8>) -> Int? {
        for (start, end) in [("<!--", "-->"), ("<?", "?>"), ("<!", ">")] where bytes.starts(with: start.utf8) {
            return bytes.firstRange(of: Array(end.utf8))?.upperBound
        }
        return nil
    }

    /// Returns the text of a WebVTT file with the cues of a document.
    /// - Parameter bytes: The document in XML.
    /// - Returns: The text; `nil` if the bytes are no TTML.
    package static func webVTT(of bytes: [UInt8]) -> String? { webVTT(of: bytes, in: nil) }

    private static func webVTT(of bytes: [UInt8], in sample: (start: Double, end: Double)?) -> String? {
        guard let root = try? XMLReader.read(bytes, tolerance: .lenient).root, root.isNamed("tt") else { return nil }
        var document = TTMLText(root, in: sample)
        if let body = root.children.first(where: { document.isTTML($0, "body") }) { document.read(body, Context()) }
        let texts = document.cues.map { cue in
            WebVTTTimestamp.times(from: cue.start, to: cue.end) + (cue.settings.isEmpty ? "" : " " + cue.settings) + "\n" + cue.text + "\n"
        }
        return (["WEBVTT\n"] + texts).joined(separator: "\n")
    }

    /// Returns the text of a WebVTT file with the cues of the samples of a segment (`stpp`; ISO/IEC 14496-30 §5), whose times are those of the media.
    /// - Parameters:
    ///   - segment: The bytes of the segment.
    ///   - initialization: The bytes of its initialization segment; none if the segment contains them.
    /// - Returns: The text; `nil` if no sample is TTML.
    package static func webVTT(ofSegment segment: [UInt8], initialization: [UInt8]) -> String? {
        let samples = FragmentSamples(of: segment, initialization: initialization)
        let ticks = Double(samples.timescale)
        let texts = samples.samples.compactMap { sample in
            webVTT(of: Array(sample.bytes), in: (Double(sample.start) / ticks, Double(sample.end) / ticks))
        }
        guard let first = texts.first else { return nil }
        return ([first] + texts.dropFirst().map { String($0.dropFirst("WEBVTT\n".count)) }).joined(separator: "\n")
    }

    private init(_ root: XMLElement, in sample: (start: Double, end: Double)?) {
        clock = TTMLClock(root)
        namespace = TTMLNamespace(root)
        self.sample = sample
        height = Self.second(of: root[attribute: "extent"]).flatMap { $0.hasSuffix("px") ? Self.positive($0.dropLast(2)) : nil }
        let standardRows = 15.0
        rows = Self.second(of: root[attribute: "cellResolution"]).flatMap(Self.positive) ?? standardRows
        guard let head = root.first("head") else { return }
        for style in head.first("styling")?.children(named: "style") ?? [] {
            guard let id = style[attribute: "id"] else { continue }
            styles[id] = self.style(of: style)
            places[id] = place(of: style)
        }
        for region in head.first("layout")?.children(named: "region") ?? [] {
            if let id = region[attribute: "id"] { regions[id] = self.region(region) }
        }
    }

    private func isTTML(_ element: XMLElement, _ name: String) -> Bool { element.isNamed(name) && namespace.contains(element) }

    // MARK: The head

    /// The attributes that WebVTT has tags for, and whether their values set the property or remove it.
    private static let attributes: [(name: String, property: CueMarkupWriter.Property, values: [Substring: Bool])] = [
        ("fontStyle", .italic, ["italic": true, "oblique": true, "normal": false]),
        ("fontWeight", .bold, ["bold": true, "normal": false]),
        ("textDecoration", .underline, ["underline": true, "noUnderline": false, "none": false]),
    ]

    private func style(of element: XMLElement) -> Style {
        var style = Style()
        for id in (element[attribute: "style"] ?? "").split(separator: " ") { style.add(styles[String(id)] ?? Style()) }
        for (name, property, values) in Self.attributes {
            for value in element[attribute: name]?.split(separator: " ") ?? [] {
                style.properties[property] = values[value] ?? style.properties[property]
            }
        }
        if let display = element[attribute: "display"] { style.isDisplayed = display != "none" }
        if let visibility = element[attribute: "visibility"] { style.isVisible = visibility != "hidden" }
        return style
    }

    private func region(_ element: XMLElement) -> Region {
        var region = Region(settings: settings(of: element))
        guard let context = context(of: element, in: Context()) else { return Region(isShown: false) }
        (region.start, region.end, region.isShown) = (context.start, context.end, context.isVisible)
        for child in element.children(named: "style") {
            let style = style(of: child)
            if style.isDisplayed == false || style.isVisible == false { region.isShown = false }
        }
        return region
    }

    /// The places of text in a region other than at its top: the part of the region that is above, and WebVTT's name.
    private static let alignments = ["center": (part: 0.5, name: "center"), "after": (part: 1.0, name: "end")]

    /// Returns the settings of WebVTT for the vertical place of a region.
    private func settings(of region: XMLElement) -> String? {
        let place = place(of: region)
        guard let origin = place.origin, (0...100).contains(origin) else { return nil }
        guard let extent = place.extent, let alignment = Self.alignments[place.displayAlign ?? ""] else { return "line:\(origin)%" }
        return "line:\(min(100, max(0, origin + extent * alignment.part)))%,\(alignment.name)"
    }

    /// Returns the place that an element specifies: by the styles it refers to, by those inside it, and by itself, which has precedence
    /// (W3C TTML2 §10.4.4.2).
    private func place(of element: XMLElement) -> Place {
        var place = Place()
        for id in (element[attribute: "style"] ?? "").split(separator: " ") { place.add(places[String(id)] ?? Place()) }
        for child in element.children(named: "style") {
            for id in (child[attribute: "style"] ?? "").split(separator: " ") { place.add(places[String(id)] ?? Place()) }
            place.add(ownPlace(of: child))
        }
        place.add(ownPlace(of: element))
        return place
    }

    private func ownPlace(of element: XMLElement) -> Place {
        Place(
            origin: percentage(ofSecond: element[attribute: "origin"]), extent: percentage(ofSecond: element[attribute: "extent"]),
            displayAlign: element[attribute: "displayAlign"])
    }

    /// Returns the second length of a pair, the vertical one, in percent of the height; `nil` if it is invalid.
    private func percentage(ofSecond pair: String?) -> Double? {
        guard let length = Self.second(of: pair) else { return nil }
        let units: [(suffix: String, total: Double?)] = [("%", 100), ("px", height), ("c", rows)]
        for (suffix, total) in units where length.hasSuffix(suffix) {
            guard let total, let number = Double(length.dropLast(suffix.count)), number.isFinite else { return nil }
            let percentage = suffix == "%" ? number : number * 100 / total
            return percentage.isFinite ? percentage : nil
        }
        return nil
    }

    private static func second(of pair: String?) -> Substring? {
        let parts = (pair ?? "").split(separator: " ")
        return parts.count == 2 ? parts[1] : nil
    }

    private static func positive(_ text: Substring) -> Double? { Double(text).flatMap { $0 > 0 && $0.isFinite ? $0 : nil } }

    // MARK: The body

    private mutating func read(_ element: XMLElement, _ outer: Context) {
        guard let context = context(of: element, in: outer) else { return }
        if element.isNamed("p") { return readParagraph(element, context) }
        var next = context
        for child in element.children where ["div", "p", "span"].contains(where: { isTTML(child, $0) }) {
            read(child, next)
            skip(child, in: &next)
        }
    }

    /// Moves the start of what follows a child of a sequence, shown or not, to the child's end.
    private func skip(_ child: XMLElement, in next: inout Context) {
        guard next.isSequence else { return }
        let end = times(of: child, in: next).end
        if end.isFinite { next.start = max(next.start, end) }
    }

    /// Returns the times of an element. In a sequence text without an end has no duration (W3C TTML1 §10.4).
    private func times(of element: XMLElement, in outer: Context) -> (start: Double, end: Double) {
        func seconds(_ name: String) -> Double? { element[attribute: name].flatMap(clock.seconds) }
        let start = outer.start + (seconds("begin") ?? 0)
        let isInstant = outer.isSequence && element.isNamed("span") && element.children.isEmpty
        let ends = [seconds("end").map { outer.start + $0 }, seconds("dur").map { start + $0 }].compactMap(\.self)
        return (start, min(outer.end, ends.min() ?? (isInstant ? start : .infinity)))
    }

    /// Returns the properties of an element; `nil` if it is never shown.
    private func context(of element: XMLElement, in outer: Context) -> Context? {
        var context = outer
        (context.start, context.end) = times(of: element, in: outer)
        context.isSequence = element[attribute: "timeContainer"] == "seq"
        context.region = element[attribute: "region"] ?? outer.region
        let style = style(of: element)
        guard style.isDisplayed != false else { return nil }
        for (property, isSet) in style.properties {
            if isSet { context.properties.insert(property) } else { context.properties.remove(property) }
        }
        context.isVisible = style.isVisible ?? outer.isVisible
        if let space = element[attribute: "space"] { context.preservesSpace = space == "preserve" }
        return context.end > context.start ? context : nil
    }

    /// Adds a cue for each time in which the text of a paragraph is the same: spans may have their own times.
    private mutating func readParagraph(_ element: XMLElement, _ context: Context) {
        var (moments, size) = (Set([context.start, context.end]), Self.size(of: element))
        addMoments(of: element, context, to: &moments, &size)
        let times = moments.sorted()
        work = work.saturatingAdding(times.count.saturatingMultiplied(by: size))
        // bounded: `work` is
        guard times.count > 2, work <= Self.maximumWork else { return append(pieces(of: element, context, at: nil), context) }
        for (start, end) in zip(times, times.dropFirst()) {
            var part = context
            (part.start, part.end) = (start, end)
            append(pieces(of: element, context, at: start), part)
        }
    }

    /// Adds the times at which spans begin and end, and the number of nodes and of the bytes of their texts, names and attributes.
    private func addMoments(of element: XMLElement, _ context: Context, to moments: inout Set<Double>, _ size: inout Int) {
        size = size.saturatingAdding(element.nodes.count)
        for node in element.nodes {
            switch node {
            case .text(let characters): size = size.saturatingAdding(characters.utf8.count)
            case .element(let child): size = size.saturatingAdding(Self.size(of: child))
            }
        }
        var next = context
        for child in element.children where isTTML(child, "span") {
            if let inner = self.context(of: child, in: next) {
                moments.formUnion([inner.start, inner.end])
                addMoments(of: child, inner, to: &moments, &size)
            }
            skip(child, in: &next)
        }
    }

    /// Returns the number of bytes of the tag of an element.
    private static func size(of element: XMLElement) -> Int {
        element.attributes.reduce(element.name.utf8.count) { $0.saturatingAdding($1.name.utf8.count.saturatingAdding($1.value.utf8.count)) }
    }

    private mutating func append(_ pieces: [TTMLPiece], _ context: Context) {
        let lines = TTMLPiece.lines(of: pieces)
        let region = context.region.flatMap { regions[$0] } ?? Region()
        guard !lines.isEmpty, region.isShown, context.start.isFinite, cues.count < Self.maximumCues else { return }
        var (start, end) = (max(context.start, region.start), min(context.end, region.end))
        if end == .infinity {
            // Text without an end lasts until that of its sample, or of what may be shown.
            start = max(start, sample?.start ?? start)
            end = sample?.end ?? start + 3600
        }
        guard start < end else { return }
        cues.append(Cue(start: max(0, start), end: end, settings: region.settings ?? "", text: lines.joined(separator: "\n")))
    }

    /// Returns the text of an element that is shown at a time, or all of it.
    private func pieces(of element: XMLElement, _ context: Context, at time: Double?) -> [TTMLPiece] {
        var (pieces, next) = ([TTMLPiece](), context)
        for node in element.nodes {
            switch node {
            case .text where !context.isVisible || context.isSequence: break
            case .text(let characters):
                pieces.append(
                    TTMLPiece(text: context.preservesSpace ? characters : Self.collapsed(characters), properties: context.properties))
            case .element(let child) where isTTML(child, "br"): pieces.append(TTMLPiece(text: "\n"))
            case .element(let child) where isTTML(child, "span") && !Self.isReading(child):
                if let inner = self.context(of: child, in: next), time.map({ inner.start <= $0 && $0 < inner.end }) != false {
                    pieces += self.pieces(of: child, inner, at: time)
                }
                skip(child, in: &next)
            case .element: break
            }
        }
        return pieces
    }

    /// Whether a span contains the reading of other text, which is not shown.
    private static func isReading(_ span: XMLElement) -> Bool {
        ["textContainer", "text", "delimiter"].contains(span[attribute: "ruby"])
    }

    private static func collapsed(_ text: String) -> String {
        var (result, isSpace) = ("", false)
        for character in text {
            if character.isWhitespace {
                if !isSpace { result += " " }
                isSpace = true
            } else {
                result.append(character)
                isSpace = false
            }
        }
        return result
    }
}
