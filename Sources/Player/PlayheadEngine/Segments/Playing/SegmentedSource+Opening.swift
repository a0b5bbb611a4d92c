import PlayheadCore
import PlayheadFFmpeg

/// Opening: the first rendition, the first sessions, and the description of their streams.
extension SegmentedSource {
    func open(at start: Double?) async throws -> OpenedMedia {
        do {
            await presentation.pathways?.prepare()
            let main = try await ladder.open { audio.prepare(presentation.audioOptions(beside: $0), beside: $1) }
            try await audio.open(main.position.map { presentation.audioOptions(beside: $0) } ?? [], beside: main)
            let opened = try await openSessions(of: main, at: start)
            presentation.pathways?.start { [weak chooser = ladder.chooser] in chooser?.expectedThroughput }
            return opened
        } catch {
            throw PlaybackError(cause: error, otherwise: .manifestInvalid, url: url)
        }
    }

    /// The maximum duration of pictures or sound that may be missing at the start of a live stream, in seconds.
    private static let liveRounding = 0.15

    private func openSessions(of main: RenditionSelection, at wanted: Double?) async throws -> OpenedMedia {
        let rendition = main.rendition
        let own = rendition.isComplete && !usesStartTime ? rendition.beginning : rendition.startTime
        // Sound may begin before the first picture.
        let beginsAtStart = rendition.isComplete && own == rendition.beginning
        let start = wanted ?? (beginsAtStart ? min(own, audio.beginning ?? own) : own)
        let generation = store.reset()
        store.setPlayhead(start)
        var isSoundSeparate = audio.isSeparate
        var wantedTracks = wantedTracks(of: main)
        // Without a demuxer the tracks are those that the manifest announces.
        if countsOnly { store.define(isSoundSeparate ? wantedTracks.union([.audio]) : wantedTracks, isMuxed: !isSoundSeparate) }
        let headStart = HeadStart(of: main.level)
        // At a live edge the boundaries of segments differ by a few frames, which are not worth another segment.
        let rounding = wanted == nil && rendition.window(at: resources.clock.now) != nil ? Self.liveRounding : 0
        // A start in the middle has to be covered, as after a seek.
        let covers = start > 0 ? start + rounding : nil
        func beginMain(_ tracks: Set<TrackKind>) throws -> RenditionSession {
            try ladder.begin(
                tracks, at: start, generation: generation, covers: covers, headStart: headStart,
                onFirstPicture: startsWithKeyFrame(rendition, at: start) ? onFirstPicture : nil)
        }
        func beginAudio() throws {
            guard audio.replaceSession(at: start + rounding, generation: generation, covers: covers, headStart: headStart) else {
                throw CancellationError()
            }
        }
        let session = try beginMain(wantedTracks)
        try beginAudio()
        var opened = try await session.opened()
        let openedAudio = try await audio.opened(beside: main, hasPictures: opened.video != nil, beginAudio)
        if isSoundSeparate, opened.video == nil, audio.isInside {
            // The main rendition, which was only searched for pictures, has the substitute of a sound that failed.
            isSoundSeparate = false
            wantedTracks = self.wantedTracks(of: main)
            opened = try await beginMain(wantedTracks).opened()
        }

        let video = opened.video
        let sound = isSoundSeparate ? openedAudio?.audio : opened.audio
        var tracks: Set<TrackKind> = []
        if video != nil { tracks.insert(.video) }
        if sound != nil { tracks.insert(.audio) }
        // A main rendition with only sound has no picture; beside alternate audio, only the alternate audio is played.
        guard !tracks.isEmpty else { throw PlaybackError(.noDecodableTrack, url: url) }
        // Tracks of one container that are absent now may appear later.
        ladder.setTracks(isSoundSeparate ? tracks.intersection(wantedTracks) : wantedTracks)
        store.define(tracks, isMuxed: !audio.isSeparate)
        if !isSoundSeparate { audio.offer(opened.sounds, current: sound) }
        audio.finishOpening()
        presentation.reportContents()
        return describe(video: video, sound: sound, of: main, at: start)
    }

    /// Whether the bytes of segments are only counted, because nothing is decoded.
    private var countsOnly: Bool { store.limits.decoding == .none }

    /// The tracks to load from the main rendition.
    private func wantedTracks(of main: RenditionSelection) -> Set<TrackKind> {
        if main.rendition.isIFramesOnly { return [.video] }
        guard countsOnly else { return audio.isSeparate ? [.video] : [.video, .audio] }
        let announced = presentation.announcedTracks(at: main.position)
        return audio.isSeparate ? [.video] : announced
    }

    /// Whether playback at `start` (seconds) begins with the first picture of a segment: not in the middle of a segment, before an
    /// interstitial, or in low latency, where the start may still move.
    private func startsWithKeyFrame(_ rendition: any MediaRendition, at start: Double) -> Bool {
        let rounding = rendition.isComplete ? 0.001 : Self.liveRounding
        let isAtSegment = abs(rendition.start(of: rendition.cursor(at: start)) - start) < rounding
        // RFC 8216bis Appendix D.
        let interstitial = "com.apple.hls.interstitial"
        return isAtSegment && presentation.dateRanges?.ranges.contains { $0.rangeClass == interstitial } != true
            && rendition.window(at: resources.clock.now)?.isLowLatency != true
    }

    private func describe(video: StreamInfo?, sound: StreamInfo?, of main: RenditionSelection, at start: Double) -> OpenedMedia {
        let rendition = main.rendition
        let audioTracks = sound.map { audio.tracks(orLanguage: $0.language) } ?? []
        let window = rendition.window(at: resources.clock.now)
        let description = MediaDescription(
            duration: window == nil ? end(of: rendition) : .infinity, width: video?.width, height: video?.height,
            frameRate: video?.frameRate, seekableRange: window?.seekable, window: window, levels: ladder.levels,
            currentLevel: ladder.level, audioTracks: audioTracks,
            currentAudioTrack: audioTracks.isEmpty ? -1 : audio.state.withLock { $0.index } ?? 0)
        return OpenedMedia(
            description: description, video: video, audio: sound, streams: [video, sound].compactMap { $0 },
            format: presentation.format, start: start, hasProtectedContent: rendition.isProtected,
            closedCaptions: presentation.closedCaptions, captions: captions(beside: main))
    }

    /// The end of the presentation, in seconds: that of the main rendition, or of a separate sound that is longer by more than rounding.
    private func end(of rendition: any MediaRendition) -> Double {
        let end = rendition.end
        return audio.ending.flatMap { $0 > end + PlayoutLimits.durationRounding ? $0 : nil } ?? end
    }

    /// The captions that belong to the main rendition.
    private func captions(beside main: RenditionSelection) -> [CaptionsController.Offer] {
        guard let position = ladder.selection?.position ?? main.position else { return [] }
        return presentation.captionOptions(beside: position).map { option in
            CaptionsController.Offer(
                track: option.track,
                source: RenditionCueSource(
                    at: option.url, of: presentation, following: { [weak ladder] in ladder?.selection?.rendition }, resources: resources,
                    store: store, timeline: timeline))
        }
    }
}
