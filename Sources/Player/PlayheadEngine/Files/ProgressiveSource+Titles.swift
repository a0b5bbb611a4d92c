import Foundation
import PlayheadCore
import PlayheadFFmpeg
import PlayheadMetadata

extension ProgressiveSource {
    /// The limits for detecting the format. The bytes of a station, which begin in the middle of a frame, arrive no faster than they play, and
    /// FFmpeg would wait for many of them.
    var probing: Demuxer.Probing {
        var probing = Demuxer.Probing(formatBytes: (bytes as? HTTPByteSource)?.isStation == true ? 16 << 10 : nil)
        probing.awaitsLateTracks = bytes is FileByteSource
        return probing
    }

    /// Adds the titles of a station, and the tags of a new song in chained Ogg, at the time of the first packet after them.
    func addTitles(before packet: MediaPacket, _ reader: ContainerReader) {
        guard let metadata else { return }
        // Rounding may place the first packet before the start.
        let time = max(0, packet.time)
        let titles = (bytes as? HTTPByteSource)?.takeTitles(before: packet.position) ?? []
        metadata.insertOfMedia(titles.compactMap { .nowPlaying(title: $0.text, url: $0.url, at: time) })
        guard let tags = reader.takeChangedTags() else { return }
        let texts = ["title", "artist", "album"].map { Self.text(of: [$0], tags) }
        if texts.contains(where: { $0 != nil }) {
            metadata.insertOfMedia([.nowPlaying(title: texts[0], artist: texts[1], album: texts[2], at: time)])
        }
    }

    /// Returns the text of the first of these tags that has any, limited to a readable length.
    static func text(of names: [String], _ tags: [(name: String, value: String)]) -> String? {
        let longest = 1024
        for name in names {
            let value = tags.first { $0.name.lowercased() == name }?.value.prefix(longest).trimmingCharacters(in: .whitespacesAndNewlines)
            if let value, !value.isEmpty { return value }
        }
        return nil
    }
}
