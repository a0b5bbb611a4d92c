import PlayheadAds
import PlayheadCore
import Testing

/// What is shown with a content, what servers answer, and what the viewer does.
struct AdScenario: Sendable, CustomTestStringConvertible {
    /// What comes of a request.
    enum Answer: Sendable {
        /// This document.
        case document(String)
        /// An error.
        case refusal(String)
        /// Nothing.
        case silence
    }

    /// What an ad's media does.
    enum Media: Sendable {
        /// It is shown, and is so long, in seconds.
        case plays(Double)
        /// It is not there.
        case missing
        /// Nothing of it ever comes.
        case stalls
        /// It fails so many seconds in.
        case breaks(Double)
    }

    /// What the viewer does.
    enum Action: Sendable {
        case skip, click, mute, unmute, pause, play, expand, collapse, leave, clickOverlay, closeOverlay, failOverlay
        case seek(Double)
    }

    /// Something that the viewer does at a time of the clock.
    struct Step: Sendable {
        var time: Double
        var action: Action

        init(_ time: Double, _ action: Action) {
            self.time = time
            self.action = action
        }
    }

    var name: String
    var configuration = AdConfiguration()
    /// By their addresses; others are refused.
    var answers: [String: Answer] = [:]
    /// By parts of their addresses; others are four seconds long.
    var media: [String: Media] = [:]
    var contentDuration: Double? = 60
    var startsAt = 0.0
    var item = 1
    var dates: DateMap?
    var interstitials: [AdBreak] = []
    /// Whether ads that are offered over the content are shown.
    var showsOverlays = true
    var steps: [Step] = []
    /// When it is over, if nothing ends it before.
    var end = 120.0

    init(name: String) { self.name = name }

    var testDescription: String { name }
}
