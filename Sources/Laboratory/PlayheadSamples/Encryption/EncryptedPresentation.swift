import Foundation
import PlayheadOrigin

/// Encrypted forms of clear HLS presentations, for tests.
///
/// The key changes with every second segment. For the first key and all at even indexes, the playlist contains the initialization vector;
/// for the others it is the media sequence number, which starts with 7. The keys are stored beside the segments as `key0.bin` and so on.
package struct EncryptedPresentation: Sendable {
    /// The method in the playlist.
    package enum Method: String, Sendable, CaseIterable {
        /// Encrypts whole segments.
        case aes128 = "AES-128"
        /// Encrypts whole segments, with keys of 32 bytes.
        case aes256 = "AES-256"
        /// Encrypts whole segments in counter mode, with keys of 32 bytes.
        case aes256CTR = "AES-256-CTR"
        /// Encrypts samples; in fragmented MP4 with `cbcs`.
        case sampleAES = "SAMPLE-AES"
        /// Encrypts samples of fragmented MP4 with `cenc`.
        case sampleAESCTR = "SAMPLE-AES-CTR"
    }

    private static let firstNumber = 7
    private static let segmentsPerKey = 2

    private let method: Method
    private let source: URL
    private let folder: URL
    /// The initialization vector, the same for all fragments because fragmented MP4 stores it in the initialization section.
    private let vector: [UInt8] = (0..<16).map { 0xF0 &+ UInt8($0) }

    /// Encrypts a presentation.
    ///
    /// - Parameters:
    ///   - method: The method of encryption.
    ///   - playlist: The media playlist, whose segments must be whole files, as in the samples.
    ///   - folder: The folder for the encrypted presentation; its playlist is `main.m3u8`.
    /// - Returns: The encrypted playlist.
    /// - Throws: The system's error if a file can't be read or written, or the error of a cipher.
    package static func make(_ method: Method, of playlist: URL, in folder: URL) throws -> URL {
        try EncryptedPresentation(method: method, source: playlist.deletingLastPathComponent(), folder: folder)
            .make(try String(contentsOf: playlist, encoding: .utf8))
    }

    private init(method: Method, source: URL, folder: URL) {
        self.method = method
        self.source = source
        self.folder = folder
    }

    private func make(_ playlist: String) throws -> URL {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var lines: [String] = []
        var map: String?
        var count = 0
        for line in playlist.split(whereSeparator: \.isNewline).map(String.init) {
            if line.hasPrefix("#EXT-X-MEDIA-SEQUENCE") {
                lines.append("#EXT-X-MEDIA-SEQUENCE:\(Self.firstNumber)")
            } else if line.hasPrefix("#EXT-X-MAP") {
                map = line.split(separator: "\"").dropFirst().first.map(String.init)
                lines += [try keyLine(0), line]
            } else if line.hasPrefix("#EXTINF") {
                if count % Self.segmentsPerKey == 0 { lines.append(try keyLine(count / Self.segmentsPerKey)) }
                lines.append(line)
            } else if line.hasPrefix("#") {
                lines.append(line)
            } else {
                try write(line, number: count, map: map)
                count += 1
                lines.append(line)
            }
        }
        if let map, let content = try? read(map) { try write(try section(content), as: map) }
        let result = folder.appendingPathComponent("main.m3u8")
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: result)
        return result
    }

    private func read(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: source.appendingPathComponent(name))) }
    private func write(_ bytes: [UInt8], as name: String) throws { try Data(bytes).write(to: folder.appendingPathComponent(name)) }

    // MARK: Keys

    private func key(_ number: Int) -> [UInt8] {
        let size = method == .aes256 || method == .aes256CTR ? 32 : 16
        return SeededBytes(seed: UInt64(number) + 1).bytes(in: 0..<size)
    }

    private func keyLine(_ number: Int) throws -> String {
        let name = "key\(number).bin"
        try write(key(number), as: name)
        let written = number % 2 == 0 ? ",IV=0x\(EncryptedSamples.hexadecimal(vector))" : ""
        return "#EXT-X-KEY:METHOD=\(method.rawValue),URI=\"\(name)\"\(written)"
    }

    private func vector(ofSegment number: Int) -> [UInt8] {
        if number / Self.segmentsPerKey % 2 == 0 { return vector }
        return [UInt8](repeating: 0, count: 15) + [UInt8(Self.firstNumber + number)]
    }

    // MARK: Segments

    private func write(_ name: String, number: Int, map: String?) throws {
        let clear = try read(name)
        let key = key(number / Self.segmentsPerKey)
        let secret: [UInt8]
        switch method {
        case .aes128, .aes256, .aes256CTR: secret = try whole(clear, key: key, vector: vector(ofSegment: number))
        case .sampleAES where map == nil:
            let encryptor = SampleEncryptor(key: key, vector: vector(ofSegment: number))
            if clear.first == 0x47 {
                var writer = TransportEncryptor(encryptor)
                secret = try writer.encrypt(clear)
            } else {
                let tag = PackedAudio.timestampTag(0).count
                secret = clear[..<tag] + (try encryptor.adts(Array(clear[tag...])))
            }
        case .sampleAES, .sampleAESCTR:
            var encryptor = fragments(key: key)
            if let map { _ = try encryptor.encrypt(try read(map)) }
            secret = try encryptor.encrypt(clear)
        }
        try write(secret, as: name)
    }

    private func section(_ clear: [UInt8]) throws -> [UInt8] {
        switch method {
        case .aes128, .aes256, .aes256CTR: return try whole(clear, key: key(0), vector: vector)
        case .sampleAES, .sampleAESCTR:
            var encryptor = fragments(key: key(0))
            return try encryptor.encrypt(clear)
        }
    }

    private func fragments(key: [UInt8]) -> CommonEncryptor {
        method == .sampleAES
            ? CommonEncryptor(.cbcs, key: key, vector: vector) : CommonEncryptor(.cenc, key: key, vector: Array(vector[..<8]))
    }

    private func whole(_ clear: [UInt8], key: [UInt8], vector: [UInt8]) throws -> [UInt8] {
        let encryptor = SegmentEncryptor(key: key, vector: vector)
        return method == .aes256CTR ? try encryptor.counted(clear) : try encryptor.chained(clear)
    }
}
