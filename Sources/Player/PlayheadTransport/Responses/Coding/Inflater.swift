/// The failure of the decompression of a body.
enum InflateFailure: Error, Hashable {
    /// The data are invalid.
    case invalid
    /// The data end early.
    case truncated
    /// The decompressed data exceed a number of bytes.
    case tooLarge(limit: Int)
    /// The decompressed data exceed a multiple of the compressed ones.
    case ratio(limit: Int)
}

/// Decompresses a body (RFC 9110 §8.4.1), up to a size and a ratio.
final class Inflater {
    /// The number of bytes that are allowed at any ratio.
    static let allowance = 1 << 20
    private static let chunkSize = 64 << 10

    /// Whether the data end early. Some servers name a coding for an empty body.
    var isTruncated: Bool { wire > 0 && !decompressor.isComplete }
    private let decompressor: any Decompressor
    private let limit: Int
    private let maximumRatio: Int
    private var wire = 0
    private var unpacked = 0

    /// Creates an inflater for a coding.
    init(_ coding: ContentCoding, limit: Int) {
        decompressor = coding.decompressor
        maximumRatio = coding.maximumRatio
        self.limit = limit
    }

    /// Decompresses bytes, and passes on each piece of the result. Bytes after the end are ignored, as browsers do.
    func inflate(_ bytes: UnsafeRawBufferPointer, _ pass: (UnsafeRawBufferPointer) -> Void) throws(InflateFailure) {
        wire += bytes.count
        var rest = bytes
        var output = [UInt8](repeating: 0, count: Self.chunkSize)
        while true {
            guard let step = output.withUnsafeMutableBytes({ decompressor.decompress(rest, into: $0) }) else { throw .invalid }
            guard step.read > 0 || step.written > 0 else { return }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(step.read))
            unpacked += step.written
            guard unpacked <= limit else { throw .tooLarge(limit: limit) }
            guard unpacked <= Self.allowance || unpacked / maximumRatio <= wire else { throw .ratio(limit: maximumRatio) }
            if step.written > 0 { output.withUnsafeBytes { pass(UnsafeRawBufferPointer(rebasing: $0.prefix(step.written))) } }
        }
    }
}

/// Decompresses the data of a format step by step, without the limits that ``Inflater`` has.
protocol Decompressor: AnyObject {
    /// Whether the data may end after the bytes that were read.
    var isComplete: Bool { get }

    /// Decompresses some bytes.
    /// - Returns: The numbers of bytes that were read and written, both 0 if more bytes are needed or the data have ended; `nil` if the data
    ///   are invalid.
    func decompress(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> (read: Int, written: Int)?
}
