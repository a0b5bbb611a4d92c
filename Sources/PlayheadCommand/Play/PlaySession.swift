import Dispatch
import Foundation
import Playhead

/// Plays a list from beginning to end, under the control of standard input, keys and signals.
@MainActor
final class PlaySession {
    private let player: Player
    private let items: [PlayerItem]
    private let output: any SessionOutput
    private let view: (any SessionView)?
    private let limit: Double?
    private let readsControl: Bool
    private var isControlled: Bool
    private var summary = SessionSummary()
    private var signals: [any DispatchSourceSignal] = []
    private var ending: CheckedContinuation<Void, Never>?
    private var isEnding = false

    /// - Parameters:
    ///   - limit: Seconds of playing after which it stops.
    ///   - reads: Whether commands come from standard input; then the end of the list does not end the session.
    init(
        configuration: PlayerConfiguration, items: [PlayerItem], output: any SessionOutput, limit: Double?, reads: Bool,
        view: (any SessionView)?
    ) {
        player = Player(configuration: configuration)
        self.items = items
        self.output = output
        self.limit = limit
        self.view = view
        readsControl = reads
        isControlled = reads || view != nil
    }

    /// Plays, prints the summary, and lets go of everything.
    /// - Parameter start: Where to start, in seconds.
    func run(from start: Double?) async -> ExitStatus {
        let token = player.onEvent { [weak self] event in self?.heard(event) }
        catchSignals()
        view?.open(player) { [weak self] command in self?.carryOut(command) }
        player.load(items)
        if let start { player.seek(to: start) }
        if readsControl {
            // The reader holds on to nothing but this closure.
            _ = ControlReader(
                lines: { [weak self] lines in self?.take(lines) },
                end: { [weak self] in self?.controlEnded() })
        }
        await withCheckedContinuation { continuation in
            if isEnding { continuation.resume() } else { ending = continuation }
        }
        token.invalidate()
        let statistics = player.statistics
        player.release()
        await player.released()
        summary.statistics = statistics
        summary.transfers = player.transfers
        view?.close()
        output.finish(summary)
        if let error = summary.errors.last { standardError(ErrorText.line(error)) }
        return summary.errors.isEmpty ? .played : .failed
    }

    private func heard(_ event: any PlayerEvent) {
        guard !isEnding else { return }
        summary.note(event)
        output.tell(event)
        if output.isBroken { return end() }
        switch event {
        case is TimeEvent:
            if let limit, player.statistics.played >= limit { end() }
        case is PlaylistCompleteEvent, is ErrorEvent, is SetupErrorEvent:
            if !isControlled || view != nil && !readsControl { end() }
        default: break
        }
    }

    private func end() {
        isEnding = true
        ending?.resume()
        ending = nil
    }

    // MARK: Control

    private func take(_ lines: [String]) {
        for line in lines where !isEnding {
            do throws(ControlCommand.Malformed) {
                if let command = try ControlCommand.parse(line) { carryOut(command) }
            } catch {
                standardError("control: \(error.message)")
            }
        }
    }

    private func controlEnded() {
        isControlled = view != nil
        let isOver = player.state == .ended || player.state == .error || player.state == .idle
        if isOver, !isControlled { end() }
    }

    private func carryOut(_ command: ControlCommand) {
        guard !isEnding else { return }
        switch command {
        case .play: player.play(reason: .interaction)
        case .pause: player.pause(reason: .interaction)
        case .toggle:
            if player.intendsToPlay, player.state != .ended {
                player.pause(reason: .interaction)
            } else {
                player.play(reason: .interaction)
            }
        case .stop: player.stop()
        case .seek(let position): player.seek(to: position)
        case .skip(let seconds): player.seek(to: max(0, player.position + seconds))
        case .rate(let rate): player.rate = rate
        case .volume(let volume): player.volume = volume
        case .mute(let isMuted): player.isMuted = isMuted
        case .quality(let index): player.selectLevel(index)
        case .audio(let index): player.selectAudioTrack(index)
        case .next: player.next()
        case .previous: player.previous()
        case .load(let location):
            guard let url = try? Location.url(of: location) else { return standardError("control: '\(location)' is no URL.") }
            let item = items.first
            player.load(PlayerItem(url: url, headers: item?.headers ?? .init(), cookies: item?.cookies ?? []))
        case .release: player.release()
        case .quit: end()
        }
    }

    private func catchSignals() {
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
            source.setEventHandler { [weak self] in
                MainActor.assumeIsolated { self?.end() }
            }
            source.resume()
            signals.append(source)
        }
    }
}
