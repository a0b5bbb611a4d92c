import Foundation
import Synchronization
import Testing

@testable import PlayheadCore

@Suite("Audio session")
struct AudioSessionMachineTests {
    @Test("Overlapping interruptions of streams are a single one, which ends with the last")
    func together() {
        var machine = AudioSessionMachine()
        #expect(machine.interrupt(1) == [.interruptionBegan])
        #expect(machine.interrupt(2) == [] && machine.interrupt(1) == [] && machine.isInterrupted)
        #expect(machine.endInterruption(of: 3, resumes: true) == [])
        #expect(machine.endInterruption(of: 1, resumes: true) == [])
        #expect(machine.endInterruption(of: 1, resumes: true) == [])
        #expect(machine.endInterruption(of: 2, resumes: true) == [.interruptionEnded(.shouldResume)])
        #expect(!machine.isInterrupted)
    }

    @Test("A stream that is started again during its interruption can be interrupted again")
    func startedAgain() {
        var machine = AudioSessionMachine()
        _ = machine.interrupt(1)
        _ = machine.interrupt(2)
        #expect(machine.leaveInterruption(of: 1) == [] && machine.isInterrupted)
        #expect(machine.leaveInterruption(of: 2) == [.interruptionEnded([])] && !machine.isInterrupted)
        #expect(machine.leaveInterruption(of: 2) == [] && machine.interrupt(1) == [.interruptionBegan])
        // Another stream still resumes.
        _ = machine.interrupt(2)
        _ = machine.leaveInterruption(of: 1)
        #expect(machine.endInterruption(of: 2, resumes: true) == [.interruptionEnded(.shouldResume)])
    }

    @Test("A stream that is closed during an interruption ends it without resumption")
    func closed() {
        var machine = AudioSessionMachine()
        _ = machine.interrupt(1)
        #expect(machine.endInterruption(of: 1, resumes: false) == [.interruptionEnded([])])
        _ = machine.interrupt(2)
        #expect(machine.endInterruption(of: 2, resumes: true) == [.interruptionEnded(.shouldResume)])
    }

    @Test("Inputs without an effect emit no event")
    func nothingNew() throws {
        var machine = AudioSessionMachine()
        #expect(machine.set(AudioPolicy()) == [])
        #expect(try machine.set(AudioPolicy(.ambient)) == [.policyChanged])
        #expect(machine.setActive(false) == [] && machine.setActive(true) == [.activated] && machine.setActive(true) == [])
        #expect(machine.setActive(false) == [.deactivated])
    }

    @Test("The session can't be activated during an interruption")
    func activation() throws {
        let session = AudioSession()
        let stream = session.openStream { _ in }
        stream.interrupt()
        #expect(throws: AudioSession.Refusal.interrupted) { try session.setActive(true) }
        stream.endInterruption()
        try session.setActive(true)
        #expect(session.isActive && !session.isInterrupted)
    }

    @Test("Listeners get all events in order, streams the policy, NotificationCenter interruptions; a closed stream ends its interruption")
    @MainActor
    func telling() async throws {
        let session = AudioSession()
        let received = Mutex([AudioSession.Event]())
        let policies = Mutex([AudioPolicy]())
        let posted = Mutex([String]())
        let observer = NotificationCenter.default.addObserver(forName: AudioSession.interruptionNotification, object: session, queue: nil) {
            let type = $0.userInfo?[AudioSession.interruptionTypeKey] as? String ?? ""
            let options = $0.userInfo?[AudioSession.interruptionOptionKey] as? UInt
            posted.withLock { $0.append(type + (options.map { " \($0)" } ?? "")) }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        let token = session.listen { event in received.withLock { $0.append(event) } }
        var stream: AudioSessionStream? = session.openStream { policy in policies.withLock { $0.append(policy) } }
        try session.setCategory(.ambient)
        while policies.withLock({ $0.isEmpty }) { await Task.yield() }
        stream?.interrupt()
        stream?.endInterruption()
        stream?.interrupt()
        stream = nil
        session.noteUse()
        let expected: [AudioSession.Event] = [
            .policyChanged, .interruptionBegan, .interruptionEnded(.shouldResume), .interruptionBegan, .interruptionEnded([]), .activated,
        ]
        while received.withLock({ $0.count }) < expected.count || posted.withLock({ $0.count }) < 4 { await Task.yield() }
        #expect(received.withLock { $0 } == expected)
        #expect(policies.withLock { $0.map(\.category) } == [.ambient])
        #expect(posted.withLock { $0 } == ["began", "ended 1", "began", "ended 0"])
        withExtendedLifetime(token) {}
    }

    @Test("A token that another listener holds is released with that listener")
    func nestedTokens() {
        let session = AudioSession()
        weak var inner: AudioSession.Token?
        var outer: AudioSession.Token?
        do {
            let token = session.listen { _ in }
            inner = token
            outer = session.listen { _ in withExtendedLifetime(token) {} }
        }
        #expect(inner != nil && outer != nil)
        outer = nil
        #expect(inner == nil && outer == nil)
    }
}
