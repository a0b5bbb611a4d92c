import Foundation
import TestSupport
import Testing

@Suite("Files for desktops", .timeLimit(.minutes(5)))
struct DesktopFileTests {
    private static let id = "org.playhead.Playhead"
    private static let folder = "Packaging/desktop/"

    @Test("The desktop file is valid", .enabled(if: Tool.areInstalled("desktop-file-validate")))
    func desktopFile() async throws {
        let (status, output) = try await Tool.run("desktop-file-validate", [Self.folder + Self.id + ".desktop"])
        #expect(status == 0 && output.isEmpty, "\(output)")
    }

    @Test(
        "Each kind of file that is played has a type in the desktop file",
        .enabled(if: FileManager.default.isReadableFile(atPath: "/usr/share/mime/globs2")))
    func types() throws {
        let entry = try Tool.text(Self.folder + Self.id + ".desktop")
        let line = try #require(entry.split(separator: "\n").first { $0.hasPrefix("MimeType=") })
        let types = Set(line.dropFirst("MimeType=".count).split(separator: ";").map(String.init))
        // Each line has a weight, a type and a pattern.
        let patterns = try String(contentsOfFile: "/usr/share/mime/globs2", encoding: .utf8).split(separator: "\n")
            .map { $0.split(separator: ":").map(String.init) }
        for name in [
            "3gp", "aac", "ac3", "aiff", "avi", "flac", "flv", "m2ts", "m3u", "m3u8", "m4a", "m4b", "m4v", "mka", "mkv", "mov", "mp3",
            "mp4", "mpg", "ogg", "ogv", "opus", "pls", "wav", "webm", "wma", "wmv", "xspf",
        ] {
            let known = patterns.filter { $0.count > 2 && $0[2] == "*.\(name)" }.map { $0[1] }
            #expect(known.contains { types.contains($0) }, "\(name): \(known)")
        }
        // The type of M3U in file managers, beside Apple's.
        #expect(types.contains("audio/x-mpegurl"))
    }

    @Test("The AppStream metainfo is valid", .enabled(if: Tool.areInstalled("appstreamcli")))
    func metainfo() async throws {
        let (status, output) = try await Tool.run("appstreamcli", ["validate", "--no-net", Self.folder + Self.id + ".metainfo.xml"])
        #expect(status == 0, "\(output)")
    }

    @Test("The files name the same application: program, desktop file, metainfo, service, icons and Flatpak manifest")
    func id() throws {
        #expect(try Tool.text("Sources/Desktop/PlayheadDesktop/Session/ApplicationID.swift").contains("\"\(Self.id)\""))
        let entry = try Tool.text(Self.folder + Self.id + ".desktop")
        #expect(entry.contains("\nIcon=\(Self.id)\n") && entry.contains("\nStartupWMClass=\(Self.id)\n"))
        let metainfo = try Tool.text(Self.folder + Self.id + ".metainfo.xml")
        #expect(metainfo.contains("<id>\(Self.id)</id>") && metainfo.contains(">\(Self.id).desktop</launchable>"))
        #expect(try Tool.text(Self.folder + Self.id + ".service").contains("Name=\(Self.id)\n"))
        #expect(try Tool.text("Packaging/flatpak/\(Self.id).yaml").contains("\nid: \"\(Self.id)\"\n"))
    }

    @Test("Programs, changelogs, metainfo and Debian packages have the same version")
    func version() async throws {
        let version = try #require(try Tool.text("Packaging/debian/changelog").firstMatch(of: /^playhead \(([0-9.]+)\)/)?.1)
        let release = try #require(
            try Tool.text(Self.folder + Self.id + ".metainfo.xml").firstMatch(of: /<release version="([^"]+)" date="([^"]+)"/))
        #expect(release.1 == version)
        #expect(try Tool.text("CHANGELOG.md").firstMatch(of: /\n## \[([0-9].*)\n/)?.1 == "\(version)] - \(release.2)")
        for program in Tool.programs where program.lastPathComponent == "playhead" || Tool.hasWindow {
            let (status, output) = try await Tool.run(program.path, ["--version"])
            #expect(status == 0 && output == version + "\n")
        }
    }

    @Test(
        "The icons can be drawn: the full-colour one with colours, the symbolic one in one colour",
        .enabled(if: Tool.areInstalled("rsvg-convert", "ffmpeg")),
        arguments: [("org.playhead.Playhead", true), ("org.playhead.Playhead-symbolic", false)])
    func icon(name: String, hasColours: Bool) async throws {
        try await withTemporaryFolder { folder in
            let (picture, raw) = (folder.appending(path: "icon.png").path, folder.appending(path: "icon.raw"))
            let drawn = try await Tool.run("rsvg-convert", ["-w", "64", "-h", "64", "-o", picture, "Packaging/icons/\(name).svg"])
            #expect(drawn.status == 0, "\(drawn.output)")
            _ = try await Tool.run("ffmpeg", ["-loglevel", "error", "-i", picture, "-f", "rawvideo", "-pix_fmt", "rgba", raw.path])
            let bytes = [UInt8](try Data(contentsOf: raw))
            let opaque = stride(from: 0, to: bytes.count - 3, by: 4).filter { bytes[$0 + 3] == 255 }
            #expect(opaque.count > 64 * 64 / 10)
            let colours = Set(opaque.map { Array(bytes[$0..<$0 + 3]) })
            #expect(hasColours ? colours.count > 20 : colours.count == 1, "\(colours.count)")
        }
    }

    @Test("The Flatpak manifest has only properties that flatpak-builder knows", .enabled(if: Tool.areInstalled("flatpak-builder")))
    func flatpak() async throws {
        // It writes a cache into the folder that it runs in.
        try await withTemporaryFolder { folder in
            let manifest = Tool.root.appending(path: "Packaging/flatpak/\(Self.id).yaml").path
            let (status, output) = try await Tool.run("flatpak-builder", ["--show-manifest", manifest], in: folder)
            #expect(status == 0 && output.contains("\"id\" : \"\(Self.id)\"") && !output.contains("WARNING"), "\(output)")
        }
    }
}
