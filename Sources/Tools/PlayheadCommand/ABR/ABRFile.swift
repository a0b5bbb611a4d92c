import ArgumentParser
import Foundation
import PlayheadAdaptive
import PlayheadArguments

/// Reads the JSON files of `playhead abr`.
enum ABRFile {
    /// Reads a file; an error is printed to standard error, and ends the program with status 1.
    static func read<Value: Decodable>(_ path: String) throws -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: ArgumentFile.data(at: path))
        } catch {
            standardError("error: \(path): \(reason(of: error))")
            throw ExitCode(ExitStatus.failed.rawValue)
        }
    }

    private static func reason(of error: any Error) -> String {
        switch error {
        case let error as SimulationError: error.description
        case DecodingError.keyNotFound(let key, let context): "\(place(context))there is no \(key.stringValue)"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "\(place(context))\(context.debugDescription)"
        case DecodingError.dataCorrupted(let context): "\(place(context))unexpected JSON: \(context.debugDescription)"
        default: "it can't be read: \(error.localizedDescription)"
        }
    }

    private static func place(_ context: DecodingError.Context) -> String {
        let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
        return path.isEmpty ? "" : "at \(path): "
    }
}
