import Foundation
import PlayheadCaptions
import PlayheadCore
import PlayheadTransport

extension Player {
    /// Returns the chapters of the current item, in order: those of its chapters track (``ItemTrack/Kind/chapters``), or else of its file
    /// (``AssetProperty/chapters``). The track is loaded once, with the options of the item's requests.
    /// - Returns: The chapters; empty without such a track if the file has no chapters or is not open yet.
    /// - Throws: ``PlaybackError`` if the track failed to load.
    public func chapters() async throws -> [Chapter] {
        guard let item = currentItem else { return [] }
        guard item.entry.tracks.contains(where: { $0.kind == .chapters }) else {
            if case .loaded(let chapters) = item.asset.status(of: .chapters) { return chapters }
            return []
        }
        let chapters = try await entries(.chapters, of: item, in: item.chapters) { cue, _ in Chapter(cue) }
        return chapters.sorted { $0.range.start < $1.range.start }
    }

    /// Returns the picture of the thumbnails track (``ItemTrack/Kind/thumbnails``) for a position; the view loads and crops the picture.
    ///
    /// The track is loaded once, with the options of the item's requests.
    /// - Parameter position: The position in seconds, as in ``position``.
    /// - Returns: The reference; `nil` without such a track, or if the track has no entry for this position.
    /// - Throws: ``PlaybackError`` if the track failed to load.
    public func thumbnailReference(at position: Double) async throws -> ThumbnailReference? {
        guard let item = currentItem else { return nil }
        guard position.isFinite else { throw PlaybackError(.invalidValue, underlying: "\(position) is not a valid position.") }
        let time = timeline.playbackTime(at: position)
        let references = try await entries(.thumbnails, of: item, in: item.thumbnails) { ThumbnailReference($0, from: $1) }
        return references.last { $0.range.contains(time) }
    }

    /// Returns the entries of a track beside an item, loaded with the options of the item's requests; empty without such a track. `make`
    /// creates an entry from a cue and the URL of the file; `nil` omits the cue.
    /// - Throws: ``PlaybackError`` if the track failed to load.
    func entries<Entry: Sendable>(
        _ kind: ItemTrack.Kind, of item: PlayerItem, in side: SideTrack<Entry>, _ make: @escaping @Sendable (CaptionCue, URL) -> Entry?
    ) async throws -> [Entry] {
        guard let url = item.entry.tracks.first(where: { $0.kind == kind })?.url else { return [] }
        let home = item.asset.url
        let options = item.entry.assetOptions(at: home, over: configuration.network.assetOptions)
        let loader = await session.loader(for: url, options)
        let limit = LoadKind.captions.maximumBytes
        do {
            return try await side.entries {
                let request = options.requestOptions.bound(to: home).request(url, for: .sideTrack)
                let (response, bytes) = try await loader.loadWhole(request, upTo: limit)
                return try WebVTTParser.parse(bytes).cues.compactMap { make($0, response.url) }
            }
        } catch let error as LoadError {
            throw PlaybackError(error, severity: .warning)
        } catch let error as WebVTTError {
            throw PlaybackError(.captionsInvalid, severity: .warning, url: url.withoutSecrets, underlying: "\(error)")
        }
    }
}
