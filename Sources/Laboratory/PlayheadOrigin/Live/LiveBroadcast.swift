import Foundation
import Synchronization

/// A presentation on air together with its files, which provides bytes.
package struct LiveBroadcast: Sendable {
    /// The presentation on air.
    package let presentation: LivePresentation
    /// The files of the presentation.
    package let folder: MediaFolder
    private let initializations = InitializationCache()

    /// Creates a broadcast of a presentation.
    package init(_ presentation: LivePresentation, folder: MediaFolder) {
        self.presentation = presentation
        self.folder = folder
    }

    /// Creates a broadcast of the recording in a folder.
    ///
    /// - Parameters:
    ///   - url: The folder, or the playlist to open first.
    ///   - options: The options of the broadcast.
    ///   - faults: The faults to inject.
    ///   - isKept: Whether files stay in memory once read.
    /// - Throws: ``RecordedPresentationError``, ``OriginError``.
    package init(of url: URL, options: LiveOptions = LiveOptions(), faults: [LiveFault] = [], isKept: Bool = false) throws {
        let isPlaylist = url.pathExtension == "m3u8"
        let root = isPlaylist ? url.deletingLastPathComponent() : url
        let folder = try MediaFolder(root, isKept: isKept)
        let entry = isPlaylist ? url.lastPathComponent : try Self.entry(in: root)
        let recording = try RecordedPresentation(entry: entry, in: folder, hasParts: options.parts != nil, hasManifest: options.hasManifest)
        self.init(try LivePresentation(recording, options: options, faults: faults), folder: folder)
    }

    /// The path of the manifest or playlist to open.
    package var entry: String {
        presentation.options.hasManifest ? presentation.recording.manifestPath : presentation.recording.entry
    }

    /// Returns the playlist to open first: `main.m3u8`, the only multivariant playlist, or the only playlist of the folder.
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

    /// Returns the bytes that an answer refers to.
    ///
    /// - Returns: The bytes; nil if the file does not exist.
    package func bytes(of media: LiveMedia) -> [UInt8]? {
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
