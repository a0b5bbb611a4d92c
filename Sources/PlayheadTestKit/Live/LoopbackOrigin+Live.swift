import Foundation
import PlayheadCore

extension LoopbackOrigin {
    /// Serves a broadcast in place of files, timed by the origin's clock. Requests that wait for what is not there yet are held, but not longer than
    /// three target durations (RFC 8216bis §6.2.5.2).
    ///
    /// - Parameters:
    ///   - broadcast: What is on air.
    ///   - startTime: When its time 0 is, on the origin's clock; nil: now.
    /// - Returns: The URL to open.
    @discardableResult
    public func serve(_ broadcast: LiveBroadcast, startTime: Double? = nil) -> URL {
        let clock = clock
        let start = startTime ?? clock.now
        add("**") { request in
            guard request.method == "GET" || request.method == "HEAD" else {
                return OriginResponse(status: 405, headers: [HeaderField("Allow", "GET, HEAD")])
            }
            let live = LiveRequest(
                path: request.path, query: request.query, host: request.headers["host"], range: request.headers["range"])
            return try await broadcast.response(to: live, since: start, clock: clock)
        }
        return url(broadcast.entry)
    }
}

extension LiveBroadcast {
    /// Answers a request, after waiting where it has to.
    ///
    /// - Parameters:
    ///   - request: What is asked for.
    ///   - start: When the broadcast's time 0 is, in seconds on the clock.
    ///   - clock: By which it waits.
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    func response(to request: LiveRequest, since start: Double, clock: any PlaybackClock) async throws -> OriginResponse {
        let limit = clock.now + 3 * Double(presentation.targetDuration)
        while true {
            switch presentation.answer(to: request, at: clock.now - start) {
            case .later(let time):
                guard start + time <= limit else {
                    try await clock.sleep(until: limit)
                    return OriginResponse(status: 503, text: "nothing new in time\n")
                }
                try await clock.sleep(until: start + time)
            case .playlist(let text):
                return OriginResponse(
                    headers: [HeaderField("Cache-Control", "no-cache")], body: Array(text.utf8), type: MediaType.playlist)
            case .media(let media):
                guard let bytes = bytes(of: media) else { return OriginResponse(status: 404, text: "the file is not there\n") }
                return OriginResponse(body: bytes, type: MediaType.forPath(media.path))
            case .file(let path):
                guard let bytes = folder.bytes(path) else { return OriginResponse(status: 404, text: "404\n") }
                return OriginResponse(body: bytes, type: MediaType.forPath(path))
            case .failure(let status, let reason): return OriginResponse(status: status, text: reason + "\n")
            }
        }
    }
}
