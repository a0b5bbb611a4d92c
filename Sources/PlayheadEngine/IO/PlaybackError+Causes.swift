import Foundation
import PlayheadCore
import PlayheadFFmpeg
import PlayheadTransport

extension PlaybackError {
    /// The error that `cause` is told as.
    /// - Parameters:
    ///   - kind: What it is where `cause` is none of the loader's or ours, such as FFmpeg's "invalid data".
    ///   - url: Where, unless `cause` knows better.
    init(cause: any Error, otherwise kind: Kind, url: String?) {
        switch cause {
        case let error as PlaybackError:
            self = error
            if self.url == nil { self.url = url }
        case let error as LoadError:
            self.init(error)
            if self.url == nil { self.url = url }
        default:
            self.init(kind, url: url, underlying: "\(cause)")
        }
    }

    /// The same error, where it is one of reaching the resource, as `kind`; the general message moves into `underlying`.
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

    /// Whether the answer was that there is no such resource.
    var isNotFound: Bool {
        switch kind {
        case .segmentStatus(404), .segmentStatus(410), .segmentStatus(425): true
        default: false
        }
    }
}
