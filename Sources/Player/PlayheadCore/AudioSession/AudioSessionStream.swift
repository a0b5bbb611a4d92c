/// An output's stream in its session. The output reports the sound server's actions; every method returns at once.
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

    /// Reports that the server interrupts the stream.
    public func interrupt() { session.change { $0.interrupt(number) } }

    /// Reports that the server resumes the stream.
    public func endInterruption() { session.change { $0.endInterruption(of: number, resumes: true) } }

    /// Reports that the player has started the stream again before the server resumes it.
    public func leaveInterruption() { session.change { $0.leaveInterruption(of: number) } }

    /// Reports a change of the device.
    public func changeRoute(_ change: AudioSession.RouteChange) { session.change { _ in [.routeChanged(change)] } }
}
