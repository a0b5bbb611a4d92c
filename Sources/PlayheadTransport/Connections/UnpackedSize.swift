/// The compressed and the decompressed size of a body.
///
/// The value is shared by the handlers before and after the client's decompressor, on one event loop.
final class UnpackedSize {
    /// The maximum ratio of the sizes. The text of playlists and feeds stays below 30.
    static let maximumRatio = 64
    /// The number of bytes that are allowed at any ratio.
    static let allowance = 1 << 20

    private var wire = 0
    private var unpacked = 0

    /// Starts a new response.
    func reset() {
        wire = 0
        unpacked = 0
    }

    /// Adds compressed bytes.
    func received(_ count: Int) { wire += count }

    /// Adds decompressed bytes, and returns whether the ratio is allowed.
    func unpacked(_ count: Int) -> Bool {
        unpacked += count
        return unpacked <= Self.allowance || unpacked / Self.maximumRatio <= wire
    }
}
