/// The length of a file in bytes as its first bytes announce it, in containers whose headers do.
///
/// Writers that can't go back to the header leave a value that stands for "unknown"; it announces nothing.
struct AnnouncedLength: Sendable, Hashable {
    /// Bytes of a file's beginning that are enough.
    static let sample = 4096
    /// How much less than announced is no truncation, in bytes: a byte of padding may be left out.
    static let tolerance: Int64 = 16

    /// The announced length, or `nil` where nothing is announced.
    let bytes: Int64?

    /// Reads the announcement.
    /// - Parameter head: The first bytes of the file, ``sample`` of them where there are so many.
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

    /// Whether a file of `size` bytes ends before what is announced.
    func isBeyond(_ size: Int64) -> Bool { bytes.map { $0 - Self.tolerance > size } ?? false }

    // MARK: Containers

    private static let matroska: Int64 = 0x1A45_DFA3
    private static let segment: Int64 = 0x1853_8067
    /// The boxes with which MP4 and QuickTime files begin.
    private static let boxes: Set<String> = ["ftyp", "moov", "mdat", "free", "skip", "wide", "pnot", "styp"]

    private static func riff(_ reader: Reader) -> Int64? {
        // What writers of pipes leave there: 2 GiB, 4 GiB, or almost.
        let unknown: Int64 = 0x7FFF_0000
        guard let size = reader.little(at: 4, count: 4), size > 0, size < unknown else { return nil }
        return size + 8
    }

    /// Chunks of a type, a length of 8 bytes, and content; that with the sound may have no length.
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
            // Only padding lies between, with an identifier of one byte.
            guard let end = reader.elementEnd(at: place + 1) else { return nil }
            place = end
        }
        return nil
    }

    /// The end of the last box whose header is among the bytes.
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
            // bounded: the guard above has this many bytes
            return bytes[Int(place)..<Int(place) + count]
        }

        func text(at place: Int64) -> String? { slice(place, 4).map { String(decoding: $0, as: UTF8.self) } }

        func big(at place: Int64, count: Int) -> Int64? {
            slice(place, count).flatMap { Int64(exactly: $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }) }
        }

        func little(at place: Int64, count: Int) -> Int64? {
            slice(place, count).flatMap { Int64(exactly: $0.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }) }
        }

        /// The end of an EBML element whose length is at `place` (RFC 8794 §6.1); `nil` where the length is unknown.
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
