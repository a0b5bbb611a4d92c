import ArgumentParser
import Foundation
import Playhead
import PlayheadArguments
import PlayheadEngine
import PlayheadMonitor
import PlayheadOrigin

/// Plays streams by many viewers.
struct MonitorCommand: AsyncParsableCommand {
    /// The time that a check plays, in seconds.
    static let checkDuration = 10.0

    enum Switch: String, ExpressibleByArgument, CaseIterable {
        case on
        case off
    }

    static let configuration = CommandConfiguration(
        commandName: "monitor",
        abstract: "Plays streams by many viewers in one process, without pictures and sound, and reports what they saw.",
        discussion: """
            Each viewer is a player with its own buffer, adaptation, retries and connections. On a terminal there is a live view, otherwise a
            line for each second. Exit status: 0 passed, 1 playback failed, or this machine was too slow to judge; 2 wrong usage; 99 threshold
            crossed. Example:
            playhead monitor https://example.com/live.m3u8 --viewers 200 --duration 10m --threshold 'startup_time: p(95)<800'
            """)

    @Argument(help: "The URLs or files of the streams; each viewer selects one of them at random.")
    var urls: [String] = []

    @Option(parsing: .singleValue, help: "A file with further URLs, one on each line; '#' starts a comment.")
    var from: [String] = []

    @OptionGroup(title: "Viewers") var crowd: CrowdArguments

    @Option(
        parsing: .singleValue,
        help: "A recorded network, [{duration_ms, bandwidth_kbps, latency_ms}, …] in JSON, for each viewer; may be repeated."
    )
    var network: [String] = []

    @Option(help: "The packets that are decoded: none, keyframes, all.")
    var decode = ViewerDecoding.none

    @Option(help: "off: each viewer parses its playlists itself; by default the parsed form of equal playlists is shared.")
    var sharePlaylists = Switch.on

    @Flag(help: "Play one viewer for 10 s, or --duration, and print one line.")
    var once = false

    @Flag(help: "As --once, with the exit status of monitoring plugins: 0 OK, 1 WARNING (threshold), 2 CRITICAL (playback), 3 UNKNOWN.")
    var nagios = false

    @Option(parsing: .singleValue, help: "A condition as in k6, such as 'startup_time: p(95)<800'; may be repeated.")
    var threshold: [String] = []

    @Option(help: "Write the summary to a file, in the shape of k6's JSON summary.")
    var summary: String?

    @Option(help: "Write each event of each viewer to a file, as JSON lines; compressed if its name ends in .zst.")
    var events: String?

    @Option(help: "The output while the run lasts: view, lines, none; by default the live view on a terminal, otherwise lines.")
    var output: MonitorOutputKind?

    @OptionGroup(title: "Metrics") var telemetry: TelemetryArguments

    @OptionGroup(title: "Requests") var request: RequestArguments

    @OptionGroup(title: "Diagnostics") var diagnostics: DiagnosticArguments

    private var isCheck: Bool { once || nagios }

    private var thresholds: [Threshold] {
        get throws {
            try threshold.map { text in
                do throws(ThresholdError) { return try Threshold(text) } catch { throw ValidationError("--threshold \(error)") }
            }
        }
    }

    func validate() throws {
        guard !urls.isEmpty || !from.isEmpty else { throw ValidationError("A URL is needed, or --from with a file of URLs.") }
        _ = try thresholds
        _ = try request.options
        _ = try crowd.plan(
            streams: try urls.map { try Location.url(of: $0) }, isSingle: isCheck, environment: ProcessInfo.processInfo.environment)
    }

    @MainActor
    func run() async throws {
        Diagnosis.blockedMainActor.mute()
        let thresholds = try thresholds
        let plan = try crowd.plan(streams: try streams(), isSingle: isCheck, environment: ProcessInfo.processInfo.environment)
        let isTerminal = isatty(STDOUT_FILENO) == 1 && isatty(STDIN_FILENO) == 1
        let kind = output ?? (isCheck ? .none : isTerminal ? .view : .lines)
        diagnostics.apply(isScreenTaken: kind == .view && isatty(STDERR_FILENO) == 1)
        var setting = CrowdSetting(configuration: try configuration())
        setting.networks = try network.map { try OptionFile.network(at: $0, option: "network") }
        let run = try MonitorRun(
            plan: plan, setting: setting, thresholds: thresholds, isCheck: isCheck,
            files: .init(summary: summary, events: events), kind: kind)
        if let sink = try await TelemetrySink(telemetry, certificates: try request.certificateFiles) { run.sinks.append(sink) }
        let verdict = await run.run()
        throw ExitCode(nagios ? CheckLine.State(verdict).rawValue : verdict.status)
    }

    private func configuration() throws -> PlayerConfiguration {
        var configuration = CrowdSetting.viewerConfiguration
        configuration.decoding = decode
        configuration.sharesPlaylists = sharePlaylists == .on
        configuration.network.certificateAuthorities = try request.certificateFiles
        configuration.network.assetOptions.headers = try request.headerFields
        configuration.network.assetOptions.contentKeys = try request.contentKeys
        configuration.network.assetOptions.cookies = try request.requestCookies
        configuration.network.assetOptions.credentialScope = try request.credentialScope
        configuration.network.assetOptions.allowsHTTP3 = request.allowsHTTP3
        return configuration
    }

    private func streams() throws -> [URL] {
        var streams = try urls.map { try Location.url(of: $0) }
        for path in from {
            let text = try OptionFile.text(of: path, option: "from")
            let lines: [(number: Int, line: String)]
            do throws(PlanTextError) { lines = try StreamList.parse(text, name: path) } catch { throw ValidationError("--from \(error)") }
            for (number, line) in lines {
                guard let url = try? Location.url(of: line) else {
                    throw ValidationError("--from '\(path)', line \(number): '\(line)' is not a URL.")
                }
                streams.append(url)
            }
        }
        return streams
    }
}

/// The output of a run while it lasts.
enum MonitorOutputKind: String, ExpressibleByArgument, CaseIterable {
    case view
    case lines
    case none
}

extension ViewerDecoding: ExpressibleByArgument {}
