extension PlaybackError.Kind {
    /// The cause in one sentence, as in docs/ERRORS.md.
    package var reason: String {
        switch self {
        case .emptyPlaylist, .noSource, .invalidIndex, .commandRefused, .invalidValue, .decisionTimeout, .invalidURL, .referenceForbidden:
            commandReason
        case .feedInvalid, .feedUnreachable, .feedStatus, .listOfItems: feedReason
        case .unreachable, .untrustedServer, .timeout, .connectionLost, .httpStatus, .fileUnreadable, .incomplete, .networkForbidden,
            .rangesUnavailable, .codingIgnored:
            networkReason
        case .unsupportedFormat, .emptyMedia, .noDecodableTrack, .openingTimeout, .bufferingTimeout, .noProgress, .audioOutput, .truncated:
            mediaReason
        case .manifestInvalid, .manifestStatus, .manifestUnreachable, .manifestEmpty, .manifestLoop, .manifestStale, .pathwayChanged:
            manifestReason
        case .segmentStatus, .segmentUnreachable, .segmentInvalid, .segmentGap, .decoding, .decoderUnavailable, .decoderTooSlow:
            segmentReason
        case .protectedContent, .keyUnreachable, .keyStatus, .keyInvalid: protectionReason
        case .captionsUnreachable, .captionsStatus, .captionsInvalid: captionsReason
        case .advertisement: "A tag, a document, a wrapper, a media file or a schedule of an ad is not as the standards require."
        }
    }

    private var commandReason: String {
        switch self {
        case .emptyPlaylist: "A list without items was loaded."
        case .noSource: "The item has no URL to play."
        case .invalidIndex: "The index is outside the list."
        case .commandRefused: "Nothing is loaded, no item is ready, or an error ended the playback."
        case .decisionTimeout: "The app did not decide about an item within its time limit."
        case .invalidURL: "The URL is malformed, or its scheme is not http, https or file."
        case .referenceForbidden: "A playlist refers to a URL that the item's restrictions forbid."
        default: "The value is not a number, or outside the range of the command."
        }
    }

    private var feedReason: String {
        switch self {
        case .feedStatus(let status): "The server of the feed answered with HTTP status \(status)."
        case .feedUnreachable: "The feed could not be loaded."
        case .listOfItems: "The resource is M3U, PLS or XSPF where only a stream can be used, or lists are nested too deeply."
        default: "The list is not valid JSON, RSS, M3U, PLS or XSPF."
        }
    }

    private var networkReason: String {
        switch self {
        case .unreachable: "The name of the server has no address, or nothing listens at its address."
        case .untrustedServer: "The certificate of the server has expired, is issued by an unknown authority, or is for another name."
        case .timeout: "The server sent nothing within the time limit."
        case .connectionLost: "The connection broke, and further attempts did not bring the rest."
        case .httpStatus(let status): "The server answered with HTTP status \(status)."
        case .fileUnreadable: "The file does not exist, is not a regular file, or its permissions forbid reading it."
        case .incomplete: "The server sends less than it announces."
        case .rangesUnavailable: "The server does not support byte ranges, and the index of the file is at its end."
        case .codingIgnored: "The server names a content coding that its response does not have."
        default: "The network in use is of a kind that the options of the item exclude."
        }
    }

    private var mediaReason: String {
        switch self {
        case .unsupportedFormat: "The data is not a media container that can be opened."
        case .emptyMedia: "The resource has no bytes."
        case .noDecodableTrack: "The media has neither video nor audio in a codec that can be decoded."
        case .openingTimeout: "The item did not open within the configured time limit."
        case .bufferingTimeout: "No data arrived while buffering within the configured time limit."
        case .noProgress: "The playhead stood still while playing for longer than the configured time limit."
        case .audioOutput: "There is no sound server or no device, or the device is gone."
        default: "The media ends before the length that its header announces."
        }
    }

    private var manifestReason: String {
        switch self {
        case .manifestStatus(let status): "The server of the playlist answered with HTTP status \(status)."
        case .manifestUnreachable: "The playlist could not be loaded."
        case .manifestEmpty: "The playlist has no segment or no variant."
        case .manifestLoop: "The playlist leads back to itself or to another multivariant playlist."
        case .manifestStale: "No segment was added to the live playlist for too long."
        case .pathwayChanged: "The steering server selected another pathway, or the pathway in use failed."
        default: "The resource is not a playlist, or contradicts RFC 8216bis."
        }
    }

