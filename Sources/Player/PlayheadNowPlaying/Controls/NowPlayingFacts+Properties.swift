import Foundation
import Playhead

extension NowPlayingFacts {
    /// The title while an ad plays.
    static let advertisementTitle = "Advertisement"
    /// The track id without a track.
    static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"
    private static let trackRoot = "/org/playhead/track/"
    /// The maximum length of a text on a lock screen.
    private static let maximumTextLength = 1024

    /// The playback status: in a break that of the ad, because the content's state does not change when an ad is paused or resumed.
    var playback: MPRISPlayback {
        guard isInAdBreak else { return MPRISPlayback(state, playerState) }
        return intendsToPlay ? .playing : .paused
    }

    // MARK: What is allowed

    private var hasItem: Bool { isActive && item != nil }

    /// Whether the player can play: true in every state with an item.
    var canPlay: Bool { hasItem }

    var canPause: Bool { hasItem }

    /// Whether there is a next item: false for single items and in ads. The first item follows the last.
    var canGoNext: Bool { hasItem && !isAdvertisement && (item?.count ?? 0) > 1 }

    /// Whether there is a previous item: false for single items, in ads, and on the first item.
    var canGoPrevious: Bool { canGoNext && (item?.index ?? 0) > 0 }

    /// Whether the media is seekable: false in ads and in live streams without a window. DVR supports only relative seeks, because there is
    /// no absolute position.
    var canSeek: Bool { hasItem && !isAdvertisement && (length != nil || kind == .dvr) }

    // MARK: What is shown

    /// The track id, which distinguishes the track that a client means from the current one.
    var trackID: String {
        guard let item else { return Self.noTrack }
        return Self.trackRoot + "\(item.number)" + (isAdvertisement ? "/advertisement" : "")
    }

    var title: String {
        if isAdvertisement { return Self.advertisementTitle }
        return Self.text(item?.info.title) ?? Self.text(defaults.title) ?? Self.text(item?.fileName) ?? applicationName
    }

    var artist: String? { isAdvertisement ? nil : Self.text(item?.info.artist) ?? Self.text(defaults.artist) }

    var album: String? { isAdvertisement ? nil : Self.text(item?.info.album) ?? Self.text(defaults.album) }

    var metadata: [BusField] {
        guard let item else { return [BusField("mpris:trackid", .path(Self.noTrack))] }
        var fields = [BusField("mpris:trackid", .path(trackID))]
        if let length { fields.append(BusField("mpris:length", .int64(Self.microseconds(length)))) }
        if let artworkFile, !isAdvertisement { fields.append(BusField("mpris:artUrl", .string(artworkFile.absoluteString))) }
        fields.append(BusField("xesam:title", .string(title)))
        if let artist { fields.append(BusField("xesam:artist", .strings([artist]))) }
        if let album { fields.append(BusField("xesam:album", .string(album))) }
        if let url = item.url, !isAdvertisement { fields.append(BusField("xesam:url", .string(url))) }
        return fields
    }

    /// The properties of both interfaces, without the position.
    var properties: MPRISProperties {
        var root = [
            BusField("CanQuit", .bool(canQuit)),
            BusField("CanRaise", .bool(canRaise)),
            BusField("CanSetFullscreen", .bool(canSetFullscreen)),
            BusField("Fullscreen", .bool(isFullscreen)),
            BusField("HasTrackList", .bool(false)),
            BusField("Identity", .string(applicationName)),
            BusField("SupportedUriSchemes", .strings(canOpen ? ["file", "http", "https"] : [])),
            BusField("SupportedMimeTypes", .strings(canOpen ? MPRISProperties.mimeTypes : [])),
        ]
        if let desktopEntry { root.append(BusField("DesktopEntry", .string(desktopEntry))) }
        return MPRISProperties(
            root: root,
            player: [
                BusField("PlaybackStatus", .string(playback.rawValue)),
                BusField("LoopStatus", .string(repeatMode.loopStatus)),
                BusField("Rate", .double(rate)),
                BusField("Shuffle", .bool(isShuffled)),
                BusField("Metadata", .map(metadata)),
                BusField("Volume", .double(isMuted ? 0 : volume)),
                BusField("MinimumRate", .double(PlaybackMachine.rates.lowerBound)),
                BusField("MaximumRate", .double(PlaybackMachine.rates.upperBound)),
                BusField("CanGoNext", .bool(canGoNext)),
                BusField("CanGoPrevious", .bool(canGoPrevious)),
                BusField("CanPlay", .bool(canPlay)),
                BusField("CanPause", .bool(canPause)),
                BusField("CanSeek", .bool(canSeek)),
                BusField("CanControl", .bool(true)),
            ])
    }

    /// Converts seconds to microseconds; NaN becomes 0.
    static func microseconds(_ seconds: Double) -> Int64 {
        let million = 1_000_000.0
        return Int64(exactly: (seconds * million).rounded()) ?? 0
    }

    /// Returns a text on one line that is valid on the bus; `nil` if nothing remains.
    private static func text(_ text: String?) -> String? {
        guard let text else { return nil }
        let clean = SafeText.clean(text, limit: maximumTextLength).trimmingCharacters(in: .whitespaces)
        return clean.isEmpty ? nil : clean
    }
}

extension RepeatMode {
    /// The `LoopStatus` of MPRIS.
    var loopStatus: String {
        switch self {
        case .off: "None"
        case .item: "Track"
        case .list: "Playlist"
        }
    }

    /// Returns the mode of a `LoopStatus`; `nil` for an invalid one.
    init?(loopStatus: String) {
        guard let mode = Self.allCases.first(where: { $0.loopStatus == loopStatus }) else { return nil }
        self = mode
    }
}

/// The properties of both MPRIS interfaces, without the position.
struct MPRISProperties: Sendable, Equatable {
    /// The properties of `org.mpris.MediaPlayer2`.
    var root: [BusField] = []
    /// The properties of `org.mpris.MediaPlayer2.Player`.
    var player: [BusField] = []

    /// The media types that `OpenUri` accepts.
    static let mimeTypes = [
        "application/dash+xml", "application/vnd.apple.mpegurl", "application/x-mpegurl", "audio/aac", "audio/flac", "audio/mp4",
        "audio/mpeg", "audio/ogg",
        "video/mp2t", "video/mp4", "video/webm", "video/x-matroska",
    ]

    /// Returns the properties of `new` that are absent from `old` or differ. `CanControl` never changes.
    static func changes(from old: [BusField], to new: [BusField]) -> [BusField] {
        new.filter { field in !old.contains(field) }
    }
}
