import Foundation
import PlayheadCaptions
import PlayheadCore
import PlayheadTransport

extension Player {
    /// What a track beside an item says, with what all requests of the item carry; nothing without such a track.
    /// - Parameter make: Makes an entry of a cue and the file's URL; `nil` leaves it out.
    /// - Throws: ``PlaybackError`` where the track can't be had.
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
                let request = options.requestOptions.bound(to: home).request(url, kind: .captions)
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
