import PlayheadCaptions
import PlayheadCore
import PlayheadDASH
import PlayheadMetadata

/// A DASH presentation, on demand or live.
final class DASHPresentation: MediaPresentation {
    private struct State {
        var renditions: [String: DASHRendition] = [:]
        /// The rendition whose window is reported.
        var leader: DASHRendition?
        /// The listed events, which were inserted.
        var events: Set<EventIdentity> = []
        var wasComplete: Bool
        /// The faults that were reported.
        var faults: Set<String> = []
    }

    /// The identity of an event of the manifest. Events without an identifier are equivalent only if their content is the same.
    private struct EventIdentity: Sendable, Hashable {
        /// The number of the period.
        var period: Int
        var scheme: String
        var value: String
        /// The start in seconds, from the start of the period.
        var start: Double
        var id: Int?
        /// The content, if there is no identifier.
        var data: [UInt8]?
    }

    /// The maximum number of faults that are reported.
    private static let maximumFaults = 16
    /// The maximum number of listed periods, and of listed events, of which the last ones are inserted.
    private static let maximumEvents = 10_000

    let format = "dash"
    let url: String
    private let tracks: DASHTracks
    private let steering: PathwaySteering<DASHPathways>
    private let feed: ManifestFeed
    private let indexes: DASHIndexes
    private let latency: Double?
    /// The throughput with which the first manifest arrived, in bits per second, if it was slow.
    private let startThroughput: Double?
    private let timeline: PresentationTimeline
    private let metadata: MetadataTracker?
    private let report: @Sendable (EngineReport) -> Void
    private let state: Locked<State>

    /// - Parameters:
    ///   - url: The URL of the manifest, without credentials.
    ///   - manifest: The first version of the manifest.
    ///   - location: The URL from which it was loaded.
    ///   - wallClock: The clock of the origin; `nil` on demand.
    ///   - resources: The loader, the options of requests and the clock.
    ///   - timeline: The offsets of periods; those that have left the window are removed from it.
    ///   - latency: The distance from the live edge that the app requests for low latency, in seconds; `nil` follows the origin.
    ///   - metadata: Receives the events; `nil` for none.
    ///   - report: Called on any thread with the window, dates and warnings.
    /// - Throws: `PlaybackError` if there is nothing to play.
    init(
        url: String, manifest: Manifest, location: String, wallClock: WallClock?, resources: SegmentResources,
        timeline: PresentationTimeline, latency: Double?, metadata: MetadataTracker?, report: @escaping @Sendable (EngineReport) -> Void
    ) throws {
        self.url = url
        self.timeline = timeline
        self.latency = latency
        startThroughput = resources.start.estimate.throughput
        self.metadata = metadata
        self.report = report
        let handler = WeakLink<DASHPresentation>()
        feed = ManifestFeed(manifest, url: location, wallClock: wallClock, resources: resources) { handler.target?.handle($0) }
        indexes = DASHIndexes(resources: resources)
        tracks = DASHTracks(manifest, url: url)
        guard !tracks.rungs.isEmpty else {
            let reason = (tracks.warnings + manifest.warnings).first.map { "\($0)" } ?? "The MPD has no pictures and no sound."
            throw PlaybackError(
                manifest.periods.allSatisfy(\.adaptationSets.isEmpty) ? .manifestEmpty : .noDecodableTrack, url: url, underlying: reason)
        }
        steering = PathwaySteering(DASHPathways(tracks, of: manifest, url: location), resources: resources) {
            report(.warning($0.with(severity: .warning)))
        }
        feed.steer { [weak steering] in steering?.current.preferredPlace }
        state = Locked(State(wasComplete: !manifest.isDynamic))
        handler.connect(self)
        try place(manifest, at: resources.clock.now)
        for warning in tracks.warnings + manifest.warnings { warn(warning) }
    }

    var ladder: Ladder? { steering.current.ladder }
    var pathways: (any Pathways)? { steering.current.hasAlternatives ? steering : nil }

    /// Places the beginning of the presentation at 0: the first period, or the start of the first window.
    private func place(_ manifest: Manifest, at now: Double) throws {
        guard manifest.isDynamic, let first = tracks.rungs.first else { return feed.setOrigin(manifest.start) }
        let window = makeRendition(of: first, at: DASHPlace(), url: first.url).timeline
        guard window.end > window.beginning else {
            let wait = window.now.map { Int(saturating: window.beginning - $0) } ?? 0
            throw PlaybackError(
                .manifestEmpty, url: url,
                underlying: wait > 0 ? "The presentation begins in \(wait) s." : "The MPD lists no segment that is available.")
        }
        feed.setOrigin(window.beginning)
    }

    // MARK: Renditions

    private func makeRendition(of track: DASHTrack, at place: DASHPlace, url: String) -> DASHRendition {
        DASHRendition(track, of: tracks, at: place, url: url, feed: feed, indexes: indexes, latency: latency)
    }

    func onlyRendition() throws -> any MediaRendition { throw PlaybackError(.manifestEmpty, url: url) }

