import PlayheadCore
import PlayheadFFmpeg

/// Renders pictures from the decoder to the output: decodes a few ahead, shows or drops the first on request, finds the picture at the
/// target of a seek, and counts.
///
/// Confined to the executor of the engine. ``PlayoutMachine`` decides which picture is shown and when. The class has many stored properties
/// because it owns the queue of pictures and their destinations, captions and warnings.
final class VideoRenderer {
    /// The use of pictures.
    private enum Use {
        /// Pictures are decoded and shown.
        case shown
        /// Pictures are skipped, because no output shows them.
        case leftOut
        /// Pictures are decoded from a key frame up to the playhead.
        case takenUp
    }

    /// The state of the playhead that decoding depends on.
    struct Playhead {
        /// The position, in seconds.
        var position: Double
        /// The position according to the clock, in seconds.
        var current: Double
        /// Whether the playhead stands and is not requested to move.
        var isHeld: Bool
    }

    /// The pictures that a search found.
    private struct Found {
        /// The picture that is shown at the target, or `nil` if there is none.
        var shown: DecodedFrame?
        /// The first picture behind a gap that contains the target.
        var next: DecodedFrame?
        /// Whether the pictures end before the target.
        var isAtEnd = false
    }

    /// The state of the search for the picture of a target.
    private struct Search {
        /// The last picture before the target.
        var before: DecodedFrame?
        var found: Found?
    }

    private let store: PacketStore
    private let captions: CaptionPresenter
    private let warnings: DecodingWarnings
    private let output: (any VideoOutput)?
    private let isUnpaced: Bool
    private let clock: any PlaybackClock
    private let statistics: StatisticsChange
    private var decoder: TrackDecoder?

    /// The decoded pictures that were not shown yet.
    private(set) var queue: PictureQueue
    private var supply = PlayoutFacts.PictureSupply.more
    private var use = Use.shown
    /// The end of the picture that is shown, in seconds.
    private var end = 0.0
    private var format: TrackFormat?
    private(set) var hasShown = false
    private var search = Search()
    /// The counts of dropped pictures.
    private(set) var counter: PictureCounter
    /// The reports of the level that is shown.
    var levels: LevelReporter

    /// The position at which playback starts, in seconds: decoding starts at a key frame before it.
    var firstPosition = 0.0
    /// The end of a skipped gap, in seconds: decoding may start at a key frame before it, whose pictures were presented.
    private var gapEnd = -Double.infinity
    /// Whether pictures are shown.
    var isEnabled = true

    /// Creates a renderer without a track.
    init(
        store: PacketStore, captions: CaptionPresenter, warnings: DecodingWarnings, configuration: EngineConfiguration,
        statistics: @escaping StatisticsChange, report: @escaping @Sendable (EngineReport) -> Void
    ) {
        self.store = store
        self.captions = captions
        self.warnings = warnings
        output = configuration.videoOutput
        isUnpaced = configuration.pacing == .unpaced
        clock = configuration.clock
        // Unpaced playback shows pictures as soon as they are decoded.
        queue = PictureQueue(limits: isUnpaced ? .unpaced : PictureQueue.Limits())
        self.statistics = statistics
        counter = PictureCounter(statistics)
        levels = LevelReporter(report)
    }

    /// Decodes the video track of the store from now on.
    func open(threads: Int?, deinterlacing: Deinterlacing) {
        decoder = TrackDecoder(kind: .video, store: store, threads: threads, deinterlacing: deinterlacing)
    }

    /// Releases the decoder and all pictures.
    func close() {
        decoder = nil
        queue.removeAll()
        search = Search()
        output?.clear()
    }

    /// Whether there is a video track.
    var hasTrack: Bool { decoder != nil }

    /// The state of the track, or `nil` if there is none.
    var facts: PlayoutFacts.Pictures? {
        guard let decoder else { return nil }
        return PlayoutFacts.Pictures(
            queue: queue.leading.map { PlayoutFacts.Picture(time: $0.time, isSameRun: $0.format === format) }, supply: supply, end: end,
            firstTimeInside: queue.isEmpty ? decoder.firstTimeInside : nil, hasShown: hasShown, hasDecoded: decoder.hasDecoded,
            areLeftOut: leavesOut, trackEnd: leavesOut ? store.end(of: .video) : nil)
    }

    // MARK: Decoding ahead

    /// Restarts decoding at `time` (seconds), to which the cursors of the store were moved, for a seek or behind a gap that is skipped.
    func restart(at time: Double, behindGap: Bool = false) {
        gapEnd = behindGap ? time : -.infinity
        queue.removeAll()
        supply = .more
        use = .shown
        captions.reset()
        format = nil
        decoder?.reset()
        end = time
        search = Search()
        counter.restart()
    }

