import Foundation
import Playhead
import PlayheadArguments
import PlayheadCore
import PlayheadEngine
import PlayheadTerminal
import Synchronization

/// The live view: title, state, picture, timeline, quality, volume, the latest events, and keys.
@MainActor
final class TerminalView: SessionView {
    /// The minimum interval between updates, in seconds.
    private static let interval = 1.0 / 30
    /// The interval between updates of a live stream without events, in seconds.
    private static let liveInterval = 0.25
    private static let keptEvents = 200
    /// The maximum numbers of cues and of their lines; no screen has room for more.
    private static let maximumCues = 20

    private let terminal: Terminal
    private let capabilities: TerminalCapabilities
    private var painter: ScreenPainter
    private let renderer: PictureRenderer
    private let latest: LatestPicture
    private var model = LiveViewModel()
    private weak var player: Player?
    private var keys: Task<Void, Never>?
    private var drawing: Task<Void, Never>?
    private var isDirty = true
    private var pictureArea: TerminalSize?
    private var lastDrawn = -Double.infinity
    /// The size of the current quality level, in pixels.
    private var shownSize: (width: Int?, height: Int?) = (nil, nil)
    private var openedAt = SystemClock().now
    private(set) var isBroken = false

    var videoOutput: any VideoOutput { renderer }

    /// Activates the terminal.
    /// - Throws: `TerminalError`.
    init() throws {
        capabilities = TerminalCapabilities(environment: ProcessInfo.processInfo.environment)
        terminal = try Terminal()
        painter = ScreenPainter(capabilities: capabilities)
        let latest = LatestPicture()
        self.latest = latest
        renderer = PictureRenderer(capabilities: capabilities) { latest.set($0) }
    }

    func open(_ player: Player, commands: @escaping @MainActor (ControlCommand) -> Void) {
        self.player = player
        openedAt = SystemClock().now
        setArea(terminal.size)
        let events = terminal.events
        keys = Task { [weak self] in
            for await event in events {
                guard let self else { return }
                switch event {
                case .key(let key):
                    if ViewKeys.isSuspend(key) {
                        self.terminal.suspend()
                    } else if let player = self.player, let command = ViewKeys.command(for: key, player: player) {
                        commands(command)
                    }
                case .resized(let size):
                    // The size of cells may have changed, too.
                    self.pictureArea = nil
                    self.setArea(size)
                    self.painter.invalidate()
                case .closed:
                    self.isBroken = true
                    commands(.quit)
                }
                self.isDirty = true
            }
        }
        drawing = Task { [weak self] in
            while !Task.isCancelled {
                self?.draw()
                try? await SystemClock().sleep(for: Self.interval)
            }
        }
    }

    func close() {
        drawing?.cancel()
        keys?.cancel()
        terminal.close()
    }

    func noteAddress(_ line: String) {
        isDirty = true
        model.address = SafeText.clean(line)
    }

    func note(_ line: String) {
        isDirty = true
        append(.init(time: SystemClock().now - openedAt, name: "note", detail: SafeText.clean(line), emphasis: .normal))
    }

    func write(_ event: any PlayerEvent) {
        isDirty = true
        switch event {
        case is TimeEvent, is BufferChangeEvent, is CaptionCueEvent, is MetaParsedEvent: return
        // These events are shown by the wall clock; every segment of a live stream may have one.
        case let meta as MetaEvent where meta.metaData["metadataType"] == "program-date-time": return
        case let item as PlaylistItemEvent:
            model.title = item.item.title.map { SafeText.clean($0) }
            model.url = SafeText.clean(item.item.url)
            model.error = nil
            shownSize = (nil, nil)
        case let quality as VisualQualityEvent:
            model.quality = SafeText.clean(quality.level.label)
            model.shownLevel = quality.level.index
            model.bitrate = quality.level.bitrate
            shownSize = (quality.level.width, quality.level.height)
        case let buffer as BufferEvent: if buffer.reason == .stalled { model.stalls += 1 }
        case let problem as ErrorEvent: model.error = ErrorText.line(problem.error)
        case let problem as SetupErrorEvent: model.error = ErrorText.line(problem.error)
        default: break
        }
        let emphasis: LiveViewModel.Emphasis =
            switch event {
            case is StateChangeEvent: .state
            case is WarningEvent: .warning
            case is ErrorEvent, is SetupErrorEvent: .error
            default: .normal
            }
        append(
            .init(
                time: event.context.monotonicTime, name: event.name.rawValue,
                detail: SafeText.clean(EventText.details(of: event, isShort: true)), emphasis: emphasis))
    }

