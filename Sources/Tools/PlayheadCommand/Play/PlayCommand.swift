import ArgumentParser
import Foundation
import Playhead
import PlayheadArguments
import PlayheadEngine
import PlayheadPulse
import PlayheadTransport

/// Plays streams.
struct PlayCommand: AsyncParsableCommand {
    // It has more than 20 stored properties: one for each option of the command, as the argument parser requires.

    enum Audio: String, ExpressibleByArgument, CaseIterable {
        case none
        case pulse
    }

    enum Video: String, ExpressibleByArgument, CaseIterable {
        case none
        case terminal
    }

    enum Speed: String, ExpressibleByArgument, CaseIterable {
        case normal
        case max
    }

    enum Switch: String, ExpressibleByArgument, CaseIterable {
        case on
        case off
    }

    enum Demo: String, ExpressibleByArgument, CaseIterable {
        case ads
    }

    static let configuration = CommandConfiguration(
        commandName: "play", abstract: "Plays streams: a live view on a terminal, otherwise a line for each event.",
        discussion: """
            The command's name can be left out: 'playhead movie.mp4' plays.

            EXAMPLES:
              playhead play film.mkv --start 600 --captions de
              playhead play ~/Music radio.pls
              playhead play https://example.com/live.m3u8 --json --duration 30
            """)

    @Argument(
        help: """
            Files, folders, URLs, lists (m3u, pls, xspf), feeds (json, rss) and '-' (standard input), played one after the other; without \
            one a sample.
            """)
    var urls: [String] = []

    @Flag(help: "Print one JSON object for each event on standard output, and a summary at the end.")
    var json = false

    @Option(help: "Read commands from standard input during playback, one per line: '-'.")
    var control: String?

    @Option(help: "The output for sound; by default PulseAudio or PipeWire if one runs and the live view is shown, otherwise none.")
    var audio: Audio?

    @Option(help: "The video output; by default the live view if there is a terminal.")
    var video: Video?

    @Option(parsing: .unconditional, help: "Start at this position in seconds; with --dvr, below 0 counts from the live edge.")
    var start: Double?

    @Option(help: "Stop after this number of seconds of playback.")
    var duration: Double?

    @Flag(inversion: .prefixedNo, help: "Play as soon as an item is ready.")
    var autoplay = true

    @Option(help: "Stay on this quality level; 0 lets the player choose.")
    var quality = 0

    @Flag(help: "Play live streams as DVR, however small their window; '?DVR' at a URL's end does the same.")
    var dvr = false

    @Option(help: "Show captions: a language, a track's index, or 'off'; by default as the stream specifies.")
    var captions: String?

    @Option(help: "The encoding of caption files, such as windows-1251; by default it is detected.")
    var captionsEncoding: String?

    @Option(help: "Select no level above this bit rate, in bit/s.")
    var maxBitrate: Int?

    @Flag(name: .customLong("repeat"), help: "Start again after the last item.")
    var repeats = false

    @Flag(help: "Load every URL as a feed; by default those that end in .json, .rss or .xml.")
    var feed = false

    @Flag(help: "Continue with the next item if one fails.")
    var skipFailed = false

    @Option(help: "max: as fast as possible, with a clock driven by the data.")
    var speed = Speed.normal

    @Option(help: "Deinterlace the pictures that the stream marks as interlaced (auto), all (on), or none (off).")
    var deinterlace = Deinterlacing.automatic

    @Option(help: "Media keys and lock-screen controls (MPRIS); by default on if there is a session bus and the speed is normal.")
    var mpris: Switch?

    @Option(help: "ads: play the sample with ads before, during and after it, and print the requests of their trackers.")
    var demo: Demo?

    @OptionGroup(title: "Overlay") var overlay: OverlayArguments

    @OptionGroup(title: "Ads") var ads: AdArguments

    @Option(help: "Record the inputs of the player in a file, for 'playhead replay'.")
    var trace: String?

    @OptionGroup(title: "Recordings") var waterfall: WaterfallArguments

    @OptionGroup(title: "Client data (CMCD)") var cmcd: CMCDArguments

    @OptionGroup(title: "Measurements") var metrics: MetricsArguments

    @OptionGroup(title: "Requests") var request: RequestArguments

    @OptionGroup(title: "Diagnostics") var diagnostics: DiagnosticArguments

