import PlayheadCore
import PlayheadFFmpeg

/// Decrypts the samples of one file: of MP4 in Common Encryption, whether fragmented or with sample tables, and of WebM.
///
/// The boxes of fragments are read as they pass; of sample tables FFmpeg says how a sample is encrypted, apart from its group (`seig`).
///
/// `@unchecked Sendable`: the mutable state is used by the demuxer's thread only; ``interrupt()`` and ``resume()``, which other threads call, reach
/// nothing but `waiting`, which has a lock of its own.
final class FileDecrypter: PacketDecrypter, @unchecked Sendable {
    private enum Crypter {
        case key(SampleCrypter)
        case session(any SampleSession)
    }

    /// The maximum size of the descriptions of fragments that are kept, in bytes, and their maximum number.
    private static let (maximumDescriptions, maximumFragments) = (64 << 20, 1 << 16)
    /// The maximum number of samples of a fragment.
    private static let maximumSamples = 1 << 18
    /// The number of fragments that are searched for a sample: the last ones before it.
    private static let searched = 5

    private let keys: ContentKeys
    private let url: String
    private let waiting = BlockingWait()
    private var boxes = BoxCollector()
    private var tracks = ProtectedTracks()
    private var isFragmented = false
    /// The descriptions of fragments (`moof`), in the order of their positions: FFmpeg does not read them again after a seek.
    private var fragments: [(start: Int64, box: [UInt8])] = []
    private var descriptionSize = 0
    private var hasForgotten = false
    /// The protected samples of the fragments that were used last, in the order of their positions.
    private var recent: [(start: Int64, samples: [ProtectedSample])] = []
    private var crypters: [ContentKeyID: Crypter] = [:]
    /// The sessions that supplied the keys, apart from those of the app.
    private var sessions: [ContentKeyID: any SampleSession] = [:]

    /// - Parameters:
    ///   - keys: Provides the keys of samples.
    ///   - url: The URL of the file without credentials, for errors.
    init(_ keys: ContentKeys, url: String) {
        self.keys = keys
        self.url = url
    }

    var isProtecting: Bool { !tracks.isEmpty }

    /// Ends a wait for keys, and all that follow, with `CancellationError`; from any thread.
    func interrupt() { waiting.interrupt() }

    /// Makes all waits from now on throw; see ``BlockingWait/beginInterruption()``.
    func beginInterruption() -> (@Sendable () -> Void)? { waiting.beginInterruption() }

    /// Ends an interruption.
    func resume() { waiting.resume() }

    // MARK: Boxes

    func note(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int64) {
        boxes.take(bytes, at: position) { box, start in
            var box = box
            // bounded: boxes have a header
            switch String(decoding: box[4..<MediaBox.headerSize], as: UTF8.self) {
            case "moov":
                let boxes = tracks.initializationData
                tracks = ProtectedTracks(&box)
                tracks.add(boxes)
            case "moof": keep(box, at: start)
            default: tracks.takeInitializationData(MediaBox(type: "pssh", start: 0, content: MediaBox.headerSize..<box.count), of: &box)
            }
        }
    }

    private func keep(_ box: [UInt8], at start: Int64) {
        isFragmented = true
        let place = fragments.lastIndex { $0.start <= start }
        guard isProtecting, place.map({ fragments[$0].start < start }) ?? true else { return }
        fragments.insert((start, box), at: place.map { $0 + 1 } ?? 0)
        descriptionSize += box.count
        guard fragments.count > 1, descriptionSize > Self.maximumDescriptions || fragments.count > Self.maximumFragments else { return }
        // Many at once, because the others move.
        let count = (fragments.count + 3) / 4
        descriptionSize -= fragments.prefix(count).reduce(0) { $0 + $1.box.count }
        // bounded: a part of them
        fragments.removeFirst(count)
        hasForgotten = true
    }

