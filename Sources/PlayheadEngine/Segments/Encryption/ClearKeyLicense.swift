import Foundation
import PlayheadCore

/// A licence of W3C Clear Key (Encrypted Media Extensions §9.1.4): keys by their identifiers.
struct ClearKeyLicense {
    /// The maximum size of a licence, in bytes.
    static let limit = 64 << 10

    private struct Key: Decodable {
        var kty: String?
        var kid: String
        var k: String
    }

    private struct Document: Decodable { var keys: [Key] }

    /// The keys by their identifiers in hexadecimal digits, in lower case.
    private let keys: [String: [UInt8]]

    /// Parses a licence. No error contains a part of it, because it may be a key.
    /// - Throws: `PlaybackError` if the bytes are no licence.
    init(_ bytes: [UInt8], url: String?) throws(PlaybackError) {
        guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)) else {
            throw PlaybackError(.keyInvalid, url: url, underlying: "The response is not a licence of Clear Key.")
        }
        var keys: [String: [UInt8]] = [:]
        for key in document.keys where key.kty == nil || key.kty == "oct" {
            guard let id = Self.bytes(key.kid), let value = Self.bytes(key.k) else { continue }
            keys[Self.digits(id)] = value
        }
        self.keys = keys
    }

    /// Returns the key with an identifier.
    /// - Throws: `PlaybackError` if the licence lacks the key, or its size is wrong.
    func key(_ id: String, url: String?) throws(PlaybackError) -> [UInt8] {
        guard let key = keys[id] else {
            throw PlaybackError(.keyInvalid, url: url, underlying: "The licence has \(keys.count) keys, but not that of \(id).")
        }
        let size = 16
        guard key.count == size else {
            throw PlaybackError(.keyInvalid, url: url, underlying: "The key has \(key.count) bytes instead of \(size).")
        }
        return key
    }

    /// Returns the request for a key.
    static func request(_ id: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = id[...]
        while let byte = UInt8(rest.prefix(2), radix: 16) {
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        let text = Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        return Array("{\"kids\":[\"\(text)\"],\"type\":\"temporary\"}".utf8)
    }

    /// Decodes Base64 with the alphabet for URLs, with or without padding (RFC 4648 §5).
    private static func bytes(_ text: String) -> [UInt8]? { DataURI("data:;base64,\(text)")?.bytes }

    private static func digits(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
