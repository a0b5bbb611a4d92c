/// What a session knows, and what it tells: a pure value.
struct AudioSessionMachine: Sendable {
    private(set) var policy = AudioPolicy()
    private(set) var isActive = false
    /// The streams that the server wants to be silent.
    private var interrupted: Set<Int> = []
    /// Whether all interruptions of this time ended by themselves.
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

    /// The server wants a stream to be silent. Those of one time are one interruption.
    mutating func interrupt(_ stream: Int) -> [AudioSession.Event] {
        guard interrupted.insert(stream).inserted, interrupted.count == 1 else { return [] }
        mayResume = true
        return [.interruptionBegan]
    }

    /// A stream may sound again (`resumes`), or is no more.
    mutating func endInterruption(of stream: Int, resumes: Bool) -> [AudioSession.Event] {
        guard interrupted.remove(stream) != nil else { return [] }
        mayResume = mayResume && resumes
        guard interrupted.isEmpty else { return [] }
        return [.interruptionEnded(mayResume ? .shouldResume : [])]
    }
}
