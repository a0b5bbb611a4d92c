import Testing

// Needs of tests; `scripts/run-tests` divides the tests among processes by them.
extension Tag {
    /// Measures what a window costs and when it is drawn: one test at a time, and nothing else.
    @Tag static var measurement: Self

    /// Opens windows, which are drawn without a GPU: two at a time, under X11; in a long run also under Wayland.
    @Tag static var windows: Self

    /// Opens windows, two at a time, on each kind of display, whose input, window states or sandbox matter.
    @Tag static var displays: Self
}
