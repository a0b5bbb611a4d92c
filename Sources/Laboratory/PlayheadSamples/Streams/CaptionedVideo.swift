import Foundation

/// An H.264 stream with embedded captions: user data (ANSI/SCTE 128 §8.1, ATSC A/53 part 4) before each picture.
enum CaptionedVideo {
    static let frameRate = 30

    /// Returns a stream with one byte pair of field one, without parity, for each picture; later pictures carry none.
    /// - Parameters:
    ///   - pairs: The byte pairs.
    ///   - second: The byte pairs of field two.
    ///   - isWhole: Whether the stream ends with the last pair, rather than up to a second later.
    ///   - cache: A folder that keeps the pictures between runs.
    /// - Returns: The stream, in the byte stream format of H.264.
    /// - Throws: ``SampleStreamError`` if `ffmpeg` is missing or fails, or the system's error if the cache can't be read or written.
    static func stream(_ pairs: [(UInt8, UInt8)], second: [(UInt8, UInt8)] = [], isWhole: Bool = false, cache: URL) async throws -> [UInt8]
    {
        let seconds = (pairs.count + (isWhole ? frameRate - 1 : frameRate)) / frameRate
        let files = FileManager.default
        let file = cache.appendingPathComponent("captionless-\(seconds).h264")
        if !files.fileExists(atPath: file.path) {
            try files.createDirectory(at: cache, withIntermediateDirectories: true)
            let draft = "\(UUID().uuidString).h264"
            try await Tool("ffmpeg").run(
                [
                    "-nostdin", "-loglevel", "error", "-y", "-f", "lavfi", "-i", "color=c=gray:size=64x64:rate=\(frameRate)", "-t",
                    "\(seconds)", "-c:v", "libx264", "-preset", "ultrafast", "-bf", "0", "-g", "15", "-threads", "1", "-f", "h264",
                    "-bitexact", draft,
                ], in: cache)
            // Another process may have made the file in the meantime; its file is identical.
            try? files.moveItem(at: cache.appendingPathComponent(draft), to: file)
            try? files.removeItem(at: cache.appendingPathComponent(draft))
        }
        return insert(pairs, second, into: [UInt8](try Data(contentsOf: file)))
    }

    /// Packs a stream with captions into a container.
    /// - Parameters:
    ///   - pairs: The byte pairs of the captions; the stream ends with the last one.
    ///   - second: The byte pairs of field two.
    ///   - arguments: The arguments of `ffmpeg` that make `name` from the stream.
    ///   - name: The name of the container's file.
    ///   - folder: A new folder, which is created.
    ///   - cache: A folder that keeps the pictures between runs.
    /// - Returns: The container's file.
    /// - Throws: ``SampleStreamError`` if `ffmpeg` is missing or fails, or the system's error if a file can't be read or written.
    static func pack(
        _ pairs: [(UInt8, UInt8)], second: [(UInt8, UInt8)] = [], _ arguments: [String], _ name: String, in folder: URL, cache: URL
    ) async throws -> URL {
        let bytes = try await stream(pairs, second: second, isWhole: true, cache: cache)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: folder.appendingPathComponent("stream.h264"))
        try await Tool("ffmpeg").run(
            ["-nostdin", "-loglevel", "error", "-y", "-framerate", "\(frameRate)", "-i", "stream.h264", "-c", "copy"] + arguments + [name],
            in: folder)
        return folder.appendingPathComponent(name)
    }

    /// Inserts one pair of each field before each picture.
    private static func insert(_ pairs: [(UInt8, UInt8)], _ second: [(UInt8, UInt8)], into bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var picture = 0
        var index = 0
        while index < bytes.count {
            let isStart = index + 3 < bytes.count && bytes[index] == 0 && bytes[index + 1] == 0 && bytes[index + 2] == 1
            // Slices of pictures; the samples have one slice per picture.
            if isStart, [1, 5].contains(bytes[index + 3] & 0x1F) {
                if picture < pairs.count { result += userData(pairs[picture], picture < second.count ? second[picture] : nil) }
                picture += 1
            }
            result.append(bytes[index])
            index += 1
        }
        return result
    }

    /// Returns a supplemental-enhancement unit that carries a pair of the first field, and maybe one of the second.
    private static func userData(_ pair: (UInt8, UInt8), _ second: (UInt8, UInt8)?) -> [UInt8] {
        let groups = [0xFC, odd(pair.0), odd(pair.1)] + (second.map { [0xFD, odd($0.0), odd($0.1)] } ?? [])
        let count = UInt8(groups.count / 3)
        // Registered user data (4), country B5 (United States), provider 0031, type GA94, caption data, the number of groups.
        let payload: [UInt8] = [0xB5, 0x00, 0x31] + Array("GA94".utf8) + [0x03, 0xC0 | count, 0xFF] + groups + [0xFF]
        return [0, 0, 1, 0x06, 0x04, UInt8(payload.count)] + payload + [0x80]
    }

    /// Returns seven bits with odd parity (CEA-608 §5).
    private static func odd(_ value: UInt8) -> UInt8 { value.nonzeroBitCount % 2 == 1 ? value : value | 0x80 }

    /// Returns pop-on captions, which are loaded off screen and then shown at once. Codes are sent twice.
    static func popOn(_ text: String) -> [(UInt8, UInt8)] {
        let letters = Array(text.utf8) + (text.utf8.count % 2 == 1 ? [0] : [])
        let pairs = stride(from: 0, to: letters.count, by: 2).map { (letters[$0], letters[$0 + 1]) }
        // Resume caption loading, erase the non-displayed memory, row 15, …, end of caption.
        return twice(0x14, 0x20) + twice(0x14, 0x2E) + twice(0x14, 0x70) + pairs + twice(0x14, 0x2F)
    }

    /// Erases the displayed captions.
    static let erase = twice(0x14, 0x2C)
    /// A pair without content.
    static let filler: [(UInt8, UInt8)] = [(0, 0)]

    private static func twice(_ one: UInt8, _ other: UInt8) -> [(UInt8, UInt8)] { [(one, other), (one, other)] }
}
