/// Creates HTTP/2 frames (RFC 9113 §4.1).
enum HTTP2Bytes {
    /// The length of the client's preface (RFC 9113 §3.4).
    static let prefaceLength = 24
    /// The length of a frame's header.
    static let headerLength = 9

    static let settings = frame(type: 4, stream: 0)

    static func frame(type: UInt8, flags: UInt8 = 0, stream: UInt32, _ payload: [UInt8] = []) -> [UInt8] {
        Array(number(UInt32(payload.count))[1...]) + [type, flags] + number(stream) + payload
    }

    /// Returns a head with a status, of one frame.
    static func head(_ status: String, _ fields: [(String, String)] = [], stream: UInt32, ends: Bool = false) -> [UInt8] {
        frame(type: 1, flags: ends ? 5 : 4, stream: stream, ([(":status", status)] + fields).flatMap(field))
    }

    static func data(_ text: String, stream: UInt32, ends: Bool = false) -> [UInt8] {
        frame(type: 0, flags: ends ? 1 : 0, stream: stream, Array(text.utf8))
    }

    /// Returns a literal field without indexing (RFC 7541 §6.2.2), neither of whose strings is compressed.
    static func field(_ name: String, _ value: String) -> [UInt8] { [0] + string(name) + string(value) }

    static func number(_ value: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }

    /// Returns a string with its length (RFC 7541 §5.1, §5.2).
    private static func string(_ text: String) -> [UInt8] {
        let limit = 127
        guard text.utf8.count >= limit else { return [UInt8(text.utf8.count)] + Array(text.utf8) }
        var rest = text.utf8.count - limit
        var length = [UInt8(limit)]
        while rest >= 128 {
            length.append(UInt8(rest & 127 | 128))
            rest >>= 7
        }
        return length + [UInt8(rest)] + Array(text.utf8)
    }
}
