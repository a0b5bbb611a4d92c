/// A file that ends before the length that its header declares.
package struct TruncatedFile: Error, Sendable, Hashable, CustomStringConvertible {
    /// The declared length in bytes.
    package let announced: Int64
    /// The file's length in bytes.
    package let size: Int64

    /// Both lengths, in a sentence.
    package var description: String { "It has \(size) of \(announced) bytes." }
}
