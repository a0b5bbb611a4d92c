import PlayheadCore

/// The audio tracks of a file: the current one, and the one that is loaded to replace it.
struct FileSound: Sendable {
    /// An audio track, and the generation of its packets in the store.
    struct Place: Sendable, Hashable {
        var index: Int
        var generation: Int
    }

    /// The formats of all decodable audio tracks, in the order of the container.
    let formats: [TrackFormat]
    var current: Place
    var staged: Place?

    /// The index of the track that was selected last.
    var wanted: Int { staged?.index ?? current.index }

    /// The tracks that are read.
    var places: [Place] { [current, staged].compactMap(\.self) }

    /// The formats that are read.
    var read: [TrackFormat] { places.map { formats[$0.index] } }

    var stagedFormat: TrackFormat? { staged.map { formats[$0.index] } }

    /// Returns the generation of the packets of `format`, or `nil` if the format is not needed any more.
    func generation(of format: TrackFormat) -> Int? {
        places.first { formats[$0.index] === format }?.generation
    }

    /// Makes the staged track the current one.
    mutating func takeOver() {
        current = staged ?? current
        staged = nil
    }

    /// Restarts with a new generation of the track that was selected last.
    mutating func restart(_ generation: Int) {
        takeOver()
        current.generation = generation
    }

    /// The tracks that can be selected.
    var tracks: [MediaTrack] {
        formats.enumerated().map { index, format in
            let stream = format.stream
            let name = stream.title ?? stream.language ?? (formats.count == 1 ? "Audio" : "Audio \(index + 1)")
            return MediaTrack(index: index, name: name, language: stream.language, isDefault: formats.count == 1 || stream.isDefault)
        }
    }
}

/// The loaded positions of the streams of a file, so that no packet is loaded twice when the file is read again.
struct LoadedPlaces {
    /// The decoding time of the last packet for each format.
    private var last: [ObjectIdentifier: Int64] = [:]
    /// The formats whose packets are read again up to the last one.
    private var again: Set<ObjectIdentifier> = []

    /// Prepares for reading again from an earlier position.
    /// - Parameter new: A format that was not loaded before, or `nil`.
    mutating func rewind(except new: TrackFormat?) {
        if let new { last[ObjectIdentifier(new)] = nil }
        again = Set(last.keys)
    }

    /// Returns whether a packet was not loaded yet.
    mutating func isNew(_ packet: MediaPacket) -> Bool {
        let format = ObjectIdentifier(packet.format)
        guard again.contains(format), let last = last[format], let time = Self.time(packet) else { return true }
        if time >= last { again.remove(format) }
        return time > last
    }

    /// Records that a packet was loaded.
    mutating func note(_ packet: MediaPacket) { last[ObjectIdentifier(packet.format)] = Self.time(packet) }

    private static func time(_ packet: MediaPacket) -> Int64? { packet.packet?.dts ?? packet.packet?.pts }
}
