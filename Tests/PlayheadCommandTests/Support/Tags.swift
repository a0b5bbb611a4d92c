import Testing

// Needs of tests; `scripts/run-tests` divides the tests among processes by them.
extension Tag {
    /// Follows the real clock: nothing else runs at the same time.
    @Tag static var realTime: Self

    /// Plays for seconds of real time, with one viewer or many, and mostly waits: one test at a time, beside others.
    @Tag static var viewers: Self
}
