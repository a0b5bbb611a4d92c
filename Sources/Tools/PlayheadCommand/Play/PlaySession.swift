import Dispatch
import Foundation
import Playhead
import PlayheadArguments

/// Plays a playlist, controlled by standard input, keys and signals.
@MainActor
final class PlaySession {
    private let player: Player
    private let items: [PlayerItem]
    private let output: any SessionOutput
    private let view: (any SessionView)?
    private let overlay: SessionOverlay?
    private let waterfall: WaterfallRecording?
    private let metrics: MetricsRecording?
    private let readsControl: Bool
    /// The captions track to select in each item, or `nil`.
    private let captions: Int?
    private var isControlled: Bool
    private var summary = SessionSummary()
    private var signals: EndSignals?
    private var ending: CheckedContinuation<Void, Never>?
    private var isEnding = false
    /// Whether a location is being read, and the commands that follow it.
    private var isReading = false
    private var waiting: [ControlCommand] = []
    /// The number of feeds that are being read.
    private var pendingFeeds = 0
    private let plays: Bool
    private var closedOutput: ClosedOutputWatch?
    private var mediaKeys: MediaKeys?
    /// The target of a pending seek; further skips are relative to it.
    private var seekTarget: Double?
    /// Whether the trace or the waterfall could not be written completely.
    private var isFileLost = false
    /// The messages that are printed when the view has left the screen, which would remove them.
    private var problems: [String] = []
    /// The unfinished trace, from the session's end until the counts are final.
    private var recording: TraceEnding?
    /// The time of the session's end, on the clock of the events' `monotonicTime`.
    private var endTime = 0.0

    /// - Parameters:
    ///   - configuration: The configuration of the player.
    ///   - items: The items to load.
    ///   - output: The output for events, notes and the summary.
    ///   - limit: The playback time after which the session ends, in seconds.
    ///   - captions: The captions track to select; `nil` for no selection.
    ///   - reads: Whether commands are read from standard input; then the end of the playlist does not end the session.
    ///   - view: The view that shows the player and sends commands; `nil` for none.
    ///   - overlay: The overlay to connect; `nil` for none.
    ///   - waterfall: The recording of the session, whose recorder `configuration` has; `nil` for none.
    ///   - metrics: The recording of the measurements; `nil` for none.
    init(
        configuration: PlayerConfiguration, items: [PlayerItem], output: any SessionOutput, limit: Double?, captions: Int? = nil,
        reads: Bool,
        view: (any SessionView)?, overlay: SessionOverlay? = nil, waterfall: WaterfallRecording? = nil, metrics: MetricsRecording? = nil
    ) {
        player = Player(configuration: configuration)
        plays = configuration.autoplay
        self.items = items
        self.output = output
        self.captions = captions
        player.playLimit = limit
        self.view = view
        self.overlay = overlay
        self.waterfall = waterfall
        self.metrics = metrics
        readsControl = reads
        isControlled = reads || view != nil
    }

    /// Records a trace of the session, from before the first event.
    func record(into file: URL) throws(TraceError) { try player.startTrace(writingTo: file) }

    /// Plays from `start` (seconds) on, prints the summary, releases all resources, and returns the exit status.
    func run(from start: Double?) async -> ExitStatus {
        let token = player.onEvent { [weak self] event in self?.handle(event) }
        // The last reports of CMCD and the calls of ads take up to two seconds.
        signals = EndSignals(timeout: 4) { [weak self] in Task { @MainActor in self?.end() } }
        if view == nil { closedOutput = ClosedOutputWatch { [weak self] in self?.end() } }
        view?.open(player) { [weak self] command in self?.perform(command) }
        if let address = overlay?.open(player, note: { [output] in output.note($0) }) { output.noteAddress("Overlay: open \(address)") }
        if player.configuration.displaysLockScreenControls {
            mediaKeys = MediaKeys(player, isScreenTaken: view != nil) { [weak self] command in self?.perform(command) }
        }
        waterfall?.recorder.begin()
        metrics?.begin(player)
        player.load(items)
        if let start { player.seek(to: start) }
        if readsControl {
            // The reader retains only these closures.
            _ = LineReader(
                lines: { [weak self] lines in await self?.handle(lines) },
                end: { [weak self] in self?.controlEnded() })
        }
        await withCheckedContinuation { continuation in
            if isEnding { continuation.resume() } else { ending = continuation }
        }
        token.invalidate()
        closedOutput?.cancel()
        await overlay?.close()
        mediaKeys?.close()
        player.release()
        await player.released()
        let counts = player.traceCounts
        summary.finish(counts, at: endTime)
        do { try recording?.end(counts, at: endTime) } catch { fileFailed("\(error)") }
        if let problem = waterfall?.finish() { fileFailed(problem) }
        for problem in await metrics?.finish(player) ?? [] { fileFailed(problem) }
        view?.close()
        for problem in problems { standardError(problem) }
        mediaKeys?.printProblems()
        output.finish(summary)
        if let error = summary.metrics.errors.last { ErrorText.print(error) }
        return summary.metrics.errors.isEmpty && !isFileLost ? .played : .failed
    }

