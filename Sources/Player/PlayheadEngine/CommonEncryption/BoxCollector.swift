import PlayheadFFmpeg

/// Collects boxes of the outermost level of MP4 as the bytes of a file are read, from any position on.
struct BoxCollector {
    /// The types of the boxes that are collected, and the maximum size of each in bytes.
    static let wanted = ["moov": 64 << 20, "moof": 8 << 20, "pssh": 1 << 20]
    /// The types of the boxes that are recognized after a seek to them.
    private static let entries = Set(wanted.keys).union(["ftyp", "styp", "sidx", "mdat", "free"])
    /// The types of the box at the beginning of a file; any other one is another container.
    private static let beginnings = entries.union(["wide", "skip", "pnot"])
    /// The position of the next box if it is unknown.
    private static let nowhere = Int64.max / 2

    /// The position of the next box, or of the one that is held.
    private var place: Int64 = 0
    /// The bytes of the box from its start on.
    private var held: [UInt8] = []
    /// The size of the header of the box, which is longer for a long size.
    private var headerSize = MediaBox.headerSize
    /// The size of the box that is collected; `nil` while its header is read.
    private var size: Int?
    private var starts = BoxStarts()
    /// The end of the last bytes.
    private var reached: Int64 = 0
    private var isActive = true

    /// Takes the next bytes; `position` is that of the first one. `found` receives each box, and its position.
    mutating func take(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int64, found: ([UInt8], Int64) -> Void) {
        guard isActive, !bytes.isEmpty else { return }
        if position != reached { seek(to: position, bytes) }
        reached = position.saturatingAdding(Int64(bytes.count))
        while isActive, place.saturatingAdding(Int64(held.count)) < reached {
            let (first, needed) = (Int(place + Int64(held.count) - position), size ?? headerSize)
            let count = min(needed - held.count, bytes.count - first)
            // bounded: the condition of the loop, and the minimum
            held += bytes[first..<(first + count)]
            guard held.count == needed else { return }
            if size == nil {
                readHeader()
            } else {
                found(held, place)
                continueReading(at: place.saturatingAdding(Int64(held.count)))
            }
        }
    }

    /// Finds the boxes again if reading continues elsewhere.
    private mutating func seek(to position: Int64, _ bytes: UnsafeBufferPointer<UInt8>) {
        // bounded: the first condition
        let isEntry = bytes.count >= MediaBox.headerSize && Self.entries.contains(String(decoding: bytes[4..<8], as: UTF8.self))
        continueReading(at: isEntry ? position : starts.next(from: position) ?? Self.nowhere)
    }

    private mutating func continueReading(at position: Int64) {
        if position < Self.nowhere { starts.add(position) }
        (place, held, headerSize, size) = (position, [], MediaBox.headerSize, nil)
    }

    private mutating func readHeader() {
        let declared = MediaBox.number(held, at: 0, 4)
        let isLong = declared == 1
        if isLong, held.count == MediaBox.headerSize {
            headerSize = 2 * MediaBox.headerSize
            return
        }
        // bounded: the header is held
        let type = String(decoding: held[4..<MediaBox.headerSize], as: UTF8.self)
        let total = Int64(clamping: isLong ? MediaBox.number(held, at: MediaBox.headerSize, 8) : declared)
        if place == 0, !Self.beginnings.contains(type) {
            isActive = false
        } else if total < Int64(held.count) {
            // It is damaged, or extends to the end.
            continueReading(at: Self.nowhere)
        } else if let maximum = Self.wanted[type], !isLong, total <= maximum {
            size = Int(total)
        } else {
            continueReading(at: place.saturatingAdding(total))
        }
    }
}
