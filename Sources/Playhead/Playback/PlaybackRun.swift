import PlayheadCore
import PlayheadEngine

/// One engine at work on one source of an item, kept alive until it says that it is closed.
final class PlaybackRun {
    /// Tells runs of a session apart.
    let id: Int
    let item: SessionItem
    /// Which source of the item, in the order in which they are tried.
    let source: Int
    let engine: any MediaEngine
    /// Lets pictures through while this run is the one that plays.
    let pictures: PictureGate?
    /// What it loads and plays, as its logs tell it.
    let log: PlaybackLog
    /// The playback that it is for; `nil` while it is loaded ahead of its turn, and after another took its place.
    var playback: Int?
    /// What it reported before its turn.
    var held: [EngineReport] = []
    /// Whether its track model is there.
    var isOpened = false
    /// Whether it can't be played.
    var hasFailed = false
    /// Whether it was told to close.
    private(set) var isClosing = false
    /// Ends when the engine has let go of everything.
    let gone: Task<Void, Never>

    /// - Parameters:
    ///   - make: Makes the engine with the closure that hears its reports.
    ///   - report: Hears them too, on any thread.
    init(
        id: Int, item: SessionItem, source: Int, pictures: PictureGate?, log: PlaybackLog,
        _ make: (@escaping @Sendable (EngineReport) -> Void) -> any MediaEngine, report: @escaping @Sendable (EngineReport) -> Void
    ) {
        let (closed, sink) = AsyncStream.makeStream(of: Never.self)
        let engine = make { heard in
            report(heard)
            if case .closed = heard { sink.finish() }
        }
        self.id = id
        self.item = item
        self.source = source
        self.engine = engine
        self.pictures = pictures
        self.log = log
        gone = Task.detached {
            for await _ in closed {}
            withExtendedLifetime(engine) {}
        }
    }

    func send(_ command: EngineCommand) {
        if case .close = command { isClosing = true }
        engine.send(command)
    }
}
