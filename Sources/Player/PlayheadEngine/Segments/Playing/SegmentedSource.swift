import PlayheadAdaptive
import PlayheadCore

/// Plays a presentation in segments: a ladder of renditions and, if present, alternate audio.
///
/// `LadderSession` owns the main rendition, `AudioSwitcher` the alternate audio, and `SessionRegistry` all sessions until they have ended.
final class SegmentedSource: MediaSource {
    let url: String
    let presentation: any MediaPresentation
    let resources: SegmentResources
    let timeline: PresentationTimeline
    let store: PacketStore
    let usesStartTime: Bool
    let sessions = SessionRegistry()
    let ladder: LadderSession
    let audio: AudioSwitcher
    let onFirstPicture: FirstPictureHandler?
    private let began: Locked<(generation: Int, time: Double)?>
    private let overdue = Locked(0)

    /// - Parameters:
    ///   - url: The URL for errors, without credentials.
    ///   - presentation: The presentation to play.
    ///   - resources: The loader, the options of requests and the clock.
    ///   - timeline: The timeline of the presentation.
    ///   - store: The store for the packets.
    ///   - preferences: The initial level and sound, the limits of levels, and whether the start time of the stream is used.
    ///   - metadata: Receives the metadata of the segments; `nil` for none.
    ///   - onFirstPicture: Receives the first picture while the source is still being opened; `nil` to ignore it.
    ///   - report: Called on any thread with warnings and with selected levels and tracks.
    init(
        url: String, presentation: any MediaPresentation, resources: SegmentResources, timeline: PresentationTimeline,
        store: PacketStore, preferences: SourcePreferences, metadata: MetadataTracker?,
        onFirstPicture: FirstPictureHandler? = nil,
        report: @escaping @Sendable (EngineReport) -> Void
    ) {
        self.url = url
        self.presentation = presentation
        self.resources = resources
        self.timeline = timeline
        self.store = store
        self.onFirstPicture = onFirstPicture
        usesStartTime = preferences.usesStartTime
        let factory = SessionFactory(
            resources: resources, store: store, timeline: timeline, metadata: metadata, countsOnly: store.limits.decoding == .none,
            warn: { [failures = resources.keyFailures] in
                if failures.admit($0) { report(.warning($0.with(severity: .warning))) }
            },
            onFinish: { [overdue] transfer in
                // A delayed answer of the origin to a hinted part is not overdue.
                guard !transfer.segment.isHinted, transfer.elapsed > transfer.segment.duration else { return }
                overdue.withLock { $0 += 1 }
            })
        began = factory.began
        ladder = LadderSession(
            url: url, presentation: presentation, preferences: preferences, sessions: sessions, factory: factory, report: report)
        audio = AudioSwitcher(
            url: url, presentation: presentation, preference: preferences.audio, ladder: ladder, sessions: sessions, factory: factory,
            report: report)
    }

    /// The rendition whose timeline the others use.
    var leader: (any MediaRendition)? { ladder.selection?.rendition }

    // MARK: Changes

    func seek(to time: Double) {
        let generation = store.reset()
        let index = audio.takeOverForSeek()
        let headStart = HeadStart(of: ladder.selection?.level)
        ladder.restart(at: time, generation: generation, headStart: headStart)
        audio.restart(at: time, generation: generation, headStart: headStart)
        if let index { audio.reportSelection(index) }
    }

    func selectLevel(_ index: Int, playhead: Double) { ladder.selectLevel(index) }

    func setQualityLimits(_ limits: QualityLimits) { ladder.chooser?.limit(to: limits) }

    func limitDecoding(below level: QualityLevel) -> Bool { ladder.limitDecoding(below: level) }

    func setRate(_ rate: Double) { ladder.chooser?.setRate(rate) }

    func selectAudioTrack(_ index: Int, playhead: Double) { audio.select(index) }

    func takeOverSound(at time: Double, amount: Double, isUrgent: Bool) -> Bool {
        audio.takeOver(at: time, amount: amount, isUrgent: isUrgent)
    }

    func playheadMoved(to time: Double) { audio.playheadMoved(to: time) }

    // MARK: Reading

    func window(at now: Double) -> LiveWindow? { leader?.window(at: now) }

    var loadingBegan: Double? { began.withLock { $0?.time } }

    var dateRanges: PlaylistDateRanges? { presentation.dateRanges }

    func segmentStart(nearest time: Double) -> Double? { presentation.segmentStart(nearest: time) }

    var downloadsOverdue: Int { overdue.withLock { $0 } }

    var throughputMemory: ThroughputMemory? { ladder.chooser?.memory }

    // MARK: Closing

    func close() async {
        sessions.refuse()
        ladder.cancelSwitches()
        audio.cancelSwitches()
        await presentation.pathways?.close()
        store.close()
        timeline.cancel()
        await sessions.close()
        await ladder.join()
        await audio.join()
        await presentation.close()
        await resources.contentKeys.close()
    }
}
