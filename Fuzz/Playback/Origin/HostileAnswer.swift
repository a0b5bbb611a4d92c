/// What an origin answers, and how it is told.
struct HostileAnswer: Sendable {
    /// How the bytes come.
    enum Manner: Sendable {
        /// As they should.
        case whole
        /// In pieces of so many bytes, with pauses.
        case pieces(Int)
        /// The connection ends after so many bytes of the body.
        case cut(Int, isReset: Bool)
        /// Nothing comes after so many bytes of the body.
        case stall(Int)
        /// The body is followed by more and more.
        case endless
    }

    var status = 200
    /// Where a redirect leads.
    var location: String?
    var type: String?
    var body: [UInt8]
    var manner = Manner.whole
    /// Whether parts can be asked for.
    var acceptsRanges = true
}
