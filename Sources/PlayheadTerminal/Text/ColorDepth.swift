/// The number of colours of a terminal.
package enum ColorDepth: Sendable, Hashable, CaseIterable {
    /// No colours: bold, dim and inverse only.
    case none
    /// xterm's palette of 256 colours.
    case indexed
    /// 24-bit colours.
    case trueColor
}