    private func append(_ event: LiveViewModel.Event) {
        model.events.append(event)
        if model.events.count > Self.keptEvents { model.events.removeFirst(model.events.count - Self.keptEvents) }
    }

    func finish(_ summary: SessionSummary) {
        for line in summary.lines.dropFirst() { LineWriter.standardOutput.write(line) }
    }

    // MARK: Drawing

    private func setArea(_ size: TerminalSize) {
        let area = LiveView.pictureArea(in: size, for: model)
        guard area != pictureArea else { return }
        pictureArea = area
        renderer.setArea(area, cell: terminal.cellSize)
    }

    private func draw() {
        let (picture, isNew) = latest.next()
        guard let player, !isBroken else { return }
        // A live stream advances without events.
        let now = SystemClock().now
        guard isNew || isDirty || player.timeline.kind != .onDemand && now - lastDrawn >= Self.liveInterval else { return }
        isDirty = false
        lastDrawn = now
        if let item = player.currentItem { model.title = SafeText.clean(item.displayTitle) }
        model.state = player.state
        model.keys = ViewKeys.help(for: player)
        model.intendsToPlay = player.intendsToPlay
        model.position = player.position
        model.duration = player.duration == 0 ? .nan : player.duration
        showTimeline(player.timeline)
        model.captionLines = player.currentCues.prefix(Self.maximumCues).flatMap { cue in
            cue.text.split(separator: "\n", maxSplits: Self.maximumCues).prefix(Self.maximumCues).map { SafeText.clean(String($0)) }
        }
        model.buffered = player.bufferedRanges
        model.volume = player.volume
        model.isMuted = player.isMuted
        model.rate = player.rate
        let statistics = player.totalStatistics
        model.framesShown = statistics.framesShown
        model.framesDropped = statistics.framesDropped
        if let media = player.media {
            model.levels = media.levels.map(\.label)
            model.currentLevel = media.currentLevel
            model.hasSound = !media.audioTracks.isEmpty
            model.audioTrack =
                media.audioTracks.indices.contains(media.currentAudioTrack) ? media.audioTracks[media.currentAudioTrack].name : ""
            let track = media.currentCaptionsTrack
            model.captions = track > 0 && media.captionsTracks.indices.contains(track) ? media.captionsTracks[track].name : ""
            let (width, height) = shownSize.width == nil ? (media.width, media.height) : shownSize
            let size = width.flatMap { width in height.map { "\(width)×\($0)" } }
            let rate = media.frameRate.map { String(format: "%.3g fps", $0) }
            model.codecs = [size, rate].compactMap { $0 }.joined(separator: " ")
            model.picture = picture.map { .rendered($0) } ?? (media.width == nil ? .none : .expected)
        } else {
            model.picture = .expected
            model.hasSound = true
        }
        let size = terminal.size
        setArea(size)
        let text = painter.paint(LiveView.screen(for: model, size: size), size: size)
        if !text.isEmpty, !terminal.write(text) { isBroken = true }
    }

    private func showTimeline(_ timeline: Timeline) {
        model.timeline =
            switch timeline.kind {
            case .onDemand: .onDemand
            case .live: .live
            case .dvr: .dvr
            }
        model.isAtLiveEdge = timeline.isAtLiveEdge
        model.latency = timeline.latency
        model.targetLatency = timeline.targetLatency
        model.window = timeline.latency == nil ? nil : timeline.seekableRange.duration
        model.isLowLatency = timeline.isLowLatency
        model.wallClock = timeline.date.map { EventText.timeOfDay($0) } ?? ""
    }
}

/// The most recent rendered picture.
private final class LatestPicture: Sendable {
    private let state = Mutex<(picture: RenderedPicture?, isNew: Bool)>((nil, false))

    func set(_ picture: RenderedPicture?) { state.withLock { $0 = (picture, true) } }

    func next() -> (RenderedPicture?, Bool) {
        state.withLock { state in
            defer { state.isNew = false }
            return state
        }
    }
}
