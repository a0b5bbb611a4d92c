import PlayheadCore
import PlayheadEngine
import PlayheadTransport

/// The requests, steps and events of a playback over time: a value without clock, whose memory is limited. Times are in seconds from the load.
package struct PlaybackTimeline: Sendable, Hashable {
    /// The maximum number of recorded requests.
    package static let maximumRequests = 300
    /// The maximum number of recorded connections.
    package static let maximumConnections = 60
    /// The maximum number of marks, of states, and of containers.
    package static let maximumMarks = 500
    /// The period that is recorded if playback does not start.
    static let maximumStart = 60.0

    /// The recorded period.
    package private(set) var period: ClosedRange<Double>
    /// The location of the first item, without secrets; empty before it is opened.
    package private(set) var location = ""
    /// The requests that were in progress during the period, in the order of their beginnings.
    package internal(set) var requests: [TransferRecord] = []
    /// The bytes of each request over time in the period: each entry counts those that arrived since the previous one.
    package internal(set) var arrivals: [Int: BoundedSeries<Int>] = [:]
    /// The connections that were open during the period, in the order of their beginnings.
    package internal(set) var connections: [ConnectionRecord] = []
    /// The moments, in the order of time.
    package private(set) var marks: [TimelineMark] = []
    /// The states of the player, in the order of time.
    package private(set) var states: [TimelineSpan<PlaybackState>] = []
    /// The periods in which demuxers opened containers, in the order of their ends.
    package private(set) var containers: [TimelineSpan<TimelineContainer>] = []
    /// The seconds that the decoders of each track worked.
    package private(set) var decoding: [TrackKind: BoundedSeries<Double>] = [:]
    /// The duration of each track that was loaded ahead of the playhead, in seconds.
    package private(set) var buffer: [TrackKind: BoundedSeries<Double>] = [:]
    /// The number of requests, connections, marks, states and containers that exceeded a limit.
    package internal(set) var omitted = 0
    /// The time of the last entry.
    package private(set) var end = 0.0
    private var endsAfterStart: Bool

    private static var series: BoundedSeries<Double> { BoundedSeries(capacity: 2048, resolution: 0.002) }

    /// Creates an empty timeline.
    /// - Parameter period: The recorded period; `nil` for the start, which ends shortly after playback has started.
    package init(period: ClosedRange<Double>? = nil) {
        self.period = period ?? 0...Self.maximumStart
        endsAfterStart = period == nil
    }

    /// Extends the timeline to `time`.
    package mutating func note(_ time: Double) { end = max(end, time) }

    /// Adds a step of an engine that ends at `time`.
    package mutating func add(_ step: EngineStep, at time: Double) {
        note(time)
        guard period.contains(time) else { return }
        switch step {
        case .opened(let tracks, let format, let seconds):
            // FFmpeg names a format by all of its extensions.
            let name = SafeText.clean(String(format.prefix { $0 != "," }), limit: 20)
            let container = TimelineContainer(tracks: tracks, format: name)
            omitted += Self.append(TimelineSpan(start: time - seconds, end: time, value: container), to: &containers, period)
        case .firstPacket(let kind): mark(.firstPacket(kind), time)
        case .firstFrame(let kind): mark(.firstFrame(kind), time)
        case .firstPicture(let isEarly): mark(.firstPicture(isEarly: isEarly), time)
        case .decoded(let kind, let seconds): decoding[kind, default: Self.series].append(seconds, at: time, merging: +)
        case .buffered(let kind, let seconds): buffer[kind, default: Self.series].append(seconds, at: time) { $1 }
        }
    }

    /// Adds an event of the player.
    package mutating func add(_ event: any PlayerEvent, at time: Double) {
        note(time)
        switch event {
        case let change as StateChangeEvent: enter(change.newState, time)
        case let item as PlaylistItemEvent: if location.isEmpty { location = SafeText.clean(Secrets.blanked(item.item.url)) }
        case is PlayEvent: mark(.play, time)
        case is FirstFrameEvent: start(time)
        case let seek as SeekEvent: mark(.seek(to: seek.offset), time)
        case let seeked as SeekedEvent: mark(.seeked(at: seeked.position), time)
        case let buffer as BufferEvent: if buffer.reason == .stalled { mark(.stall, time) }
        case let quality as VisualQualityEvent: mark(.level(SafeText.clean(quality.level.label, limit: 20)), time)
        case is CompleteEvent: mark(.complete, time)
        case let problem as ErrorEvent: mark(.problem(code: problem.error.code, isFatal: true), time)
        case let problem as SetupErrorEvent: mark(.problem(code: problem.error.code, isFatal: true), time)
        case let problem as WarningEvent: mark(.problem(code: problem.error.code, isFatal: false), time)
        default: break
        }
    }

    private mutating func start(_ time: Double) {
        guard endsAfterStart else { return }
        endsAfterStart = false
        let (share, minimum) = (0.2, 0.05)
        period = 0...(time + max(minimum, share * time))
    }

    private mutating func mark(_ kind: TimelineMark.Kind, _ time: Double) {
        guard period.contains(time) else { return }
        guard marks.count < Self.maximumMarks else {
            omitted += 1
            return
        }
        marks.append(TimelineMark(time: time, kind: kind))
    }

    private mutating func enter(_ state: PlaybackState, _ time: Double) {
        if let last = states.indices.last, states[last].end == nil { states[last].end = time }
        omitted += Self.append(TimelineSpan(start: time, value: state), to: &states, period)
    }

    /// Appends a span, and removes those that ended before the period.
    /// - Returns: The number of spans that exceed the limit.
    private static func append<Value>(_ span: TimelineSpan<Value>, to spans: inout [TimelineSpan<Value>], _ period: ClosedRange<Double>)
        -> Int
    {
        guard span.start <= period.upperBound else { return 0 }
        spans.removeAll { $0.end.map { $0 < period.lowerBound } ?? false }
        guard spans.count < maximumMarks else { return 1 }
        spans.append(span)
        return 0
    }
}

/// A container that a demuxer opened.
package struct TimelineContainer: Sendable, Hashable {
    /// The tracks that are read from the container.
    package var tracks: Set<TrackKind>
    /// The format, as FFmpeg names it.
    package var format: String

    /// Creates a container.
    package init(tracks: Set<TrackKind>, format: String) {
        self.tracks = tracks
        self.format = format
    }
}

/// A period with a value, in seconds from the load.
package struct TimelineSpan<Value: Sendable & Hashable>: Sendable, Hashable {
    /// The start.
    package var start: Double
    /// The end; `nil` while the period lasts.
    package var end: Double?
    /// The value.
    package var value: Value

    /// Creates a period.
    package init(start: Double, end: Double? = nil, value: Value) {
        self.start = start
        self.end = end
        self.value = value
    }
}
