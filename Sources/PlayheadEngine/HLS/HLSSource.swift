import Foundation
import PlayheadCore
import PlayheadFFmpeg
import PlayheadHLS
import PlayheadTransport

/// An on-demand HLS presentation: a ladder of variants and, where there are, alternate audio renditions.
final class HLSSource: MediaSource, Sendable {
    /// What the app wants of the start.
    struct Preferences: Sendable {
        /// The level to start on; 0 leaves the choice to the source.
        var level = 0
        /// No rung above it is chosen, in bits a second.
        var maxBitrate: Int?
        /// What the network is assumed to carry before anything was measured, in bits a second.
        var assumedBandwidth = 6_000_000
    }

    private struct State {
        var ladder: Ladder?
        var levels: [QualityLevel] = []
        var rung = 0
        var main: MediaPlaylist?
        var audioRenditions: [Rendition] = []
        var audioIndex: Int?
        var audio: MediaPlaylist?
        var mainTracks: Set<TrackKind> = []
        var sessions: [Role: RenditionSession] = [:]
        var retired: [RenditionSession] = []
        /// What was asked for last, which may be on its way.
        var wantedRung = 0
        var wantedAudio: Int?
        /// The last of the chained switches of each role.
        var switching: [Role: Task<Void, Never>] = [:]
        var isClosed = false
    }

    private enum Role: Hashable {
        case main
        case audio
    }

    private let url: String
    private let playlists: PlaylistLoader
    private let store: PacketStore
    private let preferences: Preferences
    private let first: HLSPlaylist
    private let timeline = PresentationTimeline()
    private let maps = InitializationCache()
    private let report: @Sendable (EngineReport) -> Void
    private let state = Locked(State())
    /// Held while packets are dropped and sessions replaced, so that a seek and a switch don't mix.
    private let moving = Locked(())

    /// - Parameters:
    ///   - playlist: The playlist that the URL led to.
    ///   - report: Told of warnings and of levels and tracks that were chosen.
    init(
        url: String, playlist: HLSPlaylist, loader: any Loader, options: RequestOptions, store: PacketStore, preferences: Preferences,
        report: @escaping @Sendable (EngineReport) -> Void
    ) {
        self.url = url
        first = playlist
        playlists = PlaylistLoader(loader: loader, options: options)
        self.store = store
        self.preferences = preferences
        self.report = report
    }

    // MARK: Opening

    func open(at start: Double) async throws -> OpenedMedia {
        do {
            return try await openPlaylists(at: start)
        } catch {
            throw PlaybackError(cause: error, otherwise: .manifestInvalid, url: url)
        }
    }

    private func openPlaylists(at start: Double) async throws -> OpenedMedia {
        var levels: [QualityLevel] = [.automatic]
        var main: MediaPlaylist
        var audio: MediaPlaylist?
        switch first {
        case .media(let playlist): main = playlist
        case .multivariant(let multivariant):
            let ladder = Ladder(multivariant)
            guard !ladder.variants.isEmpty else { throw PlaybackError(.manifestEmpty, url: url) }
            levels = ladder.levels
            let rung = ladder.rung(
                level: preferences.level, maxBitrate: preferences.maxBitrate, estimate: preferences.assumedBandwidth)
            let variant = ladder.variants[rung]
            let location = multivariant.url(for: variant.uri)
            guard location != multivariant.url else { throw PlaybackError(.manifestLoop, url: location) }
            let renditions = multivariant.renditions(of: .audio, in: variant.audio)
            let chosen = Self.preferredAudio(renditions)
            async let mainPlaylist = playlists.mediaPlaylist(at: location, variables: multivariant.variableValues)
            if let uri = chosen.flatMap({ renditions[$0].uri }) {
                let audioURL = multivariant.url(for: uri)
                if audioURL != location { audio = try await playlists.mediaPlaylist(at: audioURL, variables: multivariant.variableValues) }
            }
            main = try await mainPlaylist
            let audioIndex = chosen
            state.withLock { state in
                state.ladder = ladder
                state.levels = levels
                state.rung = rung
                state.wantedRung = rung
                state.audioRenditions = renditions
                state.audioIndex = audioIndex
                state.wantedAudio = audioIndex
            }
        }
        try check(main)
        if let audio { try check(audio) }
        let openedMain = main
        let openedAudio = audio
        state.withLock { state in
            state.main = openedMain
            state.audio = openedAudio
        }
        return try await openSessions(main: main, audio: audio, levels: levels, at: start)
    }

