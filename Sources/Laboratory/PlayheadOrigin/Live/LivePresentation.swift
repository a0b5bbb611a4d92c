/// A recording on air: the content of its playlists and the availability of its segments at any time since the start of the broadcast.
///
/// A value without I/O or clock: the same recording, options, faults and time give the same answer. The recording repeats without end, with
/// a discontinuity each time unless its timestamps continue. Paths are those of the recording, so that its multivariant playlist can be
/// used unchanged for the broadcast.
package struct LivePresentation: Sendable {
    /// The maximum number of segments that a playlist lists at the start; writing more would take too long.
    static let maximumListedSegments = 200_000

    /// The recording on air.
    package let recording: RecordedPresentation
    /// The options of the broadcast.
    package let options: LiveOptions
    /// The faults to inject.
    package let faults: [LiveFault]
    /// The maximum duration of the segments of all renditions, rounded, in seconds.
    package let targetDuration: Int
    /// The maximum duration of the parts of all renditions, in microseconds; nil without parts.
    let partTarget: Int?
    /// The duration on air at time 0, in microseconds.
    let initialDuration: Int
    /// The starts of the encoder, in microseconds of the broadcast; the first is 0.
    let epochs: [Int]
    /// The end of the broadcast, in seconds since time 0.
    let end: Double
    /// The paths of the tracks that have segments in a file, by the path of the file.
    private let tracksByFile: [String: [String]]

    /// Creates a broadcast of a recording.
    ///
    /// - Throws: ``RecordedPresentationError`` if parts are requested for a recording without them, or too many segments would be listed.
    package init(_ recording: RecordedPresentation, options: LiveOptions = LiveOptions(), faults: [LiveFault] = [])
        throws(RecordedPresentationError)
    {
        self.recording = recording
        self.faults = faults
        var options = options
        options.firstMediaSequence = min(max(options.firstMediaSequence, 0), 1 << 53)
        self.options = options
        let tracks = recording.order.compactMap { recording.tracks[$0] }
        let longest = tracks.flatMap { $0.segments.map(\.duration) }.max() ?? 0
        targetDuration = max(1, (longest + 500_000) / 1_000_000)
        if options.parts != nil {
            for track in tracks where !track.isText && track.segments.contains(where: { $0.parts.isEmpty }) {
                throw .unusable(track.path, "its segments are not in parts: low latency needs fragmented MP4 of several fragments each")
            }
            partTarget = tracks.flatMap { $0.segments.flatMap { $0.parts.map(\.duration) } }.max()
        } else {
            partTarget = nil
        }
        let usual: Double =
            switch options.window {
            case .segments(let count): Double(min(max(count, 0), 1 << 24) * targetDuration)
            case .dvr(let seconds): seconds
            case .event: Double(3 * targetDuration)
            }
        let initial = max(0, Microseconds.from(options.initialDuration ?? usual))
        initialDuration = initial
        let restarts = faults.filter { $0.kind == .restart && $0.at.isFinite }.map { Microseconds.from($0.at) + initial }
        epochs = [0] + Set(restarts.filter { $0 > 0 }).sorted()
        end = (faults.filter { $0.kind == .end }.map(\.at) + [options.endsAfter ?? .infinity]).min() ?? .infinity
        var files: [String: [String]] = [:]
        for track in tracks {
            for file in Set(track.segments.compactMap(\.slice?.path)) { files[file, default: []].append(track.path) }
        }
        tracksByFile = files
        for track in tracks {
            let complete = track.completeCount(at: initial)
            let listed = complete - firstListed(track, complete: complete)
            guard listed <= Self.maximumListedSegments else {
                throw .unusable(track.path, "it would begin with \(listed) segments, and \(Self.maximumListedSegments) is the maximum")
            }
        }
    }

    /// Returns the answer to a request at `time` (seconds since the start of the broadcast).
    package func answer(to request: LiveRequest, at time: Double) -> LiveAnswer {
        if request.path == recording.entry, recording.multivariant != nil { return .playlist(multivariantText) }
        if options.hasManifest, let answer = answerOfManifest(to: request, at: time) { return answer }
        if let track = recording.tracks[request.path] { return playlist(of: track, for: request, at: time) }
        for (original, name) in LiveName.candidates(for: request.path) {
            let track = tracksByFile[original]?.lazy.compactMap { recording.tracks[$0] }
                .first { $0.segment(name.ordinal).slice?.path == original }
            if let track { return media(name, of: track, range: request.range, at: time) }
        }
        return .file(request.path)
    }

    private var multivariantText: String {
        let text = recording.multivariant ?? ""
        guard let base = options.redundantBase else { return text }
        let lines = text.split(whereSeparator: \.isNewline).map(String.init)
        var copies: [String] = []
        for (tag, uri) in zip(lines, lines.dropFirst()) where tag.hasPrefix("#EXT-X-STREAM-INF") {
            let path = RecordedPresentation.path(of: uri, in: recording.entry).map { base + RequestPath.percentEncoded($0) }
            copies += [tag, path ?? uri]
        }
        return (lines + copies).joined(separator: "\n") + "\n"
    }
}

