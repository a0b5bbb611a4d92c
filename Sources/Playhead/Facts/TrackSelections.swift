import PlayheadCore

/// The selection of a quality level.
public enum QualitySelection: Sendable, Hashable {
    /// The player chooses for every segment.
    case automatic
    /// Always the level with this ``QualityLevel/index``, from 1.
    case level(Int)

    /// - Parameter index: The index in the events' lists, where 0 is "auto".
    init(index: Int) { self = index == 0 ? .automatic : .level(index) }

    /// The index in the events' lists.
    var index: Int { if case .level(let index) = self { index } else { 0 } }
}

/// The selection of a captions track.
public enum CaptionsSelection: Sendable, Hashable {
    /// No captions.
    case off
    /// The track with this ``MediaTrack/index``, from 1.
    case track(Int)

    /// - Parameter index: The index in the events' lists, where 0 is "off".
    init(index: Int) { self = index == 0 ? .off : .track(index) }

    /// The index in the events' lists.
    var index: Int { if case .track(let index) = self { index } else { 0 } }
}
