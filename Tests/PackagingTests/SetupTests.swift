import Foundation
import TestSupport
import Testing

/// Tests what `./play` and the other scripts print where a system lacks something: one line that says what to do.
@Suite("Setup on other systems", .timeLimit(.minutes(5)))
struct SetupTests {
    /// Runs a function of `scripts/packages.sh`.
    private func run(_ command: String, environment: [String: String] = [:]) async throws -> (status: Int32, output: String) {
        try await Tool.run("bash", ["-c", "source scripts/packages.sh; \(command)"], environment: environment)
    }

    /// Makes a folder of its own, passes it on, and removes it.
    private func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "playhead-setup-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }

    @Test(
        "FFmpeg 4 and 8 are refused, 5.1 to 7.1 are not", .enabled(if: Tool.areInstalled("pkg-config")),
        arguments: [("58.76.100", 1), ("59.16.100", 1), ("59.27.100", 0), ("61.7.100", 0), ("62.3.100", 1)])
    func versions(libavformat: String, status: Int32) async throws {
        try await withFolder { folder in
            try Data("Name: libavformat\nDescription: -\nVersion: \(libavformat)\n".utf8).write(
                to: folder.appending(path: "libavformat.pc"))
            let result = try await run("require_ffmpeg_version libavformat-dev", environment: ["PKG_CONFIG_PATH": folder.path])
            #expect(result.status == status)
            #expect(result.output.split(separator: "\n").count == (status == 0 ? 0 : 1))
            #expect(status == 0 || result.output.contains("FFmpeg 5.1 to 7.1 is needed"))
        }
    }

    @Test("On a system that is not Debian the missing modules of pkg-config are named", .enabled(if: Tool.areInstalled("pkg-config")))
    func modules() async throws {
        try await withFolder { folder in
            for name in ["bash", "sed", "pkg-config"] {
                try FileManager.default.createSymbolicLink(
                    at: folder.appending(path: name), withDestinationURL: #require(Tool.path(of: name)))
            }
            let result = try await run(
                "PATH=\(folder.path) require_packages pkg-config ffmpeg libavformat-dev libcurl4-openssl-dev libxml2-dev libgtk-4-dev",
                environment: ["PKG_CONFIG_LIBDIR": folder.path])
            #expect(result.status == 1)
            #expect(
                result.output == """
                    This is not Debian, and these are missing: ffmpeg libavformat libcurl libxml-2.0 gtk4; install them (modules of pkg-config, \
                    with headers) and try again.

                    """)
        }
    }

