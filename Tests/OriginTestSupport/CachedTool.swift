import CZlib
import Foundation
import PlayheadOrigin
import TestSupport

@testable import PlayheadSamples

/// `ffmpeg` or `ffprobe`, whose results are kept in the package's build folder from one run of the tests to the next.
///
/// A result depends on the executable, the arguments, the files in the folder, and the files that arguments name by absolute paths, with what
/// is beside playlists and manifests. A command that reads anything else, as a URL, is run again each time.
package struct CachedTool: Sendable {
    private let tool: Tool

    private static let cache: URL = {
        let package = URL(fileURLWithPath: #filePath).pathComponents.dropLast(3)
        return URL(fileURLWithPath: NSString.path(withComponents: Array(package))).appending(path: ".build/samples/results")
    }()

    /// Finds the command.
    /// - Throws: `SampleStreamError.toolNotFound`.
    package init(_ name: String) throws { tool = try Tool(name) }

    /// Runs the command in a folder, or copies there what it wrote before.
    /// - Returns: Its standard output.
    /// - Throws: What `Tool.run` throws, or the errors of the file system.
    @discardableResult
    package func run(_ arguments: [String], in folder: URL) async throws -> String {
        if arguments.contains(where: { $0.contains("://") }) { return try await tool.run(arguments, in: folder) }
        let before = try Self.contents(of: folder)
        let key = try ([tool.identity] + arguments.map { try Self.fact(of: $0, in: folder) } + before.map { "\($0) \($1)" }.sorted())
            .joined(separator: "\n")
        let result = Self.cache.appending(path: String(SeededBytes(seed: 0, text: key).seed, radix: 16))
        if let output = try? String(contentsOf: result.appending(path: "output"), encoding: .utf8) {
            for name in try FileManager.default.subpathsOfDirectory(atPath: result.appending(path: "files").path) {
                try Self.copy(name, from: result.appending(path: "files"), to: folder)
            }
            return output
        }
        let output = try await tool.run(arguments, in: folder)
        let draft = Self.cache.appending(path: ".\(UUID().uuidString)")
        let files = draft.appending(path: "files")
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: draft) }
        for (name, content) in try Self.contents(of: folder) where before[name] != content { try Self.copy(name, from: folder, to: files) }
        try output.write(to: draft.appending(path: "output"), atomically: false, encoding: .utf8)
        // Another process may have made the result meanwhile, which is equivalent.
        try? FileManager.default.moveItem(at: draft, to: result)
        return output
    }

    /// Runs the command in an empty folder.
    package func run(_ arguments: [String]) async throws -> String {
        try await withTemporaryFolder { try await run(arguments, in: $0) }
    }

    /// Returns an argument without the path of the folder, and with the content of the file that it names elsewhere.
    private static func fact(of argument: String, in folder: URL) throws -> String {
        let file = URL(fileURLWithPath: argument)
        guard argument.hasPrefix("/"), !argument.hasPrefix(folder.path), FileManager.default.fileExists(atPath: argument) else {
            return argument.replacing(folder.path, with: ".")
        }
        let isList = ["m3u8", "mpd"].contains(file.pathExtension)
        let parts = isList ? try contents(of: file.deletingLastPathComponent()) : [:]
        return try "\(file.lastPathComponent) \(content(of: file)) \(parts.map { "\($0) \($1)" }.sorted())"
    }

    /// Returns the sizes and checksums of the files in a folder, by their relative paths.
    private static func contents(of folder: URL) throws -> [String: String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: folder.appending(path: name).path, isDirectory: &isFolder) && !isFolder.boolValue
        }
        return try Dictionary(uniqueKeysWithValues: names.map { ($0, try content(of: folder.appending(path: $0))) })
    }

    private static func content(of file: URL) throws -> String {
        let data = try Data(contentsOf: file, options: .alwaysMapped)
        let sum = data.withUnsafeBytes { crc32_z(0, $0.baseAddress?.assumingMemoryBound(to: UInt8.self), $0.count) }
        return "\(data.count) \(sum)"
    }

    private static func copy(_ name: String, from source: URL, to folder: URL) throws {
        let (file, copy) = (source.appending(path: name), folder.appending(path: name))
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
        guard !isFolder.boolValue else { return }
        try FileManager.default.createDirectory(at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? FileManager.default.removeItem(at: copy)
        try FileManager.default.copyItem(at: file, to: copy)
    }
}
