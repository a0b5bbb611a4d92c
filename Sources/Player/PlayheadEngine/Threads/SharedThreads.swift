import Foundation

/// The threads that all playbacks without decoding, and their sessions, share: one for each processor.
///
/// They are global state because they exist once per process, like SwiftNIO's event loops. They start with the first playback that uses
/// them, and do not end.
package enum SharedThreads {
    private struct State {
        var threads: [ThreadWork] = []
        var next = 0
    }

    private static let state = Locked(State())

    /// Returns the thread for the next executor: each in turn, because playbacks have about the same work.
    static func next() -> ThreadWork {
        state.withLock { state in
            if state.threads.isEmpty {
                let count = max(1, ProcessInfo.processInfo.activeProcessorCount)
                state.threads = (0..<count).map { _ in ThreadWork(isShared: true) }
                for thread in state.threads { _ = WorkerThread(name: "playhead.shared") { thread.run() } }
            }
            defer { state.next = (state.next + 1) % state.threads.count }
            return state.threads[state.next]
        }
    }

    /// The lateness of all turns that were due at a set time so far. Can be read from any thread.
    package static var lateness: ClockLateness {
        state.withLock { $0.threads }.reduce(into: ClockLateness()) { $0.add($1.lateness) }
    }
}