    func validate() throws {
        if let control, control != "-" { throw ValidationError("--control takes '-', for standard input.") }
        if let start, !(start >= 0 || dvr && start > -.infinity) {
            throw ValidationError("--start takes seconds, 0 or more; below 0 with --dvr.")
        }
        if let duration, !(duration > 0) { throw ValidationError("--duration takes seconds, above 0.") }
        if let captionsEncoding, !CaptionEncoding.isKnown(captionsEncoding) {
            throw ValidationError("--captions-encoding: '\(captionsEncoding)' is unknown; 'iconv --list' prints the encodings.")
        }
        if quality < 0 { throw ValidationError("--quality takes a level's index, 0 or more.") }
        if json, video == .terminal { throw ValidationError("--json and --video terminal both need standard output.") }
        if control != nil, video == .terminal { throw ValidationError("--control and --video terminal both need standard input.") }
        if metrics.usesStandardOutput, video == .terminal {
            throw ValidationError("--metrics - and --video terminal both need standard output.")
        }
        if urls.contains(Location.standardInput) {
            if control != nil { throw ValidationError("--control - and the media '-' both need standard input.") }
            if isatty(STDIN_FILENO) == 1 { throw ValidationError("'-' plays standard input: connect a pipe or a file.") }
            if video == .terminal { throw ValidationError("--video terminal and the media '-' both need standard input.") }
        }
        if demo != nil, !urls.isEmpty { throw ValidationError("--demo plays the sample, and no other stream.") }
        _ = try request.options
        for url in urls { _ = try Location.url(of: url) }
    }

    @MainActor
    func run() async throws {
        let isTerminal = isatty(STDOUT_FILENO) == 1 && isatty(STDIN_FILENO) == 1
        let showsView = !json && !metrics.usesStandardOutput && video != Video.none && (video == .terminal || isTerminal && control == nil)
        guard autoplay || control != nil || showsView else {
            throw ValidationError("--no-autoplay waits for 'play', which only --control - and the live view can send.")
        }
        Diagnosis.blockedMainActor.mute()
        diagnostics.apply(isScreenTaken: showsView && isatty(STDERR_FILENO) == 1)
        let captionsTrack = captions.flatMap { Int($0) }
        var configuration = try makeConfiguration(captionsTrack: captionsTrack, showsView: showsView)
        let sample = urls.isEmpty ? try await Self.startSample() : nil
        let adDemo = demo == .ads ? try await Self.startDemo(sample) : nil
        if let adDemo {
            var advertising = configuration.ads.advertising ?? AdConfiguration()
            advertising.vmapURL = adDemo.vmapURL
            configuration.ads.advertising = advertising
        }
        let items = try await items(sample, configuration.network.assetOptions)
        let recording = try openWaterfall(configuration.clock)
        configuration.timeline = recording?.recorder
        let metricsRecording = try openMetrics()
        let sessionOverlay = try await startOverlay()
        let view: (any SessionView)?
        do { view = showsView ? try Self.makeView() : nil } catch {
            await sessionOverlay?.close()
            throw error
        }
        configuration.videoOutput = view?.videoOutput
        let session = PlaySession(
            configuration: configuration, items: items, output: output(view), limit: duration, captions: captionsTrack,
            reads: control != nil, view: view, overlay: sessionOverlay, waterfall: recording, metrics: metricsRecording)
        do { try startTrace(of: session, view) } catch {
            await sessionOverlay?.close()
            throw error
        }
        let status = await session.run(from: start)
        for line in adDemo?.lines ?? [] { if json { standardError(line) } else { LineWriter.standardOutput.write(line) } }
        await sample?.stop()
        throw ExitCode(status.rawValue)
    }

    /// Returns the configuration that the options ask for.
    /// - Parameters:
    ///   - captionsTrack: The track number of `--captions`, if it is one.
    ///   - showsView: Whether the live view is shown.
    /// - Returns: The configuration, without the output for pictures.
    /// - Throws: `ValidationError` if an option is invalid; the error of a file of certificates.
    @MainActor
    private func makeConfiguration(captionsTrack: Int?, showsView: Bool) throws -> PlayerConfiguration {
        var configuration = PlayerConfiguration()
        configuration.autoplay = autoplay
        configuration.deinterlacing = deinterlace
        configuration.playlist.repeats = repeats
        configuration.playlist.itemFailure = skipFailed ? .skip : .stop
        configuration.quality.initialLevel = quality == 0 ? nil : quality
        configuration.quality.maxBitrate = maxBitrate
        configuration.live.isDVR = dvr
        if captions == "off" || captionsTrack != nil {
            // A track by its number is selected when the item is ready; no other one is shown before.
            configuration.captions.mode = .off
        } else if let captions {
            configuration.captions.languages = [captions]
            configuration.captions.mode = .on
        }
        configuration.captions.encoding = captionsEncoding
        configuration.pacing = speed == .max ? .unpaced : .realTime
        // Without the option, audio is used with the live view, if available.
        if audio == .pulse || audio == nil && showsView {
            configuration.audioOutput = .custom { PulseAudioOutput() }
            configuration.audio.requiresOutput = audio == .pulse
        } else {
            configuration.audioOutput = .none
        }
        configuration.ads.advertising = try ads.configuration
        configuration.cmcd = try cmcd.configuration
        configuration.network.certificateAuthorities = try request.certificateFiles
        configuration.network.assetOptions.headers = try request.headerFields
        configuration.network.assetOptions.contentKeys = try request.contentKeys
        configuration.network.assetOptions.cookies = try request.requestCookies
        configuration.network.assetOptions.credentialScope = try request.credentialScope
        configuration.network.assetOptions.allowsHTTP3 = request.allowsHTTP3
        // Accelerated playback has no viewer.
        configuration.displaysLockScreenControls = mpris == .on || mpris == nil && speed == .normal && MediaKeys.hasBus
        return configuration
    }

