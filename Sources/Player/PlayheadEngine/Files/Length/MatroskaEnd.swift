import Foundation
import PlayheadFFmpeg

/// The last clusters of a Matroska file.
enum MatroskaEnd {
    /// The beginning of a cluster (RFC 9559 §5.1.3).
    private static let cluster = Data([0x1F, 0x43, 0xB6, 0x75])
    /// The maximum number of bytes before the first cluster.
    private static let maximumHead = 4 << 20
    /// The numbers of bytes at the end of a file in which the last clusters are searched.
    private static let tails: [Int64] = [1 << 20, 8 << 20, 32 << 20]

    /// Returns the header of a file of `size` bytes and its last clusters, which are a file as well; `nil` if they are not found.
    static func excerpt(of source: any ByteSource, size: Int64, isLocal: Bool) throws -> [UInt8]? {
        let head = try source.bytes(from: 0, count: Int(min(size, Int64(maximumHead))), until: cluster)
        guard let first = head.range(of: cluster)?.lowerBound else { return nil }
        for length in tails.prefix(isLocal ? tails.count : 1) {
            let tail = try source.bytes(from: max(0, size - length), count: Int(min(size, length)))
            if let last = tail.range(of: cluster)?.lowerBound { return Array(head[..<first] + tail[last...]) }
        }
        return nil
    }
}
