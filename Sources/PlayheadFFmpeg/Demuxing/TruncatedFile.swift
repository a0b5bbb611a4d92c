/// A file that ends before the length that its header declares.
public struct TruncatedFile: Error, Sendable, Hashable, CustomStringConvertible {
    /// The declared length in bytes.
    public let announced: Int64
    /// The file's length in bytes.
    public let size: Int64

    /// Both lengths, in a sentence.
    public var description: String { "It has \(size) of \(announced) bytes." }
}
