import Foundation
import TestSupport

/// The programs and files of the repository that are installed, and the tools that read them.
enum Tool {
    /// The root of the repository.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The built programs; the window's is built without GTK, too, but has no options then.
    static let programs = ["playhead", "playhead-desktop"].map { Bundle.main.bundleURL.appending(path: $0) }

    /// Returns whether tools are installed; prints a note if not.
    static func areInstalled(_ names: String...) -> Bool {
        let missing = names.filter { path(of: $0) == nil }
        if !missing.isEmpty { print("Skipped: \(missing.joined(separator: ", ")) not installed") }
        return missing.isEmpty
    }

    /// Whether the window was built.
    static let hasWindow: Bool = {
        let isThere = FileManager.default.fileExists(atPath: "/usr/include/gtk-4.0/gtk/gtk.h")
        if !isThere { print("Skipped: libgtk-4-dev not there") }
        return isThere
    }()

    static func path(of program: String) -> URL? {
        ["/usr/bin", "/bin", "/usr/local/bin"].map { URL(fileURLWithPath: $0).appending(path: program) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    /// Runs a tool in a folder, by default the root of the repository.
    /// - Returns: The status, and what the tool printed on standard output and standard error.
    static func run(_ name: String, _ arguments: [String], environment: [String: String] = [:], in folder: URL = root) async throws -> (
        status: Int32, output: String
    ) {
        guard let program = name.contains("/") ? URL(fileURLWithPath: name, relativeTo: root) : path(of: name) else {
            throw CocoaError(.executableNotLoadable)
        }
        return try await ToolRun.output(of: program, arguments, environment: environment, in: folder)
    }

    /// Writes a script that can be executed.
    static func write(_ text: String, toProgram file: URL) throws {
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }

    /// Returns the text of a file of the repository.
    static func text(_ path: String) throws -> String { try String(contentsOf: root.appending(path: path), encoding: .utf8) }
}
