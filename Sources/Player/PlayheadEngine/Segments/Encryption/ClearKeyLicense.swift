import Foundation
import PlayheadCore

/// Licenses of W3C Encrypted Media Extensions, "Clear Key" (§9.1.3, §9.1.4).
enum ClearKeyLicense {
    private struct Request: Encodable {
        var kids: [String]
        var type = "temporary"
    }

    private struct Response: Decodable {
        struct Key: Decodable {
            var kty: String
            var k: String
            var kid: String
        }

        var keys: [Key]
    }

    /// Returns the request for keys.
    static func request(_ ids: [ContentKeyID]) throws -> [UInt8] {
        Array(try JSONEncoder().encode(Request(kids: ids.map { base64URL($0.octets) })))
    }

    /// Reads a license.
    /// - Throws: `PlaybackError` with the reason if it is not one, without any key.
    static func keys(in bytes: [UInt8]) throws(PlaybackError) -> [ContentKeyID: ContentKey] {
        guard let response = try? JSONDecoder().decode(Response.self, from: Data(bytes)) else {
            throw PlaybackError(.keyInvalid, underlying: "The license is no JSON Web Key Set.")
        }
        var keys: [ContentKeyID: ContentKey] = [:]
        for key in response.keys where key.kty == "oct" {
            guard let id = octets(key.kid).flatMap({ ContentKeyID($0) }), let value = octets(key.k).flatMap({ ContentKey($0) }) else {
                throw PlaybackError(.keyInvalid, underlying: "The license has a key or an id that is not 16 bytes.")
            }
            keys[id] = value
        }
        return keys
    }

    /// Returns the ids that boxes `pssh` list for the common system.
    static func ids(in boxes: [[UInt8]]) -> [ContentKeyID] {
        boxes.flatMap { box -> [ContentKeyID] in
            // Size, type, version and flags, system, count of ids.
            let count = 28
            // bounded: the number of ids follows at 28
            guard box.count >= count + 4, box[8] > 0, ProtectionSystems.system(box) == ProtectionSystems.clearKeySystems.first else {
                return []
            }
            // bounded: the guard
            let listed = box[count..<(count + 4)].reduce(0) { $0 << 8 | Int($1) }
            let start = count + 4
            let fitting = min(listed, (box.count - start) / ContentKeyID.size)
            return (0..<fitting).compactMap { index in
                let place = start + index * ContentKeyID.size
                return ContentKeyID(box[place..<(place + ContentKeyID.size)])
            }
        }
    }

    private static func base64URL(_ octets: [UInt8]) -> String {
        Data(octets).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private static func octets(_ text: String) -> [UInt8]? {
        let longest = 64
        guard text.utf8.count <= longest else { return nil }
        var text = text.replacing("-", with: "+").replacing("_", with: "/").replacing("=", with: "")
        text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(base64Encoded: text).map { [UInt8]($0) }
    }
}
