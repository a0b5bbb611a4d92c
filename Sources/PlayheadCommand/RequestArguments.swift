import ArgumentParser
import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadTransport

/// What requests carry, on the command line.
struct RequestArguments: ParsableArguments {
    @Option(name: .customLong("header"), parsing: .singleValue, help: "A header field of every request, 'Name: value'; may be repeated.")
    var headers: [String] = []

    @Option(name: .customLong("cookie"), parsing: .singleValue, help: "A cookie of every request, 'name=value'; may be repeated.")
    var cookies: [String] = []

    @Option(
        name: .customLong("certificate-authority"), parsing: .singleValue,
        help: "A file of certificates (PEM) that are trusted besides those of the system; may be repeated.")
    var certificateAuthorities: [String] = []

    var certificateFiles: [URL] {
        get throws {
            try certificateAuthorities.map { path in
                guard FileManager.default.isReadableFile(atPath: path) else { throw ValidationError("'\(path)' can't be read.") }
                return URL(fileURLWithPath: path)
            }
        }
    }

    /// What loads for commands that don't play.
    var loader: URLLoader {
        get throws {
            var http = HTTPLoaderConfiguration()
            http.certificateAuthorities = try certificateFiles
            return URLLoader(configuration: http)
        }
    }

    var headerFields: HeaderFields {
        get throws {
            var fields = HeaderFields()
            for header in headers {
                guard let colon = header.firstIndex(of: ":"), colon > header.startIndex else {
                    throw ValidationError("'\(header)' is no header field: 'Name: value' is one.")
                }
                fields.append(
                    header[..<colon].trimmingCharacters(in: .whitespaces),
                    header[header.index(after: colon)...].trimmingCharacters(in: .whitespaces))
            }
            return fields
        }
    }

    var requestCookies: [RequestCookie] {
        get throws {
            try cookies.map { cookie in
                guard let equals = cookie.firstIndex(of: "="), equals > cookie.startIndex else {
                    throw ValidationError("'\(cookie)' is no cookie: 'name=value' is one.")
                }
                return RequestCookie(name: String(cookie[..<equals]), value: String(cookie[cookie.index(after: equals)...]))
            }
        }
    }

    var options: RequestOptions {
        get throws { RequestOptions(headers: try headerFields, cookies: try requestCookies) }
    }
}

/// How errors are told to people.
enum ErrorText {
    /// The code, the message, where, and what the layer below said, on one line.
    static func line(_ error: PlaybackError) -> String {
        var text = "\(error.isFatal ? "error" : "warning") \(error.code): \(error.message)"
        if let url = error.url { text += " \(URL(string: url)?.withoutSecrets ?? url)" }
        if let underlying = error.underlying { text += " (\(underlying))" }
        return text
    }
}
