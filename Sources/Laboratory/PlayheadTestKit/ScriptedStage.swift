import Foundation
import PlayheadCore
import PlayheadEngine
import Synchronization

/// Creates ``ScriptedEngine``s for players, and advances the time for them.
///
/// ```swift
/// let stage = ScriptedStage()
/// var configuration = PlayerConfiguration()
/// configuration.clock = stage.clock
/// configuration.makeEngine = stage.makeEngine
/// ```
/// All members can be used from any thread.
public final class ScriptedStage: Sendable {
    private struct State {
        var script: EngineScript
        var scripts: [String: EngineScript] = [:]
        var engines: [ScriptedEngine] = []
    }

    /// The clock of the player and its engines.
    public let clock: ManualClock
    private let state: Mutex<State>

    /// Creates a stage.
    /// - Parameters:
    ///   - script: The script of engines without their own script.
    ///   - clock: The clock of the player and its engines.
    public init(_ script: EngineScript = EngineScript(), clock: ManualClock = ManualClock()) {
        self.clock = clock
        state = Mutex(State(script: script))
    }

    /// The script of engines that are created from now on without their own script.
    public var script: EngineScript {
        get { state.withLock { $0.script } }
        set { state.withLock { $0.script = newValue } }
    }

    /// Sets the script of the engines for one URL, from now on.
    public func setScript(_ script: EngineScript, for url: URL) {
        state.withLock { $0.scripts[url.absoluteString] = script }
    }

    /// The engine factory for the configuration of a player.
    public var makeEngine: MediaEngineFactory {
        MediaEngineFactory { [self] url, configuration, report in
            state.withLock { state in
                let script = state.scripts[url.absoluteString] ?? state.script
                let engine = ScriptedEngine(script, url: url, configuration: configuration, clock: clock, report: report)
                state.engines.append(engine)
                return engine
            }
        }
    }

    /// The engines so far, in the order of their creation.
    public var engines: [ScriptedEngine] { state.withLock { $0.engines } }

    /// The number of reports of all engines; a test waits until its players have handled as many.
    public var reportCount: Int { engines.reduce(0) { $0 + $1.reportCount } }

    /// Removes the closed engines from ``engines``.
    public func forgetClosedEngines() {
        state.withLock { $0.engines.removeAll(where: \.isClosed) }
    }

    /// Performs one event: the next one of any engine that is due until `time`, and moves the clock to it.
    /// - Parameter time: The time in seconds on the clock.
    /// - Returns: Whether there was an event; if not, the clock has been moved to `time`.
    public func step(until time: Double) -> Bool {
        let due = engines.compactMap { engine in engine.nextTime.map { (engine, $0) } }.min { $0.1 < $1.1 }
        guard let (engine, next) = due, next <= time else {
            clock.advance(to: time)
            return false
        }
        clock.advance(to: next)
        engine.step()
        return true
    }
}
