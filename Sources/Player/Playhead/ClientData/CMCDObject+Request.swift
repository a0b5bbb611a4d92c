import Foundation
import PlayheadCMCD
import PlayheadTransport

extension CMCDObject {
    /// Describes the object of a request; `nil` if it is not part of a presentation, such as a feed or the call of a tracker.
    init?(_ request: LoadRequest) {
        switch request.object {
        case .feed, .adDocument, .tracker: return nil
        default: break
        }
        self.init(
            url: request.url.absoluteString, kind: CMCDObjectType(request.object, loaded: request.mediaFacts?.content ?? .unknown))
        guard let facts = request.mediaFacts else { return }
        duration = facts.duration
        bitrate = facts.bitrate
        topBitrate = facts.bitrates?.upperBound
        lowestBitrate = facts.bitrates?.lowerBound
        bufferLength = facts.bufferLength
        targetBufferLength = facts.targetBufferLength
        lead = facts.lead
        throughput = facts.throughput
        if let url = facts.nextURL { next = [Next(url: url, range: facts.nextRange.map(Self.text))] }
    }

    private static func text(_ range: ByteRange) -> String {
        range.end.map { "\(range.offset)-\($0.saturatingSubtracting(1))" } ?? "\(range.offset)-"
    }
}

extension CMCDObjectType {
    /// The kind of an object; `nil` if it is unknown, because no kind is sent then (CTA-5004, table 1).
    /// - Parameters:
    ///   - object: The object.
    ///   - loaded: The content of the segments that were loaded before.
    init?(_ object: LoadObject, loaded: MediaContent) {
        switch object {
        case .multivariantPlaylist, .mediaPlaylist, .steeringManifest: self = .manifest
        case .segment(.unknown), .part(.unknown): self.init(loaded)
        case .segment(let content), .part(let content): self.init(content)
        case .initializationSegment: self = .initialization
        case .keyFrame: self = .video
        case .key: self = .key
        case .captionFile: self = .captions
        // The first bytes of a file determine whether it is audio or video; thumbnails and pictures are not played.
        case .file, .thumbnail, .sideTrack, .image: self = .other
        case .feed, .adDocument, .tracker: return nil
        }
    }

    private init?(_ content: MediaContent) {
        switch content {
        case .video: self = .video
        case .audio: self = .audio
        case .muxed: self = .muxed
        case .captions: self = .captions
        case .unknown: return nil
        }
    }
}
