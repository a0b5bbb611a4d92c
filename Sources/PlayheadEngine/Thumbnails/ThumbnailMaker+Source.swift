import Foundation

extension ThumbnailMaker {
    /// Returns the thumbnail source for the media that `source` plays.
    static func source(of source: any MediaSource, at url: URL, _ configuration: EngineConfiguration) -> any ThumbnailSource {
        if let segments = source as? SegmentedSource { return SegmentThumbnails(source: segments) }
        return FileThumbnails(
            url: url, loader: configuration.loader, options: configuration.requestOptions.bound(to: url), clock: configuration.clock)
    }
}
