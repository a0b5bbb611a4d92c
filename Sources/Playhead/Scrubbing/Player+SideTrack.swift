import Foundation
import PlayheadCaptions
import PlayheadCore
import PlayheadTransport

extension Player {
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
