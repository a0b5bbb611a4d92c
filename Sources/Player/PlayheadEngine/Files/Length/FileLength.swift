import Foundation
import PlayheadFFmpeg

/// Determines the duration of a file if its container does not declare it, as in recordings that were streamed or cut off.
///
/// Used on the demuxing thread, before the first packet is read.
struct FileLength {
    /// A duration.
    struct Found {
        var seconds: Double
        var isExact: Bool
        /// The jumps of the times, if the whole file was read.
        var resets: ClockResets?
    }

    /// The size up to which a local file is read completely, in bytes.
    private static let shortFile: Int64 = 64 << 20
    /// The number of bytes of which the duration of a longer file is estimated.
    private static let sample = 512 << 10
    /// The maximum number of bytes from the found end of a file to its end.
    private static let maximumTail = 4 << 20
    /// A time that FFmpeg searches to find the end, in seconds.
    private static let farthest = 1e9
    /// The difference below which a declared duration is used, in seconds.
    private static let rounding = 0.1

    let demuxer: Demuxer
    let bytes: any ByteSource
    let reader: ContainerReader
    let origin: Double

    private var isLocal: Bool { bytes is FileByteSource && bytes.isSeekable }

    /// Measures or estimates the duration.
    /// - Parameter precisely: Whether the file may be read to its end.
    /// - Returns: `nil` if the declared duration is used, or the source has no known size.
    /// - Throws: `CancellationError`; other errors only if the file has to be read to its end.
    func find(precisely: Bool) throws -> Found? {
        if precisely, bytes.isSeekable { return try whole() }
        guard let size = bytes.size, size > 0 else { return nil }
        do { return try find(size) } catch let error as CancellationError { throw error } catch {
            // Playback meets the same error, if it concerns playback.
            return nil
        }
    }

    private func find(_ size: Int64) throws -> Found? {
        let isShort = isLocal && size <= Self.shortFile
        if isShort, reader.resets?.isEmpty == true { return try isJoined(size) || demuxer.duration == nil ? whole() : nil }
        // Songs of chained Ogg have streams of their own, and FFmpeg can't go back to one: it knows the first only.
        if demuxer.format == "ogg", try demuxer.duration == nil || isChained() { return try estimate(size) }
        guard demuxer.duration == nil || demuxer.isDurationAmbiguous else { return nil }
        if bytes.isSeekable, let end = try endOfFile(size), end > 0 {
            return demuxer.duration.map { abs($0 - end) < Self.rounding } == true ? nil : Found(seconds: end, isExact: true)
        }
        guard demuxer.duration == nil else { return nil }
        return try isShort ? whole() : estimate(size)
    }

    /// Whether a local Ogg file is a chain of songs.
    func isChained() throws -> Bool {
        guard demuxer.format == "ogg", let size = bytes.size, isLocal else { return false }
        return try demuxer.withSource { try OggChain.isChain($0, size: size) }
    }

    /// Whether the file consists of recordings that were joined, so that the times at its ends do not determine the duration.
    private func isJoined(_ size: Int64) throws -> Bool {
        guard let format = reader.lanes.first?.format else { return false }
        return try JoinedRecordings.areFound(by: demuxer, in: format, size: size)
    }

    /// Reads to the end, and seeks back to the start.
    private func whole() throws -> Found? {
        var reader = reader
        reader.onTag = nil
        reader.onText = nil
        if try isChained() {
            // FFmpeg can't go back to the first song.
            let end: Double = try demuxer.withSource { source in
                try source.seek(to: 0)
                return try reader.resume(with: Demuxer(source: source), at: 0) ? Self.readToEnd(&reader) : 0
            }
            return end > 0 ? Found(seconds: end, isExact: true) : nil
        }
        let end = try Self.readToEnd(&reader)
        if reader.resets?.isEmpty == false { try demuxer.seek(toByte: 0) } else { try demuxer.seek(to: origin, stream: nil) }
        return end > 0 ? Found(seconds: end, isExact: true, resets: reader.resets) : nil
    }

    /// Returns the end of the packets up to the end of the file, in seconds; 0 without any.
    private static func readToEnd(_ reader: inout ContainerReader) throws -> Double {
        var end = 0.0
        while let (packet, _) = try reader.next() { end = max(end, packet.end) }
        return end
    }

