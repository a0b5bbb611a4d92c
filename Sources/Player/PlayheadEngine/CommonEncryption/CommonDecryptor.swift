import PlayheadCore

/// Decrypts the samples of fragmented MP4 in Common Encryption as the bytes arrive, in pieces of any size, without changing the length.
/// The output is an ordinary clear stream. A sample is held until it is complete, the description of a fragment until its auxiliary
/// information has arrived.
///
/// Keys are found by their ids, which may change with each sample. When ``missingKeys`` are stated, output stops until they are supplied;
/// with a ``pendingSample``, which only its session can decrypt, until it is.
struct CommonDecryptor {
    private enum State {
        /// The header of a box is read.
        case header
        /// A box of this type and size is held until this number of bytes from its start on has arrived.
        case holding(String, Int, needed: Int)
        /// A number of bytes is passed on as they are.
        case passing(Int)
        /// A number of bytes of media data follows.
        case media(Int)
    }

    private enum Crypter {
        case key(SampleCrypter)
        case session(any SampleSession)
    }

    /// The maximum size of a description of a movie or fragment, in bytes; a larger one is passed on as it is.
    private static let maximumDescription = 8 << 20
    /// The maximum size of a sample, in bytes.
    private static let maximumSample = 64 << 20

    /// The ids of the keys that are needed before more bytes are decrypted.
    private(set) var missingKeys: Set<ContentKeyID> = []
    /// The next sample, if its session decrypts it.
    private(set) var pendingSample: (sample: EncryptedSample, session: any SampleSession)?
    /// The boxes `pssh` that were found so far.
    var initializationData: [[UInt8]] { tracks.initializationData }
    private var tracks: ProtectedTracks
    private var crypters: [ContentKeyID: Crypter] = [:]
    private var samples: ArraySlice<ProtectedSample> = []
    private var state = State.header
    private var held: [UInt8] = []
    /// The number of bytes of `held` that were passed on.
    private var used = 0
    /// The position in the resource of the first byte that was not passed on.
    private var position: Int64
    /// The number of samples of which descriptions say nothing that may follow.
    private var plainSamples: Int64 = 1 << 16

    /// - Parameters:
    ///   - tracks: The tracks of the initialization section.
    ///   - offset: The position of the first byte in its resource.
    init(_ tracks: ProtectedTracks, at offset: Int64) {
        self.tracks = tracks
        position = offset
    }

    /// Decrypts the next bytes.
    /// - Returns: The decrypted bytes; may be empty.
    mutating func update(_ bytes: [UInt8]) throws(SampleDecryptionError) -> [UInt8] {
        if used > 0 {
            held.removeFirst(used)
            used = 0
        }
        held += bytes
        return try output()
    }

    /// Adds keys, and continues.
    /// - Returns: The decrypted bytes that waited for them.
    /// - Throws: ``SampleDecryptionError/noKey(_:)`` if one is still missing.
    mutating func supply(_ keys: [ContentKeyID: SampleKey]) throws(SampleDecryptionError) -> [UInt8] {
        for id in missingKeys {
            if let key = keys[id]?.key {
                crypters[id] = .key(try SampleCrypter(key: key))
            } else if let session = keys[id]?.session {
                crypters[id] = .session(session)
            } else {
                throw .noKey(id)
            }
        }
        missingKeys = []
        return try output()
    }

    /// Replaces ``pendingSample`` by the clear sample, which has the same size, and continues.
    /// - Returns: The decrypted bytes.
    mutating func replacePendingSample(by clear: [UInt8]) throws(SampleDecryptionError) -> [UInt8] {
        guard let sample = samples.first, sample.size == clear.count, pendingSample != nil else { throw .sampleMap }
        pendingSample = nil
        held.replaceSubrange(used..<(used + sample.size), with: clear)
        samples[samples.startIndex].isClear = true
        return try output()
    }

    /// Ends the segment.
    /// - Returns: The bytes of an incomplete box or sample, as they are.
    /// - Throws: ``SampleDecryptionError/fragment(_:)`` if the description of the samples lies behind the end.
    mutating func finish() throws(SampleDecryptionError) -> [UInt8] {
        defer { held = [] }
        if case .holding(_, let size, needed: let needed) = state, needed > size, available >= size {
            throw .fragment("The auxiliary information of a fragment is not in the segment.")
        }
        // bounded: the bytes that were passed on are held
        return Array(held[used...])
    }

    private var available: Int { held.count - used }

