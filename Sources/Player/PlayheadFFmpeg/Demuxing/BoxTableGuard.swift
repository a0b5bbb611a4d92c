/// Checks the boxes of MP4 before FFmpeg reads them (ISO/IEC 14496-12, 23001-7) and refuses tables that declare more entries than there are
/// bytes for, long lists of edits (`elst`), and fragments (`moof`) of a movie with a track that has no identifier.
///
/// FFmpeg allocates memory for each declared entry. If an entry takes no bytes of the file, a few bytes declare gigabytes: a run of samples
/// that all use the defaults, or sample encryption with one initialization vector for all samples. If a track has
/// no identifier, FFmpeg uses an error code, about -10⁹, as its place in the index of fragments, from which it counts up at each `trun`.
/// For each edit it copies the entries of the samples from the key frame before it on, so that overlapping edits multiply the index.
struct BoxTableGuard {
    /// A table that declares too many entries, or a fragment of a movie with a track that has no identifier.
    struct Refusal: Error, Hashable, CustomStringConvertible {
        /// The type of the box.
        var type: String
        /// The declared number of entries; `nil` for a fragment.
        var count: Int64?

        var description: String {
            count.map { "\(type) of \($0) entries" } ?? "\(type) of a movie with a track that has no identifier"
        }
    }

    /// The number of entries without bytes that any file may have.
    private static let freeEntries: Int64 = 65_536
    /// The number of edits of a track.
    static let maximumEdits: Int64 = 1000
    /// The number of entries in the index of a track, if each of many edits has all samples.
    static let maximumIndex: Int64 = 16 << 20
    /// The weight of an entry of sample encryption, by its memory use.
    private static let encryptionWeight: Int64 = 8

    /// The length of the whole source in bytes, or `nil` where unknown.
    let size: Int64?
    /// The position of the next box.
    private var place: Int64 = 0
    /// The bytes from `place` on that are incomplete.
    private var pending: [UInt8] = []
    /// The ends of the boxes that contain `place`.
    private var ends: [Int64] = []
    /// The number of entries without bytes so far.
    private var spent: Int64 = 0
    private var isActive = true
    /// The end of the description of a fragment (`moof`) that contains `place`.
    private var fragmentEnd: Int64 = 0
    /// Whether the identifier of the current track is known, and whether each one before it has one.
    private var identifiers = (current: true, others: true)
    /// The numbers of edits and samples of the current track.
    private var track = (edits: Int64(0), samples: Int64(0))
    private var starts = BoxStarts()
    /// The positions of the types of boxes in fragments that say how samples are encrypted.
    private(set) var encryptionTypes: [Range<Int64>] = []
    /// The end of the last read.
    private var reached: Int64 = 0
    /// The position of the first `moov`, and that of the next one, where an appended recording begins.
    private var firstMovie: Int64?
    private(set) var appendedMovie: Int64?
    /// The position of the next box if it is unknown.
    private static let nowhere = Int64.max / 2

    /// - Parameter size: The length of the whole source in bytes, or `nil` where unknown.
    init(size: Int64?) { self.size = size }

    /// Checks bytes of the source, the first of which is at `position`.
    mutating func consume(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int64) throws(Refusal) {
        encryptionTypes = []
        guard isActive, !bytes.isEmpty else { return }
        if position != reached { seek(to: position, bytes) }
        let end = position + Int64(bytes.count)
        reached = end
        while place + Int64(pending.count) < end {
            let first = Int(place + Int64(pending.count) - position)
            guard first >= 0 else { return }
            let window = pending + bytes[first..<min(bytes.count, first + Self.needed)]
            guard let next = try step(window, read: end) else {
                pending = window
                return
            }
            pending = []
            place = next
        }
    }

    /// The number of bytes of a box that suffice to check it.
    private static let needed = 40
    /// The boxes at which reading begins after a seek.
    private static let entries: Set<String> = ["ftyp", "styp", "moov", "moof", "sidx", "mdat", "free"]
    /// The boxes at the beginning of a file; any other type is another container.
    private static let beginnings = entries.union(["wide", "skip", "pnot"])
    private static let containers: Set<String> = [
        "moov", "trak", "mdia", "minf", "stbl", "moof", "traf", "mvex", "udta", "edts", "dinf", "tref",
    ]
    private static let encryption: Set<String> = ["senc", "saiz", "saio"]
    private static let tables: Set<String> = ["trun", "senc", "saiz", "stsz", "stz2", "elst"]

    /// Finds the boxes again if reading continues elsewhere.
    private mutating func seek(to position: Int64, _ bytes: UnsafeBufferPointer<UInt8>) {
        if position == place, pending.isEmpty { return }
        let isEntry = bytes.count >= 8 && Self.entries.contains(String(decoding: bytes[4..<8], as: UTF8.self))
        // In the middle of a skipped box the next one is still known.
        if !isEntry, pending.isEmpty, position < place, !ends.isEmpty || starts.next(from: position) == place { return }
        pending = []
        ends = []
        place = isEntry ? position : starts.next(from: position) ?? Self.nowhere
    }

