import Foundation
import PlayheadCore

/// Creates the thumbnails of one playback, one at a time and at low priority.
///
/// One request may wait while another is processed. A newer request replaces the waiting one, which ends with `CancellationError`, because
/// scrubbing needs the current picture. The request in progress is completed, so that pictures also appear on a slow network.
actor ThumbnailMaker {
    private struct Request {
        let id: Int
        let time: Double
        let size: PictureSize
        let answer: CheckedContinuation<Thumbnail, any Error>
    }

    private let source: any ThumbnailSource
    private var cache = ThumbnailCache()
    private var running: (id: Int, task: Task<Void, Never>)?
    private var waiting: Request?
    private var lastID = 0
    private var isClosed = false

    init(source: any ThumbnailSource) { self.source = source }

    /// Returns the key frame at or before `time` (seconds on the timeline of the presentation) as a picture that fits into `size`.
    /// - Throws: `PlaybackError`; `CancellationError` if a newer request was made, or the playback ended.
    func thumbnail(at time: Double, fitting size: PictureSize) async throws -> Thumbnail {
        lastID += 1
        let id = lastID
        if let known = cache.thumbnail(at: time, fitting: size) {
            drop(&waiting)
            return known
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { answer in
                take(Request(id: id, time: time, size: size, answer: answer))
            }
        } onCancel: {
            Task { await cancel(id) }
        }
    }

    private func take(_ request: Request) {
        guard !isClosed, !Task.isCancelled else { return request.answer.resume(throwing: CancellationError()) }
        drop(&waiting)
        waiting = request
        startNext()
    }

    private func startNext() {
        guard running == nil, let request = waiting else { return }
        waiting = nil
        if let known = cache.thumbnail(at: request.time, fitting: request.size) { return request.answer.resume(returning: known) }
        let task = Task(priority: .utility) {
            let result: Result<KeyFrame, any Error>
            do {
                result = .success(try await source.keyFrame(at: request.time, fitting: request.size))
            } catch {
                result = .failure(Task.isCancelled ? CancellationError() : error)
            }
            finish(request, result)
        }
        running = (request.id, task)
    }

    private func finish(_ request: Request, _ result: Result<KeyFrame, any Error>) {
        running = nil
        if case .success(let keyFrame) = result { cache.insert(keyFrame, fitting: request.size) }
        request.answer.resume(with: result.map(\.thumbnail))
        startNext()
    }

    private func cancel(_ id: Int) {
        if running?.id == id { running?.task.cancel() }
        if waiting?.id == id { drop(&waiting) }
    }

    private func drop(_ request: inout Request?) {
        let dropped = request
        request = nil
        dropped?.answer.resume(throwing: CancellationError())
    }

    /// Whether a request waits for the end of another one.
    var hasWaiting: Bool { waiting != nil }

    /// Cancels all requests; later ones end with `CancellationError`.
    func close() async {
        isClosed = true
        drop(&waiting)
        running?.task.cancel()
        await running?.task.value
        await source.close()
    }
}

extension ThumbnailMaker {
    /// Returns the thumbnail source for the media that `source` plays.
    static func source(of source: any MediaSource, at url: URL, _ configuration: EngineConfiguration) -> any ThumbnailSource {
        if let segments = source as? SegmentedSource { return SegmentThumbnails(source: segments) }
        let options = configuration.requestOptions.bound(to: url)
        let keys = (source as? ProgressiveSource)?.contentKeys
        return FileThumbnails(
            url: url, loader: configuration.loader, options: options, clock: configuration.clock,
            contentKeys: keys ?? ContentKeys(loader: configuration.loader, options: options, clock: configuration.clock))
    }
}
