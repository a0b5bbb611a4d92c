import Foundation

/// The error of a ``SecondScreen`` whose address or port is unavailable.
public struct ListeningError: LocalizedError, Hashable, CustomStringConvertible {
    /// The address, as it was given.
    public let host: String
    /// The port, as it was given.
    public let port: Int
    /// The description by the system.
    public let reason: String

    /// All of it in a sentence.
    public var description: String { "\(host), port \(port), is unavailable for listening: \(reason)" }
    /// The same as ``description``.
    public var errorDescription: String? { description }
}
