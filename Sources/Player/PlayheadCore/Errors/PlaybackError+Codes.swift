extension PlaybackError.Kind {
    /// The last five digits of the code: category and type.
    var categoryAndType: Int {
        switch self {
        case .emptyPlaylist: 20_630
        case .noSource: 20_640
        case .feedInvalid: 20_621
        case .listOfItems: 20_622
        case .feedUnreachable: 20_001
        case .feedStatus(let status): 20_000 + Self.typeDigits(ofStatus: status)
        case .referenceForbidden: 20_004
        case .invalidIndex: 20_641
        case .commandRefused: 20_642
        case .invalidValue: 20_643
        case .decisionTimeout: 20_644
        case .invalidURL: 20_003
        case .unreachable: 21_000
        case .timeout: 21_001
        case .connectionLost: 21_002
        case .fileUnreadable: 21_003
        case .incomplete: 21_004
        case .networkForbidden: 21_005
        case .untrustedServer: 21_007
        case .rangesUnavailable: 21_008
        case .codingIgnored: 21_009
        case .httpStatus(let status): 21_000 + Self.typeDigits(ofStatus: status)
        case .unsupportedFormat: 24_003
        case .emptyMedia: 24_005
        case .noDecodableTrack: 24_006
        case .openingTimeout: 24_011
        case .bufferingTimeout: 24_012
        case .noProgress: 24_013
        case .audioOutput: 24_020
        case .truncated: 24_021
        case .manifestInvalid: 32_600
        case .manifestUnreachable: 32_001
        case .manifestEmpty: 32_631
        case .manifestLoop: 32_632
        case .manifestStale: 32_633
        case .pathwayChanged: 32_640
        case .manifestStatus(let status): 32_000 + Self.typeDigits(ofStatus: status)
        case .segmentUnreachable: 33_001
        case .segmentInvalid: 33_600
        case .segmentGap: 33_602
        case .segmentStatus(let status): 33_000 + Self.typeDigits(ofStatus: status)
        case .protectedContent: 35_000
        case .keyUnreachable: 35_001
        case .keyInvalid: 35_600
        case .captionsUnreachable: 6_001
        case .captionsStatus(let status): 6_000 + Self.typeDigits(ofStatus: status)
        case .captionsInvalid: 6_600
        case .keyStatus(let status): 35_000 + Self.typeDigits(ofStatus: status)
        case .decoding: 34_001
        case .decoderUnavailable: 34_002
        case .decoderTooSlow: 34_003
        case .advertisement(let code): 10_000 + code.rawValue
        }
    }

    /// Returns 400 to 599 unchanged; for any other status the type "other status".
    private static func typeDigits(ofStatus status: Int) -> Int {
        let otherStatus = 6
        return (400...599).contains(status) ? status : otherStatus
    }

    /// A sentence in English for users.
    var message: String {
        switch self {
        case .emptyPlaylist: "The playlist has no item that can be played."
        case .noSource: "The item has no source."
        case .feedInvalid: "The list is not in JSON, RSS, M3U, PLS or XSPF, or holds no items."
        case .listOfItems: "This is a list of items, not a stream."
        case .feedUnreachable: "The feed could not be loaded."
        case .feedStatus(let status): "The feed's server answered with status \(status)."
        case .referenceForbidden: "The item refers to something that its restrictions forbid."
        case .invalidIndex: "There is no entry with this index."
        case .commandRefused: "The command is not possible in this state."
        case .invalidValue: "The value is out of range."
        case .decisionTimeout: "The app did not decide about the item in time, which is played as it is."
        case .invalidURL: "The URL is malformed, or its scheme is not http, https or file."
        case .unreachable: "The server can't be reached."
        case .untrustedServer: "The server's certificate is not trusted."
        case .rangesUnavailable: "The server does not support byte ranges, and the index of the file is at its end."
        case .codingIgnored: "The server names a content coding that its response does not have."
        case .timeout: "The server did not answer in time."
        case .connectionLost: "The connection was lost and could not be resumed."
        case .httpStatus(let status): "The server answered with status \(status)."
        case .fileUnreadable: "The file does not exist or can't be read."
        case .incomplete: "The server sent less than it announced."
        case .networkForbidden: "The item may not use this network."
        case .unsupportedFormat: "This is not media that can be played."
        case .emptyMedia: "There is no media data."
        case .noDecodableTrack: "There is no track that can be decoded."
        case .openingTimeout: "Opening took too long."
        case .bufferingTimeout: "No data arrived for too long."
        case .noProgress: "The playhead did not move for too long."
        case .audioOutput: "The audio device is missing or refused the sound."
        case .truncated: "The media ends before its announced length."
        case .manifestInvalid: "The manifest is not a valid playlist."
        case .manifestStatus(let status): "The manifest's server answered with status \(status)."
        case .manifestUnreachable: "The manifest could not be loaded."
        case .manifestEmpty: "The manifest lists nothing that can be played."
        case .manifestLoop: "The manifest refers to itself."
        case .manifestStale: "The live playlist no longer changes."
        case .pathwayChanged: "The stream is played from another pathway."
        case .segmentStatus(let status): "A segment's server answered with status \(status)."
        case .segmentUnreachable: "A segment could not be loaded."
        case .segmentInvalid: "A segment is not media that can be read."
        case .segmentGap: "A segment is marked as missing and was skipped."
        case .protectedContent: "The content is protected and can't be played."
        case .keyUnreachable: "A key could not be loaded."
        case .keyInvalid: "A key does not decrypt the segments."
        case .captionsUnreachable: "Captions could not be loaded."
        case .captionsStatus(let status): "The captions' server answered with status \(status)."
        case .captionsInvalid: "Captions can't be read."
        case .keyStatus(let status): "A key's server answered with status \(status)."
        case .decoding: "Data could not be decoded."
        case .decoderUnavailable: "There is no decoder for this track."
        case .decoderTooSlow: "The machine cannot decode this level in time."
        case .advertisement(let code): code.message
        }
    }
}
