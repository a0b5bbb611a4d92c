import Foundation
import PlayheadCore
import Testing

/// docs/ERRORS.md: every case of the closed set is in the table, under its code, with cause and action.
@Suite struct ErrorTableTests {
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The cases in the source: a test's own list could be incomplete.
    private static func cases() throws -> Set<String> {
        let text = try String(
            contentsOf: package.appendingPathComponent("Sources/Player/PlayheadCore/Errors/PlaybackError.swift"), encoding: .utf8)
        let body = try #require(text.components(separatedBy: "public enum Kind").last?.components(separatedBy: "\n    }").first)
        return Set(body.matches(of: /\n +case (\w+)/).map { String($0.output.1) })
    }

    private static func rows() throws -> [(codes: String, kind: String, cause: String, cure: String)] {
        let text = try String(contentsOf: package.appendingPathComponent("docs/ERRORS.md"), encoding: .utf8)
        return text.matches(of: /(?m)^\| ([\d, …]+) \| `(\w+)` \| ([^|]*) \| ([^|]*) \|$/).map {
            (String($0.output.1), String($0.output.2), String($0.output.3), String($0.output.4))
        }
    }

    @Test("Every case is in the table, with cause and action, and in the list that the tests of errors use")
    func complete() throws {
        let cases = try Self.cases()
        let rows = try Self.rows()
        #expect(cases.count > 30 && Set(rows.map(\.kind)) == cases)
        #expect(
            rows.allSatisfy {
                !$0.cause.trimmingCharacters(in: .whitespaces).isEmpty && !$0.cure.trimmingCharacters(in: .whitespaces).isEmpty
            })
        let listed = PlaybackErrorTests.kinds.map { String("\($0)".prefix { $0 != "(" }) }
        #expect(Set(listed) == cases && listed.count == cases.count)
    }

    @Test("Each case is under its code", arguments: PlaybackErrorTests.kinds)
    func codes(kind: PlaybackError.Kind) throws {
        let code = PlaybackError(kind).code % 100_000
        let name = String("\(kind)".prefix { $0 != "(" })
        let rows = try Self.rows().filter { $0.kind == name }
        let stands = rows.contains { row in
            row.codes.split(separator: ",").contains { part in
                let ends = part.split(separator: "…").compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
                return ends.first.map { first in (first...(ends.last ?? first)).contains(code) } ?? false
            }
        }
        #expect(stands, "\(name) has the code \(code)")
    }
}
