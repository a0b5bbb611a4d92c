import PlayheadCore
import PlayheadFFmpeg
import PlayheadMetadata

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

    /// Creates the reader of an opened file.
    func makeReader(
        of demuxer: Demuxer, _ formats: [(kind: TrackKind, format: TrackFormat)], captions: EmbeddedCaptions, origin: Double
    ) -> ContainerReader {
        let lanes = formats.map { ContainerReader.Lane(kind: $0.kind, format: $0.format) }
        var reader = ContainerReader(demuxer: demuxer, lanes: lanes, origin: origin)
        if let metadata { reader.onTag = { metadata.insertOfMedia(ID3Tag.timedMetadata(packet: $0, at: $1)) } }
        // Timestamps that go back, or jump by more than any intended gap, are damaged or belong to another recording: the media after
        // them continues without a jump.
        reader.jumps = ContainerReader.Jumps(
            furthest: ContainerReader.Jumps.maximumHole, includesFirst: true, isJump: { _ in true }, offset: { $1 - $0 })
        reader.texts = captions.streams
        reader.onText = { packet, stream in captions.take(packet, of: stream) }
        reader.select()
        return reader
    }

    /// Continues at the start of a container that may grow.
    func prepareToGrow(_ demuxer: Demuxer, _ reader: ContainerReader, origin: Double) throws {
        // The tags of the start are in the description.
        if bytes.size != nil { _ = demuxer.takeChangedTags() }
        // FFmpeg does not read on after an end that it has seen.
        if bytes.isGrowing {
            // The search of FFmpeg finds the second key frame of a transport stream if the sound starts before the first one.
            if reader.resets != nil { try demuxer.seek(toByte: 0) } else { try demuxer.seek(to: origin, stream: nil) }
        }
        demuxer.waitsForGrowth = true
    }

    /// Reads a chain of songs from its start on: FFmpeg can't go back to a song that another one has replaced.
    func restart(_ reader: inout ContainerReader) throws {
        try bytes.seek(to: 0)
        let isSame = try reader.resume(with: Demuxer(source: bytes, probing: probing, decrypter: decrypter), at: 0)
        guard isSame else { throw PlaybackError(.unsupportedFormat, url: url) }
        _ = reader.takeChangedTags()
    }
}
