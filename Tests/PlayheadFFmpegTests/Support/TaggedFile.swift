/// A file with any number of tags.
enum TaggedFile: CaseIterable, Sendable {
    case wave, movie, coreAudio, flash

    /// Returns a file with `tags` tags of different names.
    func bytes(tags: Int) -> [UInt8] {
        switch self {
        case .wave: Self.wave(tags)
        case .movie: Self.movie(tags)
        case .coreAudio: Self.coreAudio(tags)
        case .flash: Self.flash(tags)
        }
    }

    private static func big(_ value: Int, _ size: Int = 4) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func little(_ value: Int, _ size: Int = 4) -> [UInt8] { big(value, size).reversed() }

    /// The name of a tag.
    private static func name(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(ascii: "A") + UInt8(number >> (4 * $0) & 0xF) } }

    // MARK: WAV

    private static func chunk(_ name: [UInt8], _ body: [UInt8]) -> [UInt8] { name + little(body.count) + body }

    private static func wave(_ tags: Int) -> [UInt8] {
        var info = Array("INFO".utf8)
        for number in 0..<tags { info += chunk(name(number), [65, 0]) }
        let format: [UInt8] = [1, 0, 1, 0] + little(8000) + little(16_000) + [2, 0, 16, 0]
        var body = Array("WAVE".utf8) + chunk(Array("fmt ".utf8), format)
        body += chunk(Array("LIST".utf8), info)
        body += chunk(Array("data".utf8), [UInt8](repeating: 0, count: 16_000))
        return chunk(Array("RIFF".utf8), body)
    }

    // MARK: MP4

    private static func box(_ type: String, _ body: [UInt8]) -> [UInt8] { big(body.count + 8) + Array(type.utf8) + body }

    private static func movie(_ tags: Int) -> [UInt8] {
        let value = box("data", [0, 0, 0, 1, 0, 0, 0, 0, 65])
        var keys = big(0) + big(tags)
        var values: [UInt8] = []
        for number in 0..<tags {
            keys += box("mdta", name(number))
            // The type is the number of the key.
            values += big(value.count + 8) + big(number + 1) + value
        }
        var meta = big(0) + box("hdlr", big(0, 8) + Array("mdtaappl".utf8) + big(0, 9))
        meta += box("keys", keys)
        meta += box("ilst", values)
        return box("ftyp", Array("isom".utf8) + big(0)) + box("moov", box("udta", box("meta", meta)))
    }

    // MARK: CAF

    private static func block(_ type: String, _ body: [UInt8]) -> [UInt8] { Array(type.utf8) + big(body.count, 8) + body }

    private static func coreAudio(_ tags: Int) -> [UInt8] {
        let rate = big(Int(Double(8000).bitPattern), 8)
        let numbers = [0, 2, 1, 1, 16].flatMap { big($0) }
        let format = rate + Array("lpcm".utf8) + numbers
        var info = big(tags)
        for number in 0..<tags { info += name(number) + [0, 65, 0] }
        var bytes: [UInt8] = Array("caff".utf8) + [0, 1, 0, 0]
        bytes += block("desc", format)
        bytes += block("info", info)
        return bytes + block("data", [UInt8](repeating: 0, count: 16_004))
    }

    // MARK: FLV

    private static func tag(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
        var bytes = [type] + big(body.count, 3)
        bytes += big(0, 7) + body
        return bytes + big(bytes.count)
    }

    private static func flash(_ tags: Int) -> [UInt8] {
        // A script with an array of Booleans by name, and 16-bit PCM.
        var script: [UInt8] = [2, 0, 10] + Array("onMetaData".utf8)
        script += [8] + big(tags)
        for number in 0..<tags { script += big(name(number).count, 2) + name(number) + [1, 1] }
        script += [0, 0, 9]
        let sound = tag(8, [0x3E] + [UInt8](repeating: 0, count: 800))
        var bytes: [UInt8] = Array("FLV".utf8) + [1, 4]
        bytes += big(9) + big(0)
        bytes += tag(18, script)
        return bytes + sound + sound
    }
}
