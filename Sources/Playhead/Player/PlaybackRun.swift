import PlayheadCore
import PlayheadEngine

/// One playback: its engine, kept alive until that says that it is closed.
@MainActor
final class PlaybackRun {
    let engine: any MediaEngine
    /// Whether it was told to close.
    private(set) var isClosing = false
    /// Ends when the engine has let go of everything.
    let gone: Task<Void, Never>

    /// - Parameters:
    ///   - make: Makes the engine with the closure that hears its reports.
    ///   - report: Hears them too, on any thread.
    init(_ make: (@escaping @Sendable (EngineReport) -> Void) -> any MediaEngine, report: @escaping @Sendable (EngineReport) -> Void) {
        let (closed, sink) = AsyncStream.makeStream(of: Never.self)
        let engine = make { heard in
            report(heard)
            if case .closed = heard { sink.finish() }
        }
        self.engine = engine
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
