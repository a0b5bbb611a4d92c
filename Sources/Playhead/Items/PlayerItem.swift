import Foundation
import Observation
import PlayheadCore
import PlayheadEngine
import PlayheadTransport

/// One thing to play: where it is, what its requests carry, and, once a player has it, how it is doing.
///
/// Register observers before giving it to a player: then they miss nothing.
@MainActor
@Observable
public final class PlayerItem {
    /// Whether the item can be played.
    public enum Status: String, Sendable, Hashable, CaseIterable {
        /// It was not opened yet.
        case unknown
        /// Its track model is built.
        case readyToPlay
        /// It can't be played; ``PlayerItem/error`` says why. It stays so: another try needs another item.
        case failed
    }

    /// Where the media is, as it was given: `?DVR` at its end marks a stream as DVR, and is not part of what is fetched.
    public let url: URL
    /// Whether it is played as DVR, however small its window.
    public let isDvr: Bool
    /// What a view shows, or `nil`.
    public let title: String?
    /// Further header fields of every request of this item; they win over the configuration's, name by name.
    public let headers: HeaderFields
    /// Cookies of every request of this item.
    public let cookies: [RequestCookie]
    /// Captions files beside the media.
    public let captions: [SidecarCaptions]

    /// Whether it can be played.
    public internal(set) var status = Status.unknown {
        willSet { observers.willChange(\PlayerItem.status, of: self, from: status, to: newValue) }
        didSet { observers.didChange(\PlayerItem.status, of: self, from: oldValue, to: status) }
    }
    /// Why it failed, or `nil`.
    public internal(set) var error: PlaybackError? {
        willSet { observers.willChange(\PlayerItem.error, of: self, from: error, to: newValue) }
        didSet { observers.didChange(\PlayerItem.error, of: self, from: oldValue, to: error) }
    }
    /// Its length in seconds; infinite for live, 0 until it is known. It stays known when the item is closed.
    public internal(set) var duration = 0.0 {
        willSet { observers.willChange(\PlayerItem.duration, of: self, from: duration, to: newValue) }
        didSet { observers.didChange(\PlayerItem.duration, of: self, from: oldValue, to: duration) }
    }
    /// What of it is loaded, in seconds; nothing while no player has it open.
    public internal(set) var loadedTimeRanges: [TimeRange] = [] {
        willSet { observers.willChange(\PlayerItem.loadedTimeRanges, of: self, from: loadedTimeRanges, to: newValue) }
        didSet { observers.didChange(\PlayerItem.loadedTimeRanges, of: self, from: oldValue, to: loadedTimeRanges) }
    }
    /// Its track model, from `readyToPlay` on.
    public internal(set) var media: MediaDescription? {
        willSet { observers.willChange(\PlayerItem.media, of: self, from: media, to: newValue) }
        didSet { observers.didChange(\PlayerItem.media, of: self, from: oldValue, to: media) }
    }

    /// What is fetched.
    @ObservationIgnored let fetchURL: URL
    @ObservationIgnored let observers = PropertyObservers<PlayerItem>()

    /// Makes an item.
    /// - Parameters:
    ///   - url: `http`, `https` or `file`; an HLS playlist or a media file.
    ///   - title: What a view shows.
    ///   - headers: Header fields of its requests.
    ///   - cookies: Cookies of its requests.
    ///   - captions: Captions files beside the media, WebVTT or SubRip; they come behind the stream's own tracks.
    ///   - isDvr: Whether a live stream is played as DVR, however small its window; the mark `?DVR` in the URL says the same.
    public init(
        url: URL, title: String? = nil, headers: HeaderFields = HeaderFields(), cookies: [RequestCookie] = [],
        captions: [SidecarCaptions] = [], isDvr: Bool = false
    ) {
        let marked = url.withoutDvrMark
        self.url = url
        fetchURL = marked.url
        self.isDvr = isDvr || marked.hadMark
        self.title = title
        self.headers = headers
        self.cookies = cookies
        self.captions = captions
    }

    /// What events say of it: no headers, cookies or credentials.
    public var description: ItemDescription { ItemDescription(url: url.withoutSecrets, title: title, isDvr: isDvr) }

    func requestOptions(over base: RequestOptions) -> RequestOptions {
        var options = base
        for field in headers.fields { options.headers.remove(field.name) }
        for field in headers.fields { options.headers.append(field.name, field.value) }
        let own = Set(cookies.map(\.name))
        options.cookies = options.cookies.filter { !own.contains($0.name) } + cookies
        return options
    }
}
