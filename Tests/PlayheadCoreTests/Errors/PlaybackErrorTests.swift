import PlayheadCore
import Testing

/// EVENTS, Errors: a stable code of six digits.
@Suite struct PlaybackErrorTests {
    static let kinds: [PlaybackError.Kind] = [
        .emptyPlaylist, .invalidIndex, .commandRefused, .invalidValue, .decisionTimeout, .invalidURL, .unreachable, .timeout,
        .connectionLost,
        .httpStatus(404), .noSource, .feedInvalid, .listOfItems, .feedUnreachable, .feedStatus(404), .untrustedServer, .referenceForbidden,
        .networkForbidden, .rangesUnavailable, .codingIgnored,
        .fileUnreadable, .incomplete, .unsupportedFormat, .emptyMedia, .noDecodableTrack, .openingTimeout, .bufferingTimeout, .noProgress,
        .audioOutput, .truncated, .manifestInvalid, .manifestStatus(404), .manifestUnreachable, .manifestEmpty, .manifestLoop,
        .pathwayChanged, .manifestStale,
        .segmentStatus(404), .segmentUnreachable, .segmentInvalid, .segmentGap, .protectedContent, .keyUnreachable,
        .keyInvalid, .keyStatus(404), .captionsUnreachable, .captionsStatus(404), .captionsInvalid, .decoding, .decoderUnavailable,
        .decoderTooSlow,
        .advertisement(.noAd),
    ]

    @Test func codesHaveSixDigitsAndDiffer() {
        let kinds = Self.kinds.filter { $0 != .advertisement(.noAd) }
        let codes = PlaybackError.Severity.allCases.flatMap { severity in
            kinds.map { PlaybackError($0, severity: severity).code }
        }
        #expect(codes.allSatisfy { (100_000...399_999).contains($0) })
        #expect(Set(codes).count == codes.count)
    }

    @Test(arguments: AdErrorCode.allCases)
    func thatOfAnAdHasFiveDigitsAndThoseOfTheStandardAtItsEnd(code: AdErrorCode) {
        let error = PlaybackError(.advertisement(code), severity: .warning)
        #expect(error.code == 10_000 + code.rawValue && !error.isFatal && error.message == code.message)
    }

    @Test(arguments: [(404, 221_404), (599, 221_599), (302, 221_006), (99_999, 221_006), (-1, 221_006)])
    func theStatusIsTheType(status: Int, code: Int) {
        #expect(PlaybackError(.httpStatus(status)).code == code)
    }

    @Test func severityIsTheFirstDigit() {
        let error = PlaybackError(.decoding)
        #expect(error.code == 234_001 && error.isFatal)
        #expect(error.with(severity: .setup).code == 134_001)
        #expect(error.with(severity: .warning).code == 334_001 && !error.with(severity: .warning).isFatal)
    }

    @Test func everyKindHasAMessageOfItsOwn() {
        #expect(Set(Self.kinds.map { PlaybackError($0).message }).count == Self.kinds.count)
    }
}