    func rendition(at location: String, following leader: (any MediaRendition)?) async throws -> any MediaRendition {
        guard let (url, place) = steering.current.place(at: location), let track = tracks.all.first(where: { $0.url == url }) else {
            throw PlaybackError(.manifestInvalid, url: location)
        }
        let rendition = state.withLock { state in
            let made = state.renditions[location] ?? makeRendition(of: track, at: place, url: location)
            state.renditions[location] = made
            return made
        }
        try await rendition.prepare(at: leader.map { max($0.beginning, $0.startTime) } ?? rendition.startTime)
        return rendition
    }

    // MARK: Alternatives

    /// Returns a place of the ladder; `nil` if it is unknown.
    private func place(at position: LadderPosition) -> Ladder.Place? {
        let rungs = steering.current.ladder.rungs
        guard rungs.indices.contains(position.rung), case let places = rungs[position.rung].places,
            places.indices.contains(position.place)
        else { return nil }
        return places[position.place]
    }

    /// Returns the URL of a track on the same server as a place of the ladder.
    private func url(of track: DASHTrack, beside position: LadderPosition) -> String {
        guard let place = place(at: position) else { return track.url }
        return steering.current.urls(of: track.url, preferring: place.pathway).first ?? track.url
    }

    func audioOptions(beside position: LadderPosition) -> [AudioOption] {
        // The main track without pictures is a choice beside other sounds only.
        guard !tracks.sounds.isEmpty else { return [] }
        return tracks.allSounds.enumerated().map { index, rates in
            let main = rates.first?.url == tracks.rungs.first?.url ? place(at: position)?.url : nil
            // Without a slow network that the manifest showed, sound begins with its highest bit rate.
            let rate = AudioRateChooser.index(among: rates.map(\.bandwidth), current: rates.count - 1, throughput: startThroughput)
            let track = rates[rate]
            return AudioOption(
                name: Self.name(of: track, otherwise: "Audio \(index + 1)"), language: track.set.language, isDefault: index == 0,
                isAutoselect: track.set.accessibility.isEmpty, url: main ?? url(of: track, beside: position))
        }
    }

    func audioRates(sameAs url: String) -> [AudioRate] {
        let current = steering.current
        guard let track = current.place(at: url)?.track,
            let rates = tracks.allSounds.first(where: { known in known.contains { $0.url == track } }), rates.count > 1
        else { return [] }
        return rates.map { AudioRate(bitrate: $0.bandwidth, url: current.url(of: $0.url, besideTrackAt: url)) }
    }

    func captionOptions(beside position: LadderPosition) -> [CaptionOption] {
        tracks.captions.enumerated().map { index, track in
            let set = track.set
            return CaptionOption(
                track: MediaTrack(
                    index: 0, name: Self.name(of: track, otherwise: "Subtitles \(index + 1)"), language: set.language,
                    isDefault: false, isForced: set.hasRole("forced-subtitle") || set.hasRole("forced_subtitle"), isAutoselect: true,
                    characteristics: set.hasRole("caption") ? ["public.accessibility.describes-spoken-dialog"] : []),
                url: url(of: track, beside: position))
        }
    }

    private static func name(of track: DASHTrack, otherwise name: String) -> String {
        let label = track.set.labels.first ?? track.set.language ?? name
        let role = track.set.roles.first { !["main", "alternate", "subtitle", "caption"].contains($0.value) }
        return track.set.labels.isEmpty ? label + (role.map { " (\($0.value))" } ?? "") : label
    }

    func announcedTracks(at position: LadderPosition?) -> Set<TrackKind> {
        switch position.flatMap({ tracks.rungs.indices.contains($0.rung) ? tracks.rungs[$0.rung].content : nil }) {
        case .audio: [.audio]
        case .muxed: [.video, .audio]
        default: [.video]
        }
    }

    var closedCaptions: [ClosedCaptionTrack] {
        let descriptors = tracks.rungs.first?.set.accessibility ?? []
        return Descriptor.captionLanguages(descriptors).sorted { $0.key < $1.key }.compactMap { number, language in
            guard let channel = CaptionChannels.Channel(rawValue: number - 1) else { return nil }
            let name = language.isEmpty ? "Closed captions" : language
            return ClosedCaptionTrack(
                channel: channel,
                track: MediaTrack(
                    index: 0, name: name, language: language.isEmpty ? nil : language, isAutoselect: true, isClosedCaptions: true))
        }
    }

    func keyFramePlaces(fitting size: PictureSize) -> [KeyFramePlace] {
        let tiles = tracks.tiles.first { $0.tileWidth >= size.width } ?? tracks.tiles.last
        let keyFrames = tracks.keyFrames.first { $0.representation.width ?? 0 >= size.width } ?? tracks.keyFrames.last
        let pictures = tracks.rungs.first { $0.kind == .video }
        return [tiles, keyFrames, pictures].compactMap(\.self).flatMap { steering.current.urls(of: $0.url) }
            .map { KeyFramePlace(url: $0, isIFramesOnly: false) }
    }

