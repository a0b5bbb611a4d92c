/// The response of a hostile origin, and the manner of its delivery.
struct HostileAnswer: Sendable {
    /// The delivery of the bytes.
    enum Manner: Sendable {
        /// A regular delivery.
        case whole
        /// A delivery that begins after a delay.
        case late(milliseconds: Int)
        /// Pieces of this number of bytes, with pauses.
        case pieces(Int)
        /// The connection ends after this number of bytes of the body.
        case cut(Int, isReset: Bool)
        /// The delivery stalls after this number of bytes of the body.
        case stall(Int)
        /// The body continues without an end.
        case endless
    }

    var status = 200
    /// The target of a redirect.
    var location: String?
    var type: String?
    var body: [UInt8]
    var manner = Manner.whole
    /// Whether ranges are supported.
    var acceptsRanges = true
}
