import PlayheadAds
import PlayheadCore
import Testing

/// The content, the servers' responses, and the viewer's actions of a test.
struct AdScenario: Sendable, CustomTestStringConvertible {
    /// The result of a request.
    enum Answer: Sendable {
        /// The given document.
        case document(String)
        /// An error.
        case refusal(String)
        /// No response.
        case silence
    }

    /// The behaviour of an ad's media.
    enum Media: Sendable {
        /// The media plays for a duration in seconds.
        case plays(Double)
        /// The media is missing.
        case missing
        /// The media never loads.
        case stalls
        /// The media fails after a number of seconds.
        case breaks(Double)
    }

    /// An action of the viewer.
    enum Action: Sendable {
        case skip, skipBreak, cancelBreaks, click, mute, unmute, pause, play, expand, collapse, leave, clickOverlay, closeOverlay,
            failOverlay
        case seek(Double)
    }

    /// An action of the viewer at a time of the clock.
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
    /// The results by URL; other requests fail.
    var answers: [String: Answer] = [:]
    /// The media by a part of the URL; other media lasts four seconds.
    var media: [String: Media] = [:]
    var contentDuration: Double? = 60
    var startsAt = 0.0
    var item = 1
    var dates: DateMap?
    var interstitials: [AdBreak] = []
    /// Whether offered overlay ads are shown.
    var showsOverlays = true
    var steps: [Step] = []
    /// The time at which the scenario ends.
    var end = 120.0

    init(name: String) { self.name = name }

    var testDescription: String { name }
}
