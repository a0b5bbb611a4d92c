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

    /// The maximum distance in bytes from the start of a description to the end of its auxiliary information.
    private static let maximumReach: Int64 = 8 << 20
    /// The schemes for which auxiliary information may declare that it is.
    private static let schemes = ["cenc", "cens", "cbc1", "cbcs"].map { Array($0.utf8) }

    /// The samples in the order of their positions.
    private(set) var samples: [ProtectedSample] = []
    /// The number of samples, clear ones as well, of which the description says nothing: they take none of its bytes.
    private(set) var plainSamples = 0
    /// The number of bytes from the start of the box on that are needed: more than the box has, if auxiliary information lies behind it.
    /// The samples are complete only if all these bytes were given.
    private(set) var neededBytes = 0
    /// The end of the data of the previous track in the resource, in bytes; `nil` for the first one, and behind a clear one, whose samples are not
    /// read.
    private var previousEnd: Int64?

    /// The ids of the keys that the samples need.
    var keyIDs: Set<ContentKeyID> { Set(samples.map(\.protection.keyID)) }

    /// Reads a description, and makes it that of a clear fragment of the same length.
    /// - Parameters:
    ///   - box: The whole box.
    ///   - start: Its position in the resource, in bytes.
    ///   - tracks: The tracks; initialization data in the box is added to them.
    ///   - following: The bytes of the resource behind the box, as far as they are known.
    /// - Throws: ``SampleDecryptionError/fragment(_:)`` if the protection of samples cannot be read.
    init(
        _ box: inout [UInt8], at start: Int64, tracks: inout ProtectedTracks, following: ArraySlice<UInt8> = []
    ) throws(SampleDecryptionError) {
        neededBytes = box.count
        for child in MediaBox.all(of: box, in: MediaBox.headerSize..<box.count) {
            switch child.type {
            case "traf": try read(child.content, of: &box, at: start, tracks.tracks, following)
            case "pssh": tracks.takeInitializationData(child, of: &box)
            default: break
            }
        }
        samples.sort { $0.start < $1.start }
    }

    // MARK: Tracks

    private mutating func read(
        _ content: Range<Int>, of bytes: inout [UInt8], at start: Int64, _ tracks: [UInt64: ProtectedTracks.Track],
        _ following: ArraySlice<UInt8>
    ) throws(SampleDecryptionError) {
        let boxes = MediaBox.all(of: bytes, in: content)
        let end = previousEnd
        previousEnd = nil
        guard let header = boxes.first(where: { $0.type == "tfhd" }).flatMap({ Header(BoxFields(bytes, $0.content)) }),
            let track = tracks[header.track]
        else { return }
        let number = header.description ?? track.defaultDescription
        // Clear samples beside protected ones have a description of their own.
        guard track.descriptions.indices.contains(number - 1), let description = track.descriptions[number - 1] else { return }
        // ISO/IEC 14496-12 §8.8.7.
        let base = header.base ?? (header.isRelativeToBox ? start : end ?? start)
        let (places, runs) = try self.places(boxes, of: bytes, base: base, defaultSize: header.size ?? track.defaultSize)
        previousEnd = places.last.map { $0.start.saturatingAdding(Int64($0.size)) } ?? base
        var protections = [SampleProtection](repeating: description.protection, count: places.count)
        try Self.apply(boxes, of: bytes, track, description.protection, to: &protections)
        guard protections.contains(where: \.isProtected) else { return }
        let distance = base.saturatingSubtracting(start)
        let parts = try self.parts(
            boxes, of: bytes, protections, Auxiliary(bytes: bytes, following: following, base: distance, runs: runs))
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
        /// Whether positions without a base are relative to the description of the fragment.
        var isRelativeToBox: Bool
        var description: Int?
        var size: Int?

        init?(_ box: BoxFields) {
            var fields = box
            guard let flags = fields.number(4), let track = fields.number(4) else { return nil }
            self.track = track
            isRelativeToBox = flags & 0x20000 != 0
            if flags & 0x01 != 0 {
                guard let base = fields.number(8).flatMap({ Int64(exactly: $0) }) else { return nil }
                self.base = base
            }
            if flags & 0x02 != 0 { description = fields.integer(4) }
            if flags & 0x08 != 0 { _ = fields.skip(4) }
            if flags & 0x10 != 0 { size = fields.integer(4) }
        }
    }

    /// Returns the positions and sizes of the samples, and the number of samples of each run.
    private mutating func places(
        _ boxes: [MediaBox], of bytes: [UInt8], base: Int64, defaultSize: Int
    ) throws(SampleDecryptionError) -> (places: [(start: Int64, size: Int)], runs: [Int]) {
        var places: [(start: Int64, size: Int)] = []
        var runs: [Int] = []
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
            runs.append(count)
        }
        return (places, runs)
    }

    /// Sets the protection of samples that belong to a group (`sbgp` with `seig`).
    private static func apply(
        _ boxes: [MediaBox], of bytes: [UInt8], _ track: ProtectedTracks.Track, _ description: SampleProtection,
        to protections: inout [SampleProtection]
    ) throws(SampleDecryptionError) {
        let own = boxes.lazy.filter { $0.type == "sgpd" }.compactMap { SampleGroup($0, of: bytes) }.first ?? SampleGroup()
        // Samples without a group belong to the default one.
        if let entry = own.entry(own.defaultEntry) ?? track.group.entry(track.group.defaultEntry) {
            for sample in protections.indices { protections[sample] = entry }
        }
        // Another one would be for the same samples.
        guard let runs = boxes.lazy.filter({ $0.type == "sbgp" }).compactMap({ SampleGroup.runs($0, of: bytes) }).first else { return }
        var place = 0
        for (samples, number) in runs {
            guard samples <= protections.count - place else { break }
            // Numbers of entries in the fragment begin behind 0x10000.
            let local = 0x10000
            var entry = description
            if number > 0 {
                guard let found = number > local ? own.entry(number - local) : track.group.entry(number) else {
                    throw .fragment("A sample group has no description.")
                }
                entry = found
            }
            for sample in place..<(place + samples) { protections[sample] = entry }
            place += samples
        }
    }

    // MARK: Vectors

    private static func isOldVectors(_ box: MediaBox, of bytes: [UInt8]) -> Bool {
        var fields = BoxFields(bytes, box.content)
        return box.type == "uuid" && fields.octets(oldVectors.count) == oldVectors
    }

    /// The bytes in which auxiliary information lies.
    private struct Auxiliary {
        /// The box, and the bytes behind it that are known.
        let bytes: [UInt8]
        let following: ArraySlice<UInt8>
        /// The position that offsets are relative to, from the start of the box on.
        let base: Int64
        /// The number of samples of each run.
        let runs: [Int]

        /// Returns the bytes in a range that begins at a position from the start of the box on; `nil` if they are not known.
        func octets(from start: Int, to end: Int) -> [UInt8]? {
            // bounded: the conditions
            if end <= bytes.count { return Array(bytes[start..<end]) }
            guard end - bytes.count <= following.count else { return nil }
            let (inside, before) = (min(start, bytes.count), max(0, start - bytes.count))
            // bounded: the minimum
            return Array(bytes[inside...]) + Array(following.prefix(end - bytes.count).dropFirst(before))
        }
    }

    /// Returns the vector and the parts of each sample; empty if the fragment has none.
    private mutating func parts(
        _ boxes: [MediaBox], of bytes: [UInt8], _ protections: [SampleProtection], _ auxiliary: Auxiliary
    ) throws(SampleDecryptionError) -> [SampleParts] {
        if let box = boxes.first(where: { $0.type == "senc" || Self.isOldVectors($0, of: bytes) }) {
            return try Self.sampleEncryption(box, of: bytes, protections)
        }
        guard let sizes = boxes.first(where: { $0.type == "saiz" && Self.isOfScheme($0, bytes) }),
            let offsets = boxes.first(where: { $0.type == "saio" && Self.isOfScheme($0, bytes) })
        else { return [] }
        return try auxiliaryInformation(sizes, offsets, protections, auxiliary)
    }

    /// Whether a box `saiz` or `saio` is for encryption, which it may declare.
    private static func isOfScheme(_ box: MediaBox, _ bytes: [UInt8]) -> Bool {
        var fields = BoxFields(bytes, box.content)
        guard let flags = fields.number(4), flags & 1 != 0 else { return true }
        return fields.octets(4).map { schemes.contains($0) } ?? false
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
        // Some packagers list all samples, others, such as GPAC, only those that are protected.
        guard let count = fields.integer(4), [protections.count, protections.count(where: \.isProtected)].contains(count) else {
            throw .fragment("Its encryption data is for another number of samples.")
        }
        let listsAll = count == protections.count
        var parts: [SampleParts] = []
        for protection in protections {
            guard protection.isProtected || listsAll else {
                parts.append(([], []))
                continue
            }
            let hasParts = flags & 0x02 != 0
            guard protection.isProtected || hasParts || protection.vectorSize > 0 else {
                parts.append(([], []))
                continue
            }
            parts.append(try part(&fields, vectorSize: size ?? protection.vectorSize, hasParts: hasParts))
        }
        return parts
    }

    /// Reads the auxiliary information of samples, which is at one position, or at one for each run (ISO/IEC 14496-12 §8.7.9).
    private mutating func auxiliaryInformation(
        _ sizes: MediaBox, _ offsets: MediaBox, _ protections: [SampleProtection], _ auxiliary: Auxiliary
    ) throws(SampleDecryptionError) -> [SampleParts] {
        var fields = BoxFields(auxiliary.bytes, sizes.content)
        var places = BoxFields(auxiliary.bytes, offsets.content)
        guard let flags = fields.number(4), flags & 1 == 0 || fields.skip(8), let common = fields.integer(1), let count = fields.integer(4),
            count <= protections.count, let version = places.number(4), version & 1 == 0 || places.skip(8),
            let offsetCount = places.integer(4), offsetCount == 1 || offsetCount == auxiliary.runs.count
        else { throw .fragment("Its auxiliary information is invalid.") }
        var parts: [SampleParts] = []
        for run in offsetCount == 1 ? [count] : auxiliary.runs {
            guard let offset = places.number(version >> 24 == 0 ? 4 : 8).flatMap({ Int64(exactly: $0) }) else {
                throw .fragment("Its auxiliary information is invalid.")
            }
            var lengths: [Int] = []
            for _ in 0..<min(run, count - parts.count) {
                guard let length = common > 0 ? common : fields.integer(1) else { throw .fragment("Its auxiliary information is invalid.") }
                lengths.append(length)
            }
            let start = offset.saturatingAdding(auxiliary.base)
            let end = start.saturatingAdding(Int64(lengths.reduce(0, +)))
            guard start >= 0, end <= max(Self.maximumReach, Int64(auxiliary.bytes.count)) else {
                throw .fragment("Its auxiliary information is too far from its description.")
            }
            neededBytes = max(neededBytes, Int(end))
            guard let octets = auxiliary.octets(from: Int(start), to: Int(end)) else {
                parts += [SampleParts](repeating: ([], []), count: lengths.count)
                continue
            }
            var place = 0
            for length in lengths {
                let size = protections[parts.count].vectorSize
                // bounded: the sum of the lengths
                var own = BoxFields(octets, place..<(place + length))
                parts.append(length == 0 ? ([], []) : try Self.part(&own, vectorSize: size, hasParts: length > size))
                place += length
            }
        }
        return parts + [SampleParts](repeating: ([], []), count: protections.count - parts.count)
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
