import Foundation

/// The head of a received request.
struct ServerRequest: Sendable {
    let method: String
    let path: String
    let fields: [(name: String, value: String)]

    init(_ head: String) {
        let lines = head.components(separatedBy: "\r\n")
        let start = (lines.first ?? "").split(separator: " ")
        method = start.first.map(String.init) ?? ""
        path = start.count > 1 ? String(start[1]) : ""
        fields = lines.dropFirst().compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (line[..<colon].lowercased(), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        }
    }

    subscript(name: String) -> String? { fields.first { $0.name == name.lowercased() }?.value }
}
