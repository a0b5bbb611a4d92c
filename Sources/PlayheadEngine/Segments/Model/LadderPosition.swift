/// A position on a ladder: a rung, and one of the places that it is available from.
struct LadderPosition: Sendable, Hashable {
    /// The rung, from 0.
    var rung: Int
    /// The index into the rung's places.
    var place: Int
}
