import Foundation
import PlayheadAdaptive

/// A figure of a simulated playback that `playhead abr` prints.
enum ABRMeasure: String, CaseIterable {
    /// The score of sabre.
    case score
    /// The score less the utility change.
    case qoeLog
    /// The mean utility by play time.
    case utility
    /// The mean absolute change of the utility from segment to segment.
    case utilityChange
    /// The changes of rung between segments.
    case switches
    /// The share of the play time.
    case rebufferRatio
    /// The number of stalls.
    case rebufferEvents
    /// The longest stall, in seconds.
    case longestStall
    /// The time until the first segment has arrived, in seconds.
    case startupTime
    /// The mean bit rate in kbit/s.
    case meanBitrate

    /// Returns the figure of a playback.
    func value(of result: SimulationResult) -> Double {
        switch self {
        case .score: result.score
        case .qoeLog: result.qoeLog
        case .utility: result.utility
        case .utilityChange: result.utilityChange
        case .switches: Double(result.switches)
        case .rebufferRatio: result.rebufferRatio
        case .rebufferEvents: Double(result.rebufferEvents)
        case .longestStall: result.longestStall
        case .startupTime: result.startupTime
        case .meanBitrate: result.meanBitrate / 1000
        }
    }

    /// Whether playbacks have whole numbers.
    var isCount: Bool { self == .switches || self == .rebufferEvents }

    /// The header of the column.
    var title: String {
        switch self {
        case .score: "score"
        case .qoeLog: "QoE-log"
        case .utility: "utility"
        case .utilityChange: "change"
        case .switches: "switches"
        case .rebufferRatio: "rebuffer"
        case .rebufferEvents: "stalls"
        case .longestStall: "longest"
        case .startupTime: "start"
        case .meanBitrate: "kbit/s"
        }
    }

    /// Returns the text of a figure, as wide as the column.
    func text(_ value: Double) -> String {
        switch self {
        case .score, .qoeLog, .utility, .utilityChange: String(format: "%8.3f", value)
        case .rebufferRatio: String(format: "%9.4f", value)
        case .switches, .rebufferEvents: String(format: "%9.1f", value)
        case .longestStall, .startupTime: String(format: "%8.2f", value)
        case .meanBitrate: String(format: "%8.0f", value)
        }
    }

    /// The header, as wide as the column.
    var header: String {
        let width = text(0).count
        return String(repeating: " ", count: max(width - title.count, 0)) + title
    }
}
