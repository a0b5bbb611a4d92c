import Foundation

@testable import PlayheadOrigin
@testable import PlayheadSamples

/// Generated streams, kept in the package's build folder from one run to the next.
enum Samples {
    /// Whether the commands are available; tests that need them are skipped with a message otherwise.
    static let areThere: Bool = {
        let found = (try? Tool("ffmpeg")) != nil && (try? Tool("ffprobe")) != nil
        if !found { print("ffmpeg and ffprobe are not in PATH: tests of generated samples are skipped") }
        return found
    }()

    static let folder: URL = {
        let package = URL(fileURLWithPath: #filePath).pathComponents.dropLast(4)
        return URL(fileURLWithPath: NSString.path(withComponents: Array(package))).appendingPathComponent(".build/samples")
    }()

    private static let streams = SampleStreams(cache: folder)

    /// Whether no command can be started, as under valgrind: the samples of an earlier run are used.
    static let areRemembered = ProcessInfo.processInfo.environment["PLAYHEAD_REMEMBERED_SAMPLES"] != nil

    static func url(_ recipe: SampleRecipe) async throws -> URL {
        let note = folder.appendingPathComponent("ffmpeg-tests-\(SeededBytes(seed: 0, text: "\(recipe)").seed).path")
        if areRemembered { return URL(fileURLWithPath: try String(contentsOf: note, encoding: .utf8)) }
        let url = try await streams.url(of: recipe)
        try Data(url.path.utf8).write(to: note, options: .atomic)
        return url
    }

    static func bytes(_ recipe: SampleRecipe) async throws -> [UInt8] { try [UInt8](Data(contentsOf: try await url(recipe))) }

    /// Returns one second of a format, for operations that are repeated hundreds of times.
    static func short(_ format: SampleFormat) async throws -> [UInt8] {
        try await bytes(SampleRecipe(.file(format), duration: 1, width: 160, height: 90))
    }

    /// Returns a file without a recipe, made by `ffmpeg` with arguments that precede its name.
    static func custom(_ name: String, _ arguments: [String]) async throws -> URL {
        let file = folder.appendingPathComponent("ffmpeg-tests-\(name)")
        if FileManager.default.fileExists(atPath: file.path) { return file }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let draft = "\(UUID().uuidString)-\(name)"
        try await Tool("ffmpeg").run(["-nostdin", "-loglevel", "error", "-y"] + arguments + ["-bitexact", draft], in: folder)
        // Another process may have made the file meanwhile, which is equivalent.
        try? FileManager.default.moveItem(at: folder.appendingPathComponent(draft), to: file)
        try? FileManager.default.removeItem(at: folder.appendingPathComponent(draft))
        return file
    }
}
