import Playhead

extension PlayerItem {
    /// What is shown of it: what was given for lock screens, and else what a view shows.
    var nowPlayingInfo: NowPlayingInfo {
        var info = nowPlaying
        if info.title == nil { info.title = title }
        if info.artwork == nil { info.artwork = image }
        return info
    }
}
