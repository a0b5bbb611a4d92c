/// Rewrites the boxes of an MP4 file whose index is at its end, so that all offsets stay valid (ISO/IEC 14496-12 §4.2).
enum MovieBoxes {
    private static let containers: Set<String> = ["moov", "trak", "mdia", "minf", "dinf"]

    /// Returns `bytes` with the content of every box of a type replaced.
    static func replacing(_ type: String, in bytes: ArraySlice<UInt8>, with content: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var rest = bytes
        while rest.count >= 8 {
            let size = min(rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }, rest.count)
            let name = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            guard size >= 8 else { break }
            let body = rest.prefix(size).dropFirst(8)
            switch name {
            case type: output += box(name, content)
            case _ where containers.contains(name): output += box(name, replacing(type, in: body, with: content))
            default: output += rest.prefix(size)
            }
            rest = rest.dropFirst(size)
        }
        return output + rest
    }

    /// Returns a data reference box with one entry, an alias of a file at an absolute path (QuickTime file format, "Data reference atoms").
    static func aliasReference(path: String) -> [UInt8] {
        let volume = "disk"
        var path = Array((volume + path).utf8).map { $0 == UInt8(ascii: "/") ? UInt8(ascii: ":") : $0 }
        if path.count % 2 == 1 { path.append(0) }
        var alias: [UInt8] = [UInt8](repeating: 0, count: 10)
        alias += [UInt8(volume.utf8.count)] + padded(volume, 27)
        alias += [UInt8](repeating: 0, count: 12)
        alias += [1] + padded("x", 63)
        alias += [UInt8](repeating: 0, count: 16)
        // The levels up and down for the relative path, then reserved bytes.
        alias += [0, 1, 0, 1] + [UInt8](repeating: 0, count: 16)
        alias += [0, 2, UInt8(path.count >> 8), UInt8(path.count & 0xff)] + path + [0xff, 0xff, 0, 0]
        return [0, 0, 0, 0, 0, 0, 0, 1] + box("alis", [0, 0, 0, 0] + alias)
    }

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let size = content.count + 8
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + Array(type.utf8) + content
    }

    private static func padded(_ text: String, _ count: Int) -> [UInt8] {
        Array(text.utf8) + [UInt8](repeating: 0, count: count - text.utf8.count)
    }
}
