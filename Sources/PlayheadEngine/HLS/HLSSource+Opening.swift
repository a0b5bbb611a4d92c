import PlayheadAdaptive
import PlayheadCore
import PlayheadFFmpeg
import PlayheadHLS

extension HLSSource {
    func open(at start: Double?) async throws -> OpenedMedia {
        do {
            switch first {
            case .media(let playlist): try await openAlone(playlist)
            case .multivariant(let playlist): try await openLadder(playlist)
            }
            let opened = try await openSessions(at: start)
            let (steering, chooser) = state.withLock { ($0.steering, $0.chooser) }
            steering?.start { chooser?.expectedThroughput }
            return opened
        } catch {
            throw PlaybackError(cause: error, otherwise: .manifestInvalid, url: url)
        }
    }

    private func openAlone(_ playlist: MediaPlaylist) async throws {
        let feed = makeFeed(at: playlist.url ?? url, variables: nil)
        try feed.take(playlist)
        state.withLock { state in
            state.feeds[feed.url] = feed
            state.main = RenditionSelection(feed: feed)
        }
    }

    private func openLadder(_ playlist: MultivariantPlaylist) async throws {
        let ladder = Ladder(playlist)
        guard !ladder.rungs.isEmpty else { throw PlaybackError(.manifestEmpty, url: url) }
        let wanted = preferences.level.saturatingSubtracting(1)
        let manual = ladder.rungs.indices.contains(wanted) ? wanted : nil
        let steering = PathwaySteering(
            playlist, loader: resources.loader, options: resources.options, clock: clock,
            changed: { [weak self] in self?.state.withLock { $0.chooser }?.steer(to: $0.pathway, of: Ladder($0.playlist)) },
            warn: { [weak self] in self?.warn($0) })
        let chooser = LadderChooser(
            ladder: ladder, manual: manual,
            highest: ladder.highest(within: preferences.limits),
            policy: preferences.makePolicy(preferences.memory), store: store, clock: clock,
            feed: { [weak self] candidate, current in
                guard let self else { throw CancellationError() }
                let known = state.withLock { $0.chooser }?.ladder ?? ladder
                let location = playlist.url(for: known.rungs[candidate.rung].alternatives[candidate.alternative].uri)
                guard location != playlist.url else { throw PlaybackError(.manifestLoop, url: location) }
                return try await self.feed(at: location, variables: playlist.variableValues, following: current?.feed)
            },
            failed: { steering.failed($0.pathwayID) }, warn: { [weak self] in self?.warn($0) })
        if playlist.pathwayIDs.count > 1 { chooser.steer(to: steering.current.pathway, of: ladder) }
        state.withLock { state in
            state.steering = steering
            state.chooser = chooser
            // They may have changed meanwhile.
            chooser.cap(ladder.highest(within: state.limits))
        }
        let main = try await chooser.start()
        let variant = ladder.rungs[main.rung ?? 0].alternatives[main.alternative]
        let renditions = playlist.renditions(of: .audio, in: variant.audio)
        let chosen = Self.preferredAudio(renditions)
        state.withLock { state in
            state.chooser = chooser
            state.levels = ladder.levels
            state.wantedLevel = manual.map { $0 + 1 } ?? 0
            state.main = main
            state.audioRenditions = renditions
        }
        try await openAudio(chosen, beside: main)
    }

    /// Takes up the first of the audio rendition `index` and its substitutes whose playlist can be had; without any the picture plays alone.
    private func openAudio(_ index: Int?, beside main: RenditionSelection) async throws {
        var audio: RenditionSelection?
        var taken = index
        if let index {
            for candidate in [index] + substitutes(forAudio: index) {
                // Without a URI, or with the variant's own, it comes with the picture.
                guard let location = audioLocation(candidate), location != main.feed.url else { break }
                do {
                    audio = try await audioSelection(candidate, following: main.feed)
                    taken = candidate
                    break
                } catch {
                    try soundIsMissing(candidate, error)
                }
            }
        }
        let (selection, number) = (audio, taken)
        state.withLock { state in
            state.audio = selection
            state.audioIndex = number
            state.wantedAudio = number
        }
    }

    private func audioLocation(_ index: Int) -> String? {
        guard case .multivariant(let playlist) = first else { return nil }
        return state.withLock { $0.audioRenditions[index].uri }.map { playlist.url(for: $0) }
    }

    /// Notes that an audio rendition can't be played, and tells it.
    private func soundIsMissing(_ index: Int, _ error: any Error) throws {
        if error is CancellationError || Task.isCancelled || state.withLock({ $0.isClosed }) { throw CancellationError() }
        state.withLock { _ = $0.failedAudio.insert(index) }
        warn(PlaybackError(cause: error, otherwise: .manifestInvalid, url: url))
    }

