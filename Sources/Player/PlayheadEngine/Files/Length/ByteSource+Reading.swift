import Foundation
import PlayheadFFmpeg

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
