import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import PlayheadCore
import Testing

@testable import PlayheadTransport

@Suite("Conversion of errors")
struct LoadErrorTests {
    @Test("Errors of the system, the client and the parsers are converted", arguments: [true, false])
    func network(hasHead: Bool) {
        func reason(_ error: any Error) -> LoadError.Reason { .init(network: error, hasHead: hasHead, decompressionLimit: 9) }
        #expect(reason(IOError(errnoCode: ECONNRESET, reason: "read")) == .connectionLost)
        #expect(reason(IOError(errnoCode: ENETUNREACH, reason: "connect")) == (hasHead ? .connectionLost : .unreachable))
        #expect(reason(IOError(errnoCode: ETIMEDOUT, reason: "connect")) == (hasHead ? .connectionLost : .headTimeout))
        #expect(reason(HTTPClientError.remoteConnectionClosed) == .connectionLost)
        #expect(reason(HTTPClientError.connectTimeout) == .headTimeout)
        #expect(reason(HTTPClientError.tlsHandshakeTimeout) == .headTimeout)
        #expect(reason(HTTPClientError.readTimeout) == (hasHead ? .progressTimeout : .headTimeout))
        #expect(reason(HTTPClientError.cancelled) == .shutDown)
        #expect(reason(HTTPClientError.alreadyShutdown) == .shutDown)
        #expect(reason(HTTPClientError.emptyHost) == .invalidURL)
        #expect(reason(HTTPClientError.invalidHeaderFieldNames(["secret"])) == .invalidRequest)
        #expect(reason(HTTPClientError.unsupportedScheme("x")) == .invalidURL)
        #expect(reason(HTTPParserError.invalidStatus) == (hasHead ? .connectionLost : .invalidResponse(status: 0)))
        #expect(reason(NIOHTTPDecompression.DecompressionError.limit) == .tooLarge(limit: 9))
        #expect(reason(NIOHTTPDecompression.DecompressionError.inflationError(1)) == .undecodable)
        #expect(reason(NIOHTTPDecompression.ExtraDecompressionError.truncatedData) == .undecodable)
        #expect(reason(ChannelError.connectTimeout(.seconds(1))) == .headTimeout)
    }

    @Test("The detail contains no data of the request")
    func detail() {
        #expect(LoadError.detail(of: HTTPClientError.invalidHeaderFieldValues(["hunter2"])) == nil)
        #expect(LoadError.detail(of: HTTPClientError.remoteConnectionClosed) != nil)
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
