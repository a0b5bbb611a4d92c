import Foundation
import PlayheadCore

extension LoopbackOrigin {
    /// Serves a broadcast in place of files, timed by the clock of the origin. Requests for content that is not yet available block for a
    /// maximum of three target durations (RFC 8216bis §6.2.5.2).
    ///
    /// - Parameters:
    ///   - broadcast: The broadcast to serve.
    ///   - startTime: The time at which the broadcast starts, on the clock of the origin; nil: now.
    /// - Returns: The URL to open.
    @discardableResult
    package func serve(_ broadcast: LiveBroadcast, startTime: Double? = nil) -> URL {
        let clock = clock
        let start = startTime ?? clock.now
        add("**") { request in
            guard request.method == "GET" || request.method == "HEAD" else {
                return OriginResponse(status: 405, headers: [HeaderField("Allow", "GET, HEAD")])
            }
            let live = LiveRequest(
                path: request.path, query: request.query, host: request.headers["host"], range: request.headers["range"])
            let timeout = clock.now + 3 * Double(broadcast.presentation.targetDuration)
            while true {
                switch broadcast.response(to: live, at: clock.now, since: start) {
                case .done(let response): return response
                case .later(let time):
                    try await clock.sleep(until: min(start + time, timeout))
                    if start + time > timeout { return OriginResponse(status: 503, text: "nothing new in time\n") }
                }
            }
        }
        return url(broadcast.entry)
    }
}

extension LiveBroadcast {
    /// The response to a request at a time.
    enum Response {
        case done(OriginResponse)
        /// The request waits and is repeated at this time, in seconds since the start of the broadcast.
        case later(Double)
    }

    /// Answers a request at `now`, including the bytes, of a broadcast that began at `start`, both in seconds of the clock.
    func response(to request: LiveRequest, at now: Double, since start: Double) -> Response {
        switch presentation.answer(to: request, at: now - start) {
        case .later(let due): .later(due)
        case .playlist(let text): .done(Self.changing(text, MediaType.playlist))
        case .manifest(let text): .done(Self.changing(text, MediaType.manifest))
        case .patch(let text): .done(Self.changing(text, MediaType.patch))
        case .date(let text): .done(Self.changing(text, MediaType.forPath("date.txt")))
        case .media(let media):
            .done(file(bytes(of: media), media.path, media.releases.map { BodyRelease(offset: $0.offset, time: start + $0.time) }))
        case .file(let path): .done(file(folder.bytes(path), path))
        case .failure(let status, let reason): .done(OriginResponse(status: status, text: reason + "\n"))
        }
    }

    private static func changing(_ text: String, _ type: String) -> OriginResponse {
        OriginResponse(headers: [HeaderField("Cache-Control", "no-cache")], body: Array(text.utf8), type: type)
    }

    private func file(_ bytes: [UInt8]?, _ path: String, _ releases: [BodyRelease] = []) -> OriginResponse {
        guard let bytes else { return OriginResponse(status: 404, text: "404\n") }
        return OriginResponse(body: bytes, type: MediaType.forPath(path), releases: releases)
    }
}