    private func handle(_ event: any PlayerEvent) {
        guard !isEnding else { return }
        summary.note(event, player.timeline)
        waterfall?.recorder.add(event)
        metrics?.add(event, of: player)
        output.write(event)
        if output.isBroken { return end() }
        switch event {
        case is TimeEvent: if player.isPlayedOut { end() }
        case let seek as SeekEvent: seekTarget = seek.offset
        case is SeekedEvent, is PlaylistItemEvent, is IdleEvent: seekTarget = nil
        case is PlaylistCompleteEvent:
            if !isControlled || view != nil { end() }
        case is ErrorEvent, is SetupErrorEvent:
            // The view shows the error until the viewer quits.
            if !isControlled { end() }
        case let change as StateChangeEvent:
            if change.newState == .ready, let captions { player.selectCaptions(captions) }
            // Another change may follow at once.
            if readsControl, !isControlled { Task { @MainActor [weak self] in self?.endIfWaiting() } }
        case is ReadyEvent:
            if !isControlled, !plays, !player.intendsToPlay { end() }
        default: break
        }
    }

    private func end() {
        guard !isEnding else { return }
        isEnding = true
        endTime = player.monotonicTime
        recording = player.pauseTrace()
        ending?.resume()
        ending = nil
    }

    /// Reports that a file is incomplete, which makes the exit status 1.
    func fileFailed(_ message: String) {
        isFileLost = true
        if view == nil { standardError(message) } else { problems.append(message) }
    }

    // MARK: Control

    private func handle(_ lines: [LineReader.Line]) async {
        for line in lines where !isEnding {
            await catchUp()
            guard case .text(let text) = line else {
                standardError("control: A line of more than \(LineReader.maximumLength) bytes is ignored.")
                continue
            }
            do throws(ControlCommand.Malformed) {
                if let command = try ControlCommand.parse(text) { perform(command) }
            } catch {
                standardError("control: \(error.message)")
            }
        }
    }

    /// Waits until the engine has processed most of its commands, because seeks take longer than reading them, and until the last seek has
    /// progressed: a seek that is replaced again and again fails by its timeout.
    private func catchUp() async {
        let (high, low) = (64, 32)
        guard player.pendingEngineCommands > high else { return }
        let clock = SystemClock()
        let (interval, timeout) = (0.005, 1.0)
        let deadline = clock.now + timeout
        while !isEnding, player.pendingEngineCommands > low || seekTarget != nil && clock.now < deadline {
            try? await clock.sleep(for: interval)
        }
    }

    private func controlEnded() {
        isControlled = false
        endIfWaiting()
    }

    /// Ends the session if it waits for a command and no further one can arrive.
    private func endIfWaiting() {
        guard readsControl, !isControlled, !isReading, pendingFeeds == 0 else { return }
        switch player.state {
        case .ended, .error, .idle: end()
        // A paused ad holds the content in `play`; an ad that begins holds it in `pausing`.
        case .ready, .play, .pausing, .paused: if !player.intendsToPlay { end() }
        case .opening, .playing, .buffering, .seeking, .stopping: break
        }
    }

    /// Performs a command, after those before it: a list or folder is read before what follows applies to its items.
    private func perform(_ command: ControlCommand) {
        guard !isEnding else { return }
        if isReading, command != .quit { return waiting.append(command) }
        switch command {
        case .play: player.play(reason: .interaction)
        case .pause: player.pause(reason: .interaction)
        case .toggle:
            let plays = player.advertisement.map { !$0.isPaused } ?? (player.intendsToPlay && player.state != .ended)
            if plays { player.pause(reason: .interaction) } else { player.play(reason: .interaction) }
        case .stop: player.stop()
        case .seek(let position): player.seek(to: position)
        case .seekIntegrated(let time): player.seek(toIntegratedTime: time)
        case .timeline:
            output.note(JSONText.text(EventValue.object(["timeline": player.integratedTimeline?.eventValue.rounded ?? .null])))
        case .skip(let seconds): skip(by: seconds)
        case .rate(let rate): player.rate = rate
        case .volume(let volume): player.volume = volume
        case .mute(let isMuted): player.isMuted = isMuted
        case .quality(let index): player.selectLevel(index)
        case .audio(let index): player.selectAudioTrack(index)
        case .captions(let index): player.selectCaptions(index)
        case .live: player.seekToLive()
        case .next: player.next()
        case .previous: player.previous()
        case .item(let index): player.selectItem(index)
        case .load(let location): load(location)
        case .skipAd: player.skipAd()
        case .skipBreak: player.skipAdBreak()
        case .clickAd: player.clickAd()
        case .release: player.release()
        case .quit: end()
        }
    }

    private func load(_ location: String) {
        guard let url = try? Location.url(of: location) else { return standardError("control: '\(location)' is not a URL.") }
        if Feed.isNamed(url) {
            let player = player
            pendingFeeds += 1
            Task { [weak self] in
                // A failure is reported by a warning event.
                _ = try? await player.load(feed: url)
                self?.pendingFeeds -= 1
                self?.endIfWaiting()
            }
        } else if url.isFileURL {
            isReading = true
            Task { [weak self] in
                let reader = await LocationReader.read([url])
                self?.load(reader)
            }
        } else {
            player.load(PlayerItem(url: url))
        }
    }

    private func load(_ reader: LocationReader) {
        for warning in reader.warnings { output.note("control: \(warning)") }
        if !reader.entries.isEmpty { player.load(reader.entries.map { PlayerItem($0) }) }
        isReading = false
        while !waiting.isEmpty, !isReading { perform(waiting.removeFirst()) }
        endIfWaiting()
    }

    private func skip(by seconds: Double) {
        let target = (seekTarget ?? player.position) + seconds
        let range = player.timeline.seekableRange
        // The end is unknown until the item is open.
        player.seek(to: range.isEmpty ? max(0, target) : min(max(target, range.start), range.end))
    }
}
