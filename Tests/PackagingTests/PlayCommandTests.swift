import Foundation
import TestSupport
import Testing

/// Runs `./play` in a copy of its scripts, with a compiler that is a script: the program that it makes prints its arguments.
@Suite("The command ./play", .timeLimit(.minutes(5)))
struct PlayCommandTests {
    /// Notes each build in a file, and waits in it for another start of `./play` if `AWAITED` names the output of that.
    private static let compiler = """
        #!/bin/bash
        if [[ $1 == --version ]]; then
            echo "Swift version 6.2"
            exit
        fi
        echo build >>"$BUILDS"
        [[ -z ${AWAITED-} ]] || until grep -qE 'waiting|<' "$AWAITED"; do sleep 0.05; done
        mkdir -p "$3/.build/release"
        printf '#!/bin/bash\\nprintf "<%%s>" "$@"\\n' >"$3/.build/release/playhead"
        chmod +x "$3/.build/release/playhead"
        """

    /// Makes a copy of the sources whose path has a space, passes it on with the variables of `./play`, and removes it.
    private func withCopy(_ body: (_ copy: URL, _ variables: [String: String]) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let copy = folder.appending(path: "a copy")
            let (scripts, tools) = (copy.appending(path: "scripts"), folder.appending(path: "tools"))
            for new in [scripts, copy.appending(path: "Sources"), tools] {
                try FileManager.default.createDirectory(at: new, withIntermediateDirectories: true)
            }
            for name in ["play", "Package.swift", "scripts/packages.sh", "scripts/build-seconds"] {
                try FileManager.default.copyItem(at: Tool.root.appending(path: name), to: copy.appending(path: name))
            }
            try Tool.write(Self.compiler, toProgram: tools.appending(path: "swift"))
            let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
            try await body(copy, ["PATH": "\(tools.path):\(path)", "BUILDS": folder.appending(path: "builds").path])
        }
    }

    @Test("Arguments arrive unchanged, also in another folder and through a symbolic link, and without any the sample is played")
    func arguments() async throws {
        try await withCopy { copy, variables in
            let link = copy.deletingLastPathComponent().appending(path: "link")
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: copy.appending(path: "play"))
            for (arguments, expected) in [
                (["a b", "it's \"quoted\"", "", "$HOME *"], "<a b><it's \"quoted\"><><$HOME *>"), ([], "<play>"), ([""], "<>"),
            ] {
                let result = try await Tool.run(link.path, arguments, environment: variables, in: URL(fileURLWithPath: "/"))
                #expect(result.status == 0 && result.output.hasSuffix(expected), "\(result.output)")
            }
            let builds = try String(contentsOfFile: try #require(variables["BUILDS"]), encoding: .utf8)
            #expect(builds == "build\n", "Without a change nothing is built.")
        }
    }

    @Test("A second start waits for the build of the first one, and both play")
    func twoAtOnce() async throws {
        try await withCopy { copy, variables in
            let commands = """
                touch second
                AWAITED=$PWD/second ./play one >first 2>&1 &
                first=$!
                until [[ -s $BUILDS ]] || ! kill -0 $first; do sleep 0.05; done
                ./play two >second 2>&1 &
                second=$!
                wait $first && wait $second
                echo "status $?; $(wc -l <"$BUILDS") builds"
                cat first second
                """
            let (_, output) = try await Tool.run("bash", ["-c", commands], environment: variables, in: copy)
            #expect(output.contains("status 0; 1 builds") && output.contains("<one>") && output.contains("<two>"), "\(output)")
        }
    }

    @Test("A build folder that cannot be written is named in one line")
    func buildFolder() async throws {
        try await withCopy { copy, variables in
            let folder = copy.appending(path: ".build")
            try Data().write(to: folder)
            let result = try await Tool.run(copy.appending(path: "play").path, [], environment: variables)
            #expect(result.status == 1 && result.output.split(separator: "\n").count == 1, "\(result.output)")
            #expect(result.output.contains("\(folder.path) cannot be written"), "\(result.output)")
        }
    }

    @Test("What is missing for the window is named together with what everything needs")
    func missingPackages() async throws {
        try await withCopy { copy, variables in
            // Nothing is to be installed in the system.
            let tools = copy.deletingLastPathComponent().appending(path: "tools")
            for name in ["dpkg-query", "apt-get", "sudo"] {
                try Tool.write("#!/bin/bash\nexit 1\n", toProgram: tools.appending(path: name))
            }
            let result = try await Tool.run(copy.appending(path: "play").path, ["--desktop"], environment: variables)
            #expect(result.status == 1, "\(result.output)")
            #expect(result.output.contains("libcurl4-openssl-dev") && result.output.contains("libgtk-4-dev"), "\(result.output)")
        }
    }
}