    @Test(
        "A build that failed for want of a disk or network says so in one line; errors of the sources are left to the log",
        arguments: [
            ("error: No space left on device", "The disk is full"), ("error: database or disk is full", "The disk is full"),
            ("error: Failed to clone repository https://host/a:", "https://host/a"),
            ("error: cannot find 'a' in scope", ""),
        ])
    func builds(log: String, expected: String) async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "log")
            try Data((log + "\n").utf8).write(to: file)
            let result = try await run("explain_build \(file.path)")
            #expect(result.status == (expected.isEmpty ? 0 : 1))
            #expect(expected.isEmpty ? result.output.isEmpty : result.output.contains(expected))
            #expect(result.output.split(separator: "\n").count == (expected.isEmpty ? 0 : 1))
        }
    }

    @Test(
        "A libcurl that is too old, or has neither HTTP/2 nor TLS, is refused", .enabled(if: Tool.areInstalled("pkg-config")),
        arguments: [
            ("7.86.0", "HTTP2 SSL", 1), ("7.87.0", "HTTP2 SSL", 0), ("8.14.1", "\"alt-svc HTTP2 SSL\"", 0),
            ("8.14.1", "\"alt-svc SSL\"", 1), ("8.14.1", "HTTP2 IPv6", 1), ("8.14.1", "", 0),
        ])
    func curl(version: String, features: String, status: Int32) async throws {
        try await withFolder { folder in
            let text = "supported_features=\(features)\nName: libcurl\nDescription: -\nVersion: \(version)\n"
            try Data(text.utf8).write(to: folder.appending(path: "libcurl.pc"))
            let result = try await run("require_curl libcurl4-openssl-dev", environment: ["PKG_CONFIG_PATH": folder.path])
            #expect(result.status == status, "\(result.output)")
            #expect(result.output.split(separator: "\n").count == (status == 0 ? 0 : 1), "\(result.output)")
            #expect(status == 0 || result.output.contains("libcurl") && result.output.contains("install"))
        }
    }

    @Test(
        "Another program of the compiler's name, or a compiler that is too old or does not run, is refused in one line",
        arguments: [
            ("echo 'swift 4.7.0'", "swift 4.7.0"), ("echo 'Swift version 5.10.1 (swift-5.10.1-RELEASE)'", "this is 5.10"),
            ("echo 'error while loading shared libraries: libedit.so.2' >&2; exit 127", "libedit.so.2"),
            ("echo 'Swift version 6.2 (swift-6.2-RELEASE)'", ""), ("echo 'Swift version 7.0-dev (LLVM 0)'", ""),
        ])
    func compiler(command: String, expected: String) async throws {
        try await withFolder { folder in
            try Tool.write("#!/bin/bash\n\(command)\n", toProgram: folder.appending(path: "swift"))
            let result = try await run("PATH='\(folder.path)':$PATH require_swift")
            #expect(result.status == (expected.isEmpty ? 0 : 1), "\(result.output)")
            #expect(expected.isEmpty ? result.output.isEmpty : result.output.contains(expected), "\(result.output)")
            #expect(result.output.split(separator: "\n").count == (expected.isEmpty ? 0 : 1))
        }
    }

    @Test(
        "A failure of apt-get is one line that says what to do",
        arguments: [
            ("E: dpkg was interrupted, you must manually run 'dpkg --configure -a' to correct the problem. ", "run: dpkg --configure -a"),
            ("E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 9 (apt-get)", "try again when it has ended"),
            ("Reading…\nE: You don't have enough free space in /var/cache/apt/archives/.", "the disk is full"),
            ("E: Packages need to be removed but remove is disabled.", "others have to be removed; if you want that, run: apt-get X"),
            ("E: Unable to locate package libgtk-4-dev\nE: Unable to locate package ffmpeg", "libgtk-4-dev); with a network"),
            ("user is not in the sudoers file.", "not in the sudoers file.); with a network and free space, try: apt-get X"),
        ])
    func installation(output: String, expected: String) async throws {
        let result = try await run("explain_apt \"$OUTPUT\" 'apt-get X'", environment: ["OUTPUT": output])
        #expect(result.status == 1)
        #expect(result.output.contains(expected) && result.output.split(separator: "\n").count == 1, "\(result.output)")
    }

    @Test(
        "A user who is neither root nor in sudoers reads which packages root has to install",
        .enabled(if: geteuid() != 0 || Tool.areInstalled("setpriv")))
    func user() async throws {
        // The functions replace the programs of the system, on which nothing is to be installed.
        let commands = """
            eval "$SCRIPT"
            dpkg-query() { :; }
            apt-get() { echo installed; }
            sudo() { return 1; }
            require_packages libcurl4-openssl-dev zstd
            """
        let nobody = geteuid() == 0 ? ["setpriv", "--reuid=65534", "--clear-groups"] : []
        let program = nobody + ["bash", "-c", commands]
        let result = try await Tool.run(
            program[0], Array(program.dropFirst()), environment: ["SCRIPT": try Tool.text("scripts/packages.sh")],
            in: URL(fileURLWithPath: "/"))
        #expect(result.status == 1)
        #expect(
            result.output == """
                Packages are missing, and only root can install them: apt-get update && \
                apt-get install -y --no-install-recommends libcurl4-openssl-dev zstd

                """)
    }

    @Test("Without a home that can be written the compiler's caches are in the build folder")
    func home() async throws {
        #expect(try await run("build_home /elsewhere", environment: ["HOME": "/dev/null/home"]).output == "/elsewhere\n")
        #expect(try await run("build_home /elsewhere", environment: ["HOME": "/tmp"]).output == "/tmp\n")
    }

    @Test(
        "A full disk, or a folder that cannot be written, is named in one line",
        arguments: [
            ("require_space /", 10_239, "The disk is full: 10239 left in /mnt. Free some space, and try again."),
            ("require_space /", 10_240, ""),
            ("require_build_folder \"$FOLDER/new\"", 10_239, "The disk is full: 10239 left in /mnt. Free some space, and try again."),
            ("unset -f mkdir; require_build_folder \"$FOLDER\"", 10_239, "The disk is full: 10239 left in /mnt."),
            ("require_build_folder \"$FOLDER/new\"", 10_240, "Nothing can be built, because the folder "),
        ])
    func disk(command: String, kilobytes: Int, expected: String) async throws {
        try await withFolder { folder in
            let system = "mkdir() { return 1; }; df() { echo '/dev/x 1 1 \(kilobytes) 1% /mnt'; }"
            let result = try await run("\(system); \(command)", environment: ["FOLDER": folder.path])
            #expect(result.status == (expected.isEmpty ? 0 : 1), "\(result.output)")
            #expect(expected.isEmpty ? result.output.isEmpty : result.output.hasPrefix(expected), "\(result.output)")
            #expect(result.output.split(separator: "\n").count == (expected.isEmpty ? 0 : 1), "\(result.output)")
        }
    }

    @Test("A disk that fills up during a build is named in the last line of its output", arguments: ["test", "play"])
    func filling(name: String) async throws {
        try await withFolder { folder in
            for subfolder in ["scripts", "programs"] {
                try FileManager.default.createDirectory(at: folder.appending(path: subfolder), withIntermediateDirectories: false)
            }
            // Nothing is installed on the system.
            let functions = try Tool.text("scripts/packages.sh") + "\nrequire_packages() { :; }\n"
            try Data(functions.utf8).write(to: folder.appending(path: "scripts/packages.sh"))
            try Tool.write(Tool.text(name), toProgram: folder.appending(path: name))
            let compiler = """
                #!/bin/bash
                [[ $1 != --version ]] || exec echo 'Swift version 7.0'
                echo 'error: IO failure on output stream: No space left on device' >&2
                exit 1

                """
            try Tool.write(compiler, toProgram: folder.appending(path: "programs/swift"))
            let result = try await run("PATH='\(folder.path)/programs':$PATH '\(folder.path)/\(name)'")
            #expect(result.status == 1)
            #expect(result.output.split(separator: "\n").last?.hasPrefix("The disk is full: ") == true, "\(result.output)")
        }
    }

    @Test("The toolchain is the one of the compiler, also if its command is a link to a program that selects it")
    func toolchain() async throws {
        try await withFolder { folder in
            let (selector, command) = (folder.appending(path: "selector"), folder.appending(path: "swift"))
            let selected = folder.appending(path: "a b/lib/1/usr")
            try FileManager.default.createDirectory(at: selected, withIntermediateDirectories: true)
            let line = #"    "runtimeResourcePath": "\#(selected.path)/lib/swift""#
            try Tool.write("#!/bin/bash\n[[ $1 != -print-target-info ]] || echo '\(line)'\n", toProgram: selector)
            try FileManager.default.createSymbolicLink(at: command, withDestinationURL: selector)
            #expect(try await run("PATH='\(folder.path)':$PATH toolchain_folder").output == "\(selected.path)\n")
        }
        #expect(try await run("[[ -x $(toolchain_folder)/bin/swiftc ]]").status == 0)
    }
}
