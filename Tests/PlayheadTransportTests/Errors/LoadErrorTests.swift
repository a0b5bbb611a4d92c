import CCurl
import Foundation
import PlayheadCore
import Testing

@testable import PlayheadTransport

@Suite("Conversion of errors")
struct LoadErrorTests {
    @Test("Errors of libcurl, of the system and of the checks are converted", arguments: [true, false])
    func network(hasHead: Bool) {
        func reason(_ error: any Error) -> LoadError.Reason { .init(network: error, hasHead: hasHead) }
        func expect(_ code: CURLcode, system: CInt = 0, _ expected: LoadError.Reason) {
            #expect(reason(CurlFailure(code: code, systemError: system)) == (hasHead ? .connectionLost : expected), "\(code.rawValue)")
        }
        expect(CURLE_RECV_ERROR, system: ECONNRESET, .connectionLost)
        expect(CURLE_COULDNT_CONNECT, system: ENETUNREACH, .unreachable)
        expect(CURLE_COULDNT_CONNECT, system: ETIMEDOUT, .headTimeout)
        expect(CURLE_OPERATION_TIMEDOUT, .headTimeout)
        expect(CURLE_COULDNT_RESOLVE_HOST, .hostNotFound)
        expect(CURLE_URL_MALFORMAT, .invalidURL)
        expect(CURLE_WEIRD_SERVER_REPLY, .invalidResponse(status: 0))
        expect(CURLE_PEER_FAILED_VERIFICATION, .untrusted)
        expect(CURLE_HTTP2_STREAM, .connectionLost)
        #expect(reason(InvalidField()) == .invalidRequest)
        #expect(reason(LoaderClosed()) == .shutDown)
        #expect(reason(InflateFailure.tooLarge(limit: 9)) == .tooLarge(limit: 9))
        #expect(reason(InflateFailure.invalid) == .undecodable)
        #expect(reason(InflateFailure.truncated) == .undecodable)
    }

    @Test("Every reason has a player error, which depends on the kind of the request")
    func playbackErrors() {
        func kind(_ reason: LoadError.Reason, _ kind: LoadKind? = .media) -> PlaybackError.Kind {
            PlaybackError(LoadError(reason, kind: kind)).kind
        }
        #expect(kind(.invalidURL) == .invalidURL)
        #expect(kind(.invalidRequest) == .invalidValue)
        #expect(kind(.hostNotFound, .manifest) == .unreachable)
        #expect(kind(.unreachable) == .unreachable)
        #expect(kind(.headTimeout) == .timeout)
        #expect(kind(.progressTimeout, .segment) == .timeout)
        #expect(kind(.connectionLost) == .connectionLost)
        #expect(kind(.shutDown) == .connectionLost)
        #expect(kind(.incomplete(received: 1, expected: 2)) == .incomplete)
        #expect(kind(.fileUnreadable, .manifest) == .fileUnreadable)
        #expect(kind(.status(404), .manifest) == .manifestStatus(404))
        #expect(kind(.status(404), .segment) == .segmentStatus(404))
        #expect(kind(.status(404), .key) == .keyStatus(404))
        #expect(kind(.status(404), nil) == .httpStatus(404))
        #expect(kind(.redirectRefused(status: 301), .segment) == .segmentStatus(301))
        #expect(kind(.tooLarge(limit: 1), .manifest) == .manifestInvalid)
        #expect(kind(.undecodable, .segment) == .segmentInvalid)
        #expect(kind(.tooLarge(limit: 1), .media) == .unsupportedFormat)
        #expect(PlaybackError(LoadError(.incomplete(received: 1, expected: 2)), severity: .warning).severity == .warning)
        #expect(PlaybackError(LoadError(.incomplete(received: 1, expected: 2))).underlying == "1 of 2 bytes arrived.")
    }
}
