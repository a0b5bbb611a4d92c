import PlayheadCore

/// The initialization vector and the parts of a sample; empty for those of its protection.
private typealias SampleParts = (vector: [UInt8], subsamples: [Subsample])

/// The protected samples of a fragment (`moof`), read from its description.
struct FragmentProtection {
    /// The maximum number of samples of a fragment, and of those of which the description says nothing.
    private static let (maximumSamples, maximumPlainSamples) = (1 << 18, 1 << 16)
    /// The type of a box `uuid` with the vectors of samples, as it was before `senc` (PIFF 1.1).
    private static let oldVectors: [UInt8] = [
        0xA2, 0x39, 0x4F, 0x52, 0x5A, 0x9B, 0x4F, 0x14, 0xA2, 0x44, 0x6C, 0x42, 0x7C, 0x64, 0x8D, 0xF4,
    ]

    /// The samples in the order of their positions.
    private(set) var samples: [ProtectedSample] = []
    /// The number of samples, clear ones as well, of which the description says nothing: they take none of its bytes.
    private(set) var plainSamples = 0

    /// The ids of the keys that the samples need.
    var keyIDs: Set<ContentKeyID> { Set(samples.map(\.protection.keyID)) }

    /// Reads a description, and makes it that of a clear fragment of the same length.
    /// - Parameters:
    ///   - box: The whole box.
    ///   - start: Its position in the resource, in bytes.
    ///   - tracks: The tracks; initialization data in the box is added to them.
    /// - Throws: ``SampleDecryptionError/fragment(_:)`` if the protection of samples cannot be read.
    init(_ box: inout [UInt8], at start: Int64, tracks: inout ProtectedTracks) throws(SampleDecryptionError) {
        for child in MediaBox.all(of: box, in: MediaBox.headerSize..<box.count) {
            switch child.type {
            case "traf": try read(child.content, of: &box, at: start, tracks.tracks)
            case "pssh": tracks.takeInitializationData(child, of: &box)
            default: break
            }
        }
        samples.sort { $0.start < $1.start }
    }

    // MARK: Tracks

    private mutating func read(
        _ content: Range<Int>, of bytes: inout [UInt8], at start: Int64, _ tracks: [UInt64: ProtectedTracks.Track]
    ) throws(SampleDecryptionError) {
        let boxes = MediaBox.all(of: bytes, in: content)
        guard let header = boxes.first(where: { $0.type == "tfhd" }).flatMap({ Header(BoxFields(bytes, $0.content)) }),
            let track = tracks[header.track]
        else { return }
        let number = header.description ?? track.defaultDescription
        // Clear samples beside protected ones have a description of their own.
        guard track.descriptions.indices.contains(number - 1), let description = track.descriptions[number - 1] else { return }
        let base = header.base ?? start
        let places = try self.places(boxes, of: bytes, base: base, defaultSize: header.size ?? track.defaultSize)
        var protections = [SampleProtection](repeating: description.protection, count: places.count)
        try Self.apply(boxes, of: bytes, track, to: &protections)
        guard protections.contains(where: \.isProtected) else { return }
        let parts = try Self.parts(boxes, of: bytes, protections, base: base.saturatingSubtracting(start))
        for (index, place) in places.enumerated() where protections[index].isProtected && place.size > 0 {
            let own = parts.isEmpty ? (vector: [], subsamples: []) : parts[index]
            let vector = own.vector.isEmpty ? protections[index].constantVector : own.vector
            // A fragment without vectors is clear: it precedes the protected ones of its track.
            guard !vector.isEmpty else { continue }
            samples.append(
                ProtectedSample(
                    start: place.start, size: place.size, scheme: description.scheme, protection: protections[index], vector: vector,
                    subsamples: own.subsamples))
        }
        for box in boxes where ["senc", "saiz", "saio"].contains(box.type) || Self.isOldVectors(box, of: bytes) {
            ProtectedTracks.free(box, of: &bytes)
        }
    }

