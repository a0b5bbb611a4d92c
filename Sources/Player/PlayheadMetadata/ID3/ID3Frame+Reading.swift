extension ID3Frame.Content {
    /// Parses the content of a frame with `name` in version 2.3; returns `nil` if it is damaged.
    init?(name: String, version: Int, bytes: ArraySlice<UInt8>) {
        var rest = bytes
        switch name {
        case "TXXX":
            guard let encoding = Self.readEncoding(&rest) else { return nil }
            let description = encoding.readText(&rest)
            self = .userText(description: description, values: encoding.texts(rest))
        case "WXXX":
            guard let encoding = Self.readEncoding(&rest) else { return nil }
            let description = encoding.readText(&rest)
            self = .userLink(description: description, url: ID3Text.latin1.readText(&rest))
        case "COMM", "USLT":
            guard let encoding = Self.readEncoding(&rest), rest.count >= 3 else { return nil }
            let language = ID3Text.latin1(rest.prefix(3))
            rest = rest.dropFirst(3)
            let description = encoding.readText(&rest)
            self = .comment(language: language, description: description, text: encoding.readText(&rest))
        case "APIC":
            guard let picture = ID3Picture(rest, version: version) else { return nil }
            self = .picture(picture)
        case "GEOB":
            guard let encoding = Self.readEncoding(&rest) else { return nil }
            let mimeType = ID3Text.latin1.readText(&rest)
            let filename = encoding.readText(&rest)
            let description = encoding.readText(&rest)
            self = .object(ID3Object(mimeType: mimeType, filename: filename, description: description, data: Array(rest)))
        case "PRIV":
            let owner = ID3Text.latin1.readText(&rest)
            self = .privateData(owner: owner, data: Array(rest))
        case "UFID":
            let owner = ID3Text.latin1.readText(&rest)
            self = .fileIdentifier(owner: owner, identifier: Array(rest))
        case "MLLT":
            guard let table = ID3LocationTable(rest) else { return nil }
            self = .locations(table)
        case "POPM":
            let email = ID3Text.latin1.readText(&rest)
            guard let rating = rest.popFirst() else { return nil }
            // The counter has four or more bytes.
            let plays = rest.reduce(0) { count, byte in count > Int.max >> 8 ? count : count << 8 | Int(byte) }
            self = .popularity(email: email, rating: Int(rating), plays: plays)
        case _ where name.hasPrefix("T"):
            guard let encoding = Self.readEncoding(&rest) else { return nil }
            self = .text(encoding.texts(rest))
        case _ where name.hasPrefix("W"):
            self = .link(ID3Text.latin1.readText(&rest))
        default:
            self = .binary(Array(bytes))
        }
    }

    /// Reads the encoding; an unknown one is read as ISO-8859-1, the encoding of the first version.
    fileprivate static func readEncoding(_ bytes: inout ArraySlice<UInt8>) -> ID3Text? {
        bytes.popFirst().map { ID3Text(rawValue: $0) ?? .latin1 }
    }
}

extension ID3Picture {
    fileprivate init?(_ bytes: ArraySlice<UInt8>, version: Int) {
        var rest = bytes
        guard let encoding = ID3Frame.Content.readEncoding(&rest) else { return nil }
        if version == 2 {
            // ID3v2.2.0 §4.15: three letters, such as PNG and JPG.
            guard rest.count >= 3 else { return nil }
            mimeType = Self.mimeType(ID3Text.latin1(rest.prefix(3)))
            rest = rest.dropFirst(3)
        } else {
            mimeType = Self.mimeType(ID3Text.latin1.readText(&rest))
        }
        guard let type = rest.popFirst() else { return nil }
        self.type = Int(type)
        description = encoding.readText(&rest)
        data = Array(rest)
    }

    /// Returns the MIME type. Writers omit the `image/` (ID3v2.3.0 §4.15), and version 2.2 has JPG.
    private static func mimeType(_ written: String) -> String {
        let name = written.lowercased()
        if name == "jpg" || name == "image/jpg" { return "image/jpeg" }
        return name.contains("/") || name == "-->" ? name : "image/" + name
    }
}

extension ID3Chapter {
    private static let absentOffset = 0xFFFF_FFFF

    /// Parses the fields between the identifier and the frames.
    init?(_ elementID: ArraySlice<UInt8>, _ reader: inout ByteReader) {
        guard let start = reader.integer(bytes: 4), let end = reader.integer(bytes: 4), let startOffset = reader.integer(bytes: 4),
            let endOffset = reader.integer(bytes: 4)
        else { return nil }
        self.init(
            elementID: ID3Text.latin1(elementID), start: Double(start) / 1000, end: Double(end) / 1000,
            startOffset: startOffset == Self.absentOffset ? nil : startOffset, endOffset: endOffset == Self.absentOffset ? nil : endOffset,
            frames: [])
    }
}

extension ID3TableOfContents {
    /// Parses the fields between the identifier and the frames.
    init?(_ elementID: ArraySlice<UInt8>, _ reader: inout ByteReader) {
        guard let flags = reader.byte(), let count = reader.byte() else { return nil }
        var children: [String] = []
        for _ in 0..<count {
            guard let child = reader.untilZero() else { return nil }
            children.append(ID3Text.latin1(child))
        }
        self.init(
            elementID: ID3Text.latin1(elementID), isTopLevel: flags & 2 != 0, isOrdered: flags & 1 != 0, children: children, frames: [])
    }
}

extension ID3LocationTable {
    fileprivate init?(_ bytes: ArraySlice<UInt8>) {
        var reader = ByteReader(bytes)
        guard let frames = reader.integer(bytes: 2), let byteStep = reader.integer(bytes: 3), let timeStep = reader.integer(bytes: 3),
            let byteBits = reader.byte(), let timeBits = reader.byte(), (1...32).contains(byteBits), (1...32).contains(timeBits)
        else { return nil }
        var deviations: [Deviation] = []
        var fields = BitReader(reader.rest)
        while let bytes = fields.bits(Int(byteBits)), let milliseconds = fields.bits(Int(timeBits)) {
            deviations.append(Deviation(bytes: bytes, milliseconds: milliseconds))
        }
        self.init(
            framesBetweenReferences: frames, bytesBetweenReferences: byteStep, millisecondsBetweenReferences: timeStep,
            deviations: deviations)
    }
}
