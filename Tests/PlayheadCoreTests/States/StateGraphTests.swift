import Foundation
import PlayheadCore
import Testing

@Suite struct StateGraphTests {
    /// The table of the contract, repeated as text.
    private static let contract = """
        idle: opening
        opening: ready stopping error
        ready: play seeking pausing stopping error
        play: playing buffering pausing seeking ended stopping error
        playing: buffering pausing seeking ended stopping error
        buffering: playing play pausing seeking ended stopping error
        pausing: paused play seeking stopping error
        paused: play seeking stopping error
        seeking: playing play buffering pausing ended stopping error
        stopping: idle error
        ended: seeking opening stopping
        error: idle
        """

    @Test func everyPairOfStatesIsLegalAsInTheContract() {
        let legal = Set(
            Self.contract.split(separator: "\n").flatMap { line in
                let parts = line.split(separator: ":")
                return parts[1].split(separator: " ").map { "\(parts[0]) \($0)" }
            })
        for old in PlaybackState.allCases {
            for new in PlaybackState.allCases {
                #expect(StateGraph.isLegal(from: old, to: new) == legal.contains("\(old) \(new)"), "\(old) to \(new)")
            }
        }
    }

    @Test func theTableHasEachStateOnce() {
        #expect(StateGraph.table.map(\.from) == PlaybackState.allCases)
    }

    @Test func everyStateCanBeReachedAndLeftForIdle() {
        func reachable(from start: PlaybackState) -> Set<PlaybackState> {
            var found: Set<PlaybackState> = []
            var queue = [start]
            while let state = queue.popLast() {
                for next in PlaybackState.allCases where StateGraph.isLegal(from: state, to: next) && found.insert(next).inserted {
                    queue.append(next)
                }
            }
            return found
        }
        #expect(reachable(from: .idle) == Set(PlaybackState.allCases))
        for state in PlaybackState.allCases { #expect(reachable(from: state).contains(.idle), "\(state)") }
    }

    @Test func theGraphHasEveryEdge() {
        let lines = StateGraph.graphviz.split(separator: "\n").filter { $0.contains(" -> ") }
        let bothWays = lines.count { $0.contains("dir=both") }
        // The frame's two transitions represent those of every state in it.
        let framed = StateGraph.table.count { $0.to.contains(.stopping) && $0.to.contains(.error) }
        #expect(lines.count { $0.contains("ltail") } == 2)
        #expect(lines.count + bothWays - 2 + 2 * framed == StateGraph.table.reduce(0) { $0 + $1.to.count })
    }

    @Test func theGraphInTheDocumentationMatchesTheTable() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardizedFileURL
        let committed = try String(contentsOf: root.appending(path: "docs/images/states.dot"), encoding: .utf8)
        #expect(committed == StateGraph.graphviz, "render docs/images/states.dot and .svg anew")
    }
}

@Suite struct PlayerStateTests {
    @Test(arguments: [
        (PlaybackState.idle, PlayerState.idle), (.stopping, .idle), (.opening, .buffering), (.ready, .idle), (.play, .buffering),
        (.buffering, .buffering), (.playing, .playing), (.pausing, .paused), (.paused, .paused), (.ended, .complete), (.error, .error),
    ])
    func eachStateIsToldAsACoarseOne(state: PlaybackState, coarse: PlayerState) {
        #expect(state.playerState == coarse)
    }

    @Test func seekingKeepsThePreviousCoarseState() {
        #expect(PlaybackState.seeking.playerState == nil)
    }
}