// MARK: Time

extension LivePresentation {
    /// The position of a track on the timeline of the encoder.
    struct Moment: Equatable {
        /// The index of the encoder's start.
        var epoch: Int
        /// The microseconds since that start.
        var local: Int
        /// Whether the broadcast has ended, so that nothing will be added.
        var hasEnded: Bool
    }

    /// Returns the microseconds since the start of the first segment, limited to the end of the broadcast.
    func onAir(_ time: Double) -> Int { max(0, Microseconds.from(min(time, end)) + initialDuration) }

    /// Returns the time whose playlists a host is shown, which is earlier than `time` under some faults.
    func shownTime(at time: Double, path: String, host: String?) -> Double {
        var shown = time
        for fault in faults where fault.isActive(at: time) && fault.path.matches(path) && fault.applies(toHost: host) {
            switch fault.kind {
            case .frozen: shown = min(shown, fault.at)
            case .behind(let seconds): shown = min(shown, time - max(0, seconds))
            default: break
            }
        }
        return shown
    }

    /// Returns the position of a track at a time. A restarted encoder is not visible before it has a complete segment or part.
    func moment(of track: RecordedTrack, at time: Double) -> Moment {
        let now = onAir(time)
        var epoch = (epochs.lastIndex { $0 <= now } ?? 0)
        if epoch > 0, track.completeCount(at: now - epochs[epoch]) == 0, track.completeParts(of: 0, at: now - epochs[epoch]) == 0 {
            epoch -= 1
        }
        return Moment(epoch: epoch, local: min(now, epochEnd(epoch)) - epochs[epoch], hasEnded: time >= end)
    }

    /// Returns when the next start of the encoder follows a start, in microseconds of the broadcast.
    func epochEnd(_ epoch: Int) -> Int { epoch + 1 < epochs.count ? epochs[epoch + 1] : .max }

    /// Returns the time, in seconds since the start of the broadcast, of a moment of an epoch.
    func time(of local: Int, in epoch: Int) -> Double { Microseconds.seconds(epochs[epoch] + local - initialDuration) }

    func mediaSequence(_ ordinal: Int, in epoch: Int) -> Int { epoch == 0 ? options.firstMediaSequence + ordinal : ordinal }

    /// Whether a fault of a kind applies to a segment.
    func isHit(_ kind: LiveFault.Kind, _ track: RecordedTrack, _ ordinal: Int, in epoch: Int) -> Bool {
        faults.contains {
            $0.kind == kind && $0.isActive(at: time(of: track.start(of: ordinal), in: epoch)) && $0.path.matches(track.path)
        }
    }

    /// Returns the first listed segment for a number of complete segments.
    func firstListed(_ track: RecordedTrack, complete: Int) -> Int {
        switch options.window {
        case .segments(let count): max(0, complete - max(1, count))
        case .dvr(let seconds): track.completeCount(at: track.start(of: complete) - max(0, Microseconds.from(seconds)))
        case .event: 0
        }
    }
}
