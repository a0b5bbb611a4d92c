/// A box of ISO base media (ISO/IEC 14496-12 §4.2), with the properties that rewriting it requires.
struct MovieBox {
    var type: String
    var body: [UInt8]

    /// Returns the boxes that `bytes` consists of.
    static func list(_ bytes: some Collection<UInt8>) -> [MovieBox] {
        let bytes = Array(bytes)
        var boxes: [MovieBox] = []
        var index = 0
        while index + 8 <= bytes.count {
            let size = number(bytes[index..<index + 4])
            guard size >= 8, size <= bytes.count - index else { break }
            boxes.append(
                MovieBox(type: String(decoding: bytes[index + 4..<index + 8], as: UTF8.self), body: Array(bytes[index + 8..<index + size])))
            index += size
        }
        return boxes
    }

    /// The serialized box, including its header.
    var bytes: [UInt8] { Self.octets(body.count + 8) + Array(type.utf8) + body }

    /// Returns the box with its child boxes changed; the first child begins after `skipped` bytes of the body.
    func changing(after skipped: Int = 0, _ change: (MovieBox) throws -> [UInt8]) rethrows -> [UInt8] {
        MovieBox(type: type, body: body.prefix(skipped) + (try Self.list(body.dropFirst(skipped)).flatMap(change))).bytes
    }

    static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
    static func octets(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }
}