    private func openSessions(main: MediaPlaylist, audio: MediaPlaylist?, levels: [QualityLevel], at start: Double) async throws
        -> OpenedMedia
    {
        let generation = store.reset()
        let mainWanted: Set<TrackKind> = audio == nil ? [.video, .audio] : [.video]
        let rung = state.withLock { $0.ladder == nil ? nil : $0.rung }
        let mainSession = makeSession(
            .main, main, at: start, tracks: mainWanted, level: rung.map { levels[$0 + 1] }, generation: generation)
        let audioSession = audio.map { makeSession(.audio, $0, at: start, tracks: [.audio], level: nil, generation: generation) }
        let isClosed = state.withLock { state in
            state.sessions[.main] = mainSession
            state.sessions[.audio] = audioSession
            return state.isClosed
        }
        if isClosed { throw CancellationError() }
        mainSession.start()
        audioSession?.start()
        let opened = try await mainSession.opened()
        let openedAudio = try await audioSession?.opened()

        let video = opened.video
        let sound = audioSession == nil ? opened.audio : openedAudio?.audio
        var tracks: Set<TrackKind> = []
        if video != nil { tracks.insert(.video) }
        if sound != nil { tracks.insert(.audio) }
        // A main rendition of sound only, beside alternate ones, gives no picture: then the alternate one is all there is.
        guard !tracks.isEmpty else { throw PlaybackError(.noDecodableTrack, url: url) }
        let mainTracks = tracks.intersection(mainWanted)
        state.withLock { $0.mainTracks = mainTracks }
        store.define(tracks, isMuxed: audioSession == nil)

        let (renditions, index) = state.withLock { ($0.audioRenditions, $0.audioIndex) }
        let audioTracks = Self.tracks(renditions, sound)
        let description = MediaDescription(
            duration: main.duration, width: video?.width, height: video?.height, frameRate: video?.frameRate, levels: levels,
            currentLevel: levels.indices.contains(preferences.level) ? preferences.level : 0, audioTracks: audioTracks,
            currentAudioTrack: audioTracks.isEmpty ? -1 : index ?? 0)
        return OpenedMedia(
            description: description, video: video, audio: sound, streams: [video, sound].compactMap { $0 }, format: "hls",
            hasProtectedContent: main.segments.contains { $0.keys.contains { $0.method != .none } })
    }

