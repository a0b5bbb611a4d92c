import Foundation
import Playhead
import PlayheadTransport

/// The texts of a waterfall.
enum WaterfallText {
    /// Returns a duration, or a time from the load, in a unit that suits it.
    static func duration(_ seconds: Double) -> String {
        let (thousand, ten) = (1000.0, 10.0)
        if abs(seconds) < ten / thousand { return seconds == 0 ? "0 ms" : String(format: "%.1f ms", seconds * thousand) }
        return abs(seconds) < 1 ? String(format: "%.0f ms", seconds * thousand) : String(format: "%.2f s", seconds)
    }

    /// Returns a size in a unit that suits it.
    static func size(_ bytes: Int64) -> String {
        let (kilo, mega) = (1000.0, 1_000_000.0)
        let count = Double(bytes)
        if count < kilo { return "\(bytes) B" }
        return count < mega ? String(format: "%.1f kB", count / kilo) : String(format: "%.2f MB", count / mega)
    }

    /// Returns a bit rate in a unit that suits it.
    static func rate(_ bitsPerSecond: Double) -> String {
        let (kilo, mega, giga) = (1000.0, 1_000_000.0, 1_000_000_000.0)
        if bitsPerSecond < mega { return String(format: "%.0f kbit/s", bitsPerSecond / kilo) }
        return bitsPerSecond < giga
            ? String(format: "%.3g Mbit/s", bitsPerSecond / mega) : String(format: "%.3g Gbit/s", bitsPerSecond / giga)
    }

    /// Returns the last two components of the path of a URL, without its query, shortened in the middle.
    static func name(of url: String, limit: Int) -> String {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        // The first components are the scheme and the host.
        let components = path.split(separator: "/").dropFirst(2)
        return shortened(components.isEmpty ? String(path) : components.suffix(2).joined(separator: "/"), limit: limit)
    }

    /// Returns a text of at most `limit` characters, with an ellipsis in the middle.
    static func shortened(_ text: String, limit: Int) -> String {
        guard text.count > limit, limit > 2 else { return text }
        let tail = limit / 2
        return text.prefix(limit - tail - 1) + "…" + text.suffix(tail)
    }

    /// Returns the facts of a request at its right: the status, the size, the duration, and the outcome unless it is complete.
    static func facts(_ request: TransferRecord) -> String {
        var facts = [request.status.map { "\($0)" }, size(request.bytes), request.end.map { duration($0 - request.start) }]
        if request.outcome != .complete { facts.append(outcome(request)) }
        return facts.compactMap(\.self).joined(separator: " · ")
    }

    /// Returns the description of a request for viewers that show it beside the pointer, one fact per line.
    static func note(_ request: TransferRecord) -> String {
        var lines = [request.url, "\(request.kind.rawValue), requested at \(duration(request.start))"]
        func add(_ name: String, _ value: String?) { if let value { lines.append("\(name) \(value)") } }
        add(
            "bytes",
            request.byteRange.map { range in
                "\(range.offset)–\(range.length.map { "\(range.offset.saturatingAdding($0 - 1))" } ?? "")"
            })
        add("sent after", request.sent.map { duration($0 - request.start) })
        add("first byte after", request.firstByte.map { duration($0 - request.start) })
        add("connection", request.connection.map { "\($0.id)" })
        lines.append(facts(request))
        return lines.joined(separator: "\n")
    }

    /// Returns the description of a connection.
    static func facts(_ connection: ConnectionRecord) -> String {
        let phases = connection.phases.map { phases in
            let isQUIC = connection.networkProtocol == .http3
            let tls = connection.isSecure && !isQUIC ? ", TLS \(duration(phases.tls))" : ""
            return "lookup \(duration(phases.lookup)), \(isQUIC ? "QUIC" : "TCP") \(duration(phases.tcp))\(tls)"
        }
        let security = connection.isSecure ? (connection.isResumed ? "TLS resumed" : "TLS") : nil
        let version =
            switch connection.networkProtocol {
            case .http1: "HTTP/1.1"
            case .http2: "HTTP/2"
            case .http3: "HTTP/3"
            }
        return [version, security, connection.address, phases].compactMap(\.self).joined(separator: " · ")
    }

    private static func outcome(_ request: TransferRecord) -> String {
        switch request.outcome {
        case nil: "in progress"
        case .complete: "complete"
        case .cancelled: "cancelled"
        // The status is a fact of its own.
        case .failed: "failed" + (request.status == nil ? request.reason.map { ": \(name(of: $0))" } ?? "" : "")
        }
    }

    /// Returns the name of a failure in words, without its numbers.
    private static func name(of reason: LoadError.Reason) -> String {
        "\(reason)".prefix { $0 != "(" }.reduce(into: "") { $0 += $1.isUppercase ? " " + $1.lowercased() : String($1) }
    }
}
