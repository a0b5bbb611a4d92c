import ArgumentParser
import Foundation
import PlayheadArguments
import PlayheadCore
import PlayheadEngine
import PlayheadTransport

/// The options for requests.
struct RequestArguments: ParsableArguments {
    @Option(
        name: .customLong("header"), parsing: .singleValue, help: "A header field for the stream's origin, 'Name: value'; may be repeated.")
    var headers: [String] = []

    @Option(name: .customLong("cookie"), parsing: .singleValue, help: "A cookie for the stream's origin, 'name=value'; may be repeated.")
    var cookies: [String] = []

    @Option(
        name: .customLong("key"), parsing: .singleValue,
        help: "A key of protected content, 'ID:KEY' in hexadecimal digits; may be repeated.")
    var keys: [String] = []

    @Option(name: .customLong("license-server"), help: "The URL of the license server, instead of the one that the manifest names.")
    var licenseServer: String?

    @Option(
        name: .customLong("key-system"), parsing: .singleValue,
        help: "A shared library with a key system (docs/ENCRYPTION.md); may be repeated.")
    var keySystems: [String] = []

    @Option(
        name: .customLong("credentials-for"), parsing: .singleValue,
        help: "A URL whose origin gets the header fields and cookies as well, or 'all'; may be repeated.")
    var credentialOrigins: [String] = []

    @Option(
        name: .customLong("certificate-authority"), parsing: .singleValue,
        help: "A file of certificates (PEM) that are trusted in addition to those of the system; may be repeated.")
    var certificateAuthorities: [String] = []

    @Flag(name: .customLong("http3"), help: "Try HTTP/3, where the system's libcurl was built with it.")
    var allowsHTTP3 = false

    func validate() {
        guard allowsHTTP3, !HTTPLoader.supportsHTTP3 else { return }
        standardError("--http3 has no effect: the system's libcurl was built without HTTP/3.")
    }

    var certificateFiles: [URL] {
        get throws {
            try certificateAuthorities.map { path in
                guard FileManager.default.isReadableFile(atPath: path) else { throw ValidationError("'\(path)' can't be read.") }
                return URL(fileURLWithPath: path)
            }
        }
    }

    /// The loader for commands that do not play.
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
                    // The message does not repeat what may be a credential.
                    throw ValidationError("--header takes a header field, 'Name: value'.")
                }
                let name = header[..<colon].trimmingCharacters(in: .whitespaces)
                let value = header[header.index(after: colon)...].trimmingCharacters(in: .whitespaces)
                guard HeaderSyntax.isValid(name: name, value: value) else {
                    throw ValidationError("'\(name)' is no name of a header field, or its value has control characters.")
                }
                fields.append(name, value)
            }
            return fields
        }
    }

    var requestCookies: [RequestCookie] {
        get throws {
            try cookies.map { cookie in
                guard let equals = cookie.firstIndex(of: "="), equals > cookie.startIndex else {
                    throw ValidationError("--cookie takes a cookie, 'name=value'.")
                }
                return RequestCookie(name: String(cookie[..<equals]), value: String(cookie[cookie.index(after: equals)...]))
            }
        }
    }

    var credentialScope: CredentialScope {
        get throws {
            if credentialOrigins.contains("all") { return .everywhere }
            let urls = try credentialOrigins.map { origin in
                guard let url = URL(text: origin), url.scheme != nil, url.host() != nil else {
                    throw ValidationError("'\(Secrets.blanked(origin))' is not a URL with an origin, such as https://cdn.example.com.")
                }
                return url
            }
            return urls.isEmpty ? .origin : .origins(urls)
        }
    }

    /// The keys of protected content; `nil` without such an argument.
    var contentKeys: ContentKeyOptions? {
        get throws {
            var options = ContentKeyOptions()
            for pair in keys {
                let parts = pair.split(separator: ":", omittingEmptySubsequences: false)
                // The message does not repeat the key.
                guard parts.count == 2, let id = ContentKeyID(String(parts[0])), let key = ContentKey(String(parts[1])) else {
                    throw ValidationError("A key is written as two times 32 hexadecimal digits, 'ID:KEY'.")
                }
                options.keys[id] = key
            }
            if let licenseServer {
                guard let url = URL(text: licenseServer), url.scheme != nil else {
                    throw ValidationError("'\(Secrets.blanked(licenseServer))' is not the URL of a license server.")
                }
                options.licenseURL = url
            }
            do {
                options.keySystems = try keySystems.map { try TableKeySystem(library: $0) }
            } catch let error as PlaybackError {
                throw ValidationError(error.underlying ?? error.message)
            }
            return options.isEmpty ? nil : options
        }
    }

    var options: RequestOptions {
        get throws {
            var options = RequestOptions(headers: try headerFields, cookies: try requestCookies)
            options.binding.scope = try credentialScope
            options.contentKeys = try contentKeys ?? ContentKeyOptions()
            options.allowsHTTP3 = allowsHTTP3
            return options
        }
    }
}
