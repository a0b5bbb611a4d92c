import Foundation

/// A replacement for the desktop's browser, which records URLs.
struct TestBrowser: Sendable {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-ads-\(UUID().uuidString)")
        let applications = folder.appendingPathComponent("applications")
        try FileManager.default.createDirectory(at: applications, withIntermediateDirectories: true)
        let script = folder.appendingPathComponent("browser")
        try Data("#!/bin/sh\nprintf '%s\\n' \"$1\" >> '\(folder.path)/opened'\n".utf8).write(to: script)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
        let entry = """
            [Desktop Entry]
            Type=Application
            Name=Browser
            Exec=\(script.path) %u
            MimeType=x-scheme-handler/http;x-scheme-handler/https;x-scheme-handler/javascript;
            """
        try Data(entry.utf8).write(to: applications.appendingPathComponent("browser.desktop"))
        let defaults = ["http", "https", "javascript"].map { "x-scheme-handler/\($0)=browser.desktop" }.joined(separator: "\n")
        try Data("[Default Applications]\n\(defaults)\n".utf8).write(to: folder.appendingPathComponent("mimeapps.list"))
    }

    /// The opened URLs.
    var opened: [String] {
        let text = try? String(contentsOf: folder.appendingPathComponent("opened"), encoding: .utf8)
        return text?.split(separator: "\n").map(String.init) ?? []
    }

    /// The environment that makes it the desktop's browser.
    var environment: [String: String] {
        ["XDG_DATA_HOME": folder.path, "XDG_CONFIG_HOME": folder.path, "XDG_DATA_DIRS": "/usr/share"]
    }

    func end() { try? FileManager.default.removeItem(at: folder) }
}
