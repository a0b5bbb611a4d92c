import ArgumentParser
import PlayheadArguments
import PlayheadCore

/// Prints the graph of the playback states.
struct StatesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "states", abstract: "Prints the graph of the playback states in Graphviz's language.")

    func run() { LineWriter.standardOutput.write(lines: StateGraph.graphviz) }
}
