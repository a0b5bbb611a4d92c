import Foundation
import PlayheadTransport

/// Artwork as local files, which every desktop can read: fetched once, kept for a day, and bounded in size.
struct ArtworkCache: Sendable {
    /// Why there is no artwork.
    struct Unusable: Error, Equatable {
        let reason: String
    }

    let folder: URL
    /// A larger picture is not taken, in bytes.
    var largestFile = 4 << 20
    /// What is kept in all, in bytes; the oldest go first.
    var largestFolder = 32 << 20
    /// How long a picture is used before it is fetched again, in seconds.
    var lifetime = 86_400.0

    /// Where the user's caches are.
    static func userFolder(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> URL {
        // XDG base directories: what isn't absolute is to be ignored.
        let given = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
        let home = environment["HOME"].map { URL(fileURLWithPath: $0) } ?? FileManager.default.homeDirectoryForCurrentUser
        return (given ?? home.appendingPathComponent(".cache")).appendingPathComponent("playhead/artwork")
    }

    /// The local file of a picture, fetched if need be.
    /// - Parameter now: Seconds since 1970.
    /// - Throws: ``Unusable``, ``LoadError``, `CancellationError`, or what the file system says.
    func file(for url: URL, now: Double, loader: any Loader) async throws -> URL {
        if url.isFileURL {
            guard FileManager.default.isReadableFile(atPath: url.path) else { throw Unusable(reason: "the file can't be read") }
            return url
        }
        guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
            throw Unusable(reason: "only http, https and file")
        }
        let stem = Self.stem(of: url)
        if let kept = kept(stem, now: now) { return kept }
        let bytes = try await loader.loadWhole(LoadRequest(url: url, kind: .media), upTo: largestFile).bytes
        guard let format = ArtworkFormat(bytes) else { throw Unusable(reason: "it is no picture that desktops show") }
        try Task.checkCancellation()
        return try keep(bytes, as: "\(stem).\(format.rawValue)")
    }

    /// The name of a URL's file, without its kind: two FNV-1a hashes, forwards and backwards.
    static func stem(of url: URL) -> String {
        let bytes = Array(url.absoluteString.utf8)
        return String(fnv1a(bytes), radix: 16) + "-" + String(fnv1a(bytes.reversed()), radix: 16)
    }

    private static func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
        let (basis, prime): (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x100_0000_01B3)
        return bytes.reduce(basis) { ($0 ^ UInt64($1)) &* prime }
    }

    private func kept(_ stem: String, now: Double) -> URL? {
        for format in ArtworkFormat.allCases {
            let file = folder.appendingPathComponent("\(stem).\(format.rawValue)")
            let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
            guard let written = attributes?[.modificationDate] as? Date else { continue }
            if abs(now - written.timeIntervalSince1970) < lifetime { return file }
        }
        return nil
    }

    private func keep(_ bytes: [UInt8], as name: String) throws -> URL {
        let files = FileManager.default
        try files.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let file = folder.appendingPathComponent(name)
        if let type = try? files.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType, type != .typeRegular {
            throw Unusable(reason: "\(file.path) is no regular file")
        }
        // Other players may read or write the same one.
        try Data(bytes).write(to: file, options: .atomic)
        makeRoom(besides: name)
        return file
    }

    private func makeRoom(besides newest: String) {
        let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey, .isRegularFileKey]
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: Array(keys))) ?? []
        var entries = files.compactMap { file -> (file: URL, size: Int, written: Date)? in
            guard let values = try? file.resourceValues(forKeys: keys), values.isRegularFile == true else { return nil }
            return (file, values.fileSize ?? 0, values.contentModificationDate ?? .distantPast)
        }
        entries.sort { $0.written < $1.written }
        var size = entries.reduce(0) { $0 + $1.size }
        for entry in entries where size > largestFolder && entry.file.lastPathComponent != newest {
            try? FileManager.default.removeItem(at: entry.file)
            size -= entry.size
        }
    }
}
