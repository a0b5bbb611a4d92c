import PlayheadCore
import Synchronization

@testable import PlayheadNowPlaying

/// A bus that records updates, and sends commands for tests.
final class RecordingBus: NowPlayingBus {
    private struct State {
        var properties: [MPRISProperties] = []
        var position = ShownPosition()
        var jumps: [Double] = []
        var done: Set<UInt64> = []
        var isClosed = false
        var lastCall: UInt64 = 0
    }

    private let state = Mutex(State())
    let onCommand: @Sendable (UInt64, MPRISCommand) -> Void
    let onNews: @Sendable (BusNews) -> Void

    init(_ onCommand: @escaping @Sendable (UInt64, MPRISCommand) -> Void, _ onNews: @escaping @Sendable (BusNews) -> Void) {
        self.onCommand = onCommand
        self.onNews = onNews
    }

    func show(_ properties: MPRISProperties, _ position: ShownPosition, jump: Double?) {
        state.withLock { state in
            if state.properties.last != properties { state.properties.append(properties) }
            state.position = position
            if let jump { state.jumps.append(jump) }
        }
    }

    func show(_ position: ShownPosition) { state.withLock { $0.position = position } }

    func done(_ call: UInt64, onAnswered: (@Sendable () -> Void)?) {
        state.withLock { _ = $0.done.insert(call) }
        onAnswered?()
    }

    func close() { state.withLock { $0.isClosed = true } }

    var jumps: [Double] { state.withLock { $0.jumps } }
    var position: ShownPosition { state.withLock { $0.position } }
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// The published value of a property of the player's interface.
    subscript(_ name: String) -> BusValue? { state.withLock { $0.properties.last?.player.first { $0.name == name }?.value } }

    /// Returns a published metadata entry.
    func metadata(_ name: String) -> BusValue? {
        guard case .map(let fields)? = self["Metadata"] else { return nil }
        return fields.first { $0.name == name }?.value
    }

    /// Sends a command, and waits for the reply.
    func call(_ command: MPRISCommand) async {
        let call = state.withLock { state in
            state.lastCall += 1
            return state.lastCall
        }
        onCommand(call, command)
        while !state.withLock({ $0.done.contains(call) }) { await Task.yield() }
    }
}
