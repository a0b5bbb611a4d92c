import Foundation

/// Encrypted samples made by the `ffmpeg` command, together with the clear ones.
enum EncryptedSamples {
    /// An HLS presentation of whole encrypted segments.
    struct WholeSegments {
        /// Each segment as served, and as decrypted by `ffmpeg`.
        var segments: [(encrypted: [UInt8], clear: [UInt8])]
        /// The playlist as written by `ffmpeg`.
        var playlist: String
    }

    /// Makes four seconds of audio and small video in transport streams of a second, whole segments encrypted in AES-128. `vector` is the
    /// initialization vector in the playlist; nil for none.
    static func wholeSegments(key: [UInt8], vector: [UInt8]?) async throws -> WholeSegments {
        try await inFolder { folder in
            try Data(key).write(to: folder.appendingPathComponent("key.bin"))
            var information = "key.bin\nkey.bin\n"
            if let vector { information += hexadecimal(vector) + "\n" }
            try Data(information.utf8).write(to: folder.appendingPathComponent("key.txt"))
            let tool = try Tool("ffmpeg")
            let source = [
                "-nostdin", "-loglevel", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=4", "-f", "lavfi", "-i", "sine=d=4",
                "-c:v", "libx264", "-preset", "superfast", "-g", "25", "-threads", "1", "-c:a", "aac", "-b:a", "64k", "-bitexact",
            ]
            let output = ["-f", "hls", "-hls_time", "1", "-hls_playlist_type", "vod", "-hls_segment_filename"]
            try await tool.run(source + output + ["secret%d.ts", "-hls_key_info_file", "key.txt", "secret.m3u8"], in: folder)
            var segments: [(encrypted: [UInt8], clear: [UInt8])] = []
            func file(_ name: String) -> URL { folder.appendingPathComponent(name) }
            while FileManager.default.fileExists(atPath: file("secret\(segments.count).ts").path) {
                let name = "secret\(segments.count).ts"
                let used = vector ?? [UInt8](repeating: 0, count: 15) + [UInt8(segments.count)]
                try await tool.run(
                    ["-loglevel", "error", "-y", "-key", hexadecimal(key), "-iv", hexadecimal(used), "-f", "data", "-i", "crypto:\(name)"]
                        + ["-map", "0", "-c", "copy", "-f", "data", "clear.ts"], in: folder)
                segments.append(([UInt8](try Data(contentsOf: file(name))), [UInt8](try Data(contentsOf: file("clear.ts")))))
            }
            return WholeSegments(segments: segments, playlist: try String(contentsOf: file("secret.m3u8"), encoding: .utf8))
        }
    }

    /// Formats each byte as two hexadecimal digits.
    static func hexadecimal(_ octets: [UInt8]) -> String { octets.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }

    /// Runs `body` with a temporary folder, which is removed afterwards.
    static func inFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-encryption-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }
}