    /// Returns the protection of the sample at a position in a fragment; `nil` if it is clear.
    private func sample(at position: Int64, _ reading: (Int64, Int) throws -> [UInt8]) throws -> ProtectedSample? {
        guard let last = fragments.lastIndex(where: { $0.start <= position }) else { return nil }
        // bounded: the last one was found
        for (start, box) in fragments[max(0, last - Self.searched + 1)...last].reversed() {
            let samples = try recent.first { $0.start == start }?.samples ?? read(box, at: start, reading)
            if let found = Self.sample(at: position, in: samples) { return found }
        }
        return nil
    }

    private func read(_ box: [UInt8], at start: Int64, _ reading: (Int64, Int) throws -> [UInt8]) throws -> [ProtectedSample] {
        var copy = box
        var fragment = try FragmentProtection(&copy, at: start, tracks: &tracks)
        if fragment.neededBytes > box.count {
            let following = try reading(start.saturatingAdding(Int64(box.count)), fragment.neededBytes - box.count)
            copy = box
            fragment = try FragmentProtection(&copy, at: start, tracks: &tracks, following: following[...])
            guard fragment.neededBytes <= box.count + following.count else {
                throw SampleDecryptionError.fragment("The auxiliary information of a fragment is not in the file.")
            }
        }
        let found = fragment.samples
        guard found.count <= Self.maximumSamples else { throw SampleDecryptionError.fragment("A fragment has too many samples.") }
        if recent.count > Self.searched { recent.removeFirst() }
        recent.append((start, found))
        return found
    }

    private static func sample(at position: Int64, in samples: [ProtectedSample]) -> ProtectedSample? {
        var (low, high) = (0, samples.count)
        while low < high {
            let middle = (low + high) / 2
            if samples[middle].start < position { low = middle + 1 } else { high = middle }
        }
        return low < samples.count && samples[low].start == position ? samples[low] : nil
    }

    // MARK: Packets

    func decrypt(_ packet: Packet, of stream: StreamInfo, reading: (Int64, Int) throws -> [UInt8]) throws {
        do {
            if let id = stream.keyID { return try decryptWebM(packet, with: id) }
            guard let sample = try sample(of: packet, of: stream, reading) else { return }
            try packet.change { bytes in
                try decrypt(bytes, sample)
                return 0
            }
        } catch let error as SampleDecryptionError {
            throw PlaybackError(.decoding, url: url, underlying: "\(error)")
        }
    }

    /// Returns how a packet of MP4 is encrypted; `nil` if it is clear.
    private func sample(
        of packet: Packet, of stream: StreamInfo, _ reading: (Int64, Int) throws -> [UInt8]
    ) throws -> ProtectedSample? {
        if isFragmented, let position = packet.position, fragments.first.map({ $0.start > position }) != true {
            return tracks.tracks[UInt64(clamping: stream.trackID)] == nil ? nil : try sample(at: position, reading)
        }
        if hasForgotten { throw PlaybackError(.decoding, url: url, underlying: "The description of a fragment is not known any more.") }
        guard let found = packet.encryption else { return nil }
        guard let scheme = ProtectionScheme(rawValue: found.scheme), let id = ContentKeyID(found.keyID) else {
            throw PlaybackError(.protectedContent, url: url, underlying: "The scheme of the encryption is unknown.")
        }
        let group = try group(of: packet, of: stream)
        let protection = group ?? SampleProtection(id, encryptedBlocks: found.encryptedBlocks, clearBlocks: found.clearBlocks)
        return ProtectedSample(
            start: 0, size: packet.size, scheme: scheme, protection: protection,
            vector: protection.constantVector.isEmpty ? found.vector : protection.constantVector,
            subsamples: found.parts.map { Subsample(clear: $0.clear, protected: $0.protected) })
    }

