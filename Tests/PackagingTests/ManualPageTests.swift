import Foundation
import TestSupport
import Testing

@Suite(
    "Manual pages", .enabled(if: Tool.hasWindow && Tool.areInstalled("python3", "mandoc")), .timeLimit(.minutes(5)))
struct ManualPageTests {
    /// Writes the pages, and returns their names.
    private func write(to folder: URL) async throws -> [String] {
        let (status, output) = try await Tool.run("scripts/man-pages", [folder.path] + Tool.programs.map(\.path))
        #expect(status == 0, "\(output)")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test("Each command has a page, and mandoc finds no defect in any of them")
    func lint() async throws {
        try await withTemporaryFolder { folder in
            let pages = try await write(to: folder)
            #expect(pages.contains("playhead.1") && pages.contains("playhead-play.1") && pages.contains("playhead-desktop.1"))
            let (_, output) = try await Tool.run("mandoc", ["-Tlint", "-Wstyle"] + pages.map { folder.appending(path: $0).path })
            // The pages are not installed, so that mandoc does not find those that they refer to.
            let defects = output.split(separator: "\n").filter { !$0.contains("referenced manual not found") }
            #expect(defects.isEmpty, "\(defects)")
        }
    }

    @Test("A page has every option that the help has")
    func options() async throws {
        try await withTemporaryFolder { folder in
            _ = try await write(to: folder)
            for (program, arguments, page) in [(0, ["play"], "playhead-play.1"), (1, [], "playhead-desktop.1")] {
                let help = try await Tool.run(Tool.programs[program].path, arguments + ["--help"]).output
                let options = Set(help.matches(of: /(?m)^  (--[a-z0-9-]+)/).map { String($0.1) })
                #expect(options.count > 10)
                let text = try await Tool.run("mandoc", ["-Tascii", folder.appending(path: page).path]).output
                    .replacing(/.\u{8}/, with: "")
                for option in options { #expect(text.contains(option), "\(page) does not have \(option)") }
            }
        }
    }
}
