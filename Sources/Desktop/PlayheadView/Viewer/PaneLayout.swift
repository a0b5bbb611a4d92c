/// The place of a pane, such as the playlist, at the end of a view.
package struct PaneLayout: Sendable, Hashable {
    /// The width of the pane, in units of the view.
    package var width: Double
    /// Whether title and captions have room beside the pane; if not, the pane covers the whole width.
    package var leavesRoom: Bool

    /// Returns the place in a view of a width.
    package init(viewWidth: Double) {
        let (regular, minimumRest) = (320.0, 240.0)
        leavesRoom = viewWidth >= regular + minimumRest
        width = leavesRoom ? regular : max(0, viewWidth)
    }
}
