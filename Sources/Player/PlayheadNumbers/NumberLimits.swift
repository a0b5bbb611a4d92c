/// The ranges that numbers from outside may have: parsers reject what is beyond them as they reject any invalid value.
///
/// They are far above what media have, and so far below the limits of the types that a sum or a product of a few of them still fits.
package enum NumberLimits {
    /// Bits a second: at most 1 Tbit/s.
    package static let bitRates = 0...1_000_000_000_000
    /// Bytes of a resource, and offsets into one: at most 1 PiB.
    package static let byteCounts = 0...(1 << 50)
    /// Sequence numbers, of either sign: packagers number by nanoseconds since 1970, and three of them can be added.
    package static let sequenceNumbers = -(Int.max / 4)...Int.max / 4
    /// Items of a list that a text only counts, such as the skipped segments of a playlist.
    package static let counts = 0...(1 << 31)
    /// Seconds: at most 31 years.
    package static let durations = 0...1e9
    /// Timestamps and durations in ticks of any clock: two of them can be added.
    package static let timestamps = -(Int64(1) << 62 - 1)...(Int64(1) << 62 - 1)
    /// Pictures a second.
    package static let frameRates = 0...100_000.0
    /// Sides of a picture in pixels.
    package static let dimensions = 0...65_535
}
