/// A position on a ladder: a rung, and one of its places.
struct LadderPosition: Sendable, Hashable {
    /// The rung, from 0.
    var rung: Int
    /// The index of the place in the rung.
    var place: Int
}
