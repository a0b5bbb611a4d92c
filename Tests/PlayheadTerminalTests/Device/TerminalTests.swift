import Foundation
import Testing

@testable import PlayheadTerminal

@Suite(.serialized, .timeLimit(.minutes(5))) struct TerminalTests {
    @Test func activatesAndRestoresTheTerminal() async throws {
        let device = try PseudoTerminal(columns: 100, rows: 30)
        #expect(!device.isRaw)
        let terminal = try Terminal(input: device.terminal, output: device.terminal)
        #expect(device.isRaw)
        #expect(terminal.size == TerminalSize(columns: 100, rows: 30))
        #expect(terminal.cellSize == TerminalSize(columns: 9, rows: 18))
        #expect(throws: TerminalError.alreadyOpen) { try Terminal(input: device.terminal, output: device.terminal) }
        #expect(terminal.write("picture"))
        terminal.close()
        #expect(!device.isRaw)
        #expect(!terminal.write("after"))
        #expect(device.readOutput() == TerminalGuard.enterSequence + "picture" + TerminalGuard.leaveSequence)
        terminal.close()
        try Terminal(input: device.terminal, output: device.terminal).close()
    }

    @Test func emitsKeysAndSizesInOrderAndThenEnds() async throws {
        let device = try PseudoTerminal()
        let terminal = try Terminal(input: device.terminal, output: device.terminal)
        var events = terminal.events.makeAsyncIterator()
        device.type("q\u{1B}[A")
        #expect(await events.next() == .key(Key(.character("q"))))
        #expect(await events.next() == .key(Key(.up)))
        device.type("\u{1B}")
        #expect(await events.next() == .key(Key(.escape)))
        device.resize(columns: 200, rows: 60)
        kill(getpid(), SIGWINCH)
        #expect(await events.next() == .resized(TerminalSize(columns: 200, rows: 60)))
        terminal.close()
        #expect(await events.next() == nil)
    }

    @Test func otherFilesAreRefused() throws {
        let pipe = Pipe()
        #expect(throws: TerminalError.notATerminal) {
            try Terminal(input: pipe.fileHandleForReading.fileDescriptor, output: pipe.fileHandleForWriting.fileDescriptor)
        }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGILL, SIGBUS, SIGFPE])
    func aTerminatingSignalRestoresTheTerminal(signal: Int32) async throws {
        let device = try PseudoTerminal()
        await #expect(processExitsWith: .signal(signal)) { [signal = signal as Int32, path = device.path as String] in
            let descriptor = open(path, O_RDWR | O_NOCTTY)
            let terminal = try Terminal(input: descriptor, output: descriptor)
            terminal.write("shown")
            kill(getpid(), signal)
            while true { pause() }
        }
        #expect(!device.isRaw)
        #expect(device.readOutput() == TerminalGuard.enterSequence + "shown" + TerminalGuard.leaveSequence)
    }

    @Test func aTrapRestoresTheTerminal() async throws {
        let device = try PseudoTerminal()
        await #expect(processExitsWith: .failure) { [path = device.path as String] in
            let descriptor = open(path, O_RDWR | O_NOCTTY)
            let terminal = try Terminal(input: descriptor, output: descriptor)
            let empty: [Int] = []
            terminal.write("\(empty[Int(descriptor)])")
        }
        #expect(!device.isRaw)
        #expect(device.readOutput() == TerminalGuard.enterSequence + TerminalGuard.leaveSequence)
    }

    @Test func exitRestoresTheTerminal() async throws {
        let device = try PseudoTerminal()
        await #expect(processExitsWith: .exitCode(3)) { [path = device.path as String] in
            let descriptor = open(path, O_RDWR | O_NOCTTY)
            let terminal = try Terminal(input: descriptor, output: descriptor)
            withExtendedLifetime(terminal) { exit(3) }
        }
        #expect(!device.isRaw)
        #expect(device.readOutput() == TerminalGuard.enterSequence + TerminalGuard.leaveSequence)
    }

    @Test func stoppingRestoresTheTerminalAndContinuingActivatesIt() async throws {
        let device = try PseudoTerminal()
        await #expect(processExitsWith: .exitCode(5)) { [path = device.path as String] in
            let descriptor = open(path, O_RDWR | O_NOCTTY)
            let terminal = try Terminal(input: descriptor, output: descriptor)
            // Another process must continue the stopped one, as a shell does.
            let script =
                "until grep -q 'State:.T' /proc/\(getpid())/status; do :; done; stty -a < \(path) | grep -q ' icanon' && kill -CONT \(getpid())"
            var shell: pid_t = 0
            var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sh"), strdup("-c"), strdup(script), nil]
            try #require(posix_spawn(&shell, "/bin/sh", nil, nil, &arguments, environ) == 0)
            kill(getpid(), SIGTSTP)
            var events = terminal.events.makeAsyncIterator()
            let event = await events.next()
            var attributes = termios()
            tcgetattr(descriptor, &attributes)
            let isRaw = attributes.c_lflag & tcflag_t(ICANON) == 0
            terminal.close()
            exit(event == .resized(TerminalSize(columns: 80, rows: 24)) && isRaw ? 5 : 6)
        }
        let (enter, leave) = (TerminalGuard.enterSequence, TerminalGuard.leaveSequence)
        #expect(device.readOutput() == enter + leave + enter + leave)
    }

    @Test func aHandlerOfTheAppIsNotReplaced() async throws {
        let device = try PseudoTerminal()
        await #expect(processExitsWith: .exitCode(7)) { [path = device.path as String] in
            signal(SIGTERM) { _ in _exit(7) }
            let descriptor = open(path, O_RDWR | O_NOCTTY)
            let terminal = try Terminal(input: descriptor, output: descriptor)
            withExtendedLifetime(terminal) {
                kill(getpid(), SIGTERM)
                while true { pause() }
            }
        }
        #expect(device.readOutput() == TerminalGuard.enterSequence)
    }
}
