import Foundation
import PlayheadCore
import PlayheadDASH
import PlayheadTransport

/// The time of the origin of a live presentation (ISO/IEC 23009-1 §5.8.4.11).
struct WallClock: Sendable {
    /// The seconds to add to the monotonic clock to get seconds since 1970.
    var offset: Double
    /// The offset of the clock of the machine, if a source of the time differs from it by more than a day and the response with the manifest has no
    /// date; `nil` otherwise.
    private var machineOffset: Double?
    /// The sources of the last version of the manifest whose time has jumped.
    private var jumped: Set<Descriptor> = []

    /// The maximum size of a response with a time, in bytes.
    private static let limit = 1 << 12
    /// The time after which a source of the time is left, in seconds.
    private static let timeout = 3.0
    /// The maximum number of sources of the time, and of addresses of one.
    private static let (maximumSources, maximumAddresses) = (4, 3)
    /// The interval after which the time is requested again, in seconds.
    static let interval = 600.0
    /// The maximum change of the clock during playback, in seconds: a clock does not drift by more, and a larger one is a fault of the source.
    private static let maximumChange = 10.0
    /// The difference of two clocks that is a fault of one of them, in seconds.
    private static let maximumDifference = 3600.0
    /// The difference of a source of the time and the clock of the machine that is a fault of one of them, in seconds, if the response with the
    /// manifest has no date: a machine may have a wrong time zone.
    private static let maximumUndatedDifference = 86_400.0
    /// The difference of the local clock and that of the origin that is not corrected without a better source, in seconds.
    private static let resolution = 2.0

    /// Creates the clock of a manifest.
    /// - Parameters:
    ///   - manifest: The manifest with the sources of the time.
    ///   - date: The date of the response with the manifest, in seconds since 1970, or `nil`.
    ///   - receivedAt: The time of that response, in seconds of the monotonic clock.
    ///   - resources: The loader and the monotonic clock.
    ///   - warn: Called with the fault of each source that is not used.
    init(
        of manifest: Manifest, date: Double?, receivedAt: Double, resources: SegmentResources, warn: (PlaybackError) -> Void
    ) async {
        let clock = resources.clock
        let local = Date().timeIntervalSince1970 - clock.now
        let origin = date.map { $0 - receivedAt }
        // A manifest that was published now is as good as a date.
        let witness = origin ?? manifest.publishTime.map { $0 - receivedAt }
        let tolerance = origin == nil ? Self.maximumUndatedDifference : Self.maximumDifference
        for timing in manifest.utcTimings.prefix(Self.maximumSources) {
            let direct = Self.directTime(of: timing).map { $0 - receivedAt }
            let requested = direct == nil ? await Self.request(timing, of: manifest, resources) : nil
            guard let found = direct ?? requested?.offset else {
                warn(PlaybackError(.manifestInvalid, severity: .warning, underlying: "UTCTiming is unavailable: \(timing.scheme)"))
                continue
            }
            if let witness, abs(found - witness) > tolerance, abs(local - witness) < Self.maximumDifference {
                warn(Self.fault(by: found - witness))
                continue
            }
            offset = found
            if origin == nil, abs(found - local) > tolerance { machineOffset = local }
            return
        }
        if let origin, abs(origin - local) > Self.resolution { offset = origin } else { offset = local }
    }

    /// The clock of the machine with the fault of the source of the time, for a presentation that has nothing to play at the time of the source;
    /// `nil` if they agree, or if the response with the manifest has a date.
    var withoutSource: (clock: WallClock, fault: PlaybackError)? {
        guard let machineOffset else { return nil }
        var clock = self
        clock.offset = machineOffset
        clock.machineOffset = nil
        return (clock, Self.fault(by: offset - machineOffset))
    }

    /// Returns the warning about a source of the time that is wrong by `error` seconds.
    private static func fault(by error: Double) -> PlaybackError {
        let hours = Int(saturating: error / 3600)
        return PlaybackError(.manifestInvalid, severity: .warning, underlying: "UTCTiming is wrong by \(hours) hours, and is not used.")
    }

