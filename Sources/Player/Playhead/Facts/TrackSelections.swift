import PlayheadCore

/// The selection of a quality level.
public enum QualitySelection: Sendable, Hashable {
    /// The player selects a level for each segment.
    case automatic
    /// The level with this ``QualityLevel/index``, from 1.
    case level(Int)

    /// - Parameter index: The index in the lists of events, where 0 is "auto".
    init(index: Int) { self = index == 0 ? .automatic : .level(index) }

    /// The index in the lists of events.
    var index: Int { if case .level(let index) = self { index } else { 0 } }
}

/// The selection of a captions track.
public enum CaptionsSelection: Sendable, Hashable {
    /// No captions.
    case off
    /// The track with this ``MediaTrack/index``, from 1.
    case track(Int)

    /// - Parameter index: The index in the lists of events, where 0 is "off".
    init(index: Int) { self = index == 0 ? .off : .track(index) }

    /// The index in the lists of events.
    var index: Int { if case .track(let index) = self { index } else { 0 } }
}