    /// Estimates the duration by that of the first bytes, and their share of `size`. Playback corrects it.
    private func estimate(_ size: Int64) throws -> Found? {
        let (packets, isAtEnd) = try firstPackets(size)
        let read = packets.reduce(0) { $0.saturatingAdding($1.size) }
        // Each song of chained Ogg has its own times.
        let songs = packets.reduce(into: [[Packet]]()) { songs, packet in
            let isNew = songs.last?.last.map { ($0.pts ?? .min) > (packet.pts ?? .max) } ?? true
            if isNew, songs.isEmpty || demuxer.format == "ogg" { songs.append([packet]) } else { songs[songs.count - 1].append(packet) }
        }
        let seconds = songs.reduce(0) { $0 + (end(of: $1) ?? 0) }
        guard seconds > 0, read > 0 else { return nil }
        return Found(seconds: isAtEnd ? seconds : seconds * max(1, Double(size) / Double(read)), isExact: isAtEnd)
    }

    /// Returns the packets in the first bytes of the file, and whether these are the whole file. Opening waits for the bytes; of Ogg, which is
    /// sound, fewer suffice.
    private func firstPackets(_ size: Int64) throws -> (packets: [Packet], isAtEnd: Bool) {
        guard demuxer.format == "ogg" else { return try demuxer.readAhead(bytes: Self.sample) }
        let count = Self.sample / 8
        guard isLocal else { return try demuxer.readAhead(bytes: count) }
        // The songs are still unknown to the demuxer of the playback, which reports each with its first packet.
        let head = try demuxer.withSource { try $0.bytes(from: 0, count: Int(min(size, Int64(count)))) }
        let excerpt = try Demuxer(source: MemoryByteSource(Array(head)))
        return (try excerpt.readAhead(bytes: .max).packets, Int64(head.count) == size)
    }

    /// Returns the end of the selected streams according to the last bytes of the file, in seconds after the start; `nil` if unknown.
    private func endOfFile(_ size: Int64) throws -> Double? {
        switch demuxer.format {
        case "flv": try demuxer.withSource { try FLVEnd.time(in: $0, size: size) }.map { $0 - origin }
        case let format where format.hasPrefix("matroska"): try endOfMatroska(size)
        case "flac", "ogg", "asf": try searchedEnd()
        default: nil
        }
    }

    /// Demuxes the header and the last clusters of a Matroska file as if they were the whole file.
    private func endOfMatroska(_ size: Int64) throws -> Double? {
        try demuxer.withSource { source in
            guard let bytes = try MatroskaEnd.excerpt(of: source, size: size, isLocal: isLocal) else { return nil }
            let excerpt = try Demuxer(source: MemoryByteSource(bytes), decrypter: demuxer.decrypter)
            excerpt.select(reader.lanes.map(\.format.stream))
            return end(of: try excerpt.readAhead(bytes: .max).packets)
        }
    }

    /// Returns the end of a format in which FFmpeg finds it without reading the whole file.
    private func searchedEnd() throws -> Double? {
        let result = Result {
            try demuxer.seek(to: Self.farthest, stream: nil)
            return try demuxer.readAhead(bytes: Self.maximumTail)
        }
        try demuxer.seek(to: origin, stream: nil)
        let (packets, isAtEnd) = try result.get()
        return isAtEnd ? end(of: packets) : nil
    }

    /// Returns the end of the last of `packets`, in seconds after the start.
    private func end(of packets: [Packet]) -> Double? {
        packets.compactMap { packet -> Double? in
            guard let format = reader.lanes.first(where: { $0.format.stream.index == packet.streamIndex })?.format else { return nil }
            let time = packet.pts ?? packet.dts ?? packet.countedTime
            return time.map { format.time($0.saturatingAdding(packet.duration)) }
        }.max()
    }
}

extension ByteSource {
    /// Reads `count` bytes from `start` on, or up to the end of `mark`.
    func bytes(from start: Int64, count: Int, until mark: Data? = nil) throws -> Data {
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        try seek(to: start)
        while data.count < count {
            let got = try buffer.withUnsafeMutableBytes { bytes in
                try read(into: UnsafeMutableRawBufferPointer(rebasing: bytes.prefix(count - data.count)))
            }
            guard got > 0 else { break }
            data.append(contentsOf: buffer.prefix(got))
            if let mark, data.range(of: mark) != nil { break }
        }
        return data
    }
}
