/// Shifts the timestamps of a fragmented segment, so that the same bytes can be broadcast repeatedly as one continuous stream.
///
/// Decode times (`tfdt`) of version 1 have 64 bits, so a shift by whole ticks stays exact. The times of segment indexes (`sidx`) are
/// shifted as well, and the fragments are renumbered (`mfhd`).
struct Restamp {
    /// The tracks, with their timescales.
    let initialization: InitializationBoxes

    /// - Parameters:
    ///   - bytes: A segment, or one or more of its fragments.
    ///   - microseconds: The shift.
    ///   - number: The new sequence number of the first fragment, at least 1.
    func apply(to bytes: inout [UInt8], microseconds: Int, number: Int) {
        let reader = BoxReader(bytes: bytes)
        var number = number
        for box in reader.boxes {
            switch box.type {
            case "sidx": moveIndex(box.content, reader, microseconds, &bytes)
            case "moof":
                if let header = reader.find(["mfhd"], in: box.content).first?.content, header.count >= 8 {
                    Self.write(UInt64(UInt32(truncatingIfNeeded: number)), 4, at: header.lowerBound + 4, &bytes)
                    number &+= 1
                }
                for track in reader.find(["traf"], in: box.content) { moveTrack(track.content, reader, microseconds, &bytes) }
            default: break
            }
        }
    }

    private func moveTrack(_ content: Range<Int>, _ reader: BoxReader, _ microseconds: Int, _ bytes: inout [UInt8]) {
        guard let header = reader.find(["tfhd"], in: content).first?.content,
            let id = reader.uint32(header.lowerBound + 4, header.upperBound), let track = initialization.tracks[id],
            let time = reader.find(["tfdt"], in: content).first?.content, !time.isEmpty
        else { return }
        move(
            at: time.lowerBound + 4, end: time.upperBound, isLong: reader.bytes[time.lowerBound] == 1, reader,
            ticks(microseconds, track.timescale), &bytes)
    }

    private func moveIndex(_ box: Range<Int>, _ reader: BoxReader, _ microseconds: Int, _ bytes: inout [UInt8]) {
        guard let timescale = reader.uint32(box.lowerBound + 8, box.upperBound), timescale > 0 else { return }
        move(
            at: box.lowerBound + 12, end: box.upperBound, isLong: reader.bytes[box.lowerBound] == 1, reader, ticks(microseconds, timescale),
            &bytes)
    }

    private func move(at offset: Int, end: Int, isLong: Bool, _ reader: BoxReader, _ ticks: UInt64, _ bytes: inout [UInt8]) {
        if isLong {
            guard let old = reader.uint64(offset, end) else { return }
            Self.write(old &+ ticks, 8, at: offset, &bytes)
        } else {
            guard let old = reader.uint32(offset, end) else { return }
            Self.write(UInt64(old) &+ ticks, 4, at: offset, &bytes)
        }
    }

    /// Converts to ticks, rounded to the nearest one, in integer arithmetic where possible.
    private func ticks(_ microseconds: Int, _ timescale: Int) -> UInt64 {
        let (product, overflow) = max(0, microseconds).multipliedReportingOverflow(by: timescale)
        guard !overflow, product < .max - 500_000 else {
            return UInt64(saturating: min(Double(microseconds) / 1e6 * Double(timescale), 1e19), rounding: .towardZero)
        }
        return UInt64((product + 500_000) / 1_000_000)
    }

    private static func write(_ value: UInt64, _ count: Int, at offset: Int, _ bytes: inout [UInt8]) {
        for index in 0..<count { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - index))) }
    }
}