    private var segmentReason: String {
        switch self {
        case .segmentStatus(let status): "The server of a segment answered with HTTP status \(status)."
        case .segmentUnreachable: "A segment could not be loaded."
        case .segmentInvalid: "A segment is not media."
        case .segmentGap: "The playlist marks a segment as missing (EXT-X-GAP)."
        case .decoderUnavailable: "FFmpeg has no decoder for the codec of the track."
        case .decoderTooSlow: "More than a fifth of the pictures of a level were dropped for six seconds."
        default: "The data is damaged."
        }
    }

    private var protectionReason: String {
        switch self {
        case .keyUnreachable: "A key could not be loaded."
        case .keyStatus(let status): "The server of a key answered with HTTP status \(status)."
        case .keyInvalid: "The key has another length than the encryption method needs."
        default: "The segments are encrypted for a DRM system."
        }
    }

    private var captionsReason: String {
        switch self {
        case .captionsUnreachable: "A captions file or segment could not be loaded."
        case .captionsStatus(let status): "The server of the captions answered with HTTP status \(status)."
        default: "The captions are neither WebVTT, SubRip, SubStation Alpha nor TTML."
        }
    }
}

extension PlaybackError.Kind {
    /// The recommended action in one sentence, as in docs/ERRORS.md.
    package var recovery: String {
        switch self {
        case .emptyPlaylist: "Load at least one item."
        case .noSource: "Give the item a source."
        case .invalidIndex: "Use the indices of the lists that the player reports."
        case .commandRefused: "Load an item first; after an error release the player or choose another item."
        case .invalidValue: "Pass a value within the documented range."
        case .decisionTimeout: "Decide sooner, or raise the time limit of the decision."
        case .invalidURL: "Correct the URL; for another protocol use a server that offers the stream over HTTP."
        case .referenceForbidden: "Correct the playlist, or widen the item's reference restrictions."
        case .networkForbidden: "Wait for another network, or allow this one in the options of the item."
        case .unreachable: "Check the name and the port of the server, and the network connection."
        case .untrustedServer: "Renew the certificate, or add its authority to the configuration."
        case .timeout, .connectionLost: "Check the network connection, and try again."
        case .incomplete: "Check the Content-Length that the server sends."
        case .rangesUnavailable: "Serve byte ranges, or move the index of the file to its front."
        case .codingIgnored: "Remove the Content-Encoding from the metadata of the stored objects."
        case .fileUnreadable: "Check the path of the file and its permissions."
        case .feedUnreachable, .manifestUnreachable, .segmentUnreachable, .keyUnreachable, .captionsUnreachable:
            "Check the server and the network connection, and try again."
        case .feedStatus(let status), .httpStatus(let status), .manifestStatus(let status), .segmentStatus(let status),
            .keyStatus(let status), .captionsStatus(let status):
            Self.recovery(ofStatus: status)
        default: mediaRecovery
        }
    }

    private var mediaRecovery: String {
        switch self {
        case .unsupportedFormat: "Look at the resource with `playhead probe`."
        case .emptyMedia: "Check the file."
        case .noDecodableTrack, .decoderUnavailable: "Use another codec, or an FFmpeg that has the decoder."
        case .openingTimeout, .bufferingTimeout: "Check the server, or raise the time limit in the configuration."
        case .noProgress: "Check the stream for damage, or choose a lower quality."
        case .audioOutput: "Check the sound server and its devices."
        case .truncated: "Fetch the file again."
        case .feedInvalid: "Check the feed with `playhead inspect`."
        case .listOfItems: "Play the list with `playhead`, load it as a feed, or use the URL of one of its items."
        case .manifestInvalid: "Check the playlist with `playhead inspect`."
        case .manifestEmpty, .manifestStale, .segmentInvalid: "Check the packager."
        case .manifestLoop: "Correct the URIs in the playlist."
        case .segmentGap, .pathwayChanged: "Nothing needs to be done."
        case .decoding: "Check the stream for damage."
        case .protectedContent: "Use a stream whose keys can be loaded, or pass its keys; DRM is not supported."
        case .keyInvalid: "Check the URL of the key and its server."
        case .captionsInvalid: "Check the captions with `playhead inspect`."
        default: "Check the ad with `playhead inspect`."
        }
    }

    private static func recovery(ofStatus status: Int) -> String {
        switch status {
        case 401, 403, 407: "Give the item the header fields or cookies that the server asks for."
        case 404, 410: "Check the URL."
        case 408, 425, 429, 500...599: "Try again later."
        default: "Check the request and the server."
        }
    }

    /// The HTTP status of the response; `nil` for errors of another kind.
    package var status: Int? {
        switch self {
        case .feedStatus(let status), .httpStatus(let status), .manifestStatus(let status), .segmentStatus(let status),
            .keyStatus(let status), .captionsStatus(let status):
            status
        default: nil
        }
    }
}
