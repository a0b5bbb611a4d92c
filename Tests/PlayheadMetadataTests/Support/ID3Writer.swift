/// Writes tags for tests.
enum ID3Writer {
    /// Encodes a number of 28 bits in four bytes.
    static func synchsafe(_ value: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(value >> $0 & 0x7F) } }

    static func plain(_ value: Int, bytes: Int = 4) -> [UInt8] { (0..<bytes).reversed().map { UInt8(value >> ($0 * 8) & 0xFF) } }

    /// A tag of `version` around `body`.
    static func tag(_ version: UInt8, flags: UInt8 = 0, _ body: [UInt8]) -> [UInt8] {
        Array("ID3".utf8) + [version, 0, flags] + synchsafe(body.count) + body
    }

    /// A frame of version 2.2, 2.3 or 2.4.
    static func frame(_ version: UInt8, _ id: String, flags: Int = 0, _ content: [UInt8]) -> [UInt8] {
        switch version {
        case 2: Array(id.utf8) + plain(content.count, bytes: 3) + content
        case 3: Array(id.utf8) + plain(content.count) + plain(flags, bytes: 2) + content
        default: Array(id.utf8) + synchsafe(content.count) + plain(flags, bytes: 2) + content
        }
    }

    /// `text` in UTF-16, little-endian after its mark.
    static func utf16(_ text: String) -> [UInt8] { [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } }
}