    /// Removes pictures before the position at which playback starts.
    func dropBeforeStart() { queue.removeAll { isBeforeStart($0) } }

    /// Decodes the pictures that the decisions of a turn need: the next one, and the one after it, because of which the next may be dropped.
    /// - Returns: Whether decoding continues at the next iteration.
    /// - Throws: The error of a stream that cannot be decoded at all.
    func fill(_ playhead: Playhead) throws(PlaybackError) -> Bool {
        guard let decoder else { return false }
        if leavesOut {
            // Skips the packets that would be decoded by now.
            use = .leftOut
            queue.removeAll()
            supply = .sparse
            store.skip(.video, before: playhead.position)
            return false
        }
        if use != .shown, try !takeUp(decoder, playhead) { return true }
        // The first picture is shown as soon as it is decoded.
        let needed = isUnpaced ? Int.max : hasShown ? 2 : 1
        while queue.count < needed, queue.isFilling, try decodeNext(decoder) {}
        return false
    }

    /// Decodes one more picture if the queue has room.
    /// - Returns: Whether a packet or a picture was decoded, so that more may follow.
    /// - Throws: The error of a stream that cannot be decoded at all.
    func fillAhead() throws(PlaybackError) -> Bool {
        guard let decoder, !leavesOut, use == .shown, queue.isFilling else { return false }
        return try decodeNext(decoder)
    }

    /// Decodes the next picture and appends it to the queue.
    /// - Returns: Whether more may follow.
    private func decodeNext(_ decoder: TrackDecoder) throws(PlaybackError) -> Bool {
        switch decoder.step() {
        case .frame(let frame):
            supply = .more
            guard frame.format.shows(frame.time) else { return true }
            // The bytes are damaged, or their key is wrong.
            if frame.frame?.isDamaged == true { warnings.warn("Parts of a picture cannot be decoded.") }
            captions.decode(frame)
            if !isBeforeStart(frame) { queue.append(frame) }
            return true
        case .failed(let error):
            try fail(decoder, error)
            return true
        case .starved: supply = .starved
        case .sparse: supply = .sparse
        case .ended:
            if supply != .ended, let trackEnd = store.end(of: .video) {
                counter.countSkipped(until: trackEnd, after: queue.last?.end ?? end)
            }
            supply = .ended
        }
        return false
    }

    private func isBeforeStart(_ frame: DecodedFrame) -> Bool {
        frame.end <= (hasShown ? gapEnd : max(gapEnd, firstPosition)) + PlayoutLimits.pictureRounding
    }

    private func fail(_ decoder: TrackDecoder, _ error: FFmpegError) throws(PlaybackError) {
        let reason = "\(error)"
        // A stream of which nothing can be decoded does not recover.
        let hopeless = 300
        if !decoder.hasDecoded, decoder.failures > hopeless { throw warnings.warning(reason).with(severity: .fatal) }
        warnings.warn(reason)
    }

    // MARK: Leaving pictures out

    /// Whether pictures are left out. In unpaced playback all of them are decoded.
    private var leavesOut: Bool { !isEnabled && !isUnpaced }

    /// Returns to the key frame before the playhead and decodes up to the playhead, a few frames at a time, so that sound is fed meanwhile.
    /// - Returns: Whether the pictures have reached the playhead.
    private func takeUp(_ decoder: TrackDecoder, _ playhead: Playhead) throws(PlaybackError) -> Bool {
        if use == .leftOut { beginTakingUp(decoder, at: playhead.position) }
        let bunch = 30
        for _ in 0..<bunch {
            switch decoder.step() {
            case .frame(let frame):
                guard frame.format.shows(frame.time) else { continue }
                captions.decode(frame)
                guard frame.end > playhead.current + PlayoutLimits.pictureRounding else { continue }
                endTakingUp()
                end = frame.time
                if playhead.isHeld, hasShown, frame.time <= playhead.position + PlayoutLimits.pictureDue {
                    show(frame)
                } else {
                    queue.append(frame)
                }
                return true
            case .failed(let error): try fail(decoder, error)
            case .starved, .sparse, .ended:
                endTakingUp()
                return true
            }
        }
        return false
    }

    private func beginTakingUp(_ decoder: TrackDecoder, at position: Double) {
        // If the playhead waits for data, decoding starts at the end of what is loaded.
        if !store.seek(to: position, only: .video), let end = store.loadedEnd(of: .video) {
            _ = store.seek(to: min(position, end - 0.001), only: .video)
        }
        captions.reset()
        decoder.reset()
        use = .takenUp
    }

    private func endTakingUp() {
        use = .shown
        supply = .more
    }

    // MARK: Seeking

