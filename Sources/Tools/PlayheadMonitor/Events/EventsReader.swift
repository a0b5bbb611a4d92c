import CZstd
import Foundation

/// Reads the lines of a file of events, compressed or not, piece by piece, so that a file of any size takes little memory.
package struct EventsReader: ~Copyable {
    /// A failure to read a file.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The maximum length of a line in bytes; a longer one is left out.
    package static let maximumLength = 1 << 20
    /// The first bytes of a Zstandard frame.
    private static let magic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]
    private static let pieceLength = 1 << 16
    /// The maximum length of decompressed lines, if it is also more than ``maximumRatio`` times that of the file.
    private static let maximumUnpacked = 64 << 20
    private static let maximumRatio = 1000

    private let file: FileHandle
    /// The decompressor; `nil` for a file that is not compressed.
    private let context: OpaquePointer?
    private var first: Data
    private var line: [UInt8] = []
    private var isTooLong = false
    /// The number of bytes that were read and decompressed.
    private var sizes = (packed: 0, unpacked: 0)

    /// Opens a file; whether it is compressed is determined by its first bytes.
    /// - Throws: ``Failure`` if the file cannot be read.
    package init(path: String) throws(Failure) {
        (file, first) = try Self.open(path)
        context = first.starts(with: Self.magic) ? ZSTD_createDCtx() : nil
    }

    private static func open(_ path: String) throws(Failure) -> (FileHandle, Data) {
        do {
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            return (file, try file.read(upToCount: pieceLength) ?? Data())
        } catch { throw Failure(description: "The file can't be read.") }
    }

    deinit {
        if let context { ZSTD_freeDCtx(context) }
        try? file.close()
    }

    /// Calls `body` with each line that is not empty, and its number from 1.
    ///
    /// The end of a compressed file may be missing, because the run that wrote it was ended: the lines before it are read.
    /// - Throws: ``Failure`` if the file is damaged or cannot be read on, or the error of `body`.
    package consuming func read(_ body: (_ number: Int, _ line: String) throws -> Void) throws {
        var number = 0
        var piece = first
        while !piece.isEmpty {
            if let context {
                try decompress(piece, context, &number, body)
            } else {
                try add([UInt8](piece)[...], &number, body)
            }
            do { piece = try file.read(upToCount: Self.pieceLength) ?? Data() } catch {
                throw Failure(description: "The file can't be read on.")
            }
        }
        if !line.isEmpty || isTooLong { try end(&number, body) }
    }

    private mutating func decompress(
        _ piece: Data, _ context: OpaquePointer, _ number: inout Int, _ body: (Int, String) throws -> Void
    ) throws {
        let source = [UInt8](piece)
        var target = [UInt8](repeating: 0, count: Self.pieceLength)
        var consumed = 0
        var written = 0
        sizes.packed += source.count
        // What is left in the decompressor is read, too, if the target was full.
        repeat {
            let status = source.withUnsafeBytes { source in
                target.withUnsafeMutableBytes { target in
                    var input = ZSTD_inBuffer(src: source.baseAddress, size: source.count, pos: consumed)
                    var output = ZSTD_outBuffer(dst: target.baseAddress, size: target.count, pos: 0)
                    let status = ZSTD_decompressStream(context, &output, &input)
                    (consumed, written) = (input.pos, output.pos)
                    return status
                }
            }
            guard ZSTD_isError(status) == 0 else { throw Failure(description: String(cString: ZSTD_getErrorName(status))) }
            sizes.unpacked += written
            guard sizes.unpacked < Self.maximumUnpacked || sizes.unpacked / Self.maximumRatio < sizes.packed else {
                throw Failure(description: "It expands to more than \(Self.maximumRatio) times its size.")
            }
            try add(target[..<written], &number, body)
        } while consumed < source.count || written == target.count
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>, _ number: inout Int, _ body: (Int, String) throws -> Void) throws {
        var rest = bytes
        while let newline = rest.firstIndex(of: 0x0A) {
            append(rest[..<newline])
            try end(&number, body)
            rest = rest[(newline + 1)...]
        }
        append(rest)
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) {
        if line.count + bytes.count > Self.maximumLength {
            line = []
            isTooLong = true
        } else if !isTooLong {
            line += bytes
        }
    }

    private mutating func end(_ number: inout Int, _ body: (Int, String) throws -> Void) throws {
        number += 1
        if !line.isEmpty { try body(number, String(decoding: line, as: UTF8.self)) }
        line.removeAll(keepingCapacity: true)
        isTooLong = false
    }
}
