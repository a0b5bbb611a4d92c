import PlayheadCore

/// Creates the sessions that load the renditions of one presentation into one store.
struct SessionFactory: Sendable {
    let resources: SegmentResources
    let store: PacketStore
    let timeline: PresentationTimeline
    let metadata: MetadataTracker?
    /// Whether the bytes of segments are only counted, because nothing is decoded.
    let countsOnly: Bool
    /// Called for each segment that is skipped and each rendition that fails.
    let warn: @Sendable (PlaybackError) -> Void
    /// The generation whose pictures arrive, and the time at which the first response with them began, in seconds of the clock.
    let began = Locked<(generation: Int, time: Double)?>(nil)
    /// Called for each segment or part that was loaded completely.
    let onFinish: @Sendable (SegmentTransfer) -> Void

    /// Creates a session, which is not started yet.
    /// - Parameters:
    ///   - plan: The tracks to load, and their generation.
    ///   - chooser: Selects the renditions.
    ///   - timeout: The timeout for a manifest that cannot be reloaded, in seconds; `nil` for the default.
    ///   - headStart: The head start of the pictures: a leading session ends it, another one waits for it.
    ///   - onSelect: Called for each change to another rendition.
    ///   - onEnd: Called when the last segment was demuxed, before the store marks the tracks as complete.
    ///   - onFailure: Called on the demuxing thread with the reason why nothing more is loaded.
    /// - Returns: The session.
    func session(
        _ plan: RenditionSession.Plan, chooser: any RenditionChooser, timeout: Double? = nil, headStart: HeadStart? = nil,
        onSelect: @escaping @Sendable (RenditionSelection) -> Void, onEnd: @escaping @Sendable () -> Void = {},
        onFailure: @escaping @Sendable (PlaybackError) -> Void
    ) -> RenditionSession {
        var fetcher = SegmentFetcher(
            chooser: chooser, resources: resources, store: store, tracks: plan.tracks, generation: plan.generation, warn: warn,
            metadata: metadata, onSelect: onSelect, onFinish: onFinish)
        fetcher.reportsDates = plan.isLeading
        if countsOnly {
            fetcher.meter = SegmentMeter(
                store: store, tracks: plan.tracks, generation: plan.generation, visibleFrom: plan.visibleFrom)
        }
        if plan.isLeading {
            fetcher.onRequest = { headStart?.noteRequests() }
            fetcher.onResponse = { [clock = resources.clock, began] in
                headStart?.end()
                began.withLock { $0 = ($0?.generation == plan.generation ? $0 : nil) ?? (plan.generation, clock.now) }
            }
        } else {
            fetcher.headStart = headStart
        }
        if let timeout { fetcher.timeout = timeout }
        return RenditionSession(plan: plan, fetcher: fetcher, store: store, timeline: timeline, onEnd: onEnd, onFailure: onFailure)
    }

    /// Creates a chooser that stays on one rendition.
    func fixedChooser() -> FixedChooser { FixedChooser(clock: resources.clock, warn: warn) }
}
