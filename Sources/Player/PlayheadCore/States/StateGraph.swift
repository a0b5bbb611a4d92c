/// The legal changes of ``PlaybackState``: the graph of the state machine as data.
///
/// `PlaybackMachine` makes no change that is not in the table. A state never follows itself, and `error` is left only for `idle`: by a
/// release, or by a command that opens another item of the list.
package enum StateGraph {
    /// The table: each state with the states that may follow it.
    package static let table: [(from: PlaybackState, to: [PlaybackState])] = [
        (.idle, [.opening]),
        (.opening, [.ready, .stopping, .error]),
        (.ready, [.play, .seeking, .pausing, .stopping, .error]),
        (.play, [.playing, .buffering, .pausing, .seeking, .ended, .stopping, .error]),
        (.playing, [.buffering, .pausing, .seeking, .ended, .stopping, .error]),
        (.buffering, [.playing, .play, .pausing, .seeking, .ended, .stopping, .error]),
        (.pausing, [.paused, .play, .seeking, .stopping, .error]),
        (.paused, [.play, .seeking, .stopping, .error]),
        (.seeking, [.playing, .play, .buffering, .pausing, .ended, .stopping, .error]),
        (.stopping, [.idle, .error]),
        (.ended, [.seeking, .opening, .stopping]),
        (.error, [.idle]),
    ]

    private static let followers = Dictionary(uniqueKeysWithValues: table.map { ($0.from, Set($0.to)) })

    /// Whether the change from one state to another is in the table. A state does not follow itself.
    package static func isLegal(from old: PlaybackState, to new: PlaybackState) -> Bool {
        followers[old]?.contains(new) ?? false
    }
}
