/// How many colours a terminal shows.
public enum ColorDepth: Sendable, Hashable, CaseIterable {
    /// No colours: bold, dim and inverse only.
    case none
    /// xterm's palette of 256.
    case indexed
    /// 24 bits.
    case trueColor
}
