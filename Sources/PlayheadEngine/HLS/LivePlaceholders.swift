import PlayheadHLS

struct LiveEdge {
    var published: Double
    var offset: Double
    var slack: Double
    var last: Double
    init(_ end: Double, at now: Double, targetDuration: Double) {
        published = end
        offset = end - now
        slack = targetDuration
        last = end
    }
    mutating func update(_ end: Double, at now: Double, targetDuration: Double) {
        last = time(at: now)
        published = end
        offset = max(offset, end - now)
        slack = targetDuration
    }
    func time(at now: Double) -> Double { max(last, min(now + offset, published + slack)) }
}
struct ReloadRequest {
    var url: String
    var isBlocking = false
}
struct ReloadSchedule {
    var next = 0.0
    var loadsWhole = false
    var target = 1.0
    func isDue(at now: Double) -> Bool { now >= next }
    mutating func loaded(_ playlist: MediaPlaylist, began: Double, isChanged: Bool) {
        target = max(0.1, playlist.targetDuration)
        let isBlocking = playlist.serverControl?.canBlockReload == true
        next = isBlocking ? began : began + (isChanged ? target : target / 2)
        loadsWhole = false
    }
    mutating func failed(at now: Double) { next = now + target / 2 }
    func request(for live: LivePlaylist, at url: String) -> ReloadRequest {
        guard live.playlist.serverControl?.canBlockReload == true else { return ReloadRequest(url: url) }
        var query = "_HLS_msn=\(live.nextMediaSequence)"
        if live.playlist.partTargetDuration != nil { query += "&_HLS_part=\(live.playlist.openSegment?.parts.count ?? 0)" }
        return ReloadRequest(url: url + (url.contains("?") ? "&" : "?") + query, isBlocking: true)
    }
}
extension LivePlaylist {
    func alignment(with reference: LivePlaylist) -> Double {
        for segment in playlist.segments.reversed() {
            if let date = segment.programDateTime, let other = reference.playlist.segments.last?.programDateTime,
                let end = reference.playlist.segments.last
            {
                return end.startTime - other + date - segment.startTime
            }
        }
        if let last = playlist.segments.last, let same = reference.segment(mediaSequence: last.mediaSequence) {
            return same.startTime - last.startTime
        }
        return reference.endOfSegments - endOfSegments
    }
    func holdBack(isLowLatency: Bool) -> Double {
        if isLowLatency, let part = playlist.partTargetDuration { return playlist.serverControl?.partHoldBack ?? 3 * part }
        return playlist.serverControl?.holdBack ?? 3 * playlist.targetDuration
    }
    func startTime(edge: Double?) -> Double {
        if playlist.isComplete {
            guard let start = playlist.start?.timeOffset else { return 0 }
            return max(0, min(start < 0 ? endOfSegments + start : start, endOfSegments))
        }
        return max(windowStart, (endOfParts) - holdBack(isLowLatency: playlist.partTargetDuration != nil))
    }
}
