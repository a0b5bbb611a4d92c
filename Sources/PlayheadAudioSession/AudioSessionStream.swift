/// A stream of an output, as its session sees it. The output says what the sound server does to it; every call returns at once.
public final class AudioSessionStream: Sendable {
    private let session: AudioSession
    private let number: Int
    private let token: AudioSession.Token

    init(session: AudioSession, number: Int, token: AudioSession.Token) {
        self.session = session
        self.number = number
        self.token = token
    }

    deinit { session.change { $0.endInterruption(of: number, resumes: false) } }

    /// The server wants it to be silent: somebody else needs to be heard.
    public func interrupt() { session.change { $0.interrupt(number) } }

    /// The server lets it sound again.
    public func endInterruption() { session.change { $0.endInterruption(of: number, resumes: true) } }

    /// It sounds from another device, or from none any more.
    public func changeRoute(_ change: AudioSession.RouteChange) { session.change { _ in [.routeChanged(change)] } }
}
