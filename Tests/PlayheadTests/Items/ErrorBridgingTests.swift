import Foundation
import Playhead
import Testing

/// ERRORS: the representation of an error in Foundation.
@Suite("An error as NSError")
struct ErrorBridgingTests {
    private static let kinds: [PlaybackError.Kind] = [
        .emptyPlaylist, .noSource, .feedInvalid, .listOfItems, .feedUnreachable, .feedStatus(500), .referenceForbidden, .invalidIndex,
        .commandRefused,
        .invalidValue, .decisionTimeout, .invalidURL, .unreachable, .untrustedServer, .timeout, .connectionLost, .httpStatus(404),
        .fileUnreadable,
        .incomplete, .networkForbidden, .unsupportedFormat, .emptyMedia, .noDecodableTrack, .openingTimeout, .bufferingTimeout,
        .noProgress, .audioOutput, .truncated, .manifestInvalid, .manifestStatus(403), .manifestUnreachable, .manifestEmpty,
        .manifestLoop, .manifestStale, .pathwayChanged, .segmentStatus(404), .segmentUnreachable, .segmentInvalid, .segmentGap,
        .protectedContent, .keyUnreachable, .keyStatus(401), .keyInvalid, .captionsUnreachable, .captionsStatus(404), .captionsInvalid,
        .decoding, .decoderUnavailable, .decoderTooSlow, .advertisement(.noAd),
    ]

    @Test("Every kind has domain, code, description, reason and suggestion, all of them sentences", arguments: kinds)
    func everyKind(kind: PlaybackError.Kind) throws {
        for severity in PlaybackError.Severity.allCases {
            let error = PlaybackError(kind, severity: severity)
            let bridged = error as NSError
            #expect(bridged.domain == "Playhead" && bridged.code == error.code && bridged.localizedDescription == error.message)
            #expect((error as any Error).localizedDescription == error.message)
            for text in [bridged.localizedFailureReason, bridged.localizedRecoverySuggestion] {
                let text = try #require(text)
                #expect(text.hasSuffix(".") && text.count > 10, "\(text)")
            }
            #expect(error.failureReason == bridged.localizedFailureReason)
            #expect(error.recoverySuggestion == bridged.localizedRecoverySuggestion)
        }
    }

    @Test("Reasons and suggestions differ between kinds")
    func texts() {
        #expect(Set(Self.kinds.map { PlaybackError($0).failureReason }).count == Self.kinds.count)
        #expect(Set(Self.kinds.map { PlaybackError($0).recoverySuggestion }).count > 20)
    }

    @Test("The URL and the cause are in the user info; the status of a server is the cause in the domain HTTP")
    func userInfo() throws {
        let error = PlaybackError(.segmentStatus(404), url: "https://media.example.com/a/s1.ts", underlying: "Not Found")
        let info = (error as NSError).userInfo
        #expect(info[NSURLErrorKey] as? URL == URL(string: "https://media.example.com/a/s1.ts"))
        #expect(info[NSURLErrorFailingURLErrorKey] as? URL == URL(string: "https://media.example.com/a/s1.ts"))
        let cause = try #require(info[NSUnderlyingErrorKey] as? NSError)
        #expect(cause.domain == "HTTP" && cause.code == 404 && cause.localizedDescription == "Not Found")
        let other = PlaybackError(.manifestInvalid, underlying: "line 3: no duration") as NSError
        #expect((other.userInfo[NSUnderlyingErrorKey] as? NSError)?.localizedDescription == "line 3: no duration")
        #expect(other.localizedFailureReason == "line 3: no duration" && other.userInfo[NSURLErrorKey] == nil)
        let bare = (PlaybackError(.emptyMedia) as NSError).userInfo
        #expect(bare[NSUnderlyingErrorKey] == nil && bare[NSURLErrorKey] == nil)
    }

    @Test("No text or URL of an error contains a secret")
    func secrets() {
        let secret = "s3cr3t"
        let error = PlaybackError(
            .manifestStatus(403), url: "https://user:\(secret)@media.example.com/a.m3u8?token=\(secret)&t=5",
            underlying: "GET https://media.example.com/a.m3u8?token=\(secret) was refused")
        let bridged = error as NSError
        #expect(!"\(bridged) \(bridged.userInfo) \(error.failureReason ?? "")".contains(secret))
        #expect((bridged.userInfo[NSURLErrorKey] as? URL)?.query?.contains("t=5") == true)
    }

    @Test("A PlaybackError is an NSError even if its static type is unknown, and stays a PlaybackError")
    func dynamic() {
        let error = PlaybackError(.decoding)
        let value: Any = error
        #expect((value as? NSError)?.code == 234_001 && value as? PlaybackError == error)
        #expect((error as any Error) as? PlaybackError == error)
        let missing: PlaybackError? = nil
        #expect(missing as NSError? == nil)
    }
}
