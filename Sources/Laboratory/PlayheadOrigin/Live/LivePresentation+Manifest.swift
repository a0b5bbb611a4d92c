extension LivePresentation {
    /// Whether segments are delivered while they are produced, which a manifest announces; playlists list parts instead.
    var deliversOpenSegments: Bool { options.hasManifest && partTarget != nil }

    /// The number of segments that the manifest lists before they are complete: the open one and the next, so that no player waits for an
    /// update.
    private static let segmentsAhead = 2

    /// Whether a segment will be complete before the encoder stops.
    func isFinished(_ ordinal: Int, of track: RecordedTrack, in epoch: Int) -> Bool {
        let due = track.end(of: ordinal)
        return due <= epochEnd(epoch) - epochs[epoch] && time(of: due, in: epoch) <= end
    }

    /// A version of the manifest.
    struct ManifestVersion {
        /// The time at which the last change of the manifest was published, in milliseconds of the broadcast.
        var number: Int
        var manifest: PresentationManifest
    }

    /// Returns the version of the manifest at a time; nil without dates, which its players need.
    func manifestVersion(at time: Double, host: String?) -> ManifestVersion? {
        guard let date = options.startDate else { return nil }
        // Whole milliseconds, so that the publish time determines the version.
        let now = time.isFinite ? Microseconds.seconds(onAir(time) / 1000 * 1000 - initialDuration) : time
        var listing = Listing()
        for track in recording.manifestTracks(isContinuous: options.isContinuous) { list(track, in: &listing, at: now, host: host) }
        listing.periods.sort { $0.start < $1.start }
        var published = max(listing.published, lastFaultChange(at: now))
        if listing.hasEnded { published = max(published, onAir(end)) }
        published = (published + 999) / 1000
        var begin = Microseconds.from(date) - initialDuration
        var location: String?
        for fault in faults where fault.isActive(at: now) && fault.path.matches(recording.manifestPath) && fault.applies(toHost: host) {
            switch fault.kind {
            case .skew(let seconds): begin += Microseconds.from(seconds)
            case .stale: published = min(published, onAir(fault.at) / 1000)
            case .location(let url): location = location ?? url
            default: break
            }
        }
        var manifest = PresentationManifest(
            recording: recording, attributes: attributes(begin: begin, published: published, end: listing.hasEnded ? listing.edge : nil),
            periods: listing.periods)
        manifest.clock = LivePresentation.reference(to: recording.clockPath, from: recording.entry)
        manifest.lowLatency = lowLatency
        manifest.location = location
        if options.hasPatches {
            manifest.id = Self.manifestID
            let patch = LivePresentation.reference(to: recording.patchPath, from: recording.entry)
            manifest.patch = listing.hasEnded ? nil : "\(patch)?\(Self.versionParameter)=\(published)"
        }
        return ManifestVersion(number: published, manifest: manifest)
    }

    /// The segments of all tracks that a manifest lists; times are in microseconds of the broadcast.
    private struct Listing {
        var periods: [PresentationManifest.Period] = []
        var hasEnded = true
        /// The end of the last complete segment.
        var edge = 0
        /// The time of the last change.
        var published = 0
    }

    /// Adds the segments of a track that the manifest lists at a time.
    private func list(_ track: RecordedTrack, in listing: inout Listing, at now: Double, host: String?) {
        let moment = moment(of: track, at: shownTime(at: now, path: track.path, host: host))
        listing.hasEnded = listing.hasEnded && moment.hasEnded
        let last = track.completeCount(at: moment.local)
        // A restarted encoder is visible with its first part.
        let isFresh = last == 0 && moment.epoch > 0
        listing.published = max(
            listing.published, epochs[moment.epoch] + (isFresh ? track.segment(0).parts.first?.end ?? 0 : track.start(of: last)))
        let complete = track.completeCount(at: moment.local - withheld(from: track, at: now))
        let ahead = deliversOpenSegments && !track.isText && !moment.hasEnded ? Self.segmentsAhead : 0
        for ordinal in firstListed(track, complete: complete)..<complete + ahead {
            guard ordinal < complete || isFinished(ordinal, of: track, in: moment.epoch) else { break }
            let isMissing = track.segment(ordinal).isGap || isHit(.gap, track, ordinal, in: moment.epoch)
            guard !isMissing else { continue }
            recording.add(
                ordinal, of: track, to: &listing.periods, shift: epochs[moment.epoch],
                name: LiveName(epoch: moment.epoch, ordinal: ordinal), isContinuous: options.isContinuous)
            if ordinal < complete { listing.edge = max(listing.edge, epochs[moment.epoch] + track.end(of: ordinal)) }
        }
    }

    /// Returns the microseconds of a track that a fault keeps from manifests.
    private func withheld(from track: RecordedTrack, at time: Double) -> Int {
        faults.reduce(0) { sum, fault in
            guard case .shrunk(let seconds) = fault.kind, fault.isActive(at: time), fault.path.matches(track.path) else { return sum }
            return max(sum, Microseconds.from(seconds))
        }
    }

    /// Returns the last time, in microseconds of the broadcast, at which a fault changed the manifest without a new segment; 0 for never.
    private func lastFaultChange(at time: Double) -> Int {
        let changes = faults.flatMap { fault -> [Double] in
            switch fault.kind {
            case .shrunk, .location: [fault.at, fault.end]
            case .frozen: [fault.end]
            default: []
            }
        }
        return changes.filter { $0.isFinite && $0 <= time }.map(onAir).max() ?? 0
    }

    /// Returns the attributes of a manifest. `begin` is in microseconds since 1970, `published` in milliseconds of the broadcast, and `end`
    /// in microseconds of the broadcast, or nil before its end.
    private func attributes(begin: Int, published: Int, end: Int?) -> [(name: String, value: String)] {
        let longest = targetDuration * 1_000_000
        var attributes = [
            ("type", "dynamic"), ("availabilityStartTime", DateText.format(begin)),
            ("publishTime", DateText.format(begin + published * 1000)),
            ("minBufferTime", lowLatency == nil ? "PT2S" : PresentationManifest.duration(partTarget ?? 0)),
            ("suggestedPresentationDelay", PresentationManifest.duration(lowLatency?.target ?? 3 * longest)),
        ]
        switch options.window {
        case .segments(let count): attributes.append(("timeShiftBufferDepth", PresentationManifest.duration(max(1, count) * longest)))
        case .dvr(let seconds): attributes.append(("timeShiftBufferDepth", PresentationManifest.duration(Microseconds.from(seconds))))
        case .event: break
        }
        attributes.append(
            end.map { ("mediaPresentationDuration", PresentationManifest.duration($0)) }
                ?? ("minimumUpdatePeriod", PresentationManifest.duration(longest / 2)))
        return attributes
    }

    /// The announcement of segments that are delivered while they are produced. The distance is that of playlists.
    private var lowLatency: PresentationManifest.LowLatency? {
        guard deliversOpenSegments, let partTarget else { return nil }
        let durations = recording.order.compactMap { recording.tracks[$0] }.filter { !$0.isText }.flatMap { $0.segments.map(\.duration) }
        let offset = max(0, (durations.max() ?? 0) - partTarget)
        return PresentationManifest.LowLatency(availabilityOffset: offset, target: 3 * partTarget)
    }
}

