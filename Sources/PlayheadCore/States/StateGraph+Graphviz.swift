extension StateGraph {
    /// The table as a picture: text for Graphviz' `dot`.
    ///
    /// The picture reads from left to right: opening, playing, the end. Edges to `stopping` and `error`, which most states have, are thin and
    /// do not shape the layout.
    public static var graphviz: String {
        var lines = [
            "digraph PlaybackState {",
            "    rankdir=LR; nodesep=0.45; ranksep=0.7; bgcolor=\"white\";",
            "    node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", fontsize=13, color=\"#4a5568\", fillcolor=\"#edf2f7\"];",
            "    edge [color=\"#2d3748\", arrowsize=0.7];",
        ]
        lines += PlaybackState.allCases.map { "    \($0) [fillcolor=\"\(color(of: $0))\"];" }
        lines += ranks.map { "    { rank=same; \($0.map(\.rawValue).joined(separator: "; ")); }" }
        for (from, followers) in table {
            lines += followers.map { "    \(from) -> \($0)\(attributes(from: from, to: $0));" }
        }
        return (lines + ["}", ""]).joined(separator: "\n")
    }

    /// States that stand in one column.
    private static let ranks: [[PlaybackState]] = [[.play, .buffering, .seeking], [.playing, .pausing], [.ended, .paused]]

    private static func color(of state: PlaybackState) -> String {
        switch state {
        case .idle, .stopping: "#edf2f7"
        case .opening, .ready: "#ebf8ff"
        case .play, .playing: "#c6f6d5"
        case .buffering, .seeking: "#fefcbf"
        case .pausing, .paused: "#e9d8fd"
        case .ended: "#bee3f8"
        case .error: "#fed7d7"
        }
    }

    private static func attributes(from old: PlaybackState, to new: PlaybackState) -> String {
        switch (old, new) {
        case (_, .error): " [color=\"#e53e3e\", penwidth=0.5, constraint=false]"
        case (_, .stopping): " [color=\"#a0aec0\", penwidth=0.5, constraint=false]"
        case (.error, .idle): " [label=\"release\", fontname=\"Helvetica\", fontsize=10, constraint=false]"
        case (.stopping, .idle), (.ended, .opening): " [constraint=false]"
        default: ""
        }
    }
}