    // MARK: The followed rendition

    func follow(_ rendition: any MediaRendition) { state.withLock { $0.leader = rendition as? DASHRendition } }

    private var leader: DASHRendition? { state.withLock { $0.leader } }

    /// DASH has events instead.
    var dateRanges: PlaylistDateRanges? { nil }

    func segmentStart(nearest time: Double) -> Double? { leader?.timeline.segmentStart(nearest: time) }

    func reportContents() {
        let content = feed.content
        if content.manifest.isDynamic, let start = content.manifest.availabilityStartTime {
            report(.dates(DateMap([DateMap.Anchor(time: 0, date: start + content.origin)])))
        }
        insertEvents(of: content)
    }

    private func handle(_ update: Result<ManifestFeed.Content, PlaybackError>) {
        switch update {
        case .failure(let error): report(.warning(error.with(severity: .warning)))
        case .success(let content):
            guard let leader else { return }
            let now = feed.resources.clock.now
            for warning in content.manifest.warnings { warn(warning) }
            report(.window(leader.window(at: now)))
            timeline.forget(before: content.manifest.periods.map { content.number(of: $0) }.min() ?? .min)
            let isComplete = content.isComplete(at: now)
            let becameComplete = state.withLock { state in
                defer { state.wasComplete = isComplete }
                return isComplete && !state.wasComplete
            }
            if becameComplete { report(.durationChanged(leader.end)) }
            insertEvents(of: content)
        }
    }

    private func warn(_ warning: ManifestWarning) {
        let isNew = state.withLock { $0.faults.count < Self.maximumFaults && $0.faults.insert(warning.message).inserted }
        if isNew { report(.warning(PlaybackError(.manifestInvalid, severity: .warning, url: url, underlying: "\(warning)"))) }
    }

    /// Inserts the periods and the events that the manifest lists, each once.
    private func insertEvents(of content: ManifestFeed.Content) {
        guard let metadata else { return }
        metadata.insert(Self.periods(of: content))
        var events: [(identity: EventIdentity, message: EventMessage, start: Double)] = []
        for period in content.manifest.periods {
            let number = content.number(of: period)
            for stream in period.eventStreams {
                for event in stream.events {
                    let identity = EventIdentity(
                        period: number, scheme: stream.scheme, value: stream.value, start: event.start, id: event.id,
                        data: event.id == nil ? event.data : nil)
                    events.append((identity, Self.message(event, of: stream), period.start - content.origin + event.start))
                }
            }
        }
        let listed = events.suffix(Self.maximumEvents)
        // Events that are not listed any more are not needed.
        var known = state.withLock { state in
            defer { state.events = Set(listed.map { $0.identity }) }
            return state.events
        }
        for event in listed where known.insert(event.identity).inserted {
            metadata.insert(event.message.timedMetadata(segmentStart: 0, mediaOffset: event.start))
        }
    }

    /// Returns the periods of a presentation that has had several as ranges, which the playhead enters where an advertisement, for example, starts.
    private static func periods(of content: ManifestFeed.Content) -> [TimedMetadata] {
        guard content.numbers.count > 1 else { return [] }
        return content.manifest.periods.suffix(maximumEvents).map {
            range(of: $0, identity: "Period \(content.number(of: $0))", at: $0.start - content.origin)
        }
    }

    private static func range(of period: Period, identity: String, at start: Double) -> TimedMetadata {
        let end = period.duration.map { start + $0 }
        var names = period.assetIdentifiers.map { (name: "AssetIdentifier", value: $0.value) }
        if let id = period.id { names.insert((name: "ID", value: id), at: 0) }
        let text = names.map { "\($0.name)=\"\($0.value)\"" }.joined(separator: ",")
        let attributes = names.map { EventValue.object(["name": .string($0.name), "value": .string($0.value)]) }
        let metadata: EventFields = [
            "tag": .string("Period"), "content": .string(text), "attributes": .array(attributes), "start": .double(start),
            "end": end.eventValue, "duration": period.duration.eventValue, "startDate": .null, "endDate": .null,
        ]
        return TimedMetadata(
            kind: .dateRange, start: start, end: end, fields: ["metadataTime": .double(start), "metadata": .object(metadata)],
            identity: identity)
    }

    /// Returns an event of the manifest as a message at the time 0.
    private static func message(_ event: EventStream.Event, of stream: EventStream) -> EventMessage {
        let milliseconds: UInt32 = 1000
        let declared = UInt32(clamping: stream.timescale)
        // Messages have 32 bits for the duration, manifests more.
        let fits = event.duration.map { $0 * Double(declared) < Double(UInt32.max) } ?? true
        let timescale = fits ? declared : milliseconds
        return EventMessage(
            scheme: stream.scheme, value: stream.value, timescale: timescale, time: .media(0),
            durationTicks: event.duration.map { UInt32(saturating: $0 * Double(timescale)) },
            id: UInt32(truncatingIfNeeded: event.id ?? 0), data: event.data)
    }

    func close() async { await feed.close() }
}
