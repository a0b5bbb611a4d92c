/// The length of a file in bytes according to its first bytes, in containers whose headers contain it.
///
/// Writers that cannot return to the header leave a value for "unknown"; then no length is announced.
struct AnnouncedLength: Sendable, Hashable {
    /// The number of bytes at the beginning of a file that suffice.
    static let sample = 4096
    /// The maximum difference in bytes that is not a truncation: a byte of padding may be missing.
    static let tolerance: Int64 = 16

    /// The announced length, or `nil` if there is none.
    let bytes: Int64?

    /// Parses the header.
    /// - Parameter head: The first bytes of the file, up to ``sample``.
    init(head: [UInt8]) {
        let reader = Reader(bytes: head)
        if reader.text(at: 0) == "RIFF" {
            bytes = Self.riff(reader)
        } else if reader.text(at: 0) == "RF64" {
            bytes = reader.little(at: 20, count: 8).flatMap { Self.sum($0, 8) }
        } else if reader.text(at: 0) == "riff" {
            bytes = reader.little(at: 16, count: 8)
        } else if reader.text(at: 0) == "caff" {
            bytes = Self.coreAudio(reader)
        } else if reader.big(at: 0, count: 4) == Self.matroska {
            bytes = Self.matroskaSegment(reader)
        } else if Self.boxes.contains(reader.text(at: 4) ?? "") {
            bytes = Self.lastBox(reader)
        } else {
            bytes = nil
        }
    }

    /// Whether a file of `size` bytes ends before the announced length.
    func isBeyond(_ size: Int64) -> Bool { bytes.map { $0 - Self.tolerance > size } ?? false }

    /// Whether a WAV file has the size of a writer that could not return to its header: 2 or 4 GiB, or slightly less.
    static func isPlaceholder(head: [UInt8]) -> Bool {
        let reader = Reader(bytes: head)
        guard reader.text(at: 0) == "RIFF", let size = reader.little(at: 4, count: 4) else { return false }
        return [0x7FFF_0000...0x8000_0000, 0xFFFF_0000...0xFFFF_FFFF].contains { $0.contains(size) }
    }

    // MARK: Containers

    private static let matroska: Int64 = 0x1A45_DFA3
    private static let segment: Int64 = 0x1853_8067
    /// The boxes at the beginning of MP4 and QuickTime files.
    private static let boxes: Set<String> = ["ftyp", "moov", "mdat", "free", "skip", "wide", "pnot", "styp"]

    private static func riff(_ reader: Reader) -> Int64? {
        // Writers to pipes leave 2 GiB, 4 GiB, or slightly less.
        let unknown: Int64 = 0x7FFF_0000
        guard let size = reader.little(at: 4, count: 4), size > 0, size < unknown else { return nil }
        return size + 8
    }

    /// Reads chunks of a type, a length of 8 bytes, and content; the length of the audio chunk may be unknown.
    private static func coreAudio(_ reader: Reader) -> Int64? {
        var place: Int64 = 8
        while let type = reader.text(at: place), let size = reader.big(at: place + 4, count: 8), size >= 0 {
            guard let end = sum(place + 12, size) else { return nil }
            if type == "data" { return end }
            place = end
        }
        return nil
    }

    private static func matroskaSegment(_ reader: Reader) -> Int64? {
        guard var place = reader.elementEnd(at: 4) else { return nil }
        while place < Int64(reader.bytes.count) {
            if reader.big(at: place, count: 4) == segment { return reader.elementEnd(at: place + 4) }
            // Only padding is in between, with an identifier of one byte.
            guard let end = reader.elementEnd(at: place + 1) else { return nil }
            place = end
        }
        return nil
    }

    /// Returns the end of the last box whose header is in the bytes.
    private static func lastBox(_ reader: Reader) -> Int64? {
        var place: Int64 = 0
        while let size = reader.big(at: place, count: 4), let type = reader.text(at: place + 4), type.allSatisfy({ $0.isASCII }) {
            let length = size == 1 ? reader.big(at: place + 8, count: 8) : size
            guard let length, length >= 8, let end = sum(place, length) else { return nil }
            place = end
        }
        return place > 0 ? place : nil
    }

    private static func sum(_ a: Int64, _ b: Int64) -> Int64? {
        let (value, overflow) = a.addingReportingOverflow(b)
        return overflow ? nil : value
    }

    // MARK: Numbers

    private struct Reader {
        let bytes: [UInt8]

        private func slice(_ place: Int64, _ count: Int) -> ArraySlice<UInt8>? {
            guard place >= 0, place <= Int64(bytes.count - count) else { return nil }
            // bounded: the guard above checks the count
            return bytes[Int(place)..<Int(place) + count]
        }

        func text(at place: Int64) -> String? { slice(place, 4).map { String(decoding: $0, as: UTF8.self) } }

        func big(at place: Int64, count: Int) -> Int64? {
            slice(place, count).flatMap { Int64(exactly: $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }) }
        }

        func little(at place: Int64, count: Int) -> Int64? {
            slice(place, count).flatMap { Int64(exactly: $0.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }) }
        }

        /// Returns the end of an EBML element whose length is at `place` (RFC 8794 §6.1); `nil` if the length is unknown.
        func elementEnd(at place: Int64) -> Int64? {
            guard let first = slice(place, 1)?.first, first != 0 else { return nil }
            let length = first.leadingZeroBitCount + 1
            guard let number = slice(place, length) else { return nil }
            let ones = (UInt64(1) << (7 * UInt64(length))) - 1
            let size = number.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & ones
            guard size != ones, let size = Int64(exactly: size) else { return nil }
            return AnnouncedLength.sum(place + Int64(length), size)
        }
    }
}
