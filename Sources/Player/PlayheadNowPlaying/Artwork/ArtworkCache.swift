import Foundation
import PlayheadTransport

/// A cache of artwork in local files, which every desktop can read. Files are valid for a day, and the total size is bounded.
struct ArtworkCache: Sendable {
    /// An artwork that is not usable.
    struct Unusable: Error, Equatable {
        let reason: String
    }

    let folder: URL
    /// The maximum size of an image, in bytes.
    var largestFile = 4 << 20
    /// The maximum total size in bytes; the oldest files are removed first.
    var largestFolder = 32 << 20
    /// The time for which an image is used before it is loaded again, in seconds.
    var lifetime = 86_400.0

    /// The cache folder of the user.
    static func userFolder(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> URL {
        // Relative paths are ignored, as the XDG Base Directory Specification requires.
        let given = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
        let home = environment["HOME"].map { URL(fileURLWithPath: $0) } ?? FileManager.default.homeDirectoryForCurrentUser
        return (given ?? home.appendingPathComponent(".cache")).appendingPathComponent("playhead/artwork")
    }

    /// Returns the local file of an image, after loading the image if necessary. `now` is the time in seconds since 1970.
    /// - Throws: ``Unusable``, ``LoadError``, `CancellationError`, or an error of the file system.
    func file(for artwork: Artwork, now: Double, loader: any Loader) async throws -> URL {
        switch artwork {
        case .url(let url): try await file(for: url, now: now, loader: loader)
        case .embedded(let bytes): try file(of: bytes, now: now)
        }
    }

    private func file(of bytes: [UInt8], now: Double) throws -> URL {
        guard let format = ArtworkFormat(bytes) else { throw Unusable(reason: "the format of the picture is not supported") }
        let stem = Self.stem(of: bytes)
        return try kept(stem, now: now) ?? keep(bytes, as: "\(stem).\(format.rawValue)")
    }

    func file(for url: URL, now: Double, loader: any Loader) async throws -> URL {
        if url.isFileURL {
            if let reason = url.foreignFileReason { throw Unusable(reason: reason) }
            // The desktop would read a device without end, and wait for a pipe.
            let file = url.resolvingSymlinksInPath()
            guard (try? file.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true,
                FileManager.default.isReadableFile(atPath: file.path)
            else { throw Unusable(reason: "the file can't be read") }
            return url
        }
        guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
            throw Unusable(reason: "only http, https and file")
        }
        let stem = Self.stem(of: Array(url.absoluteString.utf8))
        if let kept = kept(stem, now: now) { return kept }
        let bytes = try await loader.loadWhole(LoadRequest(url: url, object: .image), upTo: largestFile).bytes
        guard let format = ArtworkFormat(bytes) else { throw Unusable(reason: "the format of the picture is not supported") }
        try Task.checkCancellation()
        return try keep(bytes, as: "\(stem).\(format.rawValue)")
    }

    /// Returns the name of a file, without the extension: two FNV-1a hashes, of the URL or the image forwards and backwards.
    static func stem(of bytes: [UInt8]) -> String {
        String(fnv1a(bytes), radix: 16) + "-" + String(fnv1a(bytes.reversed()), radix: 16)
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
            throw Unusable(reason: "\(file.path) is not a regular file")
        }
        // The write is atomic because other players may access the same file.
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
