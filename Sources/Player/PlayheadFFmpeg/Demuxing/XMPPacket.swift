/// The XMP packet in a container: `uuid` and `XMP_` boxes of MP4 and QuickTime, PRIV frames of ID3.
enum XMPPacket {
    /// The tag names of the packet in FFmpeg.
    static let names: Set<String> = ["xmp", "id3v2_priv.XMP"]

    /// The maximum length in bytes; a longer packet is ignored.
    private static let limit = 1 << 20

    /// Returns the packet among a container's tags, or `nil`.
    static func text(in tags: [(name: String, value: String)]) -> String? {
        guard let tag = tags.first(where: { names.contains($0.name) && !$0.value.isEmpty }) else { return nil }
        let text = tag.name == "xmp" ? tag.value : unescaped(tag.value)
        return text.utf8.count <= limit && !text.isEmpty ? text : nil
    }

    /// Decodes `\xNN`, the form in which FFmpeg returns bytes of PRIV frames that are not ASCII, and backslashes.
    private static func unescaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Substring(text).utf8
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"),
                let code = UInt8(String(decoding: rest.dropFirst().prefix(2), as: UTF8.self), radix: 16)
            {
                rest = rest.dropFirst(3)
                if code != 0 { bytes.append(code) }
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
