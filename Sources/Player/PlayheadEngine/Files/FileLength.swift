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
    /// The maximum number of bytes before the first cluster of Matroska.
    private static let maximumHead = 4 << 20
    /// The numbers of bytes at the end of a file in which the last cluster of Matroska is searched.
    private static let tails: [Int64] = [1 << 20, 8 << 20, 32 << 20]
    /// The difference below which a declared duration is used, in seconds.
    private static let rounding = 0.1
    /// The formats in which FFmpeg finds the end without reading the whole file.
    private static let searchedFormats: Set<String> = ["flac", "ogg", "asf"]

    let demuxer: Demuxer
    let bytes: any ByteSource
    let reader: ContainerReader
    let origin: Double

    /// Measures or estimates the duration.
    /// - Parameter precisely: Whether the file may be read to its end.
    /// - Returns: `nil` if the declared duration is used, or the source has no known size.
    /// - Throws: `CancellationError`; other errors only if the file has to be read to its end.
    func find(precisely: Bool) throws -> Found? {
        if precisely, bytes.isSeekable { return try whole() }
        guard let size = bytes.size, size > 0 else { return nil }
        do {
            if let resets = reader.resets, resets.isEmpty, bytes is FileByteSource, bytes.isSeekable, size <= Self.shortFile {
                return try jumps(size) || demuxer.duration == nil ? try whole() : nil
            }
            // Songs of chained Ogg have streams of their own, and FFmpeg can't go back to one: it knows the first only.
            if demuxer.format == "ogg", try demuxer.duration == nil || isChained() { return try estimate(size) }
            guard demuxer.duration == nil || demuxer.isDurationAmbiguous else { return nil }
            if bytes.isSeekable, let end = try lastTime(size), end > 0 {
                return demuxer.duration.map { abs($0 - end) < Self.rounding } == true ? nil : Found(seconds: end, isExact: true)
            }
            guard demuxer.duration == nil else { return nil }
            return bytes is FileByteSource && bytes.isSeekable && size <= Self.shortFile ? try whole() : try estimate(size)
        } catch let error as CancellationError {
            throw error
        } catch {
            // Playback meets the same error, if it concerns playback.
            return nil
        }
    }

    /// Whether a local Ogg file ends with another stream than those that it starts with (RFC 3533 §4).
    func isChained() throws -> Bool {
        guard demuxer.format == "ogg", let size = bytes.size, bytes is FileByteSource, bytes.isSeekable else { return false }
        let (mark, length) = (Data("OggS".utf8), 64 << 10)
        let (beginning, serial) = (5, 14..<18)
        return try demuxer.withSource { source in
            let head = try Self.read(source, from: 0, count: Int(min(size, Int64(length))))
            let tail = try Self.read(source, from: max(0, size - Int64(length)), count: length)
            var streams: Set<Data> = []
            var place = head.startIndex
            while let page = head[place...].range(of: mark), head.endIndex - page.lowerBound > serial.upperBound {
                let isFirst = head[page.lowerBound + beginning] & 2 != 0
                // The first pages of all streams precede all others.
                guard isFirst else { break }
                streams.insert(Data(head[page.lowerBound...].dropFirst(serial.lowerBound).prefix(serial.count)))
                place = page.upperBound
            }
            guard let last = tail.range(of: mark, options: .backwards)?.lowerBound, tail.endIndex - last > serial.upperBound else {
                return false
            }
            return !streams.isEmpty && !streams.contains(Data(tail[last...].dropFirst(serial.lowerBound).prefix(serial.count)))
        }
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

    /// Whether the times at some places in a file of `size` bytes are not in their order, as in recordings that were joined: then those at
    /// its ends do not determine the duration.
    private func jumps(_ size: Int64) throws -> Bool {
        guard let format = reader.lanes.first?.format else { return false }
        let (places, maximumPackets, furthest) = (Int64(12), 500, 600.0)
        let tolerance = 0.5
        var last: Double?
        var isJump = false
        for place in 0..<places where !isJump {
            try demuxer.seek(toByte: size / places * place)
            for _ in 0..<maximumPackets {
                guard let packet = try demuxer.read() else { break }
                guard packet.streamIndex == format.stream.index, let dts = packet.dts else { continue }
                let time = format.time(dts)
                isJump = last.map { time < $0 - tolerance || time > $0 + furthest } ?? false
                last = time
                break
            }
        }
        try demuxer.seek(toByte: 0)
        return isJump
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
        guard bytes is FileByteSource, bytes.isSeekable else { return try demuxer.readAhead(bytes: count) }
        // The songs are still unknown to the demuxer of the playback, which reports each with its first packet.
        let head = try demuxer.withSource { try Self.read($0, from: 0, count: Int(min(size, Int64(count)))) }
        let excerpt = try Demuxer(source: MemoryByteSource(Array(head)))
        return (try excerpt.readAhead(bytes: .max).packets, Int64(head.count) == size)
    }

    /// Returns the end of the selected streams according to the last bytes of the file, in seconds after the start; `nil` if unknown.
    private func lastTime(_ size: Int64) throws -> Double? {
        if demuxer.format.hasPrefix("matroska") { return try lastCluster(size) }
        if demuxer.format == "flv" { return try lastTag(size) }
        guard Self.searchedFormats.contains(demuxer.format) else { return nil }
        let farthest = 1e9
        let result = Result {
            try demuxer.seek(to: farthest, stream: nil)
            return try demuxer.readAhead(bytes: Self.maximumHead)
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

    /// Demuxes the header and the last clusters of a Matroska file as if they were the whole file.
    private func lastCluster(_ size: Int64) throws -> Double? {
        let mark = Data([0x1F, 0x43, 0xB6, 0x75])
        return try demuxer.withSource { source in
            let head = try Self.read(source, from: 0, count: Int(min(size, Int64(Self.maximumHead))), until: mark)
            guard let first = head.range(of: mark)?.lowerBound else { return nil }
            for length in Self.tails where length == Self.tails.first || bytes is FileByteSource {
                let tail = try Self.read(source, from: max(0, size - length), count: Int(min(size, length)))
                guard let last = tail.range(of: mark)?.lowerBound else { continue }
                let excerpt = try Demuxer(
                    source: MemoryByteSource(Array(head[..<first] + tail[last...])), decrypter: demuxer.decrypter)
                excerpt.select(reader.lanes.map(\.format.stream))
                return end(of: try excerpt.readAhead(bytes: .max).packets)
            }
            return nil
        }
    }

    /// Returns the time of the last tag of FLV, whose size is in the last four bytes (Adobe Flash Video File Format, annex E.3).
    private func lastTag(_ size: Int64) throws -> Double? {
        try demuxer.withSource { source in
            guard size > 8 else { return nil }
            let length = try Self.read(source, from: size - 4, count: 4).reduce(Int64(0)) { $0 << 8 | Int64($1) }
            guard length > 8, length < size - 4 else { return nil }
            let tag = try Self.read(source, from: size - 4 - length, count: 8).map { Int64($0) }
            // The file may end inside of a tag.
            guard tag.count == 8, [8, 9, 18].contains(tag[0]), tag[1] << 16 | tag[2] << 8 | tag[3] == length - 11 else { return nil }
            return Double(tag[7] << 24 | tag[4] << 16 | tag[5] << 8 | tag[6]) / 1000 - origin
        }
    }

    /// Reads `count` bytes from `start` on, or up to the end of `mark`.
    private static func read(_ source: any ByteSource, from start: Int64, count: Int, until mark: Data? = nil) throws -> Data {
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        try source.seek(to: start)
        while data.count < count {
            let got = try buffer.withUnsafeMutableBytes { bytes in
                try source.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes.prefix(count - data.count)))
            }
            guard got > 0 else { break }
            data.append(contentsOf: buffer.prefix(got))
            if let mark, data.range(of: mark) != nil { break }
        }
        return data
    }
}