    private func openSessions(at wanted: Double?) async throws -> OpenedMedia {
        let (main, audio, levels, level) = state.withLock { ($0.main, $0.audio, $0.levels, $0.wantedLevel) }
        guard let main else { throw PlaybackError(.manifestEmpty, url: url) }
        let isWhole = main.feed.isComplete && !preferences.heedsStart
        let start = wanted ?? (isWhole ? main.feed.beginning : main.feed.startTime)
        let generation = store.reset()
        store.setPlayhead(start)
        let mainWanted: Set<TrackKind> = audio == nil && !main.feed.isIFramesOnly ? [.video, .audio] : [.video]
        // What begins in the middle has to cover the place, as after a seek.
        let covers = start > 0 ? start : nil
        func session(_ role: Role, _ selection: RenditionSelection, _ tracks: Set<TrackKind>) -> RenditionSession {
            makeSession(
                role, Beginning(selection: selection, time: start, generation: generation, covers: covers), tracks: tracks)
        }
        let mainSession = session(.main, main, mainWanted)
        let audioSession = audio.map { session(.audio, $0, [.audio]) }
        let isClosed = state.withLock { state in
            state.sessions[.main] = mainSession
            state.sessions[.audio] = audioSession
            return state.isClosed
        }
        if isClosed { throw CancellationError() }
        mainSession.start()
        audioSession?.start()
        let opened = try await mainSession.opened()
        let openedAudio = try await openedAudio(beside: main, audioSession) { session(.audio, $0, [.audio]) }
        let hasAudioSession = state.withLock { $0.sessions[.audio] } != nil

        let video = opened.video
        let sound = audioSession == nil ? opened.audio : openedAudio?.audio
        var tracks: Set<TrackKind> = []
        if video != nil { tracks.insert(.video) }
        if sound != nil { tracks.insert(.audio) }
        // A main rendition of sound only, beside alternate ones, gives no picture: then the alternate one is all there is.
        guard !tracks.isEmpty else { throw PlaybackError(.noDecodableTrack, url: url) }
        let mainTracks = tracks.intersection(mainWanted)
        state.withLock { state in
            state.mainTracks = mainTracks
            state.isOpen = true
        }
        store.define(tracks, isMuxed: !hasAudioSession)
        // It may have failed since it was opened.
        if let session = state.withLock({ $0.sessions[.audio] }), let error = session.failure {
            soundFailed(error, generation: session.plan.generation)
        }
        tellDates(of: main.feed)
        tellRanges(of: main.feed)

        let (renditions, index) = state.withLock { ($0.audioRenditions, $0.audioIndex) }
        let audioTracks = sound == nil ? [] : Self.tracks(renditions, sound)
        let window = main.feed.window(at: clock.now)
        let description = MediaDescription(
            duration: window == nil ? main.feed.end : .infinity, width: video?.width, height: video?.height, frameRate: video?.frameRate,
            seekableRange: window?.seekable, window: window, levels: levels, currentLevel: level, audioTracks: audioTracks,
            currentAudioTrack: audioTracks.isEmpty ? -1 : index ?? 0)
        return OpenedMedia(
            description: description, video: video, audio: sound, streams: [video, sound].compactMap { $0 }, format: "hls", start: start,
            hasProtectedContent: main.feed.isProtected, closedCaptions: closedCaptionsTrack(),
            captions: subtitleOffers())
    }

    /// What the playlist says of the captions inside the video.
    private func closedCaptionsTrack() -> MediaTrack? {
        guard case .multivariant(let playlist) = first else { return nil }
        let rendition = playlist.renditions.first { $0.type == .closedCaptions && $0.instreamID == "CC1" }
        return rendition.map {
            MediaTrack(
                index: 0, name: $0.name, language: $0.language, isDefault: $0.isDefault, isAutoselect: $0.isAutoselect,
                characteristics: $0.characteristics, isClosedCaptions: true)
        }
    }

    /// The subtitles that go with the variants.
    private func subtitleOffers() -> [CaptionsController.Offer] {
        guard case .multivariant(let playlist) = first else { return [] }
        let group = state.withLock { state in
            state.main?.rung.map { state.chooser?.ladder.rungs[$0].variant.subtitles ?? nil } ?? nil
        }
        return playlist.renditions(of: .subtitles, in: group).compactMap { rendition in
            guard let uri = rendition.uri else { return nil }
            let location = playlist.url(for: uri)
            let source = RenditionCueSource(
                at: location, resources: resources, store: store, timeline: timeline,
                feed: { [weak self] location in
                    guard let self else { throw CancellationError() }
                    return try await self.feed(at: location, variables: playlist.variableValues, following: self.leader)
                },
                others: { [weak self] in
                    self?.state.withLock { $0.steering }?.current.otherSubtitles(than: $0, isFailing: $1) ?? []
                })
            let track = MediaTrack(
                index: 0, name: rendition.name, language: rendition.language, isDefault: rendition.isDefault,
                isForced: rendition.isForced, isAutoselect: rendition.isAutoselect, characteristics: rendition.characteristics)
            return CaptionsController.Offer(track: track, source: source)
        }
    }

    /// What the audio session found, or one of a substitute; `nil` where the picture has to play alone.
    private func openedAudio(
        beside main: RenditionSelection, _ session: RenditionSession?, _ make: (RenditionSelection) -> RenditionSession
    ) async throws -> RenditionSession.Opened? {
        var session = session
        while let current = session {
            do {
                return try await current.opened()
            } catch {
                guard let index = state.withLock({ $0.audioIndex }) else { throw error }
                // Without a picture the sound is all there is.
                try soundIsMissing(index, error)
                try await openAudio(substitutes(forAudio: index).first, beside: main)
                session = state.withLock { $0.audio }.map(make)
                let next = session
                let isClosed = state.withLock { state in
                    _ = Self.retire(&state, current)
                    state.sessions[.audio] = next
                    return state.isClosed
                }
                end(current)
                if isClosed { throw CancellationError() }
                session?.start()
            }
        }
        return nil
    }

    private static func preferredAudio(_ renditions: [Rendition]) -> Int? {
        renditions.firstIndex { $0.isDefault } ?? renditions.firstIndex { $0.isAutoselect } ?? renditions.indices.first
    }

    private static func tracks(_ renditions: [Rendition], _ sound: StreamInfo?) -> [MediaTrack] {
        guard renditions.isEmpty else {
            return renditions.enumerated().map { index, rendition in
                MediaTrack(index: index, name: rendition.name, language: rendition.language, isDefault: rendition.isDefault)
            }
        }
        return sound.map { [MediaTrack(index: 0, name: $0.language ?? "Audio", language: $0.language, isDefault: true)] } ?? []
    }
}
