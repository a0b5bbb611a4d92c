import PlayheadCore

extension PlaybackError {
    /// Converts a load error into the player's error. There is no other conversion.
    /// - Parameters:
    ///   - error: The load error.
    ///   - severity: The severity; fatal by default.
    public init(_ error: LoadError, severity: Severity = .fatal) {
        self.init(error.playbackKind, severity: severity, url: error.url, underlying: error.underlyingText)
    }
}

extension LoadError {
    /// The kind of the player's error.
    var playbackKind: PlaybackError.Kind {
        switch reason {
        case .invalidURL: .invalidURL
        case .invalidRequest: .invalidValue
        case .hostNotFound, .unreachable: .unreachable
        case .untrusted: .untrustedServer
        case .headTimeout, .progressTimeout: .timeout
        case .connectionLost, .shutDown, .bodyUsed: .connectionLost
        case .incomplete: .incomplete
        case .referenceForbidden: .referenceForbidden
        case .networkForbidden: .networkForbidden
        case .fileUnreadable: .fileUnreadable
        case .status(let status), .redirectLoop(let status), .redirectRefused(let status), .invalidResponse(let status):
            statusKind(status)
        case .tooLarge, .undecodable:
            switch kind {
            case .feed: .feedInvalid
            case .manifest: .manifestInvalid
            case .segment: .segmentInvalid
            case .key: .keyInvalid
            case .captions: .captionsInvalid
            case .media, nil: .unsupportedFormat
            }
        }
    }

    private func statusKind(_ status: Int) -> PlaybackError.Kind {
        switch kind {
        case .feed: .feedStatus(status)
        case .manifest: .manifestStatus(status)
        case .segment: .segmentStatus(status)
        case .key: .keyStatus(status)
        case .captions: .captionsStatus(status)
        case .media, nil: .httpStatus(status)
        }
    }

    /// The underlying error's description for the player's error.
    var underlyingText: String? {
        let text: String? =
            switch reason {
            case .hostNotFound: "The host's name has no address."
            case .headTimeout: "No response within the time limit."
            case .progressTimeout: "No byte of the body within the time limit."
            case .redirectLoop: "The redirects don't end."
            case .redirectRefused: "The redirect leads to a less secure or unknown scheme."
            case .invalidResponse: "The response contradicts the request."
            case .incomplete(let received, let expected): "\(received) of \(expected) bytes arrived."
            case .tooLarge(let limit): "The response is larger than \(limit) bytes."
            case .undecodable: "The compressed response can't be unpacked."
            case .shutDown: "The loader was shut down."
            case .bodyUsed: "The body was read a second time."
            case .invalidURL, .invalidRequest, .unreachable, .untrusted, .connectionLost, .status, .fileUnreadable, .referenceForbidden,
                .networkForbidden:
                nil
            }
        switch (text, detail) {
        case (let text?, let detail?): return "\(text) \(detail)"
        case (let text, let detail): return text ?? detail
        }
    }
}
