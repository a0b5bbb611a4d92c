import Foundation
import Testing

@testable import PlayheadTransport

@Suite("Decompression")
struct InflaterTests {
    private static let text = "#EXTM3U\n#EXT-X-VERSION:7\n#EXTINF:4,\na.ts\n#EXTINF:4,\nb.ts\n#EXT-X-ENDLIST\n"
    private static let limit = 16 << 20
    /// Zstandard's magic number, in its order of bytes.
    private static let magic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]

    /// Returns the text as `gzip`, Python's zlib, `brotli` and `zstd` compress it.
    private static func compressed(_ coding: ContentCoding) -> [UInt8] {
        switch coding {
        case .gzip: decoded("H4sIAAAAAAACA1N2jQjxNQ7lUgbSuhG6Ya5BwZ7+flbmYAFPPzcrEx2uRL2SYmR+EowP1ODq5+LjGRzCBQBwp6eBSAAAAA==")
        case .deflate: decoded("eNpTdo0I8TUO5VIG0roRumGuQcGe/n5W5mABTz83KxMdrkS9kmJkfhKMD9Tg6ufi4xkcwgUAnxUSaQ==")
        case .brotli: decoded("H0cAOBSh0i1v/UpVncJm++xtgk9sXwkV2IADCxjWeZFxcLsc+EoCGJBNUF8zbwidK7Cl9hnWpUSc9B9u0anWWlgA")
        case .zstd:
            decoded("KLUv/QRY3QEA9AIjRVhUTTNVCiNFWFQtWC1WRVJTSU9OOjdJTkY6NCwKYS50c2ItWC1FTkRMSVNUCgMAgBAz2UPtHAMLuNi0")
        }
    }

    /// Returns 4 MiB of zeros, compressed.
    private static func bomb(_ coding: ContentCoding) -> [UInt8] {
        switch coding {
        case .gzip, .deflate: DeflateBomb.zlib(megabytes: 4)
        case .brotli: decoded("nf//P/gnAOKxQCD3/gc=")
        // Blocks of 128 KiB of one byte (RFC 8878 §3.1.1.2), in a window of 1 MiB.
        case .zstd: magic + [0, 0x50] + (1...32).flatMap { [$0 == 32 ? 3 : 2, 0, 0x10, 0] }
        }
    }

    private static func decoded(_ base64: String) -> [UInt8] { Array(Data(base64Encoded: base64) ?? Data()) }

    /// Decompresses bytes in pieces of a size.
    private static func inflate(
        _ bytes: [UInt8], _ coding: ContentCoding, limit: Int = limit, pieces size: Int = .max
    ) throws(InflateFailure) -> [UInt8] {
        let inflater = Inflater(coding, limit: limit)
        var result: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(size))
            rest = rest.dropFirst(size)
            do {
                try piece.withUnsafeBytes { try inflater.inflate($0) { result += Array($0) } }
            } catch let failure as InflateFailure {
                throw failure
            } catch {}
        }
        if inflater.isTruncated { throw .truncated }
        return result
    }

    @Test(
        "What other programs compress is decompressed at once and byte by byte, and what follows the end is ignored",
        arguments: ContentCoding.allCases)
    func whole(coding: ContentCoding) throws {
        let body = Self.compressed(coding)
        for size in [1, 7, .max] {
            for rest in ["", "\n", "next", "nexts", "another text"] {
                #expect(try Self.inflate(body + Array(rest.utf8), coding, pieces: size) == Array(Self.text.utf8), "\(size) \(rest)")
            }
        }
        #expect(try Self.inflate([], coding).isEmpty)
    }

    @Test("A body that is cut anywhere is truncated", arguments: ContentCoding.allCases)
    func truncated(coding: ContentCoding) {
        let body = Self.compressed(coding)
        for count in 1..<body.count {
            #expect(throws: InflateFailure.truncated, "\(count)") { try Self.inflate(Array(body.prefix(count)), coding) }
        }
    }

    @Test("Invalid bytes, a size above the limit and an extreme ratio are refused", arguments: ContentCoding.allCases)
    func hostile(coding: ContentCoding) {
        #expect(throws: InflateFailure.invalid) { try Self.inflate(Array("\u{1F}<html>no such data</html>".utf8), coding) }
        #expect(throws: InflateFailure.tooLarge(limit: 50)) { try Self.inflate(Self.compressed(coding), coding, limit: 50) }
        #expect(throws: InflateFailure.ratio(limit: coding.maximumRatio)) { try Self.inflate(Self.bomb(coding), coding) }
    }

    @Test("Frames of Zstandard follow each other, and some are skipped")
    func frames() throws {
        let frame = Self.compressed(.zstd)
        let skippable: [UInt8] = [0x5E, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]
        for size in [1, .max] {
            let bytes = try Self.inflate(skippable + frame + skippable + frame + skippable, .zstd, pieces: size)
            #expect(bytes == Array((Self.text + Self.text).utf8))
            #expect(try Self.inflate(skippable, .zstd, pieces: size).isEmpty)
        }
        #expect(throws: InflateFailure.truncated) { try Self.inflate(frame + frame.dropLast(), .zstd) }
        #expect(throws: InflateFailure.invalid) { try Self.inflate(frame + Self.magic + [UInt8](repeating: 0xFF, count: 20), .zstd) }
    }

    @Test("Windows larger than HTTP allows are refused")
    func windows() throws {
        // A window's descriptor, and a block of the letter A that is the last (RFC 8878 §3.1.1).
        func frame(windowLog: UInt8) -> [UInt8] { Self.magic + [0, (windowLog - 10) << 3, 9, 0, 0, 0x41] }
        #expect(try Self.inflate(frame(windowLog: 23), .zstd) == [0x41])
        for log in [24, 30, 41] as [UInt8] {
            #expect(throws: InflateFailure.invalid) { try Self.inflate(frame(windowLog: log), .zstd) }
        }
        // `brotli --large_window=30`
        let large = Self.decoded("EV4cAeBQhEq3vPUrVXUKm+2ztwk+sX0lVGADDixgWOdFxsHtcsCXJAADZCaor5k3hM4V2FL7DOtSIk76D7foVGstLAA=")
        #expect(throws: InflateFailure.invalid) { try Self.inflate(large, .brotli) }
    }
}