// MARK: Requests

extension LivePresentation {
    private static let manifestID = "playhead"
    private static let versionParameter = "version"

    /// Returns the answer to a request for the manifest, its patch or the date; nil for other requests, and without dates.
    func answerOfManifest(to request: LiveRequest, at time: Double) -> LiveAnswer? {
        switch request.path {
        case recording.manifestPath: manifestVersion(at: time, host: request.host).map { .manifest($0.manifest.text) }
        case recording.patchPath: options.hasPatches ? patch(for: request, at: time) : nil
        case recording.clockPath: options.startDate.map { .date(DateText.format(Microseconds.from($0 + time + clockError(at: time)))) }
        default: nil
        }
    }

    private func clockError(at time: Double) -> Double {
        faults.reduce(0) { sum, fault in
            if case .clock(let seconds) = fault.kind, fault.isActive(at: time) { sum + seconds } else { sum }
        }
    }

    private func patch(for request: LiveRequest, at time: Double) -> LiveAnswer? {
        let fields = (request.query ?? "").split(separator: "&").map { $0.split(separator: "=", maxSplits: 1) }
        // bounded: more digits are later than any broadcast
        let value = fields.first { $0.first == Self.versionParameter[...] }?.dropFirst().first?.prefix(15)
        guard let number = value.flatMap({ Int($0) }), number >= 0 else {
            return .failure(status: 400, reason: "the version is missing")
        }
        guard let new = manifestVersion(at: time, host: request.host) else { return nil }
        guard number <= new.number else { return .failure(status: 404, reason: "there is no such version") }
        let then = Microseconds.seconds(number * 1000 - initialDuration)
        guard let old = manifestVersion(at: then, host: request.host), old.number == number,
            new.number - number <= PresentationManifest.patchLifetime * 1000,
            var patch = PresentationPatch(from: old.manifest, to: new.manifest)
        else { return .failure(status: 410, reason: "the patch is gone") }
        if faults.contains(where: { $0.kind == .foreignPatch && $0.isActive(at: time) }) { patch.manifestID += "-other" }
        return .patch(patch.text)
    }
}
