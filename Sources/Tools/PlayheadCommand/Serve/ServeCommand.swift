import ArgumentParser
import Foundation
import PlayheadArguments
import PlayheadCMCD
import PlayheadCore
import PlayheadOrigin

/// Serves a folder on the loopback interface, unchanged or as a live stream, optionally with faults.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serves a folder over HTTP on the loopback interface, or broadcasts it live, optionally with faults.",
        discussion: """
            A fault is a list of fields between commas: one names its kind, such as status=503, latency=2, stall=65536, cut=1000,
            length=-100, bandwidth=50000, html, empty, garbage, truncate=5000, redirect=self, no-ranges; path=PATTERN and
            requests=first-2 choose the requests. Example: --fault 'status=503,path=seg*.ts,requests=2'
            Of a broadcast also: frozen, behind=10, restart, skew=3600, drift=0.01, target=1, gap, missing, expired=0, end, and of a manifest of DASH shrunk=3, stale,
            location=URL, clock=5, foreign-patch; at=SECONDS,
            for=SECONDS, path=PATTERN and host=HOST determine when and where. Example: --live --fault 'frozen,at=20,for=15'
            """)

    @Argument(help: "The folder, or the playlist to begin with; omitted with --sample.")
    var folder: String?

    @Flag(help: "Serves a generated sample.")
    var sample = false

    @Flag(help: "Serves a manifest of DASH with the same segments, and prints its URL; for clear fragmented MP4.")
    var dash = false

    @Option(help: "The port; 0 selects a free one.")
    var port = 0

    @OptionGroup
    var live: LiveArguments

    @Option(parsing: .singleValue, help: "A fault; may be repeated.")
    var fault: [String] = []

    @Option(
        parsing: .singleValue,
        help:
            "Answers requests for paths of this pattern, such as t/**, with status 204, and prints path and query: trackers of ads. May be repeated."
    )
    var collect: [String] = []

    @Flag(
        help:
            "Prints and validates the data of players (CMCD) in requests, and reports of events, which are accepted at /cmcd."
    )
    var cmcd = false

    @Option(help: "The bandwidth of all connections together, in bytes per second.")
    var bandwidth: Double?

    @Option(help: "A recorded network that all connections share: [{duration_ms, bandwidth_kbps, latency_ms}, …] in JSON.")
    var trace: String?

    func validate() throws {
        guard (folder != nil) != sample else { throw ValidationError("A folder is needed, or --sample.") }
        guard (0...65_535).contains(port) else { throw ValidationError("--port takes 0 to 65535.") }
        if let bandwidth, !(bandwidth > 0) { throw ValidationError("--bandwidth takes bytes per second, above 0.") }
        guard bandwidth == nil || trace == nil else { throw ValidationError("--bandwidth and --trace exclude one another.") }
        guard dash || !live.patches else { throw ValidationError("--patches is for --dash.") }
        guard !dash || live.startDate != "none" else { throw ValidationError("--dash needs a date.") }
        guard try live.isLive || !(faults.contains { if case .live = $0 { true } else { false } }) else {
            throw ValidationError("A fault of a broadcast needs --live, --dvr, --event or --low-latency.")
        }
    }

    private var faults: [OriginFault] {
        get throws {
            try fault.map { text in
                do throws(FaultTextError) { return try OriginFault(text: text) } catch { throw ValidationError(error.description) }
            }
        }
    }

    @MainActor
    func run() async throws {
        let origin: LoopbackOrigin
        let url: URL
        do {
            let network = try trace.map { try OptionFile.network(at: $0, option: "trace") }
            (origin, url) = try await start()
            if let network { origin.follow(network) }
            collectRequests(at: origin)
            if cmcd { collectClientData(at: origin) }
        } catch let error as ValidationError {
            throw error
        } catch {
            standardError("serve: \(Self.reason(of: error))")
            throw ExitCode(ExitStatus.failed.rawValue)
        }
        // The reader of the URL may end the program at once.
        let interruption = Interruption()
        LineWriter.standardOutput.write(url.absoluteString)
        await interruption.wait()
        await origin.stop()
    }

    private static func reason(of error: any Error) -> String {
        switch error {
        case OriginError.noSuchFolder(let place):
            "There is no file or folder '\(place.path)'. Give a folder, a playlist, or --sample."
        case OriginError.unavailablePort(let port, let reason): "Port \(port) can't be used: \(reason). Without --port a free one is."
        default: "\(error)"
        }
    }

    private func collectRequests(at origin: LoopbackOrigin) {
        for pattern in collect {
            origin.add(PathPattern(pattern)) { request in
                await Self.log("/\(request.path)\(request.query.map { "?\($0)" } ?? "")")
                return OriginResponse(status: 204)
            }
        }
    }

    /// Prints the data of CMCD in requests, and accepts reports of events.
    private func collectClientData(at origin: LoopbackOrigin) {
        origin.add(PathPattern("cmcd")) { _ in OriginResponse(status: 204) }
        origin.observeClientData { record in
            for line in ClientDataLines.lines(for: record) { LineWriter.standardOutput.write(blanked: line) }
        }
    }

    @MainActor
    private static func log(_ line: String) { LineWriter.standardOutput.write(line) }

    private func start() async throws -> (origin: LoopbackOrigin, url: URL) {
        var limits = OriginLimits()
        limits.hosts = []
        let place: URL
        if let folder {
            place = URL(fileURLWithPath: folder)
        } else {
            place = try await Sample.streams().url(of: live.lowLatency ? .lowLatencyDemo : .demo)
        }
        let isPlaylist = try Self.isPlaylist(place)
        let faults = try faults
        let responses = faults.compactMap { if case .response(let fault) = $0 { fault } else { nil } }
        if live.isLive {
            // The broadcast begins at its date, although its files are read before it can be served.
            let began = SystemClock().now
            var options = try live.options
            options.hasManifest = dash
            let broadcast = try LiveBroadcast(
                of: place, options: options, faults: faults.compactMap { if case .live(let fault) = $0 { fault } else { nil } })
            let origin = try await LoopbackOrigin.start(port: port, bytesPerSecond: bandwidth, limits: limits)
            for fault in responses { _ = origin.addFault(fault) }
            return (origin, origin.serve(broadcast, startTime: began))
        }
        let origin = try await LoopbackOrigin.start(
            root: isPlaylist ? place.deletingLastPathComponent() : place, port: port, bytesPerSecond: bandwidth,
            limits: limits)
        for fault in responses { _ = origin.addFault(fault) }
        if dash {
            let recording = try LiveBroadcast(of: place, options: LiveOptions(hasManifest: true)).presentation.recording
            origin.add(PathPattern(recording.manifestPath)) { _ in OriginResponse(text: recording.manifest, type: MediaType.manifest) }
            return (origin, origin.url(recording.manifestPath))
        }
        return (origin, origin.url(isPlaylist ? place.lastPathComponent : ""))
    }

    /// Whether the argument is a playlist, not a folder.
    private static func isPlaylist(_ place: URL) throws -> Bool {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder) else { throw OriginError.noSuchFolder(place) }
        guard !isFolder.boolValue else { return false }
        guard place.pathExtension == "m3u8" else {
            throw ValidationError("'\(place.path)' is neither a folder nor a playlist (.m3u8).")
        }
        return true
    }
}

/// The lines of `serve --cmcd`.
enum ClientDataLines {
    /// Returns a line for each reading, followed by its problems. Secrets in paths and values are blanked.
    static func lines(for record: ClientDataRecord) -> [String] {
        let readings = record.readings.flatMap { reading in
            let members = reading.data.texts.map { $0.key + Secrets.blanked($0.value) }.joined(separator: ",")
            return ["cmcd \(record.method) \(Secrets.blanked("/" + record.path)) \(members)"] + reading.problems.map(line)
        }
        return readings + record.sessionProblems.map(line)
    }

    private static func line(_ problem: CMCDProblem) -> String {
        "cmcd   " + Secrets.blanked(problem.description.filter { !$0.isNewline })
    }
}
