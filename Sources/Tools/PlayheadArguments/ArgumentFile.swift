import Foundation

/// Reads the files that arguments name.
package enum ArgumentFile {
    /// The error of a file above ``maximumBytes``.
    package struct TooLarge: LocalizedError {
        /// The reason, as the end of a sentence.
        package var errorDescription: String? { "it is too large." }
    }

    /// The maximum size of a file, in bytes.
    package static let maximumBytes = 128 << 20

    /// Reads a file of limited size.
    /// - Throws: ``TooLarge``, or the system's error.
    package static func data(at path: String) throws -> Data {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        let data = try file.read(upToCount: maximumBytes + 1) ?? Data()
        guard data.count <= maximumBytes else { throw TooLarge() }
        return data
    }
}
