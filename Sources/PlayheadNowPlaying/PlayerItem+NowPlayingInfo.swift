import Foundation
import Playhead

extension PlayerItem {
    /// The texts and the artwork for lock screens: those that were given for them, those for views, and those of the media.
    var nowPlayingInfo: NowPlayingInfo {
        var info = nowPlaying
        info.title = [info.title, title, media?.title].first(where: isText) ?? nil
        info.artist = [info.artist, media?.artist].first(where: isText) ?? nil
        if info.artwork == nil { info.artwork = image }
        return info
    }

    private func isText(_ text: String?) -> Bool { text?.allSatisfy(\.isWhitespace) == false }

    /// The name of the file; of a URL without a path the host.
    var fileName: String? {
        let name = url.lastPathComponent
        return name.isEmpty || name == "/" ? url.host : name
    }
}