    /// Returns the protection of a sample of the sample tables that belongs to a group; `nil` if that of its description applies.
    private func group(of packet: Packet, of stream: StreamInfo) throws -> SampleProtection? {
        guard let track = tracks.tracks[UInt64(clamping: stream.trackID)], let position = packet.position,
            let number = track.samples?.entry(at: position), number > 0
        else { return nil }
        let sizes = track.descriptions.compactMap { $0?.protection.vectorSize }
        // FFmpeg reads the vectors of all samples with the size that the description says.
        guard let entry = track.group.entry(number), entry.isProtected, sizes.contains(entry.vectorSize) else {
            throw SampleDecryptionError.fragment("A sample group is not described, is clear, or has vectors of another size.")
        }
        return entry
    }

    private func decrypt(_ bytes: UnsafeMutableRawBufferPointer, _ sample: ProtectedSample) throws {
        switch try crypter(of: sample.protection.keyID, scheme: sample.scheme) {
        case .key(let crypter): try crypter.decrypt(bytes, of: sample)
        case .session(let session):
            _ = try sample.parts()
            let encrypted = sample.encrypted([UInt8](bytes))
            let clear = try waiting.run { try await session.decrypt(encrypted) }
            guard clear.count == bytes.count else { throw SampleDecryptionError.sampleMap }
            bytes.copyBytes(from: clear)
        }
    }

    private func crypter(of id: ContentKeyID, scheme: ProtectionScheme?) throws -> Crypter {
        if let known = crypters[id], sessions[id]?.refuses(id) != true { return known }
        let (keys, boxes) = (keys, tracks.initializationData)
        let protection = ProtectionSystems(boxes, scheme: scheme, url: url)
        let found = try waiting.run { try await keys.keys([id], initializationData: boxes, from: .licensed(protection)) }
        guard let key = found[id] else { throw SampleDecryptionError.noKey(id) }
        let crypter: Crypter
        if let key = key.key {
            crypter = .key(try SampleCrypter(key: key))
        } else if let session = key.session {
            crypter = .session(session)
        } else {
            throw SampleDecryptionError.noKey(id)
        }
        crypters[id] = crypter
        sessions[id] = key.session
        return crypter
    }

    // MARK: WebM

    /// Decrypts a block of WebM, and removes its header: a signal, the vector, and the bounds of its parts ("WebM Encryption", §4).
    private func decryptWebM(_ packet: Packet, with keyID: [UInt8]) throws {
        let vectorSize = 8
        guard let id = ContentKeyID(keyID) else {
            throw PlaybackError(.protectedContent, url: url, underlying: "The id of a key is damaged.")
        }
        try packet.change { bytes in
            var fields = BoxFields([UInt8](bytes), 0..<bytes.count)
            guard let signal = fields.integer(1) else { return 0 }
            guard signal & 1 != 0 else { return 1 }
            guard let vector = fields.octets(vectorSize), let parts = Self.parts(&fields, isPartitioned: signal & 2 != 0) else {
                throw SampleDecryptionError.sampleMap
            }
            let sample = ProtectedSample(
                start: 0, size: fields.rest, scheme: .cenc, protection: SampleProtection(id), vector: vector, subsamples: parts)
            // bounded: the fields that were read
            try decrypt(UnsafeMutableRawBufferPointer(rebasing: bytes[fields.place...]), sample)
            return fields.place
        }
    }

    /// Reads the bounds of parts, of which the first is clear; `nil` if they are damaged, empty without any.
    private static func parts(_ fields: inout BoxFields, isPartitioned: Bool) -> [Subsample]? {
        guard isPartitioned else { return [] }
        guard let count = fields.integer(1) else { return nil }
        var bounds = [0]
        for _ in 0..<count {
            guard let bound = fields.integer(4) else { return nil }
            bounds.append(bound)
        }
        bounds.append(fields.rest)
        if bounds.count % 2 == 0 { bounds.append(fields.rest) }
        guard zip(bounds, bounds.dropFirst()).allSatisfy({ $0 <= $1 }) else { return nil }
        return stride(from: 0, to: bounds.count - 1, by: 2).map { index in
            Subsample(clear: bounds[index + 1] - bounds[index], protected: bounds[index + 2] - bounds[index + 1])
        }
    }
}
