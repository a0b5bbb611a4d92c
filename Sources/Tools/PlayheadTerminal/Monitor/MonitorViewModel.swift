/// The contents of the view of many viewers: plain values of any origin; the view makes all text safe.
package struct MonitorViewModel: Sendable {
    // It has more than 20 stored properties: one for each text and bar of the view.

    /// The state of the run.
    package enum State: Sendable, Hashable {
        /// Viewers arrive and watch.
        case running
        /// The viewers leave.
        case ending
        /// The process's own clocks are late.
        case clocksLate
    }

    /// A rung of the ladder.
    package struct Rung: Sendable, Hashable {
        /// The name.
        package var label: String
        /// The bit rate in bits per second, or `nil`.
        package var bitrate: Int?
        /// The share of the time on the screen, 0 to 1.
        package var share: Double

        /// Creates a rung.
        package init(label: String, bitrate: Int?, share: Double) { (self.label, self.bitrate, self.share) = (label, bitrate, share) }
    }

    /// A kind of failure.
    package struct Failure: Sendable, Hashable {
        /// The code.
        package var code: String
        /// The number of failures.
        package var count: Int
        /// The resource; empty if unknown.
        package var url: String

        /// Creates a failure.
        package init(code: String, count: Int, url: String) { (self.code, self.count, self.url) = (code, count, url) }
    }

    /// A threshold and its current result.
    package struct Threshold: Sendable, Hashable {
        /// The condition.
        package var text: String
        /// The current value; empty before the first one.
        package var value: String
        /// Whether the condition holds.
        package var passes: Bool

        /// Creates a threshold.
        package init(text: String, value: String, passes: Bool) { (self.text, self.value, self.passes) = (text, value, passes) }
    }

    /// A card: a title and two lines.
    package struct Card: Sendable, Hashable {
        /// The title.
        package var title: String
        /// The line with the most important figure.
        package var figure: String
        /// The line below it.
        package var detail: String
        /// Whether the figure is alarming.
        package var isAlarming: Bool

        /// Creates a card.
        package init(title: String, figure: String, detail: String, isAlarming: Bool = false) {
            (self.title, self.figure, self.detail, self.isAlarming) = (title, figure, detail, isAlarming)
        }
    }

    /// A figure over time.
    package struct Series: Sendable, Hashable {
        /// The name.
        package var name: String
        /// The values of the last seconds, oldest first, 0 or more.
        package var values: [Double]
        /// The current value as text.
        package var text: String

        /// Creates a series.
        package init(name: String, values: [Double], text: String) { (self.name, self.values, self.text) = (name, values, text) }
    }

    /// The stream, or a description of several ones.
    package var title = ""
    /// The state.
    package var state = State.running
    /// The time since the start of the run, in seconds.
    package var elapsed = 0.0
    /// The planned duration in seconds, or `nil`.
    package var duration: Double?
    /// The most important figures.
    package var cards: [Card] = []
    /// The figures over time.
    package var series: [Series] = []
    /// The rungs, highest first.
    package var rungs: [Rung] = []
    /// The thresholds.
    package var thresholds: [Threshold] = []
    /// The failures, most frequent first.
    package var failures: [Failure] = []
    /// The number of all failures.
    package var failureCount = 0
    /// The state of the process's own clocks.
    package var clocks = ""
    /// The keys.
    package var keys: [LiveViewModel.KeyHelp] = []

    /// Creates the model of a run without viewers.
    package init() {}
}
