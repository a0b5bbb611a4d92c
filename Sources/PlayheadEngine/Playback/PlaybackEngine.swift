import Foundation
import PlayheadCore
import PlayheadFFmpeg
import PlayheadTransport

/// Plays one item: fetches, demuxes, decodes and presents it, and tells what happens.
///
/// Commands go in by ``send(_:)``, reports come out by the closure given at the beginning, both in order. The work is done on a serial queue of
/// the engine's own (demuxing on further threads), and ends with ``EngineCommand/close(playback:)``. Decisions are made by ``PlayoutMachine``.
///
/// It has more than twenty stored properties because all parts of a playback meet here; it adds no state to theirs but that of its loop.
package actor PlaybackEngine: MediaEngine {
    private let executor: QueueExecutor
    /// The engine's own serial queue.
    nonisolated package var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    let configuration: EngineConfiguration
    let url: URL
    let report: @Sendable (EngineReport) -> Void
    nonisolated private let commands: AsyncStream<EngineCommand>.Continuation
    nonisolated let shared: EngineSharedState

    // The stream and its presentation
    let store: PacketStore
    var source: (any MediaSource)?
    var media: OpenedMedia?
    var thumbnails: ThumbnailMaker?
    let video: VideoRenderer
    var sound: AudioRenderer?
    let device = AudioDevice()
    let metadata: MetadataTracker
    let captions: CaptionPresenter
    let warnings: DecodingWarnings

    // The decisions and the loop
    var machine = PlayoutMachine()
    var bufferReport = BufferReport()
    var isClosed = false
    var wakeup = EngineWakeup()
    private var opening: Task<Void, Never>?
    private var listening: Task<Void, Never>?
    private var pumping: Task<Void, Never>?

    /// Makes an engine for the stream at `url`; it does nothing before `open` is sent.
    /// - Parameter report: Called on the engine's queue or on threads of its source, for every report, in order.
    package init(url: URL, configuration: EngineConfiguration, report: @escaping @Sendable (EngineReport) -> Void) {
        executor = QueueExecutor(label: "playhead.engine")
        self.url = url
        var configuration = configuration
        configuration.requestOptions = configuration.requestOptions.bound(to: url)
        self.configuration = configuration
        self.report = report
        shared = EngineSharedState(qualityLimits: configuration.qualityLimits)
        let (stream, continuation) = AsyncStream.makeStream(of: EngineCommand.self)
        commands = continuation
        var limits = PacketStore.Limits()
        limits.forward = configuration.forwardBuffer
        limits.back = configuration.backBuffer
        limits.forwardBytes = configuration.forwardBytes
        // What plays as fast as it can would wait at every step.
        if configuration.pacing == .unpaced { limits.captions = .infinity }
        let box = WeakBox<PlaybackEngine>()
        let store = PacketStore(limits: limits) { box.value?.requestWake() }
        self.store = store
        let told = self.report
        metadata = MetadataTracker {
            told(.metadata($0, $1))
        } onChange: {
            box.value?.requestWake()
        }
        let controller = CaptionsController {
            told(.warning($0))
        } onChange: {
            box.value?.requestWake()
        }
        captions = CaptionPresenter(controller: controller, url: SourceOpener.withoutCredentials(url), report: report)
        warnings = DecodingWarnings(url: SourceOpener.withoutCredentials(url), clock: configuration.clock, report: report)
        video = VideoRenderer(
            store: store, captions: captions, warnings: warnings, configuration: configuration, statistics: shared.statistics,
            report: report)
        box.set(self)
        Task { [weak self] in
            for await command in stream {
                await self?.perform(command)
                self?.shared.pendingCommands.withLock { $0 -= 1 }
            }
        }
    }

    /// Hands in a command; it is carried out after those before it.
    package nonisolated func send(_ command: EngineCommand) {
        shared.pendingCommands.withLock { $0 += 1 }
        commands.yield(command)
    }

    /// The number of commands that are not carried out yet; from any thread.
    package nonisolated var pendingCommands: Int { shared.pendingCommands.withLock { $0 } }

    /// Holds the choice of levels to other limits, from the next segment on.
    package nonisolated func setQualityLimits(_ limits: QualityLimits) {
        shared.qualityLimits.withLock { $0 = limits }
        Task { [weak self] in await self?.applyLimits() }
    }

    private func applyLimits() { source?.setQualityLimits(shared.qualityLimits.withLock { $0 }) }

    /// What was counted so far; from any thread.
    package nonisolated var statistics: EngineStatistics { shared.statistics.withLock { $0 } }

    /// What was found when it was opened; from any thread.
    package nonisolated var found: MediaProbe.Result? { shared.found.withLock { $0 } }

    /// The date ranges that the playlist lists now; from any thread.
    package nonisolated var dateRanges: PlaylistDateRanges? { shared.source.withLock { $0 }?.dateRanges }

    /// Where the segment begins that begins nearest to a time; from any thread.
    package nonisolated func segmentStart(nearest time: Double) -> Double? { shared.source.withLock { $0 }?.segmentStart(nearest: time) }

    /// Says where playing is to stand; from any thread.
    package nonisolated func setFence(at time: Double?) {
        shared.fence.withLock { $0 = time }
        requestWake()
    }

    /// The fence that was set last, wherever the playhead is.
    nonisolated var fence: Double? { shared.fence.withLock { $0 } }

    /// Limits how much is played; from any thread.
    package nonisolated func setPlayLimit(_ seconds: Double?) {
        shared.playLimit.withLock { $0 = seconds }
        requestWake()
    }

    /// The playhead when the loop looked last, in seconds.
    var position: Double { machine.position }

    /// The number of decoded pictures that were not shown yet.
    var queuedPictures: Int { video.queue.count }

    /// What the source found, once it is open.
    package var openedFormat: String? { media?.format }

    private func perform(_ command: EngineCommand) async {
        guard !isClosed else { return }
        switch command {
        case .open: opening = Task { await open() }
        case .close: await close()
        default: perform(playing: command)
        }
        wake()
    }

    // MARK: Opening and closing

    private func open() async {
        do {
            let preferences = SourcePreferences(
                level: configuration.initialLevel, limits: shared.qualityLimits.withLock { $0 }, memory: configuration.throughputMemory,
                makePolicy: configuration.makePolicy)
            let opener = SourceOpener(
                loader: configuration.loader, options: configuration.requestOptions, clock: configuration.clock, preferences: preferences,
                mimeType: configuration.mimeType, prefersPreciseDuration: configuration.prefersPreciseDuration, metadata: metadata)
            // One after the other: a source reports from several threads.
            let (reports, sink) = AsyncStream.makeStream(of: EngineReport.self)
            listening = Task { [weak self] in
                for await report in reports { await self?.take(report) }
            }
            let source = try await opener.source(for: url, store: store) { sink.yield($0) }
            guard !isClosed else { return await source.close() }
            self.source = source
            shared.source.withLock { $0 = source }
            applyLimits()
            video.levelChoice = configuration.initialLevel
            let opened = try await source.open(at: nil)
            guard !isClosed else { return }
            try prepare(opened)
            captions.controller.offer(opened.captions + configuration.sidecarCaptions.map { $0.offer(configuration) })
            var description = opened.description
            description.captionsTracks = captions.controller.tracks
            shared.found.withLock { $0 = MediaProbe.describe(opened) }
            report(.opened(description))
            metadata.open(at: machine.position)
            pumping = Task { await pumpUntilClosed() }
        } catch {
            guard !isClosed else { return }
            fail(PlaybackError(cause: error, otherwise: .unsupportedFormat, url: SourceOpener.withoutCredentials(url)))
        }
    }

    private func prepare(_ opened: OpenedMedia) throws(PlaybackError) {
        media = opened
        captions.announcedTrack = opened.closedCaptions
        let item = PlayoutMachine.Item(
            isUnpaced: configuration.pacing == .unpaced, tick: max(0.01, configuration.progressInterval),
            announcedTolerance: opened.announcedTolerance, url: SourceOpener.withoutCredentials(url))
        machine.open(item, at: opened.start, duration: opened.description.duration, now: configuration.clock.now)
        sharePlayhead()
        video.firstPosition = opened.start
        if opened.video != nil { video.open(threads: configuration.videoThreads) }
        guard let audio = opened.audio else { return }
        let format = AudioFormat(sampleRate: audio.sampleRate, channels: min(audio.channels, 2))
        var isSilent = false
        if configuration.pacing == .realTime, let output = configuration.makeAudioOutput?() {
            output.setHandlers(
                onWritable: { [weak self] in self?.requestWake() },
                onFailure: { [weak self] error in Task { await self?.audioFailed(error) } })
            device.use(output)
            do {
                // Opened before playback starts, so that a missing device is known at setup.
                try output.open(format)
            } catch {
                guard !configuration.requiresAudioOutput else {
                    device.close()
                    throw error
                }
                isSilent = true
                report(.warning(error))
            }
        }
        let sound = AudioRenderer(decoder: TrackDecoder(kind: .audio, store: store, threads: 1), announced: format, output: device.output)
        if isSilent {
            sound.giveUpOutput()
            awaitDevice(format)
        }
        // A live stream begins in the middle: what comes before is left out, not waited for.
        sound.restart(at: machine.position, rate: machine.tempo)
        self.sound = sound
    }

    private func close() async {
        isClosed = true
        commands.finish()
        opening?.cancel()
        wakeup.alarm?.cancel()
        wake()
        await captions.controller.close()
        rememberNetwork()
        await thumbnails?.close()
        await source?.close()
        store.close()
        await opening?.value
        await pumping?.value
        listening?.cancel()
        device.close()
        video.close()
        sound = nil
        thumbnails = nil
        source = nil
        HeapTrimming.run()
        report(.closed)
    }

    /// Keeps what the source has learnt of the network where it can be read when the source is gone.
    func rememberNetwork() {
        guard let memory = source?.throughputMemory else { return }
        shared.statistics.withLock { $0.throughputMemory = memory }
    }

    /// A report of the source's: some concern the engine too.
    private func take(_ sourceReport: EngineReport) {
        guard !isClosed else { return }
        if case .durationChanged(let known) = sourceReport { machine.length.duration = known }
        report(sourceReport)
        wake()
    }

    private func audioFailed(_ error: PlaybackError) {
        guard !isClosed, let sound, sound.isMaster else { return }
        sound.giveUpOutput()
        guard !configuration.requiresAudioOutput else { return fail(error) }
        report(.warning(error))
        if let format = sound.format { awaitDevice(format) }
        wake()
    }
}
