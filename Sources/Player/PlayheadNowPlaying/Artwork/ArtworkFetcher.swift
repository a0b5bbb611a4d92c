import Foundation
import Playhead
import PlayheadTransport

/// Fetches one image at a time, and calls back when it is available. A failed image is not requested again while it stays current.
@MainActor
final class ArtworkFetcher {
    private let cache: ArtworkCache
    private let onFile: @MainActor () -> Void
    private var loader: URLLoader?
    private var artwork: Artwork?
    private var file: URL?
    private var fetching: Task<Void, Never>?

    init(folder: URL, onFile: @escaping @MainActor () -> Void) {
        cache = ArtworkCache(folder: folder)
        self.onFile = onFile
    }

    /// Returns the local file of an image if it is available; otherwise starts fetching the image.
    func file(for wanted: Artwork?) -> URL? {
        guard wanted != artwork else { return file }
        fetching?.cancel()
        artwork = wanted
        file = nil
        guard let wanted else { return nil }
        let loader = loader ?? URLLoader()
        self.loader = loader
        fetching = Task { [cache, weak self] in
            let found = try? await cache.file(for: wanted, now: Date().timeIntervalSince1970, loader: loader)
            guard !Task.isCancelled, let self, let found else { return }
            file = found
            onFile()
        }
        return nil
    }

    func close() {
        fetching?.cancel()
        guard let loader else { return }
        self.loader = nil
        Task { await loader.shutdown() }
    }
}

/// The picture of an item.
enum Artwork: Sendable, Equatable {
    /// A resource.
    case url(URL)
    /// The bytes of an image file, from inside the media.
    case embedded([UInt8])
}
