import PlayheadCore

/// The feedback over the picture about the last key: an icon, a text, and for the volume a level.
package struct KeyFeedback: Sendable, Equatable {
    /// The place over the picture.
    package enum Side: Sendable, Equatable {
        case left, middle, right
    }

    /// The icon; `nil` shows the text only.
    package var glyph: Glyph?
    /// The text.
    package var text = ""
    /// The level from 0 to 1; `nil` for keys without one.
    package var level: Double?
    /// The place.
    package var side = Side.middle
    /// The skipped seconds, which are added up while the same key is repeated.
    package private(set) var skipped = 0.0
    private var time = -Double.infinity

    /// The time for which feedback is shown, in seconds.
    package static let duration = 0.9

    /// Creates feedback with a text.
    package init(_ glyph: Glyph?, _ text: String = "", level: Double? = nil) { (self.glyph, self.text, self.level) = (glyph, text, level) }

    /// Creates the feedback about a skip.
    /// - Parameters:
    ///   - seconds: The skipped seconds, negative for skips back.
    ///   - last: The feedback that is shown now; skips in the same direction are added up.
    ///   - now: The current time in seconds.
    package init(skip seconds: Double, after last: KeyFeedback?, at now: Double) {
        let isRepeated = last.map { now < $0.time + Self.duration && $0.skipped * seconds > 0 } ?? false
        skipped = seconds + (isRepeated ? last?.skipped ?? 0 : 0)
        time = now
        glyph = seconds < 0 ? .skipBack : .skipAhead
        side = seconds < 0 ? .left : .right
        text = "\(skipped < 0 ? "−" : "+")\(Int(saturating: abs(skipped))) s"
    }

    /// Creates the feedback about a key, from the facts after its action; `nil` if the controls themselves show the effect.
    package init?(_ key: ControlKey, _ facts: ControlBarFacts) {
        switch key {
        case .toggle: self.init(facts.intendsToPlay ? .play : .pause)
        case .mute, .volume: self.init(volume: facts)
        case .faster, .slower: self.init(.speed, TimeText.rate(facts.rate))
        case .share: self.init(nil, BarText.clock(facts.position))
        case .live: self.init(.next, facts.timeline.kind == .onDemand ? "End" : "Live")
        case .captions:
            let track = facts.media.flatMap { media in media.captionsTracks.first { $0.index == media.currentCaptionsTrack } }
            guard let track, let media = facts.media, media.captionsTracks.count > 1 else { return nil }
            self.init(.captions, track.index == 0 ? "Captions off" : track.name)
        case .fullscreen, .leaveFullscreen, .previous, .next, .skip, .step, .chapter, .loop, .screenshot: return nil
        }
    }

    private init(volume facts: ControlBarFacts) {
        let level = facts.isMuted ? 0 : min(max(facts.volume, 0), 1)
        self.init(ControlBarModel.VolumeSymbol(level: level).glyph, facts.isMuted ? "Muted" : BarText.percent(level), level: level)
    }
}
