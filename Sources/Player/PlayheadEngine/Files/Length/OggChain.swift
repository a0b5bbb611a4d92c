import Foundation
import PlayheadFFmpeg

/// A chain of songs in one Ogg file, each with streams of its own (RFC 3533 §4).
enum OggChain {
    /// The beginning of a page, and the place of its flags and of the serial number of its stream (RFC 3533 §6).
    private static let mark = Data("OggS".utf8)
    private static let (flags, serial) = (5, 14..<18)
    private static let firstPage: UInt8 = 2
    /// The number of bytes at each end of the file in which pages are searched.
    private static let searched = 64 << 10

    /// Whether a file of `size` bytes ends with another stream than those that it starts with.
    static func isChain(_ source: any ByteSource, size: Int64) throws -> Bool {
        let head = try source.bytes(from: 0, count: Int(min(size, Int64(searched))))
        let tail = try source.bytes(from: max(0, size - Int64(searched)), count: searched)
        let first = firstStreams(in: head)
        guard let last = tail.range(of: mark, options: .backwards), let stream = stream(of: last, in: tail) else { return false }
        return !first.isEmpty && !first.contains(stream)
    }

    /// Returns the streams that start in the first bytes of a file: their first pages precede all other pages.
    private static func firstStreams(in head: Data) -> Set<Data> {
        var streams: Set<Data> = []
        var place = head.startIndex
        while let page = head[place...].range(of: mark), let stream = stream(of: page, in: head),
            head[page.lowerBound + flags] & firstPage != 0
        {
            streams.insert(stream)
            place = page.upperBound
        }
        return streams
    }

    /// Returns the serial number of the stream of a page; `nil` if the header of the page is incomplete.
    private static func stream(of page: Range<Data.Index>, in data: Data) -> Data? {
        guard data.endIndex - page.lowerBound > serial.upperBound else { return nil }
        return Data(data[page.lowerBound...].dropFirst(serial.lowerBound).prefix(serial.count))
    }
}
