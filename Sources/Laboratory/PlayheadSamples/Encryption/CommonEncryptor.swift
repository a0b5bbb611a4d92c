import PlayheadFFmpeg

/// Encrypts the samples of clear fragmented MP4 with H.264 and AAC in Common Encryption (ISO/IEC 23001-7).
///
/// Reads the output of the `ffmpeg` command: one `trun` per `traf`, with offsets from the `moof`.
struct CommonEncryptor {
    /// The scheme.
    enum Scheme: String {
        /// Counter mode, for all protected bytes.
        case cenc
        /// Counter mode, for one block in ten of video and all whole blocks of audio.
        case cens
        /// Block chaining, for one block in ten of video and all blocks of audio, with a constant vector.
        case cbcs

        /// Whether each sample has a vector of 8 bytes, with which a counter begins.
        var isCounted: Bool { self != .cbcs }
    }

    let scheme: Scheme
    let key: [UInt8]
    /// The initialization vector: 8 bytes for `cenc` and `cens`, incremented for each sample; 16 for `cbcs`.
    let vector: [UInt8]
    let keyIdentifier: [UInt8]

    /// The numbers of the video tracks.
    private var pictures: Set<Int> = []
    private var samples = 0

    init(_ scheme: Scheme, key: [UInt8], vector: [UInt8], keyIdentifier: [UInt8] = [UInt8](repeating: 0xA7, count: 16)) {
        self.scheme = scheme
        self.key = key
        self.vector = vector
        self.keyIdentifier = keyIdentifier
    }

    /// Returns the encrypted file.
    mutating func encrypt(_ clear: [UInt8]) throws -> [UInt8] {
        var result: [UInt8] = []
        let boxes = MovieBox.list(clear)
        for (index, box) in boxes.enumerated() {
            switch box.type {
            case "moov": result += movie(box)
            case "moof": result += try fragment(box, data: boxes[index + 1].body)
            case "mdat" where index > 0 && boxes[index - 1].type == "moof": break
            // These boxes contain offsets that are no longer valid.
            case "mfra", "sidx": break
            default: result += box.bytes
            }
        }
        return result
    }

    // MARK: The initialization section

    private mutating func movie(_ movie: MovieBox) -> [UInt8] {
        var pictures: Set<Int> = []
        func change(_ box: MovieBox) -> [UInt8] {
            switch box.type {
            case "mdia", "minf", "stbl": return box.changing(change)
            case "trak":
                let header = MovieBox.list(box.body).first { $0.type == "tkhd" }?.body ?? []
                if box.bytes.contains(subsequence: Array("vmhd".utf8)) { pictures.insert(MovieBox.number(header[12..<16])) }
                return box.changing(change)
            case "stsd": return box.changing(after: 8, sampleEntry)
            default: return box.bytes
            }
        }
        defer { self.pictures = pictures }
        return movie.changing(change)
    }

    private func sampleEntry(_ entry: MovieBox) -> [UInt8] {
        let isPicture = entry.type == "avc1"
        let version: UInt8 = scheme == .cenc ? 0 : 1
        let pattern: UInt8 = scheme != .cenc && isPicture ? 0x19 : 0
        let vectorSize: UInt8 = scheme.isCounted ? 8 : 0
        var protection: [UInt8] = [version, 0, 0, 0, 0, pattern, 1, vectorSize] + keyIdentifier
        if !scheme.isCounted { protection += [16] + vector }
        let information = [
            MovieBox(type: "frma", body: Array(entry.type.utf8)),
            MovieBox(type: "schm", body: [0, 0, 0, 0] + scheme.rawValue.utf8 + [0, 1, 0, 0]),
            MovieBox(type: "schi", body: MovieBox(type: "tenc", body: protection).bytes),
        ]
        let added = MovieBox(type: "sinf", body: information.flatMap(\.bytes)).bytes
        return MovieBox(type: isPicture ? "encv" : "enca", body: entry.body + added).bytes
    }

    // MARK: Fragments

    private mutating func fragment(_ fragment: MovieBox, data: [UInt8]) throws -> [UInt8] {
        var data = data
        let size = fragment.body.count + 8
        var additions: [Int: (boxes: [UInt8], entries: Int)] = [:]
        for track in MovieBox.list(fragment.body) where track.type == "traf" {
            let (number, sizes, offset) = Self.run(track)
            var start = offset - size - 8
            var entries: [[UInt8]] = []
            for size in sizes {
                let (secret, entry) = try sample(Array(data[start..<start + size]), isPicture: pictures.contains(number))
                data.replaceSubrange(start..<start + size, with: secret)
                entries.append(entry)
                start += size
            }
            additions[number] = auxiliary(entries, isPicture: pictures.contains(number))
        }
        let growth = additions.values.reduce(0) { $0 + $1.boxes.count }
        var position = 8
        let body = MovieBox.list(fragment.body).flatMap { box -> [UInt8] in
            defer { position += box.bytes.count }
            guard box.type == "traf" else { return box.bytes }
            let (number, _, offset) = Self.run(box)
            guard let addition = additions[number] else { return box.bytes }
            var moved = box.changing { inner in
                guard inner.type == "trun" else { return inner.bytes }
                return MovieBox(type: "trun", body: inner.body[..<8] + MovieBox.octets(offset + growth) + inner.body[12...]).bytes
            }
            moved += addition.boxes
            if addition.entries > 0 {
                // `saio` ends where the 16-byte header of `senc` begins, and refers to the position after that header.
                let place = position + box.bytes.count + addition.entries
                let field = box.bytes.count + addition.entries - 16 - 4
                moved.replaceSubrange(field..<field + 4, with: MovieBox.octets(place))
            }
            position += addition.boxes.count
            moved.replaceSubrange(..<4, with: MovieBox.octets(moved.count))
            return moved
        }
        return MovieBox(type: "moof", body: body).bytes + MovieBox(type: "mdat", body: data).bytes
    }

