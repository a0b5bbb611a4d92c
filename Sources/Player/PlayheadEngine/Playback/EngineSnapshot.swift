/// The facts of an engine that any thread reads, behind one lock.
struct EngineSnapshot: Sendable {
    /// The number of commands that were sent but not performed yet.
    var pendingCommands = 0
    /// The description of the media, once it is open.
    var found: MediaProbe.Result?
    /// The source, once it is open.
    var source: (any MediaSource)?
    /// The playhead.
    var playhead = SharedPlayhead()
}
