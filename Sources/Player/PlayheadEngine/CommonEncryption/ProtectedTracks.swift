import PlayheadCore

/// The protected tracks of a movie, as its initialization section declares them.
struct ProtectedTracks: Sendable {
    /// A track with at least one protected kind of samples.
    struct Track: Sendable {
        /// The protection of each sample description; `nil` for a clear one.
        var descriptions: [Description?] = []
        /// The sample group `seig`.
        var group = SampleGroup()
        /// The groups of the samples in the sample tables; `nil` if the tables have none.
        var samples: SampleGroupMap?
        var defaultDescription = 1
        var defaultSize = 0
    }

    struct Description: Sendable {
        var scheme: ProtectionScheme
        var protection: SampleProtection
    }

    /// The tracks by their ids; those without protection are needed for the sizes of their samples only, and are absent.
    private(set) var tracks: [UInt64: Track] = [:]
    /// The boxes `pssh` with the initialization data of protection systems.
    private(set) var initializationData: [[UInt8]] = []

    /// Whether a track is protected.
    var isEmpty: Bool { tracks.isEmpty }
    /// The ids of the keys that samples without a group need.
    var keyIDs: Set<ContentKeyID> {
        Set(tracks.values.flatMap { $0.descriptions.compactMap { $0?.protection.keyID } })
    }

    /// No tracks.
    init() {}

    /// Reads the movie (`moov`) in an initialization section, and makes it that of a clear one of the same length, because all samples are
    /// decrypted before a demuxer reads them.
    init(_ section: inout [UInt8]) {
        for box in MediaBox.all(of: section, in: 0..<section.count) where box.type == "moov" { read(box.content, of: &section) }
    }

    private mutating func read(_ movie: Range<Int>, of bytes: inout [UInt8]) {
        var extends: [MediaBox] = []
        for box in MediaBox.all(of: bytes, in: movie) {
            switch box.type {
            case "trak": readTrack(box.content, of: &bytes)
            case "mvex": extends = MediaBox.all(of: bytes, in: box.content).filter { $0.type == "trex" }
            case "pssh": takeInitializationData(box, of: &bytes)
            default: break
            }
        }
        for box in extends {
            var fields = BoxFields(bytes, box.content)
            guard fields.skip(4), let id = fields.number(4), let description = fields.integer(4), fields.skip(4),
                let size = fields.integer(4), tracks[id] != nil
            else { continue }
            tracks[id]?.defaultDescription = description
            tracks[id]?.defaultSize = size
        }
    }

    /// The maximum number of boxes with initialization data.
    private static let maximumInitializationData = 64

    /// Keeps the data of a box `pssh`, and makes the box free space.
    mutating func takeInitializationData(_ box: MediaBox, of bytes: inout [UInt8]) {
        // bounded: the box lies in the bytes
        add([Array(bytes[box.start..<box.content.upperBound])])
        Self.free(box, of: &bytes)
    }

    /// Adds boxes `pssh`.
    mutating func add(_ boxes: [[UInt8]]) {
        for data in boxes where initializationData.count < Self.maximumInitializationData && !initializationData.contains(data) {
            initializationData.append(data)
        }
    }

    /// Makes a box free space.
    static func free(_ box: MediaBox, of bytes: inout [UInt8]) {
        for (index, octet) in "free".utf8.enumerated() { bytes[box.start + 4 + index] = octet }
    }

    private mutating func readTrack(_ content: Range<Int>, of bytes: inout [UInt8]) {
        let boxes = MediaBox.all(of: bytes, in: content)
        guard let header = boxes.first(where: { $0.type == "tkhd" }), let id = Self.trackID(header, of: bytes),
            let table = Self.descend(["mdia", "minf", "stbl"], from: boxes, of: bytes)
        else { return }
        var track = Track()
        let tables = MediaBox.all(of: bytes, in: table)
        for box in tables {
            switch box.type {
            case "stsd":
                let header = 8
                guard box.content.count >= header else { continue }
                // bounded: the guard
                for entry in MediaBox.all(of: bytes, in: (box.content.lowerBound + header)..<box.content.upperBound) {
                    track.descriptions.append(Self.readDescription(entry, of: &bytes))
                }
            case "sgpd": if let group = SampleGroup(box, of: bytes) { track.group = group }
            default: break
            }
        }
        guard track.descriptions.contains(where: { $0 != nil }) else { return }
        track.samples = SampleGroupMap(tables, of: bytes, default: track.group.defaultEntry)
        tracks[id] = track
    }

    private static func trackID(_ header: MediaBox, of bytes: [UInt8]) -> UInt64? {
        var fields = BoxFields(bytes, header.content)
        guard let version = fields.number(1), fields.skip(3 + (version == 1 ? 16 : 8)) else { return nil }
        return fields.number(4)
    }

    private static func descend(_ path: [String], from boxes: [MediaBox], of bytes: [UInt8]) -> Range<Int>? {
        var boxes = boxes
        var found: Range<Int>?
        for type in path {
            guard let box = boxes.first(where: { $0.type == type }) else { return nil }
            found = box.content
            boxes = MediaBox.all(of: bytes, in: box.content)
        }
        return found
    }

    /// Reads a sample description, and gives a protected one its original type.
    private static func readDescription(_ entry: MediaBox, of bytes: inout [UInt8]) -> Description? {
        guard let box = protection(in: entry, bytes) else { return nil }
        let parts = MediaBox.all(of: bytes, in: box.content)
        let information = parts.first { $0.type == "schi" }.map { MediaBox.all(of: bytes, in: $0.content) } ?? []
        guard let original = parts.first(where: { $0.type == "frma" }), original.content.count >= 4,
            let type = parts.first(where: { $0.type == "schm" }), type.content.count >= 8,
            let track = information.first(where: { $0.type == "tenc" })
        else { return nil }
        // bounded: the guard
        let name = String(decoding: bytes[(type.content.lowerBound + 4)..<(type.content.lowerBound + 8)], as: UTF8.self)
        var fields = BoxFields(bytes, track.content)
        guard let scheme = ProtectionScheme(rawValue: name), fields.skip(5), let protection = SampleProtection(&fields) else { return nil }
        for index in 0..<4 { bytes[entry.start + 4 + index] = bytes[original.content.lowerBound + index] }
        free(box, of: &bytes)
        return Description(scheme: scheme, protection: protection)
    }

    /// Returns the box `sinf` of a protected sample description.
    private static func protection(in entry: MediaBox, _ bytes: [UInt8]) -> MediaBox? {
        // The bytes of the fields before the boxes: sound of QuickTime may have more of them.
        let sizes = ["encv": [78], "enca": [28, 44, 64], "encs": [8], "enct": [8]][entry.type] ?? []
        for size in sizes where size <= entry.content.count {
            // bounded: the condition
            let boxes = MediaBox.all(of: bytes, in: (entry.content.lowerBound + size)..<entry.content.upperBound)
            if let found = boxes.first(where: { $0.type == "sinf" }) { return found }
        }
        return nil
    }
}
