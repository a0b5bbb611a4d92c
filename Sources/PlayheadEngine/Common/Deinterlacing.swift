/// The pictures whose interlaced lines are combined: a camera of broadcast television records every second line of a picture at another time,
/// which looks like a comb where something moves.
public enum Deinterlacing: String, Sendable, Hashable, CaseIterable {
    /// The pictures that the stream marks as interlaced.
    case automatic
    /// No picture.
    case off
    /// All pictures, for streams that do not mark them.
    case on
}
