/// The image formats that desktops show, determined by the first bytes.
enum ArtworkFormat: String, CaseIterable, Sendable {
    case jpeg = "jpg"
    case png
    case gif
    case webp

    /// Determines the format of a file; `nil` if it is not supported.
    init?(_ bytes: some Collection<UInt8>) {
        func has(_ pattern: [UInt8], at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: pattern) }
        if has([0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if has(Array("GIF8".utf8)) {
            self = .gif
        } else if has(Array("RIFF".utf8)), has(Array("WEBP".utf8), at: 8) {
            self = .webp
        } else {
            return nil
        }
    }
}
