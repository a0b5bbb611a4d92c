import Foundation
import TestSupport
import Testing

/// Loads the completions in the shells, and completes options as a user does with the Tab key.
@Suite("Completions", .timeLimit(.minutes(5)))
struct CompletionTests {
    /// A line to complete, with an expected completion.
    private static let lines = [("playhead", "playhead pla", "play"), ("playhead", "playhead play --wat", "--waterfall")]
    private static let windowLines = [("playhead-desktop", "playhead-desktop --new", "--new-window")]
    private static var allLines: [(String, String, String)] { lines + (Tool.hasWindow ? windowLines : []) }

    private func script(_ program: String, _ shell: String, in folder: URL) async throws -> String {
        let path = try #require(Tool.programs.first { $0.lastPathComponent == program })
        let (status, output) = try await Tool.run(path.path, ["--generate-completion-script", shell])
        #expect(status == 0)
        let file = folder.appending(path: shell == "zsh" ? "_\(program)" : "\(program).\(shell)")
        try Data(output.utf8).write(to: file)
        return file.path
    }

    /// The shells find the programs by their names.
    private var environment: [String: String] {
        ["PATH": Bundle.main.bundleURL.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")]
    }

    @Test(
        "bash",
        .enabled(if: Tool.areInstalled("bash") && FileManager.default.fileExists(atPath: "/usr/share/bash-completion/bash_completion")))
    func bash() async throws {
        try await withTemporaryFolder { folder in
            for (program, line, expected) in Self.allLines {
                let file = try await script(program, "bash", in: folder)
                let commands = """
                    source /usr/share/bash-completion/bash_completion
                    source '\(file)'
                    COMP_LINE='\(line)'
                    COMP_POINT=${#COMP_LINE}
                    COMP_WORDS=($COMP_LINE)
                    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                    read -r _ _ function _ < <(complete -p \(program) | sed 's/.*-F/x x/')
                    "$function" \(program) "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
                    printf '%s\\n' "${COMPREPLY[@]}"
                    """
                let (_, output) = try await Tool.run("bash", ["--norc", "-O", "extglob", "-c", commands], environment: environment)
                let found = output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
                #expect(found.contains(expected), "\(line): \(output)")
            }
        }
    }

    @Test("fish", .enabled(if: Tool.areInstalled("fish")))
    func fish() async throws {
        try await withTemporaryFolder { folder in
            for (program, line, expected) in Self.allLines {
                let file = try await script(program, "fish", in: folder)
                let variables = environment.merging(["HOME": folder.path]) { $1 }
                let (_, output) = try await Tool.run(
                    "fish", ["--no-config", "-c", "source '\(file)'; complete -C '\(line)'"], environment: variables)
                #expect(
                    output.split(separator: "\n").contains { $0.split(separator: "\t").first == Substring(expected) }, "\(line): \(output)")
            }
        }
    }

    @Test("zsh", .enabled(if: Tool.areInstalled("zsh")))
    func zsh() async throws {
        try await withTemporaryFolder { folder in
            for (program, line, expected) in Self.allLines {
                _ = try await script(program, "zsh", in: folder)
                // An interactive shell in a pseudo terminal, in which Tab is pressed; it prints the completed line.
                let commands = """
                    zmodload zsh/zpty
                    zpty shell 'zsh -f -i'
                    zpty -w shell 'PS1=; fpath=(\(folder.path) $fpath); autoload -U compinit; compinit -D -u'
                    zpty -w shell 'print-line() { print -r -- "LINE<$BUFFER>" }; zle -N print-line; bindkey "^P" print-line; print READY'
                    while zpty -r shell text; do [[ $text == *READY* && $text != *print* ]] && break; done
                    zpty -n -w shell $'\(line)\\t\\x10'
                    while zpty -r shell text '*LINE<*>*'; do print -r -- $text; break; done
                    zpty -d shell
                    """
                let variables = environment.merging(["HOME": folder.path, "TERM": "dumb"]) { $1 }
                let (_, output) = try await Tool.run("zsh", ["-f", "-c", commands], environment: variables)
                // Options are listed, subcommands inserted.
                let line = output.firstMatch(of: /LINE<([^>]*)>/)?.1
                #expect(expected.hasPrefix("--") ? output.contains(expected) : line?.contains(expected + " ") == true, "\(output)")
            }
        }
    }
}