    /// The header of a track fragment (`tfhd`).
    private struct Header {
        var track: UInt64
        var base: Int64?
        var description: Int?
        var size: Int?

        init?(_ box: BoxFields) {
            var fields = box
            guard let flags = fields.number(4), let track = fields.number(4) else { return nil }
            self.track = track
            if flags & 0x01 != 0 {
                guard let base = fields.number(8).flatMap({ Int64(exactly: $0) }) else { return nil }
                self.base = base
            }
            if flags & 0x02 != 0 { description = fields.integer(4) }
            if flags & 0x08 != 0 { _ = fields.skip(4) }
            if flags & 0x10 != 0 { size = fields.integer(4) }
        }
    }

    private mutating func places(
        _ boxes: [MediaBox], of bytes: [UInt8], base: Int64, defaultSize: Int
    ) throws(SampleDecryptionError) -> [(start: Int64, size: Int)] {
        var places: [(start: Int64, size: Int)] = []
        var next = base
        for box in boxes where box.type == "trun" {
            var fields = BoxFields(bytes, box.content)
            guard let flags = fields.number(4), let count = fields.integer(4),
                samples.count + places.count + count <= Self.maximumSamples
            else { throw .fragment("Its number of samples is invalid.") }
            if flags & 0xF00 == 0 { plainSamples += count }
            guard plainSamples <= Self.maximumPlainSamples else { throw .fragment("Its number of samples is invalid.") }
            if flags & 0x01 != 0 {
                guard let offset = fields.number(4) else { throw .fragment("A run of samples is incomplete.") }
                next = base.saturatingAdding(Int64(Int32(truncatingIfNeeded: offset)))
            }
            if flags & 0x04 != 0 { _ = fields.skip(4) }
            let (before, after) = (flags & 0x100 != 0 ? 4 : 0, [0x400, 0x800].count { flags & $0 != 0 } * 4)
            for _ in 0..<count {
                guard fields.skip(before), let size = flags & 0x200 != 0 ? fields.integer(4) : defaultSize, fields.skip(after) else {
                    throw .fragment("A run of samples is incomplete.")
                }
                places.append((next, size))
                next = next.saturatingAdding(Int64(size))
            }
        }
        return places
    }

    /// Sets the protection of samples that belong to a group (`sbgp` with `seig`).
    private static func apply(
        _ boxes: [MediaBox], of bytes: [UInt8], _ track: ProtectedTracks.Track, to protections: inout [SampleProtection]
    ) throws(SampleDecryptionError) {
        let own = boxes.filter { $0.type == "sgpd" }.compactMap { ProtectedTracks.group($0, of: bytes) }.flatMap(\.self)
        for box in boxes where box.type == "sbgp" {
            var fields = BoxFields(bytes, box.content)
            guard let version = fields.integer(1), fields.skip(3), fields.octets(4) == Array("seig".utf8) else { continue }
            if version == 1 { _ = fields.skip(4) }
            guard let count = fields.integer(4) else { continue }
            var place = 0
            for _ in 0..<count {
                guard let samples = fields.integer(4), let index = fields.integer(4), samples <= protections.count - place else { break }
                // Indices of groups in the fragment begin behind 0x10000.
                let local = 0x10000
                let (entries, entry) = index > local ? (own, index - local) : (track.group, index)
                if entry > 0 {
                    guard entries.indices.contains(entry - 1) else { throw .fragment("A sample group has no description.") }
                    for sample in place..<(place + samples) { protections[sample] = entries[entry - 1] }
                }
                place += samples
            }
            // Another one would be for the same samples.
            return
        }
    }

    // MARK: Vectors

    private static func isOldVectors(_ box: MediaBox, of bytes: [UInt8]) -> Bool {
        var fields = BoxFields(bytes, box.content)
        return box.type == "uuid" && fields.octets(oldVectors.count) == oldVectors
    }

