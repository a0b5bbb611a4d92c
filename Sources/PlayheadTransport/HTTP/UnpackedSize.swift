/// How many bytes a compressed body has on the wire, and how many it unpacks to.
///
/// Shared by the handlers before and behind the client's decompressor, on one event loop.
final class UnpackedSize {
    /// The largest allowed ratio of both. Text of playlists and feeds stays below 30.
    static let maximumRatio = 64
    /// Bytes that a body may unpack to at any ratio.
    static let allowance = 1 << 20

    private var wire = 0
    private var unpacked = 0

    /// Starts with a new response.
    func reset() {
        wire = 0
        unpacked = 0
    }

    /// Adds bytes on the wire.
    func received(_ count: Int) { wire += count }

    /// Adds unpacked bytes, and returns whether the ratio is allowed.
    func unpacked(_ count: Int) -> Bool {
        unpacked += count
        return unpacked <= Self.allowance || unpacked / Self.maximumRatio <= wire
    }
}