    /// Returns the number of the track, the sizes of its samples, and their offset from the `moof`.
    private static func run(_ fragment: MovieBox) -> (number: Int, sizes: [Int], offset: Int) {
        let boxes = MovieBox.list(fragment.body)
        let header = boxes.first { $0.type == "tfhd" }?.body ?? []
        let run = boxes.first { $0.type == "trun" }?.body ?? []
        let headerFlags = MovieBox.number(header[1..<4])
        // The default size follows the base offset, the description index and the duration, which are optional.
        var place = 8
        for (flag, width) in [(1, 8), (2, 4), (8, 4)] where headerFlags & flag != 0 { place += width }
        let defaultSize = headerFlags & 0x10 != 0 ? MovieBox.number(header[place..<place + 4]) : 0
        let flags = MovieBox.number(run[1..<4])
        var index = 12 + (flags & 4 != 0 ? 4 : 0)
        var sizes: [Int] = []
        for _ in 0..<MovieBox.number(run[4..<8]) {
            if flags & 0x100 != 0 { index += 4 }
            sizes.append(flags & 0x200 != 0 ? MovieBox.number(run[index..<index + 4]) : defaultSize)
            for flag in [0x200, 0x400, 0x800] where flags & flag != 0 { index += 4 }
        }
        return (MovieBox.number(header[4..<8]), sizes, MovieBox.number(run[8..<12]))
    }

    /// Returns the boxes that describe the encryption of samples, and the offset of the entries of the last box in them; no boxes for
    /// audio in `cbcs`, which needs none.
    private func auxiliary(_ entries: [[UInt8]], isPicture: Bool) -> (boxes: [UInt8], entries: Int) {
        if scheme == .cbcs, !isPicture { return ([], 0) }
        let sizes = MovieBox(type: "saiz", body: [0, 0, 0, 0, 0] + MovieBox.octets(entries.count) + entries.map { UInt8($0.count) }).bytes
        let offsets = MovieBox(type: "saio", body: [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]).bytes
        let list = MovieBox(type: "senc", body: [0, 0, 0, isPicture ? 2 : 0] + MovieBox.octets(entries.count) + entries.flatMap { $0 })
            .bytes
        return (sizes + offsets + list, sizes.count + offsets.count + 16)
    }

    // MARK: Samples

    /// Returns an encrypted sample, and its entry in `senc`.
    private mutating func sample(_ clear: [UInt8], isPicture: Bool) throws -> (secret: [UInt8], entry: [UInt8]) {
        let parts = isPicture ? Self.parts(clear, wholeBlocks: scheme == .cenc) : [(clear: 0, secret: clear.count)]
        var entry: [UInt8] = []
        var counter = vector + [UInt8](repeating: 0, count: 8)
        if scheme.isCounted {
            samples += 1
            counter[7] &+= UInt8(samples & 255)
            counter[6] &+= UInt8(samples >> 8 & 255)
            entry += counter[..<8]
        }
        if isPicture {
            entry += [UInt8(parts.count >> 8), UInt8(parts.count & 255)]
            for part in parts { entry += [UInt8(part.clear >> 8), UInt8(part.clear & 255)] + MovieBox.octets(part.secret) }
        }
        var secret = clear
        var start = 0
        var stream: [UInt8] = []
        let cipher = try BlockCipher(key: key, .encrypting)
        /// Returns the next block of the counter, encrypted.
        func pad() -> [UInt8] {
            var block = counter
            block.withUnsafeMutableBytes { cipher.eachBlock($0) }
            counter[15] &+= 1
            if counter[15] == 0 { counter[14] &+= 1 }
            return block
        }
        // One block in ten, or all of them.
        let step = isPicture ? 160 : 16
        for part in parts {
            let range = start + part.clear..<start + part.clear + part.secret
            start = range.upperBound
            let blocks = stride(from: range.lowerBound, through: range.upperBound - 16, by: step)
            switch scheme {
            case .cenc:
                while stream.count < range.count { stream += pad() }
                for (offset, index) in range.enumerated() { secret[index] ^= stream[offset] }
                stream.removeFirst(range.count)
            case .cens:
                for index in blocks {
                    for (offset, byte) in pad().enumerated() { secret[index + offset] ^= byte }
                }
            case .cbcs:
                var chain = vector
                for index in blocks {
                    var block = Array(secret[index..<index + 16])
                    block.withUnsafeMutableBytes { cipher.chain($0, vector: &chain) }
                    secret.replaceSubrange(index..<index + 16, with: block)
                }
            }
        }
        return (secret, entry)
    }

    /// Returns the clear and encrypted parts of a picture: slices are encrypted after 64 bytes, which contain their headers.
    private static func parts(_ sample: [UInt8], wholeBlocks: Bool) -> [(clear: Int, secret: Int)] {
        var parts: [(clear: Int, secret: Int)] = []
        var index = 0
        while index + 4 < sample.count {
            let size = 4 + MovieBox.number(sample[index..<index + 4])
            let isSlice = [1, 5].contains(sample[index + 4] & 31)
            var secret = isSlice ? max(0, size - 64) : 0
            if wholeBlocks { secret -= secret % 16 }
            parts.append((size - secret, secret))
            index += size
        }
        return parts
    }
}

extension Collection where Element == UInt8 {
    fileprivate func contains(subsequence: [UInt8]) -> Bool {
        let bytes = Array(self)
        return bytes.indices.contains { bytes[$0...].starts(with: subsequence) }
    }
}
