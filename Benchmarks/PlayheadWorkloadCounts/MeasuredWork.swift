import CMeasurement

/// Work that is called through C, where callgrind counts the instructions.
@MainActor
final class MeasuredWork {
    private let work: @MainActor () -> Void

    init(_ work: @escaping @MainActor () -> Void) { self.work = work }

    /// Performs the work.
    /// - Returns: The number of memory blocks that the work allocated on this thread.
    func callMeasured() -> Int {
        let before = playhead_allocation_count()
        playhead_measured_call(
            { context in
                let measured = Unmanaged<MeasuredWork>.fromOpaque(context).takeUnretainedValue()
                MainActor.assumeIsolated { measured.work() }
            }, Unmanaged.passUnretained(self).toOpaque())
        return playhead_allocation_count() - before
    }
}