    private func check(_ playlist: MediaPlaylist) throws {
        guard playlist.segments.contains(where: { !$0.isGap }) else { throw PlaybackError(.manifestEmpty, url: playlist.url) }
        guard playlist.hasEndList || playlist.playlistType == .vod else {
            throw PlaybackError(
                .unsupportedFormat, url: playlist.url, underlying: "Live playlists (without EXT-X-ENDLIST) can't be played yet.")
        }
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

    // MARK: Sessions

    private func makeSession(
        _ role: Role, _ playlist: MediaPlaylist, at time: Double, tracks: Set<TrackKind>, level: QualityLevel?, generation: Int,
        visibleFrom: Double = -.infinity, covers: Double? = nil
    ) -> RenditionSession {
        let plan = RenditionSession.Plan(
            playlist: playlist, index: Self.index(of: time, in: playlist), tracks: tracks, level: level, generation: generation,
            visibleFrom: visibleFrom, covers: covers, isLeading: role == .main)
        let report = report
        let fetcher = SegmentFetcher(
            playlist: playlist, loader: playlists.loader, options: playlists.options, store: store, tracks: tracks, generation: generation,
            maps: maps, warn: { report(.warning($0)) })
        return RenditionSession(plan: plan, fetcher: fetcher, store: store, timeline: timeline)
    }

    /// The index of the segment that `time` lies in; the last one beyond the end.
    private static func index(of time: Double, in playlist: MediaPlaylist) -> Int {
        var low = 0
        var high = playlist.segments.count
        while low < high {
            let middle = (low + high) / 2
            if playlist.segments[middle].endTime <= time + 0.000_5 { low = middle + 1 } else { high = middle }
        }
        return min(low, max(0, playlist.segments.count - 1))
    }

    /// Puts `session` in the place of the one of its role and starts it.
    private func replace(_ role: Role, with session: RenditionSession) {
        let old = state.withLock { state -> RenditionSession? in
            if state.isClosed { return session }
            let old = state.sessions[role]
            state.sessions[role] = session
            if let old { state.retired.append(old) }
            state.retired = Array(state.retired.suffix(64))
            return old
        }
        old?.stop()
        if old !== session { session.start() }
    }

    func seek(to time: Double) {
        moving.withLock { _ in
            let generation = store.reset()
            let now = state.withLock { $0 }
            if let main = now.main {
                let level = now.ladder == nil ? nil : now.levels[now.rung + 1]
                let session = makeSession(
                    .main, main, at: time, tracks: now.mainTracks, level: level, generation: generation, covers: time)
                replace(.main, with: session)
            }
            if let audio = now.audio {
                let session = makeSession(.audio, audio, at: time, tracks: [.audio], level: nil, generation: generation, covers: time)
                replace(.audio, with: session)
            }
        }
    }

    // MARK: Choices

    /// Runs `work` after the switches of `role` that came before, which are hurried.
    private func enqueue(_ role: Role, _ work: @escaping @Sendable () async throws -> Void) {
        state.withLock { state in
            guard !state.isClosed else { return }
            let previous = state.switching[role]
            previous?.cancel()
            state.switching[role] = Task { [self] in
                await previous?.value
                do {
                    try await work()
                } catch {
                    // Superseded, or closed.
                    if Task.isCancelled || error is CancellationError { return }
                    report(.warning(PlaybackError(cause: error, otherwise: .manifestInvalid, url: url).with(severity: .warning)))
                }
            }
        }
    }

    func selectLevel(_ index: Int, playhead: Double) {
        guard case .multivariant(let multivariant) = first else { return report(.levelSelected(0)) }
        let target = state.withLock { state -> (rung: Int, variant: Variant, isNew: Bool)? in
            guard let ladder = state.ladder, state.levels.indices.contains(index) else { return nil }
            let rung = ladder.rung(level: index, maxBitrate: preferences.maxBitrate, estimate: preferences.assumedBandwidth)
            defer { state.wantedRung = rung }
            return (rung, ladder.variants[rung], rung != state.wantedRung)
        }
        guard let target else { return }
        report(.levelSelected(index))
        guard target.isNew else { return }
        enqueue(.main) { [self] in
            guard target.rung != state.withLock({ $0.rung }) else { return }
            do {
                let playlist = try await playlists.mediaPlaylist(
                    at: multivariant.url(for: target.variant.uri), variables: multivariant.variableValues)
                try check(playlist)
                try Task.checkCancellation()
                await change(to: target.rung, playlist)
            } catch {
                state.withLock { state in
                    if state.wantedRung == target.rung { state.wantedRung = state.rung }
                }
                throw error
            }
        }
    }

    /// Goes on with `rung` where its first segment after what must not be thrown away begins. Once begun it is not interrupted.
    private func change(to rung: Int, _ playlist: MediaPlaylist) async {
        let ending = moving.withLock { _ -> RenditionSession? in
            let (session, tracks, levels) = state.withLock { state in
                state.rung = rung
                state.main = playlist
                return (state.sessions[.main], state.mainTracks, state.levels)
            }
            let reserve = 1.0
            // Rungs of different frame rates have their key frames not exactly at the same times.
            let misalignment = 0.02
            guard let (boundary, generation) = store.cut(tracks, from: store.lastPlayhead + reserve) else { return session }
            let new = makeSession(
                .main, playlist, at: boundary + 0.01, tracks: tracks, level: levels[rung + 1], generation: generation,
                visibleFrom: boundary - 0.001, covers: boundary + misalignment)
            replace(.main, with: new)
            return nil
        }
        guard let ending else { return }
        // Nothing that is loaded can be thrown away: the new rung follows after it.
        let next = await ending.finishSegment()
        moving.withLock { _ in
            let plan = ending.plan
            guard store.isCurrent(plan.generation, of: plan.tracks) else { return }
            guard plan.playlist.segments.indices.contains(next) else { return store.finish(plan.tracks, generation: plan.generation) }
            let start = plan.playlist.segments[next].startTime
            let last = store.last(plan.tracks.contains(.video) ? .video : .audio)
            let level = state.withLock { $0.levels[rung + 1] }
            let new = makeSession(
                .main, playlist, at: max(start, last?.end ?? start) + 0.01, tracks: plan.tracks, level: level, generation: plan.generation,
                visibleFrom: last.map { $0.start + 0.000_5 } ?? start - 0.5, covers: last.map { $0.end + 0.03 })
            replace(.main, with: new)
        }
    }

    func selectAudioTrack(_ index: Int, playhead: Double) {
        guard case .multivariant(let multivariant) = first else { return }
        let rendition = state.withLock { state -> Rendition? in
            guard state.audioRenditions.indices.contains(index), state.audio != nil, index != state.wantedAudio,
                state.audioRenditions[index].uri != nil
            else { return nil }
            state.wantedAudio = index
            return state.audioRenditions[index]
        }
        guard let uri = rendition?.uri else { return }
        enqueue(.audio) { [self] in
            guard index != state.withLock({ $0.audioIndex }) else { return }
            do {
                let playlist = try await playlists.mediaPlaylist(at: multivariant.url(for: uri), variables: multivariant.variableValues)
                try check(playlist)
                try Task.checkCancellation()
                moving.withLock { _ in
                    state.withLock { state in
                        state.audio = playlist
                        state.audioIndex = index
                    }
                    let generation = store.restart(.audio)
                    let time = store.lastPlayhead
                    let session = makeSession(
                        .audio, playlist, at: time, tracks: [.audio], level: nil, generation: generation, covers: time)
                    replace(.audio, with: session)
                }
                report(.audioTrackSelected(index))
            } catch {
                state.withLock { state in
                    if state.wantedAudio == index { state.wantedAudio = state.audioIndex }
                }
                throw error
            }
        }
    }

    // MARK: Closing

    func close() async {
        let (sessions, switching) = state.withLock { state in
            state.isClosed = true
            return (Array(state.sessions.values) + state.retired, Array(state.switching.values))
        }
        for task in switching { task.cancel() }
        store.close()
        timeline.cancel()
        for session in sessions { session.stop() }
        for session in sessions { await session.join() }
        for task in switching { await task.value }
    }
}