    /// Returns the vector and the parts of each sample; empty if the fragment has none.
    private static func parts(
        _ boxes: [MediaBox], of bytes: [UInt8], _ protections: [SampleProtection], base: Int64
    ) throws(SampleDecryptionError) -> [SampleParts] {
        if let box = boxes.first(where: { $0.type == "senc" || isOldVectors($0, of: bytes) }) {
            return try sampleEncryption(box, of: bytes, protections)
        }
        guard let sizes = boxes.first(where: { $0.type == "saiz" }), let offsets = boxes.first(where: { $0.type == "saio" }) else {
            return []
        }
        return try auxiliaryInformation(sizes, offsets, of: bytes, protections, base: base)
    }

    private static func sampleEncryption(
        _ box: MediaBox, of bytes: [UInt8], _ protections: [SampleProtection]
    ) throws(SampleDecryptionError) -> [SampleParts] {
        var fields = BoxFields(bytes, box.content)
        if box.type == "uuid" { _ = fields.skip(oldVectors.count) }
        guard let flags = fields.number(4) else { throw .fragment("Its encryption data is incomplete.") }
        var size: Int?
        if flags & 0x01 != 0 {
            guard fields.skip(3), let own = fields.integer(1), [8, 16].contains(own), fields.skip(ContentKeyID.size) else {
                throw .fragment("Its encryption data is incomplete.")
            }
            size = own
        }
        guard let count = fields.integer(4), count == protections.count else {
            throw .fragment("Its encryption data is for another number of samples.")
        }
        var parts: [SampleParts] = []
        for protection in protections {
            let hasParts = flags & 0x02 != 0
            guard protection.isProtected || hasParts || protection.vectorSize > 0 else {
                parts.append(([], []))
                continue
            }
            parts.append(try part(&fields, vectorSize: size ?? protection.vectorSize, hasParts: hasParts))
        }
        return parts
    }

    private static func auxiliaryInformation(
        _ sizes: MediaBox, _ offsets: MediaBox, of bytes: [UInt8], _ protections: [SampleProtection], base: Int64
    ) throws(SampleDecryptionError) -> [SampleParts] {
        var fields = BoxFields(bytes, sizes.content)
        var places = BoxFields(bytes, offsets.content)
        guard let flags = fields.number(4), flags & 1 == 0 || fields.skip(8), let common = fields.integer(1), let count = fields.integer(4),
            count <= protections.count, let version = places.number(4), version & 1 == 0 || places.skip(8),
            let offsetCount = places.integer(4),
            offsetCount == 1, let offset = places.number(version >> 24 == 0 ? 4 : 8).flatMap({ Int64(exactly: $0) })
        else { throw .fragment("Its auxiliary information is invalid.") }
        let start = offset.saturatingAdding(base)
        guard start >= 0, start <= Int64(bytes.count) else { throw .fragment("Its auxiliary information is outside of its description.") }
        var place = Int(start)
        var parts: [SampleParts] = []
        for protection in protections {
            guard parts.count < count else {
                parts.append(([], []))
                continue
            }
            guard let size = common > 0 ? common : fields.integer(1), size <= bytes.count - place else {
                throw .fragment("Its auxiliary information is outside of its description.")
            }
            // bounded: the guard
            var own = BoxFields(bytes, place..<(place + size))
            parts.append(
                size == 0 ? ([], []) : try part(&own, vectorSize: protection.vectorSize, hasParts: size > protection.vectorSize))
            place += size
        }
        return parts
    }

    private static func part(
        _ fields: inout BoxFields, vectorSize: Int, hasParts: Bool
    ) throws(SampleDecryptionError) -> SampleParts {
        guard let vector = fields.octets(vectorSize) else { throw .fragment("Its encryption data is incomplete.") }
        var subsamples: [Subsample] = []
        if hasParts {
            guard let count = fields.integer(2) else { throw .fragment("Its encryption data is incomplete.") }
            for _ in 0..<count {
                guard let clear = fields.integer(2), let protected = fields.integer(4) else {
                    throw .fragment("Its encryption data is incomplete.")
                }
                subsamples.append(Subsample(clear: clear, protected: protected))
            }
        }
        return (vector, subsamples)
    }
}
