import Foundation
import PlayheadCore
import PlayheadHLS
import PlayheadSamples
import PlayheadTransport
import Testing

@testable import PlayheadEngine

/// Plays a presentation without a manifest: everything after the manifest is independent of the streaming protocol.
@Suite("Presentations of another protocol", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct ListedPresentationTests {
    /// Returns a source for the segments of a sample as a list.
    private func source(
        of recipe: SampleRecipe, store: PacketStore, report: @escaping @Sendable (EngineReport) -> Void = { _ in }
    ) async throws -> SegmentedSource {
        let file = try await Samples.url(recipe)
        let text = [UInt8](try Data(contentsOf: file))
        guard case .media(let playlist) = try HLSPlaylist.parse(text, url: file.absoluteString) else { throw CancellationError() }
        let segments = playlist.segments.enumerated().map { index, listed in
            Segment(
                cursor: SegmentCursor(sequence: index), next: SegmentCursor(sequence: index + 1), start: listed.startTime,
                duration: listed.duration, url: playlist.url(for: listed.uri),
                initialization: listed.map.map { InitializationSegment(id: $0.uri, url: playlist.url(for: $0.uri)) })
        }
        return SegmentedSource(
            url: "list:", presentation: ListedPresentation(ListedRendition(segments)),
            resources: SegmentResources(loader: URLLoader(), options: RequestOptions(), clock: SystemClock()),
            timeline: PresentationTimeline(), store: store, preferences: SourcePreferences(), metadata: nil, report: report)
    }

    @Test(
        "A list of segments is opened, loaded to its end and loaded again after a seek",
        arguments: [SampleRecipe.hlsTransportStream, .hlsFragmentedMP4])
    func plays(recipe: SampleRecipe) async throws {
        let (changes, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let store = PacketStore { signal.yield() }
        let source = try await source(of: recipe, store: store)
        let media = try await source.open(at: nil)
        #expect(media.format == "list" && media.start == 0 && media.video != nil && media.audio != nil)
        #expect(media.description.levels == [.automatic] && media.captions.isEmpty && media.description.window == nil)
        for await _ in changes where store.mediaEnd != nil { break }
        let end = try #require(store.mediaEnd)
        #expect(abs(end - media.description.duration) < 0.2 && store.error == nil)
        source.selectLevel(1, playhead: 0)
        source.selectAudioTrack(1, playhead: 0)
        #expect(source.segmentStart(nearest: 1) == nil && source.dateRanges == nil && source.window(at: 0) == nil)
        store.setPlayhead(end - 1)
        source.seek(to: end - 1)
        for await _ in changes where store.mediaEnd != nil { break }
        let range = try #require(store.loadedRange())
        #expect(range.start > 0 && range.start <= end - 1 && range.end > end - 0.2)
        await source.close()
        #expect(source.sessions.isClosed)
    }

    @Test("An unavailable segment is skipped with a warning")
    func failure() async throws {
        let (changes, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let store = PacketStore { signal.yield() }
        let warnings = Locked<[PlaybackError]>([])
        let source = try await source(of: .hlsTransportStream, store: store) { report in
            if case .warning(let error) = report { warnings.withLock { $0.append(error) } }
        }
        let rendition = try #require(try await source.presentation.onlyRendition() as? ListedRendition)
        rendition.replace(1, by: "file:///nothing/here.ts")
        _ = try await source.open(at: nil)
        for await _ in changes where store.mediaEnd != nil { break }
        #expect(warnings.withLock { $0.map(\.url) } == ["file:///nothing/here.ts"] && store.error == nil)
        await source.close()
    }
}

/// One rendition whose segments are known from the start.
private final class ListedRendition: MediaRendition {
    let url = "list:"
    let isComplete = true
    let isIFramesOnly = false
    let beginning = 0.0
    let startTime = 0.0
    let isProtected = false
    private let segments: Locked<[Segment]>

    init(_ segments: [Segment]) { self.segments = Locked(segments) }

    /// Replaces the URL of the segment at `index`.
    func replace(_ index: Int, by url: String) { segments.withLock { $0[index].url = url } }

    private var all: [Segment] { segments.withLock { $0 } }
    var end: Double { all.last?.end ?? 0 }
    var targetDuration: Double { all.map(\.duration).max() ?? 0 }

    func cursor(at time: Double) -> SegmentCursor {
        SegmentCursor(sequence: all.lastIndex { $0.start <= time } ?? 0)
    }
    func start(of cursor: SegmentCursor) -> Double { segment(at: cursor)?.start ?? end }
    func discontinuity(at cursor: SegmentCursor) -> Int { 0 }
    func segment(at cursor: SegmentCursor) -> Segment? { all.indices.contains(cursor.sequence) ? all[cursor.sequence] : nil }
    func segment(containing time: Double) -> Segment? { segment(at: cursor(at: time)) }
    func earlier(than cursor: SegmentCursor, at time: Double) -> SegmentCursor? {
        let before = all.prefix(max(0, cursor.sequence))
        return (before.last { $0.start <= time } ?? before.first)?.cursor
    }
    func upcoming(from cursor: SegmentCursor, count: Int) -> [(duration: Double, bytes: Int?)] {
        all.dropFirst(cursor.sequence).prefix(count).map { ($0.duration, nil) }
    }
    func remaining(from cursor: SegmentCursor) -> Int? { max(0, all.count - cursor.sequence) }
    func rounding(before cursor: SegmentCursor) -> Double? { nil }
    func isNewest(_ cursor: SegmentCursor) -> Bool { false }
    func hasMore(after cursor: SegmentCursor) -> Bool { cursor.sequence + 1 < all.count }
    func room(beyond playhead: Double) -> Double { .infinity }
    func move(from cursor: SegmentCursor, by offset: Double) -> Bool { false }
    func window(at now: Double) -> LiveWindow? { nil }
    func acquire() {}
    func release() {}
    func next(at cursor: SegmentCursor) async throws -> NextSegment { segment(at: cursor).map { .segment($0) } ?? .ended }
}

/// A presentation of one rendition.
private final class ListedPresentation: MediaPresentation {
    let format = "list"
    let ladder: Ladder? = nil
    let pathways: (any Pathways)? = nil
    let closedCaptions: [ClosedCaptionTrack] = []
    private let only: ListedRendition

    init(_ rendition: ListedRendition) { only = rendition }

    func onlyRendition() throws -> any MediaRendition { only }
    func rendition(at url: String, following leader: (any MediaRendition)?) async throws -> any MediaRendition { only }
    func audioOptions(beside place: LadderPosition) -> [AudioOption] { [] }
    func captionOptions(beside place: LadderPosition) -> [CaptionOption] { [] }
    func keyFramePlaces(fitting size: PictureSize) -> [KeyFramePlace] { [] }
    func follow(_ rendition: any MediaRendition) {}
    func reportContents() {}
    var dateRanges: PlaylistDateRanges? { nil }
    func segmentStart(nearest time: Double) -> Double? { nil }
    func close() async {}
}
