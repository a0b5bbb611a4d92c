import PlayheadCore

/// The caption cues and the metadata of a scripted engine, reported as the playhead reaches them.
struct ScriptedTrack {
    private let cues: [Int: [CaptionCue]]
    private let metadata: [TimedMetadata]
    private(set) var captions: Int
    private var shown: [CaptionCue] = []

    init(_ script: EngineScript) {
        cues = script.cues
        metadata = script.metadata
        captions = script.media.currentCaptionsTrack
    }

    /// The reports of parsed metadata when the media is open.
    var parsed: [EngineReport] { metadata.map { .metadata($0, .parsed) } }

    /// Handles a move of the playhead by playback or (`isJump`) by a seek.
    mutating func move(from old: Double?, to new: Double, isJump: Bool = false) -> [EngineReport] {
        let entered = metadata.filter { entry in
            if isJump { return entry.start <= new && new < entry.end ?? entry.start }
            return entry.start > old ?? -.infinity && entry.start <= new
        }
        return entered.map { .metadata($0, .entered) } + cueChange(at: new)
    }

    /// Selects another captions track.
    mutating func select(_ index: Int, at position: Double) -> [EngineReport] {
        captions = index
        return [.captionsSelected(index)] + cueChange(at: position)
    }

    private mutating func cueChange(at position: Double) -> [EngineReport] {
        let track = cues[captions] ?? []
        let now = track.filter { $0.startTime <= position && position < $0.endTime }
        guard now != shown else { return [] }
        shown = now
        let changes = track.flatMap { [$0.startTime, $0.endTime] }
        return [.captionCues(now, start: position, end: changes.filter { $0 > position }.min() ?? .infinity)]
    }
}
