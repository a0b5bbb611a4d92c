/// The properties of the tracks of an initialization section (`moov`) that reading fragments requires.
package struct InitializationBoxes: Equatable {
    package struct Track: Equatable {
        /// The timescale, in ticks per second (`mdhd`).
        package var timescale: Int
        package var isVideo: Bool
        /// The default sample duration from `trex`; 0 if absent.
        package var defaultDuration = 0
        package var defaultFlags = 0
    }

    /// The tracks, by identifier.
    private(set) var tracks: [Int: Track] = [:]

    package init(_ bytes: [UInt8]) {
        let reader = BoxReader(bytes: bytes)
        let all = 0..<bytes.count
        for track in reader.find(["moov", "trak"], in: all) {
            guard let header = reader.find(["tkhd"], in: track.content).first?.content,
                let media = reader.find(["mdia", "mdhd"], in: track.content).first?.content, !header.isEmpty, !media.isEmpty,
                // The offsets skip version, flags, and two times of 4 or 8 bytes.
                let id = reader.uint32(header.lowerBound + (bytes[header.lowerBound] == 1 ? 20 : 12), header.upperBound),
                let timescale = reader.uint32(media.lowerBound + (bytes[media.lowerBound] == 1 ? 20 : 12), media.upperBound), timescale > 0
            else { continue }
            let handler = reader.find(["mdia", "hdlr"], in: track.content).first?.content
            let kind = handler.flatMap { reader.uint32($0.lowerBound + 8, $0.upperBound) }
            tracks[id] = Track(timescale: timescale, isVideo: kind == 0x7669_6465)
        }
        for box in reader.find(["moov", "mvex", "trex"], in: all) {
            guard let id = reader.uint32(box.content.lowerBound + 4, box.content.upperBound) else { continue }
            tracks[id]?.defaultDuration = reader.uint32(box.content.lowerBound + 12, box.content.upperBound) ?? 0
            tracks[id]?.defaultFlags = reader.uint32(box.content.lowerBound + 20, box.content.upperBound) ?? 0
        }
    }
}
