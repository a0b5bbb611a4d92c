import PlayheadCore
import PlayheadFFmpeg

extension ProgressiveSource {
    /// Opens the container, again and again while a file grows whose first bytes do not suffice.
    func openContainer(onFirstPicture: ((() -> Frame?) -> Void)?) throws -> Demuxer {
        while true {
            let size = bytes.size ?? 0
            do { return try Demuxer(source: bytes, probing: probing, decrypter: decrypter, onFirstPicture: onFirstPicture) } catch {
                guard try bytes.waitForGrowth(beyond: size) else { throw error }
                try bytes.seek(to: 0)
            }
        }
    }

    /// Reads a chain of songs from its start on: FFmpeg can't go back to a song that another one has replaced.
    func restart(_ reader: inout ContainerReader) throws {
        try bytes.seek(to: 0)
        let isSame = try reader.resume(with: Demuxer(source: bytes, probing: probing, decrypter: decrypter), at: 0)
        guard isSame else { throw PlaybackError(.unsupportedFormat, url: url) }
        _ = reader.takeChangedTags()
    }
}