    /// Requests the time again, because the clocks of the machine and of the origin drift apart. Times inside the manifest are not read again:
    /// an origin may have written them once. The clock stays as it is if no source answers, or if the inaccuracy of the answer explains the
    /// difference.
    /// - Parameters:
    ///   - manifest: The present version of the manifest.
    ///   - resources: The loader and the monotonic clock.
    ///   - warn: Called once with the fault of each source that is not used because its time has jumped.
    mutating func update(by manifest: Manifest, resources: SegmentResources, warn: (PlaybackError) -> Void) async {
        let timings = manifest.utcTimings.prefix(Self.maximumSources)
        jumped.formIntersection(timings)
        for timing in timings {
            guard let found = await Self.request(timing, of: manifest, resources) else { continue }
            let change = found.offset - offset
            guard abs(change) <= Self.maximumChange else {
                let fault = "UTCTiming has jumped by \(Int(saturating: change)) s, and is not used."
                if jumped.insert(timing).inserted { warn(PlaybackError(.manifestInvalid, severity: .warning, underlying: fault)) }
                continue
            }
            if abs(change) > found.accuracy { offset = found.offset }
            return
        }
    }

    /// Returns the time that a source contains, in seconds since 1970; `nil` for another source.
    private static func directTime(of timing: Descriptor) -> Double? {
        timing.scheme.lowercased().hasPrefix("urn:mpeg:dash:utc:direct") ? ManifestClock.date(timing.value) : nil
    }

    /// Requests the time from a server.
    /// - Returns: The seconds to add to the monotonic clock to get seconds since 1970, with their accuracy; `nil` for another source, or
    ///   without a valid answer.
    private static func request(
        _ timing: Descriptor, of manifest: Manifest, _ resources: SegmentResources
    ) async -> (offset: Double, accuracy: Double)? {
        let scheme = timing.scheme.lowercased()
        let isHead = scheme.hasPrefix("urn:mpeg:dash:utc:http-head")
        guard isHead || scheme.hasPrefix("urn:mpeg:dash:utc:http-xsdate") || scheme.hasPrefix("urn:mpeg:dash:utc:http-iso") else {
            return nil
        }
        let clock = resources.clock
        let deadline = clock.now + timeout
        for address in timing.value.split(separator: " ").prefix(maximumAddresses) {
            let base = manifest.baseURLs.first?.url ?? ""
            guard clock.now < deadline, let url = URL(text: URLText.resolve(String(address), against: base)) else { continue }
            var request = resources.options.request(url, for: .steeringManifest)
            request.isRetried = false
            request.timeouts.head = timeout
            request.timeouts.progress = timeout
            let (sent, began) = (request, clock.now)
            let answer = try? await withTimeLimit(deadline, on: clock) { await Self.text(sent, isHead: isHead, resources.loader) }
            guard let answer, let date = ManifestClock.date(answer) ?? ManifestClock.httpDate(answer) else { continue }
            let now = clock.now
            // The server wrote the time between the request and the response, mostly in whole seconds.
            let rounding = answer.contains(".") ? 0.001 : 1
            return (date - (began + now) / 2, (now - began) / 2 + rounding)
        }
        return nil
    }

    /// Returns the text with the time: the date of the head, whose body is not read, or the body.
    private static func text(_ request: LoadRequest, isHead: Bool, _ loader: any Loader) async -> String? {
        if isHead { return try? await loader.load(request).headers["Date"] }
        return (try? await loader.loadWhole(request, upTo: limit)).map { String(decoding: $0.bytes, as: UTF8.self) }
    }
}

/// Dates in responses.
enum ManifestClock {
    /// Parses a date of XML Schema or ISO 8601.
    static func date(_ text: String) -> Double? { Manifest.date(text.trimmingCharacters(in: .whitespacesAndNewlines)) }

    /// Parses a date of HTTP (RFC 9110 §5.6.7), such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func httpDate(_ text: String) -> Double? {
        let parts = text.split(separator: " ")
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard parts.count >= 5, let month = months.firstIndex(of: String(parts[2])), let day = Int(parts[1]), let year = Int(parts[3])
        else {
            return nil
        }
        return Manifest.date("\(year)-\(month + 1)-\(day)T\(parts[4])Z")
    }
}