    /// Starts the trace of `--trace`. Playback continues without one that can't be written.
    @MainActor
    private func startTrace(of session: PlaySession, _ view: (any SessionView)?) throws {
        guard let trace else { return }
        do { try session.record(into: URL(fileURLWithPath: trace)) } catch {
            if case .unwritten = error { return session.fileFailed("\(error)") }
            // The message would leave the screen with the view.
            view?.close()
            standardError("\(error)")
            throw ExitCode(ExitStatus.usage.rawValue)
        }
    }

    /// Opens the file of `--waterfall`.
    private func openWaterfall(_ clock: any PlaybackClock) throws -> WaterfallRecording? {
        guard let file = waterfall.file else { return nil }
        do throws(OutputFile.Failure) {
            return try WaterfallRecording(writingTo: file, period: waterfall.range, clock: clock)
        } catch {
            standardError("\(file) can't be written: \(error).")
            throw ExitCode(ExitStatus.usage.rawValue)
        }
    }

    /// Opens the files of `--metrics` and `--report`.
    @MainActor
    private func openMetrics() throws -> MetricsRecording? {
        do throws(ReportFailure) { return try MetricsRecording.open(metrics) } catch {
            standardError(error.message)
            throw ExitCode(ExitStatus.usage.rawValue)
        }
    }

    @MainActor
    private func output(_ view: (any SessionView)?) -> any SessionOutput {
        if json { return JSONOutput() }
        if let view { return view }
        // Standard output has lines of JSON only.
        return metrics.usesStandardOutput ? SilentOutput() : PlainOutput()
    }

    /// Returns the sample, or the items of all locations in order; folders, lists and feeds are replaced by their items.
    @MainActor
    private func items(_ sample: Sample?, _ options: AssetOptions) async throws -> [PlayerItem] {
        if let sample { return [PlayerItem(url: sample.url, title: "Playhead's sample")] }
        let locations = try urls.map { try Location.url(of: $0) }
        let reader = await LocationReader.read(locations, areFeeds: feed, options: options)
        if let error = reader.error { throw Self.failure(error.with(severity: .setup), json) }
        guard !reader.entries.isEmpty else {
            let url = locations.first?.withoutSecrets
            throw Self.failure(PlaybackError(.emptyPlaylist, severity: .setup, url: url, underlying: reader.warnings.first), json)
        }
        for warning in reader.warnings { standardError(warning) }
        return reader.entries.map { PlayerItem($0) }
    }

    /// Prints an error that precedes the playback, and returns the exit status.
    @MainActor
    private static func failure(_ error: PlaybackError, _ json: Bool) -> ExitCode {
        var summary = SessionSummary()
        summary.note(SetupErrorEvent(error: error))
        if json { JSONOutput().finish(summary) }
        ErrorText.print(error)
        return ExitCode(ExitStatus.failed.rawValue)
    }

    @MainActor
    private func startOverlay() async throws -> SessionOverlay? {
        guard let options = overlay.options else { return nil }
        do {
            return try await SessionOverlay(options)
        } catch {
            standardError("The overlay can't be served: \(error)")
            throw ExitCode(ExitStatus.usage.rawValue)
        }
    }

    @MainActor
    private static func makeView() throws -> TerminalView {
        do {
            return try TerminalView()
        } catch {
            standardError("The live view needs a terminal: \(error)")
            throw ExitCode(ExitStatus.usage.rawValue)
        }
    }

    private static func startDemo(_ sample: Sample?) async throws -> AdDemo? {
        do {
            guard let sample else { return nil }
            return try await AdDemo(beside: sample)
        } catch {
            standardError("The ads of the demonstration could not be generated: \(error)")
            throw ExitCode(ExitStatus.failed.rawValue)
        }
    }

    private static func startSample() async throws -> Sample {
        do {
            return try await Sample.start()
        } catch {
            standardError("The sample could not be generated: \(error)")
            throw ExitCode(ExitStatus.failed.rawValue)
        }
    }
}
