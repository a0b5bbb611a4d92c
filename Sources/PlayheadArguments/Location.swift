import ArgumentParser
import Foundation

/// The stream that an argument names.
package enum Location {
    /// A URL as it is; anything without a scheme is a path.
    package static func url(of argument: String) throws -> URL {
        if let url = URL(string: argument), let scheme = url.scheme, scheme.count > 1 { return url }
        if argument.contains("://") { throw ValidationError("'\(argument)' is not a URL.") }
        return URL(fileURLWithPath: argument)
    }
}
