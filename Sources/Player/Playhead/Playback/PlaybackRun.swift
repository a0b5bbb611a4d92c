import PlayheadCore
import PlayheadEngine

/// One engine for one source of an item, retained until the engine reports that it is closed.
final class PlaybackRun {
    /// The identifier of the run in its session.
    let id: Int
    let item: SessionItem
    /// The index of the source in the item's sources, in the order of attempts.
    let source: Int
    let engine: any MediaEngine
    /// Lets pictures through while this run is current.
    let pictures: PictureGate?
    /// The log of requests and periods.
    let log: PlaybackLog
    /// The counters of the loaders of the item: those of its sources that failed to open, and of this one.
    var tallies: [LoadTally]
    /// The network at the start, which is measured; `nil` if it is unknown.
    let network: String?
    /// The number of the playback; `nil` while the run is preloaded, and after another run replaced it.
    var playback: Int?
    /// The reports from before the run was current.
    var held: [EngineReport] = []
    /// Whether the track model is known.
    var isOpened = false
    /// Whether the run failed.
    var hasFailed = false
    /// Whether the engine was sent a close command.
    private(set) var isClosing = false
    /// Ends when the engine has released all resources.
    let gone: Task<Void, Never>

    /// - Parameters:
    ///   - id: The identifier of the run in its session.
    ///   - item: The item to play.
    ///   - source: The index of the source in the item's sources, in the order of attempts.
    ///   - pictures: Lets pictures through while this run is current; `nil` without pictures.
    ///   - log: The log of requests and periods.
    ///   - network: The current network; `nil` if it is unknown.
    ///   - make: Creates the engine with a closure that receives its reports.
    ///   - report: Receives the reports too, on any thread.
    init(
        id: Int, item: SessionItem, source: Int, pictures: PictureGate?, log: PlaybackLog, network: String? = nil,
        _ make: (@escaping @Sendable (EngineReport) -> Void) -> any MediaEngine, report: @escaping @Sendable (EngineReport) -> Void
    ) {
        let (closed, sink) = AsyncStream.makeStream(of: Never.self)
        let engine = make { engineReport in
            report(engineReport)
            if case .closed = engineReport { sink.finish() }
        }
        self.id = id
        self.item = item
        self.source = source
        self.engine = engine
        self.pictures = pictures
        self.log = log
        tallies = [log.tally]
        self.network = network
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
