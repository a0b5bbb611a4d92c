import Foundation
import PlayheadCore
import PlayheadOrigin
import PlayheadSamples
import PlayheadTransport
import Testing

@testable import PlayheadEngine

private typealias Stream = FaultRig.Stream

/// Manifests of DASH; the segments, and their faults, are those of HLS.
extension FaultCase {
    // MARK: On demand

    /// Creates a case of the ladder on demand whose manifest has a fault.
    private static func manifest(
        _ name: String, _ kind: Fault.Kind, _ requests: Fault.RequestSelection = .all, shown: [Range<Int>]? = nil, end: End = .ended
    ) -> FaultCase {
        FaultCase(
            name: name, stream: .recording(.hlsSmallLadder, hasManifest: true),
            faults: [Fault(path: "/main.mpd", requests: requests, kind: kind)], shown: shown, end: end)
    }

    static let manifests: [FaultCase] = [
        manifest("MPD: 404", .status(404), end: .failed(.manifestStatus(404))),
        manifest("MPD: 500, always", .status(500), end: .failed(.manifestStatus(500))),
        manifest("MPD: 500, twice", .status(500), .first(2), shown: [0..<180]),
        manifest("MPD: no answer", .latency(60), end: .failed(.manifestUnreachable)),
        manifest("MPD: a page of HTML", .html, end: .failed(.manifestInvalid)),
        manifest("MPD: empty", .emptyBody, end: .failed(.manifestInvalid)),
        manifest("MPD: garbage", .garbage(), end: .failed(.manifestInvalid)),
        manifest("MPD: truncated", .truncated(afterBytes: 1500), end: .failed(.manifestInvalid)),
        manifest("MPD: redirects that never end", .redirect(to: nil), end: .failed(.manifestStatus(302))),
        FaultCase(
            name: "MPD: no periods", stream: .recording(.hlsSmallLadder, hasManifest: true),
            twists: [.text("main.mpd") { _ in "<MPD type=\"static\"/>" }], end: .failed(.manifestInvalid)),
    ]

    // MARK: Live

    /// Creates a case of a broadcast that plays for some seconds; with patches the manifest is updated by them.
    private static func air(
        _ name: String, hasPatches: Bool = false, for seconds: Double = 20, faults: [Fault] = [], live: [LiveFault] = [],
        twists: [Twist] = [], holes: ClosedRange<Int> = 0...0, fewest: Int = 600, warnings: [PlaybackError.Kind] = [],
        end: End = .playing, asks: [(path: PathPattern, count: Int)] = []
    ) -> FaultCase {
        FaultCase(
            name: name,
            stream: .live(.hlsFragmentedMP4, LiveOptions(isContinuous: true, hasManifest: true, hasPatches: hasPatches), for: seconds),
            faults: faults, live: live, twists: twists, holes: holes, fewest: fewest, warnings: warnings, end: end, asks: asks)
    }

    /// Creates a case in which the manifest has another text for some seconds.
    private static func edited(
        _ name: String, warnings: [PlaybackError.Kind] = [.manifestInvalid], _ change: @escaping @Sendable (String) -> String
    ) -> FaultCase {
        let twist = Twist(path: "main.mpd", from: 5, to: 8, action: .edit { Array(change(String(decoding: $0, as: UTF8.self)).utf8) })
        return air(name, twists: [twist], fewest: 570, warnings: warnings)
    }

