import Foundation
import Playhead
import PlayheadTransport

extension PlayerItem {
    /// The texts and the artwork for lock screens: those for now-playing, those for views, and those of the media, in this order.
    var nowPlayingInfo: NowPlayingInfo {
        var info = nowPlaying
        info.title = [info.title, song?.title, title, media?.title].first(where: isText) ?? nil
        info.artist = [info.artist, song?.artist, song == nil ? media?.artist : nil].first(where: isText) ?? nil
        info.album = [info.album, song == nil ? media?.album : nil].first(where: isText) ?? nil
        if info.artwork == nil { info.artwork = image }
        return info
    }

    private func isText(_ text: String?) -> Bool { text?.allSatisfy(\.isWhitespace) == false }

    /// The image file of the cover in the media; `nil` without a cover, or if the item is not open.
    var embeddedArtwork: [UInt8]? {
        guard case .loaded(let bytes) = asset.status(of: .artwork) else { return nil }
        return bytes
    }

    /// The file name; the host if the URL has no path.
    var fileName: String? {
        let name = url.titleName
        return name.isEmpty || name == "/" ? url.host : name
    }
}
