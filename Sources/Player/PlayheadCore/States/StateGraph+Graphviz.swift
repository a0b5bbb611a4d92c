extension StateGraph {
    /// The table as a graph: text for Graphviz' `dot`.
    ///
    /// Two states that follow one another are connected by one line with two heads. States that may go to both `stopping` and `error`,
    /// which are most, are in a frame that has these two transitions once.
    package static var graphviz: String {
        let framed = table.filter { $0.to.contains(.stopping) && $0.to.contains(.error) }.map(\.from)
        let others = PlaybackState.allCases.filter { !framed.contains($0) }
        let head = """
            digraph PlaybackState {
                compound=true; rankdir=TB; nodesep=0.6; ranksep=0.55; bgcolor="white"; fontname="Helvetica"; fontsize=11;
                node [shape=box, style="rounded,filled", fontname="Helvetica", fontsize=13, color="#4a5568"];
                edge [color="#2d3748", arrowsize=0.7, fontname="Helvetica", fontsize=10];
            """
        var lines = [head] + others.map { "    " + node($0) }
        lines += ["    subgraph cluster_open {", "        label=\"\"; style=rounded; color=\"#a0aec0\";"]
        lines += framed.map { "        " + node($0) } + ["    }"]
        lines += ["    { rank=same; ended; stopping; error; }"] + joined(framed: framed)
        lines += [
            "    seeking -> stopping [ltail=cluster_open, label=\"from each in the frame\"];",
            "    seeking -> error [ltail=cluster_open, label=\"from each in the frame\", color=\"#e53e3e\"];",
            "}", "",
        ]
        return lines.joined(separator: "\n")
    }

    /// Returns the lines between states, except those that the frame represents.
    private static func joined(framed: [PlaybackState]) -> [String] {
        var lines: [String] = []
        for (index, (from, followers)) in table.enumerated() {
            for follower in followers {
                if framed.contains(from), follower == .stopping || follower == .error { continue }
                let isBothWays = isLegal(from: follower, to: from)
                let isDrawn = table[..<index].contains { $0.from == follower }
                if isBothWays, isDrawn { continue }
                lines.append("    \(from) -> \(follower)\(isBothWays ? " [dir=both]" : attributes(from: from, to: follower));")
            }
        }
        return lines
    }

    private static func attributes(from old: PlaybackState, to new: PlaybackState) -> String {
        switch (old, new) {
        case (.error, .idle): " [label=\"release()\", constraint=false]"
        case (.stopping, .idle), (.ended, .opening): " [constraint=false]"
        case (.stopping, .error): " [color=\"#e53e3e\", constraint=false]"
        default: ""
        }
    }

    private static func node(_ state: PlaybackState) -> String { "\(state) [fillcolor=\"\(color(of: state))\"];" }

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
}
