/// How the header of a frame is written in a version.
struct ID3FrameLayout {
    /// How the sizes of frames are written.
    enum Sizes {
        /// Eight bits a byte: versions 2.2 and 2.3, and tags of 2.4 that early writers wrote.
        case plain
        /// Seven bits a byte: version 2.4.
        case synchsafe

        func isStandard(in version: Int) -> Bool { (self == .synchsafe) == (version == 4) }
    }

    /// The header of a frame.
    struct Header {
        var id: String
        var size: Int
        var flags: ID3FrameFlags
    }

    let version: Int

    /// The size of the header in bytes.
    var headerSize: Int { version == 2 ? 6 : 10 }

    private var idSize: Int { version == 2 ? 3 : 4 }

    /// Reads the next header; returns `nil` if its identifier is invalid.
    func header(_ reader: inout ByteReader, sizes: Sizes) -> Header? {
        guard let name = reader.read(idSize), let id = Self.identifier(name), let size = reader.read(idSize) else { return nil }
        let number = sizes == .synchsafe ? ID3Size.synchsafe(size) : ID3Size.plain(size)
        guard version > 2 else { return Header(id: id, size: number, flags: ID3FrameFlags()) }
        guard let flags = reader.integer(bytes: 2) else { return nil }
        return Header(id: id, size: number, flags: ID3FrameFlags(flags, version: version))
    }

    /// Returns the encoding of sizes: that of the version, unless only the other one gives a chain of frames.
    func sizes(in bytes: ArraySlice<UInt8>) -> Sizes {
        switch version {
        case 2: .plain
        case 3: !isChain(bytes, .plain) && isChain(bytes, .synchsafe) ? .synchsafe : .plain
        default: !isChain(bytes, .synchsafe) && isChain(bytes, .plain) ? .plain : .synchsafe
        }
    }

    /// Whether sizes in this encoding give a chain of frames up to the end or the padding.
    private func isChain(_ bytes: ArraySlice<UInt8>, _ sizes: Sizes) -> Bool {
        var reader = ByteReader(bytes)
        while reader.remaining >= headerSize, reader.rest.first != 0 {
            if sizes == .synchsafe, reader.rest.dropFirst(idSize).prefix(idSize).contains(where: { $0 & 0x80 != 0 }) { return false }
            guard let head = header(&reader, sizes: sizes), reader.read(head.size) != nil else { return false }
        }
        return reader.rest.allSatisfy { $0 == 0 }
    }

    /// Returns an identifier of capitals and digits (ID3v2.4.0-structure §4). Some writers put three characters into a field of four.
    private static func identifier(_ bytes: ArraySlice<UInt8>) -> String? {
        let name = bytes.count == 4 && (bytes.last == 0 || bytes.last == UInt8(ascii: " ")) ? bytes.dropLast() : bytes
        let isName = name.allSatisfy { byte in
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        return isName ? String(decoding: name, as: UTF8.self) : nil
    }
}

/// The flags of a frame that affect the interpretation of its bytes (ID3v2.3.0 §3.3.1, ID3v2.4.0-structure §4.1.2).
struct ID3FrameFlags {
    private enum Bit {
        static let compressed3 = 0x80
        static let encrypted3 = 0x40
        static let grouped3 = 0x20
        static let grouped4 = 0x40
        static let compressed4 = 0x08
        static let encrypted4 = 0x04
        static let unsynchronised4 = 0x02
        static let dataLength4 = 0x01
    }

    var isCompressed = false
    var isEncrypted = false
    var isUnsynchronised = false
    private var isGrouped = false
    private var hasDataLength = false

    init() {}

    init(_ bits: Int, version: Int) {
        if version == 3 {
            isCompressed = bits & Bit.compressed3 != 0
            isEncrypted = bits & Bit.encrypted3 != 0
            isGrouped = bits & Bit.grouped3 != 0
            hasDataLength = isCompressed
        } else {
            isGrouped = bits & Bit.grouped4 != 0
            isCompressed = bits & Bit.compressed4 != 0
            isEncrypted = bits & Bit.encrypted4 != 0
            isUnsynchronised = bits & Bit.unsynchronised4 != 0
            hasDataLength = bits & Bit.dataLength4 != 0
        }
    }

    /// Skips the fields that the flags add before the content; returns false if they do not fit.
    func skipExtraFields(_ bytes: inout ArraySlice<UInt8>) -> Bool {
        let size = (isGrouped ? 1 : 0) + (isEncrypted ? 1 : 0) + (hasDataLength ? 4 : 0)
        guard bytes.count >= size else { return false }
        bytes = bytes.dropFirst(size)
        return true
    }
}
