import Foundation

/// Returns the port of the listening socket of a process, once it has one.
func listeningPort(of process: pid_t) throws -> Int? {
    let folder = "/proc/\(process)/fd"
    let files = FileManager.default
    let targets = try files.contentsOfDirectory(atPath: folder).compactMap {
        try? files.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }
    let listening = "0A"
    for line in try String(contentsOfFile: "/proc/\(process)/net/tcp", encoding: .utf8).split(separator: "\n") {
        let columns = line.split(separator: " ")
        guard columns.count > 9, columns[3] == listening, targets.contains("socket:[\(columns[9])]") else { continue }
        return Int(columns[1].suffix(4), radix: 16)
    }
    return nil
}
