import Foundation
import PlayheadCore
import PlayheadFFmpeg

/// A local regular file, which may grow while it is read.
final class FileByteSource: ByteSource {
    private struct State {
        var offset: Int64 = 0
        var size: Int64
        /// The time at which the file was opened or found longer.
        var growthTime: Double
        var hasGrown = false
        var isInterrupted = false
    }

    private let file: FileDescriptor
    private let state: Locked<State>
    private let condition = TimedCondition()
    private let clock: any PlaybackClock

    let isSeekable = true

    /// Opens the file at `path`.
    /// - Throws: `PlaybackError.Kind.fileUnreadable`, `.emptyMedia`.
    convenience init(path: String) throws(PlaybackError) {
        let url = URL(fileURLWithPath: path)
        try self.init(FileDescriptor(opening: url), url: url)
    }

    /// Reads an open file.
    /// - Throws: `PlaybackError.Kind.fileUnreadable` if the file is not regular, `.emptyMedia`.
    init(_ file: FileDescriptor, url: URL, clock: any PlaybackClock = SystemClock()) throws(PlaybackError) {
        guard let size = file.regularSize else {
            throw PlaybackError(.fileUnreadable, url: url.absoluteString, underlying: "This is not a regular file.")
        }
        self.file = file
        self.clock = clock
        state = Locked(State(size: size, growthTime: clock.now))
        if size == 0, !isGrowing, self.size == 0 { throw PlaybackError(.emptyMedia, url: url.absoluteString) }
    }

    deinit { cancel() }

    var size: Int64? {
        let size = file.regularSize
        return state.withLock { state in
            if let size, size != state.size {
                state.hasGrown = state.hasGrown || size > state.size
                state.size = size
                state.growthTime = clock.now
            }
            return state.size
        }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let offset = state.withLock { $0.offset }
        let count = try file.read(into: buffer, at: offset)
        state.withLock { $0.offset = offset.saturatingAdding(Int64(count)) }
        return count
    }

    func seek(to offset: Int64) throws { state.withLock { $0.offset = offset } }

    func waitForGrowth(beyond size: Int64) throws -> Bool {
        let interval = 0.1
        while true {
            if state.withLock({ $0.isInterrupted }) || file.isCancelled { throw CancellationError() }
            if self.size ?? 0 > size { return true }
            // The writer may have written more before it closed the file.
            guard isGrowing else { return self.size ?? 0 > size }
            condition.withLock {
                if !state.withLock({ $0.isInterrupted }), !file.isCancelled { condition.wait(until: clock.now + interval) }
            }
        }
    }

    func interrupt() { wake { $0.isInterrupted = true } }

    func resume() { state.withLock { $0.isInterrupted = false } }

    func cancel() {
        file.cancel()
        wake { _ in }
    }

    private func wake(_ change: (inout State) -> Void) {
        condition.withLock {
            state.withLock { change(&$0) }
            condition.signal()
        }
    }

    // MARK: Growth

    /// Whether another program has the file open for writing, and it grew not long ago.
    var isGrowing: Bool {
        // Recorders write a fragment or a cluster at a time. A file of constant length, such as a download into reserved space, has ended.
        let (longPause, pause, unknownPause) = (30.0, 15.0, 5.0)
        let (idle, hasGrown) = state.withLock { (clock.now - $0.growthTime, $0.hasGrown) }
        switch hasWriter {
        case true?: return idle < (hasGrown ? longPause : pause)
        case false?: return false
        case nil:
            guard let time = file.status?.st_mtim else { return false }
            return Date().timeIntervalSince1970 - Double(time.tv_sec) < unknownPause
        }
    }

    /// Whether a process has the file open for writing; `nil` if the system does not say. The system grants a lease for reading only without
    /// writers (fcntl(2), "Leases"), and only for files of the same user.
    private var hasWriter: Bool? {
        #if os(Linux)
            let (setSignal, setLease) = (Int32(10), Int32(1024))
            return try? file.use { number -> Bool? in
                // A writer that opens the file before the lease ends causes a signal: one that is ignored by default.
                guard fcntl(number, setSignal, SIGURG) == 0 else { return nil }
                guard fcntl(number, setLease, Int32(F_RDLCK)) == 0 else { return errno == EAGAIN ? true : nil }
                _ = fcntl(number, setLease, Int32(F_UNLCK))
                return false
            }
        #else
            return nil
        #endif
    }
}
