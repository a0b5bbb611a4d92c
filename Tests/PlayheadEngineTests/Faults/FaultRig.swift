import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadOrigin
import PlayheadSamples
import PlayheadTestKit
import PlayheadTransport
import Synchronization
import Testing

/// A change of the answers of an origin that `Fault` does not cover: by time of the clock, by host, or of the bytes.
struct Twist: Sendable {
    /// The action.
    enum Action: Sendable {
        /// The load fails with this reason.
        case fail(LoadError.Reason)
        /// The bytes are replaced.
        case edit(@Sendable ([UInt8]) -> [UInt8])
    }

    var path: PathPattern
    /// The host to which the twist is limited.
    var host: String?
    /// A string that the query of the request must contain.
    var query: String?
    /// The start in seconds since the broadcast began.
    var from = -Double.infinity
    var to = Double.infinity
    var action: Action

    static func fail(
        _ path: PathPattern, _ reason: LoadError.Reason, host: String? = nil, query: String? = nil, from: Double = -.infinity,
        to: Double = .infinity
    ) -> Twist { Twist(path: path, host: host, query: query, from: from, to: to, action: .fail(reason)) }

    static func edit(_ path: PathPattern, query: String? = nil, _ change: @escaping @Sendable ([UInt8]) -> [UInt8]) -> Twist {
        Twist(path: path, query: query, action: .edit(change))
    }

    /// Changes the text of a playlist.
    static func text(_ path: PathPattern, query: String? = nil, _ change: @escaping @Sendable (String) -> String) -> Twist {
        edit(path, query: query) { Array(change(String(decoding: $0, as: UTF8.self)).utf8) }
    }
}

/// The loader of a broadcast, with changed answers; counts requests.
final class TwistedLoader: Loader {
    let base: LiveLoader
    private let twists: [Twist]
    private let clock: any PlaybackClock
    private let count = Mutex(0)

    init(_ base: LiveLoader, _ twists: [Twist], clock: any PlaybackClock) {
        self.base = base
        self.twists = twists
        self.clock = clock
    }

    /// The number of answers and failures.
    var activity: Int { count.withLock { $0 } &+ base.requestCount }

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        defer { count.withLock { $0 &+= 1 } }
        let path = String(request.url.path.drop { $0 == "/" })
        let time = clock.now - base.startTime
        let active = twists.filter { twist in
            twist.path.matches(path) && (twist.host ?? request.url.host) == request.url.host && time >= twist.from && time < twist.to
                && twist.query.map { request.url.query?.contains($0) == true } != false
        }
        for twist in active {
            if case .fail(let reason) = twist.action { throw LoadError(reason, kind: request.kind, url: request.url) }
        }
        var response = try await base.load(request)
        for twist in active {
            guard case .edit(let change) = twist.action else { continue }
            let bytes = change(try await response.body.collect(upTo: 1 << 26))
            response = LoadResponse(url: response.url, contentLength: Int64(bytes.count), body: LoadBody(bytes: bytes))
        }
        return response
    }
}

/// An engine that plays a live or finished broadcast, without sockets, on a clock that the rig moves whenever nothing is left to do at its
/// time. Waiting takes no real time, and every run is the same.
final class FaultRig: ClockedRig {
    /// The stream to play.
    struct Stream: Sendable {
        var recipe: SampleRecipe
        var options: LiveOptions
        /// The seconds of the clock to play; `nil` for a stream with an end.
        var seconds: Double?
        /// Creates the files instead of those of the recipe.
        var makeFiles: (@Sendable () async throws -> URL)?
        /// The encryption of the segments; every second one has a separate key.
        var encryption: EncryptedPresentation.Method?

        /// A complete recording.
        static func recording(_ recipe: SampleRecipe, redundantBase: String? = nil, hasManifest: Bool = false) -> Stream {
            // Audio renditions are some samples longer than the video.
            Stream(
                recipe: recipe,
                options: LiveOptions(
                    window: .event, initialDuration: recipe.duration + 0.5, endsAfter: 0, hasManifest: hasManifest,
                    redundantBase: redundantBase))
        }

        /// A complete recording, encrypted.
        static func encrypted(_ recipe: SampleRecipe, _ method: EncryptedPresentation.Method) -> Stream {
            var stream = recording(recipe)
            stream.encryption = method
            return stream
        }

        /// Returns the location of the files.
        func files() async throws -> URL {
            if let makeFiles { return try await makeFiles() }
            let clear = try await Samples.url(recipe)
            guard let encryption else { return clear }
            let name = clear.deletingLastPathComponent().lastPathComponent + "-" + encryption.rawValue
            return try EncryptedPresentation.make(
                encryption, of: clear, in: Samples.package.appendingPathComponent(".build/samples-encrypted/\(name)"))
        }

        /// A live broadcast.
        static func live(_ recipe: SampleRecipe, _ options: LiveOptions = LiveOptions(), for seconds: Double = 20) -> Stream {
            Stream(recipe: recipe, options: options, seconds: seconds)
        }
    }

    let clock: ManualClock
    let loader: TwistedLoader
    let rig: EngineRig

    init(
        _ stream: Stream, _ faults: [Fault] = [], live: [LiveFault] = [], twists: [Twist] = [], network: NetworkTrace? = nil,
        configure: (inout EngineConfiguration) -> Void = { _ in }
    ) async throws {
        let clock = ManualClock(now: 1000)
        self.clock = clock
        var options = stream.options
        // A player without another clock uses that of this machine.
        if options.hasManifest { options.startDate = Date().timeIntervalSince1970 }
        let broadcast = try LiveBroadcast(of: try await stream.files(), options: options, faults: live, isKept: true)
        let base = LiveLoader(broadcast, clock: clock, network: network, faults: faults)
        let loader = TwistedLoader(base, twists, clock: clock)
        self.loader = loader
        rig = EngineRig(base.url, loader: RetryingLoader(loader, clock: clock, random: { 0.5 })) { configuration in
            configuration.clock = clock
            configure(&configuration)
        }
    }

    var activity: Int { loader.activity }
}
