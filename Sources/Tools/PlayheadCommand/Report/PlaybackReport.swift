import Foundation
import Playhead
import PlayheadCore
import PlayheadEngine

/// A playback as one self-contained page: requests, buffer, bit rates, states, stalls and events on one time axis.
///
/// A value without I/O, made from events and measurements: of a player, of a trace, or from their lines of JSON. The page loads nothing; its script and style are those of `Page`.
struct PlaybackReport: Sendable {
    /// The maximum number of lines; further ones are counted and left out.
    private let maximumLines: Int
    /// The maximum length of all lines in bytes.
    private let maximumLength: Int
    /// The minimum interval of the buffer's samples, in seconds.
    private static let sampleInterval = 0.1

    /// The location of the first item, without secrets; empty if unknown.
    private(set) var title = ""
    /// The lines of JSON, in the order in which they were added.
    private(set) var lines: [String] = []
    /// The names of the viewers whose lines were added, at most two.
    private(set) var viewers: Set<String> = []
    /// The number of lines that were left out.
    private(set) var omitted = 0
    /// Whether further lines were not read.
    var isCut = false
    private var length = 0
    private var sampled = -Double.infinity

    /// Creates an empty report with its limits; by default for a page that a browser can still show.
    init(maximumLines: Int = 200_000, maximumLength: Int = 64 << 20) {
        self.maximumLines = maximumLines
        self.maximumLength = maximumLength
    }

    /// Adds an event of the player.
    /// - Parameters:
    ///   - event: The event.
    ///   - loaded: The loaded ranges at the event, as positions; `nil` to use those of the events.
    mutating func add(_ event: any PlayerEvent, loaded: [TimeRange]? = nil) {
        if let item = event as? PlaylistItemEvent, title.isEmpty { title = SafeText.clean(Secrets.blanked(item.item.url)) }
        if let loaded { sample(loaded, event.context) }
        switch event {
        // The buffer is sampled instead.
        case is TimeEvent: break
        case is BufferChangeEvent where loaded != nil: break
        default: append(EventLine.text(of: event))
        }
    }

    /// Adds the counts at the end, at a time on the clock of the events.
    mutating func add(_ statistics: EngineStatistics, at time: Double) {
        append(JSONText.text(.object(["sample": "counts", "t": .double(time), "droppedFrames": .int(statistics.framesDropped)])))
    }

    /// Adds a measurement.
    mutating func add(_ metric: some MetricEvent) { append(metric.jsonLine) }

    /// Adds a line of JSON as `playhead play --json` and `--metrics` write it.
    /// - Parameters:
    ///   - line: The line, without its terminator.
    ///   - viewer: The viewer, if the lines are those of several; those of others are ignored. `nil` adds the lines of all.
    /// - Returns: Whether the line is a JSON object with an event, a measurement or a sample.
    mutating func add(line: String, of viewer: String? = nil) -> Bool {
        // The line is written again, so that only JSON gets into the page, and URLs have the form that credentials are removed from.
        guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
            ["event", "metric", "sample"].contains(where: { object[$0] is String }),
            let data = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
        else { return false }
        if let name = object["viewer"] as? String {
            guard viewer == nil || name == viewer else { return true }
            if viewers.count < 2 { viewers.insert(name) }
        } else if viewer != nil {
            return true
        }
        append(Secrets.blanked(String(decoding: data, as: UTF8.self)))
        return true
    }

    private mutating func sample(_ loaded: [TimeRange], _ context: EventContext) {
        guard context.monotonicTime >= sampled + Self.sampleInterval else { return }
        sampled = context.monotonicTime
        let tolerance = 0.1
        let range = loaded.first { $0.start <= context.position + tolerance && $0.end >= context.position }
        let ahead = range.map { max(0, $0.end - context.position) } ?? 0
        append(
            JSONText.text(
                .object(["sample": "buffer", "t": .double(context.monotonicTime), "ahead": ahead.isFinite ? .double(ahead) : .null])))
    }

    private mutating func append(_ line: String) {
        guard !isFull else {
            omitted = omitted.saturatingAdding(1)
            return
        }
        lines.append(line)
        length += line.utf8.count
    }

    /// Whether further lines are left out.
    var isFull: Bool { lines.count >= maximumLines || length >= maximumLength }

    // MARK: The page

    /// Returns the page.
    /// - Parameter nonce: The value by which the page's own script and style are permitted: letters and digits, different for each page.
    /// - Returns: The HTML.
    func html(nonce: String = Self.makeNonce()) -> String {
        let note = isCut ? "further lines were left out" : omitted > 0 ? "\(omitted) lines were left out" : ""
        let head = JSONText.text(.object(["title": .string(title), "note": .string(note)])).dropLast()
        let data = "\(head),\"lines\":[\n\(lines.joined(separator: ",\n"))\n]}"
        let values = [
            "nonce": nonce, "style": ReportPage.style, "script": ReportPage.script, "data": Self.escaped(data),
        ]
        return ReportPage.fill(values)
    }

    /// Returns JSON that is valid inside of a `script` element: it can't end the element or begin a comment (HTML §4.12.1.3), and has no
    /// line separators.
    static func escaped(_ json: String) -> String {
        var result = ""
        result.reserveCapacity(json.utf8.count)
        for scalar in json.unicodeScalars {
            switch scalar {
            case "<": result += "\\u003c"
            case ">": result += "\\u003e"
            case "&": result += "\\u0026"
            case "\u{2028}": result += "\\u2028"
            case "\u{2029}": result += "\\u2029"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func makeNonce() -> String {
        var random = SystemRandomNumberGenerator()
        let radix = 36
        return String(random.next() as UInt64, radix: radix) + String(random.next() as UInt64, radix: radix)
    }
}

extension PlaybackReport {
    /// Creates the report of a recorded playback. A trace has no requests.
    init(_ trace: PlaybackTrace) {
        self.init()
        trace.forEachEvent { event, _ in add(event) }
        for metric in trace.metrics() { add(metric) }
    }
}

/// The files of the page of a report, which are part of the program.
enum ReportPage {
    static let style = String(decoding: PackageResources.report_css, as: UTF8.self)
    static let script = String(decoding: PackageResources.report_js, as: UTF8.self)
    private static let template = String(decoding: PackageResources.report_html, as: UTF8.self)

    /// Returns the page with values in place of their names in double braces. Values are not searched for names.
    static func fill(_ values: [String: String]) -> String {
        var page = ""
        var rest = Substring(template)
        while let start = rest.firstRange(of: "{{"), let end = rest[start.upperBound...].firstRange(of: "}}") {
            page += rest[..<start.lowerBound]
            page += values[String(rest[start.upperBound..<end.lowerBound])] ?? ""
            rest = rest[end.upperBound...]
        }
        return page + rest
    }
}
