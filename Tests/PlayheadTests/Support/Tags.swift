import Testing

// Needs of tests; `scripts/run-tests` divides the tests among processes by them.
extension Tag {
    /// Follows the real clock: nothing else runs at the same time.
    @Tag static var realTime: Self
}
