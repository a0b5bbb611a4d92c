import PlayheadCore
import PlayheadFFmpeg

/// Opening: the first rendition, the first sessions, and the description of their streams.
extension SegmentedSource {
    func open(at start: Double?) async throws -> OpenedMedia {
        do {
            let main = try await ladder.open { audio.prepare(presentation.audioOptions(beside: $0), beside: $1) }
            try await audio.open(main.position.map { presentation.audioOptions(beside: $0) } ?? [], beside: main)
            let opened = try await openSessions(of: main, at: start)
            presentation.pathways?.start { [weak chooser = ladder.chooser] in chooser?.expectedThroughput }
            return opened
        } catch {
            throw PlaybackError(cause: error, otherwise: .manifestInvalid, url: url)
        }
    }

    private func openSessions(of main: RenditionSelection, at wanted: Double?) async throws -> OpenedMedia {
        let rendition = main.rendition
        let beginsAtStart = rendition.isComplete && !usesStartTime
        let start = wanted ?? (beginsAtStart ? rendition.beginning : rendition.startTime)
        let generation = store.reset()
        store.setPlayhead(start)
        let isSoundSeparate = audio.isSeparate
        let wantedTracks: Set<TrackKind> = !isSoundSeparate && !rendition.isIFramesOnly ? [.video, .audio] : [.video]
        // A start in the middle has to be covered, as after a seek.
        let covers = start > 0 ? start : nil
        let headStart = HeadStart(of: main.level)
        func beginAudio() throws {
            guard audio.replaceSession(at: start, generation: generation, covers: covers, headStart: headStart) else {
                throw CancellationError()
            }
        }
        let session = try ladder.begin(wantedTracks, at: start, generation: generation, covers: covers, headStart: headStart)
        try beginAudio()
        let opened = try await session.opened()
        let openedAudio = try await audio.opened(beside: main, beginAudio)

        let video = opened.video
        let sound = isSoundSeparate ? openedAudio?.audio : opened.audio
        var tracks: Set<TrackKind> = []
        if video != nil { tracks.insert(.video) }
        if sound != nil { tracks.insert(.audio) }
        // A main rendition with only sound has no picture; beside alternate audio, only the alternate audio is played.
        guard !tracks.isEmpty else { throw PlaybackError(.noDecodableTrack, url: url) }
        ladder.setTracks(tracks.intersection(wantedTracks))
        store.define(tracks, isMuxed: !audio.isSeparate)
        audio.finishOpening()
        presentation.reportContents()
        return describe(video: video, sound: sound, of: main, at: start)
    }

    private func describe(video: StreamInfo?, sound: StreamInfo?, of main: RenditionSelection, at start: Double) -> OpenedMedia {
        let rendition = main.rendition
        let audioTracks = sound.map { audio.tracks(orLanguage: $0.language) } ?? []
        let window = rendition.window(at: resources.clock.now)
        let description = MediaDescription(
            duration: window == nil ? rendition.end : .infinity, width: video?.width, height: video?.height,
            frameRate: video?.frameRate, seekableRange: window?.seekable, window: window, levels: ladder.levels,
            currentLevel: ladder.level, audioTracks: audioTracks,
            currentAudioTrack: audioTracks.isEmpty ? -1 : audio.state.withLock { $0.index } ?? 0)
        return OpenedMedia(
            description: description, video: video, audio: sound, streams: [video, sound].compactMap { $0 },
            format: presentation.format, start: start, hasProtectedContent: rendition.isProtected,
            closedCaptions: presentation.closedCaptions, captions: captions(beside: main))
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