    /// Returns the result of the search for the target of a seek, or `nil` if more data has to be loaded first. `hasSound` is true if there
    /// is sound, which continues in a gap of the pictures. `onPassed` is called with the time of each picture before the target.
    /// - Throws: The error of a stream that cannot be decoded at all.
    func target(of seek: PlayoutSeek, hasSound: Bool, onPassed: (Double) -> Void) throws(PlaybackError) -> PlayoutSeek.Target? {
        guard let decoder else { return nil }
        if search.found == nil { search.found = try find(seek, decoder, hasSound: hasSound, onPassed: onPassed) }
        return search.found.map { PlayoutSeek.Target(shown: $0.shown?.time, isBeforeGap: $0.next != nil, isAtEnd: $0.isAtEnd) }
    }

    /// Decodes up to the picture at the target of the seek.
    private func find(
        _ seek: PlayoutSeek, _ decoder: TrackDecoder, hasSound: Bool, onPassed: (Double) -> Void
    ) throws(PlaybackError) -> Found? {
        // Pictures before the last one up to the target are decoded only if others refer to them, or for the captions inside them.
        if seek.precision == .exact, !captions.areInsideVideo, let last = store.latest(.video, upTo: seek.target) {
            decoder.hurry(to: last)
        }
        while true {
            switch decoder.step() {
            case .frame(let frame):
                guard frame.format.shows(frame.time) else { continue }
                captions.decode(frame)
                switch seek.verdict(start: frame.time, end: frame.end, hasBefore: search.before != nil, hasSound: hasSound) {
                case .before:
                    search.before = frame
                    onPassed(frame.time)
                case .shown: return Found(shown: frame)
                case .behindGap: return Found(shown: search.before, next: frame)
                }
            case .starved: return nil
            case .sparse: return Found(shown: search.before)
            case .ended: return Found(shown: search.before, isAtEnd: true)
            case .failed(let error): try fail(decoder, error)
            }
        }
    }

    /// Shows the picture that the search found.
    func finishSearch() {
        let found = search.found ?? Found()
        search = Search()
        queue.removeAll()
        if let next = found.next { queue.append(next) }
        if found.isAtEnd { supply = .ended }
        if let frame = found.shown { show(frame) }
    }

    // MARK: Presenting

    /// Shows the first picture of the queue.
    func present() {
        guard let frame = queue.removeFirst() else { return }
        if frame.frame != nil { counter.count(frame, after: end, isShown: true) }
        show(frame)
    }

    /// Shows a picture before the track is open. The picture is shown again, and counted, when playback starts with it.
    func showEarly(_ picture: VideoPicture) {
        guard isEnabled else { return }
        let now = clock.now
        statistics { $0.firstPictureAt = now }
        store.onStep?(.firstPicture(isEarly: true))
        output?.present(picture)
    }

    /// Removes the first picture of the queue, and counts it as dropped.
    func drop() {
        guard let frame = queue.removeFirst() else { return }
        if frame.frame != nil { counter.count(frame, after: end, isShown: false) }
        end = frame.end
    }

    /// Returns the level that was found to be too much for the machine since the last call.
    func takeOverload() -> QualityLevel? { counter.takeOverload() }

    /// Decodes only the pictures that others refer to, or all.
    func decodeOnlyReferences(_ isOn: Bool, at position: Double) {
        // Pictures were also skipped between those that are still inside the decoder.
        let end = max(queue.last?.time ?? position, decoder?.lastTimeInside ?? position)
        if counter.skip(isOn, until: end) { decoder?.skipsNonReference = isOn }
    }

    private func show(_ frame: DecodedFrame) {
        end = frame.end
        format = frame.format
        let firstTime = hasShown ? nil : clock.now
        hasShown = true
        let decoded = decoder?.decoded
        statistics { statistics in
            if frame.frame != nil { statistics.framesShown += 1 }
            if let firstTime, statistics.firstPictureAt == nil { statistics.firstPictureAt = firstTime }
            if let decoded { statistics.video = decoded }
        }
        if firstTime != nil { store.onStep?(.firstPicture(isEarly: false)) }
        if let content = frame.frame {
            output?.present(VideoPicture(frame: content, time: frame.time, duration: frame.duration, level: frame.format.level))
        }
        levels.show(frame.format.level ?? Self.level(of: frame, after: levels.level))
    }

    /// Returns the level of a stream without a ladder. Its bit rate stays that of the shown level, because FFmpeg estimates another one after
    /// each opening.
    static func level(of frame: DecodedFrame, after shown: QualityLevel?) -> QualityLevel {
        let stream = frame.format.stream
        let (width, height) = frame.frame.map { ($0.width, $0.height) } ?? (stream.width, stream.height)
        guard height > 0 else { return .automatic }
        if let shown, shown.index == 0, shown.width == width, shown.height == height { return shown }
        return QualityLevel(index: 0, label: "\(height)p", bitrate: stream.bitrate, width: width, height: height)
    }
}
