/// A stream with encrypted input and decrypted output.
protocol DecryptingStream {
    /// Decrypts the next bytes and returns the available output.
    mutating func update(_ bytes: [UInt8]) -> [UInt8]
    /// Returns the rest of the output, or throws if the input is incomplete or damaged.
    mutating func finish() throws(DecryptionError) -> [UInt8]
}
