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
        var switching: Task<Void, Never>?
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
                state.audioRenditions = renditions
                state.audioIndex = audioIndex
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
        index: Int? = nil, visibleFrom: Double = -.infinity
    ) -> RenditionSession {
        let plan = RenditionSession.Plan(
            playlist: playlist, index: index ?? Self.index(of: time, in: playlist), tracks: tracks, level: level, generation: generation,
            visibleFrom: visibleFrom, isLeading: role == .main)
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
        let generation = store.reset()
        let now = state.withLock { state in
            state.switching?.cancel()
            return state
        }
        if let main = now.main {
            let level = now.ladder == nil ? nil : now.levels[now.rung + 1]
            replace(.main, with: makeSession(.main, main, at: time, tracks: now.mainTracks, level: level, generation: generation))
        }
        if let audio = now.audio {
            replace(.audio, with: makeSession(.audio, audio, at: time, tracks: [.audio], level: nil, generation: generation))
        }
    }

    // MARK: Choices

    func selectLevel(_ index: Int, playhead: Double) {
        guard case .multivariant(let multivariant) = first else { return report(.levelSelected(0)) }
        let target = state.withLock { state -> (rung: Int, variant: Variant)? in
            guard let ladder = state.ladder, state.levels.indices.contains(index) else { return nil }
            let rung = ladder.rung(level: index, maxBitrate: preferences.maxBitrate, estimate: preferences.assumedBandwidth)
            return (rung, ladder.variants[rung])
        }
        guard let target else { return }
        report(.levelSelected(index))
        guard target.rung != state.withLock({ $0.rung }) else { return }
        let task = Task { [self] in
            do {
                let playlist = try await playlists.mediaPlaylist(
                    at: multivariant.url(for: target.variant.uri), variables: multivariant.variableValues)
                try check(playlist)
                try Task.checkCancellation()
                await change(to: target.rung, playlist, playhead: playhead)
            } catch is CancellationError {
                return
            } catch {
                report(.warning(PlaybackError(cause: error, otherwise: .manifestInvalid, url: url).with(severity: .warning)))
            }
        }
        state.withLock { state in
            state.switching?.cancel()
            state.switching = task
        }
    }

    /// Goes on with `rung` where its first segment after what must not be thrown away begins.
    private func change(to rung: Int, _ playlist: MediaPlaylist, playhead: Double) async {
        let (session, tracks, levels) = state.withLock { state in
            state.rung = rung
            state.main = playlist
            return (state.sessions[.main], state.mainTracks, state.levels)
        }
        let reserve = 1.0
        if let (boundary, generation) = store.cut(tracks, from: playhead + reserve) {
            let new = makeSession(
                .main, playlist, at: boundary + 0.01, tracks: tracks, level: levels[rung + 1], generation: generation,
                visibleFrom: boundary - 0.001)
            replace(.main, with: new)
        } else if let session {
            let next = await session.finishSegment()
            guard !Task.isCancelled, next < session.plan.playlist.segments.count else { return }
            let start = session.plan.playlist.segments[next].startTime
            let new = makeSession(
                .main, playlist, at: start + 0.01, tracks: tracks, level: levels[rung + 1], generation: session.plan.generation,
                visibleFrom: start - 0.5)
            replace(.main, with: new)
        }
    }

    func selectAudioTrack(_ index: Int, playhead: Double) {
        guard case .multivariant(let multivariant) = first else { return }
        let rendition = state.withLock { state -> Rendition? in
            guard state.audioRenditions.indices.contains(index), state.audio != nil, index != state.audioIndex else { return nil }
            return state.audioRenditions[index]
        }
        guard let uri = rendition?.uri else { return }
        Task { [self] in
            do {
                let playlist = try await playlists.mediaPlaylist(at: multivariant.url(for: uri), variables: multivariant.variableValues)
                try check(playlist)
                state.withLock { state in
                    state.audio = playlist
                    state.audioIndex = index
                }
                let generation = store.restart(.audio)
                replace(.audio, with: makeSession(.audio, playlist, at: playhead, tracks: [.audio], level: nil, generation: generation))
                report(.audioTrackSelected(index))
            } catch {
                report(.warning(PlaybackError(cause: error, otherwise: .manifestInvalid, url: url).with(severity: .warning)))
            }
        }
    }

    // MARK: Closing

    func close() async {
        let (sessions, switching) = state.withLock { state in
            state.isClosed = true
            return (Array(state.sessions.values) + state.retired, state.switching)
        }
        switching?.cancel()
        store.close()
        timeline.cancel()
        for session in sessions { session.stop() }
        for session in sessions { await session.join() }
        await switching?.value
    }
}
