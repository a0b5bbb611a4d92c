import PlayheadFFmpeg

extension ByteSource {
    /// Reads at most `count` bytes once.
    func bytes(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = try bytes.withUnsafeMutableBytes { try read(into: $0) }
        return Array(bytes.prefix(got))
    }
}
