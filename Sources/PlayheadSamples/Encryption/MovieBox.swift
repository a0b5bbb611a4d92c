/// Boxes of ISO base media (ISO/IEC 14496-12 §4.2), as far as they are needed to write them anew.
struct MovieBox {
    var type: String
    var body: [UInt8]

    /// The boxes that `bytes` consists of.
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

    /// The box with its head.
    var bytes: [UInt8] { Self.octets(body.count + 8) + Array(type.utf8) + body }

    /// The same box with the boxes in it changed.
    /// - Parameter skipped: Octets before the first of them.
    func changing(after skipped: Int = 0, _ change: (MovieBox) throws -> [UInt8]) rethrows -> [UInt8] {
        MovieBox(type: type, body: body.prefix(skipped) + (try Self.list(body.dropFirst(skipped)).flatMap(change))).bytes
    }

    static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
    static func octets(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }
}
