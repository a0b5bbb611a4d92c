import Testing

// Needs of tests; `scripts/run-tests` divides the tests among processes by them.
extension Tag {
    /// Advances its clock whenever the process is idle: one test at a time, on one processor.
    @Tag static var idleClock: Self

    /// Keeps many threads busy, in a process of its own.
    @Tag static var manyThreads: Self

    /// Follows the real clock: nothing else runs at the same time.
    @Tag static var realTime: Self
}