    /// Checks the box at `place`.
    /// - Returns: The position to continue at, or `nil` if more bytes are required.
    private mutating func step(_ window: [UInt8], read: Int64) throws(Refusal) -> Int64? {
        while let last = ends.last, last <= place { ends.removeLast() }
        if ends.isEmpty, place < Self.nowhere { starts.add(place) }
        guard window.count >= 8 else { return nil }
        var header: Int64 = 8
        var length = Self.number(window[0..<4])
        if length == 1 {
            guard window.count >= 16 else { return nil }
            header = 16
            length = Self.number(window[8..<16])
        }
        let limit = ends.last ?? Self.nowhere
        // A box without a length extends to the end of its parent.
        let (sum, overflow) = place.addingReportingOverflow(length)
        let end = length == 0 || overflow ? limit : min(sum, limit)
        guard length == 0 || length >= header else { return limit }
        let type = String(decoding: window[4..<8], as: UTF8.self)
        if place == 0, !Self.beginnings.contains(type) {
            isActive = false
            return Self.nowhere
        }
        if Self.containers.contains(type) {
            if type == "moov", ends.isEmpty { noteMovie() }
            ends.append(end)
            if type == "trak" {
                identifiers = (false, identifiers.current && identifiers.others)
                track = (0, 0)
            }
            if type == "moof" {
                guard identifiers.current, identifiers.others else { throw Refusal(type: type) }
                fragmentEnd = end
            }
            return place + header
        }
        // The tracks of a compressed movie are unknown here.
        if type == "cmov" { identifiers.others = false }
        if type == "tkhd" {
            guard window.count >= min(Self.needed, Int(clamping: end - place)) else { return nil }
            identify(window.prefix(Int(clamping: end - place)).dropFirst(Int(header)))
        }
        if place < fragmentEnd, Self.encryption.contains(type) { encryptionTypes.append((place + 4)..<(place + 8)) }
        guard Self.tables.contains(type) else { return max(end, place + header) }
        guard window.count >= min(Self.needed, Int(clamping: end - place)) else { return nil }
        try judge(type, window[Int(header)...], payload: end - place - header, read: read)
        return max(end, place + header)
    }

    private mutating func noteMovie() {
        let first = min(firstMovie ?? place, place)
        firstMovie = first
        if place > first { appendedMovie = min(appendedMovie ?? place, place) }
    }

    /// Reads the identifier in the header of a track. FFmpeg reads it as a signed number; a negative one counts as absent.
    private mutating func identify(_ content: ArraySlice<UInt8>) {
        let offset = content.first == 1 ? 20 : 12
        let field = content.dropFirst(offset).prefix(4)
        let isValid = field.count == 4 && Self.number(field) <= Int64(Int32.max)
        identifiers.current = isValid
        if !isValid { identifiers.others = false }
    }

    private mutating func judge(_ type: String, _ content: ArraySlice<UInt8>, payload: Int64, read: Int64) throws(Refusal) {
        let bytes = Array(content)
        guard bytes.count >= 8 else { return }
        let flags = Self.number(bytes[1..<4])
        switch type {
        case "trun":
            let perEntry = Int64(4 * (flags >> 8 & 0xF).nonzeroBitCount)
            try require(Self.number(bytes[4..<8]), of: perEntry, in: payload - 8, type, read)
        case "senc":
            let (hasSubsamples, count) = (flags & 2 != 0, Self.number(bytes[4..<8]))
            // With a vector for all samples, a sample may have no data of its own.
            let perEntry: Int64 = hasSubsamples ? 2 : payload > 8 ? 8 : 0
            try require(count, of: perEntry, in: payload - 8, type, read, weight: Self.encryptionWeight)
        case "saiz":
            // The type of information may precede the length of an entry, which is 0 if each has a separate one.
            let start = flags & 1 != 0 ? 12 : 4
            guard bytes.count >= start + 5 else { return }
            let count = Self.number(bytes[start + 1..<start + 5])
            try require(count, of: bytes[start] == 0 ? 1 : 0, in: payload - Int64(start) - 5, type, read, weight: Self.encryptionWeight)
        case "elst":
            let count = Self.number(bytes[4..<8])
            if count > Self.maximumEdits { throw Refusal(type: type, count: count) }
            track.edits = count
            try requireIndex(type)
        default:
            guard bytes.count >= 12 else { return }
            let count = Self.number(bytes[8..<12])
            track.samples = count
            try requireIndex(type)
            guard Self.number(bytes[4..<8]) > 0 else { return try require(count, of: 4, in: payload - 12, type, read) }
            // Each sample has at least a byte of the file.
            let maximum = max(Self.freeEntries, size ?? 16 << 20)
            if count > maximum { throw Refusal(type: type, count: count) }
        }
    }

    /// Refuses a track whose edits may multiply its index. Files that were edited by hand have fewer edits, or fewer samples.
    private func requireIndex(_ type: String) throws(Refusal) {
        let entries = track.edits.saturatingMultiplied(by: track.samples)
        if track.edits > 16, entries > Self.maximumIndex { throw Refusal(type: type, count: entries) }
    }

    private mutating func require(
        _ count: Int64, of perEntry: Int64, in payload: Int64, _ type: String, _ read: Int64, weight: Int64 = 1
    ) throws(Refusal) {
        // A count has 32 bits, an entry a few bytes.
        if perEntry > 0 {
            if count.saturatingMultiplied(by: perEntry) > max(0, payload) { throw Refusal(type: type, count: count) }
            return
        }
        spent = spent.saturatingAdding(count.saturatingMultiplied(by: weight))
        if spent > Self.freeEntries + read / 2 { throw Refusal(type: type, count: count) }
    }

    /// Returns a number of up to eight bytes, limited to the maximum.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
        Int64(clamping: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
