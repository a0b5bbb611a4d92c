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
    package func serve(_ broadcast: LiveBroadcast, startTime: Double? = nil) -> URL {
        let clock = clock
        let start = startTime ?? clock.now
        add("**") { request in
            guard request.method == "GET" || request.method == "HEAD" else {
                return OriginResponse(status: 405, headers: [HeaderField("Allow", "GET, HEAD")])
            }
            let live = LiveRequest(
                path: request.path, query: request.query, host: request.headers["host"], range: request.headers["range"])
            let patience = clock.now + 3 * Double(broadcast.presentation.targetDuration)
            while true {
                switch broadcast.response(to: live, at: clock.now - start) {
                case .done(let response): return response
                case .later(let time):
                    try await clock.sleep(until: min(start + time, patience))
                    if start + time > patience { return OriginResponse(status: 503, text: "nothing new in time\n") }
                }
            }
        }
        return url(broadcast.entry)
    }
}

extension LiveBroadcast {
    /// What a request gets at one moment.
    enum Response {
        case done(OriginResponse)
        /// It waits, and asks again at that time, in seconds since the broadcast began.
        case later(Double)
    }

    /// Answers a request, with the bytes.
    ///
    /// - Parameter time: In seconds since the broadcast began.
    func response(to request: LiveRequest, at time: Double) -> Response {
        switch presentation.answer(to: request, at: time) {
        case .later(let due): .later(due)
        case .playlist(let text):
            .done(
                OriginResponse(
                    headers: [HeaderField("Cache-Control", "no-cache")], body: Array(text.utf8), type: MediaType.playlist))
        case .media(let media): .done(file(bytes(of: media), media.path))
        case .file(let path): .done(file(folder.bytes(path), path))
        case .failure(let status, let reason): .done(OriginResponse(status: status, text: reason + "\n"))
        }
    }

    private func file(_ bytes: [UInt8]?, _ path: String) -> OriginResponse {
        guard let bytes else { return OriginResponse(status: 404, text: "404\n") }
        return OriginResponse(body: bytes, type: MediaType.forPath(path))
    }
}
