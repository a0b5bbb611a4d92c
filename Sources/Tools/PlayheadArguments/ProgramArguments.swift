import Foundation
import PlayheadTransport

/// The arguments of the program.
package enum ProgramArguments {
    /// The arguments after the program's name. `CommandLine` replaces bytes that are not UTF-8, so that such a path is replaced by the URL of
    /// the file here.
    package static let all: [String] = {
        let count = Int(CommandLine.argc)
        return (1..<max(1, count)).compactMap { index in CommandLine.unsafeArgv[index].map { text(of: UnsafePointer($0)) } }
    }()

    /// Returns the text of an argument; the URL of a file if it is not UTF-8.
    static func text(of argument: UnsafePointer<CChar>) -> String {
        let bytes = UnsafeBufferPointer(start: argument, count: strlen(argument)).map { UInt8(bitPattern: $0) }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        let isPath = bytes.first != UInt8(ascii: "-")
        return (isPath ? URL(fileBytes: bytes)?.absoluteString : nil) ?? String(decoding: bytes, as: UTF8.self)
    }
}
