import ArgumentParser
import Foundation
import PlayheadArguments
import PlayheadOrigin

/// Reads the files that options name.
enum OptionFile {
    /// Reads a recorded network.
    /// - Throws: `ValidationError`.
    static func network(at path: String, option: String) throws -> NetworkTrace {
        do { return try NetworkTrace(json: Data(try text(of: path, option: option).utf8)) } catch let error as DecodingError {
            throw ValidationError("--\(option) '\(path)' is not a recorded network: \(reason(error))")
        }
    }

    private static func reason(_ error: DecodingError) -> String {
        switch error {
        case .dataCorrupted(let context): context.debugDescription
        case .keyNotFound(let key, let context): "entry \(index(context)) has no '\(key.stringValue)'."
        case .typeMismatch(_, let context), .valueNotFound(_, let context): "entry \(index(context)): \(context.debugDescription)"
        @unknown default: "\(error)"
        }
    }

    private static func index(_ context: DecodingError.Context) -> String { context.codingPath.first?.intValue.map { "\($0)" } ?? "0" }

    /// Reads a text of limited size.
    /// - Throws: `ValidationError`.
    static func text(of path: String, option: String) throws -> String {
        let bytes: Data
        do {
            bytes = try ArgumentFile.data(at: path)
        } catch {
            throw ValidationError("--\(option): '\(path)' can't be read: \(error.localizedDescription)")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw ValidationError("--\(option): '\(path)' is not UTF-8.") }
        return text
    }
}