    static let liveManifests: [FaultCase] = [
        air("live MPD: nothing goes wrong"),
        air("live MPD: patches", hasPatches: true, asks: [("main.mpd", 1)]),
        air("live MPD: frozen for 5 s", live: [LiveFault(.frozen, at: 6, duration: 5)]),
        air(
            "live MPD: frozen indefinitely", for: 80, live: [LiveFault(.frozen, at: 6)], fewest: 240,
            end: .failed(.manifestStale)),
        air(
            "live MPD: 404, for 4 s", twists: [.fail("main.mpd", .status(404), from: 5, to: 9)], fewest: 570,
            warnings: [.manifestStatus(404)]),
        air(
            "live MPD: 404, permanently", for: 80, twists: [.fail("main.mpd", .status(404), from: 5)], fewest: 200,
            warnings: [.manifestStatus(404)], end: .failed(.manifestStatus(404))),
        air(
            "live MPD: 500, every second time",
            twists: [.fail("main.mpd", .status(500), from: 5, to: 6), .fail("main.mpd", .status(500), from: 7, to: 8)],
            warnings: [.manifestStatus(500)]),
        edited("live MPD: a page of HTML, for 3 s") { _ in "<!DOCTYPE html><html><body>Log in</body></html>" },
        edited("live MPD: truncated, for 3 s") { String($0.prefix(900)) },
        edited("live MPD: no periods, for 3 s") { _ in "<MPD type=\"dynamic\" minimumUpdatePeriod=\"PT1S\"/>" },
        air("live MPD: goes back by 20 s, for 4 s", live: [LiveFault(.behind(20), at: 5, duration: 4)], warnings: [.manifestInvalid]),
        air("live MPD: lists 3 s less, for 4 s", live: [LiveFault(.shrunk(3), at: 5, duration: 4)]),
        air("live MPD: the publish time stays the same", for: 30, live: [LiveFault(.stale, at: 4)], fewest: 900),
        air(
            "live MPD: the publish time is that of 1990",
            twists: [.text("main.mpd") { $0.replacing(/publishTime="[^"]*"/, with: "publishTime=\"1990-01-01T00:00:00Z\"") }]),
        air(
            "live MPD: the start of the presentation changes", live: [LiveFault(.skew(30), at: 5, duration: 3)],
            warnings: [.manifestInvalid]),
        air("live MPD: Location leads back to itself", live: [LiveFault(.location("main.mpd"))]),
        air(
            "live MPD: Location is missing", live: [LiveFault(.location("none.mpd"), at: 4)], warnings: [.manifestStatus(404)]),
        air("live MPD: the encoder restarts", live: [LiveFault(.restart, at: 8)], holes: 1...1, fewest: 480),
        air("live MPD: segments are not listed", live: [LiveFault(.gap, at: 5, duration: 2)], holes: 1...1, fewest: 500),
        air("live MPD: the clock is 3 s ahead", live: [LiveFault(.clock(3))]),
        air("live MPD: the clock is 5 s behind", live: [LiveFault(.clock(-5))]),
        air("live MPD: the clock is 2 hours ahead", live: [LiveFault(.clock(7200))], warnings: [.manifestInvalid]),
        air("live MPD: the clock never answers", faults: [Fault(path: "main.time", kind: .latency(60))], warnings: [.manifestInvalid]),
        air("live MPD: it ends", for: 60, live: [LiveFault(.end, at: 8)], fewest: 330, end: .ended),
        air("live MPD: it ends by a patch", hasPatches: true, for: 60, live: [LiveFault(.end, at: 8)], fewest: 330, end: .ended),
        air(
            "live MPD: a patch: 404", hasPatches: true, faults: [Fault(path: "main.mpp", requests: .at(3), kind: .status(404))],
            warnings: [.manifestInvalid], asks: [("main.mpd", 2)]),
        air(
            "live MPD: a patch: 410", hasPatches: true, faults: [Fault(path: "main.mpp", requests: .at(3), kind: .status(410))],
            asks: [("main.mpd", 2)]),
        air(
            "live MPD: a patch: a page of HTML", hasPatches: true, faults: [Fault(path: "main.mpp", requests: .at(3), kind: .html)],
            warnings: [.manifestInvalid], asks: [("main.mpd", 2)]),
        air(
            "live MPD: a patch for another MPD", hasPatches: true, live: [LiveFault(.foreignPatch, at: 4, duration: 3)],
            warnings: [.manifestInvalid]),
        air(
            "live MPD: a patch whose paths select nothing", hasPatches: true,
            twists: [
                Twist(
                    path: "main.mpp", from: 4, to: 6,
                    action: .edit { bytes in
                        Array(String(decoding: bytes, as: UTF8.self).replacing("Period[@id='", with: "Period[@id='x").utf8)
                    })
            ], warnings: [.manifestInvalid]),
        air(
            "live MPD: patches of a restarted encoder", hasPatches: true, live: [LiveFault(.restart, at: 8)], holes: 1...1, fewest: 480,
            asks: [("main.mpd", 1)]),
    ]
}
