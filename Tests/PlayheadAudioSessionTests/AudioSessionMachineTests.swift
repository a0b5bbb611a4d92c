import Foundation
import Synchronization
import Testing

@testable import PlayheadAudioSession

@Suite("Interruptions and use of a session")
struct AudioSessionMachineTests {
    @Test("Streams that are silenced together are one interruption, which ends with the last of them")
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

    @Test("A stream that goes during the interruption ends it without anything to resume")
    func closed() {
        var machine = AudioSessionMachine()
        _ = machine.interrupt(1)
        #expect(machine.endInterruption(of: 1, resumes: false) == [.interruptionEnded([])])
        _ = machine.interrupt(2)
        #expect(machine.endInterruption(of: 2, resumes: true) == [.interruptionEnded(.shouldResume)])
    }

    @Test("What changes nothing tells nothing")
    func nothingNew() throws {
        var machine = AudioSessionMachine()
        #expect(machine.set(AudioPolicy()) == [])
        #expect(try machine.set(AudioPolicy(.ambient)) == [.policyChanged])
        #expect(machine.setActive(false) == [] && machine.setActive(true) == [.activated] && machine.setActive(true) == [])
        #expect(machine.setActive(false) == [.deactivated])
    }

    @Test("It can't be taken into use during an interruption")
    func activation() throws {
        let session = AudioSession()
        let stream = session.openStream { _ in }
        stream.interrupt()
        #expect(throws: AudioSession.Refusal.interrupted) { try session.setActive(true) }
        stream.endInterruption()
        try session.setActive(true)
        #expect(session.isActive && !session.isInterrupted)
    }

    @Test("Listeners hear all in order, streams the policy, NotificationCenter interruptions; a stream that goes ends its interruption")
    @MainActor
    func telling() async throws {
        let session = AudioSession()
        let heard = Mutex([AudioSession.Event]())
        let policies = Mutex([AudioPolicy]())
        let posted = Mutex([String]())
        let observer = NotificationCenter.default.addObserver(forName: AudioSession.interruptionNotification, object: session, queue: nil) {
            let type = $0.userInfo?[AudioSession.interruptionTypeKey] as? String ?? ""
            let options = $0.userInfo?[AudioSession.interruptionOptionKey] as? UInt
            posted.withLock { $0.append(type + (options.map { " \($0)" } ?? "")) }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        let token = session.listen { event in heard.withLock { $0.append(event) } }
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
        while heard.withLock({ $0.count }) < expected.count || posted.withLock({ $0.count }) < 4 { await Task.yield() }
        #expect(heard.withLock { $0 } == expected)
        #expect(policies.withLock { $0.map(\.category) } == [.ambient])
        #expect(posted.withLock { $0 } == ["began", "ended 1", "began", "ended 0"])
        withExtendedLifetime(token) {}
    }
}
