/// Decompresses the data of a format step by step, without the limits that ``Inflater`` has.
protocol Decompressor: AnyObject {
    /// Whether the data may end after the bytes that were read.
    var isComplete: Bool { get }

    /// Decompresses some bytes.
    /// - Returns: The numbers of bytes that were read and written, both 0 if more bytes are needed or the data have ended; `nil` if the data
    ///   are invalid.
    func decompress(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> (read: Int, written: Int)?
}
