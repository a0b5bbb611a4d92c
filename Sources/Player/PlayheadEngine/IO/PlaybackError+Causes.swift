import Foundation
import PlayheadCore
import PlayheadFFmpeg
import PlayheadTransport

extension PlaybackError {
    /// Creates the error that is reported for `cause`.
    /// - Parameters:
    ///   - cause: Any error.
    ///   - kind: The kind if `cause` is neither a `PlaybackError` nor a `LoadError`, such as "invalid data" of FFmpeg.
    ///   - url: The URL if `cause` has none.
    init(cause: any Error, otherwise kind: Kind, url: String?) {
        switch cause {
        case let error as PlaybackError:
            self = error
            if self.url == nil { self.url = url }
        case let error as LoadError:
            self.init(error)
            if self.url == nil { self.url = url }
        case DecryptionError.noDecrypter: self.init(.protectedContent, url: url, underlying: "\(cause)")
        default:
            self.init(kind, url: url, underlying: "\(cause)")
        }
    }

    /// Returns the error with `kind` if the resource could not be reached; the general message moves into `underlying`.
    func ofNetwork(as kind: Kind) -> PlaybackError {
        switch self.kind {
        case .unreachable, .timeout, .connectionLost, .incomplete, .fileUnreadable:
            var result = self
            result.underlying = [message, underlying].compactMap { $0 }.joined(separator: " ")
            result.kind = kind
            return result
        default: return self
        }
    }

    /// Whether the response was that the resource does not exist.
    var isNotFound: Bool {
        switch kind {
        case .segmentStatus(404), .segmentStatus(410), .segmentStatus(425): true
        default: false
        }
    }
}
