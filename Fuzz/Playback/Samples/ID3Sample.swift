/// A tag with frames of several kinds.
enum ID3Sample {
    /// An ID3v2.4 tag.
    static let tag: [UInt8] = {
        let frames =
            frame("TIT2", [3] + Array("A title".utf8)) + frame("TPE1", [0] + Array("An artist".utf8))
            + frame("COMM", [0] + Array("eng".utf8) + [0] + Array("A comment".utf8))
            + frame("CHAP", Array("c1".utf8) + [0] + [0, 0, 0, 0, 0, 0, 3, 232, 255, 255, 255, 255, 255, 255, 255, 255])
            + frame("APIC", [0] + Array("image/png".utf8) + [0, 3, 0] + [UInt8](repeating: 7, count: 200))
            + frame("PRIV", Array("owner".utf8) + [0, 1, 2, 3, 4, 5, 6, 7, 8])
        return Array("ID3".utf8) + [4, 0, 0] + synchsafe(frames.count) + frames
    }()

    private static func frame(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + synchsafe(content.count) + [0, 0] + content
    }

    /// Encodes a size with 7 bits per byte.
    private static func synchsafe(_ value: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(value >> $0 & 0x7f) } }
}
