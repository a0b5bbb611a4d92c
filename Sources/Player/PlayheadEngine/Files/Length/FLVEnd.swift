import Foundation
import PlayheadFFmpeg

/// The last tag of FLV, whose size is in the last four bytes of the file (Adobe Flash Video File Format, annex E.3).
enum FLVEnd {
    /// The types of tags: sound, pictures and data.
    private static let types: [UInt8] = [8, 9, 18]
    /// The number of bytes of the header of a tag, of its part up to the time, and of the size behind the tag.
    private static let (header, beginning, trailer): (Int64, Int64, Int64) = (11, 8, 4)

    /// Returns the time of the last tag in a file of `size` bytes, in seconds; `nil` if the file may end inside of a tag.
    static func time(in source: any ByteSource, size: Int64) throws -> Double? {
        guard size > beginning else { return nil }
        let length = number(try source.bytes(from: size - trailer, count: Int(trailer)))
        guard length > beginning, length < size - trailer else { return nil }
        let tag = try source.bytes(from: size - trailer - length, count: Int(beginning))
        guard tag.count == beginning, types.contains(tag[0]), number(tag[1..<4]) == length - header else { return nil }
        // The highest byte of the time is the last one.
        return Double(Int64(tag[7]) << 24 | number(tag[4..<7])) / 1000
    }

    private static func number(_ bytes: Data) -> Int64 { bytes.reduce(0) { $0 << 8 | Int64($1) } }
}
