import PlayheadCore

/// The sounds of a file: which one is heard, and which one is to take over.
struct FileSound: Sendable {
    /// One of them, and the generation of the store that its packets are of.
    struct Place: Sendable, Hashable {
        var index: Int
        var generation: Int
    }

    /// All that can be decoded, in the container's order.
    let formats: [TrackFormat]
    var heard: Place
    var staged: Place?

    /// The one that was chosen last.
    var wanted: Int { staged?.index ?? heard.index }

    /// Those that are read.
    var read: [TrackFormat] { [heard, staged].compactMap { $0.map { formats[$0.index] } } }

    var stagedFormat: TrackFormat? { staged.map { formats[$0.index] } }

    /// The generation of what is read of `format`; `nil` of one that is not wanted any more.
    func generation(of format: TrackFormat) -> Int? {
        [heard, staged].compactMap(\.self).first { formats[$0.index] === format }?.generation
    }

    /// What is staged is heard from now on.
    mutating func takeOver() {
        heard = staged ?? heard
        staged = nil
    }

    /// Everything is loaded anew: of what was chosen last alone.
    mutating func restart(_ generation: Int) {
        takeOver()
        heard.generation = generation
    }

    /// As they can be chosen.
    var tracks: [MediaTrack] {
        formats.enumerated().map { index, format in
            let stream = format.stream
            let name = stream.title ?? stream.language ?? (formats.count == 1 ? "Audio" : "Audio \(index + 1)")
            return MediaTrack(index: index, name: name, language: stream.language, isDefault: formats.count == 1 || stream.isDefault)
        }
    }
}

/// How far each stream of a file is loaded, so that nothing is loaded twice where it is read once more.
struct LoadedPlaces {
    /// The decoding time of the last packet, by its format.
    private var last: [ObjectIdentifier: Int64] = [:]
    /// Those of which packets come again up to the last one.
    private var again: Set<ObjectIdentifier> = []

    /// It is read once more from an earlier place on.
    /// - Parameter new: What was not loaded before.
    mutating func rewind(except new: TrackFormat?) {
        if let new { last[ObjectIdentifier(new)] = nil }
        again = Set(last.keys)
    }

    /// Whether a packet was not loaded yet.
    mutating func isNew(_ packet: MediaPacket) -> Bool {
        let format = ObjectIdentifier(packet.format)
        guard again.contains(format), let last = last[format], let time = Self.time(packet) else { return true }
        if time >= last { again.remove(format) }
        return time > last
    }

    /// A packet was loaded.
    mutating func note(_ packet: MediaPacket) { last[ObjectIdentifier(packet.format)] = Self.time(packet) }

    private static func time(_ packet: MediaPacket) -> Int64? { packet.packet.dts ?? packet.packet.pts }
}
