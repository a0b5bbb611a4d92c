import Foundation
import Synchronization

/// A presentation on air together with its files: gives bytes.
package struct LiveBroadcast: Sendable {
    /// What is on air.
    package let presentation: LivePresentation
    /// The files that it consists of.
    package let folder: MediaFolder
    private let initializations = InitializationCache()

    /// Puts a presentation on air.
    package init(_ presentation: LivePresentation, folder: MediaFolder) {
        self.presentation = presentation
        self.folder = folder
    }

    /// Puts the recording of a folder on air.
    ///
    /// - Parameters:
    ///   - url: The folder, or the playlist to begin with.
    ///   - options: How it is broadcast.
    ///   - faults: What goes wrong.
    ///   - isKept: Whether what was read once stays in memory.
    /// - Throws: ``RecordedPresentationError``, ``OriginError``.
    package init(of url: URL, options: LiveOptions = LiveOptions(), faults: [LiveFault] = [], isKept: Bool = false) throws {
        let isPlaylist = url.pathExtension == "m3u8"
        let root = isPlaylist ? url.deletingLastPathComponent() : url
        let folder = try MediaFolder(root, isKept: isKept)
        let entry = isPlaylist ? url.lastPathComponent : try Self.entry(in: root)
        let recording = try RecordedPresentation(entry: entry, in: folder, hasParts: options.parts != nil)
        self.init(try LivePresentation(recording, options: options, faults: faults), folder: folder)
    }

    /// The path of the playlist to open.
    package var entry: String { presentation.recording.entry }

    /// The playlist to begin with: the only one in a folder, or the multivariant one.
    private static func entry(in folder: URL) throws -> String {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".m3u8") }.sorted()
        let multivariant = names.filter { name in
            let text = try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            return text?.contains("#EXT-X-STREAM-INF") ?? false
        }
        let found = multivariant.isEmpty ? names : multivariant
        guard let name = found.first else { throw RecordedPresentationError.missing("a playlist (.m3u8)") }
        guard found.count == 1 || name == "main.m3u8" || found.contains("main.m3u8") else {
            throw RecordedPresentationError.unusable(folder.lastPathComponent, "it has several playlists: name the one to begin with")
        }
        return found.contains("main.m3u8") ? "main.m3u8" : name
    }

    /// The bytes that a presentation's answer stands for.
    ///
    /// - Returns: Nil if the file is not there.
    func bytes(of media: LiveMedia) -> [UInt8]? {
        guard var bytes = folder.bytes(media.path, media.range) else { return nil }
        if media.pass > 0, let slice = media.initialization,
            let initialization = initializations.boxes(slice, read: { folder.bytes(slice.path, slice.range) })
        {
            Restamp(initialization: initialization)
                .apply(to: &bytes, microseconds: media.pass * media.passDuration, number: media.ordinal + 1)
        }
        return bytes
    }
}

private final class InitializationCache: Sendable {
    private let boxes = Mutex<[LiveMedia.InitializationSlice: InitializationBoxes]>([:])

    func boxes(_ slice: LiveMedia.InitializationSlice, read: () -> [UInt8]?) -> InitializationBoxes? {
        boxes.withLock { boxes in
            if let known = boxes[slice] { return known }
            let found = read().map(InitializationBoxes.init)
            boxes[slice] = found
            return found
        }
    }
}
