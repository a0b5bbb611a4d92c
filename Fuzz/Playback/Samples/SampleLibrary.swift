import Foundation
import PlayheadSamples
import TestSupport

/// The input for mutations: small generated streams of every kind.
struct SampleLibrary: Sendable {
    /// The presentations of HLS and DASH.
    let presentations: [SamplePresentation]
    /// The media files.
    let files: [SamplePresentation]

    private static let size = (width: 160, height: 90)

    /// Creates the missing files in the folder, and reads all of them.
    static func load(cache: URL) async throws -> SampleLibrary {
        let streams = SampleStreams(cache: cache)
        var presentations: [SamplePresentation] = []
        for (name, layout) in layouts {
            let recipe = SampleRecipe(.hls(layout), duration: 4, width: size.width, height: size.height, preset: .superfast)
            let entry = try await streams.url(of: recipe)
            var presentation = try SamplePresentation(name: name, entry: entry)
            presentation.hasParts = layout.partDuration != nil
            presentations.append(presentation)
            if presentation.isFragmented { presentations.append(try presentation.asDASH()) }
            for method in methods(of: name) {
                let folder = cache.appendingPathComponent("encrypted-\(name)-\(method.rawValue)")
                let encrypted = folder.appendingPathComponent("main.m3u8")
                if !FileManager.default.fileExists(atPath: encrypted.path) {
                    _ = try EncryptedPresentation.make(method, of: entry, in: folder)
                }
                var secret = try SamplePresentation(name: "\(name) \(method.rawValue)", entry: encrypted)
                secret.isClear = false
                presentations.append(secret)
                if method == .sampleAESCTR { presentations.append(try presentation.asProtectedDASH(secret)) }
            }
        }
        presentations += presentations.filter { ["transport", "discontinuous", "wrapping"].contains($0.name) }.map { $0.withTimedID3 }
        var files: [SamplePresentation] = []
        for format in SampleFormat.allCases {
            let recipe = SampleRecipe(.file(format), duration: 3, width: size.width, height: size.height, bFrames: 2, preset: .superfast)
            files.append(try SamplePresentation(name: format.rawValue, entry: try await streams.url(of: recipe)))
        }
        files += presentations.filter { ["fragmented", "fragmented SAMPLE-AES", "fragmented SAMPLE-AES-CTR"].contains($0.name) }.map {
            fragmentedFile($0)
        }
        files.append(try await protectedFile(of: files.first { $0.name == "mp4" }, in: cache))
        files += files.filter { $0.entry.hasSuffix(".ts") }.map { $0.withTimedID3 }
        files += files.filter { $0.name == "mp3" }.map { $0.with(prefix: ID3Sample.tag, name: "mp3 with a tag") }
        return SampleLibrary(presentations: presentations, files: files)
    }

    private static let layouts: [(String, HLSLayout)] = [
        ("transport", HLSLayout(segments: .transportStream)),
        ("fragmented", HLSLayout(segments: .fragmentedMP4)),
        ("packed", HLSLayout(segments: .packedAudio)),
        ("ranges", HLSLayout(segments: .fragmentedMP4, isSingleFile: true)),
        ("transport ranges", HLSLayout(segments: .transportStream, isSingleFile: true)),
        ("discontinuous", HLSLayout(segments: .transportStream, hasDiscontinuity: true)),
        ("periods", HLSLayout(segments: .fragmentedMP4, hasDiscontinuity: true)),
        ("parts", HLSLayout(segments: .fragmentedMP4, partDuration: 0.5)),
        ("wrapping", HLSLayout(segments: .transportStream, timestampOffset: 95_441)),
        (
            "ladder",
            HLSLayout(
                segments: .fragmentedMP4,
                rungs: [
                    HLSLayout.Rung(width: 96, height: 54, bitrate: 60_000), HLSLayout.Rung(width: 160, height: 90, bitrate: 150_000),
                ], languages: ["en", "de"])
        ),
    ]

    private static func methods(of name: String) -> [EncryptedPresentation.Method] {
        switch name {
        case "transport": [.aes128, .sampleAES]
        case "fragmented": [.aes256CTR, .sampleAES, .sampleAESCTR]
        case "packed": [.sampleAES]
        default: []
        }
    }

    /// The key of files in Common Encryption, some of whose samples have another one.
    static let key = (id: "a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7", key: "000102030405060708090a0b0c0d0e0f")

    /// Returns a file in Common Encryption with sample tables.
    private static func protectedFile(of clear: SamplePresentation?, in cache: URL) async throws -> SamplePresentation {
        let folder = cache.appendingPathComponent("protected")
        let (source, result) = (folder.appendingPathComponent("clear.mp4"), folder.appendingPathComponent("file.mp4"))
        if !FileManager.default.fileExists(atPath: result.path) {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(clear?.files[clear?.entry ?? ""] ?? []).write(to: source)
            let encryption = ["-encryption_scheme", "cenc-aes-ctr", "-encryption_key", key.key, "-encryption_kid", key.id]
            try await Tool("ffmpeg").run(
                ["-v", "error", "-y", "-i", source.path, "-map", "0", "-c", "copy"] + encryption + [result.path], in: folder)
        }
        let bytes = [UInt8](try Data(contentsOf: result))
        return SamplePresentation(name: "protected mp4", entry: "file.mp4", files: ["file.mp4": bytes], isClear: false)
    }

    /// Returns the initialization section and the segments as one file.
    private static func fragmentedFile(_ presentation: SamplePresentation) -> SamplePresentation {
        let names = presentation.files.keys.filter { !SamplePresentation.isPlaylist($0) && !$0.hasSuffix(".bin") }.sorted()
        let ordered = names.filter { $0.contains("init") } + names.filter { !$0.contains("init") }
        let bytes = ordered.flatMap { presentation.files[$0] ?? [] }
        let name = "\(presentation.name) mp4"
        return SamplePresentation(name: name, entry: "file.mp4", files: ["file.mp4": bytes], isClear: presentation.isClear)
    }
}

extension SamplePresentation {
    fileprivate func with(prefix: [UInt8], name: String) -> SamplePresentation {
        SamplePresentation(name: name, entry: entry, files: files.mapValues { prefix + $0 })
    }

    /// The presentation with timed ID3 in its transport streams.
    fileprivate var withTimedID3: SamplePresentation {
        SamplePresentation(name: "\(name) with ID3", entry: entry, files: files.mapValues { TimedID3.added(to: $0, tag: ID3Sample.tag) })
    }
}
