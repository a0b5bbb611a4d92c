import PlayheadCMCD
import PlayheadCore
import PlayheadOrigin

/// The lines of `serve --cmcd`.
enum ClientDataLines {
    /// Returns a line for each reading, followed by its problems. Secrets in paths and values are blanked.
    static func lines(for record: ClientDataRecord) -> [String] {
        let readings = record.readings.flatMap { reading in
            let members = reading.data.texts.map { $0.key + Secrets.blanked($0.value) }.joined(separator: ",")
            return ["cmcd \(record.method) \(Secrets.blanked("/" + record.path)) \(members)"] + reading.problems.map(line)
        }
        return readings + record.sessionProblems.map(line)
    }

    private static func line(_ problem: CMCDProblem) -> String {
        "cmcd   " + Secrets.blanked(problem.description.filter { !$0.isNewline })
    }
}
