import Foundation

extension CMCDData {
    /// The name of the query argument that carries data.
    package static let queryName = "CMCD"
    /// The media type of reports of events.
    package static let mediaType = "application/cmcd"

    /// The keys and values as a structured dictionary without spaces, sorted by key. Values that are not representable are left out.
    package var text: String { text { _ in true } }

    /// The keys and their values as text, such as `=v`, sorted by key; the text of a Boolean is empty.
    package var texts: [(key: String, value: String)] {
        members.keys.sorted().compactMap { key in
            members[key].flatMap { StructuredFields.text(key, $0) }.map { (key, String($0.dropFirst(key.count))) }
        }
    }

    /// The header fields, without empty ones. Custom keys are in `CMCD-Request`.
    package var headers: [(name: CMCDHeader, value: String)] {
        CMCDHeader.allCases.compactMap { header in
            let value = text { (CMCDKey(rawValue: $0)?.header(in: version) ?? .request) == header }
            return value.isEmpty ? nil : (header, value)
        }
    }

    /// The query argument, such as `CMCD=bl%3D2500`; empty without keys.
    package var queryItem: String {
        let text = text
        return text.isEmpty ? "" : Self.queryName + "=" + Self.percentEncoded(text)
    }

    private func text(_ isIncluded: (String) -> Bool) -> String {
        members.keys.filter(isIncluded).sorted()
            .compactMap { key in members[key].flatMap { StructuredFields.text(key, $0) } }
            .joined(separator: ",")
    }

    /// Encodes everything except unreserved characters (RFC 3986 §2.3).
    static func percentEncoded(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "" }

    private static let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    /// Decodes percent-encoding; `nil` if it is invalid.
    static func percentDecoded(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexadecimal), let low = rest.popFirst().flatMap(hexadecimal) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

/// The query arguments that carry data.
enum CMCDQuery {
    /// Returns the values of the arguments with data, still encoded.
    static func values(in query: String) -> [Substring] {
        query.split(separator: "&").filter { $0.hasPrefix(CMCDData.queryName + "=") }.map { $0.dropFirst(CMCDData.queryName.count + 1) }
    }
}
