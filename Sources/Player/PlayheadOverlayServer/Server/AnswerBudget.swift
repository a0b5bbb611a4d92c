import NIOCore

/// The bytes of the files that a ``PageServer`` is sending, up to a maximum. Used on the loop of its connections.
final class AnswerBudget: Sendable {
    private let maximum: Int
    private let used: NIOLoopBoundBox<Int>

    init(on loop: any EventLoop, maximum: Int) {
        self.maximum = maximum
        used = .makeBoxSendingValue(0, eventLoop: loop)
    }

    /// Reserves bytes, if there is room for them.
    func reserve(_ count: Int) -> Bool {
        guard count <= maximum - used.value else { return false }
        used.value += count
        return true
    }

    /// Releases bytes that were reserved.
    func release(_ count: Int) { used.value -= count }
}
