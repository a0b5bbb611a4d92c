import Foundation
import TestSupport
import Testing

/// Processes of tests are ended with them.
@Suite("Processes of tests", .timeLimit(.minutes(5)))
struct ProcessFamilyTests {
    @Test("A daemon of a program of the family is ended with the family")
    func daemons() async throws {
        let family = ProcessFamily()
        let environment = family.environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }
        let shell = try ChildProcess(
            URL(filePath: "/bin/sh"), arguments: ["-c", "setsid sleep 1000 & setsid setsid sleep 1000 & exec sleep 1000"],
            environment: environment, readsOutput: false)
        try await eventually("all are there") { family.members.count == 3 }
        family.end()
        #expect(family.members.isEmpty)
        _ = shell
    }

    @Test("A program inherits no descriptor of the test, also if another thread has just opened it")
    func descriptors() throws {
        let descriptor = open("/dev/null", O_RDONLY)
        defer { close(descriptor) }
        let shell = try ChildProcess(
            URL(filePath: "/bin/sh"), arguments: ["-c", "[ -e /proc/$$/fd/1 ] && [ ! -e /proc/$$/fd/\(descriptor) ] && echo closed"],
            environment: [:], readsOutput: true)
        #expect(try shell.output?.readToEnd() == Data("closed\n".utf8))
    }

    @Test("Processes activated on a session bus are ended with it", .enabled(if: SessionBus.isInstalled))
    func services() async throws {
        let family: ProcessFamily
        do {
            let bus = try await SessionBus()
            family = bus.family
            _ = try await bus.run(
                "busctl", "--address=\(bus.address)", "call", "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")
            #expect(!family.members.isEmpty)
        }
        try await eventually("none is left") { family.members.isEmpty }
    }
}
