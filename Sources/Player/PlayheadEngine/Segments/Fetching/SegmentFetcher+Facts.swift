import PlayheadCore
import PlayheadTransport

/// The facts of requests.
extension SegmentFetcher {
    /// Returns the facts about a segment; `nil` if no one reports them.
    func facts(of segment: Segment, in selection: RenditionSelection) -> MediaFacts? {
        guard resources.options.describesMedia else { return nil }
        let rendition = selection.rendition
        let playhead = store.lastPlayhead
        let loaded = tracks.filter { store.loadedEnd(of: $0) != nil }
        let ends = loaded.compactMap { store.loadedEnd(of: $0) }
        var facts = MediaFacts()
        facts.content = MediaContent(loaded)
        facts.duration = segment.duration
        facts.bitrate = (selection.level?.bitrate ?? rendition.bitrate).map(Double.init)
        // What has no alternative is its own highest bit rate.
        facts.bitrates = chooser.bitrates(insteadOf: selection) ?? rendition.bitrate.map { Double($0)...Double($0) }
        facts.throughput = chooser.expectedThroughput
        facts.bufferLength = max(0, (ends.min() ?? playhead) - playhead)
        // The rest of a live stream does not exist yet.
        facts.targetBufferLength = min(store.limits.forward, rendition.isComplete ? .infinity : max(0, rendition.room(beyond: playhead)))
        // Before anything is loaded, the playhead is not in the stream yet.
        facts.lead = ends.isEmpty ? 0 : max(0, segment.start - playhead)
        if let next = rendition.segment(at: segment.next), next.cursor == segment.next, !next.isGap {
            facts.nextURL = next.url
            facts.nextRange = next.byteRange
        }
        return facts
    }
}

extension MediaContent {
    /// The content of media with these tracks.
    fileprivate init(_ tracks: Set<TrackKind>) {
        self =
            switch (tracks.contains(.video), tracks.contains(.audio)) {
            case (true, true): .muxed
            case (true, false): .video
            case (false, true): .audio
            case (false, false): .unknown
            }
    }
}
