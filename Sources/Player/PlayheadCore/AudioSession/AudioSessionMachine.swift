/// The state machine of a session: a pure value that returns events.
struct AudioSessionMachine: Sendable {
    private(set) var policy = AudioPolicy()
    private(set) var isActive = false
    /// The streams that the server has interrupted.
    private var interrupted: Set<Int> = []
    /// Whether all streams of the current interruption have ended it with "resume".
    private var mayResume = true

    var isInterrupted: Bool { !interrupted.isEmpty }

    mutating func set(_ new: AudioPolicy) -> [AudioSession.Event] {
        guard new != policy else { return [] }
        policy = new
        return [.policyChanged]
    }

    mutating func setActive(_ active: Bool) -> [AudioSession.Event] {
        guard active != isActive else { return [] }
        isActive = active
        return [active ? .activated : .deactivated]
    }

    /// Handles the interruption of a stream. Overlapping interruptions of streams are a single one.
    mutating func interrupt(_ stream: Int) -> [AudioSession.Event] {
        guard interrupted.insert(stream).inserted, interrupted.count == 1 else { return [] }
        mayResume = true
        return [.interruptionBegan]
    }

    /// Handles a stream that the player has started again during its interruption, whose end the server does not report then.
    mutating func leaveInterruption(of stream: Int) -> [AudioSession.Event] {
        guard interrupted.remove(stream) != nil, interrupted.isEmpty else { return [] }
        return [.interruptionEnded([])]
    }

    /// Handles the end of a stream's interruption: the stream may resume (`resumes`), or was closed.
    mutating func endInterruption(of stream: Int, resumes: Bool) -> [AudioSession.Event] {
        guard interrupted.remove(stream) != nil else { return [] }
        mayResume = mayResume && resumes
        guard interrupted.isEmpty else { return [] }
        return [.interruptionEnded(mayResume ? .shouldResume : [])]
    }
}
