/// Limits the tags and chapters of Matroska and WebM (RFC 9559 §5.1.7, §5.1.8) before FFmpeg reads them: the identifiers of those behind
/// the last permitted one are replaced by ones that it skips.
///
/// FFmpeg adds each tag to a list that it searches first, and compares the identifier of each chapter with those of all others, so that its
/// time is quadratic in their numbers.
struct MatroskaTagLimit {
    /// The maximum number of tags (`SimpleTag`) of a file, and of their groups (`Tag`).
    static let maximumTags = TagLimit.maximumComments
    /// The maximum number of chapters of a file: one more than are used, because a chapter may end where the next one starts.
    static let maximumChapters = ContainerChapter.maximum + 1
    /// The beginnings of a file: EBML, or a tag of ID3 before it.
    private static let beginnings = [[0x1A, 0x45, 0xDF, 0xA3], Array("ID3".utf8)]
    private static let maximumIdentifierSize = 4
    private static let maximumLengthSize = 8

    /// The identifiers of elements.
    private enum Element {
        static let tags: UInt32 = 0x1254_C367
        static let chapters: UInt32 = 0x1043_A770
        static let tag: UInt32 = 0x7373
        static let simpleTag: UInt32 = 0x67C8
        static let edition: UInt32 = 0x45B9
        static let chapter: UInt32 = 0xB6
    }

    /// The positions of the permitted elements of one kind, so that what is read again is judged as before.
    private struct Permitted {
        let maximum: Int
        private var positions: Set<Int64> = []

        init(_ maximum: Int) { self.maximum = maximum }

        mutating func permits(_ position: Int64) -> Bool {
            guard !positions.contains(position) else { return true }
            guard positions.count < maximum else { return false }
            positions.insert(position)
            return true
        }
    }

    private var tags = Permitted(maximumTags)
    private var groups = Permitted(maximumTags)
    private var chapters = Permitted(maximumChapters)
    /// The first bytes of the source, until the container is known.
    private var beginning: [UInt8] = []
    private var isActive = true
    /// The position of the next byte to examine, and that behind the last read.
    private var place: Int64 = 0
    private var next: Int64 = 0
    /// Whether a list of tags or chapters is searched; otherwise the header of an element is read.
    private var isSearching = true
    /// The last four bytes of a search.
    private var window: UInt32 = 0
    /// The bytes of an incomplete header.
    private var field: [UInt8] = []
    /// The end of the list; `nil` until its header is read.
    private var end: Int64?

    /// Changes the identifiers of elements that are not permitted.
    /// - Parameters:
    ///   - bytes: Bytes of the source.
    ///   - position: The position of the first one.
    mutating func apply(to bytes: UnsafeMutableBufferPointer<UInt8>, at position: Int64) {
        let (end, overflow) = position.addingReportingOverflow(Int64(bytes.count))
        guard isActive, !bytes.isEmpty, !overflow, recognizes(bytes, at: position) else { return }
        if position != next {
            place = position
            leave()
        }
        next = end
        while place < end {
            // The place is within the bytes.
            let index = Int(place - position)
            if isSearching { search(bytes, from: index) } else { step(bytes, index) }
        }
    }

    /// Whether the source may be Matroska.
    private mutating func recognizes(_ bytes: UnsafeMutableBufferPointer<UInt8>, at position: Int64) -> Bool {
        let needed = Self.maximumIdentifierSize
        if position == Int64(beginning.count), beginning.count < needed { beginning += bytes.prefix(needed - beginning.count) }
        isActive = Self.beginnings.contains { $0.starts(with: beginning.prefix($0.count)) }
        return isActive
    }

    /// Searches for a list from `place` on.
    private mutating func leave() { (isSearching, window, field, end) = (true, 0, [], nil) }

    // MARK: Lists

    private static func isList(_ identifier: UInt32) -> Bool { identifier == Element.tags || identifier == Element.chapters }

    /// Searches the identifier of a list in the bytes from `start` on.
    private mutating func search(_ bytes: UnsafeMutableBufferPointer<UInt8>, from start: Int) {
        // The identifier may have begun in the bytes before.
        let joint = min(bytes.count, start + Self.maximumIdentifierSize - 1)
        for index in start..<joint {
            window = window << 8 | UInt32(bytes[index])
            if Self.isList(window) { return begin(window, after: index + 1 - start) }
        }
        var last = joint
        while last < bytes.count {
            switch bytes[last] {
            case 0x67, 0x70:
                // bounded: the bytes before the joint
                let found = bytes[(last - Self.maximumIdentifierSize + 1)...last].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                if Self.isList(found) { return begin(found, after: last + 1 - start) }
                last += 1
            case 0x12, 0x54, 0xC3, 0x10, 0x43, 0xA7: last += 1
            // The identifiers do not contain this byte.
            default: last += Self.maximumIdentifierSize
            }
        }
        for index in max(joint, bytes.count - Self.maximumIdentifierSize)..<bytes.count { window = window << 8 | UInt32(bytes[index]) }
        place += Int64(bytes.count - start)
    }

    /// Begins a list whose identifier ends `count` bytes behind `place`.
    private mutating func begin(_ identifier: UInt32, after count: Int) {
        place += Int64(count)
        (isSearching, end) = (false, nil)
        field = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: identifier >> $0) }
    }

    // MARK: Elements

    /// Reads a byte of the header of an element, which is at `index`.
    private mutating func step(_ bytes: UnsafeMutableBufferPointer<UInt8>, _ index: Int) {
        if field.isEmpty, let end, place >= end { return leave() }
        field.append(bytes[index])
        place += 1
        let identifierSize = field[0].leadingZeroBitCount + 1
        guard identifierSize <= Self.maximumIdentifierSize else { return leave() }
        if field.count == identifierSize, end != nil, let other = replacement(at: place - Int64(identifierSize)) {
            bytes[index] = other
            field[identifierSize - 1] = other
        }
        guard field.count > identifierSize else { return }
        let lengthSize = field[identifierSize].leadingZeroBitCount + 1
        guard lengthSize <= Self.maximumLengthSize else { return leave() }
        if field.count == identifierSize + lengthSize { readHeader(identifierSize, lengthSize) }
    }

    /// Returns the last byte of the identifier that replaces the one in `field`; `nil` if the element is permitted.
    private mutating func replacement(at position: Int64) -> UInt8? {
        switch Self.number(field[...]) {
        case Element.simpleTag: tags.permits(position) ? nil : 0xC9
        case Element.tag: groups.permits(position) ? nil : 0x72
        // EBML's `Void`.
        case Element.chapter: chapters.permits(position) ? nil : 0xEC
        default: nil
        }
    }

    /// Enters or skips the element whose header is complete.
    private mutating func readHeader(_ identifierSize: Int, _ lengthSize: Int) {
        // bounded: the header is complete
        let identifier = Self.number(field[..<identifierSize])
        // bounded: the size of a length is at most 8
        let mask = Int64(1) << Int64(7 * lengthSize) - 1
        // bounded: the header is complete
        let length = field[identifierSize...].reduce(Int64(0)) { $0 << 8 | Int64($1) } & mask
        let isUnknown = length == mask
        field = []
        guard let end else {
            self.end = isUnknown ? .max : place.saturatingAdding(length)
            return
        }
        if [Element.tag, Element.simpleTag, Element.edition].contains(identifier) { return }
        let rest = place.saturatingAdding(length)
        // FFmpeg searches for the next list behind a damaged element.
        if isUnknown || rest > end { leave() } else { place = rest }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }
}
