import Foundation
import PlayheadAdaptive
import PlayheadCore
import PlayheadFFmpeg
import PlayheadTransport

/// Plays one item: fetches, demuxes, decodes and presents its media, and reports events.
///
/// Commands are sent by ``send(_:)``, reports are passed to the closure given to the initializer, both in order. The engine runs on its own
/// thread (demuxing on further threads; without decoding on a shared one) until ``EngineCommand/close(playback:)``. Decisions are made by ``PlayoutMachine``.
///
/// The actor has more than twenty stored properties because all parts of a playback meet here; its own state is only that of its loop.
package actor PlaybackEngine: MediaEngine {
    nonisolated let thread: ThreadExecutor
    /// The executor on the thread of the engine.
    nonisolated package var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    let configuration: EngineConfiguration
    let url: URL
    let report: @Sendable (EngineReport) -> Void
    nonisolated private let commands: AsyncStream<EngineCommand>.Continuation
    nonisolated let shared = Locked(EngineSnapshot())

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
    var settings: EngineSettings
    var machine = PlayoutMachine()
    var bufferReport = BufferReport()
    var isClosed = false
    var isLooping = false
    /// Whether loading had failed when the decoders were asked last: only then have they seen everything that was loaded.
    var hasNotedError = false
    var wakeup = EngineWakeup()
    private var opening: Task<Void, Never>?
    private static let libraries = WorkerThread(name: "playhead.ffmpeg") { FFmpegLibrary.load() }

    /// Loads FFmpeg, once for the process, while the first request is on its way. Meanwhile the C library creates no threads, so that the request
    /// must have been sent.
    package static func loadLibraries() { _ = libraries }

    /// The reports of the source in their order, which waits for a turn of the engine: a source reports from several threads.
    private nonisolated let sourceReports = Locked<[EngineReport]>([])

    /// Creates an engine for the stream at `url`, which is idle until `open` is sent. `report` is called on the thread of the engine or on
    /// threads of its source, for every report, in order.
    package init(url: URL, configuration: EngineConfiguration, report: @escaping @Sendable (EngineReport) -> Void) {
        thread = configuration.decoding == .none ? .shared() : ThreadExecutor(name: "playhead.engine")
        self.url = url
        var configuration = configuration
        configuration.requestOptions = configuration.requestOptions.bound(to: url)
        self.configuration = configuration
        self.report = report
        settings = EngineSettings(qualityLimits: configuration.qualityLimits)
        let (stream, continuation) = AsyncStream.makeStream(of: EngineCommand.self)
        commands = continuation
        var limits = PacketStore.Limits()
        limits.forward = configuration.forwardBuffer
        limits.back = configuration.backBuffer
        limits.forwardBytes = configuration.forwardBytes
        limits.decoding = configuration.decoding
        // Unpaced playback would wait for captions at every step.
        if configuration.pacing == .unpaced { limits.captions = .infinity }
        let link = WeakLink<PlaybackEngine>()
        let store = PacketStore(limits: limits, onStep: configuration.onStep) { link.target?.requestWake() }
        self.store = store
        metadata = MetadataTracker {
            report(.metadata($0, $1))
        } onLimit: {
            let address = SourceOpener.withoutCredentials(url)
            report(.warning(PlaybackError(.segmentInvalid, severity: .warning, url: address, underlying: $0.reason)))
        } onChange: {
            link.target?.requestWake()
        }
        let controller = CaptionsController {
            report(.warning($0))
        } onChange: {
            link.target?.requestWake()
        }
        captions = CaptionPresenter(controller: controller, url: SourceOpener.withoutCredentials(url), report: report)
        warnings = DecodingWarnings(url: SourceOpener.withoutCredentials(url), clock: configuration.clock, report: report)
        let shared = self.shared
        video = VideoRenderer(
            store: store, captions: captions, warnings: warnings, configuration: configuration,
            statistics: { change in shared.withLock { change(&$0.statistics) } }, report: report)
        link.connect(self)
        Task { [weak self] in
            for await command in stream {
                await self?.perform(command)
                self?.shared.withLock { $0.pendingCommands -= 1 }
            }
        }
    }

    /// Sends a command, which is performed after all previous ones.
    package nonisolated func send(_ command: EngineCommand) {
        shared.withLock { $0.pendingCommands += 1 }
        if case .terminated = commands.yield(command) { shared.withLock { $0.pendingCommands -= 1 } }
    }

    /// The number of commands that are not performed yet. Can be read from any thread.
    package nonisolated var pendingCommands: Int { shared.withLock { $0.pendingCommands } }

    /// The statistics so far. Can be read from any thread.
    package nonisolated var statistics: EngineStatistics { shared.withLock { $0.statistics } }

    /// The description of the opened stream. Can be read from any thread.
    package nonisolated var found: MediaProbe.Result? { shared.withLock { $0.found } }

    /// The date ranges that the playlist lists currently. Can be read from any thread.
    package nonisolated var dateRanges: PlaylistDateRanges? { shared.withLock { $0.source }?.dateRanges }

    /// Returns the start of the segment whose start is nearest to a time. Can be called from any thread.
    package nonisolated func segmentStart(nearest time: Double) -> Double? { shared.withLock { $0.source }?.segmentStart(nearest: time) }

    /// The playhead at the last iteration of the loop, in seconds.
    var position: Double { machine.position }

    /// The number of decoded pictures that were not shown yet.
    var queuedPictures: Int { video.queue.count }

    /// The format of the source, once it is open.
    package var openedFormat: String? { media?.format }

    private func perform(_ command: EngineCommand) async {
        guard !isClosed else { return }
        switch command {
        case .open: opening = Task { await open() }
        case .close: await close()
        default: perform(playing: command)
        }
        requestWake()
    }

    // MARK: Opening and closing

    private func open() async {
        do {
            let preferences = SourcePreferences(
                level: configuration.initialLevel, similarLevel: configuration.similarLevel, audio: configuration.preferredAudio,
                limits: settings.qualityLimits, memory: configuration.throughputMemory, liveLatency: configuration.liveLatency.target,
                onLevelAttempt: configuration.onLevelAttempt,
                makePolicy: configuration.makePolicy ?? policyMaker)
            let opener = SourceOpener(
                loader: configuration.loader, options: configuration.requestOptions, clock: configuration.clock, preferences: preferences,
                mimeType: configuration.mimeType, prefersPreciseDuration: configuration.prefersPreciseDuration, metadata: metadata,
                playlists: configuration.sharesPlaylists ? .ofProcess : nil, onFirstPicture: firstPictureHandler)
            let source = try await opener.source(for: url, store: store) { [weak self] in self?.receive($0) }
            guard !isClosed else { return await source.close() }
            self.source = source
            shared.withLock { $0.source = source }
            source.setQualityLimits(settings.qualityLimits)
            let opened = try await source.open(at: nil)
            guard !isClosed else { return }
            try prepare(opened)
            captions.controller.offer(opened.captions + configuration.sidecarCaptions.map { $0.offer(configuration) })
            var description = opened.description
            description.captionsTracks = captions.controller.tracks
            video.levels.choice = description.currentLevel
            shared.withLock { $0.found = MediaProbe.describe(opened) }
            report(.opened(description))
            checkInitialLevel(description)
            metadata.open(at: machine.position)
            startLoop()
        } catch {
            guard !isClosed else { return }
            fail(PlaybackError(cause: error, otherwise: .unsupportedFormat, url: SourceOpener.withoutCredentials(url)))
        }
    }

    /// Warns if a ladder does not have the initial level of the configuration; the policy chooses then.
    private func checkInitialLevel(_ description: MediaDescription) {
        let level = configuration.initialLevel
        guard configuration.similarLevel == nil, description.levels.count > 1, !description.levels.indices.contains(level) else { return }
        report(
            .warning(
                PlaybackError(
                    .invalidIndex, severity: .warning, url: SourceOpener.withoutCredentials(url), underlying: "there is no level \(level)"))
        )
    }

    /// Creates the policy of the player. Many viewers of one stream need the same tables.
    private var policyMaker: @Sendable (ThroughputMemory?) -> any RungPolicy {
        let sharesTables = configuration.decoding == .none
        return { PlayerPolicy(memory: $0, sharesTables: sharesTables) }
    }

    /// Shows the first picture while the source is still being opened, if the client permits it then; `nil` if it never does.
    private var firstPictureHandler: FirstPictureHandler? {
        guard configuration.pacing == .realTime, configuration.decoding == .all, let isPermitted = configuration.permitsFirstPicture else {
            return nil
        }
        return { [weak self] decode in
            guard isPermitted(), let picture = decode() else { return }
            Task { await self?.showEarly(picture) }
        }
    }

    private func showEarly(_ picture: VideoPicture) {
        guard !isClosed, !video.hasShown, configuration.permitsFirstPicture?() == true else { return }
        video.showEarly(picture)
    }

    private func prepare(_ opened: OpenedMedia) throws(PlaybackError) {
        media = opened
        captions.announced = opened.closedCaptions
        let item = PlayoutMachine.Item(
            isUnpaced: configuration.pacing == .unpaced, tick: max(0.01, configuration.progressInterval),
            announcedTolerance: opened.announcedTolerance, latency: configuration.liveLatency,
            url: SourceOpener.withoutCredentials(url))
        machine.open(item, at: opened.start, duration: opened.description.duration, now: configuration.clock.now)
        if opened.isDurationEstimated, opened.description.duration < .infinity { machine.length.estimate(opened.description.duration) }
        sharePlayhead()
        video.firstPosition = opened.start
        if opened.video != nil { video.open(threads: configuration.videoThreads, deinterlacing: configuration.deinterlacing) }
        if let audio = opened.audio { try openSound(audio) }
    }

    /// Plays the sound of `audio` from now on.
    private func openSound(_ audio: StreamInfo) throws(PlaybackError) {
        let format = AudioFormat(sampleRate: audio.sampleRate, channels: min(audio.channels, 2))
        var isSilent = false
        if configuration.pacing == .realTime, configuration.decoding == .all, let output = configuration.makeAudioOutput?() {
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
        sound.delay = audioDelay
        // A live stream is entered in the middle: sound before the position is dropped and not awaited.
        sound.restart(at: machine.position, rate: machine.tempo)
        self.sound = sound
    }

    /// The position from which a track that has appeared is played: nothing of it is left out in unpaced playback.
    private func startOfNewTrack(_ kind: TrackKind) -> Double {
        configuration.pacing == .unpaced ? min(position, store.nextTime(kind) ?? position) : position
    }

    /// Opens the tracks that have appeared in the store.
    func openNewTracks() {
        guard !video.hasTrack || sound == nil, !machine.isOver else { return }
        let tracks = store.tracks
        var isNew = false
        if !video.hasTrack, tracks.contains(.video), let stream = store.nextStream(of: .video) {
            let start = startOfNewTrack(.video)
            video.firstPosition = start
            video.open(threads: configuration.videoThreads, deinterlacing: configuration.deinterlacing)
            video.restart(at: start)
            media?.addPictures(stream)
            isNew = true
        }
        if sound == nil, tracks.contains(.audio), let stream = store.nextStream(of: .audio) {
            do { try openSound(stream) } catch { return fail(error) }
            sound?.restart(at: startOfNewTrack(.audio), rate: machine.tempo)
            media?.addSound(stream)
            isNew = true
        }
        guard isNew, let media else { return }
        shared.withLock { $0.found = MediaProbe.describe(media) }
        report(.tracksChanged(media.description))
    }

    private func close() async {
        isClosed = true
        commands.finish()
        opening?.cancel()
        wakeup.alarm?.cancel()
        requestWake()
        await captions.controller.close()
        rememberNetwork()
        await thumbnails?.close()
        await source?.close()
        store.close()
        await opening?.value
        device.close()
        video.close()
        sound = nil
        thumbnails = nil
        source = nil
        if configuration.decoding == .all { HeapTrimming.run() } else { HeapTrimming.runOccasionally() }
        report(.closed)
    }

    /// Copies the bandwidth estimate of the source to the statistics, where it stays after the source is released.
    func rememberNetwork() {
        guard let memory = source?.throughputMemory else { return }
        shared.withLock { $0.statistics.throughputMemory = memory }
    }

    /// Receives a report of the source, on any thread.
    private nonisolated func receive(_ report: EngineReport) {
        let isFirst = sourceReports.withLock { reports in
            reports.append(report)
            return reports.count == 1
        }
        if isFirst { Task { [weak self] in await self?.passSourceReports() } }
    }

    /// Passes on what the source has reported, before anything that follows from it.
    func passSourceReports() {
        let reports = sourceReports.withLock { reports in
            defer { reports = [] }
            return reports
        }
        for report in reports { take(report) }
    }

    /// Passes on a report of the source; some reports also concern the engine.
    private func take(_ sourceReport: EngineReport) {
        guard !isClosed else { return }
        if case .durationChanged(let known) = sourceReport {
            // The report of a file's end may be later than its last packet.
            guard !machine.isOver else { return }
            if source is ProgressiveSource { machine.length.estimate(known) } else { machine.length.duration = known }
            // The announced duration has no meaning any more.
            machine.item.announcedTolerance = nil
        }
        report(sourceReport)
        requestWake()
    }

    private func audioFailed(_ error: PlaybackError) {
        guard !isClosed, let sound, sound.isMaster else { return }
        sound.giveUpOutput()
        guard !configuration.requiresAudioOutput else { return fail(error) }
        report(.warning(error))
        if let format = sound.format { awaitDevice(format) }
        requestWake()
    }
}
