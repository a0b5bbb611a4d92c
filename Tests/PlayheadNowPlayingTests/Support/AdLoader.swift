import PlayheadCore
import PlayheadTransport

/// Responds to each request with an ad of ten seconds.
struct AdLoader: Loader {
    func load(_ request: LoadRequest) async throws -> LoadResponse {
        let text = """
            <VAST version="4.2"><Ad id="1"><InLine><AdSystem>s</AdSystem><AdTitle>t</AdTitle><Creatives><Creative><Linear>\
            <Duration>00:00:10</Duration><MediaFiles><MediaFile delivery="progressive" type="video/mp4">https://m.example/ad.mp4</MediaFile>\
            </MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>
            """
        return LoadResponse(status: 200, headers: HeaderFields(), url: request.url, body: LoadBody(bytes: Array(text.utf8)))
    }
}