    private mutating func output() throws(SampleDecryptionError) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(available)
        while missingKeys.isEmpty, pendingSample == nil, try step(&output) {}
        return output
    }

    /// - Returns: Whether more can be done with the bytes that are held.
    private mutating func step(_ output: inout [UInt8]) throws(SampleDecryptionError) -> Bool {
        switch state {
        case .header: return beginBox(&output)
        case .holding(let type, let size, needed: let needed):
            guard available >= needed else { return false }
            try describe(type, size, &output)
            return true
        case .passing(let size):
            guard available > 0 else { return false }
            let count = pass(size, &output)
            state = count == size ? .header : .passing(size - count)
            return true
        case .media(let size): return try passMedia(size, &output)
        }
    }

    private mutating func beginBox(_ output: inout [UInt8]) -> Bool {
        guard available >= MediaBox.headerSize else { return false }
        let isLong = MediaBox.number(held, at: used, 4) == 1
        let header = isLong ? 2 * MediaBox.headerSize : MediaBox.headerSize
        guard available >= header else { return false }
        let declared = isLong ? MediaBox.number(held, at: used + MediaBox.headerSize, 8) : MediaBox.number(held, at: used, 4)
        // bounded: the header is held
        let type = String(decoding: held[(used + 4)..<(used + MediaBox.headerSize)], as: UTF8.self)
        // A box without a size extends to the end.
        var size = declared == 0 ? Int.max : Int(clamping: declared)
        // Damaged boxes are reported by others.
        if size < header { size = .max }
        if ["moof", "moov", "pssh"].contains(type), !isLong, size <= Self.maximumDescription {
            state = .holding(type, size, needed: size)
        } else if type == "mdat" {
            _ = pass(header, &output)
            state = size == header ? .header : .media(size - header)
        } else {
            state = .passing(size)
        }
        return true
    }

    /// Reads a complete box that describes samples, or waits for bytes behind it.
    private mutating func describe(_ type: String, _ size: Int, _ output: inout [UInt8]) throws(SampleDecryptionError) {
        // bounded: the box is held
        var box = Array(held[used..<(used + size)])
        switch type {
        case "moof":
            // bounded: the box is held
            let following = held[(used + size)...]
            let fragment = try FragmentProtection(&box, at: position, tracks: &tracks, following: following)
            guard fragment.neededBytes <= available else {
                state = .holding(type, size, needed: fragment.neededBytes)
                return
            }
            plainSamples -= Int64(fragment.plainSamples)
            guard plainSamples >= 0 else { throw .fragment("Its fragments have too many samples.") }
            samples = fragment.samples[...]
            missingKeys = fragment.keyIDs.subtracting(crypters.keys)
        case "moov":
            let found = ProtectedTracks(&box)
            if !found.isEmpty { tracks = found }
        default:
            // bounded: the box is held
            tracks.takeInitializationData(MediaBox(type: type, start: 0, content: MediaBox.headerSize..<size), of: &box)
        }
        output += box
        advance(size)
        state = .header
    }

    private mutating func passMedia(_ size: Int, _ output: inout [UInt8]) throws(SampleDecryptionError) -> Bool {
        while let sample = samples.first, sample.start < position { samples.removeFirst() }
        guard let sample = samples.first, sample.size <= size else {
            state = .passing(size)
            return true
        }
        let distance = sample.start.saturatingSubtracting(position)
        guard distance == 0 else {
            guard distance <= Int64(size - sample.size) else {
                state = .passing(size)
                return true
            }
            guard available > 0 else { return false }
            state = .media(size - pass(Int(clamping: distance), &output))
            return true
        }
        guard sample.size <= Self.maximumSample else { throw .fragment("A sample is too large.") }
        guard available >= sample.size else { return false }
        switch crypters[sample.protection.keyID] {
        case nil: throw .noKey(sample.protection.keyID)
        case _ where sample.isClear: break
        case .key(let crypter): try crypter.decrypt(&held, at: used, of: sample)
        case .session(let session):
            _ = try sample.parts()
            // bounded: the guard
            pendingSample = (sample.encrypted(Array(held[used..<(used + sample.size)])), session)
            return false
        }
        _ = pass(sample.size, &output)
        samples.removeFirst()
        state = size == sample.size ? .header : .media(size - sample.size)
        return true
    }

    /// Passes on at most `size` bytes.
    /// - Returns: The number of bytes.
    private mutating func pass(_ size: Int, _ output: inout [UInt8]) -> Int {
        let count = min(size, available)
        // bounded: the minimum
        output += held[used..<(used + count)]
        advance(count)
        return count
    }

    private mutating func advance(_ count: Int) {
        used += count
        position = position.saturatingAdding(Int64(count))
    }
}
